import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerBytes, keepBytes } from './answer-bytes.ts';

test('a template says what JSON says of its parts, whatever they hold', () => {
  const amounts = fc.record({ value: fc.integer(), currency: fc.constantFrom('EUR', 'JPY', 'KWD') });
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('', 'é漢😀', '"', '\\', '\u0000', '\ud800', 'a\u007f', 'x'.repeat(40)),
  );
  const numbers = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-0, 2 ** 31 - 1, 2 ** 31, 1e21),
  );
  const instants = fc.oneof(
    fc.date({ noInvalidDate: true }),
    fc.integer({ min: 0, max: 60_000_000 }).map((minute) => new Date(minute * 60_000)),
  );
  fc.assert(
    fc.property(
      texts,
      numbers,
      fc.boolean(),
      instants,
      amounts,
      fc.array(fc.oneof(texts, numbers)),
      (text, number, flag, instant, amount, list) => {
        const bytes = new AnswerBytes();
        bytes.add`{"text":${text},"number":${number},"flag":${flag},"nothing":${undefined},"null":${null},"raw":${keepBytes('{"é":1}')},"instant":${instant},"amount":${amount},"list":${list}}`;
        const { value, currency } = amount;
        const decimals = { EUR: 2, JPY: 0, KWD: 3 }[currency];
        expect(bytes.take().toString()).toBe(
          JSON.stringify({
            text,
            number,
            flag,
            nothing: null,
            null: null,
            raw: { é: 1 },
            instant,
            amount: { value, currency, decimal_places: decimals },
            list,
          }),
        );
      },
    ),
  );
});

test('what was written can be repeated, and an answer grows beyond the memory at hand', () => {
  const bytes = new AnswerBytes();
  bytes.write('[');
  const start = bytes.length;
  bytes.add`${'漢'.repeat(50_000)}`;
  const end = bytes.length;
  for (let i = 0; i < 3; i += 1) {
    bytes.add`,${i},`;
    bytes.repeat(start, end);
  }
  bytes.write(']');
  const text = '漢'.repeat(50_000);
  expect(JSON.parse(bytes.take().toString())).toEqual([text, 0, text, 1, text, 2, text]);
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

test('nothing is repeated that is not of this answer', () => {
  const [before, bytes] = [new AnswerBytes(), new AnswerBytes()];
  before.write('of another organization');
  before.take();
  bytes.write('ab');
  for (const [start, end] of [
    [0, 3],
    [-1, 1],
    [2, 1],
  ] as const)
    expect(() => bytes.repeat(start, end)).toThrow(RangeError);
  bytes.repeat(0, 2);
  expect(bytes.take().toString()).toBe('abab');
});

test('what was written behind a place can be taken back, nothing before it', () => {
  const bytes = new AnswerBytes();
  bytes.write('abc');
  bytes.rewind(1);
  bytes.write('d');
  for (const length of [-1, 3]) expect(() => bytes.rewind(length)).toThrow(RangeError);
  expect(bytes.take().toString()).toBe('ad');
});

test('an answer that waited while another was written is never sent: both share one memory', () => {
  const [waiting, other] = [new AnswerBytes(), new AnswerBytes()];
  waiting.write('mine');
  other.write('theirs');
  expect(() => waiting.write('more')).toThrow('neither may be sent');
  expect(() => waiting.take()).toThrow('neither may be sent');
  expect(other.take().toString()).toBe('theirs');
});
