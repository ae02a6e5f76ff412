import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { asId } from '../ids.ts';
import type { AnyJob } from './job.ts';
import { Slots } from './slots.ts';
import type { Ask } from './slots.ts';
import type { ClaimedJob } from './store-claim.ts';

const now = new Date('2026-03-01T08:00:00Z');

function kind(name: string, concurrency: number, concurrencyPerKey?: number, organizationConcurrency?: number): AnyJob {
  return {
    name,
    concurrency,
    payload: z.object({}),
    retryDelaysSeconds: [],
    timeoutSeconds: 1,
    run: async () => undefined,
    ...(concurrencyPerKey === undefined ? {} : { concurrencyPerKey }),
    ...(organizationConcurrency === undefined ? {} : { organizationConcurrency }),
  };
}

function job(name: string, concurrencyKey: string | undefined, seenOfKind: number): ClaimedJob {
  return {
    organizationId: asId('organization', 'org_a'),
    jobId: asId('job', `job_${Math.random()}`),
    name,
    concurrencyKey,
    payload: {},
    attempt: 1,
    claim: 1,
    dueAt: now,
    offsetSeconds: 0,
    seenOfKind,
  };
}

function askOf(slots: Slots): Ask {
  const ask = slots.ask(now);
  if (ask === undefined) throw new Error('Nothing was asked for.');
  return ask;
}

describe('slots', () => {
  test('what was looked through completely is not asked for again until something is queued', () => {
    const slots = new Slots([kind('a', 4)]);
    slots.accept(askOf(slots), []);
    expect(slots.ask(now)).toBeUndefined();
    slots.wake('a');
    expect(askOf(slots).kinds).toMatchObject([{ name: 'a', free: 4 }]);
  });

  test('a job queued while the claim was under way is not forgotten', () => {
    const slots = new Slots([kind('a', 4)]);
    const ask = askOf(slots);
    slots.wake('a');
    slots.accept(ask, []);
    expect(askOf(slots).kinds).toHaveLength(1);
  });

  test('a kind asks for the places it has left, and for nothing when it has none', () => {
    const slots = new Slots([kind('a', 2), kind('b', 1)]);
    const running = [job('a', undefined, 2), job('a', undefined, 2)];
    slots.accept(askOf(slots), running);
    expect(slots.ask(now)).toBeUndefined();
    const [first] = running;
    expect(first !== undefined && slots.release(first)).toBe(true);
    expect(askOf(slots).kinds).toMatchObject([{ name: 'a', free: 1 }]);
  });

  test('a full concurrency key is left out, and asked for by name when a place of it comes free', () => {
    const slots = new Slots([kind('a', 8, 2)]);
    const slow = [job('a', 'slow', 8), job('a', 'slow', 8)];
    slots.accept(askOf(slots), slow);
    const next = askOf(slots);
    expect(next.busy).toEqual([
      { name: 'a', concurrencyKey: 'slow', organizationId: 'org_a', running: 2, isFull: true },
    ]);
    expect(next.kinds).toMatchObject([{ name: 'a', free: 6 }]);
    slots.accept(next, []);
    expect(slots.ask(now)).toBeUndefined();
    const [first] = slow;
    expect(first !== undefined && slots.release(first)).toBe(true);
    expect(askOf(slots)).toMatchObject({ kinds: [], keys: [{ name: 'a', concurrencyKey: 'slow', free: 1 }] });
  });

  test('what only full keys have left is not scanned again for every claim, until everything is looked at anew', () => {
    const slots = new Slots([kind('a', 8, 1)]);
    slots.accept(askOf(slots), [job('a', 'slow', 3)]);
    slots.wake('a');
    expect(askOf(slots).kinds[0]?.scanFrom.getTime()).toBe(now.getTime() - 2_000);
    slots.wakeAll();
    expect(askOf(slots).kinds[0]?.scanFrom.getTime()).toBe(0);
  });

  test('a full organization is left out, and everything is looked through again once a quarter of its places is free', () => {
    const slots = new Slots([kind('a', 16, 4, 8)]);
    const jobs = Array.from({ length: 8 }, (_entry, index) => job('a', `key${index % 4}`, 12));
    slots.accept(askOf(slots), jobs);
    const [first, second] = jobs;
    slots.wake('a');
    const next = askOf(slots);
    expect(next.organizations).toEqual([{ name: 'a', organizationId: 'org_a', running: 8, isFull: true }]);
    slots.accept(next, []);
    expect(slots.ask(now)).toBeUndefined();
    expect(first !== undefined && slots.release(first)).toBe(false);
    expect(second !== undefined && slots.release(second)).toBe(true);
    expect(askOf(slots)).toMatchObject({
      kinds: [{ name: 'a', free: 10, organizationLimit: 8 }],
      organizations: [{ running: 6, isFull: false }],
    });
    expect(askOf(slots).kinds[0]?.scanFrom.getTime()).toBe(0);
  });

  test('an organization that has room again when a claim ends is not forgotten, and its full keys draw on the same places', () => {
    const slots = new Slots([kind('a', 16, 2, 2)]);
    const running = [job('a', 'slow', 6), job('a', 'slow', 6)];
    slots.accept(askOf(slots), running);
    slots.wake('a');
    const ask = askOf(slots);
    for (const one of running) slots.release(one);
    slots.accept(ask, []);
    const again = askOf(slots);
    expect(again.keys).toMatchObject([{ name: 'a', concurrencyKey: 'slow', free: 2 }]);
    expect(again.kinds[0]?.scanFrom.getTime()).toBe(0);
  });

  test('a claim for hardly any place of a busy kind can wait a moment; the only place of a small kind cannot', () => {
    const slots = new Slots([kind('a', 8), kind('b', 1)]);
    slots.accept(
      askOf(slots),
      Array.from({ length: 7 }, () => job('a', undefined, 8)),
    );
    slots.accept(askOf(slots), []);
    slots.wake('a');
    expect(slots.isNearlyFull(askOf(slots))).toBe(true);
    slots.wake('b');
    expect(slots.isNearlyFull(askOf(slots))).toBe(false);
  });
});
