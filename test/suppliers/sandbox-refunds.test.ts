import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlightBookRequest, FlightSupplier } from '../../src/suppliers/ports/flights.ts';
import type { HotelSupplier } from '../../src/suppliers/ports/hotels.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type { Money } from '../../src/travel/money.ts';
import type { CancellationService } from '../../src/suppliers/ports/servicing.ts';
import { createSandboxFlights } from '../../simulator/flights/flights.ts';
import { createSandboxHotels } from '../../simulator/stays/hotels.ts';
import { dueAtProperty, payNowOfStay } from '../../src/travel/stay.ts';
import { describeCancellationService } from '../support/suppliers/cancellation-conformance.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { aContext, aReference, CONTACT, later, NELLIE } from '../support/suppliers/booking-conformance.ts';
import { smallStayQuery, smallStays } from '../support/products/small-stays.ts';
import { testWorld, worldQuery } from '../support/products/world.ts';

const DAY = 24 * 60;
let db: TestDatabase;
let flights: FlightSupplier;
let hotels: HotelSupplier;
beforeAll(async () => {
  db = await openTestDatabase();
  flights = createSandboxFlights({ world: testWorld(), db, clock: { now: () => new Date() } });
  hotels = createSandboxHotels({ world: { stays: smallStays }, db, clock: { now: () => new Date() } });
});
afterAll(() => db.close());

async function aRequest(context: SupplierContext, to = 'QAK', children = 0): Promise<FlightBookRequest> {
  const passengers = { ...worldQuery('QAA', to, ['2027-01-14']).passengers, chd: children };
  const found = await flights.search(worldQuery('QAA', to, ['2027-01-14'], { passengers }), context);
  const [offer] = 'offers' in found ? found.offers : found;
  const priced = await flights.price(
    { offerKey: offer?.offerKey ?? '', fareKey: offer?.fares[0]?.fareKey ?? '' },
    context,
  );
  if (priced.kind === 'gone') throw new Error(priced.reason);
  const {
    offer: { offerKey },
    fare: { fareKey, total },
  } = priced.flight;
  const child = { ...NELLIE, travelerId: 'pax_2', type: 'CHILD' as const, dateOfBirth: '2020-01-01' };
  return {
    reference: aReference(),
    offerKey,
    fareKey,
    total,
    ancillaries: [],
    contact: CONTACT,
    travelers: children > 0 ? [NELLIE, child] : [NELLIE],
  };
}
async function book(to: string, context: SupplierContext, children = 0): Promise<FlightBookRequest> {
  const request = await aRequest(context, to, children);
  await flights.book(request, context);
  return request;
}
function cancellationsOf({ cancellations }: { readonly cancellations?: CancellationService }): CancellationService {
  if (cancellations === undefined) throw new Error('The supplier cancels nothing.');
  return cancellations;
}
async function soldSeats({ organizationId }: SupplierContext): Promise<readonly number[]> {
  const rows = await db.q
    .withTables<{ sandbox_sold_seats: { organization_id: string; sold: number } }>()
    .selectFrom('sandbox_sold_seats')
    .select('sold')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map(({ sold }) => sold);
}

describeCancellationService('flights', { service: () => flights, sold: soldSeats, aRequest, minutesFree: DAY });

/** An amount that the sandbox always states. */
function minorOf(amount: Money | undefined): number {
  if (amount === undefined) throw new Error('It is not stated.');
  return amount.value;
}

