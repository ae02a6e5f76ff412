import { expect, test } from 'vitest';
import { toRefusal, translateFailure } from './failure.ts';
import { SupplierFailure } from '../ports/supplier.ts';

test('each kind of supplier failure has its one documented answer', () => {
  const answers = (['rejected', 'error', 'unavailable', 'rate_limited', 'timeout'] as const).map((kind) =>
    toRefusal(new SupplierFailure(kind, 'inner words')),
  );
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [502, 'UPSTREAM_REJECTED'],
    [502, 'UPSTREAM_ERROR'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_TIMEOUT'],
  ]);
  expect(answers.every(({ message }) => !message.includes('inner words'))).toBe(true);
});

test("a limit of our own is 429 and names itself; the supplier's own limit stays 503", () => {
  const own = toRefusal(new SupplierFailure('rate_limited', 'x', { isOwnLimit: true, retryAfterSeconds: 30 }));
  expect([own.status, own.code, own.detail.keys, own.detail.headers]).toEqual([
    429,
    'RATE_LIMITED',
    { limit: 'supplier' },
    { 'Retry-After': '30' },
  ]);
  expect(toRefusal(new SupplierFailure('rate_limited', 'x', { retryAfterSeconds: 30 })).status).toBe(503);
});

test('Retry-After is passed on as the supplier named it, and left out when it named none', () => {
  expect(toRefusal(new SupplierFailure('unavailable', 'x', { retryAfterSeconds: 7 })).detail.headers).toEqual({
    'Retry-After': '7',
  });
  expect(toRefusal(new SupplierFailure('unavailable', 'x')).detail.headers).toEqual({});
});

test('anything else is not its business', () => {
  expect(translateFailure(new Error('bug'))).toBeUndefined();
});
