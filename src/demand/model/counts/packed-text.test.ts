import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedText } from './packed-text.ts';

/** As PostgreSQL writes it: a break after every 76 letters, also where the text ends with them. */
function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n');
}

test('any part of any bytes comes back, in any order', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), fc.array(fc.tuple(fc.nat(700), fc.nat(700))), (bytes, parts) => {
      const text = packedText(encode(bytes));
      expect([...text.read()]).toEqual([...bytes]);
      for (const [one, other] of parts) {
        const [from, to] = [Math.min(one, other, bytes.length), Math.min(Math.max(one, other), bytes.length)];
        expect([...text.read(from, to)]).toEqual([...bytes.subarray(from, to)]);
      }
    }),
  );
});

test('what is longer than the room that is kept comes back too', () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251);
  const text = packedText(encode(bytes));
  expect(Buffer.compare(text.read(), bytes)).toBe(0);
  expect([...text.read(299_990)]).toEqual([...bytes.subarray(299_990)]);
});
