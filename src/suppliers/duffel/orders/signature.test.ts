import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifySignature } from './signature.ts';

const NOW = new Date('2027-01-10T09:00:00.000Z');
const SECRET = 'a2V5IG9mIGEgd2ViaG9vaw==';

/** The header of a body that was signed at an instant. */
function sign(body: Buffer, key: string | Buffer = SECRET, at = NOW): string {
  const time = at.getTime() / 1_000;
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.`).update(body).digest('hex')}`;
}

test('any body that was signed is believed, and with one byte changed it is not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), (bytes, place) => {
      const body = Buffer.from(bytes);
      const header = sign(body);
      expect(verifySignature(SECRET, { body, header, now: NOW })).toBe('v1');
      const changed = Buffer.from(body);
      const at = place % changed.length;
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(verifySignature(SECRET, { body: changed, header, now: NOW })).toBeUndefined();
    }),
  );
});

test('no header that was made up is believed, and none throws', () => {
  const body = Buffer.from('{}');
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^t=\d{1,12},v[12]=[0-9a-f]{64}$/)), (header) => {
      expect(verifySignature(SECRET, { body, header, now: NOW })).toBeUndefined();
    }),
  );
});

test('one right signature among several is enough; the key may be what the secret stands for in base64', () => {
  const body = Buffer.from('{"id":"wev_1"}');
  const [time = '', right = ''] = sign(body).split(',');
  const wrong = `v1=${'0'.repeat(64)}`;
  expect(verifySignature(SECRET, { body, header: `${time},${wrong},${right}`, now: NOW })).toBe('v1');
  expect(verifySignature(SECRET, { body, header: `${time},${wrong},${right.replace('v1', 'v2')}`, now: NOW })).toBe(
    'v2',
  );
  const decoded = sign(body, Buffer.from(SECRET, 'base64'));
  expect(verifySignature(SECRET, { body, header: decoded, now: NOW })).toBe('v1');
  expect(verifySignature(SECRET, { body, header: [sign(body)], now: NOW })).toBeUndefined();
});

test('a secret that base64 makes next to nothing of is no key that can be guessed', () => {
  const body = Buffer.from('{"id":"wev_1"}');
  for (const secret of ['!!!!!!!!!!!!ab', 'short-secret']) {
    const guessed = Buffer.from(secret, 'base64');
    expect(verifySignature(secret, { body, header: sign(body, guessed), now: NOW })).toBeUndefined();
    expect(verifySignature(secret, { body, header: sign(body, secret), now: NOW })).toBe('v1');
  }
});
