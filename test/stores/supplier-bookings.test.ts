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

async function begun(row: SupplierBooking): Promise<SupplierBooking> {
  const called = await rows.beginCall(row, NOW);
  if (called === undefined) throw new Error('it may be called');
  return called;
}

async function called(intent: IntendedBooking): Promise<SupplierBooking> {
  return begun(await intended(intent));
}

const REFUSED = { proof: '422 offer_expired', reason: 'unavailable', requestId: 'req' };
const NEVER_MADE = { proof: 'the order call was never made' };

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
  expect(first).toMatchObject({ status: 'called', calls: 1, calledAt: NOW });
  expect(await rows.intend(intent)).toBeUndefined();
  expect(await rows.beginCall(first, NOW)).toBeUndefined();
  expect(await rows.settle(first, { proof: 'nothing was sent', requestId: 'req' })).toBe(true);
  expect(await rows.find(intent)).toMatchObject({ status: 'known', proof: 'nothing was sent', requestId: 'req' });
  const second = await intended({ ...intent, offerId: 'off_second' });
  expect(second).toMatchObject({ intent: 2, offerId: 'off_second', proof: undefined, reason: undefined, calls: 1 });
  await begun(second);
  expect(await rows.find(intent)).toMatchObject({ status: 'called', calls: 2, calledAt: NOW });
});

test('a proof with a reason is final: it is never intended or refused again, and no other proof replaces it', async () => {
  const intent = anIntent();
  const row = await called(intent);
  expect(await rows.settle(row, REFUSED)).toBe(true);
  const refused = await rows.find(intent);
  expect(refused).toMatchObject({ status: 'known', ...REFUSED });
  expect(await rows.intend(intent)).toBeUndefined();
  expect(await rows.refuse({ ...intent, proof: 'no order call was made', reason: 'price_changed' })).toBe(false);
  for (const stale of [row, refused]) if (stale) expect(await rows.settle(stale, NEVER_MADE)).toBe(false);
  expect(await rows.find(intent)).toEqual(refused);
});

test('a reference is refused without a call once, and cannot be ordered from then on', async () => {
  const { ordered: _, ...intent } = { ...anIntent(), accountId: undefined };
  const refusal = { ...intent, proof: 'no order call was made', reason: 'price_changed' };
  const outcomes = await Promise.all([refusal, refusal, refusal].map((one) => rows.refuse(one)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await rows.find(intent)).toMatchObject({ ...refusal, status: 'known', calls: 0, ordered: null });
  expect(await rows.intend({ ...anIntent(), ...intent, accountId: 'installation' })).toBeUndefined();
});

test('a refusal makes an intent void before its call, and is none beside a call or an order', async () => {
  const intent = anIntent();
  const refusal = { ...intent, proof: 'no order call was made', reason: 'price_changed' };
  const row = await intended(intent);
  expect(await rows.refuse(refusal)).toBe(true);
  expect(await rows.beginCall(row, NOW)).toBeUndefined();
  expect(await rows.find(intent)).toMatchObject({ accountId: intent.accountId, ordered: intent.ordered, calls: 0 });

  const other = anIntent();
  const otherRow = await called(other);
  const otherRefusal = { ...refusal, ...other };
  expect(await rows.refuse(otherRefusal)).toBe(false);
  await rows.settle(otherRow, { orderId: 'ord_1' });
  expect(await rows.refuse(otherRefusal)).toBe(false);
  expect(await rows.find(other)).toMatchObject({ orderId: 'ord_1', proof: undefined, reason: undefined });
});

test('a refusal beside an earlier call that came to nothing leaves what that call ordered', async () => {
  const intent = anIntent();
  await rows.settle(await called(intent), { proof: 'nothing was sent' });
  const { ordered: _, ...request } = { ...intent, accountId: undefined };
  expect(await rows.refuse({ ...request, proof: 'no order call was made', reason: 'gone' })).toBe(true);
  const kept = { accountId: intent.accountId, ordered: intent.ordered, calls: 1, calledAt: NOW };
  expect(await rows.find(intent)).toMatchObject({ ...kept, proof: 'no order call was made', reason: 'gone' });
});

test('a proof of what was read before the call began is recorded no more: the call is under way', async () => {
  const intent = anIntent();
  const read = await intended(intent);
  await begun(read);
  expect(await rows.settle(read, NEVER_MADE)).toBe(false);
  expect(await rows.intend(intent)).toBeUndefined();
  expect(await rows.settle(read, { orderId: 'ord_1' })).toBe(true);
});

test('of two that intend one reference the older call is void, and nothing is learnt for it', async () => {
  const intent = anIntent();
  const older = await intended(intent);
  const newer = await intended(intent);
  expect(await rows.beginCall(older, NOW)).toBeUndefined();
  await begun(newer);
  expect(await rows.settle(older, NEVER_MADE)).toBe(false);
  expect((await rows.find(intent))?.status).toBe('called');
});

test('two that begin the same call at once begin one', async () => {
  const row = await intended(anIntent());
  const calls = await Promise.all(Array.from({ length: 6 }, () => rows.beginCall(row, NOW)));
  expect(calls.filter((call) => call !== undefined)).toHaveLength(1);
});

test('a call that was settled before it began does not begin', async () => {
  const row = await intended(anIntent());
  expect(await rows.settle(row, NEVER_MADE)).toBe(true);
  expect(await rows.beginCall(row, NOW)).toBeUndefined();
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

test('rows that were refused hide no row of the order, however many there are', async () => {
  const offerId = 'off_wanted';
  const real = await called(anIntent({ offerId, reference: 'bki_zzz' }));
  for (let index = 0; index < 12; index += 1)
    await rows.refuse({ ...anIntent({ offerId }), proof: 'no order call was made', reason: 'price_changed' });
  for (let index = 0; index < 12; index += 1) await intended(anIntent({ offerId, reference: `bki_${index}` }));
  const found = await rows.listByOrder({ supplier: 'duffel', accountId: 'installation', offerId });
  expect(found).toHaveLength(10);
  expect(found[0]).toEqual(real);
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
