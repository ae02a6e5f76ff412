import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerBytes, quote, quoteAll } from './write-json.ts';

test('texts are quoted as JSON quotes them, short or long, whatever they hold', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 4 });
  fc.assert(fc.property(texts, (all) => {
    expect(all.map(quote)).toEqual(all.map((text) => JSON.stringify(text)));
    expect(quoteAll(all)).toBe(JSON.stringify(all));
  }));
  const awkward = ['"', '\\', '\u0000', '\u001f', '\ud800', 'a\udfff', 'é漢😀', 'x'.repeat(40), `${'x'.repeat(40)}"`, ''];
  expect(awkward.map(quote)).toEqual(awkward.map((text) => JSON.stringify(text)));
});

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
