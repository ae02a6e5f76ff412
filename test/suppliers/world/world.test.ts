import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import { addDays, localOfInstant } from '../../../src/travel/dates.ts';
import type { FlightOffer, Slice } from '../../../src/travel/flight.ts';
import { majorUnits, zeroMoney } from '../../../src/travel/money.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { loadTestWorld, testWorld, WORLD_NOW, worldQuery } from '../../support/products/world.ts';

const world = testWorld();
const asking = { now: WORLD_NOW, sold: NOTHING_SOLD };
const RUNS = { numRuns: 40, seed: 72 };
const busiest = world.places
  .airports()
  .filter((airport) => airport.rank <= 120)
  .map((airport) => airport.iata);
const anyDate = fc.nat({ max: 330 }).map((days) => addDays('2026-11-22', days));
const anyPair = fc.tuple(fc.constantFrom(...busiest), fc.constantFrom(...busiest)).filter(([from, to]) => from !== to);
/** A random search between busy airports; some have no offers. */
const anyOffers = fc.tuple(anyPair, anyDate, fc.boolean()).map(([[from, to], date, isReturn]) => ({
  from,
  to,
  offers: world.search(worldQuery(from, to, isReturn ? [date, addDays(date, 6)] : [date]), asking),
}));

function zoneOf(iata: string): string {
  return world.places.airport(iata)?.zone ?? 'UTC';
}
function forEachSlice(offers: readonly FlightOffer[], check: (slice: Slice) => void): void {
  for (const offer of offers) for (const slice of offer.slices) check(slice);
}

describe('times', () => {
  test("every local time is the zone's own reading of its instant, and instants differ by the duration", () => {
    fc.assert(
      fc.property(anyOffers, ({ offers }) =>
        forEachSlice(offers.slice(0, 15), (slice) => {
          const [first] = slice.segments;
          const last = slice.segments.at(-1);
          expect(slice.durationMinutes).toBe(
            ((last?.arrive.instant.getTime() ?? 0) - (first?.depart.instant.getTime() ?? 0)) / 60_000,
          );
          for (const { depart, arrive, durationMinutes } of slice.segments) {
            expect(depart.timeLocal).toBe(localOfInstant(depart.instant, zoneOf(depart.airport)));
            expect(arrive.timeLocal).toBe(localOfInstant(arrive.instant, zoneOf(arrive.airport)));
            expect(arrive.instant.getTime() - depart.instant.getTime()).toBe(durationMinutes * 60_000);
          }
          expect(slice.departureDate).toBe(first?.depart.timeLocal.slice(0, 10));
        }),
      ),
      RUNS,
    );
  });

  test('across the date line one lands on the calendar day one left, earlier by the clock', () => {
    const nonstop = world.search(worldQuery('SYD', 'LAX', ['2027-01-14'], { connectionsMax: 0 }), asking);
    expect(nonstop.length).toBeGreaterThan(0);
    forEachSlice(nonstop, ({ segments: [segment] }) => {
      expect(segment?.arrive.timeLocal.slice(0, 10)).toBe('2027-01-14');
      expect((segment?.arrive.timeLocal ?? '') < (segment?.depart.timeLocal ?? '')).toBe(true);
    });
  });

  test('a night flight over the change to summer time keeps its flying time', () => {
    const minutes = (date: string): readonly number[] =>
      world
        .search(worldQuery('JFK', 'LHR', [date], { connectionsMax: 0 }), asking)
        .map((offer) => offer.slices[0]?.durationMinutes ?? 0)
        .toSorted();
    expect(minutes('2027-03-13')).toEqual(minutes('2027-03-20'));
    expect(minutes('2027-03-13').length).toBeGreaterThan(0);
  });

  test('no flight within a country leaves between one and five in the morning', () => {
    fc.assert(
      fc.property(anyOffers, ({ offers }) =>
        forEachSlice(offers, ({ segments }) => {
          for (const segment of segments) {
            const clock = segment.depart.timeLocal.slice(11, 16);
            expect(!isAbroad(segment) && clock > '01:00' && clock < '05:00').toBe(false);
          }
        }),
      ),
      RUNS,
    );
  });
});

