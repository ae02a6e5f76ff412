import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './idempotency.ts';

test('two texts of one value have one canonical form, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
    }),
  );
});

test('different values have different forms', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      const isSameForm = canonicalJson(a) === canonicalJson(b);
      const isSameValue = canonicalJson(JSON.parse(JSON.stringify(a))) === canonicalJson(JSON.parse(JSON.stringify(b)));
      expect(isSameForm).toBe(isSameValue);
    }),
  );
  for (const [a, b] of [
    [1, '1'],
    [
      [1, 2],
      [2, 1],
    ],
    [{}, []],
    [null, {}],
    [{ a: 1 }, { a: 1, b: 1 }],
  ])
    expect(canonicalJson(a)).not.toBe(canonicalJson(b));
});

test('a body nested beyond reason is refused, not a crash', () => {
  let nested: unknown = 1;
  for (let depth = 0; depth < 100; depth += 1) nested = [nested];
  expect(() => canonicalJson(nested)).toThrow('is nested too deeply');
});
