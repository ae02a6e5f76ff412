import { describe, expect, test } from 'vitest';
import type { HotelSupplier, StayBookRequest } from '../../../src/suppliers/ports/hotels.ts';
import { type SupplierContext, SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { addMoney, money } from '../../../src/travel/money.ts';
import { dueAtProperty, type HotelOffer, payNowOfStay, type Stay, type StayQuery } from '../../../src/travel/stay.ts';
import { aReference, CONTACT, NELLIE } from './booking-conformance.ts';

/** What a hotel supplier is judged with. */
export interface HotelsUnderTest {
  supplier(): HotelSupplier;
  /** A call of an organization that nobody used before. */
  aContext(): SupplierContext;
  /** A question for one room that is answered with several hotels; rates paid now can be given back free of charge. */
  readonly query: StayQuery;
  /** A question whose answer is no hotels. */
  readonly nothingQuery: StayQuery;
  /** How many bookings there are for a reference, as the supplier itself counts them. */
  countBookings(reference: string, context: SupplierContext): Promise<number>;
}

/** What every source of hotels must do, whoever it is: the promises of `ports/hotels.ts` and `ports/booking.ts`. */
export function describeHotelSupplier(name: string, subject: HotelsUnderTest): void {
  describeFinding(name, subject);
  describePricing(name, subject);
  describeBooking(name, subject);
  describeGivingUp(name, subject);
}

const PARTIES = [
  { adults: 2, childrenAges: [] },
  { adults: 1, childrenAges: [7] },
  { adults: 2, childrenAges: [] },
] as const;
const NOBODYS_KEYS = ['nobody', 'l1~nobody', 'bhnobody~flexible~2027-01-14~2027-01-17~2', ''];

/** The keys of the first hotel that has rates which pass, one for each room, sold together. */
async function keysOf(
  { supplier, query }: HotelsUnderTest,
  context: SupplierContext,
  asked: StayQuery = query,
): Promise<readonly string[]> {
  const { hotels } = await supplier().search(asked, context);
  for (const { hotel } of hotels.slice(0, HOTELS_TRIED)) {
    const place = { kind: 'hotels', hotelIds: [hotel.hotelId] } as const;
    const [whole] = (await supplier().search({ ...asked, place }, context)).hotels;
    const keys = whole && pickTogether(whole);
    if (keys !== undefined) return keys;
  }
  throw new Error('Nothing is sold that can be given back free of charge.');
}
const HOTELS_TRIED = 10;

function pickTogether({ ratesOfRooms }: HotelOffer): readonly string[] | undefined {
  const [first = [], ...others] = ratesOfRooms.map((rates) =>
    rates.filter(({ isRefundable, paymentType }) => isRefundable === true && paymentType === 'pay_now'),
  );
  for (const rate of first) {
    const rest = others.map((rates) => rates.find(({ togetherKey }) => togetherKey === rate.togetherKey)?.rateKey);
    if (!rest.includes(undefined)) return [rate.rateKey, ...rest.flatMap((key) => key ?? [])];
  }
  return undefined;
}

async function priced(
  { supplier }: HotelsUnderTest,
  rateKeys: readonly string[],
  context: SupplierContext,
): Promise<{ readonly stay: Stay; readonly request: StayBookRequest }> {
  const answer = await supplier().price(rateKeys, context);
  if (answer.kind !== 'priced') throw new Error(answer.reason);
  const { stay } = answer;
  const request = {
    reference: aReference(),
    rateKeys: answer.rateKeys ?? rateKeys,
    total: payNowOfStay(stay),
    dueLater: dueAtProperty(stay),
    travelers: [NELLIE],
    contact: { ...CONTACT, phone: '+33123456789' },
  };
  return { stay, request };
}

const aRequest = async (subject: HotelsUnderTest, context: SupplierContext): Promise<StayBookRequest> =>
  (await priced(subject, await keysOf(subject, context), context)).request;

function describeFinding(name: string, subject: HotelsUnderTest): void {
  const { supplier, aContext, query, nothingQuery } = subject;
  describe(`search at ${name}`, () => {
    test('answers what was asked: a list for each room, cheapest first, no hotel and no key twice', async () => {
      const { hotels } = await supplier().search({ ...query, rooms: PARTIES }, aContext());
      expect(hotels.length).toBeGreaterThan(1);
      expect(new Set(hotels.map(({ hotel }) => hotel.hotelId)).size).toBe(hotels.length);
      for (const { ratesOfRooms } of hotels) {
        expect(ratesOfRooms).toHaveLength(PARTIES.length);
        for (const [index, rates] of ratesOfRooms.entries()) expectListFor(rates, PARTIES[index]);
        expect(ratesOfRooms[0]).toEqual(ratesOfRooms[2]);
      }
    });

    test('hotels come cheapest first; the bound is held to, and what it leaves out is counted', async () => {
      const context = aContext();
      const all = await supplier().search(query, context);
      const lowest = all.hotels.map(({ ratesOfRooms }) => ratesOfRooms[0]?.[0]?.total.value ?? 0);
      expect(lowest.every((total) => total > 0)).toBe(true);
      const few = await supplier().search({ ...query, hotelsMax: 1 }, context);
      expect(few.hotels.map(({ hotel }) => hotel.hotelId)).toEqual([all.hotels[0]?.hotel.hotelId]);
      expect(few.omitted).toBeGreaterThanOrEqual(all.hotels.length - 1);
    });

    test('no hotels is an empty list, not a failure', async () => {
      expect((await supplier().search(nothingQuery, aContext())).hotels).toEqual([]);
    });

    test('a call whose deadline has passed ends as a failure of the supplier, or answers; it never hangs', async () => {
      const context = { ...aContext(), signal: AbortSignal.abort() };
      const outcome = await supplier()
        .search(query, context)
        .catch((error) => error);
      expect(outcome instanceof SupplierFailure || outcome?.name === 'AbortError' || 'hotels' in outcome).toBe(true);
    });

    test('a hotel of a search has a page of its own, an id of nobody has none', async () => {
      const context = aContext();
      const [found] = (await supplier().search(query, context)).hotels;
      const content = await supplier().hotel(found?.hotel.hotelId ?? '', context);
      expect(content?.hotel).toMatchObject({ hotelId: found?.hotel.hotelId, name: found?.hotel.name });
      expect(await supplier().hotel('nobody-0', context)).toBeUndefined();
    });
  });
}

function expectListFor(rates: HotelOffer['ratesOfRooms'][number], party: (typeof PARTIES)[number] | undefined): void {
  expect(rates.length).toBeGreaterThan(0);
  expect(new Set(rates.map(({ rateKey }) => rateKey)).size).toBe(rates.length);
  const totals = rates.map(({ total }) => total.value);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  for (const { party: asked, total } of rates) {
    expect(asked).toEqual(party);
    expect(total.value).toBeGreaterThan(0);
  }
}

function describePricing(name: string, subject: HotelsUnderTest): void {
  const { supplier, aContext, query } = subject;
  describe(`pricing at ${name}`, () => {
    test('rooms are found again by their keys in any order, and priced as they were shown', async () => {
      const context = aContext();
      const keys = await keysOf(subject, context, { ...query, rooms: PARTIES });
      for (const rateKeys of [keys, keys.toReversed()]) {
        const stay = await supplier().getStay(rateKeys, context);
        expect(stay).toMatchObject({ checkIn: query.checkIn, checkOut: query.checkOut });
        expect(stay?.rates).toHaveLength(PARTIES.length);
        const { stay: now } = await priced(subject, rateKeys, context);
        expect(payNowOfStay(now)).toEqual(stay && payNowOfStay(stay));
        expect(now.rates.map(({ room, party }) => [room.name, party])).toEqual(
          stay?.rates.map(({ room, party }) => [room.name, party]),
        );
      }
    });

    test('a room alone of several that are sold together only is never priced', async () => {
      const context = aContext();
      const keys = await keysOf(subject, context, { ...query, rooms: PARTIES });
      const [key = ''] = keys;
      const alone = await supplier().getStay([key], context);
      const answer = await supplier().price([key], context);
      expect(answer.kind).toBe(alone?.rates[0].togetherKey === undefined ? 'priced' : 'gone');
    });

    test('keys nobody has are gone, not a failure', async () => {
      for (const key of NOBODYS_KEYS) {
        expect(await supplier().getStay([key], aContext())).toBeUndefined();
        expect((await supplier().price([key], aContext())).kind).toBe('gone');
      }
      expect(await supplier().getStay([], aContext())).toBeUndefined();
      expect((await supplier().price([], aContext())).kind).toBe('gone');
    });
  });
}

function describeBooking(name: string, subject: HotelsUnderTest): void {
  const { supplier, aContext, countBookings } = subject;
  describe(`booking at ${name}`, () => {
    test('is confirmed at the total that was quoted, with a number, and found again by our reference', async () => {
      const context = aContext();
      const request = await aRequest(subject, context);
      const booked = await supplier().book(request, context);
      expect(booked).toMatchObject({
        kind: 'confirmed',
        order: { total: request.total, confirmationNumber: expect.stringMatching(/\S/) },
      });
      expect(await supplier().lookUp(request.reference, context)).toEqual(booked);
    });

    test('of one reference, repeated and many times at once, makes at most one', async () => {
      const context = aContext();
      const request = await aRequest(subject, context);
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => supplier().book(request, context)));
      expect(outcomes.map(({ kind }) => kind)).toContain('confirmed');
      await supplier().book(request, context);
      expect(await countBookings(request.reference, context)).toBe(1);
    });

    test('at another total, in another currency or of a key nobody has is refused with proof, and books nothing', async () => {
      const context = aContext();
      const request = await aRequest(subject, context);
      const total = addMoney(request.total, money(-1, request.total.currency));
      for (const [changes, reason] of [
        [{ total }, /^price_changed$/],
        [{ total: { ...request.total, currency: 'CHF' } }, /^price_changed$/],
        [{ rateKeys: ['nobody'] }, /^unavailable/],
      ] as const) {
        const wrong = { ...request, ...changes, reference: aReference() };
        const refused = { kind: 'refused', reason: expect.stringMatching(reason), proof: expect.any(String) };
        expect(await supplier().book(wrong, context)).toEqual(refused);
        expect(await countBookings(wrong.reference, context)).toBe(0);
        // A supplier that records its refusals answers them again; either way there is no booking.
        expect(['none', 'refused']).toContain((await supplier().lookUp(wrong.reference, context)).kind);
      }
    });

    test('in nobody’s name is refused, and books nothing', async () => {
      const context = aContext();
      const request = { ...(await aRequest(subject, context)), travelers: [] };
      expect(await supplier().book(request, context)).toMatchObject({ kind: 'refused', proof: expect.any(String) });
      expect(await countBookings(request.reference, context)).toBe(0);
    });

    test("another organization's reference, and one nobody used, are proven not to exist", async () => {
      const [context, stranger] = [aContext(), aContext()];
      const request = await aRequest(subject, context);
      await supplier().book(request, context);
      for (const [reference, asker] of [
        [request.reference, stranger],
        [aReference(), context],
      ] as const) {
        expect(await supplier().lookUp(reference, asker)).toEqual({ kind: 'none', proof: expect.any(String) });
        expect((await supplier().cancel(reference, asker)).kind).toBe('refused');
      }
      expect((await supplier().lookUp(request.reference, context)).kind).toBe('confirmed');
    });

    test('undone while it is free gives back what was paid; a repeat answers the same, the look-up says cancelled', async () => {
      const context = aContext();
      const request = await aRequest(subject, context);
      await supplier().book(request, context);
      const cancelled = await supplier().cancel(request.reference, context);
      expect(cancelled).toEqual({ kind: 'cancelled', refund: request.total });
      expect(await supplier().cancel(request.reference, context)).toEqual(cancelled);
      expect((await supplier().lookUp(request.reference, context)).kind).toBe('cancelled');
      expect(await countBookings(request.reference, context)).toBe(1);
    });
  });
}

