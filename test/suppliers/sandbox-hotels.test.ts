import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HotelSupplier, StayBookRequest } from '../../src/suppliers/ports/hotels.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { createSandboxHotels } from '../../simulator/stays/hotels.ts';
import { dueAtProperty, payNowOfStay, type Stay } from '../../src/travel/stay.ts';
import { describeCancellationService } from '../support/suppliers/cancellation-conformance.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import {
  aContext,
  aReference,
  CONTACT,
  contextAt,
  describeBookingService,
  later,
  NELLIE,
  readSold,
} from '../support/suppliers/booking-conformance.ts';
import { SMALL_ROOMS, smallStayQuery, smallStays } from '../support/products/small-stays.ts';

const COUPLE = { adults: 2, childrenAges: [] };
/** From the instant the tests ask at to 18:00 in Lisbon two days before arrival. */
const MINUTES_FREE = 53 * 24 * 60 + 8 * 60;
let db: TestDatabase;
let supplier: HotelSupplier;

beforeAll(async () => {
  db = await openTestDatabase();
  supplier = createSandboxHotels({ world: { stays: smallStays }, db, clock: { now: () => new Date() } });
});
afterAll(() => db.close());

/** The keys of one plan of a hotel, one for each room. */
async function keysOf(
  hotelId: string,
  planName: string,
  context: SupplierContext,
  rooms = 1,
): Promise<readonly string[]> {
  const { hotels } = await supplier.search(
    smallStayQuery(hotelId, [COUPLE, ...Array(rooms - 1).fill(COUPLE)]),
    context,
  );
  const keys =
    hotels[0]?.ratesOfRooms.flatMap((rates) => rates.find((rate) => rate.planName === planName)?.rateKey ?? []) ?? [];
  if (keys.length !== rooms) throw new Error(`${hotelId} has not ${rooms} rooms at ${planName}`);
  return keys;
}
async function priced(rateKeys: readonly string[], context: SupplierContext): Promise<Stay> {
  const answer = await supplier.price(rateKeys, context);
  if (answer.kind === 'gone') throw new Error(answer.reason);
  return answer.stay;
}
function requestFor(stay: Stay): StayBookRequest {
  const rateKeys = stay.rates.map(({ rateKey }) => rateKey);
  return {
    reference: aReference(),
    rateKeys,
    total: payNowOfStay(stay),
    dueLater: dueAtProperty(stay),
    travelers: [NELLIE],
    contact: CONTACT,
  };
}
async function aRequest(
  context: SupplierContext,
  hotelId = 'bhsmall-1',
  planName = 'flexible',
): Promise<StayBookRequest> {
  return requestFor(await priced(await keysOf(hotelId, planName, context), context));
}

describeCancellationService('hotels', {
  service: () => supplier,
  sold: (context) => readSold(db, context),
  aRequest,
  minutesFree: MINUTES_FREE,
});
describeBookingService('hotels', {
  service: () => supplier,
  db: () => db,
  aRequest,
  minutesFree: MINUTES_FREE,
  confirmationNumber: /^[1-9]\d{7}$/,
});

describe('what is found', () => {
  test('a searched rate can be read, priced and booked at what it showed', async () => {
    const context = aContext();
    const [key = ''] = await keysOf('bhsmall-1', 'flexible', context);
    const stay = await supplier.getStay([key], context);
    expect(stay).toMatchObject({ checkIn: '2027-01-14', checkOut: '2027-01-17', hotel: { hotelId: 'bhsmall-1' } });
    expect(stay && [payNowOfStay(stay), dueAtProperty(stay)]).toEqual([
      { value: 31_803, currency: 'EUR' },
      { value: 1_200, currency: 'EUR' },
    ]);
    expect(await supplier.price([key], context)).toEqual({ kind: 'priced', stay });
  });

  test('content and names come from the world', async () => {
    expect((await supplier.hotel('bhsmall-1', aContext()))?.hotel.name).toBe('bhsmall-1');
    expect(await supplier.hotel('bhsmall-9', aContext())).toBeUndefined();
    expect(supplier.suggest?.('bhsmall', 1).map(({ hotelId }) => hotelId)).toEqual(['bhsmall-1']);
  });

  test.each([
    ['a key of nothing', ['bhsmall-9~flexible~2027-01-14~2027-01-17~2']],
    ['an empty key', ['']],
    ['no key', []],
    ['a long one', ['x'.repeat(100_000)]],
    ['control characters', ['\u0000\uFFFF~\n~']],
    ['hotels mixed', ['bhsmall-1~flexible~2027-01-14~2027-01-17~2', 'bhsmall-2~flexible~2027-01-14~2027-01-17~2']],
  ])('%s is not for sale: no stay, gone, refused', async (_name, rateKeys) => {
    const context = aContext();
    expect(await supplier.getStay(rateKeys, context)).toBeUndefined();
    expect((await supplier.price(rateKeys, context)).kind).toBe('gone');
    const request = { ...(await aRequest(context)), rateKeys };
    expect(await supplier.book(request, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'unavailable: the rooms are gone',
    });
    expect(await supplier.lookUp(request.reference, context)).toEqual({ kind: 'none', proof: expect.any(String) });
  });
});

