import { knownFee } from '../../src/travel/penalty.ts';
import type { FlightOffer, FlightQuery } from '../../src/travel/flight.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import { createSandboxFlights } from '../../simulator/flights/flights.ts';
import type { FlightBookRequest, FlightSupplier, PricedFlight } from '../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { SupplierFailure } from '../../src/suppliers/ports/supplier.ts';
import { addMoney, timesMoney } from '../../src/travel/money.ts';
import { NO_PASSENGERS } from '../../src/travel/passengers.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../support/products/world.ts';

const log = pino({ level: 'silent' });
const MINUTE = 60_000;
let db: TestDatabase;
let supplier: FlightSupplier;
let organizations = 0;
let references = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  supplier = createSandboxFlights({ world: testWorld(), db, clock: { now: () => new Date() } });
});
afterAll(() => db.close());

function contextAt(now: Date, organization: string, signal = AbortSignal.timeout(10_000)): SupplierContext {
  return {
    organizationId: asId('organization', organization),
    now,
    signal,
    deadlineMs: 10_000,
    purpose: 'booking',
    log,
  };
}
function aContext(): SupplierContext {
  organizations += 1;
  return contextAt(WORLD_NOW, `org_${organizations}`);
}
function later(context: SupplierContext, minutes: number): SupplierContext {
  return contextAt(new Date(context.now.getTime() + minutes * MINUTE), context.organizationId);
}

async function search(query: FlightQuery, context: SupplierContext): Promise<readonly FlightOffer[]> {
  const found = await supplier.search(query, context);
  return 'offers' in found ? found.offers : found;
}

async function firstPriced(to: string, context: SupplierContext, from = 'QAA'): Promise<PricedFlight> {
  const [offer] = await search(worldQuery(from, to, ['2027-01-14']), context);
  const [fare] = offer?.fares ?? [];
  if (!offer || !fare) throw new Error(`nothing to sell from ${from} to ${to}`);
  const priced = await supplier.price({ offerKey: offer.offerKey, fareKey: fare.fareKey }, context);
  if (priced.kind === 'gone') throw new Error(priced.reason);
  return priced.flight;
}

function requestFor(flight: PricedFlight, part: Partial<FlightBookRequest> = {}): FlightBookRequest {
  references += 1;
  return {
    reference: `ref_${references}`,
    offerKey: flight.offer.offerKey,
    fareKey: flight.fare.fareKey,
    total: flight.fare.total,
    ancillaries: [],
    contact: { email: 'nellie@example.com', phone: '+15550100' },
    travelers: [
      {
        travelerId: 'pax_1',
        type: 'ADULT',
        firstName: 'Nellie',
        lastName: 'Bly',
        dateOfBirth: '1990-05-05',
        gender: 'FEMALE',
        title: undefined,
      },
    ],
    ...part,
  };
}

