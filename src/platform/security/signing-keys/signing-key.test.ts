import { expect, test } from 'vitest';
import { isRotationDue, signingKeyAt, type SigningKey } from './signing-key.ts';

const key = (generation: number, signsFrom: string): SigningKey => ({
  generation,
  kid: `key ${generation}`,
  sealedPrivate: '',
  publicJwk: { kty: 'EC', crv: 'P-256', x: '', y: '', kid: `key ${generation}`, use: 'sig', alg: 'ES256' },
  createdAt: new Date(signsFrom),
  signsFrom: new Date(signsFrom),
  retiresAt: undefined,
});

test('a published key does not sign before its time', () => {
  const keys = [key(2, '2026-04-01T00:00:00Z'), key(1, '2026-01-01T00:00:00Z')];
  expect(signingKeyAt(keys, new Date('2026-03-31T23:59:59Z'))?.generation).toBe(1);
  expect(signingKeyAt(keys, new Date('2026-04-01T00:00:00Z'))?.generation).toBe(2);
  expect(signingKeyAt([], new Date('2026-04-01T00:00:00Z'))).toBeUndefined();
});

test('where no time has come, the key that another process has just made by a clock ahead of ours signs', () => {
  const keys = [key(2, '2026-04-01T00:00:00Z'), key(1, '2026-01-01T00:00:00Z')];
  expect(signingKeyAt(keys, new Date('2025-12-31T23:59:58Z'))?.generation).toBe(1);
});

test('the next key is due a day before the newest has signed for ninety', () => {
  const keys = [key(1, '2026-01-01T00:00:00Z')];
  expect(isRotationDue(keys, new Date('2026-03-30T23:59:59Z'))).toBe(false);
  expect(isRotationDue(keys, new Date('2026-03-31T00:00:00Z'))).toBe(true);
  expect(isRotationDue([], new Date('2026-03-31T00:00:00Z'))).toBe(false);
});
