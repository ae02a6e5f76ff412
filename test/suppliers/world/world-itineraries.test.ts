import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEarliestArrival } from '../../../simulator/itineraries/earliest-arrival.ts';
import { NOTHING_SOLD, sellingMoment, soldSeatsKey } from '../../../simulator/cabins/inventory.ts';
import type { Itinerary } from '../../../simulator/itineraries/itinerary.ts';
import type { PricedSlice, PriceQuery } from '../../../simulator/fares/slice-prices.ts';
import type { ItineraryQuery } from '../../../simulator/itineraries/search-state.ts';
import { epochDayToIsoDate, isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { everyItinerarySold } from '../../support/hostile/brute-force.ts';
import { testEngine } from '../../support/products/engine.ts';
import { WORLD_NOW } from '../../support/products/world.ts';
import { cellsOf, runsOf } from '../../support/service/cells-of.ts';

const engine = testEngine();
const { atlas } = engine;
const ECONOMY: PriceQuery = { cabin: 'economy', party: 1, moment: sellingMoment(WORLD_NOW), sold: NOTHING_SOLD };
const RUNS = { numRuns: runsOf(18, 6), seed: 72 };
/** Airports of some size, and small ones that need two connections. */
const some = atlas.airports
  .filter((airport) => airport.rank % 7 === 1 && airport.rank > 20 && !airport.iata.startsWith('Q'))
  .map(({ index }) => index);
const anyAirport = fc.constantFrom(...some);
const anyDay = fc.nat({ max: 355 }).map((days) => isoDateToEpochDay('2026-11-20') + days);

function indexesOf(...codes: readonly string[]): readonly number[] {
  return codes.map((code) => atlas.airportByCode.get(code)?.index ?? -1);
}
function queryOf(
  origins: readonly number[],
  destinations: readonly number[],
  day: number,
  part: Partial<ItineraryQuery> = {},
): ItineraryQuery {
  return { origins, destinations, day, connectionsMax: 2, isOneOfSeveral: false, ...part };
}
const usd = (slice: PricedSlice): number => slice.baseUsd + slice.taxesUsd;
const minutes = (slice: PricedSlice): number => slice.arriveUtc - slice.departUtc;
const flights = (slice: PricedSlice): number => slice.itinerary.legs.length;

/** The best of each measure between each two airports: what thinning out must not lose. */
function bestOf(slices: readonly PricedSlice[]): Record<string, readonly number[]> {
  const pairs = Map.groupBy(slices, ({ itinerary }) => `${itinerary.origin}-${itinerary.destination}`);
  return Object.fromEntries(
    [...pairs].map(([pair, among]) => [
      pair,
      [usd, minutes, flights].map((measure) => Math.min(...among.map(measure))),
    ]),
  );
}

describe('against brute force', () => {
  test('a cheapest, a quickest and a fewest-stops itinerary of all that are sold is found, at the price of the pricer', () => {
    let [found, doubles] = [0, 0];
    fc.assert(
      fc.property(
        anyAirport,
        anyAirport,
        anyDay,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('economy', 'economy', 'business'),
        fc.boolean(),
        (from, to, day, party, cabin, isOneOfSeveral) => {
          const query = queryOf([from], [to], day, { isOneOfSeveral });
          const question = { ...ECONOMY, party, cabin };
          const all = everyItinerarySold(engine, query, question);
          const slices = engine.itineraries.find(query, question);
          expect(bestOf(slices)).toEqual(bestOf(all));
          for (const slice of slices)
            expect(slice).toMatchObject({ ...engine.pricer.price(slice.itinerary, question) });
          if (slices.length > 0) found += 1;
          if (slices.some((slice) => flights(slice) === 3)) doubles += 1;
        },
      ),
      RUNS,
    );
    // The cases above would mean little if few of them had flights.
    expect([found > runsOf(4, 1), doubles > runsOf(2, 0)]).toEqual([true, true]);
  });

  test('the same between cities of several airports, and narrowed to what a caller accepts', () => {
    for (const [from, to] of [
      [
        ['LGW', 'LHR', 'LCY'],
        ['JFK', 'EWR'],
      ],
      [
        ['CDG', 'ORY'],
        ['HND', 'NRT'],
      ],
    ] as const) {
      for (const accepts of [undefined, ({ legs }: { legs: readonly unknown[] }) => legs.length > 1]) {
        const query = queryOf(indexesOf(...from), indexesOf(...to), isoDateToEpochDay('2027-06-11'), {
          connectionsMax: 1,
          accepts,
        });
        expect(bestOf(engine.itineraries.find(query, ECONOMY))).toEqual(
          bestOf(everyItinerarySold(engine, query, ECONOMY)),
        );
      }
    }
  });

  test('over the nights on which European clocks change, with connections that last the night', () => {
    let nights = 0;
    const pairs = [
      ['FAO', 'HEL'],
      ['ABZ', 'ATH'],
      ['BGO', 'PMI'],
      ['LPA', 'KRK'],
    ] as const;
    for (const [from, to] of cellsOf(pairs, ['FAO'])) {
      for (const date of ['2027-03-27', '2027-10-30']) {
        const query = queryOf(indexesOf(from), indexesOf(to), isoDateToEpochDay(date));
        const slices = engine.itineraries.find(query, ECONOMY);
        const all = everyItinerarySold(engine, query, ECONOMY);
        expect(bestOf(slices)).toEqual(bestOf(all));
        nights += all.filter((slice) => slice.itinerary.legs.some((leg) => leg.day > query.day)).length;
      }
    }
    expect(nights).toBeGreaterThan(0);
  });

  test('across the date line, where the next flight leaves on the day before', () => {
    let earlier = 0;
    for (const [from, to] of [
      ['CHC', 'LAX'],
      ['NRT', 'LIH'],
    ] as const) {
      const query = queryOf(indexesOf(from), indexesOf(to), isoDateToEpochDay('2027-06-10'));
      const all = everyItinerarySold(engine, query, ECONOMY);
      expect(bestOf(engine.itineraries.find(query, ECONOMY))).toEqual(bestOf(all));
      earlier += all.filter(({ itinerary: { legs } }) =>
        legs.some((leg, index) => index > 0 && leg.day < (legs[index - 1]?.day ?? 0)),
      ).length;
    }
    expect(earlier).toBeGreaterThan(0);
  });

  test('seats this organization has sold move the same flights in the search as in the pricer', () => {
    const query = queryOf(indexesOf('LHR'), indexesOf('JFK'), isoDateToEpochDay('2027-03-16'));
    const cheapest = engine.itineraries.find(query, ECONOMY).toSorted((a, b) => usd(a) - usd(b))[0];
    const legs = cheapest?.itinerary.legs ?? [];
    const sold = new Map(
      legs.map((leg) => [
        soldSeatsKey(engine.inventory.flightNumber(leg.flight), epochDayToIsoDate(leg.day), 'economy'),
        90,
      ]),
    );
    const question = { ...ECONOMY, sold };
    const slices = engine.itineraries.find(query, question);
    expect(bestOf(slices)).toEqual(bestOf(everyItinerarySold(engine, query, question)));
    const before =
      cheapest &&
      slices.find(
        (slice) => slice.itinerary.legs[0].flight === legs[0]?.flight && flights(slice) === flights(cheapest),
      );
    expect(before ? usd(before) : Number.POSITIVE_INFINITY).toBeGreaterThan(cheapest ? usd(cheapest) : 0);
    for (const slice of slices) expect(slice).toMatchObject({ ...engine.pricer.price(slice.itinerary, question) });
  });
});

describe('the rules of sale', () => {
  const anySearch = fc.tuple(anyAirport, anyAirport, anyDay).map(([from, to, day]) => ({
    query: queryOf([from], [to], day),
    slices: engine.itineraries.find(queryOf([from], [to], day), ECONOMY),
  }));
  const airline = (flight: number) => atlas.airlines[engine.network.flightAirline[flight] ?? 0];

  test('at most two connections, no city twice, abroad only on journeys abroad, never far out of the way', () => {
    fc.assert(
      fc.property(anySearch, ({ query, slices }) => {
        for (const { itinerary, market } of slices) {
          const stops = [
            query.origins[0] ?? 0,
            ...itinerary.legs.map(
              (leg) => engine.network.routeDestination[engine.network.routeOfFlight[leg.flight] ?? 0] ?? 0,
            ),
          ];
          expect(itinerary.legs.length).toBeLessThanOrEqual(3);
          expect(new Set(stops.map((stop) => atlas.airports[stop]?.city)).size).toBe(stops.length);
          expect(market.isDomestic && stops.some((stop) => atlas.airports[stop]?.nation !== market.origin.nation)).toBe(
            false,
          );
          if (itinerary.legs.length > 1) expect(itinerary.flownKm).toBeLessThanOrEqual(2.2 * market.km);
        }
      }),
      { numRuns: 200, seed: 72 },
    );
  });

  test('every connection keeps its minimum time; no ticket holds two alliances or a carrier that sells flights one by one', () => {
    let connections = 0;
    fc.assert(
      fc.property(anySearch, ({ slices }) => {
        for (const {
          itinerary: { legs },
        } of slices) {
          const airlines = legs.map((leg) => airline(leg.flight));
          expect(new Set(airlines.flatMap((carrier) => carrier?.alliance ?? [])).size).toBeLessThanOrEqual(1);
          if (legs.length > 1)
            for (const carrier of airlines) expect(['FR', 'W6', 'U2', 'LS']).not.toContain(carrier?.code);
          legs.slice(1).forEach((leg, index) => {
            const wait = leg.departUtc - (legs[index]?.arriveUtc ?? 0);
            connections += 1;
            expect(wait).toBeGreaterThanOrEqual(30);
            expect(wait).toBeLessThanOrEqual(900);
          });
        }
      }),
      { numRuns: 200, seed: 72 },
    );
    expect(connections).toBeGreaterThan(300);
  });

  test('a change of terminal at Heathrow takes half an hour more: 90 minutes from British Airways to American', () => {
    const waits = { same: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY };
    const terminals = { BA: 'same', AA: 'other' } as const;
    for (let day = isoDateToEpochDay('2027-03-15'); day < isoDateToEpochDay('2027-03-29'); day += 1) {
      for (const from of ['FRA', 'MAD', 'CPH', 'GVA', 'NCL', 'EDI']) {
        const accepts = ({ legs: [first, next] }: Itinerary) =>
          next !== undefined && airline(first.flight)?.code === 'BA' && next.departUtc - first.arriveUtc < 130;
        for (const to of ['JFK', 'DFW', 'MIA', 'ORD']) {
          for (const {
            itinerary: {
              legs: [first, next],
            },
          } of engine.itineraries.find(
            queryOf(indexesOf(from), indexesOf(to), day, { accepts, connectionsMax: 1 }),
            ECONOMY,
          )) {
            const hub =
              next &&
              atlas.airports[engine.network.routeOrigin[engine.network.routeOfFlight[next.flight] ?? 0] ?? 0]?.iata;
            const code = next && airline(next.flight)?.code;
            if (!next || hub !== 'LHR' || (code !== 'BA' && code !== 'AA')) continue;
            waits[terminals[code]] = Math.min(waits[terminals[code]], next.departUtc - first.arriveUtc);
          }
        }
      }
    }
    expect([waits.same >= 60 && waits.same < 90, waits.other >= 90 && waits.other < 130]).toEqual([true, true]);
  });

  test('two connections are sold wherever no nonstop that the caller accepts is, and never beside one', () => {
    const legCounts = (slices: readonly PricedSlice[]) => [...new Set(slices.map(flights))].toSorted();
    const toSydney = queryOf(indexesOf('ATL'), indexesOf('SYD'), isoDateToEpochDay('2027-03-16'));
    expect(legCounts(engine.itineraries.find(toSydney, ECONOMY))).toEqual([2, 3]);
    expect(
      engine.itineraries.find({ ...toSydney, connectionsMax: 1, accepts: ({ legs }) => legs.length === 3 }, ECONOMY),
    ).toEqual([]);
    const toLondon = queryOf(indexesOf('FRA'), indexesOf('LHR'), isoDateToEpochDay('2027-03-16'));
    expect(legCounts(engine.itineraries.find(toLondon, ECONOMY))).not.toContain(3);
    expect(
      legCounts(engine.itineraries.find({ ...toLondon, accepts: ({ legs }) => legs.length === 3 }, ECONOMY)),
    ).toEqual([3]);
  });

  test('one who leaves carriers aside finds nothing cheaper or quicker than one who does not, where neither has a nonstop', () => {
    let narrowed = 0;
    fc.assert(
      fc.property(anySearch, fc.nat(), ({ query, slices }, pick) => {
        const left = slices[pick % Math.max(1, slices.length)]?.carrier.index;
        fc.pre(left !== undefined && slices.every((slice) => flights(slice) > 1));
        const others = engine.itineraries.find(
          { ...query, accepts: ({ legs }) => legs.every((leg) => engine.network.flightAirline[leg.flight] !== left) },
          ECONOMY,
        );
        for (const measure of [usd, minutes, flights])
          expect(Math.min(...slices.map(measure))).toBeLessThanOrEqual(Math.min(...others.map(measure)));
        narrowed += Math.min(1, others.length);
      }),
      { numRuns: 100, seed: 72 },
    );
    expect(narrowed).toBeGreaterThan(30);
  });

  test('where a nonstop is flown, no connection is shown at about its time that costs no less', () => {
    let flown = 0;
    for (let day = isoDateToEpochDay('2027-03-15'); day < isoDateToEpochDay('2027-03-22'); day += 1) {
      const slices = engine.itineraries.find(queryOf(indexesOf('AKL'), indexesOf('LAX'), day), ECONOMY);
      const nonstops = slices.filter((slice) => flights(slice) === 1);
      flown += nonstops.length;
      const pointless = slices.filter(
        (slice) =>
          flights(slice) > 1 &&
          nonstops.some((other) => usd(other) <= usd(slice) && Math.abs(other.departUtc - slice.departUtc) <= 300),
      );
      expect(pointless).toEqual([]);
    }
    expect(flown).toBeGreaterThan(0);
  });

  test('asking again answers the same, whatever was asked in between', () => {
    const query = queryOf(indexesOf('GCI'), indexesOf('AKL'), isoDateToEpochDay('2027-03-16'));
    const before = engine.itineraries.find(query, ECONOMY);
    engine.itineraries.find(queryOf(indexesOf('LHR'), indexesOf('JFK'), isoDateToEpochDay('2027-10-31')), {
      ...ECONOMY,
      party: 4,
    });
    expect(engine.itineraries.find(query, ECONOMY)).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });
});

describe('earliest arrival', () => {
  const earliest = createEarliestArrival(engine);

  test('it is never later than the quickest itinerary sold, and is there whenever one is', () => {
    fc.assert(
      fc.property(anyAirport, anyAirport, anyDay, (from, to, day) => {
        const departUtc = engine.zones.toUtc(atlas.airports[from]?.zoneIndex ?? 0, day * 1440);
        for (const slice of engine.itineraries.find(queryOf([from], [to], day), ECONOMY)) {
          expect(earliest(from, to, departUtc) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(slice.arriveUtc);
        }
      }),
      { numRuns: 200, seed: 72 },
    );
  });
});
