import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RentalBookRequest } from '../../src/suppliers/ports/cars.ts';
import type { ChosenAncillary, SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { createSandboxCars, type SandboxCars } from '../../simulator/rentals/cars.ts';
import { createSandboxHotels } from '../../simulator/stays/hotels.ts';
import { dueAtCounter, payNowOfRental } from '../../src/travel/rental.ts';
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
import { SMALL_CARS, smallRentalQuery, smallRentals } from '../support/products/small-rentals.ts';
import { smallStays } from '../support/products/small-stays.ts';
import { testWorld, WORLD_NOW } from '../support/products/world.ts';
import type { StatedRental } from '../../simulator/rentals/stated-rental.ts';

/** From the instant the tests ask at to 48 hours before 10:00 in Lisbon on the first day. */
const MINUTES_FREE = 53 * 24 * 60;
let db: TestDatabase;
/** Of two branches known by heart, and of the project's own world. */
let supplier: SandboxCars;
let builtIn: SandboxCars;

beforeAll(async () => {
  db = await openTestDatabase();
  supplier = createSandboxCars({ world: { rentals: smallRentals }, db, clock: { now: () => new Date() } });
  builtIn = createSandboxCars({ world: testWorld(), db, clock: { now: () => new Date() } });
});
afterAll(() => db.close());

async function findVehicle(airport: string, name: string, context: SupplierContext): Promise<StatedRental> {
  const at = airport === 'QAA' ? builtIn : supplier;
  const { offers } = await at.search(smallRentalQuery(airport), context);
  const offer = offers.find(({ vehicle }) => vehicle.name === name);
  const answer = offer && (await at.price(offer.offerKey, context));
  if (answer?.kind !== 'priced') throw new Error(`no ${name} at ${airport}`);
  return answer.offer;
}
function requestFor(offer: StatedRental): RentalBookRequest {
  const { offerKey } = offer;
  return {
    reference: aReference(),
    offerKey,
    total: payNowOfRental(offer),
    dueLater: dueAtCounter(offer),
    travelers: [NELLIE],
    contact: CONTACT,
    ancillaries: [],
  };
}
const aRequest = async (context: SupplierContext): Promise<RentalBookRequest> =>
  requestFor(await findVehicle('LIS', 'Golf', context));
const extra = (ancillaryKey: string, quantity: number, travelerId?: string): ChosenAncillary => ({
  ancillaryKey,
  quantity,
  travelerId,
});

describeCancellationService('cars', {
  service: () => supplier,
  sold: (context) => readSold(db, context),
  aRequest,
  minutesFree: MINUTES_FREE,
});
describeBookingService('cars', {
  service: () => supplier,
  db: () => db,
  aRequest,
  minutesFree: MINUTES_FREE,
  confirmationNumber: /^[A-HJ-NP-Z][1-9]\d{8}PT$/,
});
describeBookingService('cars of the built-in world', {
  service: () => builtIn,
  db: () => db,
  minutesFree: MINUTES_FREE,
  confirmationNumber: /^[A-HJ-NP-Z][1-9]\d{8}ZZ$/,
  aRequest: async (context) => requestFor(await findVehicle('QAA', 'even', context)),
});

describe('what is found', () => {
  test('a searched offer can be read, priced and booked at what it showed', async () => {
    const context = aContext();
    const offer = await findVehicle('LIS', 'Golf', context);
    expect([payNowOfRental(offer), dueAtCounter(offer)]).toEqual([
      { value: 12_000, currency: 'EUR' },
      { value: 2_500, currency: 'EUR' },
    ]);
    expect(await supplier.getOffer(offer.offerKey, context)).toEqual(offer);
  });

  test.each([
    ['a key of nothing', 'ZZZ~Golf~2027-01-14~2027-01-17'],
    ['an empty key', ''],
    ['a long one', 'x'.repeat(100_000)],
    ['control characters', '\u0000\uFFFF~\n~'],
  ])('%s is not for sale: no offer, gone, refused', async (_name, offerKey) => {
    const context = aContext();
    expect(await supplier.getOffer(offerKey, context)).toBeUndefined();
    expect((await supplier.price(offerKey, context)).kind).toBe('gone');
    expect(await supplier.book({ ...(await aRequest(context)), offerKey }, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'unavailable: the car is gone',
    });
  });
});

describe('extras', () => {
  test('those paid now are part of the total, those paid at the counter of what is due later', async () => {
    const context = aContext();
    const plain = await aRequest(context);
    const ancillaries = [extra('gps', 1), extra('child', 1, 'pax_2'), extra('child', 1, 'pax_3')];
    expect(await supplier.book({ ...plain, ancillaries }, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'price_changed',
    });
    const total = { value: 13_500, currency: 'EUR' };
    expect(
      await supplier.book({ ...plain, ancillaries, total, dueLater: { value: 8_500, currency: 'EUR' } }, context),
    ).toMatchObject({ kind: 'confirmed', order: { total } });
  });

  test.each([
    ['unknown', extra('jacuzzi', 1)],
    ['too many', extra('child', 3)],
    ['none', extra('child', 0)],
    ['half', extra('child', 0.5)],
  ])('%s is refused', async (_name, chosen) => {
    const context = aContext();
    expect(await supplier.book({ ...(await aRequest(context)), ancillaries: [chosen] }, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'an extra is not sold with this offer',
    });
  });
});

describe('cars rented out', () => {
  test('more at once than cars are left: each car is confirmed once, the rest refused with nothing kept', async () => {
    const context = aContext();
    const requests = await Promise.all(Array.from({ length: SMALL_CARS + 3 }, () => aRequest(context)));
    const outcomes = await Promise.all(requests.map((request) => supplier.book(request, context)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
      'confirmed',
      'confirmed',
      'refused',
      'refused',
      'refused',
    ]);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual(
      Array(3).fill({ kind: 'refused', proof: expect.any(String), reason: 'unavailable: the car is gone' }),
    );
    expect(await readSold(db, context)).toEqual([2, 2, 2]);
    const { offers } = await supplier.search(smallRentalQuery('LIS'), context);
    expect(offers.map(({ vehicle }) => vehicle.name)).toEqual(['Golf on request']);
    expect((await supplier.search(smallRentalQuery('LIS'), aContext())).offers).toHaveLength(2);
  });

  test('a price given before midnight UTC can still be booked for half an hour, and no longer', async () => {
    const context = contextAt(new Date('2026-11-20T23:55:00Z'));
    const [first, second] = [await aRequest(context), await aRequest(context)];
    expect((await aRequest(later(context, 10))).total).toEqual({ value: 12_300, currency: 'EUR' });
    expect((await supplier.book(first, later(context, 34))).kind).toBe('confirmed');
    expect(await supplier.book(second, later(context, 35))).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'price_changed',
    });
  });
});

