import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { makeFamilyTrip } from '../../support/faults/mixed-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, searchFares } from '../../support/faults/trip-journeys.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

/** The currencies whose decimals go wrong elsewhere (issue 5), with how many they have. */
const CURRENCIES = [
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['USD', 2],
] as const;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
// Each test finds every room free again.
afterEach(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.call('POST', '/v1/sandbox/reset', {});
});

const readTrip = async (tripId: string): Promise<Answer['body']> =>
  (await service.call('GET', `/v1/trip/${tripId}`)).body;

/** What the ledger's accounts are left with, and in which currencies. */
async function readAccounts(tripId: string): Promise<{
  readonly currencies: readonly string[];
  readonly cash: number;
  readonly owed: number;
  readonly rest: number;
}> {
  const { body } = await service.call('GET', `/v1/trip/${tripId}/ledger`);
  const lines: readonly { account: string; direction: string; amount: { value: number; currency: string } }[] =
    body.entries.flatMap((entry: { lines: unknown[] }) => entry.lines);
  const sum = (has: (account: string) => boolean) =>
    lines
      .filter(({ account }) => has(account))
      .reduce((total, { direction, amount }) => total + (direction === 'debit' ? amount.value : -amount.value), 0);
  const isOwed = (account: string) => account.startsWith('supplier_payable:');
  const cash = sum((account) => account === 'processor_cash');
  return {
    currencies: [...new Set(lines.map(({ amount }) => amount.currency))],
    cash,
    owed: 0 - sum(isOwed),
    rest: sum((account) => account !== 'processor_cash' && !isOwed(account)),
  };
}

/**
 * A family's flights, rooms and car in a currency, with a flight beside them that will be refused where `isRefused`.
 */
async function makeTripIn(currency: string, isRefused: boolean): Promise<Answer['body']> {
  const { tripId } = await makeFamilyTrip(service);
  const { body } = await service.call('POST', '/v1/trip', { trip_id: tripId, currency });
  expect(body.totals.currency).toBe(currency);
  if (!isRefused) return body;
  const { fares } = await searchFares(service, { origin: 'QAA', destination: 'QAI', adults: 2, children: 2, currency });
  const added = await service.call('POST', '/v1/trip', {
    trip_id: tripId,
    add_item: { trip_item_token: fares[0]?.trip_item_token },
  });
  expect(added.status, added.text).toBe(200);
  return added.body;
}

test.each(CURRENCIES)(
  '%s with %i decimals: what is shown is quoted, held, booked and captured, to the minor unit',
  async (currency, places) => {
    const trip = await makeTripIn(currency, false);
    const { trip_id: tripId } = trip;
    const shown = trip.items.map((item: { price: { amount: number } }) => item.price.amount);
    const { body: quoted } = await service.call('POST', '/v1/checkout', { trip_id: tripId });
    expect(quoted.items.map((item: { price: { amount: number } }) => item.price.amount)).toEqual(shown);
    const total = shown.reduce((sum: number, amount: number) => sum + amount, 0);
    expect(quoted.total_amount).toEqual({ amount: total, currency, decimal_places: places });
    expect(quoted.agent_spt_params).toMatchObject({ max_amount: total, currency });
    await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const { booking_ref: ref, status, due_later: later } = await readTrip(tripId);
    const {
      body: { booking },
    } = await service.call('GET', `/v1/bookings/${ref}`);
    expect([status, booking.total_paid, later]).toEqual(['fulfilled', quoted.total_amount, trip.due_later]);
    expect(
      booking.items
        .map((item: { confirmation: { total_paid: { amount: number } } }) => item.confirmation.total_paid.amount)
        .sort(),
    ).toEqual([...shown].sort());
    expect(await readAccounts(tripId)).toEqual({ currencies: [currency], cash: total, owed: total, rest: 0 });
    // What the hotel and the counter collect is theirs to say, in their own currency.
    expect(new Set(later.map((due: { currency: string }) => due.currency))).toEqual(new Set(['EUR']));
  },
);

test.each(cellsOf(CURRENCIES, ['KWD']))(
  '%s: of a trip that is booked in part exactly that part is captured',
  async (currency) => {
    const { trip_id: tripId } = await makeTripIn(currency, true);
    const { body: quoted } = await service.call('POST', '/v1/checkout', {
      trip_id: tripId,
      on_partial: 'keep_confirmed',
    });
    await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    await service.drain();
    const trip = await readTrip(tripId);
    const [refused, ...more] = trip.items.filter((item: { status: string }) => item.status === 'failed');
    expect([trip.status, trip.fulfillment.status, more]).toEqual(['fulfilled', 'partial', []]);
    const kept = quoted.total_amount.amount - refused.price.amount;
    expect(trip.totals.total).toBe(kept);
    expect(await readAccounts(tripId)).toEqual({ currencies: [currency], cash: kept, owed: kept, rest: 0 });
  },
);