describe('booking', () => {
  test('a booking is confirmed with a record locator and a ticket for each traveler, and is found again by its reference', async () => {
    const context = aContext();
    const request = requestFor(await firstPriced('QAK', context));
    const booked = await supplier.book(request, context);
    expect(booked.kind).toBe('confirmed');
    if (booked.kind !== 'confirmed') return;
    expect(booked.order.confirmationNumber).toMatch(/^[A-Z]{6}$/);
    expect(booked.order.tickets).toHaveLength(1);
    const number = booked.order.tickets[0]?.number ?? '';
    expect(number).toMatch(/^\d{13}$/);
    expect(Number(number.slice(12))).toBe(Number(number.slice(0, 12)) % 7);
    expect(booked.order.total).toEqual(request.total);
    expect(await supplier.lookUp(request.reference, context)).toEqual(booked);
  });

  test('booking one reference many times at once makes one order and sells its seats once', async () => {
    const context = aContext();
    const request = requestFor(await firstPriced('QAK', context));
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => supplier.book(request, context)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    const use = testWorld().seatUses(request.offerKey)?.[0];
    const rows = await readSold(context.organizationId);
    expect(rows).toEqual([{ flight_number: use?.flightNumber, sold: 1 }]);
  });

  test('a total other than the price is refused as price_changed and leaves nothing behind', async () => {
    const context = aContext();
    const flight = await firstPriced('QAK', context);
    const request = requestFor(flight, { total: { ...flight.fare.total, value: flight.fare.total.value - 100 } });
    expect(await supplier.book(request, context)).toEqual({
      kind: 'refused',
      proof: expect.any(String),
      reason: 'price_changed',
    });
    expect(await supplier.lookUp(request.reference, context)).toEqual({ kind: 'none', proof: expect.any(String) });
    expect(await readSold(context.organizationId)).toEqual([]);
  });

  test('extras are part of the total', async () => {
    const context = aContext();
    const flight = await firstPriced('QAK', context);
    const bag = flight.offer.ancillaries[0];
    if (!bag) throw new Error('no bag is sold');
    const ancillaries = [{ ancillaryKey: bag.ancillaryKey, travelerId: 'pax_1', quantity: 2 }];
    expect((await supplier.book(requestFor(flight, { ancillaries }), context)).kind).toBe('refused');
    const total = addMoney(flight.fare.total, timesMoney(bag.price, 2));
    expect((await supplier.book(requestFor(flight, { ancillaries, total }), context)).kind).toBe('confirmed');
  });

  test("travelers who do not match the offer's passengers are refused", async () => {
    const context = aContext();
    const flight = await firstPriced('QAK', context);
    expect((await supplier.book(requestFor(flight, { travelers: [] }), context)).kind).toBe('refused');
  });

  test('a price given before midnight UTC can still be booked shortly after it', async () => {
    const context = contextAt(new Date('2026-11-20T23:55:00Z'), 'org_midnight');
    const request = requestFor(await firstPriced('QAK', context));
    expect((await supplier.book(request, later(context, 10))).kind).toBe('confirmed');
  });

  test('seats sold out under concurrent bookings are refused to the rest, and never oversold', async () => {
    const context = aContext();
    const flight = await lastSeats(context);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => supplier.book(requestFor(flight), context)));
    const confirmed = outcomes.filter((outcome) => outcome.kind === 'confirmed').length;
    expect(confirmed).toBeGreaterThan(0);
    expect(confirmed).toBeLessThan(12);
    expect(outcomes.every((outcome) => outcome.kind === 'confirmed' || outcome.kind === 'refused')).toBe(true);
    expect((await readSold(context.organizationId))[0]?.sold).toBe(confirmed);
  });
});

describe('seats sold', () => {
  test('what this process sells is counted at once, what another sells within five seconds, and no other organization sees either', async () => {
    const context = aContext();
    let milliseconds = 0;
    const twin = (): FlightSupplier =>
      createSandboxFlights({ world: testWorld(), db, clock: { now: () => new Date(milliseconds) } });
    const [here, there] = [twin(), twin()];
    const flight = await lastSeats(context);
    const seatsLeft = async (at: FlightSupplier, by = context): Promise<string> => {
      const fare = (await at.getOffer(flight.offer.offerKey, by))?.fares[0];
      return `${fare?.bookingClasses.join()}${fare?.seatsLeft}`;
    };
    const before = await seatsLeft(there);
    expect((await here.book(requestFor(flight), context)).kind).toBe('confirmed');
    const after = await seatsLeft(here);
    expect(after).not.toBe(before);
    milliseconds = 4_999;
    expect(await seatsLeft(there)).toBe(before);
    milliseconds = 5_000;
    expect(await seatsLeft(there)).toBe(after);
    expect(await seatsLeft(there, aContext())).toBe(before);
  });
});

