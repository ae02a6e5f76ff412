import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { plainOffer } from '../../../simulator/offers/plain-offer.ts';
import { type FlightFilter, type FlightOffer, NO_FLIGHT_FILTER } from '../../../src/travel/flight.ts';
import { majorUnits } from '../../../src/travel/money.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../../support/products/world.ts';

const world = testWorld();
const asking = { now: WORLD_NOW, sold: NOTHING_SOLD };
const RUNS = { numRuns: 40, seed: 72 };
const OFFERS_MAX = 150;
const busiest = world.places
  .airports()
  .filter((airport) => airport.rank <= 60)
  .map((airport) => airport.cityCode);
const anyPair = fc.tuple(fc.constantFrom(...busiest), fc.constantFrom(...busiest)).filter(([from, to]) => from !== to);
const anyDate = fc.nat({ max: 330 }).map((days) => addDays('2026-11-22', days));

function search(
  from: string,
  to: string,
  dates: readonly [string, string?],
  only: Partial<FlightFilter> = {},
  connectionsMax: 0 | 1 = 1,
) {
  const filter = Object.keys(only).length === 0 ? {} : { only: { ...NO_FLIGHT_FILTER, ...only } };
  return world.find(worldQuery(from, to, dates, { connectionsMax, offersMax: OFFERS_MAX, ...filter }), asking);
}
function sellersOf(offer: FlightOffer): readonly string[] {
  return offer.slices.flatMap((slice) => slice.segments.map((segment) => segment.marketingCarrier));
}
function carriersOf(offers: readonly FlightOffer[]): ReadonlySet<string> {
  return new Set(offers.map((offer) => offer.validatingCarrier));
}
function priceOf(offer: FlightOffer): number {
  const total = offer.fares[0]?.total;
  return total ? majorUnits(total) * world.rates.rate(total.currency, 'EUR') : Number.POSITIVE_INFINITY;
}

