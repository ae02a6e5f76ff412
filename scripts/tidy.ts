import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The part of `npm run check` that no off-the-shelf tool covers: words that must not be in the tree, folders without a
 * README, READMEs that have grown into manuals, status names a migration forgot. Sizes and skipped tests are Biome's.
 */
interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly applies: (path: string) => boolean;
}

const isCode = (path: string): boolean => /\.(ts|cjs|js)$/.test(path);
const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.startsWith('test/');
const isProduct = (path: string): boolean => /^(src|simulator|web|bin|migrations|deploy)\//.test(path) && !isTest(path);
/** This file spells the words it looks for. */
const isThisFile = (path: string): boolean => path === 'scripts/tidy.ts';

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

const README_LINES_MAX = 20;

/** Every file git tracks or would track. */
function listFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return listed
    .split('\n')
    .filter(
      (path) =>
        path !== '' && existsSync(path) && !/^(package-lock\.json|data\/|docs\/assets\/|openapi\.json)/.test(path),
    );
}

function findForbidden(paths: readonly string[]): string[] {
  const problems: string[] = [];
  for (const path of paths) {
    const rules = RULES.filter((rule) => rule.applies(path) && !isThisFile(path));
    if (rules.length === 0) continue;
    readFileSync(path, 'utf8')
      .split('\n')
      .forEach((line, index) => {
        for (const rule of rules)
          if (rule.pattern.test(line))
            problems.push(`${path}:${index + 1}: ${rule.name}: ${line.trim().slice(0, 100)}`);
      });
  }
  return problems;
}

function findReadmeProblems(): string[] {
  const problems: string[] = [];
  for (const folder of readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const readme = join('src', folder.name, 'README.md');
    if (!existsSync(readme)) problems.push(`src/${folder.name}: no README.md that says what it owns`);
    // The client's is read by those who install the package: it is a manual.
    else if (folder.name !== 'client' && readFileSync(readme, 'utf8').trimEnd().split('\n').length > README_LINES_MAX)
      problems.push(`${readme}: over ${README_LINES_MAX} lines`);
  }
  return problems;
}

function findDependencyProblems(): string[] {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  const named = readFileSync('docs/dependencies.md', 'utf8');
  return ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .flatMap(([name, version]) => [
      ...(named.includes(`\`${name}\``) ? [] : [`${name}: not named in docs/dependencies.md with its reason`]),
      ...(/^\d/.test(version) ? [] : [`${name}: version ${version} is not exact`]),
    ]);
}

/** The titles of a test file's tests, wherever the formatter has put them. */
function titlesOf(source: string): ReadonlySet<string> {
  return new Set(
    Array.from(source.matchAll(/\(\s*(['"`])(.*?)(?<!\\)\1,/g), ([, , title = '']) => title.replaceAll('\\', '')),
  );
}

/** Claims of docs/security.md whose test is not there, and chapters of the Top 10 without any. */
function findUnprovenClaims(): string[] {
  const lines = readFileSync('docs/security.md', 'utf8').split('\n');
  const problems = lines.flatMap((line, index) => {
    if (!line.startsWith('- → ')) return [];
    const [, path = '', title = ''] = /^- → `([\w/.-]+\.test\.ts)` "(.+)"$/.exec(line) ?? [];
    const isThere = existsSync(path) && titlesOf(readFileSync(path, 'utf8')).has(title);
    return isThere ? [] : [`docs/security.md:${index + 1}: no such test: ${line}`];
  });
  const chapters = lines.filter((line) => /^### API\d+ /.test(line)).length;
  return chapters === 10 ? problems : [...problems, `docs/security.md: ${chapters} of the Top 10`];
}

const problems = [
  ...findForbidden(listFiles()),
  ...findReadmeProblems(),
  ...findDependencyProblems(),
  ...findUnprovenClaims(),
];
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'tidy: nothing to mend' : `tidy: ${problems.length} to mend`);
process.exitCode = problems.length === 0 ? 0 : 1;