describe('on request', () => {
  test('the vehicle of the scenario is pending for six hours exactly, and may be withdrawn meanwhile', async () => {
    const context = aContext();
    const [request, withdrawn] = [
      requestFor(await findVehicle('QAA', 'on_request', context)),
      requestFor(await findVehicle('QAA', 'on_request', context)),
    ];
    expect((await builtIn.book(request, context)).kind).toBe('pending');
    expect((await builtIn.book(withdrawn, context)).kind).toBe('pending');
    expect((await builtIn.lookUp(request.reference, later(context, 359))).kind).toBe('pending');
    expect((await builtIn.lookUp(request.reference, later(context, 360))).kind).toBe('confirmed');
    expect(await builtIn.cancel(withdrawn.reference, later(context, 359))).toEqual({
      kind: 'cancelled',
      refund: withdrawn.total,
    });
  });

  test('any other is pending for one to six hours', async () => {
    const context = aContext();
    const request = requestFor(await findVehicle('LIS', 'Golf on request', context));
    expect((await supplier.book(request, context)).kind).toBe('pending');
    expect((await supplier.lookUp(request.reference, later(context, 59))).kind).toBe('pending');
    expect((await supplier.lookUp(request.reference, later(context, 360))).kind).toBe('confirmed');
  });

  test.each(['even', 'add_collect', 'refund', 'not_exchangeable', 'busy'])(
    '%s is confirmed at once, and the order knows which it is',
    async (name) => {
      const context = aContext();
      const request = requestFor(await findVehicle('QAA', name, context));
      expect((await builtIn.book(request, context)).kind).toBe('confirmed');
      const row = await db.q
        .withTables<{ sandbox_order: { reference: string; scenario: string | null; kind: string } }>()
        .selectFrom('sandbox_order')
        .select(['scenario', 'kind'])
        .where('reference', '=', request.reference)
        .executeTakeFirst();
      expect(row).toEqual({ scenario: name, kind: 'rental' });
    },
  );
});

