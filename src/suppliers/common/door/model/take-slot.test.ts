import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Account, NOW } from '../../../../../test/support/suppliers/calls/slot-account.ts';
import type { CallPurpose } from '../../../ports/supplier.ts';
import { readCallState, sharesOf } from './call-state.ts';

const HOUR = 3_600_000;

describe('rate', () => {
  test('a quarter of a minute’s calls go at once, then one comes as often as the rest of them allows', () => {
    const account = new Account({ limits: { perMinute: 60, concurrency: 100 } });
    const answers = Array.from({ length: 17 }, () => account.call('booking').kind);
    expect(answers.filter((kind) => kind === 'go')).toHaveLength(15);
    expect(account.call('booking')).toMatchObject({ kind: 'wait', waitMs: 1_334 });
    account.nowMs += 1_334;
    expect(account.call('booking').kind).toBe('go');
    expect(account.call('booking').kind).toBe('wait');
  });

  test('a second has its own limit, of which calls that nobody waits for leave two fifths to travelers', () => {
    const account = new Account({ limits: { perMinute: 6_000, concurrency: 100, perSecond: 5 } });
    const fill = () => account.call('discovery');
    expect([fill(), fill(), fill()].map(({ kind }) => kind)).toEqual(['go', 'go', 'go']);
    account.nowMs += 100;
    expect(fill()).toEqual({ kind: 'wait', waitMs: 1_000, forAll: true, lease: 'call 4' });
    // A traveler does not wait behind it.
    expect([account.call('search').kind, account.call('booking').kind]).toEqual(['go', 'go']);
    expect(account.call('search')).toMatchObject({ kind: 'wait', waitMs: 1_000 });
    account.nowMs += 1_000;
    // The two of travelers are still in the second: what is left of three is one.
    expect([fill().kind, fill().kind]).toEqual(['go', 'wait']);
    account.nowMs += 100;
    expect([account.call('search').kind, account.call('search').kind]).toEqual(['go', 'go']);
  });

  test('while travelers use all of a second, what nobody waits for is not called at all', () => {
    const account = new Account({ limits: { perMinute: 60_000, concurrency: 100, perSecond: 5 } });
    for (let step = 0; step < 40; step += 1) {
      account.nowMs += 220;
      expect(account.call('search').kind).toBe('go');
      if (step >= 3) expect(account.call('discovery').kind).toBe('wait');
    }
  });

  test('never more calls than allowed within any second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.record({ afterMs: fc.nat(900), purpose: fc.constantFrom('discovery', 'search', 'booking') }), {
          maxLength: 120,
        }),
        (perSecond, steps) => {
          const account = new Account({ limits: { perMinute: 60_000, concurrency: 1_000, perSecond } });
          const made: number[] = [];
          for (const { afterMs, purpose } of steps) {
            account.nowMs += afterMs;
            if (account.call(purpose as CallPurpose).kind === 'go') made.push(account.nowMs);
          }
          for (const start of made)
            expect(made.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(perSecond);
        },
      ),
    );
  });

  test('never more calls than allowed within any minute, whatever comes when', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        fc.array(fc.record({ afterMs: fc.nat(4_000), calls: fc.nat(30) }), { maxLength: 80 }),
        (perMinute, steps) => {
          const account = new Account({ limits: { perMinute, concurrency: 1_000 } });
          const made: number[] = [];
          for (const { afterMs, calls } of steps) {
            account.nowMs += afterMs;
            for (let at = 0; at < calls; at += 1) if (account.call('booking').kind === 'go') made.push(account.nowMs);
          }
          for (const from of made) {
            const within = made.filter((at) => at >= from && at < from + 60_000).length;
            expect(within).toBeLessThanOrEqual(perMinute);
          }
        },
      ),
    );
  });

  test('the last calls of the moment are left to what is more urgent', () => {
    const account = new Account({ limits: { perMinute: 400, concurrency: 1_000 } });
    const goAs = (purpose: CallPurpose) => {
      let count = 0;
      while (account.call(purpose).kind === 'go') count += 1;
      return count;
    };
    expect([goAs('discovery'), goAs('monitor'), goAs('search'), goAs('page'), goAs('booking')]).toEqual([
      60, 0, 30, 0, 10,
    ]);
  });

  test('a clock that jumps back makes no calls', () => {
    const account = new Account({ limits: { perMinute: 4, concurrency: 10 } });
    expect(account.call('search').kind).toBe('go');
    account.nowMs -= HOUR;
    expect(account.call('search').kind).toBe('wait');
  });
});

describe('slow down', () => {
  test('nobody calls before the supplier’s date, whatever the call is for; then calls go on', () => {
    const account = new Account();
    account.call('search', { kind: 'slow_down', until: new Date(NOW + 30_000) });
    account.nowMs += 29_999;
    for (const purpose of ['search', 'page', 'monitor', 'discovery', 'booking', 'servicing'] as const)
      expect(account.take(purpose)).toMatchObject({ kind: 'wait', waitMs: 1, forAll: true });
    account.nowMs += 1;
    expect(account.call('search').kind).toBe('go');
  });

  test('an earlier date does not shorten a later one, and one years away is a mistake', () => {
    const account = new Account();
    const [first, second] = [account.take('search'), account.take('search')];
    account.end(first.lease, { kind: 'slow_down', until: new Date(NOW + 60_000) });
    account.end(second.lease, { kind: 'slow_down', until: new Date(NOW + 10_000) });
    expect(account.take('search')).toMatchObject({ waitMs: 60_000 });
    account.end('gone', { kind: 'slow_down', until: new Date(NOW + 9_999 * HOUR) });
    expect(account.take('search')).toMatchObject({ waitMs: HOUR });
  });
});

