import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NOTHING_SOLD } from '../../simulator/cabins/inventory.ts';
import type { World } from '../../simulator/world.ts';
import { addDays } from '../../src/travel/dates.ts';
import type { FlightOffer } from '../../src/travel/flight.ts';
import { majorUnits } from '../../src/travel/money.ts';
import { NO_PASSENGERS } from '../../src/travel/passengers.ts';
import { cell, OURS, readReference, readTable, REFERENCE, type Row, worldOf } from './bundle.ts';

/**
 * Medians of some of the bands of the reference's table (US DOT fares of 2003 scaled to 2025, one way): what is
 * compared where the reference is absent.
 */
const KNOWN_MEDIANS: readonly Row[] = [
  ['legacy', 0, 400, 212.29],
  ['legacy', 1000, 1250, 221.47],
  ['legacy', 2000, 2500, 264.73],
  ['legacy', 3500, 4000, 320.04],
  ['lcc', 0, 400, 110.44],
  ['lcc', 1000, 1250, 176.03],
  ['lcc', 2000, 2500, 211.09],
  ['lcc', 3500, 4000, 232.99],
].map(([carrier, from, to, median]) => ({
  carrier_class: String(carrier),
  km_from: String(from),
  km_to: String(to),
  median_usd_2025: String(median),
}));

const NOW = new Date('2026-11-20T10:00:00Z');
const asking = { now: NOW, sold: NOTHING_SOLD };
const FIRST_DAY = 3;
const DAYS = 58;
/** Every pair is asked about on two days this far apart; from pair to pair the days walk through all of them. */
const DAYS_APART = 31;
const DAYS_STEP = 7;
const SAMPLES_MIN = 50;
const TOLERANCE = 0.2;

interface Sample {
  readonly km: number;
  readonly isLowCost: boolean;
  readonly usd: number;
}

const worlds = [
  { name: 'our bundle', dir: OURS },
  { name: 'the reference bundle', dir: REFERENCE },
].filter(({ dir }) => existsSync(join(dir, 'routes.csv')));

describe.each(worlds)('$name', ({ dir }) => {
  const world = worldOf(dir);
  const samples = sampleUsDomestic(world, dir);

  test.each(
    readReference('fares_by_distance.csv', KNOWN_MEDIANS).map(
      (row) =>
        [
          cell(row, 'carrier_class'),
          Number(cell(row, 'km_from')),
          Number(cell(row, 'km_to')),
          Number(cell(row, 'median_usd_2025')),
        ] as const,
    ),
  )('US domestic, %s, %i to %i km: the median fare is within a fifth of %d dollars', (carriers, from, to, usd) => {
    const fares = samples
      .filter(
        ({ km, isLowCost }) => km >= from && km < to && (carriers === 'all' || (carriers === 'lcc') === isLowCost),
      )
      .map((sample) => sample.usd);
    expect(fares.length).toBeGreaterThanOrEqual(SAMPLES_MIN);
    expect(Math.abs(medianOf(fares) / usd - 1)).toBeLessThanOrEqual(TOLERANCE);
  });
});

/**
 * What a travel agent would expect of the cheapest nonstop 45 days ahead in February, one way and there and back for a
 * week, in US dollars.
 */
const EXPECTED: readonly (readonly [
  from: string,
  to: string,
  oneWay: readonly [number, number],
  back: readonly [number, number],
])[] = [
  ['LHR', 'JFK', [250, 520], [400, 750]],
  ['CDG', 'NCE', [30, 110], [60, 220]],
  ['FRA', 'BKK', [350, 750], [600, 1100]],
  ['SYD', 'MEL', [40, 110], [80, 220]],
  ['DEL', 'BOM', [25, 80], [50, 160]],
  ['GRU', 'EZE', [50, 200], [100, 380]],
  ['HND', 'CTS', [30, 120], [60, 240]],
  ['DXB', 'LHR', [230, 520], [400, 900]],
  ['MAD', 'BCN', [25, 90], [50, 180]],
  ['STN', 'DUB', [20, 90], [40, 150]],
  ['ATL', 'MCO', [50, 150], [100, 300]],
  ['JFK', 'LAX', [100, 280], [200, 560]],
  ['PEK', 'SHA', [50, 160], [100, 300]],
  ['LAX', 'SYD', [450, 900], [800, 1500]],
];

test.each(EXPECTED)('%s to %s costs what an agent would expect', (from, to, oneWay, back) => {
  const world = worldOf(OURS);
  const out = '2027-02-16';
  for (const [dates, [least, most]] of [
    [[out], oneWay],
    [[out, addDays(out, 7)], back],
  ] as const) {
    const usd = lowestUsd(world, from, to, dates);
    expect(usd).toBeGreaterThanOrEqual(least);
    expect(usd).toBeLessThanOrEqual(most);
  }
});

function lowestUsd(world: World, from: string, to: string, [out, back]: readonly [string, string?]): number {
  const [offer] = world.search(queryOf(from, to, back === undefined ? [out] : [out, back]), {
    ...asking,
    now: new Date('2027-01-02T10:00:00Z'),
  });
  return offer ? usdOf(world, offer, 0) : Number.NaN;
}

function queryOf(from: string, to: string, [out, back]: readonly [string, string?]) {
  const slices = [{ origins: [from], destinations: [to], date: out }];
  if (back !== undefined) slices.push({ origins: [to], destinations: [from], date: back });
  return {
    slices,
    passengers: { ...NO_PASSENGERS, adt: 1 },
    cabinClass: 'economy',
    connectionsMax: 0,
    offersMax: 50,
  } as const;
}

/**
 * Every nonstop of every pair of US airports, one way: the mean of its two cheapest brands, taxes included, as DOT's
 * fares mix what people buy.
 */
function sampleUsDomestic(world: World, dir: string): readonly Sample[] {
  const samples: Sample[] = [];
  usPairs(world, dir).forEach(([from, to], position) => {
    for (const extra of [0, DAYS_APART]) {
      const day = FIRST_DAY + ((position * DAYS_STEP + extra) % DAYS);
      for (const offer of world.search(queryOf(from, to, [addDays('2026-11-20', day)]), asking)) {
        samples.push({
          km: offer.slices[0]?.segments[0]?.distanceKm ?? 0,
          isLowCost: world.places.airline(offer.validatingCarrier)?.isLowCost === true,
          usd: (usdOf(world, offer, 0) + usdOf(world, offer, 1)) / 2,
        });
      }
    }
  });
  return samples;
}

/** Pairs of US airports with a route, each once. */
function usPairs(world: World, dir: string): readonly (readonly [string, string])[] {
  const isUs = (iata: string) => world.places.airport(iata)?.country === 'US';
  const routes = readTable(join(dir, 'routes.csv')).map(
    (row) => [cell(row, 'origin'), cell(row, 'destination')] as const,
  );
  const pairs = new Map(
    routes
      .filter(([from, to]) => from < to && isUs(from) && isUs(to))
      .map(([from, to]) => [`${from}${to}`, [from, to] as const]),
  );
  return [...pairs.values()];
}

function usdOf(world: World, offer: FlightOffer, brand: number): number {
  const total = offer.fares[brand]?.total;
  return total ? majorUnits(total) * world.rates.rate(total.currency, 'USD') : Number.NaN;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
