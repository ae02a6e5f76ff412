import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type {
  IntendedBooking,
  SupplierBooking,
  SupplierBookings,
} from '../../src/suppliers/common/supplier-bookings.ts';
import { createSupplierBookings, createSupplierEvents } from '../../src/suppliers/common/create-supplier-bookings.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const NOW = new Date('2027-01-10T09:00:00.000Z');

let db: TestDatabase;
let rows: SupplierBookings;
beforeAll(async () => {
  db = await openTestDatabase();
  rows = createSupplierBookings(db);
});
afterAll(() => db.close());

function anIntent(changes: Partial<IntendedBooking> = {}): IntendedBooking {
  const reference = newId('bookingItem');
  return {
    supplier: 'duffel',
    organizationId: newId('organization'),
    accountId: 'installation',
    reference,
    offerId: `off_${reference}`,
    searchId: 'orq_1',
    total: money(12_345, 'GBP'),
    ordered: { flights: ['BA117 2027-03-01'] },
    ...changes,
  };
}

async function intended(intent: IntendedBooking): Promise<SupplierBooking> {
  const row = await rows.intend(intent);
  if (row === undefined) throw new Error('it may be intended');
  return row;
}

async function called(intent: IntendedBooking): Promise<SupplierBooking> {
  const row = await intended(intent);
  expect(await rows.beginCall(row, NOW)).toBe(true);
  return row;
}

test('an intent is stored whole, and found by its organization alone', async () => {
  const intent = anIntent();
  const row = await intended(intent);
  expect(row).toEqual({
    ...intent,
    status: 'intended',
    intent: 1,
    orderId: undefined,
    requestId: undefined,
    proof: undefined,
    reason: undefined,
    failureEventId: undefined,
    calledAt: undefined,
    calls: 0,
  });
  expect(await rows.find(intent)).toEqual(row);
  expect(await rows.find({ ...intent, organizationId: newId('organization') })).toBeUndefined();
});

test('what may have been called is never intended or called again; proven to be nothing, it may', async () => {
  const intent = anIntent();
  const first = await called(intent);
  expect(await rows.intend(intent)).toBeUndefined();
  expect(await rows.beginCall(first, NOW)).toBe(false);
  expect(await rows.settle(first, { proof: '422 offer_expired', reason: 'unavailable', requestId: 'req' })).toBe(true);
  expect(await rows.find(intent)).toMatchObject({ status: 'known', proof: '422 offer_expired', requestId: 'req' });
  const second = await intended({ ...intent, offerId: 'off_second' });
  expect(second).toMatchObject({ intent: 2, offerId: 'off_second', proof: undefined, reason: undefined, calls: 1 });
  expect(await rows.beginCall(second, NOW)).toBe(true);
  expect(await rows.find(intent)).toMatchObject({ status: 'called', calls: 2, calledAt: NOW });
});

test('of two that intend one reference the older call is void, and nothing is learnt for it', async () => {
  const intent = anIntent();
  const older = await intended(intent);
  const newer = await intended(intent);
  expect(await rows.beginCall(older, NOW)).toBe(false);
  expect(await rows.beginCall(newer, NOW)).toBe(true);
  expect(await rows.settle(older, { proof: 'the order call was never made' })).toBe(false);
  expect((await rows.find(intent))?.status).toBe('called');
});

test('two that begin the same call at once begin one', async () => {
  const row = await intended(anIntent());
  const begun = await Promise.all(Array.from({ length: 6 }, () => rows.beginCall(row, NOW)));
  expect(begun.filter(Boolean)).toHaveLength(1);
});

test('a call that was settled before it began does not begin', async () => {
  const row = await intended(anIntent());
  expect(await rows.settle(row, { proof: 'the order call was never made' })).toBe(true);
  expect(await rows.beginCall(row, NOW)).toBe(false);
});

test('a known order is for good; a proof gives way to an order that turns up', async () => {
  const intent = anIntent();
  const row = await called(intent);
  await rows.noteFailure(row, 'wev_1');
  expect((await rows.find(intent))?.failureEventId).toBe('wev_1');
  await rows.settle(row, { proof: 'no order of this offer' });
  expect(await rows.settle(row, { orderId: 'ord_1', requestId: 'req_1' })).toBe(true);
  expect(await rows.find(intent)).toMatchObject({ status: 'known', orderId: 'ord_1', proof: undefined });
  expect(await rows.settle(row, { orderId: 'ord_2' })).toBe(false);
  expect(await rows.settle(row, { proof: 'no order of this offer' })).toBe(false);
  expect(await rows.intend(intent)).toBeUndefined();
  expect((await rows.find(intent))?.orderId).toBe('ord_1');
});

test("a callback's ids find the rows of its account and of no other", async () => {
  const intent = anIntent();
  const row = await called(intent);
  await rows.settle(row, { orderId: `ord_${intent.reference}` });
  const found = async (ids: object) =>
    (await rows.listByOrder({ supplier: 'duffel', accountId: 'installation', ...ids })).map(
      ({ reference }) => reference,
    );
  expect(await found({ orderId: `ord_${intent.reference}` })).toEqual([intent.reference]);
  expect(await found({ offerId: intent.offerId })).toEqual([intent.reference]);
  expect(await found({ offerId: intent.offerId, accountId: 'sac_other' })).toEqual([]);
  expect(await found({ orderId: 'ord_unknown' })).toEqual([]);
  expect(await found({})).toEqual([]);
});

test('an event is acted on once by each account, and forgotten after a month', async () => {
  const events = createSupplierEvents(db);
  const event = { supplier: 'duffel', accountId: 'installation', eventId: 'wev_1' } as const;
  expect(await events.has(event)).toBe(false);
  await events.record(event, NOW);
  await events.record(event, NOW);
  expect(await events.has(event)).toBe(true);
  expect(await events.has({ ...event, accountId: 'sac_other' })).toBe(false);
  await events.record({ ...event, eventId: 'wev_2' }, new Date(NOW.getTime() + 31 * 86_400_000));
  expect(await events.has(event)).toBe(false);
});