describe('places', () => {
  test('as many calls are under way as there are places; one that ends makes room', () => {
    const account = new Account({ limits: { perMinute: 60_000, concurrency: 3 } });
    const taken = Array.from({ length: 5 }, () => account.take('booking'));
    expect(taken.map(({ kind }) => kind)).toEqual(['go', 'go', 'go', 'wait', 'wait']);
    account.end(taken[0]?.lease ?? '');
    expect(account.take('booking').kind).toBe('go');
    expect(account.take('booking').kind).toBe('wait');
  });

  test('the calls of a process that is silent for 15 seconds are over; one that lives keeps its own', () => {
    const account = new Account({ limits: { perMinute: 60_000, concurrency: 2 } });
    account.take('booking', { process: 'dies' });
    account.take('booking', { process: 'lives' });
    account.nowMs += 14_999;
    expect(account.take('booking', { process: 'lives' }).kind).toBe('wait');
    account.nowMs += 1;
    expect(account.take('booking', { process: 'lives' }).kind).toBe('go');
    expect(account.take('booking', { process: 'lives' }).kind).toBe('wait');
  });

  test('two places in twenty are for bookings, eight for whoever waits for an answer', () => {
    const account = new Account({ limits: { perMinute: 60_000, concurrency: 20 } });
    const goAs = (purpose: CallPurpose) => {
      let count = 0;
      while (account.take(purpose).kind === 'go') count += 1;
      return count;
    };
    expect([goAs('monitor'), goAs('search'), goAs('servicing')]).toEqual([12, 6, 2]);
  });
});

describe('budget', () => {
  test('each purpose has its share of the day and no more; what somebody has bought is never refused', () => {
    const account = new Account({ searchesPerDayMax: 20 });
    const count = (purpose: CallPurpose) => {
      let calls = 0;
      while (calls < 50 && account.call(purpose).kind === 'go') calls += 1;
      return calls;
    };
    expect([count('discovery'), count('monitor'), count('page'), count('search')]).toEqual([4, 2, 14, 0]);
    expect([count('booking'), count('servicing')]).toEqual([50, 50]);
    expect(account.take('search')).toMatchObject({ kind: 'refused', by: 'budget', retryAfterMs: 12 * HOUR });
  });

  test('the next UTC day begins with all of it', () => {
    const account = new Account({ searchesPerDayMax: 1 });
    expect(account.call('search').kind).toBe('go');
    account.nowMs = Date.parse('2026-11-24T23:59:59.999Z');
    expect(account.call('search')).toMatchObject({ kind: 'refused', by: 'budget', retryAfterMs: 1 });
    account.nowMs += 1;
    expect(account.call('search').kind).toBe('go');
    expect(account.call('search')).toMatchObject({ kind: 'refused', by: 'budget' });
  });

  test('the shares are the whole, of any number of searches', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (max) => {
        const { interactive, monitor, discovery } = sharesOf(max);
        expect(interactive + monitor + discovery).toBe(max);
        expect(interactive).toBeGreaterThanOrEqual(0.7 * max - 1e-6);
      }),
    );
  });
});

describe('organizations on one account', () => {
  const shared = { isShared: true, limits: { perMinute: 240, concurrency: 100 } };

  test('of two that wait, the one that had fewer calls lately goes first', () => {
    const account = new Account(shared);
    while (account.call('search', undefined, { organization: 'greedy' }).kind === 'go');
    expect(account.take('search', { organization: 'modest' }).kind).toBe('wait');
    account.nowMs += 334;
    expect(account.take('search', { organization: 'greedy' })).toMatchObject({ kind: 'wait', forAll: false });
    expect(account.call('search', undefined, { organization: 'modest' }).kind).toBe('go');
  });

  test('one that no longer asks holds nobody up', () => {
    const account = new Account(shared);
    while (account.call('search', undefined, { organization: 'greedy' }).kind === 'go');
    account.take('search', { organization: 'modest' });
    account.nowMs += 1_000;
    expect(account.call('search', undefined, { organization: 'greedy' }).kind).toBe('go');
  });

  test('none holds more than three quarters of the places; on an account of its own it holds all', () => {
    const count = (isShared: boolean) => {
      const account = new Account({ isShared, limits: { perMinute: 60_000, concurrency: 9 } });
      let held = 0;
      while (account.take('search').kind === 'go') held += 1;
      return held;
    };
    expect([count(true), count(false)]).toEqual([6, 9]);
  });

  test('what is remembered of organizations is bounded', () => {
    const account = new Account(shared);
    for (let at = 0; at < 300; at += 1) account.call('search', undefined, { organization: `org_${at}` });
    expect(Object.keys(account.state.organizations).length).toBeLessThanOrEqual(100);
  });
});

test('a state of another release is begun anew', () => {
  expect(readCallState('{"tokens":"many"}', 'key', NOW)).toMatchObject({ keyMark: 'key', leases: [] });
});
