import { describe, expect, test } from 'vitest';
import type { FlightBookRequest, FlightSupplier, PricedFlight } from '../../../src/suppliers/ports/flights.ts';
import { type SupplierContext, SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import type { FlightOffer, FlightQuery } from '../../../src/travel/flight.ts';
import { addMoney, money } from '../../../src/travel/money.ts';
import { passengerTotal } from '../../../src/travel/passengers.ts';
import { aReference, CONTACT, NELLIE } from './booking-conformance.ts';

/** What a flight supplier is judged with. */
export interface FlightsUnderTest {
  supplier(): FlightSupplier;
  /** A call of an organization that nobody used before. */
  aContext(): SupplierContext;
  /** A question that is answered with several journeys, for one adult, some of whose fares can be undone for free. */
  readonly query: FlightQuery;
  /** A question whose answer is no flights. */
  readonly nothingQuery: FlightQuery;
  /** How many orders there are for a reference, as the supplier itself counts them. */
  countOrders(reference: string, context: SupplierContext): Promise<number>;
}

/** What every source of flights must do, whoever it is: the promises of `ports/flights.ts` and `ports/booking.ts`. */
export function describeFlightSupplier(name: string, subject: FlightsUnderTest): void {
  const { aContext, query, nothingQuery } = subject;
  const search = async (asked: FlightQuery, context: SupplierContext) => {
    const found = await subject.supplier().search(asked, context);
    return 'offers' in found ? found : { offers: found, omitted: 0 };
  };
  const firstPriced = async (context: SupplierContext): Promise<PricedFlight> => {
    const { offers } = await search(query, context);
    const [offer] = offers;
    const [fare] = offer?.fares ?? [];
    if (offer === undefined || fare === undefined) throw new Error('nothing is sold');
    const { offerKey } = offer;
    const priced = await subject.supplier().price({ offerKey, fareKey: fare.fareKey }, context);
    if (priced.kind !== 'priced') throw new Error(priced.reason);
    return priced.flight;
  };
  const requestOf = ({ offer, fare }: PricedFlight): FlightBookRequest => ({
    reference: aReference(),
    offerKey: offer.offerKey,
    fareKey: fare.fareKey,
    total: fare.total,
    travelers: [NELLIE],
    contact: { ...CONTACT, phone: '+33123456789' },
    ancillaries: [],
  });

  describe(`search at ${name}`, () => {
    test('answers what was asked: places, dates, party, cheapest first, no key twice', async () => {
      const { offers } = await search(query, aContext());
      expect(offers.length).toBeGreaterThan(1);
      for (const offer of offers) expectAnswers(offer, query);
      const lowest = offers.map(({ fares }) => Math.min(...fares.map(({ total }) => total.value)));
      expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
      expect(new Set(offers.map(({ offerKey }) => offerKey)).size).toBe(offers.length);
      const fareKeys = offers.flatMap(({ offerKey, fares }) => fares.map(({ fareKey }) => `${offerKey}|${fareKey}`));
      expect(new Set(fareKeys).size).toBe(fareKeys.length);
    });

    test('holds to the bound and counts what it left out', async () => {
      const context = aContext();
      const all = await search(query, context);
      const few = await search({ ...query, offersMax: 1 }, context);
      expect(few.offers).toHaveLength(1);
      expect(few.omitted).toBeGreaterThanOrEqual(all.offers.length - 1);
      expect(few.offers[0]?.fares[0]?.total).toEqual(all.offers[0]?.fares[0]?.total);
    });

    test('no flights is an empty list, not a failure', async () => {
      expect((await search(nothingQuery, aContext())).offers).toEqual([]);
    });

    test('a call whose deadline has passed ends as a failure of the supplier, or answers; it never hangs', async () => {
      const outcome = await search(query, { ...aContext(), signal: AbortSignal.abort() }).catch((error) => error);
      expect(outcome instanceof SupplierFailure || outcome?.name === 'AbortError' || 'offers' in outcome).toBe(true);
    });
  });

  describe(`pricing at ${name}`, () => {
    test('an offer is found again by its key, and each of its fares is priced as it was shown', async () => {
      const context = aContext();
      const { offers } = await search(query, context);
      const [offer] = offers;
      const again = offer && (await subject.supplier().getOffer(offer.offerKey, context));
      expect(again?.slices.map(({ segments }) => segments.map(({ flightNumber }) => flightNumber))).toEqual(
        offer?.slices.map(({ segments }) => segments.map(({ flightNumber }) => flightNumber)),
      );
      for (const { fareKey, total } of offer?.fares ?? []) {
        const priced = await subject.supplier().price({ offerKey: offer?.offerKey ?? '', fareKey }, context);
        expect(priced).toMatchObject({ kind: 'priced', flight: { fare: { total } } });
      }
    });

    test('keys nobody has are gone, not a failure', async () => {
      const context = aContext();
      expect(await subject.supplier().getOffer('off_0000nobodyhasthis00000000', context)).toBeUndefined();
      const keys = { offerKey: 'off_0000nobodyhasthis00000000', fareKey: 'off_0000nobodyhasthis00000000' };
      expect((await subject.supplier().price(keys, context)).kind).toBe('gone');
    });

    test('seat maps speak of segments of the offer, each seat once', async () => {
      const context = aContext();
      const { offer, fare } = await firstPriced(context);
      const maps = await subject.supplier().seatMaps?.({ offerKey: offer.offerKey, fareKey: fare.fareKey }, context);
      const segments = new Set(offer.slices.flatMap((slice) => slice.segments.map(({ segmentId }) => segmentId)));
      for (const { segmentId, rows } of maps ?? []) {
        expect(segments).toContain(segmentId);
        const seats = rows.flatMap((row) => row.seats.map(({ seatNumber }) => seatNumber));
        expect(new Set(seats).size).toBe(seats.length);
      }
    });
  });

  describe(`booking at ${name}`, () => {
    test('is confirmed at the total that was quoted, and found again by our reference', async () => {
      const context = aContext();
      const request = requestOf(await firstPriced(context));
      const booked = await subject.supplier().book(request, context);
      expect(booked).toMatchObject({ kind: 'confirmed', order: { total: request.total } });
      expect(await subject.supplier().lookUp(request.reference, context)).toEqual(booked);
    });

    test('of one reference, repeated and many times at once, makes at most one order', async () => {
      const context = aContext();
      const request = requestOf(await firstPriced(context));
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () =>
          subject
            .supplier()
            .book(request, context)
            .catch(() => undefined),
        ),
      );
      expect(outcomes.map((outcome) => outcome?.kind)).toContain('confirmed');
      await subject.supplier().book(request, context);
      expect(await subject.countOrders(request.reference, context)).toBe(1);
    });

    test('at another total is refused as price_changed, with proof, and books nothing', async () => {
      const context = aContext();
      const request = requestOf(await firstPriced(context));
      const total = addMoney(request.total, money(-1, request.total.currency));
      expect(await subject.supplier().book({ ...request, total }, context)).toEqual({
        kind: 'refused',
        reason: 'price_changed',
        proof: expect.any(String),
      });
      expect(await subject.countOrders(request.reference, context)).toBe(0);
      // A supplier that records its refusals answers them again; either way there is no order.
      expect(['none', 'refused']).toContain((await subject.supplier().lookUp(request.reference, context)).kind);
    });

    test("another organization's reference, and one nobody used, are proven not to exist", async () => {
      const [context, stranger] = [aContext(), aContext()];
      const request = requestOf(await firstPriced(context));
      await subject.supplier().book(request, context);
      for (const [reference, asker] of [
        [request.reference, stranger],
        [aReference(), context],
      ] as const) {
        expect(await subject.supplier().lookUp(reference, asker)).toEqual({ kind: 'none', proof: expect.any(String) });
        expect((await subject.supplier().cancel(reference, asker)).kind).toBe('refused');
      }
      expect((await subject.supplier().lookUp(request.reference, context)).kind).toBe('confirmed');
    });

    test('undone while it is free gives back what was paid; a repeat answers the same, the look-up says cancelled', async () => {
      const context = aContext();
      const request = requestOf(await firstPriced(context));
      await subject.supplier().book(request, context);
      const cancelled = await subject.supplier().cancel(request.reference, context);
      expect(cancelled).toEqual({ kind: 'cancelled', refund: request.total });
      expect(await subject.supplier().cancel(request.reference, context)).toEqual(cancelled);
      expect((await subject.supplier().lookUp(request.reference, context)).kind).toBe('cancelled');
      expect(await subject.countOrders(request.reference, context)).toBe(1);
    });
  });
}

/** Whether an offer answers the query: its ends, days and party, times that go forward, a price for each fare. */
function expectAnswers({ slices, fares, passengers }: FlightOffer, query: FlightQuery): void {
  expect(slices).toHaveLength(query.slices.length);
  expect(passengerTotal(passengers)).toBe(passengerTotal(query.passengers));
  for (const [index, slice] of slices.entries()) {
    const asked = query.slices[index];
    expect(asked?.origins).toContain(slice.origin);
    expect(asked?.destinations).toContain(slice.destination);
    expect(slice.departureDate).toBe(asked?.date);
    for (const { depart, arrive } of slice.segments)
      expect(arrive.instant.getTime()).toBeGreaterThan(depart.instant.getTime());
  }
  expect(fares.length).toBeGreaterThan(0);
  for (const { total } of fares) expect(total.value).toBeGreaterThan(0);
}