describe('routing', () => {
  test('no detour over 2.2 times the great circle, no loop through the cities of the journey, every connection at one airport', () => {
    fc.assert(
      fc.property(anyOffers, ({ offers }) =>
        forEachSlice(offers, ({ segments, origin, destination }) => {
          const [from, to] = [world.places.airport(origin), world.places.airport(destination)];
          if (!from || !to || segments.length === 1) return;
          const flown = segments.reduce((sum, segment) => sum + (segment.distanceKm ?? Number.NaN), 0);
          expect(flown).toBeLessThanOrEqual(2.2 * kilometres(from, to) + 2);
          segments.slice(1).forEach((segment, index) => {
            expect(segment.depart.airport).toBe(segments[index]?.arrive.airport);
            expect([from.cityCode, to.cityCode]).not.toContain(segment.depart.cityCode);
          });
        }),
      ),
      RUNS,
    );
  });

  test('every connection leaves at least the shortest minimum time and at most a night', () => {
    fc.assert(
      fc.property(anyOffers, ({ offers }) =>
        forEachSlice(offers, ({ segments }) => {
          segments.slice(1).forEach((segment, index) => {
            const wait = (segment.depart.instant.getTime() - (segments[index]?.arrive.instant.getTime() ?? 0)) / 60_000;
            expect(wait).toBeGreaterThanOrEqual(isAbroad(segments[index]) || isAbroad(segment) ? 45 : 30);
            expect(wait).toBeLessThanOrEqual(900);
          });
        }),
      ),
      RUNS,
    );
  });

  test('asked for nonstop flights only, it answers no others', () => {
    fc.assert(
      fc.property(anyPair, anyDate, ([from, to], date) => {
        forEachSlice(world.search(worldQuery(from, to, [date], { connectionsMax: 0 }), asking), (slice) =>
          expect(slice.segments).toHaveLength(1),
        );
      }),
      RUNS,
    );
  });

  test('the way back leaves after the way out has arrived, also on the same day', () => {
    const offers = world.search(worldQuery('LHR', 'CDG', ['2027-01-14', '2027-01-14']), asking);
    expect(offers.length).toBeGreaterThan(0);
    for (const {
      slices: [out, back],
    } of offers) {
      expect(
        (back?.segments[0]?.depart.instant.getTime() ?? 0) - (out?.segments.at(-1)?.arrive.instant.getTime() ?? 0),
      ).toBeGreaterThanOrEqual(90 * 60_000);
    }
  });

  test('nothing is sold for yesterday, for a flight about to leave, or more than 361 days ahead', () => {
    const dates = ['2026-11-19', addDays('2026-11-20', 362)];
    for (const date of dates) expect(world.search(worldQuery('LHR', 'JFK', [date]), asking)).toEqual([]);
    const today = world.search(worldQuery('LHR', 'JFK', ['2026-11-20']), asking);
    forEachSlice(today, ({ segments: [first] }) =>
      expect(first?.depart.instant.getTime()).toBeGreaterThanOrEqual(WORLD_NOW.getTime() + 60 * 60_000),
    );
  });
});

describe('fares', () => {
  const family = { ...NO_PASSENGERS, adt: 2, chd: 1, inf_lap: 1, youth: 1, student: 1 };

  test("a total is the sum of each passenger's base and taxes, and taxes the sum of their lines, in one currency", () => {
    fc.assert(
      fc.property(anyPair, anyDate, ([from, to], date) => {
        const offers = world.search(
          worldQuery(from, to, [date, addDays(date, 5)], { passengers: family, offersMax: 12 }),
          asking,
        );
        for (const fare of offers.flatMap((offer) => offer.fares)) {
          const parts = fare.passengerPrices.reduce(
            (sum, price) => sum + price.quantity * (price.baseFare.value + price.taxes.value),
            fare.bookingFees.value,
          );
          expect(fare.total.value).toBe(parts);
          for (const price of fare.passengerPrices) {
            expect(price.taxes.value).toBe(price.taxLines.reduce((sum, line) => sum + line.amount.value, 0));
            expect(price.baseFare.currency).toBe(fare.total.currency);
          }
        }
      }),
      RUNS,
    );
  });

  test('brands of a network carrier rise in price, a child pays three quarters of the adult base and an infant a tenth', () => {
    const offers = world.search(worldQuery('LHR', 'JFK', ['2027-01-14'], { passengers: family }), asking);
    const offer = offers.find(({ owner }) => world.places.airline(owner)?.isLowCost === false);
    const totals = offer?.fares.map((fare) => fare.total.value) ?? [];
    expect(totals.length).toBeGreaterThanOrEqual(3);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    const base = (kind: string): number =>
      offer?.fares[0]?.passengerPrices.find((price) => price.kind === kind)?.baseFare.value ?? 0;
    expect(base('chd')).toBe(base('adt') * 0.75);
    expect(base('inf_lap')).toBe(base('adt') * 0.1);
  });

  test('offers come cheapest first and never more than asked for', () => {
    fc.assert(
      fc.property(anyPair, anyDate, ([from, to], date) => {
        const offers = world.search(worldQuery(from, to, [date, addDays(date, 4)], { offersMax: 10 }), asking);
        expect(offers.length).toBeLessThanOrEqual(10);
        const prices = offers.map((offer) => {
          const total = offer.fares[0]?.total ?? zeroMoney('EUR');
          return majorUnits(total) * world.rates.rate(total.currency, 'EUR');
        });
        expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      }),
      RUNS,
    );
  });

  test('a flight never gets cheaper as departure nears, and selling its seats raises its price until it is gone', () => {
    const query = worldQuery('LHR', 'JFK', ['2027-03-16'], { connectionsMax: 0 });
    const [offer] = world.search(query, asking);
    const key = offer?.offerKey ?? '';
    const priceAt = (days: number): number =>
      world.offer(key, { now: new Date(WORLD_NOW.getTime() + days * 86_400_000), sold: NOTHING_SOLD })?.fares[0]?.total
        .value ?? Number.POSITIVE_INFINITY;
    const byDay = [0, 30, 60, 90, 100, 110, 115].map(priceAt);
    expect(byDay).toEqual(byDay.toSorted((a, b) => a - b));
    const seat = world.seatUses(key)?.[0]?.key ?? '';
    const bySold = [0, 60, 120, 180].map(
      (sold) =>
        world.offer(key, { now: WORLD_NOW, sold: new Map([[seat, sold]]) })?.fares[0]?.total.value ??
        Number.POSITIVE_INFINITY,
    );
    expect(bySold).toEqual(bySold.toSorted((a, b) => a - b));
    expect(bySold[0]).toBeLessThan(bySold[2] ?? 0);
    expect(world.offer(key, { now: WORLD_NOW, sold: new Map([[seat, 2000]]) })).toBeUndefined();
  });
});

