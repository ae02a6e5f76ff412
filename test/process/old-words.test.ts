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

test('texts that customers read, tests and columns of the database may have them', () => {
  expect(find('src/doors/door.ts', "const text = 'what was kept is told';")).toEqual([]);
  expect(find('src/doors/door.test.ts', 'const kept = 1;')).toEqual([]);
  expect(find('src/flights/monitors/monitor-store.ts', 'const { question } = row;')).toEqual([]);
});
