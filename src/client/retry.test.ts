import { expect, test } from 'vitest';
import { placeInput } from './operation.ts';
import { type FailedAttempt, readRetryAfter, retryWaitMs } from './retry.ts';

function waitOf(more: Partial<FailedAttempt>) {
  return retryWaitMs({ repeat: 'read', retries: 0, status: 0, retryAfterSeconds: undefined, chance: 0.5, ...more });
}

test('what is sent again, by how it failed and whether it can do harm', () => {
  const table = (['read', 'keyed', 'write'] as const).map((repeat) => [
    waitOf({ repeat }),
    waitOf({ repeat, status: 429, retryAfterSeconds: 1 }),
    waitOf({ repeat, status: 503, retryAfterSeconds: 1 }),
    waitOf({ repeat, status: 409, retryAfterSeconds: 1 }),
    waitOf({ repeat, status: 429 }),
    waitOf({ repeat, status: 503 }),
    waitOf({ repeat, status: 500, retryAfterSeconds: 1 }),
    waitOf({ repeat, status: 504 }),
  ]);
  expect(table).toEqual([
    [400, 1_200, 1_200, undefined, undefined, undefined, undefined, undefined],
    [400, 1_200, 1_200, 1_200, undefined, undefined, undefined, undefined],
    [undefined, 1_200, undefined, undefined, undefined, undefined, undefined, undefined],
  ]);
});

test('waits double, scatter by half, never come before Retry-After, and end', () => {
  expect([0, 1, 2, 3].map((retries) => waitOf({ retries }))).toEqual([400, 800, 1_600, undefined]);
  expect([waitOf({ chance: 0 }), waitOf({ chance: 1 })]).toEqual([200, 600]);
  expect(waitOf({ status: 429, retryAfterSeconds: 2, chance: 0 })).toBe(2_000);
  expect([19, 20, 86_400].map((retryAfterSeconds) => waitOf({ status: 429, retryAfterSeconds }))).toEqual([
    19_200,
    undefined,
    undefined,
  ]);
});

test('Retry-After is seconds or a date', () => {
  const nowMs = Date.parse('2026-03-01T08:00:00Z');
  expect(
    ['7', 'Sun, 01 Mar 2026 08:00:30 GMT', 'Sun, 01 Mar 2026 07:00:00 GMT', 'soon', null].map((header) =>
      readRetryAfter(header, nowMs),
    ),
  ).toEqual([7, 30, 0, undefined, undefined]);
});

test('a flat input is put where it travels', () => {
  const update = { method: 'PATCH', path: '/v1/webhooks/{id}', repeat: 'write' } as const;
  expect(placeInput(update, { id: 12, url: 'https://a.example', active: undefined })).toEqual({
    path: '/v1/webhooks/12',
    body: '{"url":"https://a.example"}',
  });
  const list = {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    repeat: 'read',
    query: ['limit', 'status'],
  } as const;
  expect(placeInput(list, { id: 'a/b?c', status: 'fa&led' })).toEqual({
    path: '/v1/webhooks/a%2Fb%3Fc/deliveries?status=fa%26led',
    body: undefined,
  });
});

test('an id that would lead to another operation is refused', () => {
  const get = { method: 'GET', path: '/v1/trip/{trip_id}', repeat: 'read' } as const;
  for (const trip_id of ['', '.', '..', undefined, null, {}])
    expect(() => placeInput(get, { trip_id })).toThrow('trip_id must be');
});
