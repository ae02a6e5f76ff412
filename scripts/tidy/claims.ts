import { existsSync, readFileSync } from 'node:fs';

/** The titles of a test file's tests, wherever the formatter has put them. */
function titlesOf(source: string): ReadonlySet<string> {
  return new Set(
    Array.from(source.matchAll(/\(\s*(['"`])(.*?)(?<!\\)\1,/g), ([, , title = '']) => title.replaceAll('\\', '')),
  );
}

/** Claims of docs/security.md whose test is not there, and chapters of the Top 10 without any. */
export function findUnprovenClaims(): string[] {
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
