import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StayBookRequest } from '../../src/suppliers/ports/hotels.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { createSandboxHotels, type SandboxHotels } from '../../simulator/stays/hotels.ts';
import { dueAtProperty, payNowOfStay, type StayPlace } from '../../src/travel/stay.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import {
  aContext,
  aReference,
  CONTACT,
  describeBookingService,
  later,
  NELLIE,
  readSold,
} from '../support/suppliers/booking-conformance.ts';
import { smallStayQuery } from '../support/products/small-stays.ts';
import { testWorld, WORLD_NOW } from '../support/products/world.ts';
import type { StatedOffer, StatedRate, StatedStay } from '../../simulator/stays/stated-stay.ts';

const POINT_NEMO: StayPlace = { kind: 'around', latitude: -48.88, longitude: -123.39, radiusKm: 50 };
/** From the instant the tests ask at to 18:00 UTC on the eve of arrival. */
const MINUTES_FREE = 54 * 24 * 60 + 8 * 60;
let db: TestDatabase;
let supplier: SandboxHotels;

beforeAll(async () => {
  db = await openTestDatabase();
  supplier = createSandboxHotels({ world: testWorld(), db, clock: { now: () => new Date() } });
});
afterAll(() => db.close());

async function findHotels(place: StayPlace, context: SupplierContext): Promise<readonly StatedOffer[]> {
  return (await supplier.search({ ...smallStayQuery(''), place, hotelsMax: 2_000 }, context)).hotels;
}
/** The cheapest rate of a scenario's hotel that is as wanted. */
async function findRate(
  scenario: string,
  wanted: (rate: StatedRate) => boolean,
  context: SupplierContext,
): Promise<StatedRate> {
  const hotels = await findHotels(POINT_NEMO, context);
  const rate = hotels.find(({ hotel }) => hotel.name === scenario)?.ratesOfRooms[0]?.find(wanted);
  if (!rate) throw new Error(`no such rate at ${scenario}`);
  return rate;
}
async function priced(rate: StatedRate, context: SupplierContext): Promise<StatedStay> {
  const answer = await supplier.price([rate.rateKey], context);
  if (answer.kind === 'gone') throw new Error(answer.reason);
  return answer.stay;
}
function requestFor(stay: StatedStay): StayBookRequest {
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
async function requestAt(
  scenario: string,
  context: SupplierContext,
  wanted = (rate: StatedRate) => rate.isRefundable,
): Promise<StayBookRequest> {
  return requestFor(await priced(await findRate(scenario, wanted, context), context));
}
const anyRate = () => true;
/** A semi-flexible plan may ask for a little from the first day on: refundable, but not free of charge. */
const isFree = ({ cancellation }: StatedRate): boolean => cancellation.every(({ from }) => from > WORLD_NOW);

describeBookingService('hotels of the built-in world', {
  service: () => supplier,
  db: () => db,
  minutesFree: MINUTES_FREE,
  confirmationNumber: /^[1-9]\d{7}$/,
  aRequest: (context) => requestAt('expired', context),
});

describe('the scenarios of the built-in world (contract, section 11)', () => {
  test.each([
    ['price_up', 1.07],
    ['price_down', 0.93],
  ])('every rate of %s is shown at one price and priced and booked at %f of it', async (scenario, factor) => {
    const context = aContext();
    const hotel = (await findHotels(POINT_NEMO, context)).find((offer) => offer.hotel.name === scenario);
    const rates = hotel?.ratesOfRooms[0] ?? [];
    expect(rates.length).toBeGreaterThan(3);
    for (const rate of rates) {
      const stay = await priced(rate, context);
      const [moved] = stay.rates;
      expect(moved.total.value).toBe(Math.round(rate.total.value * factor));
      const parts = [...moved.nights, ...moved.taxes.filter(({ isIncluded }) => isIncluded)].map(
        ({ amount }) => amount.value,
      );
      expect(parts.reduce((sum, value) => sum + value, 0)).toBe(moved.total.value);
      expect(moved.cancellation.at(-1)?.penalty).toEqual(moved.total);
      expect((await supplier.book(requestFor(stay), context)).kind).toBe('confirmed');
    }
  });

  test('each of the nine is at Point Nemo and does what its name says', async () => {
    const context = aContext();
    const hotels = await findHotels(POINT_NEMO, context);
    expect(hotels.map(({ hotel }) => hotel.name).sort()).toEqual([
      'expired',
      'non_refundable',
      'pay_at_property',
      'price_down',
      'price_up',
      'refused',
      'slow',
      'sold_out',
      'unknown',
    ]);
    expect(
      hotels.filter(({ expiresAt }) => expiresAt).map(({ hotel, expiresAt }) => [hotel.name, expiresAt?.toISOString()]),
    ).toEqual([['expired', '2026-11-20T09:59:59.000Z']]);
    expect((await supplier.price([(await findRate('sold_out', anyRate, context)).rateKey], context)).kind).toBe('gone');
    expect(await supplier.book(await requestAt('refused', context), context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'the booking was refused by the property',
    });
    expect((await supplier.book(await requestAt('slow', context), context)).kind).toBe('pending');
    const lost = await requestAt('unknown', context);
    expect((await supplier.book(lost, context)).kind).toBe('unknown');
    expect((await supplier.lookUp(lost.reference, later(context, 10))).kind).toBe('confirmed');
    const fixed = await requestAt('non_refundable', context, anyRate);
    expect((await supplier.book(fixed, context)).kind).toBe('confirmed');
    expect((await supplier.cancel(fixed.reference, context)).kind).toBe('refused');
    const atProperty = await requestAt('pay_at_property', context, anyRate);
    expect([atProperty.total.value, atProperty.dueLater.value > 0]).toEqual([0, true]);
    expect((await supplier.book(atProperty, context)).kind).toBe('confirmed');
    expect((await supplier.cancel(atProperty.reference, context)).kind).toBe('cancelled');
  });
});

describe('a town', () => {
  const LISBON: StayPlace = { kind: 'city', cityCode: 'LIS' };

  test('what it lists can be read, priced, booked and given back as its plan says', async () => {
    const hotels = await findHotels(LISBON, aContext());
    expect(hotels.length).toBeGreaterThan(100);
    const seen = new Set<string>();
    for (const { ratesOfRooms } of hotels.filter((_, index) => index % 20 === 0)) {
      for (const rate of ratesOfRooms[0] ?? []) {
        const context = aContext();
        seen.add(`${rate.planName} ${isFree(rate) ? 'free' : 'not free'}`);
        const stay = await priced(rate, context);
        expect(stay.rates).toEqual([rate]);
        expect(await supplier.getStay([rate.rateKey], context)).toEqual(stay);
        const request = requestFor(stay);
        const booked = await supplier.book(request, context);
        expect(booked.kind).toBe('confirmed');
        expect(await supplier.lookUp(request.reference, context)).toEqual(booked);
        expect((await supplier.cancel(request.reference, context)).kind, rate.rateKey).toBe(
          isFree(rate) ? 'cancelled' : 'refused',
        );
      }
    }
    expect([...seen].sort()).toEqual([
      'Flexible free',
      'Flexible, pay at the property free',
      'Non-refundable not free',
      'Semi-flexible free',
      'Semi-flexible not free',
    ]);
  });

  test('the last rooms of a kind, asked for by more at once than there are, are sold once each', async () => {
    const context = aContext();
    const rates = (await findHotels(LISBON, context)).flatMap(({ ratesOfRooms }) => ratesOfRooms[0] ?? []);
    const [scarce] = rates.toSorted((a, b) => a.roomsLeft - b.roomsLeft);
    if (!scarce) throw new Error('no room in Lisbon');
    expect(scarce.roomsLeft).toBeLessThan(5);
    const stay = await priced(scarce, context);
    const outcomes = await Promise.all(
      Array.from({ length: scarce.roomsLeft + 3 }, () => supplier.book(requestFor(stay), context)),
    );
    expect(outcomes.filter(({ kind }) => kind === 'confirmed')).toHaveLength(scarce.roomsLeft);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual(
      Array(3).fill({ kind: 'refused', proof: expect.any(String), reason: 'unavailable: the rooms are gone' }),
    );
    expect(await readSold(db, context)).toEqual([scarce.roomsLeft, scarce.roomsLeft, scarce.roomsLeft]);
    expect(await supplier.getStay([scarce.rateKey], context)).toBeUndefined();
    expect((await supplier.getStay([scarce.rateKey], aContext()))?.rates[0].roomsLeft).toBe(scarce.roomsLeft);
  });
});
