import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runParts } from '../../../platform/scheduling/in-parts.ts';
import { type JsonPart, readJsonParts, writeJsonParts } from './json-parts.ts';

function write(value: unknown): readonly JsonPart[] {
  const parts: JsonPart[] = [];
  runParts(writeJsonParts(value, parts));
  return parts;
}

/** Blown up, so that what fast-check draws is split at every depth. */
const large = fc.string({ minLength: 1, maxLength: 4 }).map((text) => text.repeat(9_000));
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -1.5, '', '__proto__', '\u2028'),
    fc.string(),
    large,
    fc.array(tie('json'), { maxLength: 8 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', '', 'toString')), tie('json'), { maxKeys: 8 }),
  ),
}));

test('whatever is written is read back, however large its parts', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(runParts(readJsonParts(write(value))))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('what JSON does not know is left out, an instant is its text', () => {
  const value = {
    a: undefined,
    at: new Date('2026-11-24T12:00:00Z'),
    list: [undefined, 1],
    filler: 'x'.repeat(50_000),
  };
  expect(runParts(readJsonParts(write({ ...value, more: [value, value] })))).toEqual({
    at: '2026-11-24T12:00:00.000Z',
    list: [null, 1],
    filler: value.filler,
    more: Array.from({ length: 2 }, () => ({
      at: '2026-11-24T12:00:00.000Z',
      list: [null, 1],
      filler: value.filler,
    })),
  });
});

test('a large answer is many parts, none of them long', () => {
  const offer = { id: 'off_1', slices: [{ from: 'LHR', to: 'JFK', text: 'x'.repeat(3_000) }] };
  const parts = write({ answer: { offers: Array.from({ length: 500 }, () => offer), total: 500 } });
  expect(parts.length).toBeGreaterThan(40);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(70_000);
  const dictionary = write(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, at])));
  expect(dictionary.length).toBeGreaterThan(5);
});

test.each([[['?1']], [['[']], [[']']], [['=[1]', '=[2]']], [['=[1,2]']], [[':{"a":1}']], [[]], [['[', '=1', ']']]])(
  'parts %j that nobody wrote are an error',
  (parts) => {
    expect(() => runParts(readJsonParts(parts))).toThrow();
  },
);