describe('booking classes', () => {
  test('seats sold close a class: the next one opens dearer, a fare quoted in the closed one is refused, others see nothing of it', async () => {
    const [context, others] = [aContext(), aContext()];
    const offers = await search(
      worldQuery('LHR', 'JFK', ['2027-03-16'], { connectionsMax: 0, passengers: { ...NO_PASSENGERS, adt: 9 } }),
      context,
    );
    const offerKey = offers.find(({ owner }) => owner === 'BA')?.offerKey ?? '';
    const fareNow = async (by: SupplierContext) => (await supplier.getOffer(offerKey, by))?.fares[0];
    const quoted = await fareNow(context);
    const book = async (fare = quoted) => {
      const offer = await supplier.getOffer(offerKey, context);
      if (!offer || !fare) throw new Error('sold out before its class closed');
      const request = requestFor({ offer, fare });
      const travelers = request.travelers.flatMap((one) =>
        Array.from({ length: 9 }, (_, index) => ({ ...one, travelerId: `pax_${index + 1}` })),
      );
      return (await supplier.book({ ...request, travelers }, context)).kind;
    };
    let bookings = 0;
    while ((await fareNow(context))?.bookingClasses[0] === quoted?.bookingClasses[0]) {
      expect(await book()).toBe('confirmed');
      bookings += 1;
    }
    expect(bookings).toBeGreaterThan(0);
    const dearer = await fareNow(context);
    expect(dearer?.total.value).toBeGreaterThan(quoted?.total.value ?? 0);
    expect(await book()).toBe('refused');
    expect(await book(dearer)).toBe('confirmed');
    expect(await fareNow(others)).toEqual(quoted);
  });
});

describe('cancelling', () => {
  test('inside 24 hours everything comes back and the seats are free again; a repeat answers the same', async () => {
    const context = aContext();
    const request = requestFor(await firstPriced('QAK', context));
    await supplier.book(request, context);
    const cancelled = await supplier.cancel(request.reference, later(context, 23 * 60));
    expect(cancelled).toEqual({ kind: 'cancelled', refund: request.total });
    expect(await supplier.cancel(request.reference, context)).toEqual(cancelled);
    expect(await supplier.lookUp(request.reference, context)).toEqual({ kind: 'cancelled' });
    expect((await readSold(context.organizationId))[0]?.sold).toBe(0);
  });

  test('after 24 hours, and for an unknown reference, it says that it cannot', async () => {
    const context = aContext();
    const request = requestFor(await firstPriced('QAK', context));
    await supplier.book(request, context);
    expect((await supplier.cancel(request.reference, later(context, 24 * 60))).kind).toBe('refused');
    expect((await supplier.cancel('ref_nobody', context)).kind).toBe('refused');
  });
});