describe('sameness', () => {
  test('an offer rebuilt from its key is the offer that was searched', () => {
    fc.assert(
      fc.property(anyOffers, ({ offers }) => {
        for (const offer of offers.slice(0, 10)) expect(world.offer(offer.offerKey, asking)).toEqual(offer);
      }),
      RUNS,
    );
  });

  test('two loads of one bundle and seed answer alike, another seed does not', () => {
    const again = loadTestWorld();
    const other = loadTestWorld('another');
    const queries = [worldQuery('LHR', 'JFK', ['2027-01-14', '2027-01-20']), worldQuery('SIN', 'SYD', ['2027-05-02'])];
    for (const query of queries) expect(again.search(query, asking)).toEqual(world.search(query, asking));
    expect(queries.map((query) => other.search(query, asking))).not.toEqual(
      queries.map((query) => world.search(query, asking)),
    );
  });

  test('prices stand still within a UTC day', () => {
    const query = worldQuery('LHR', 'JFK', ['2027-01-14']);
    const at = (time: string) => world.search(query, { now: new Date(`2026-11-20T${time}Z`), sold: NOTHING_SOLD });
    expect(at('23:59:59')).toEqual(at('00:00:00'));
  });

  test('a key that is not ours is no offer, whatever it says', () => {
    const [offer] = world.search(worldQuery('LHR', 'JFK', ['2027-01-14']), asking);
    const key = offer?.offerKey ?? '';
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: key.length }), (junk, position) => {
        const altered = key.slice(0, position) + junk + key.slice(position + 1);
        // A change may name other real flights, or another party; then it is that offer's own key.
        expect(world.offer(altered, asking)?.offerKey ?? altered).toBe(altered);
      }),
      { numRuns: 300, seed: 72 },
    );
    expect(world.seatUses('nonsense')).toBeUndefined();
  });
});

function isAbroad(segment: Slice['segments'][number] | undefined): boolean {
  const country = (iata: string): string | undefined => world.places.airport(iata)?.country;
  return (
    segment !== undefined &&
    country(segment.depart.airport) !== country(segment.arrive.airport) &&
    !isTerritory(country(segment.depart.airport)) &&
    !isTerritory(country(segment.arrive.airport))
  );
}

function isTerritory(country: string | undefined): boolean {
  return country !== undefined && ['PR', 'VI', 'GU', 'MP', 'AS', 'GP', 'MQ', 'GF', 'RE', 'YT'].includes(country);
}

function kilometres(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const radians = Math.PI / 180;
  const cosine =
    Math.sin(a.latitude * radians) * Math.sin(b.latitude * radians) +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.cos((a.longitude - b.longitude) * radians);
  return 6371 * Math.acos(Math.min(1, cosine));
}
