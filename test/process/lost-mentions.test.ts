import { expect, test } from 'vitest';
import { findLostMentions, findLostPaths, findLostShortPaths } from '../../scripts/tidy/documents.ts';

/** Files that exist in this tree, as `tidy` lists them. */
const there = { path: 'src/travel/money.ts', text: '' };
const find = (path: string, text: string) => {
  const files = [there, { path, text }];
  return [...findLostPaths(files), ...findLostShortPaths(files), ...findLostMentions(files)];
};

test('a README that names a file which is not there is refused, however it writes the path', () => {
  for (const named of ['src/travel/gold.ts', 'travel/gold.ts', 'model/gold.ts', 'gold.ts'])
    expect(find('src/travel/README.md', `# travel\nSums: \`${named}\`.\n`)).toEqual([
      `src/travel/README.md:2: ${named} is not there`,
    ]);
});

test('what is there may be named from the root, from src, from the folder and by its name', () => {
  const text = '`src/travel/money.ts`, `travel/money.ts`, `money.ts`, `geography/distance.ts`';
  expect(find('src/travel/README.md', text)).toEqual([]);
});

test('a comment that names a file which is nowhere is refused; code may name what it makes', () => {
  expect(
    find('src/a.ts', '/** Sums (gold.ts). */\n// travel/money.ts and money.ts\nconst made = "gold.ts";\n'),
  ).toEqual(['src/a.ts:1: gold.ts is nowhere']);
});

test('the changelog and decisions name what stood there then', () => {
  for (const path of ['CHANGELOG.md', 'docs/decisions/0001-a.md'])
    expect(find(path, '`src/travel/gold.ts`')).toEqual([]);
});
