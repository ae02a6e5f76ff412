import { expect, test } from 'vitest';
import { AnswerBytes } from './write-json.ts';

test('answers written one after the other are each their own, part by part', () => {
  const [first, second] = [new AnswerBytes(), new AnswerBytes()];
  first.write('{"a":');
  const head = first.take();
  second.write('"b"');
  expect(second.take().toString()).toBe('"b"');
  first.write('1}');
  expect(Buffer.concat([head, first.take()]).toString()).toBe('{"a":1}');
  expect(new AnswerBytes().take()).toHaveLength(0);
});

test('an answer that waited while another was written is never sent: both share one memory', () => {
  const [waiting, other] = [new AnswerBytes(), new AnswerBytes()];
  waiting.write('mine');
  other.write('theirs');
  expect(() => waiting.write('more')).toThrow('neither may be sent');
  expect(() => waiting.take()).toThrow('neither may be sent');
  expect(other.take().toString()).toBe('theirs');
});
