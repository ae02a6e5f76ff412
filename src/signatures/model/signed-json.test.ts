import { expect, test } from 'vitest';
import { canonicalJson, hashOf } from './signed-json.ts';

test('members stand in one order, undefined ones are left out, and half a character becomes U+FFFD', () => {
  expect(canonicalJson({ b: [1, null, true], a: 'x\ud800', c: undefined })).toBe('{"a":"x\ufffd","b":[1,null,true]}');
});

test('a number that is not whole is never signed', () => {
  expect(() => canonicalJson({ rate: 1.1 })).toThrow('Only whole numbers are signed, not 1.1.');
  expect(() => canonicalJson([2 ** 53])).toThrow(RangeError);
});

test('a hash is of the canonical bytes, in base64url', () => {
  expect(hashOf({ b: 1, a: 2 })).toBe('sha256:02JqwwqH5vemQoIzs8aCmZdoZfpVCOQmfFQVx2r3p3I');
  expect(hashOf({ a: 2, b: 1 })).toBe(hashOf({ b: 1, a: 2 }));
});
