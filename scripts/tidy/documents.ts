import { existsSync } from 'node:fs';
import type { SourceFile } from './files.ts';

/** Paths of the tree as documents write them, in backticks: `src/flights/routes.ts`. */
const PATHS = /`((?:src|simulator|web|test|bench|scripts|docs|data|migrations|deploy|bin)\/[\w./-]+\.\w+)`/g;

/** Records of what once was: they name what stood there then. */
const isRecord = (path: string): boolean => path === 'CHANGELOG.md' || path.startsWith('docs/decisions/');

/** Files that documents name and that are not there. */
export function findLostPaths(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith('.md') && !isRecord(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        Array.from(line.matchAll(PATHS), ([, named = '']) => named)
          .filter((named) => !named.includes('NNNN') && !existsSync(named))
          .map((named) => `${path}:${index + 1}: ${named} is not there`),
      ),
    );
}