describe('rooms sold', () => {
  test('two at once for the last room: one is confirmed, the other refused with nothing kept', async () => {
    const context = aContext();
    for (let taken = 1; taken < SMALL_ROOMS; taken += 1) await supplier.book(await aRequest(context), context);
    const requests = [
      await aRequest(context),
      await aRequest(context),
      await aRequest(context),
      await aRequest(context),
    ];
    const outcomes = await Promise.all(requests.map((request) => supplier.book(request, context)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['confirmed', 'refused', 'refused', 'refused']);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual(
      Array(3).fill({ kind: 'refused', proof: expect.any(String), reason: 'unavailable: the rooms are gone' }),
    );
    const known = await Promise.all(requests.map(({ reference }) => supplier.lookUp(reference, context)));
    expect(known.map(({ kind }) => kind).sort()).toEqual(['confirmed', 'none', 'none', 'none']);
    expect(await readSold(db, context)).toEqual([3, 3, 3]);
    expect(await supplier.search(smallStayQuery('bhsmall-1'), context)).toEqual({ hotels: [], omitted: 0 });
  });

  test('all rooms of a stay or none: two are refused where one is left', async () => {
    const context = aContext();
    const both = requestFor(await priced(await keysOf('bhsmall-1', 'flexible', context, 2), context));
    expect(both.total).toEqual({ value: 63_606, currency: 'EUR' });
    for (let taken = 1; taken < SMALL_ROOMS; taken += 1) await supplier.book(await aRequest(context), context);
    expect(await supplier.book(both, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'unavailable: the rooms are gone',
    });
    expect(await readSold(db, context)).toEqual([2, 2, 2]);
    const earlier = aContext();
    expect((await supplier.book(both, earlier)).kind).toBe('confirmed');
    expect(await readSold(db, earlier)).toEqual([2, 2, 2]);
  });

  test('a plan that cannot be given back in one of the rooms keeps the whole stay', async () => {
    const context = aContext();
    const [flexible = ''] = await keysOf('bhsmall-1', 'flexible', context);
    const [fixed = ''] = await keysOf('bhsmall-1', 'fixed', context);
    const request = requestFor(await priced([flexible, fixed], context));
    await supplier.book(request, context);
    expect(await supplier.cancel(request.reference, context)).toEqual({
      kind: 'refused',

      reason: 'It cannot be undone free of charge.',
    });
  });

  test('what this process sells is counted at once, what another sells within five seconds, and no other organization sees either', async () => {
    const context = aContext();
    let milliseconds = 0;
    const twin = (): HotelSupplier =>
      createSandboxHotels({ world: { stays: smallStays }, db, clock: { now: () => new Date(milliseconds) } });
    const [here, there] = [twin(), twin()];
    const rateKeys = await keysOf('bhsmall-1', 'flexible', context);
    const left = async (at: HotelSupplier, by = context) => (await at.getStay(rateKeys, by))?.rates[0].roomsLeft;
    expect([await left(here), await left(there)]).toEqual([3, 3]);
    expect((await here.book(await aRequest(context), context)).kind).toBe('confirmed');
    expect([await left(here), await left(there)]).toEqual([2, 3]);
    milliseconds = 4_999;
    expect(await left(there)).toBe(3);
    milliseconds = 5_000;
    expect([await left(there), await left(there, aContext())]).toEqual([2, 3]);
  });

  test('a stale count in memory sells no room twice: the database judges', async () => {
    const context = aContext();
    const stale = createSandboxHotels({ world: { stays: smallStays }, db, clock: { now: () => new Date(0) } });
    const requests = await Promise.all(Array.from({ length: SMALL_ROOMS + 1 }, () => aRequest(context)));
    await stale.getStay([], context);
    for (const request of requests.slice(1)) await supplier.book(request, context);
    expect(await stale.book(requests[0] ?? (await aRequest(context)), context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'unavailable: the rooms are gone',
    });
    expect(await readSold(db, context)).toEqual([3, 3, 3]);
  });
});

test('a price given before midnight UTC can still be booked for half an hour, and no longer', async () => {
  const context = contextAt(new Date('2026-11-20T23:55:00Z'));
  const [first, second] = [await aRequest(context), await aRequest(context)];
  expect((await aRequest(later(context, 10))).total).toEqual({ value: 32_103, currency: 'EUR' });
  expect((await supplier.book(first, later(context, 34))).kind).toBe('confirmed');
  expect(await supplier.book(second, later(context, 35))).toEqual({
    kind: 'refused',
    proof: expect.any(String),
    reason: 'price_changed',
  });
});

describe('scenarios at Point Nemo (contract, section 11)', () => {
  test.each([
    ['price_up', 34_029],
    ['price_down', 29_577],
  ])('%s is shown at EUR 318.03 and priced and booked at %i cents', async (scenario, total) => {
    const context = aContext();
    const rateKeys = await keysOf(`bhnemo-${scenario}`, 'flexible', context);
    const shown = await supplier.getStay(rateKeys, context);
    expect(shown && payNowOfStay(shown)).toEqual({ value: 31_803, currency: 'EUR' });
    const stay = await priced(rateKeys, context);
    expect([payNowOfStay(stay), dueAtProperty(stay)]).toEqual([
      { value: total, currency: 'EUR' },
      { value: 1_200, currency: 'EUR' },
    ]);
    expect((await supplier.book(requestFor(stay), context)).kind).toBe('confirmed');
    expect(await supplier.book({ ...requestFor(stay), total: { value: 31_803, currency: 'EUR' } }, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'price_changed',
    });
  });

  test('sold_out is found and gone at checkout; refused is priced and refused; expired is found with rates that have run out', async () => {
    const context = aContext();
    const rateKeys = await keysOf('bhnemo-sold_out', 'flexible', context);
    expect(await supplier.price(rateKeys, context)).toMatchObject({
      kind: 'gone',
      reason: expect.stringContaining('sold out'),
    });
    expect(await supplier.book(await aRequest(context, 'bhnemo-refused'), context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'the booking was refused by the property',
    });
    const { hotels } = await supplier.search(smallStayQuery('bhnemo-expired'), context);
    expect(hotels[0]?.expiresAt?.toISOString()).toBe('2026-11-20T09:59:59.000Z');
    expect((await supplier.search(smallStayQuery('bhnemo-slow'), context)).hotels[0]?.expiresAt).toBeUndefined();
  });

  test('slow is pending for six hours, and may be withdrawn meanwhile; unknown is unknown for ten minutes', async () => {
    const context = aContext();
    const slow = await aRequest(context, 'bhnemo-slow');
    const answer = await supplier.book(slow, context);
    expect(answer).toEqual({ kind: 'pending', orderId: expect.stringMatching(/^so_/) });
    expect(await supplier.book(slow, later(context, 359))).toEqual(answer);
    expect((await supplier.lookUp(slow.reference, later(context, 359))).kind).toBe('pending');
    expect((await supplier.lookUp(slow.reference, later(context, 360))).kind).toBe('confirmed');
    const withdrawn = await aRequest(context, 'bhnemo-slow', 'fixed');
    await supplier.book(withdrawn, context);
    expect((await supplier.cancel(withdrawn.reference, later(context, 359))).kind).toBe('cancelled');
    const lost = await aRequest(context, 'bhnemo-unknown');
    expect((await supplier.book(lost, context)).kind).toBe('unknown');
    expect((await supplier.cancel(lost.reference, later(context, 9))).kind).toBe('unknown');
    expect((await supplier.lookUp(lost.reference, later(context, 9))).kind).toBe('unknown');
    expect((await supplier.lookUp(lost.reference, later(context, 10))).kind).toBe('confirmed');
  });

  test('non_refundable is never undone; pay_at_property costs nothing now and is given back for nothing', async () => {
    const context = aContext();
    const fixed = await aRequest(context, 'bhnemo-non_refundable', 'fixed');
    await supplier.book(fixed, context);
    expect(await supplier.cancel(fixed.reference, later(context, 1))).toEqual({
      kind: 'refused',

      reason: 'It cannot be undone free of charge.',
    });
    const atProperty = await aRequest(context, 'bhnemo-pay_at_property', 'at_property');
    expect([atProperty.total.value, atProperty.dueLater.value]).toEqual([0, 33_003]);
    expect((await supplier.book(atProperty, context)).kind).toBe('confirmed');
    expect(await supplier.cancel(atProperty.reference, context)).toEqual({
      kind: 'cancelled',
      refund: { value: 0, currency: 'EUR' },
    });
  });
});
