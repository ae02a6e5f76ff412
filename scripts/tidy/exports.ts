import { dirname, join } from 'node:path/posix';
import type { SourceFile } from './files.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm;
const IMPORTED = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g;
/** A module that is taken whole: by name, at run time, or for its effects. */
const WHOLE = /\b(?:import\s+\*\s+as\s+\w+\s+from\s*|import\s*\(\s*|import\s+)'(\.[^']+)'/g;
/** Read from outside the tree: the published client. */
const isPublic = (path: string): boolean => /^src\/client\//.test(path);

const isJudged = (path: string): boolean =>
  /^(src|simulator|web)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts') && !isPublic(path);

/**
 * Functions, classes and constants of product code that no other file of the tree imports. Types are left alone: the
 * signature of an exported function may need them.
 */
export function findDeadExports(files: readonly SourceFile[]): string[] {
  const used = new Set<string>();
  for (const file of files) if (/\.(ts|js)$/.test(file.path)) addUses(file, used);
  return files
    .filter(({ path }) => isJudged(path) && !used.has(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(EXPORTED), ([, name = '']) => name)
        .filter((name) => !used.has(`${path}#${name}`))
        .map((name) => `${path}: ${name} is exported and nobody imports it`),
    );
}

/** Adds `path#name` for each name that a file imports, and `path` for each module that it takes whole. */
function addUses({ path, text }: SourceFile, used: Set<string>): void {
  const moduleOf = (specifier: string): string => join(dirname(path), specifier);
  for (const [, names = '', specifier = ''] of text.matchAll(IMPORTED))
    for (const name of names.split(','))
      used.add(
        `${moduleOf(specifier)}#${name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0]
          ?.trim()}`,
      );
  for (const [, specifier = ''] of text.matchAll(WHOLE)) used.add(moduleOf(specifier));
}
