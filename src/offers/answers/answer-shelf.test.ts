import { expect, test } from 'vitest';
import { createAnswerShelf } from './answer-shelf.ts';

const madeAt = new Date('2026-03-01T08:00:00Z');
const answer = (text: string) => ({ bytes: Buffer.from(text), madeAt });
const smallShelf = () => createAnswerShelf({ onceBytesMax: 10, againBytesMax: 8 });

test('an answer comes back byte for byte, with its instant, however often it is asked for', () => {
  const shelf = smallShelf();
  shelf.put('a', answer('aaaa'));
  expect(String(shelf.get('a')?.bytes)).toBe('aaaa');
  expect(shelf.get('a')).toEqual({ bytes: Buffer.from('aaaa'), madeAt });
  expect(shelf.get('b')).toBeUndefined();
});

test('the oldest answer makes room, and no answer shows the bytes of another', () => {
  const shelf = smallShelf();
  for (const [question, text] of [
    ['a', 'aaaa'],
    ['b', 'bbbb'],
    ['c', 'cccc'],
    ['d', 'ddd'],
    ['e', 'eee'],
  ] as const)
    shelf.put(question, answer(text));
  expect(['a', 'b', 'c', 'd', 'e'].map((question) => shelf.get(question)?.bytes.toString())).toEqual([
    undefined,
    undefined,
    'cccc',
    'ddd',
    'eee',
  ]);
});

test('an answer that does not fit behind the last one is written over the oldest', () => {
  const shelf = smallShelf();
  shelf.put('a', answer('aa'));
  shelf.put('b', answer('bbbbb'));
  shelf.put('c', answer('cccc'));
  expect(['a', 'b', 'c'].map((question) => shelf.get(question)?.bytes.toString())).toEqual([
    undefined,
    undefined,
    'cccc',
  ]);
});

test('bytes that were handed out stay as they are while others are written over their place', () => {
  const shelf = smallShelf();
  shelf.put('a', answer('aaaaa'));
  const handedOut = shelf.get('a')?.bytes;
  for (const text of ['bbbbb', 'ccccc', 'ddddd']) shelf.put(text, answer(text));
  expect(String(handedOut)).toBe('aaaaa');
});

test('an answer that was asked for again outlives those that were not', () => {
  const shelf = smallShelf();
  shelf.put('again', answer('gggg'));
  shelf.get('again');
  for (const text of ['bbbbb', 'ccccc', 'ddddd']) shelf.put(text, answer(text));
  expect(String(shelf.get('again')?.bytes)).toBe('gggg');
  expect(shelf.get('bbbbb')).toBeUndefined();
});

test('a new answer takes the place of the old one, asked for again or not; a dropped one is gone', () => {
  const shelf = smallShelf();
  shelf.put('a', answer('old'));
  shelf.get('a');
  shelf.put('a', answer('new'));
  expect(String(shelf.get('a')?.bytes)).toBe('new');
  shelf.drop('a');
  expect(shelf.get('a')).toBeUndefined();
});

test('an answer larger than the block is not kept and moves nothing', () => {
  const shelf = smallShelf();
  shelf.put('a', answer('aaaa'));
  shelf.put('b', answer('bbbbbbbbbbb'));
  expect(shelf.get('b')).toBeUndefined();
  expect(String(shelf.get('a')?.bytes)).toBe('aaaa');
});
