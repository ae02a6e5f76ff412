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

/** Exports that no code of the product needs, or that of it the simulator alone uses, and why they stay there. */
export const EXEMPT: ReadonlyMap<string, string> = new Map([
  ['simulator/stays/rooms/boards-plans.ts#PLAN_NAMES', 'a list that a test holds against the words of every language'],
  ['src/accounts/model/totp.ts#totpCode', "what a person's program shows, made with the settings it is checked by"],
  ['src/retention/model/personal-data.ts#PERSONAL_DATA', 'a declaration that a test holds against the database'],
  ['src/sandbox/store.ts#KEPT_TABLES', 'with DELETED_TABLES every table, which a test holds against the database'],
  [
    'src/travel/fare-total.ts#sumOfParts',
    'the rule by which parts of any supplier make a total; tests hold fares to it',
  ],
  ['src/travel/flight.ts#NO_FLIGHT_FILTER', 'the empty value of a type of the port, for tests of every supplier'],
]);

/** What a file imports: `path#name` for each name, and `path` for each module that it takes whole. */
type Uses = ReadonlySet<string>;
interface Users {
  readonly all: Uses;
  /** Of all but tests. */
  readonly product: Uses;
  /** Of all but tests and the simulator. */
  readonly beyondSimulator: Uses;
}

/**
 * Functions, classes and constants of product code that no other file of the tree imports; those that tests alone
 * import, and those of src/ that the simulator alone imports, where their own file does not use them. `exempt` names
 * what may stay in spite of the latter two (`path#name`), with the reason. Types are left alone: the signature of an
 * exported function may need them.
 */
export function findDeadExports(files: readonly SourceFile[], exempt = EXEMPT): string[] {
  const code = files.filter(({ path }) => /\.(ts|js)$/.test(path));
  const product = code.filter(({ path }) => !isTest(path));
  const users: Users = {
    all: usesOf(code),
    product: usesOf(product),
    beyondSimulator: usesOf(product.filter(({ path }) => !path.startsWith('simulator/'))),
  };
  const problems = files.filter(({ path }) => isJudged(path)).flatMap((file) => judgeFile(file, users));
  const found = new Map(problems.map(({ key, problem }) => [key, problem]));
  return [
    ...problems.filter(({ key, isFinal }) => isFinal || !exempt.has(key)).map(({ problem }) => problem),
    ...[...exempt.keys()].filter((key) => !found.has(key)).map((key) => `${key}: needs no exemption any more`),
  ];
}

interface Finding {
  /** `path#name`. */
  readonly key: string;
  readonly problem: string;
  /** Not to be exempted. */
  readonly isFinal: boolean;
}

function judgeFile({ path, text }: SourceFile, users: Users): readonly Finding[] {
  const needed = path.startsWith('src/') ? users.beyondSimulator : users.product;
  return Array.from(text.matchAll(EXPORTED), ([, name = '']) => name).flatMap((name) => {
    const finding = (what: string, isFinal = false): Finding[] => [
      { key: `${path}#${name}`, problem: `${path}: ${name} is exported and ${what}`, isFinal },
    ];
    if (!isUsed(users.all, path, name)) return finding('nobody imports it', true);
    if (isUsed(needed, path, name) || isUsedInside(text, name)) return [];
    return finding(isUsed(users.product, path, name) ? 'only simulator/ uses it: move it there' : 'only tests use it');
  });
}

function isUsed(uses: Uses, path: string, name: string): boolean {
  return uses.has(path) || uses.has(`${path}#${name}`);
}

/** Whether a file names what it exports in another place than its declaration and its comments. */
function isUsedInside(text: string, name: string): boolean {
  return Array.from(text.replace(COMMENTS, '').matchAll(new RegExp(`\\b${name}\\b`, 'g'))).length > 1;
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
