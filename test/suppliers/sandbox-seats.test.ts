import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import type { ChosenSeat, FlightBookRequest, FlightSupplier, PricedFlight } from '../../src/suppliers/ports/flights.ts';
import type { SupplierContext, SupplierTraveler } from '../../src/suppliers/ports/supplier.ts';
import { createSandboxFlights } from '../../simulator/flights/flights.ts';
import type { Seat } from '../../src/travel/flight.ts';
import { addMoney, zeroMoney } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../support/products/world.ts';

const log = pino({ level: 'silent' });
let db: TestDatabase;
let supplier: FlightSupplier;
let flight: PricedFlight;
let count = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  supplier = createSandboxFlights({ world: testWorld(), db, clock: { now: () => new Date() } });
  const [offer] = testWorld().search(worldQuery('QAA', 'QAK', ['2027-01-14']), { now: WORLD_NOW, sold: new Map() });
  const [fare] = offer?.fares ?? [];
  if (!offer || !fare) throw new Error('nothing to sell');
  flight = { offer, fare };
});
afterAll(() => db.close());

const keys = () => ({ offerKey: flight.offer.offerKey, fareKey: flight.fare.fareKey });
const NELLIE: SupplierTraveler = {
  travelerId: 'pax_1',
  type: 'ADULT',
  firstName: 'Nellie',
  lastName: 'Bly',
  dateOfBirth: '1990-05-05',
  gender: 'FEMALE',
  title: undefined,
};
function aContext(): SupplierContext {
  count += 1;
  return {
    organizationId: asId('organization', `org_${count}`),
    now: WORLD_NOW,
    signal: AbortSignal.timeout(10_000),
    deadlineMs: 10_000,
    purpose: 'booking',
    log,
  };
}
async function seatsNow(context: SupplierContext): Promise<readonly Seat[]> {
  const maps = await supplier.seatMaps?.(keys(), context);
  return maps?.[0]?.rows.flatMap((row) => row.seats) ?? [];
}
async function findSeat(context: SupplierContext, feature: string): Promise<Seat> {
  const seat = (await seatsNow(context)).find(
    ({ availability, features }) => availability === 'available' && features.includes(feature),
  );
  if (!seat) throw new Error(`no ${feature} seat is free`);
  return seat;
}
const stateOf = async (context: SupplierContext, seatNumber: string) =>
  (await seatsNow(context)).find((seat) => seat.seatNumber === seatNumber)?.availability;
function requestFor(seat: Seat, part: Partial<FlightBookRequest> = {}): FlightBookRequest {
  count += 1;
  const chosen: ChosenSeat = { segmentId: 's1-1', travelerId: 'pax_1', seatNumber: seat.seatNumber };
  return {
    reference: `ref_${count}`,
    ...keys(),
    total: addMoney(flight.fare.total, seat.price ?? zeroMoney(flight.fare.total.currency)),
    ancillaries: [],
    contact: { email: 'nellie@example.com', phone: '+15550100' },
    travelers: [NELLIE],
    seats: [chosen],
    ...part,
  };
}

describe('booking with a seat', () => {
  test('the seat is part of the total, and is taken afterwards for this organization alone', async () => {
    const [context, stranger] = [aContext(), aContext()];
    const seat = await findSeat(context, 'middle');
    expect(seat.price?.value).toBeGreaterThan(0);
    expect(await supplier.book(requestFor(seat, { total: flight.fare.total }), context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'price_changed',
    });
    expect(await stateOf(context, seat.seatNumber)).toBe('available');
    const request = requestFor(seat);
    const booked = await supplier.book(request, context);
    expect(booked.kind).toBe('confirmed');
    expect(await supplier.book(request, context)).toEqual(booked);
    expect([await stateOf(context, seat.seatNumber), await stateOf(stranger, seat.seatNumber)]).toEqual([
      'occupied',
      'available',
    ]);
  });

  test('two bookings at once cannot take one seat, and the loser keeps nothing', async () => {
    const context = aContext();
    const seat = await findSeat(context, 'window');
    const requests = Array.from({ length: 4 }, () => requestFor(seat));
    const outcomes = await Promise.all(requests.map((request) => supplier.book(request, context)));
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['confirmed', 'refused', 'refused', 'refused']);
    const flightNumber = flight.offer.slices[0]?.segments[0]?.flightNumber;
    const reason = `unavailable: seat ${seat.seatNumber} on ${flightNumber} is taken`;
    expect(outcomes.filter((outcome) => outcome.kind === 'refused')).toEqual(
      Array(3).fill({ kind: 'refused', proof: expect.any(String), reason }),
    );
    const known = await Promise.all(requests.map((request) => supplier.lookUp(request.reference, context)));
    expect(known.map((outcome) => outcome.kind).sort()).toEqual(['confirmed', 'none', 'none', 'none']);
  });

  test('cancelling gives the seat back', async () => {
    const context = aContext();
    const seat = await findSeat(context, 'aisle');
    const request = requestFor(seat);
    await supplier.book(request, context);
    expect((await supplier.cancel(request.reference, context)).kind).toBe('cancelled');
    expect(await stateOf(context, seat.seatNumber)).toBe('available');
    expect((await supplier.book(requestFor(seat), context)).kind).toBe('confirmed');
  });

  test('a seat that does not exist, is kept back or is for adults only is refused', async () => {
    const context = aContext();
    const [exit, any] = [await findSeat(context, 'exit_row'), await findSeat(context, 'middle')];
    const blocked = (await seatsNow(context)).find((seat) => seat.availability === 'blocked');
    if (!blocked) throw new Error('no seat is kept back');
    expect(await supplier.book(requestFor({ ...any, seatNumber: '99Z' }), context)).toMatchObject({
      kind: 'refused',
      proof: expect.any(String),
      reason: expect.stringContaining('99Z'),
    });
    expect((await supplier.book(requestFor(blocked), context)).kind).toBe('refused');
    const child = { ...NELLIE, type: 'CHILD' } as const;
    const [offer] = testWorld().search(
      worldQuery('QAA', 'QAK', ['2027-01-14'], { passengers: { ...flight.offer.passengers, chd: 1, adt: 1 } }),
      { now: WORLD_NOW, sold: new Map() },
    );
    const fare = offer?.fares[0];
    if (!offer || !fare) throw new Error('nothing to sell');
    const family = requestFor(exit, {
      offerKey: offer.offerKey,
      total: addMoney(fare.total, exit.price ?? zeroMoney('USD')),
      travelers: [{ ...NELLIE, travelerId: 'pax_2' }, child],
    });
    expect(await supplier.book(family, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: `seat ${exit.seatNumber} is at an exit`,
    });
  });
});