describe('scenarios (contract, section 11)', () => {
  const total = (flight: PricedFlight): number => flight.fare.total.value;

  test('QAB has no offers, QAC only connections', async () => {
    const context = aContext();
    expect(await search(worldQuery('QAA', 'QAB', ['2027-01-14']), context)).toEqual([]);
    const connections = await search(worldQuery('QAA', 'QAC', ['2027-01-14']), context);
    expect(connections.length).toBeGreaterThan(0);
    expect(connections.every((offer) => offer.slices[0]?.segments.length === 2)).toBe(true);
    expect(await search(worldQuery('QAA', 'QAC', ['2027-01-14'], { connectionsMax: 0 }), context)).toEqual([]);
  });

  test('QAD never answers, QAN is unavailable for 7 s, QAP rejects', async () => {
    const aborting = contextAt(WORLD_NOW, 'org_slow', AbortSignal.timeout(20));
    const failure = async (to: string): Promise<SupplierFailure> => {
      try {
        await search(worldQuery('QAA', to, ['2027-01-14']), aborting);
      } catch (error) {
        if (error instanceof SupplierFailure) return error;
      }
      throw new Error(`${to} answered`);
    };
    expect((await failure('QAD')).kind).toBe('timeout');
    expect(await failure('QAN')).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 7 });
    expect((await failure('QAP')).kind).toBe('rejected');
  });

  test('QAE is offered already expired', async () => {
    const [offer] = await search(worldQuery('QAA', 'QAE', ['2027-01-14']), aContext());
    expect(offer?.expiresAt?.getTime()).toBeLessThan(WORLD_NOW.getTime());
  });

  test('QAF costs 7 % more at checkout, QAG 7 % less, and each is booked at that price; QAH is gone', async () => {
    const context = aContext();
    for (const [to, factor] of [
      ['QAF', 1.07],
      ['QAG', 0.93],
    ] as const) {
      const flight = await firstPriced(to, context);
      const shown = (await supplier.getOffer(flight.offer.offerKey, context))?.fares[0]?.total.value ?? 0;
      expect(total(flight)).toBe(Math.round(shown * factor));
      expect((await supplier.book(requestFor(flight), context)).kind).toBe('confirmed');
    }
    await expect(firstPriced('QAH', context)).rejects.toThrow('sold out');
  });

  test('QAI refuses to ticket; QAJ is pending for six hours; QAO unknown for ten minutes', async () => {
    const context = aContext();
    expect((await supplier.book(requestFor(await firstPriced('QAI', context)), context)).kind).toBe('refused');
    const slow = requestFor(await firstPriced('QAJ', context));
    expect((await supplier.book(slow, context)).kind).toBe('pending');
    expect((await supplier.lookUp(slow.reference, later(context, 359))).kind).toBe('pending');
    expect((await supplier.lookUp(slow.reference, later(context, 360))).kind).toBe('confirmed');
    const lost = requestFor(await firstPriced('QAO', context));
    expect((await supplier.book(lost, context)).kind).toBe('unknown');
    expect((await supplier.lookUp(lost.reference, later(context, 9))).kind).toBe('unknown');
    expect((await supplier.lookUp(lost.reference, later(context, 10))).kind).toBe('confirmed');
  });

  test('QAL refunds with a fifth kept, QAM in full', async () => {
    const context = aContext();
    const refund = async (to: string) => {
      const flight = await firstPriced(to, context);
      expect(flight.fare.isRefundable).toBe(true);
      const rule = flight.fare.rules.find(({ ruleType }) => ruleType === 'refund');
      return rule && knownFee(rule)?.value;
    };
    expect(await refund('QAL')).toBe(Math.round(total(await firstPriced('QAL', context)) * 0.2));
    expect(await refund('QAM')).toBeUndefined();
  });

  test('QAQ is priced in yen and QAR in dinars, both ways', async () => {
    const context = aContext();
    for (const [airport, currency] of [
      ['QAQ', 'JPY'],
      ['QAR', 'KWD'],
    ] as const) {
      expect((await firstPriced(airport, context)).fare.total.currency).toBe(currency);
      expect((await firstPriced('QAA', context, airport)).fare.total.currency).toBe(currency);
    }
  });
});

async function readSold(organizationId: string) {
  return db.q
    .withTables<{ sandbox_sold_seats: { organization_id: string; flight_number: string; sold: number } }>()
    .selectFrom('sandbox_sold_seats')
    .select(['flight_number', 'sold'])
    .where('organization_id', '=', organizationId)
    .execute();
}

/** The nonstop of a busy route a day ahead with the fewest seats left. */
async function lastSeats(context: SupplierContext): Promise<PricedFlight> {
  const offers = await search(worldQuery('LHR', 'JFK', ['2026-11-21'], { connectionsMax: 0 }), context);
  const [offer] = offers.toSorted((a, b) => (a.fares[0]?.seatsLeft ?? 9) - (b.fares[0]?.seatsLeft ?? 9));
  const [fare] = offer?.fares ?? [];
  if (!offer || !fare) throw new Error('no flight tomorrow');
  return { offer, fare };
}
