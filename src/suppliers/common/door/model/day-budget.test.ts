import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallPurpose } from '../../../ports/supplier.ts';
import { type CallState, readCallState } from './call-state.ts';
import { settleCall } from './settle-call.ts';
import { type SlotAnswer, type SlotRequest, takeSlot } from './take-slot.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');

/** The installation's account, which organizations share; calls end at once. */
class SharedAccount {
  state: CallState = readCallState(undefined, 'key', NOW);
  nowMs = NOW;
  readonly #searchesPerDayMax: number;

  constructor(searchesPerDayMax: number) {
    this.#searchesPerDayMax = searchesPerDayMax;
  }

  call(organization: string, purpose: CallPurpose = 'search', more: Partial<SlotRequest> = {}): SlotAnswer {
    const request: SlotRequest = {
      lease: 'call',
      process: 'p1',
      organization,
      purpose,
      isCounted: true,
      needsFunds: false,
      isShared: true,
      limits: { perMinute: 10_000_000, concurrency: 1_000 },
      searchesPerDayMax: this.#searchesPerDayMax,
      ...more,
    };
    // Through its text, as it lies in the store.
    const known = readCallState(JSON.stringify(this.state), 'key', this.nowMs);
    const { state, answer } = takeSlot(known, request, this.nowMs);
    this.state = settleCall(state, { lease: 'call', process: 'p1', health: { kind: 'well' } }, this.nowMs, 0);
    return answer;
  }

  /** How many calls go through until one does not, at most so many. */
  count(organization: string, callsMax: number, purpose: CallPurpose = 'search'): number {
    let calls = 0;
    while (calls < callsMax && this.call(organization, purpose).kind === 'go') calls += 1;
    return calls;
  }
}

const refused = { kind: 'refused', by: 'organization_budget', retryAfterMs: 12 * 3_600_000 };

describe('organizations that share the searches of a day', () => {
  test('one alone may use all of a share', () => {
    expect(new SharedAccount(1_000).count('a', 2_000)).toBe(700);
  });

  test('once another has asked, one has at most half of what the others have left', () => {
    const account = new SharedAccount(1_000);
    expect(account.count('a', 400)).toBe(400);
    expect(account.call('b').kind).toBe('go');
    expect(account.call('a')).toEqual(refused);
    expect(account.count('b', 1_000)).toBe(149);
    expect(account.call('b')).toEqual(refused);
    expect(account.count('c', 1_000)).toBe(75);
  });

  test('two that never stop get a third each, three a quarter, to the search, and the rest is for the next', () => {
    const shares = (organizations: readonly string[]) => {
      const account = new SharedAccount(1_714);
      for (let round = 0; round < 1_200; round += 1) for (const each of organizations) account.call(each);
      return organizations.map((each) => account.state.usedBy.interactive[each]);
    };
    // 1,200 of the 1,714 are for travelers.
    expect(shares(['a', 'b'])).toEqual([401, 400]);
    expect(shares(['a', 'b', 'c'])).toEqual([301, 300, 300]);
  });

  test('shares of the day are apart: who searches takes nothing from the monitors of another', () => {
    const account = new SharedAccount(100);
    account.call('b', 'monitor');
    expect(account.count('a', 100)).toBe(70);
    expect(account.count('a', 100, 'monitor')).toBe(5);
    expect(account.count('a', 100, 'discovery')).toBe(20);
  });

  test('what the installation searches by itself halves nothing for the one organization that asks after it', () => {
    const account = new SharedAccount(100);
    expect(account.count('org_installation', 5, 'discovery')).toBe(5);
    expect(account.count('a', 100, 'discovery')).toBe(15);
    const asked = new SharedAccount(100);
    asked.call('a', 'discovery');
    expect(asked.count('org_installation', 100, 'discovery')).toBe(10);
  });

  test('who asked and was refused counts as one that asked, until the UTC day is over', () => {
    const account = new SharedAccount(10);
    expect(account.count('a', 100)).toBe(7);
    expect(account.call('b')).toMatchObject({ kind: 'refused', by: 'budget' });
    account.nowMs += 12 * 3_600_000;
    expect(account.count('a', 100)).toBe(7);
  });

  test('what has been bought is served to any of them', () => {
    const account = new SharedAccount(10);
    account.count('b', 1);
    account.count('a', 100);
    expect([account.call('a').kind, account.call('a', 'booking').kind, account.call('a', 'servicing').kind]).toEqual([
      'refused',
      'go',
      'go',
    ]);
  });

  test('a further read of a counted search costs nothing and is never refused for the budget', () => {
    const account = new SharedAccount(10);
    account.count('a', 100);
    for (let read = 0; read < 20; read += 1) expect(account.call('a', 'search', { isCounted: false }).kind).toBe('go');
    expect(account.state.used.interactive).toBe(7);
    expect(account.call('b', 'search', { isCounted: false }).kind).toBe('go');
    expect(Object.keys(account.state.usedBy.interactive)).toEqual(['a']);
  });

  test('of many organizations the hundred with the most searches are remembered', () => {
    const account = new SharedAccount(100_000);
    account.count('greedy', 500);
    for (let at = 0; at < 300; at += 1) account.call(`org_${at}`);
    expect(Object.keys(account.state.usedBy.interactive)).toHaveLength(100);
    expect(account.state.usedBy.interactive['greedy']).toBe(500);
    expect(account.state.used.interactive).toBe(800);
  });

  test('in any order of calls the share holds, and none goes beyond its half while another has asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 150 }),
        (searchesPerDayMax, calls) => {
          const account = new SharedAccount(searchesPerDayMax);
          const max = searchesPerDayMax - Math.floor(searchesPerDayMax / 10) - Math.floor(searchesPerDayMax / 5);
          const made = new Map<string, number>();
          for (const organization of calls) {
            const known = made.has(organization);
            const own = made.get(organization) ?? 0;
            const others = [...made.values()].reduce((sum, count) => sum + count, 0) - own;
            const isAlone = made.size === (known ? 1 : 0);
            const mayGo = isAlone ? own < max : own + others < max && 2 * own < max - others;
            expect(account.call(organization).kind).toBe(mayGo ? 'go' : 'refused');
            made.set(organization, own + (mayGo ? 1 : 0));
          }
        },
      ),
    );
  });
});

test('a state of an earlier release keeps its budget', () => {
  const { usedBy: _by, ...earlier } = readCallState(undefined, 'key', NOW);
  const stored = JSON.stringify({ ...earlier, used: { ...earlier.used, interactive: 5 } });
  expect(readCallState(stored, 'key', NOW)).toMatchObject({ used: { interactive: 5 }, usedBy: { interactive: {} } });
});
