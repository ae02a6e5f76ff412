import { expect, test } from 'vitest';
import { findOldWords } from '../../scripts/tidy/words.ts';

const find = (path: string, text: string) => findOldWords([{ path, text }]);

test('tidy refuses words that the glossary replaces, in comments and in identifiers of product code', () => {
  const text = [
    '/** The same, for a guest. */',
    'const keptFares = 1; // told to whoever asks',
    'export function deskOf(question: string) {',
    '  return `$' + '{question} kept`;',
    '}',
  ].join('\n');
  expect(find('src/doors/find-door.ts', text)).toEqual([
    'src/doors/find-door.ts:1: "The same": write a sentence that stands alone',
    'src/doors/find-door.ts:2: "whoever": write the actor by name',
    'src/doors/find-door.ts:2: "told": write record, report, notify, return, say',
    'src/doors/find-door.ts:2: "keptFares": write cached, stored',
    'src/doors/find-door.ts:3: "deskO": write service, order book, counter',
    'src/doors/find-door.ts:3: "question": write query',
    'src/doors/find-door.ts:4: "question": write query',
  ]);
});

test('tidy refuses narrowings, phrases and what is remembered as names of product code', () => {
  expect(find('src/doors/door.ts', 'const [narrowing, farePhrases] = rememberedOf(doors);')).toEqual([
    'src/doors/door.ts:1: "narrowing": write filter',
    'src/doors/door.ts:1: "rememberedOf": write cached',
    'src/doors/door.ts:1: "ePhrases": write messages',
  ]);
});

test('tidy refuses desks, ways and villages as names of tests and benches, not what only looks like them', () => {
  for (const path of ['test/door.test.ts', 'bench/anchors/door.ts', 'src/doors/door.test.ts'])
    expect(find(path, 'const ways = deskOf(village); // a desk')).toEqual([
      `${path}:1: "deskO": write service, order book, counter`,
      `${path}:1: "ways": write itinerary, direction`,
      `${path}:1: "village": write small world`,
    ]);
  expect(find('test/door.test.ts', 'const [oneWay, underWay, home] = [bothWays(always), told, kept];')).toEqual([]);
});

test('texts that customers read, tests and columns of the database may have them', () => {
  expect(find('src/doors/door.ts', "const text = 'what was kept is told';")).toEqual([]);
  expect(find('src/doors/door.test.ts', 'const kept = 1;')).toEqual([]);
  expect(find('src/flights/monitors/monitor-store.ts', 'const { question } = row;')).toEqual([]);
});