function describeGivingUp(name: string, subject: HotelsUnderTest): void {
  const { supplier, aContext } = subject;
  const cancellations = () => {
    const found = supplier().cancellations;
    if (found === undefined) throw new Error('The supplier cancels nothing.');
    return found;
  };
  const book = async (context: SupplierContext) => {
    const { stay, request } = await priced(subject, await keysOf(subject, context), context);
    expect((await supplier().book(request, context)).kind).toBe('confirmed');
    const { reference, total } = request;
    const names = { reference, changeReference: aReference(), penaltyMax: { ...total, value: 0 } };
    return { stay, total, names };
  };

  describe(`giving up at ${name}`, () => {
    test('costs what the terms of the stay say before and after each of their steps; asking changes nothing', async () => {
      const context = aContext();
      const { stay, total, names } = await book(context);
      const { cancellation } = stay.rates[0];
      const steps = cancellation === 'unknown' ? [] : cancellation.filter(({ from }) => from > context.now);
      expect(steps.length).toBeGreaterThan(0);
      for (const { from, penalty } of steps) {
        const quote = await cancellations().quote(names.reference, { ...context, now: from });
        const refund = { ...total, value: total.value - penalty.value };
        expect(quote).toMatchObject({ kind: 'quoted', terms: { penalty, refund } });
      }
      const before = new Date((steps[0]?.from.getTime() ?? 0) - 60_000);
      const free = await cancellations().quote(names.reference, { ...context, now: before });
      expect(free).toMatchObject({ kind: 'quoted', terms: { refund: total, penalty: { value: 0 } } });
      expect((await supplier().lookUp(names.reference, context)).kind).toBe('confirmed');
    });

    test('gives back what was quoted, and answers the same to a repeat and to a look-up', async () => {
      const context = aContext();
      const { total, names } = await book(context);
      const given = await cancellations().cancel(names, context);
      expect(given).toEqual({ kind: 'cancelled', refund: total });
      expect(await cancellations().cancel(names, context)).toEqual(given);
      expect(await cancellations().lookUp(names, context)).toEqual(given);
      expect(await supplier().lookUp(names.reference, context)).toEqual({ kind: 'cancelled' });
      expect((await cancellations().quote(names.reference, context)).kind).toBe('refused');
    });

    test('that is dearer than was agreed to is refused, and nothing has happened', async () => {
      const context = aContext();
      const { stay, names } = await book(context);
      const { cancellation } = stay.rates[0];
      const dear = cancellation === 'unknown' ? undefined : cancellation.find(({ penalty }) => penalty.value > 0);
      const late = { ...context, now: new Date((dear?.from.getTime() ?? 0) + 60_000) };
      expect((await cancellations().cancel(names, late)).kind).toBe('refused');
      expect(await cancellations().lookUp(names, late)).toEqual({ kind: 'none' });
      expect((await supplier().lookUp(names.reference, context)).kind).toBe('confirmed');
    });

    test('of another organization, of nobody, or never asked for, does not exist', async () => {
      const [context, stranger] = [aContext(), aContext()];
      const { names } = await book(context);
      expect(await cancellations().lookUp(names, context)).toEqual({ kind: 'none' });
      expect((await cancellations().quote(names.reference, stranger)).kind).toBe('refused');
      expect((await cancellations().cancel(names, stranger)).kind).toBe('refused');
      expect(await cancellations().lookUp({ ...names, reference: aReference() }, context)).toEqual({ kind: 'none' });
      expect((await supplier().lookUp(names.reference, context)).kind).toBe('confirmed');
    });
  });
}
