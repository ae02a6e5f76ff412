import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { attemptId, deliveryIdOf, judgeStatus } from './delivery.ts';
import { DELIVERED_OR_OPEN, deliveryLifecycle, isSettled } from './delivery-states.ts';
import { endpointLifecycle, hasFailedTooLong } from './endpoint-states.ts';
import { asId } from '../../platform/ids.ts';
import type { Lifecycle } from '../../platform/lifecycle.ts';

const migration = readFileSync(new URL('../../../migrations/0006_webhooks.sql', import.meta.url), 'utf8');

/** Walks a table: every listed move and staying succeed, every other move is refused. */
function walk<S extends string>({ states: statuses, next, moveOrStay: move }: Lifecycle<S>): void {
  for (const from of statuses) {
    for (const to of statuses) {
      if (from === to || next[from].includes(to)) expect(move(from, to)).toBe(to);
      else expect(() => move(from, to)).toThrow(RangeError);
    }
  }
}

describe('delivery', () => {
  test('moves along its table and no other way', () => {
    walk(deliveryLifecycle);
  });

  test('is settled once delivered, failed or cancelled', () => {
    expect(deliveryLifecycle.states.filter(isSettled)).toEqual(['delivered', 'failed', 'cancelled']);
    expect(DELIVERED_OR_OPEN).toEqual(['pending', 'retrying', 'delivered']);
  });

  test('the database checks the same names', () => {
    expect(migration).toContain(`check (status in ('pending', 'retrying', 'delivered', 'failed', 'cancelled'))`);
    expect(deliveryLifecycle.states).toEqual(['pending', 'retrying', 'delivered', 'failed', 'cancelled']);
  });

  test('2xx is delivered, 410 is gone, everything else has failed, redirects included', () => {
    const verdicts = [200, 201, 204, 299, 199, 300, 302, 307, 400, 404, 410, 429, 500, 503].map(
      (status) => `${status} ${judgeStatus(status)}`,
    );
    expect(verdicts).toEqual([
      '200 delivered',
      '201 delivered',
      '204 delivered',
      '299 delivered',
      '199 failed',
      '300 failed',
      '302 failed',
      '307 failed',
      '400 failed',
      '404 failed',
      '410 gone',
      '429 failed',
      '500 failed',
      '503 failed',
    ]);
  });

  test('each attempt has an id of its own that leads back to its delivery', () => {
    const id = asId('delivery', 'dlv_0abc');
    expect([1, 2, 8].map((attempt) => attemptId(id, attempt))).toEqual(['dlv_0abc', 'dlv_0abc-2', 'dlv_0abc-8']);
    expect(['dlv_0abc', 'dlv_0abc-2', 'dlv_0abc-8'].map(deliveryIdOf)).toEqual(['dlv_0abc', 'dlv_0abc', 'dlv_0abc']);
  });
});

describe('endpoint', () => {
  test('moves along its table and no other way', () => {
    walk(endpointLifecycle);
  });

  test('the database checks the same names', () => {
    expect(migration).toContain(`check (status in ('active', 'disabled'))`);
  });

  test('has failed too long after five whole days without a success, and not a moment before', () => {
    const since = new Date('2026-03-01T08:00:00Z');
    expect(hasFailedTooLong(since, new Date('2026-03-06T07:59:59Z'))).toBe(false);
    expect(hasFailedTooLong(since, new Date('2026-03-06T08:00:00Z'))).toBe(true);
    expect(hasFailedTooLong(undefined, new Date('2026-03-06T08:00:00Z'))).toBe(false);
  });
});
