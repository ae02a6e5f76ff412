import { describe, expect, test } from 'vitest';
import { Account, NOW } from '../../../../../test/support/suppliers/calls/slot-account.ts';
import type { CallHealth } from '../../account-calls.ts';
import { readCallState } from './call-state.ts';
import { settleCall } from './settle-call.ts';

const failed: CallHealth = { kind: 'failed', detail: 'ECONNREFUSED' };

describe('circuit breaker', () => {
  const open = (account: Account) => {
    for (let at = 0; at < 5; at += 1) account.call('search', failed);
  };

  test('five failures within a minute open it for searches; bookings and servicing go through', () => {
    const account = new Account();
    for (let at = 0; at < 4; at += 1) account.call('search', failed);
    expect(account.call('search', failed).kind).toBe('go');
    for (const purpose of ['search', 'page', 'monitor', 'discovery'] as const)
      expect(account.take(purpose)).toMatchObject({ kind: 'refused', by: 'breaker', retryAfterMs: 10_000 });
    expect([account.take('booking').kind, account.take('servicing').kind]).toEqual(['go', 'go']);
  });

  test('failures among many good calls, or spread over minutes, open nothing', () => {
    const busy = new Account();
    for (let at = 0; at < 20; at += 1) busy.call('search', at % 3 === 0 ? failed : { kind: 'well' });
    expect(busy.call('search').kind).toBe('go');
    const slow = new Account();
    for (let at = 0; at < 8; at += 1) {
      slow.call('search', failed);
      slow.nowMs += 20_000;
    }
    expect(slow.call('search').kind).toBe('go');
  });

  test('after its time one call alone may try: a good one closes it, a bad one opens it for twice as long', () => {
    const account = new Account();
    open(account);
    account.nowMs += 10_000;
    const probe = account.take('search');
    expect(probe.kind).toBe('go');
    expect(account.take('search')).toMatchObject({ kind: 'refused', by: 'breaker' });
    account.end(probe.lease, failed);
    expect(account.take('search')).toMatchObject({ kind: 'refused', retryAfterMs: 20_000 });
    account.nowMs += 20_000;
    expect(account.call('search').kind).toBe('go');
    expect(account.call('search').kind).toBe('go');
    open(account);
    expect(account.take('search')).toMatchObject({ retryAfterMs: 10_000 });
  });

  test('it never opens for longer than five minutes, and chance makes it up to a fifth shorter', () => {
    const account = new Account();
    open(account);
    for (let at = 0; at < 12; at += 1) {
      account.nowMs += 300_000;
      account.call('search', failed);
    }
    expect(account.take('search')).toMatchObject({ retryAfterMs: 300_000 });
    account.nowMs += 300_000;
    const probe = account.take('search');
    account.state = settleCall(
      account.state,
      { lease: probe.lease, process: 'p1', health: failed },
      account.nowMs,
      0.5,
    );
    expect(account.take('search')).toMatchObject({ retryAfterMs: 270_000 });
  });

  test('a probe whose process died does not stand in the way of the next', () => {
    const account = new Account();
    open(account);
    account.nowMs += 10_000;
    expect(account.take('search', { process: 'dies' }).kind).toBe('go');
    expect(account.take('search').kind).toBe('refused');
    account.nowMs += 15_000;
    expect(account.take('search').kind).toBe('go');
  });

  test('calls that began before it opened and fail later change nothing; a booking that is answered closes it', () => {
    const account = new Account();
    const late = account.take('search');
    open(account);
    account.end(late.lease, failed);
    expect(account.take('search')).toMatchObject({ retryAfterMs: 10_000 });
    account.call('booking', failed);
    expect(account.take('search')).toMatchObject({ retryAfterMs: 10_000 });
    account.call('booking');
    expect(account.call('search').kind).toBe('go');
  });
});

describe('key and money', () => {
  const unauthorised: CallHealth = { kind: 'unauthorised', detail: '401 access_token_not_found' };

  test('a refused key sells nothing until a probe, one a minute, is answered; servicing goes through', () => {
    const account = new Account();
    account.call('search', unauthorised);
    for (const purpose of ['search', 'page', 'monitor', 'discovery', 'booking'] as const)
      expect(account.take(purpose)).toMatchObject({ kind: 'refused', by: 'key' });
    expect(account.call('servicing', unauthorised).kind).toBe('go');
    account.nowMs += 60_000;
    const probe = account.take('search');
    expect([probe.kind, account.take('search').kind]).toEqual(['go', 'refused']);
    account.end(probe.lease);
    expect([account.call('search').kind, account.call('booking').kind]).toEqual(['go', 'go']);
  });

  test('another key is judged afresh, and finds the budget as the one before left it', () => {
    const account = new Account({ searchesPerDayMax: 1 });
    account.call('search', unauthorised);
    account.state = readCallState(JSON.stringify(account.state), 'another key', NOW);
    expect(account.state.unauthorised).toBeUndefined();
    expect(account.state.used.interactive).toBe(1);
  });

  test('where the money ran out nothing is ordered for five minutes, then ten; all else goes on', () => {
    const account = new Account();
    const empty: CallHealth = { kind: 'out_of_funds', detail: 'insufficient_balance' };
    const order = { needsFunds: true };
    const [one, two] = [account.take('booking', order), account.take('booking', order)];
    account.end(one.lease, empty);
    account.end(two.lease, empty);
    expect(account.take('booking', order)).toMatchObject({ kind: 'refused', by: 'funds', retryAfterMs: 300_000 });
    expect([account.call('booking').kind, account.call('search').kind]).toEqual(['go', 'go']);
    account.nowMs += 300_000;
    expect(account.call('booking', empty, order).kind).toBe('go');
    expect(account.take('booking', order)).toMatchObject({ retryAfterMs: 600_000 });
  });
});