describe('the built-in world', () => {
  test('what it lists can be read, priced and booked, and comes back by its reference', async () => {
    const { offers } = await builtIn.search({ ...smallRentalQuery('LIS'), offersMax: 200 }, aContext());
    expect(offers.length).toBeGreaterThan(50);
    for (const offer of offers.filter((_, index) => index % 5 === 0)) {
      const context = aContext();
      expect(await builtIn.price(offer.offerKey, context)).toEqual({ kind: 'priced', offer });
      const request = requestFor(offer);
      const booked = await builtIn.book(request, context);
      expect(booked.kind).toBe(offer.isOnRequest ? 'pending' : 'confirmed');
      expect(await builtIn.lookUp(request.reference, context)).toEqual(booked);
      const isFree = offer.isRefundable || offer.isOnRequest;
      expect((await builtIn.cancel(request.reference, context)).kind, offer.offerKey).toBe(
        isFree ? 'cancelled' : 'refused',
      );
      expect([...new Set(await readSold(db, context))]).toEqual([isFree ? 0 : 1]);
    }
  });

  test('the last cars of a class, asked for by more at once than there are, are rented out once each', async () => {
    const context = contextAt(WORLD_NOW);
    const { offers } = await builtIn.search({ ...smallRentalQuery('LIS'), offersMax: 200 }, context);
    const [scarce] = offers.filter(({ isOnRequest }) => !isOnRequest).toSorted((a, b) => a.carsLeft - b.carsLeft);
    if (!scarce) throw new Error('no car in Lisbon');
    expect(scarce.carsLeft).toBeLessThan(9);
    const outcomes = await Promise.all(
      Array.from({ length: scarce.carsLeft + 3 }, () => builtIn.book(requestFor(scarce), context)),
    );
    expect(outcomes.filter(({ kind }) => kind === 'confirmed')).toHaveLength(scarce.carsLeft);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual(
      Array(3).fill({ kind: 'refused', proof: expect.any(String), reason: 'unavailable: the car is gone' }),
    );
    expect([...new Set(await readSold(db, context))]).toEqual([scarce.carsLeft]);
    expect(await builtIn.getOffer(scarce.offerKey, context)).toBeUndefined();
    expect(await builtIn.getOffer(scarce.offerKey, aContext())).toEqual(scarce);
  });
});

test('a reference of a rental is none to the hotels, and cannot be booked there', async () => {
  const context = aContext();
  const hotels = createSandboxHotels({ world: { stays: smallStays }, db, clock: { now: () => new Date() } });
  const request = await aRequest(context);
  await supplier.book(request, context);
  expect(await hotels.lookUp(request.reference, context)).toEqual({ kind: 'none', proof: expect.any(String) });
  expect((await hotels.cancel(request.reference, context)).kind).toBe('refused');
  const rateKeys = ['bhsmall-1~flexible~2027-01-14~2027-01-17~2'];
  const stay = {
    ...request,
    rateKeys,
    total: { value: 31_803, currency: 'EUR' },
    dueLater: { value: 1_200, currency: 'EUR' },
  };
  expect(await hotels.book(stay, context)).toEqual({
    kind: 'refused',
    proof: expect.any(String),
    reason: 'the reference belongs to another booking',
  });
});