describe('tickets', () => {
  test('of QAL return four fifths after the void window until they are used, and say that they are used then', async () => {
    const context = aContext();
    const { reference, total } = await book('QAL', context);
    const answer = await cancellationsOf(flights).quote(reference, later(context, DAY));
    if (answer.kind !== 'quoted') throw new Error(answer.reason);
    expect(answer.terms.support).toBe('automatic');
    expect(minorOf(answer.terms.penalty) / total.value).toBeCloseTo(0.2, 3);
    expect(minorOf(answer.terms.refund) + minorOf(answer.terms.penalty)).toBe(total.value);
    expect(await cancellationsOf(flights).quote(reference, later(context, 60 * DAY))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('used'),
    });
  });

  test('of QAL charge each passenger a fifth of their own ticket', async () => {
    const context = aContext();
    const { reference, total } = await book('QAL', context, 1);
    const both = await cancellationsOf(flights).quote(reference, later(context, DAY));
    expect(both.kind === 'quoted' && minorOf(both.terms.penalty) / total.value).toBeCloseTo(0.2, 3);
  });

  test('that are not refundable return nothing after the void window', async () => {
    const context = aContext();
    const { reference, total } = await book('QAK', context);
    expect(await cancellationsOf(flights).quote(reference, later(context, DAY))).toMatchObject({
      terms: { refund: { value: 0 }, penalty: total },
    });
  });

  test('of QAM are void for a day, then decided by people in three days, at the terms of the moment it was asked', async () => {
    const context = aContext();
    const { reference, total } = await book('QAM', context);
    const names = { reference, changeReference: aReference() };
    const request = { ...names, penaltyMax: { value: 0, currency: total.currency } };
    expect(await cancellationsOf(flights).quote(reference, later(context, DAY - 1))).toMatchObject({
      terms: { support: 'automatic' },
    });
    expect(await cancellationsOf(flights).quote(reference, later(context, DAY))).toMatchObject({
      terms: { support: 'manual', refund: total, manualReason: expect.stringContaining('people') },
    });
    expect(await cancellationsOf(flights).cancel(request, later(context, DAY))).toEqual({
      kind: 'pending',
      isManual: true,
    });
    expect(await cancellationsOf(flights).quote(reference, later(context, DAY + 1))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('deciding'),
    });
    expect(
      (await cancellationsOf(flights).cancel({ ...request, changeReference: aReference() }, later(context, DAY))).kind,
    ).toBe('refused');
    expect(await cancellationsOf(flights).lookUp(names, later(context, 4 * DAY - 1))).toEqual({
      kind: 'pending',
      isManual: true,
    });
    expect([...new Set(await soldSeats(context))]).toEqual([1]);
    const decided = { kind: 'cancelled', refund: total };
    expect(await cancellationsOf(flights).lookUp(names, later(context, 4 * DAY))).toEqual(decided);
    expect(await cancellationsOf(flights).cancel(request, later(context, 5 * DAY))).toEqual(decided);
    expect(await flights.lookUp(reference, later(context, 5 * DAY))).toEqual({ kind: 'cancelled' });
    expect([...new Set(await soldSeats(context))]).toEqual([0]);
  });

  test('are judged by the fare that was bought, whatever is sold since', async () => {
    const context = aContext();
    const { reference, total } = await book('QAL', context);
    const [first, second] = await Promise.all(
      [DAY, 20 * DAY].map((minutes) => cancellationsOf(flights).quote(reference, later(context, minutes))),
    );
    expect(first?.kind === 'quoted' && minorOf(first.terms.refund)).toBeGreaterThan(total.value * 0.79);
    expect(second).toEqual(first);
  });
});

test('rooms of a stay are added up, and what the property collects is nothing that comes back', async () => {
  const context = aContext();
  const { hotels: found } = await hotels.search(smallStayQuery('bhsmall-1'), context);
  const keyOf = (plan: string): string =>
    found[0]?.ratesOfRooms[0]?.find(({ planName }) => planName === plan)?.rateKey ?? '';
  const bookRooms = async (plans: readonly string[]) => {
    const priced = await hotels.price(plans.map(keyOf), context);
    if (priced.kind === 'gone') throw new Error(priced.reason);
    const { stay } = priced;
    const request = {
      reference: aReference(),
      rateKeys: plans.map(keyOf),
      total: payNowOfStay(stay),
      dueLater: dueAtProperty(stay),
      travelers: [NELLIE],
      contact: CONTACT,
    };
    await hotels.book(request, context);
    return request.reference;
  };
  const mixed = await bookRooms(['flexible', 'fixed']);
  const [flexible, fixed] = ['flexible', 'fixed'].map(
    (plan) => found[0]?.ratesOfRooms[0]?.find(({ planName }) => planName === plan)?.total,
  );
  expect(await cancellationsOf(hotels).quote(mixed, later(context, 1))).toMatchObject({
    terms: { refund: flexible, penalty: fixed },
  });
  expect(await cancellationsOf(hotels).quote(mixed, later(context, 60 * DAY))).toEqual({
    kind: 'refused',
    reason: 'The stay is over.',
  });
  const atProperty = await bookRooms(['at_property']);
  expect(await cancellationsOf(hotels).quote(atProperty, later(context, 54 * DAY))).toMatchObject({
    terms: { refund: { value: 0 }, penalty: { value: 0 } },
  });
});