describe('a filter of the search is applied before anything is cut', () => {
  test('every carrier that flies nonstop both ways is found on the return when asked for', () => {
    fc.assert(
      fc.property(anyPair, anyDate, ([from, to], date) => {
        const back = addDays(date, 7);
        const inbound = carriersOf(search(to, from, [back], {}, 0).offers);
        for (const carrier of carriersOf(search(from, to, [date], {}, 0).offers)) {
          if (!inbound.has(carrier)) continue;
          const { offers } = search(from, to, [date, back], { includeCarriers: [carrier] });
          expect(offers.length, `${carrier} ${from}-${to} ${date}`).toBeGreaterThan(0);
          for (const offer of offers) expect(new Set(sellersOf(offer))).toEqual(new Set([carrier]));
        }
      }),
      RUNS,
    );
  });

  test("American flies New York to Los Angeles and back, and business is not one carrier's", () => {
    expect(
      search('NYC', 'LAX', ['2027-01-14', '2027-01-21'], { includeCarriers: ['AA'] }).offers.length,
    ).toBeGreaterThan(0);
    const business = world.find(
      worldQuery('NYC', 'LAX', ['2027-01-14', '2027-01-21'], { cabinClass: 'business', offersMax: OFFERS_MAX }),
      asking,
    );
    expect(carriersOf(business.offers).size).toBeGreaterThan(2);
  });

  test('an excluded carrier neither sells nor flies', () => {
    const { offers } = search('NYC', 'LON', ['2027-01-14', '2027-01-21'], { excludeCarriers: ['BA'] });
    expect(offers.length).toBeGreaterThan(0);
    for (const { slices } of offers)
      for (const { segments } of slices)
        for (const { marketingCarrier, operatingCarrier } of segments)
          expect([marketingCarrier, operatingCarrier]).not.toContain('BA');
  });

  test('narrow time ranges find the flights inside them on a round trip', () => {
    fc.assert(
      fc.property(anyPair, anyDate, ([from, to], date) => {
        const back = addDays(date, 5);
        const minute = (offer: FlightOffer): number => {
          const local = offer.slices[0]?.segments[0]?.depart.timeLocal ?? '';
          return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
        };
        const directions = [search(from, to, [date], {}, 0).offers, search(to, from, [back], {}, 0).offers] as const;
        const out = directions[0].at(-1);
        const home = out && directions[1].find((offer) => offer.validatingCarrier === out.validatingCarrier);
        if (!out || !home) return;
        const times = [out, home].map((offer) => ({
          departure: { earliest: minute(offer), latest: minute(offer) },
          arrival: undefined,
        }));
        const { offers } = search(from, to, [date, back], { times });
        const numbers = offers.map((offer) => offer.slices.map((slice) => slice.segments[0]?.flightNumber).join());
        expect(numbers).toContain([out, home].map((offer) => offer.slices[0]?.segments[0]?.flightNumber).join());
      }),
      RUNS,
    );
  });

  test('via, connection times and total duration hold on every offer and still find some', () => {
    const { offers } = search('NYC', 'ROM', ['2027-01-14', '2027-01-28'], {
      viaAirports: ['CDG'],
      connectionMinutesMin: 90,
      connectionMinutesMax: 600,
    });
    expect(offers.length).toBeGreaterThan(0);
    for (const { slices } of offers)
      for (const { segments } of slices) {
        expect(segments.slice(1).map((segment) => segment.depart.airport)).toEqual(['CDG']);
        const wait =
          ((segments[1]?.depart.instant.getTime() ?? 0) - (segments[0]?.arrive.instant.getTime() ?? 0)) / 60_000;
        expect(wait >= 90 && wait <= 600).toBe(true);
      }
    const minutes = (offer: FlightOffer) => offer.slices.reduce((sum, slice) => sum + slice.durationMinutes, 0);
    const all = search('NYC', 'LAX', ['2027-01-14', '2027-01-21']).offers.map(minutes);
    const quickest = Math.min(...all);
    const quick = search('NYC', 'LAX', ['2027-01-14', '2027-01-21'], { totalDurationMinutesMax: quickest }).offers;
    expect(quick.length).toBeGreaterThan(0);
    for (const offer of quick) expect(minutes(offer)).toBeLessThanOrEqual(quickest);
  });
});

describe('the cut', () => {
  test('it is counted, and keeps the cheapest and every carrier that the whole result has', () => {
    const query = (offersMax: number) => worldQuery('NYC', 'LAX', ['2027-01-14', '2027-01-21'], { offersMax });
    const whole = world.find(query(100_000), asking);
    const cut = world.find(query(OFFERS_MAX), asking);
    expect(cut.offers).toHaveLength(OFFERS_MAX);
    expect(cut.omitted).toBe(whole.omitted + whole.offers.length - OFFERS_MAX);
    expect(carriersOf(cut.offers)).toEqual(carriersOf(whole.offers));
    expect(cut.offers.slice(0, 1).map(plainOffer)).toEqual(whole.offers.slice(0, 1).map(plainOffer));
  });

  test('what is all there is leaves nothing out', () => {
    expect(search('QAA', 'QAF', ['2027-01-14'])).toMatchObject({ omitted: 0 });
  });

  test("a city's search holds what its airports' searches hold, and nothing cheaper is lost", () => {
    const airports = (city: string) => world.places.city(city)?.airports ?? [city];
    for (const [from, to] of [
      ['IST', 'LON'],
      ['PAR', 'NYC'],
      ['TYO', 'SEL'],
      ['MIL', 'CHI'],
    ] as const) {
      const city = world.find(worldQuery(from, to, ['2027-01-14'], { offersMax: 100_000 }), asking).offers;
      const keys = new Set(city.map((offer) => offer.offerKey));
      const apart = airports(from).flatMap((a) => airports(to).flatMap((b) => search(a, b, ['2027-01-14']).offers));
      expect(apart.filter((offer) => !keys.has(offer.offerKey))).toEqual([]);
      expect(Math.min(...search(from, to, ['2027-01-14']).offers.map(priceOf))).toBe(Math.min(...apart.map(priceOf)));
    }
  });
});
