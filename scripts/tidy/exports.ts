import { dirname, join } from 'node:path/posix';
import { isTest, type SourceFile } from './files.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm;
const IMPORTED = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g;
/** A module that is taken whole: by name, at run time, or for its effects. */
const WHOLE = /\b(?:import\s+\*\s+as\s+\w+\s+from\s*|import\s*\(\s*|import\s+)'(\.[^']+)'/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** Read from outside the tree: the published client. */
const isPublic = (path: string): boolean => /^src\/client\//.test(path);

const isJudged = (path: string): boolean =>
  /^(src|simulator|web)\/.*\.ts$/.test(path) && !isTest(path) && !isPublic(path);

/** Exports of the product that tests alone use, and why they stay where they are. */
export const TESTS_ONLY: ReadonlyMap<string, string> = new Map([
  ['simulator/stays/rooms/boards-plans.ts#PLAN_NAMES', 'a list that a test holds against the words of every language'],
  ['src/accounts/model/totp.ts#totpCode', "what a person's program shows, made with the settings it is checked by"],
  ['src/retention/model/personal-data.ts#PERSONAL_DATA', 'a declaration that a test holds against the database'],
  ['src/sandbox/store.ts#KEPT_TABLES', 'with DELETED_TABLES every table, which a test holds against the database'],
]);

/** What a file imports: `path#name` for each name, and `path` for each module that it takes whole. */
type Uses = ReadonlySet<string>;

/**
 * Functions, classes and constants of product code that no other file of the tree imports, and those that tests alone
 * import and their own file does not use: nothing that runs needs them. `testsOnly` names what is exempt from the
 * second rule (`path#name`), with the reason. Types are left alone: the signature of an exported function may need
 * them.
 */
export function findDeadExports(files: readonly SourceFile[], testsOnly = TESTS_ONLY): string[] {
  const code = files.filter(({ path }) => /\.(ts|js)$/.test(path));
  const used = usesOf(code);
  const usedByProduct = usesOf(code.filter(({ path }) => !isTest(path)));
  const problems = files
    .filter(({ path }) => isJudged(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(EXPORTED), ([, name = '']) => name).flatMap((name) => {
        if (!isUsed(used, path, name)) return [`${path}: ${name} is exported and nobody imports it`];
        const isNeeded =
          isUsed(usedByProduct, path, name) || isUsedInside(text, name) || testsOnly.has(`${path}#${name}`);
        return isNeeded ? [] : [`${path}: ${name} is exported and only tests use it`];
      }),
    );
  return [...problems, ...findStale(testsOnly, files, usedByProduct)];
}

function isUsed(uses: Uses, path: string, name: string): boolean {
  return uses.has(path) || uses.has(`${path}#${name}`);
}

/** Whether a file names what it exports in another place than its declaration and its comments. */
function isUsedInside(text: string, name: string): boolean {
  return Array.from(text.replace(COMMENTS, '').matchAll(new RegExp(`\\b${name}\\b`, 'g'))).length > 1;
}

/** Exemptions of what is gone or, by now, used. */
function findStale(
  testsOnly: ReadonlyMap<string, string>,
  files: readonly SourceFile[],
  usedByProduct: Uses,
): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return [...testsOnly.keys()].flatMap((key) => {
    const [path = '', name = ''] = key.split('#');
    const isThere = Array.from((texts.get(path) ?? '').matchAll(EXPORTED)).some(([, exported]) => exported === name);
    return isThere && !isUsed(usedByProduct, path, name) ? [] : [`${key}: needs no exemption any more`];
  });
}

function usesOf(files: readonly SourceFile[]): Uses {
  return new Set(files.flatMap(listUses));
}

function listUses({ path, text }: SourceFile): readonly string[] {
  const moduleOf = (specifier: string): string => join(dirname(path), specifier);
  const names = Array.from(text.matchAll(IMPORTED)).flatMap(([, list = '', specifier = '']) =>
    list.split(',').map((entry) => `${moduleOf(specifier)}#${importedName(entry)}`),
  );
  return [...names, ...Array.from(text.matchAll(WHOLE), ([, specifier = '']) => moduleOf(specifier))];
}

/** `type Money as Price` imports `Money`. */
function importedName(entry: string): string {
  const [name = ''] = entry
    .trim()
    .replace(/^type /, '')
    .split(' as ');
  return name.trim();
}
