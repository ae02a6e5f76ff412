import { isCode, isProduct, isTest, type SourceFile } from './files.ts';

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly applies: (path: string) => boolean;
}

/** This file spells the words it looks for. */
const isThisFile = (path: string): boolean => path === 'scripts/tidy/forbidden.ts';

const RULES: readonly Rule[] = [
  { name: 'unfinished work belongs in an issue', pattern: /\b(TODO|FIXME|XXX|HACK)\b/, applies: isCode },
  {
    name: 'a skipped or focused test',
    pattern: /\b(it|test|describe)\.(skip|only|todo|fails|skipIf|runIf)\b/,
    applies: isTest,
  },
  {
    name: 'silenced types',
    pattern: /@ts-(ignore|nocheck|expect-error)|^(?!\s*(\*|\/\*|\/\/)).*\bas (any|unknown as)\b/,
    applies: (path) => isCode(path) && !isTest(path),
  },
  {
    name: 'a test that waits on the wall clock',
    pattern: /setTimeout\([^,]*,\s*\d{4,}\)|await (sleep|delay)\(/,
    applies: isTest,
  },
  {
    name: 'a comment that leans on its neighbour',
    pattern: /^\s*(\/\*\*?|\*|\/\/)\s+The same\b/,
    applies: (path) => isCode(path) && !isTest(path) && !path.startsWith('src/client/generated/'),
  },
  { name: 'the product names a folder it must not need', pattern: /\.\.\/shared\//, applies: isProduct },
  { name: 'a machine path', pattern: /\/(work|home|root)\/[a-z]/, applies: () => true },
  { name: 'a registry host', pattern: /registry\.npmjs\.org|deb\.debian\.org/, applies: () => true },
  {
    name: 'SQL outside a store',
    pattern: /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/,
    applies: (path) =>
      isProduct(path) &&
      isCode(path) &&
      !/store[^/]*\.ts$|^src\/platform\/(db|jobs)\/|organization-clock|guest-directory/.test(path),
  },
  { name: 'a status assigned outside its table', pattern: /\bTripStatus\s*=\s*'[a-z]+'/, applies: isProduct },
];

/** Lines that hold what must not be in the tree. */
export function findForbidden(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const rules = RULES.filter((rule) => rule.applies(path) && !isThisFile(path));
    if (rules.length === 0) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        rules
          .filter(({ pattern }) => pattern.test(line))
          .map(({ name }) => `${path}:${index + 1}: ${name}: ${line.trim().slice(0, 100)}`),
      );
  });
}
