import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
// The test data of RFC 8785's authors (github.com/cyberphone/json-canonicalization, Apache-2.0), byte for byte.
import vectors from '../../test/support/vectors/rfc8785.json' with { type: 'json' };
import { canonicalJson } from './canonical-json.ts';

/** Numbers as RFC 8785 writes them: appendix B, each as the 64 bits of an IEEE 754 double. */
const NUMBERS = {
  '0000000000000000': '0',
  '8000000000000000': '0',
  '0000000000000001': '5e-324',
  '8000000000000001': '-5e-324',
  '7fefffffffffffff': '1.7976931348623157e+308',
  ffefffffffffffff: '-1.7976931348623157e+308',
  '4340000000000000': '9007199254740992',
  c340000000000000: '-9007199254740992',
  '4430000000000000': '295147905179352830000',
  '44b52d02c7e14af5': '9.999999999999997e+22',
  '44b52d02c7e14af6': '1e+23',
  '44b52d02c7e14af7': '1.0000000000000001e+23',
  '444b1ae4d6e2ef4e': '999999999999999700000',
  '444b1ae4d6e2ef4f': '999999999999999900000',
  '444b1ae4d6e2ef50': '1e+21',
  '3eb0c6f7a0b5ed8c': '9.999999999999997e-7',
  '3eb0c6f7a0b5ed8d': '0.000001',
  '41b3de4355555553': '333333333.3333332',
  '41b3de4355555554': '333333333.33333325',
  '41b3de4355555555': '333333333.3333333',
  '41b3de4355555556': '333333333.3333334',
  '41b3de4355555557': '333333333.33333343',
  becbf647612f3696: '-0.0000033333333333333333',
  '43143ff3c1cb0959': '1424953923781206.2',
} as const;

describe.each([
  ['the library that services sign with', canonicalize],
  ['the client', canonicalJson],
])('%s writes JSON as RFC 8785 does', (_name, write) => {
  test.each(vectors)('its test data $name', ({ input, output }) => {
    expect(write(JSON.parse(input))).toBe(output);
  });

  test.each(Object.entries(NUMBERS))('the number %s of its appendix B as %s', (bits, text) => {
    expect(write(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  test('half a character has no form', () => {
    expect(() => write({ a: '\ud800' })).toThrow(/surrogate/i);
    expect(() => write({ '\udead': 1 })).toThrow(/surrogate/i);
    expect(write('\\ud800 😂')).toBe('"\\\\ud800 😂"');
  });
});

test('the client writes any JSON as the library does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const read = JSON.parse(JSON.stringify(value));
      expect(canonicalJson(read)).toBe(canonicalize(read));
    }),
  );
});
