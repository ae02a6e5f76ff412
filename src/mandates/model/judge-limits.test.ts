import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import { type BudgetTransfer, grantEntry, reserveEntry, settleEntries } from './budget-entries.ts';
import { decide, judgeLimits } from './judge-limits.ts';
import { type Mandate, periodStart, type Terms } from './mandate.ts';
import { balanceOf } from '../../../test/support/products/budget-balance.ts';

const NOW = new Date('2026-08-05T12:00:00Z');
function aMandate(terms: Partial<Terms> = {}, part: Partial<Mandate> = {}): Mandate {
  return {
    organizationId: asId('organization', 'org_1'),
    mandateId: asId('mandate', 'mdt_1'),
    status: 'active',
    agent: { kind: 'api_key', id: 'key_1', name: 'Agent' },
    name: 'Trips',
    reason: undefined,
    terms: { currency: 'EUR', budget: 100_000, onPartial: 'all_or_nothing', rules: [], ...terms },
    validFrom: new Date('2026-08-01T00:00:00Z'),
    validUntil: new Date('2026-09-01T00:00:00Z'),
    reserved: 0,
    spent: 0,
    tripsUsed: 0,
    decision: undefined,
    endedReason: undefined,
    createdAt: NOW,
    endedAt: undefined,
    ...part,
  };
}
const cost = (value: number) => ({ total: money(value, 'EUR'), items: [money(value, 'EUR')], currency: 'EUR' });
/** Which limits do not pass. */
const failed = (mandate: Mandate, value: number, inPeriod = 0, now = NOW) =>
  judgeLimits(mandate, cost(value), { inPeriod }, now).flatMap(({ rule, verdict }) =>
    verdict === 'pass' ? [] : [rule],
  );

test('every limit counts what is held and spent, to the minor unit', () => {
  const used = { reserved: 30_000, spent: 20_000 };
  expect(failed(aMandate({}, used), 50_000)).toEqual([]);
  expect(failed(aMandate({}, used), 50_001)).toEqual(['budget']);
  expect(failed(aMandate({ perTrip: 10_000, perItem: 9_999 }), 10_000)).toEqual(['per_item']);
  expect(failed(aMandate({ perPeriod: { amount: 15_000, period: 'month' } }), 10_000, 5_001)).toEqual(['per_month']);
  expect(failed(aMandate({ tripsMax: 2 }, { tripsUsed: 2 }), 1)).toEqual(['max_trips']);
});

test('a mandate is valid while it is active and inside its time, and not a moment after', () => {
  expect(failed(aMandate({}, { status: 'revoked' }), 1)).toEqual(['valid']);
  expect(failed(aMandate({}, { status: 'proposed' }), 1)).toEqual(['valid']);
  expect(failed(aMandate(), 1, 0, new Date('2026-07-31T23:59:59.999Z'))).toEqual(['valid']);
  expect(failed(aMandate(), 1, 0, new Date('2026-08-31T23:59:59.999Z'))).toEqual([]);
  expect(failed(aMandate(), 1, 0, new Date('2026-09-01T00:00:00Z'))).toEqual(['valid']);
});

test('an amount that cannot be converted fails, and a person cannot lift that', () => {
  const foreign = { total: undefined, items: [undefined], currency: 'CHF' };
  expect(judgeLimits(aMandate(), foreign, { inPeriod: 0 }, NOW)).toContainEqual({
    rule: 'currency',
    verdict: 'fail',
    wanted: 'EUR',
    found: 'CHF',
  });
  expect(decide([], undefined, undefined)).toBe('refused');
});

test('a person is asked above the mark, and about what is not known; what fails is refused', () => {
  const answer = (verdict: 'pass' | 'fail' | 'unknown') => ({ rule: 'stars', verdict, wanted: '', found: '' });
  const total = money(300, 'EUR');
  expect(decide([answer('pass')], total, 300)).toBe('within');
  expect(decide([answer('pass')], total, 299)).toBe('ask');
  expect(decide([answer('pass'), answer('unknown')], total, undefined)).toBe('ask');
  expect(decide([answer('unknown'), answer('fail')], total, undefined)).toBe('refused');
});

test('periods begin on the calendar of UTC, weeks on Mondays', () => {
  const at = new Date('2026-11-01T00:30:00Z');
  expect(periodStart('day', at).toISOString()).toBe('2026-11-01T00:00:00.000Z');
  expect(periodStart('week', at).toISOString()).toBe('2026-10-26T00:00:00.000Z');
  expect(periodStart('month', at).toISOString()).toBe('2026-11-01T00:00:00.000Z');
});

test('books balance after any history: available, held and spent are the budget, and none is ever negative', () => {
  const step = fc.record({
    amount: fc.integer({ min: 0, max: 60_000 }),
    taken: fc.double({ min: 0, max: 1, noNaN: true }),
    ends: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const transfers: BudgetTransfer[] = [grantEntry(100_000)];
      let [reserved, spent] = [0, 0];
      for (const { amount, taken, ends } of steps) {
        if (failed(aMandate({}, { reserved, spent }), amount).length > 0) continue;
        transfers.push(reserveEntry(amount));
        reserved += amount;
        if (!ends) continue;
        const part = Math.floor(amount * taken);
        transfers.push(...settleEntries(amount, part));
        reserved -= amount;
        spent += part;
      }
      const balances = (['available', 'reserved', 'spent'] as const).map((account) => balanceOf(account, transfers));
      expect(balances).toEqual([100_000 - reserved - spent, reserved, spent]);
      expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
      expect(balanceOf('granted', transfers)).toBe(-100_000);
    }),
  );
  expect(() => settleEntries(5, 6)).toThrow(RangeError);
});
