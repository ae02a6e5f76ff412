import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING_SOLD, sellingMoment } from '../../src/suppliers/world/inventory.ts';
import { combineDirections } from '../../src/suppliers/world/journeys.ts';
import type { PricedSlice, PriceQuestion } from '../../src/suppliers/world/slice-prices.ts';
import { isoDateToEpochDay } from '../../src/travel/dates.ts';
import { buildTestEngine } from '../support/engine.ts';
import { WORLD_NOW } from '../support/world.ts';

const engine = buildTestEngine();
const { atlas } = engine;
const ECONOMY: PriceQuestion = { cabin: 'economy', party: 1, moment: sellingMoment(WORLD_NOW), sold: NOTHING_SOLD };
const ALL = { journeysMax: 100_000, minutesMax: undefined };

function ways(from: string, to: string, date: string): readonly PricedSlice[] {
  const indexes = (code: string) => (atlas.cityByCode.get(code)?.airports ?? [code]).map((iata) => atlas.airportByCode.get(iata)?.index ?? 0);
  return engine.ways.find({ origins: indexes(from), destinations: indexes(to), day: isoDateToEpochDay(date), connectionsMax: 2, isOneOfSeveral: true }, ECONOMY);
}
function ofCarrier(slices: readonly PricedSlice[], ...codes: readonly string[]): readonly PricedSlice[] {
  return slices.filter((slice) => codes.includes(slice.carrier.code));
}
const ends = ({ market }: PricedSlice): readonly [string, string] => [market.origin.iata, market.destination.iata];

describe('a return between cities of several airports', () => {
  const { journeys } = combineDirections([ways('LON', 'NYC', '2027-03-16'), ways('NYC', 'LON', '2027-03-23')], ALL);

  test('may come back from and to another airport of the city, at the price of a return', () => {
    const jaws = journeys.filter(({ slices: [out, back] }) => back && ends(out)[0] !== ends(back)[1] && ends(out)[1] !== ends(back)[0]);
    expect(jaws.length).toBeGreaterThan(0);
    for (const { slices, usd } of jaws.filter(({ slices: [out] }) => !out.carrier.isLowCost)) {
      const alone = slices.reduce((sum, slice) => sum + (combineDirections([[slice]], ALL).journeys[0]?.usd ?? 0), 0);
      expect(usd).toBeLessThan(alone);
    }
  });

  test('is of one carrier or of partners, and never mixes in a low-cost carrier', () => {
    for (const { slices: [out, back] } of journeys) {
      if (!back || out.carrier.code === back.carrier.code) continue;
      expect(out.carrier.alliance).toBeDefined();
      expect(back.carrier.alliance).toBe(out.carrier.alliance);
      expect([out.carrier.isLowCost, back.carrier.isLowCost]).toEqual([false, false]);
    }
  });
});

test('who asks for two cities comes home from the one flown to, and each city is on offer', () => {
  const [there, back] = [[...ways('LON', 'NYC', '2027-03-16'), ...ways('LON', 'PAR', '2027-03-16')], [...ways('NYC', 'LON', '2027-03-23'), ...ways('PAR', 'LON', '2027-03-23')]];
  const { journeys } = combineDirections([there, back], ALL);
  const turns = journeys.map(({ slices: [out, home] }) => `${out.market.destination.cityCode}-${home?.market.origin.cityCode}`);
  expect([...new Set(turns)].sort()).toEqual(['NYC-NYC', 'PAR-PAR']);
});

describe('carriers of two directions', () => {
  const [out, back] = [ways('LON', 'DXB', '2027-03-16'), ways('DXB', 'LON', '2027-03-23')];

  test('independent full-service carriers are combined only where nothing else is', () => {
    const mixed = combineDirections([ofCarrier(out, 'EK'), ofCarrier(back, 'BA')], ALL).journeys;
    expect(mixed.length).toBeGreaterThan(0);
    for (const { slices } of combineDirections([ofCarrier(out, 'EK'), ofCarrier(back, 'EK', 'BA')], ALL).journeys)
      expect(slices.map(({ carrier }) => carrier.code)).toEqual(['EK', 'EK']);
  });

  test('members of two alliances are not', () => {
    const [there, home] = [ways('LON', 'FRA', '2027-03-16'), ways('FRA', 'LON', '2027-03-23')];
    expect(ofCarrier(there, 'LH').length * ofCarrier(home, 'BA').length).toBeGreaterThan(0);
    expect(combineDirections([ofCarrier(there, 'LH'), ofCarrier(home, 'BA')], ALL).journeys).toEqual([]);
  });

  test('a carrier with a way worth showing one way, and any way in the other direction, is on the return', () => {
    const cities = ['LON', 'BOS', 'SIN', 'JNB', 'SCL', 'OSL', 'BNE', 'YVR', 'CAI', 'CPT'];
    let spares = 0;
    fc.assert(
      fc.property(fc.constantFrom(...cities), fc.constantFrom(...cities), (from, to) => {
        fc.pre(from !== to);
        const directions = [ways(from, to, '2027-05-04'), ways(to, from, '2027-05-18')] as const;
        const { journeys } = combineDirections(directions, ALL);
        const found = new Set(journeys.map(({ slices: [first] }) => first.carrier.code));
        const homeward = new Set(directions[1].map(({ carrier }) => carrier.code));
        for (const slice of directions[0]) if (!slice.isSpare && homeward.has(slice.carrier.code)) expect(found).toContain(slice.carrier.code);
        spares += journeys.filter(({ slices }) => slices.some((slice) => slice.isSpare)).length;
      }),
      { numRuns: 40, seed: 72 },
    );
    expect(spares).toBeGreaterThan(0);
  });
});
