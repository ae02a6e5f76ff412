import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING_SOLD, sellingMoment } from '../../../simulator/cabins/inventory.ts';
import { type Combined, combineDirections } from '../../../simulator/offers/combine-directions.ts';
import { createParetoSet } from '../../../simulator/itineraries/pareto-set.ts';
import type { PricedSlice, PriceQuery } from '../../../simulator/fares/slice-prices.ts';
import { isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { testEngine } from '../../support/products/engine.ts';
import { WORLD_NOW } from '../../support/products/world.ts';

const engine = testEngine();
const { atlas } = engine;
const ECONOMY: PriceQuery = { cabin: 'economy', party: 1, moment: sellingMoment(WORLD_NOW), sold: NOTHING_SOLD };
const ALL = { journeysMax: 100_000, minutesMax: undefined };

function slicesOf(from: string, to: string, date: string, leftAside: readonly number[] = []): readonly PricedSlice[] {
  const indexes = (code: string) =>
    (atlas.cityByCode.get(code)?.airports ?? [code]).map((iata) => atlas.airportByCode.get(iata)?.index ?? 0);
  return engine.itineraries.find(
    {
      origins: indexes(from),
      destinations: indexes(to),
      day: isoDateToEpochDay(date),
      connectionsMax: 2,
      isOneOfSeveral: true,
      accepts: ({ legs }) => legs.every((leg) => !leftAside.includes(airlineOf(leg.flight))),
    },
    ECONOMY,
  );
}
function airlineOf(flight: number): number {
  return engine.network.flightAirline[flight] ?? -1;
}
function ofCarrier(slices: readonly PricedSlice[], ...codes: readonly string[]): readonly PricedSlice[] {
  return slices.filter((slice) => codes.includes(slice.carrier.code));
}
const ends = ({ market }: PricedSlice): readonly [string, string] => [market.origin.iata, market.destination.iata];

describe('a return between cities of several airports', () => {
  const { journeys } = combineDirections(
    [slicesOf('LON', 'NYC', '2027-03-16'), slicesOf('NYC', 'LON', '2027-03-23')],
    ALL,
  );

  test('may come back from and to another airport of the city, at the price of a return', () => {
    const jaws = journeys.filter(
      ({ slices: [out, back] }) => back && ends(out)[0] !== ends(back)[1] && ends(out)[1] !== ends(back)[0],
    );
    expect(jaws.length).toBeGreaterThan(0);
    for (const { slices, usd } of jaws.filter(({ slices: [out] }) => !out.carrier.isLowCost)) {
      const alone = slices.reduce((sum, slice) => sum + (combineDirections([[slice]], ALL).journeys[0]?.usd ?? 0), 0);
      expect(usd).toBeLessThan(alone);
    }
  });

  test('is of one carrier or of full-service carriers, mostly of partners', () => {
    const mixed = journeys.filter(({ slices: [out, back] }) => back && out.carrier.code !== back.carrier.code);
    for (const { slices } of mixed) expect(slices.map(({ carrier }) => carrier.isLowCost)).toEqual([false, false]);
    const partners = mixed.filter(
      ({ slices: [out, back] }) =>
        out.carrier.alliance !== undefined && back?.carrier.alliance === out.carrier.alliance,
    );
    expect(partners.length).toBeGreaterThan(0.9 * mixed.length);
  });
});

test('who asks for two cities comes home from the one flown to, and each city is on offer', () => {
  const [there, back] = [
    [...slicesOf('LON', 'NYC', '2027-03-16'), ...slicesOf('LON', 'PAR', '2027-03-16')],
    [...slicesOf('NYC', 'LON', '2027-03-23'), ...slicesOf('PAR', 'LON', '2027-03-23')],
  ];
  const { journeys } = combineDirections([there, back], ALL);
  const turns = journeys.map(
    ({ slices: [out, home] }) => `${out.market.destination.cityCode}-${home?.market.origin.cityCode}`,
  );
  expect([...new Set(turns)].sort()).toEqual(['NYC-NYC', 'PAR-PAR']);
});

describe('carriers of two directions', () => {
  const [out, back] = [slicesOf('LON', 'DXB', '2027-03-16'), slicesOf('DXB', 'LON', '2027-03-23')];

  test('independent full-service carriers are combined where nothing else is, and where they are the best of all', () => {
    const [there, home] = [ofCarrier(out, 'EK'), ofCarrier(back, 'EK', 'BA')];
    expect(combineDirections([there, ofCarrier(home, 'BA')], ALL).journeys.length).toBeGreaterThan(14);
    const mixed = combineDirections([there, home], ALL).journeys.filter(
      ({ slices }) => slices[1]?.carrier.code === 'BA',
    );
    expect(mixed.length).toBeLessThanOrEqual(14);
    const gift = home.map((slice) => (slice.carrier.code === 'BA' ? { ...slice, baseUsd: 0, taxesUsd: 0 } : slice));
    expect(combineDirections([there, gift], ALL).journeys[0]?.slices[1]?.carrier.code).toBe('BA');
  });

  test('all flights of a ticket are of one alliance at most, feeders in either direction included', () => {
    let fed = 0;
    for (const [from, to] of [
      ['DXB', 'RSW'],
      ['DUB', 'SJW'],
      ['OSL', 'RSW'],
      ['BUD', 'SJW'],
    ] as const) {
      for (const { slices } of combineDirections(
        [slicesOf(from, to, '2027-03-16'), slicesOf(to, from, '2027-03-23')],
        ALL,
      ).journeys) {
        const carriers = slices.flatMap(({ itinerary }) =>
          itinerary.legs.map((leg) => atlas.airlines[airlineOf(leg.flight)]),
        );
        const alliances = new Set(carriers.flatMap((carrier) => carrier?.alliance ?? []));
        expect(alliances.size).toBeLessThanOrEqual(1);
        if (alliances.size === 1 && slices.some(({ carrier }) => carrier.alliance === undefined)) fed += 1;
      }
    }
    expect(fed).toBeGreaterThan(0);
  });

  test('members of two alliances are not', () => {
    const [there, home] = [slicesOf('LON', 'FRA', '2027-03-16'), slicesOf('FRA', 'LON', '2027-03-23')];
    expect(ofCarrier(there, 'LH').length * ofCarrier(home, 'BA').length).toBeGreaterThan(0);
    expect(combineDirections([ofCarrier(there, 'LH'), ofCarrier(home, 'BA')], ALL).journeys).toEqual([]);
  });

  test('a carrier with an itinerary worth showing one way, and any itinerary in the other direction, is on the return', () => {
    const cities = ['LON', 'BOS', 'SIN', 'JNB', 'SCL', 'OSL', 'BNE', 'YVR', 'CAI', 'CPT'];
    let spares = 0;
    fc.assert(
      fc.property(fc.constantFrom(...cities), fc.constantFrom(...cities), (from, to) => {
        fc.pre(from !== to);
        const directions = [slicesOf(from, to, '2027-05-04'), slicesOf(to, from, '2027-05-18')] as const;
        const { journeys } = combineDirections(directions, ALL);
        const found = new Set(journeys.map(({ slices: [first] }) => first.carrier.code));
        for (const slice of directions[0]) {
          const mate = directions[1].find(
            ({ carrier, alliance = 0 }) =>
              carrier === slice.carrier && (alliance === 0 || [0, alliance].includes(slice.alliance ?? 0)),
          );
          if (!slice.isSpare && mate) expect(found).toContain(slice.carrier.code);
        }
        spares += journeys.filter(({ slices }) => slices.some((slice) => slice.isSpare)).length;
      }),
      { numRuns: 40, seed: 72 },
    );
    expect(spares).toBeGreaterThan(0);
  });
});

describe('of all legal pairs', () => {
  const least = ({ journeys }: Combined): readonly number[] => [
    Math.min(...journeys.map(({ usd }) => usd)),
    Math.min(...journeys.map(({ minutes }) => minutes)),
  ];

  test('a wide search has one as cheap and one as quick as every search that leaves carriers aside', () => {
    const cities = ['BUD', 'SJW', 'FUK', 'ATL', 'OSL', 'LIM', 'CPT', 'PER', 'CLT', 'GDN', 'CMB', 'NAN'];
    let narrowed = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...cities),
        fc.constantFrom(...cities),
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        (from, to, picks) => {
          fc.pre(from !== to);
          const search = (leftAside: readonly number[]) => {
            const directions = [
              slicesOf(from, to, '2027-04-05', leftAside),
              slicesOf(to, from, '2027-05-20', leftAside),
            ];
            const isNonstop = directions.map((direction) =>
              direction.some(({ itinerary }) => itinerary.legs.length === 1),
            );
            return { isNonstop, combined: combineDirections(directions, { journeysMax: 150, minutesMax: undefined }) };
          };
          const wide = search([]);
          const carriers = [
            ...new Set(wide.combined.journeys.flatMap(({ slices }) => slices.map(({ carrier }) => carrier.index))),
          ];
          const narrow = search(picks.map((pick) => carriers[pick % Math.max(1, carriers.length)] ?? -1));
          // Rules of sale, 7: whoever refuses every nonstop is shown two connections, which nobody else is.
          fc.pre(String(narrow.isNonstop) === String(wide.isNonstop));
          const [usd = 0, minutes = 0] = least(narrow.combined);
          expect(least(wide.combined)[0]).toBeLessThanOrEqual(usd + 0.001);
          expect(least(wide.combined)[1]).toBeLessThanOrEqual(minutes);
          narrowed += Math.min(1, narrow.combined.journeys.length);
        },
      ),
      { numRuns: 40, seed: 72 },
    );
    expect(narrowed).toBeGreaterThan(25);
  });

  test('a carrier retains its best itinerary with each alliance it connects with: the way home may be of one of them', () => {
    const front = createParetoSet({ withAlternates: true });
    const [slice] = slicesOf('LON', 'DXB', '2027-03-16');
    const worse = [
      [100, 300, 1],
      [120, 320, 2],
      [130, 330, 2],
    ] as const;
    const admitted = worse.map(([usd, minutes, alliance]) => {
      const candidate = { usd, minutes, alliance, legCount: 2, departUtc: 0, isStraight: true, carrier: 1 };
      const isAdmitted = front.qualifies(candidate);
      if (isAdmitted && slice) front.add(candidate, slice);
      return isAdmitted;
    });
    expect(admitted).toEqual([true, true, false]);
    expect(front.shown()).toHaveLength(2);
  });

  test('every one worth showing is among the journeys or counted as left out', () => {
    const directions = [slicesOf('LHR', 'JFK', '2027-03-10'), slicesOf('JFK', 'LHR', '2027-03-17')].map((direction) =>
      direction.filter((slice) => !slice.isSpare),
    );
    const [out = [], back = []] = directions;
    const alliance = (slice: PricedSlice) => slice.alliance ?? 0;
    const isLegal = (a: PricedSlice, b: PricedSlice) =>
      (a.carrier === b.carrier || !(a.carrier.isLowCost || b.carrier.isLowCost)) &&
      (alliance(a) === 0 || alliance(b) === 0 || alliance(a) === alliance(b));
    const lasts = (...pair: readonly PricedSlice[]) =>
      pair.reduce((sum, slice) => sum + slice.arriveUtc - slice.departUtc, 0);
    for (const minutesMax of [undefined, 1100]) {
      const legal = out.flatMap((a) =>
        back.filter((b) => isLegal(a, b) && lasts(a, b) <= (minutesMax ?? Number.POSITIVE_INFINITY)),
      ).length;
      const { journeys, omitted } = combineDirections(directions, { journeysMax: 50, minutesMax });
      expect(journeys).toHaveLength(50);
      expect(omitted).toBe(legal - 50);
    }
  });

  test('the bound leaves room for nonstop pairs beside the cheapest connections', () => {
    const { journeys } = combineDirections(
      [slicesOf('LON', 'NYC', '2027-03-10'), slicesOf('NYC', 'LON', '2027-03-17')],
      {
        journeysMax: 150,
        minutesMax: undefined,
      },
    );
    expect(journeys).toHaveLength(150);
    expect(
      journeys.filter(({ slices }) => slices.every(({ itinerary }) => itinerary.legs.length === 1)).length,
    ).toBeGreaterThan(55);
  });
});
