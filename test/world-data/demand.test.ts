import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaselineFilter, DemandBaseline } from '../../src/suppliers/ports/demand.ts';
import { NOTHING_SOLD } from '../../simulator/cabins/inventory.ts';
import { loadWorld, type World } from '../../simulator/world.ts';
import { majorUnits } from '../../src/travel/money.ts';
import { NO_PASSENGERS } from '../../src/travel/passengers.ts';
import { medianOfBins, LEAD_BOUNDS, STAY_BOUNDS } from '../../src/demand/model/demand-event.ts';
import { cell, OURS, readOurs, readReference, readTable, REFERENCE, type Row, words, worldOf } from './bundle.ts';
import { runsOf } from '../support/service/cells-of.ts';

const bundles = [
  { name: 'our bundle', dir: OURS },
  { name: 'the reference bundle', dir: REFERENCE },
].filter(({ dir }) => existsSync(join(dir, 'routes.csv')));
const YEAR = ['2025-01-01', '2025-12-31'] as const;
const BOUNDS = { lead: LEAD_BOUNDS, stay: STAY_BOUNDS };

/** How it is made does not depend on the bundle: worlds are loaded anew for our own only. */
describe('the making of demand', () => {
  const { demand } = worldOf(OURS);

  it('is another one with another seed', () => {
    const filter = { kind: 'search', destination: 'PAR' } as const;
    const other = loadWorld(OURS, { seed: 'another' }).demand.daily(filter, ...YEAR);
    expect([...other]).not.toEqual([...demand.daily(filter, ...YEAR)]);
  });

  it('is the same in two worlds of one seed, prepared or not: after somebody gave that up, by two at once, with a question in between', async () => {
    const prepared = loadWorld(OURS, { seed: 'bly' }).demand;
    await expect(prepared.prepare(AbortSignal.abort())).rejects.toThrow();
    const { signal } = new AbortController();
    const both = [prepared.prepare(signal), prepared.prepare(signal)];
    expect(prepared.destinations).toEqual(demand.destinations);
    await Promise.all(both);
    const known = prepared.destinations;
    await prepared.prepare(signal);
    expect(prepared.destinations).toBe(known);
    expect(prepared.shape({ kind: 'search', market: 'FR' }, ...YEAR, BOUNDS)).toEqual(
      demand.shape({ kind: 'search', market: 'FR' }, ...YEAR, BOUNDS),
    );
    expect(prepared.markets).toEqual(demand.markets);
    const filter = { kind: 'search', destination: 'PAR' } as const;
    expect([...prepared.daily(filter, ...YEAR)]).toEqual([...demand.daily(filter, ...YEAR)]);
  });
});

describe.each(bundles.slice(0, runsOf(bundles.length, 1)))('demand in $name', ({ dir }) => {
  const world = worldOf(dir);
  const demand = world.demand;
  const at = (codes: readonly string[], volumes: Float64Array, code: string): number =>
    volumes[codes.indexOf(code)] ?? Number.NaN;

  it('says of a day the same whichever days are asked for with it', () => {
    const long = demand.daily({ kind: 'trip', market: 'FR' }, '2023-03-01', '2026-03-01');
    expect(demand.daily({ kind: 'trip', market: 'FR' }, '2025-12-30', '2026-01-02')).toEqual(long.slice(1035, 1039));
  });

  const filters: readonly BaselineFilter[] = [
    { kind: 'search' },
    { kind: 'booking', audience: 'family' },
    { kind: 'search', market: 'US' },
    { kind: 'trip', market: 'NYC', audience: 'couple' },
    { kind: 'search', destination: 'LON' },
    { kind: 'search', destination: 'BKK', market: 'DE' },
    { kind: 'search', destination: 'ROM', market: 'PAR', audience: 'solo' },
  ];
  it.each(filters)('adds up to the same by destination, market, audience and day: %j', (filter) => {
    const period = ['2024-02-20', '2025-05-03'] as const;
    const volume = sum(demand.daily(filter, ...period));
    expect(volume).toBeGreaterThan(0);
    for (const parts of [
      demand.byDestination(filter, ...period),
      demand.byMarket(filter, ...period),
      demand.byAudience(filter, ...period),
    ]) {
      expect(Math.abs(sum(parts) / volume - 1)).toBeLessThan(0.001);
    }
    const shape = demand.shape(filter, ...period, BOUNDS);
    expect(Math.abs(sum(shape.leadBins) / volume - 1)).toBeLessThan(0.001);
    expect(Math.abs(sum(shape.stayBins) / volume - 1)).toBeLessThan(0.001);
  });

  it('of a country is that of its cities, and of a destination that of its markets', () => {
    const ofCountry = demand.byDestination({ kind: 'search', market: 'PT' }, ...YEAR);
    const cities = demand.markets.filter((code) => world.places.city(code)?.country === 'PT');
    const ofCities = cities.map((market) => demand.byDestination({ kind: 'search', market }, ...YEAR));
    for (const code of ['LON', 'PAR', 'FNC', 'SAO']) {
      const parts = ofCities.reduce((total, volumes) => total + at(demand.destinations, volumes, code), 0);
      expect(parts / at(demand.destinations, ofCountry, code)).toBeCloseTo(1, 3);
    }
    for (const code of ['TYO', 'CUN', 'LIS']) {
      const whole = at(demand.destinations, demand.byDestination({ kind: 'search' }, ...YEAR), code);
      expect(sum(demand.byMarket({ kind: 'search', destination: code }, ...YEAR)) / whole).toBeCloseTo(1, 3);
    }
    const pairFrom = at(demand.destinations, demand.byDestination({ kind: 'search', market: 'NYC' }, ...YEAR), 'LON');
    const pairTo = at(demand.markets, demand.byMarket({ kind: 'search', destination: 'LON' }, ...YEAR), 'NYC');
    expect(pairFrom / pairTo).toBeCloseTo(1, 4);
  });

  it('is nothing from a city to itself, of places it does not know, before its first day and for no days', () => {
    expect(sum(demand.daily({ kind: 'search', destination: 'PAR', market: 'PAR' }, ...YEAR))).toBe(0);
    for (const filter of [
      { kind: 'search', destination: 'QQQ' },
      { kind: 'search', market: 'QQQ' },
      { kind: 'search', market: 'QQ' },
      { kind: 'search', destination: 'QAA' },
    ] as const) {
      expect([
        sum(demand.byDestination(filter, ...YEAR)),
        sum(demand.byMarket(filter, ...YEAR)),
        sum(demand.byAudience(filter, ...YEAR)),
        sum(demand.daily(filter, ...YEAR)),
      ]).toEqual([0, 0, 0, 0]);
      expect(demand.shape(filter, ...YEAR, BOUNDS).lowestFare).toBeUndefined();
    }
    const early = demand.daily({ kind: 'search' }, '2018-12-30', '2019-01-02');
    expect([...early].map((volume) => volume > 0)).toEqual([false, false, true, true]);
    expect(sum(demand.byDestination({ kind: 'search' }, '2015-01-01', '2018-12-31'))).toBe(0);
    expect(demand.daily({ kind: 'search' }, '2018-01-01', '2018-01-03')).toEqual(new Float64Array(3));
  });

  it('is never below nothing, not even where the world stood still', () => {
    for (const filter of [
      { kind: 'search', market: 'AU', destination: 'LON' },
      { kind: 'booking', market: 'NZ', audience: 'group' },
      { kind: 'search', destination: 'INN', market: 'HK', audience: 'family' },
    ] as const) {
      expect(Math.min(...demand.daily(filter, '2019-01-01', '2027-12-31'))).toBeGreaterThan(0);
    }
  });

  it('wants places everybody knows', () => {
    const known = [
      'LON',
      'NYC',
      'PAR',
      'TYO',
      'BCN',
      'ROM',
      'DXB',
      'IST',
      'BKK',
      'SIN',
      'LAX',
      'MIA',
      'ORL',
      'LAS',
      'AMS',
      'MAD',
      'LIS',
      'HKG',
      'SEL',
      'SFO',
      'OSA',
      'SYD',
      'CUN',
      'DPS',
      'PMI',
      'ATH',
      'BER',
      'VIE',
    ];
    const top = topOf(demand.destinations, demand.byDestination({ kind: 'search' }, ...YEAR), 20);
    expect(top.filter((code) => known.includes(code)).length).toBeGreaterThanOrEqual(12);
    expect(sum(demand.daily({ kind: 'search' }, ...YEAR)) / 365).toBeGreaterThan(200_000);
    const pair = sum(demand.daily({ kind: 'search', market: 'NYC', destination: 'LON' }, ...YEAR)) / 365;
    expect(pair).toBeGreaterThan(150);
    expect(pair).toBeLessThan(900);
  });

  it.each([
    ['FR', ['BCN', 'LON', 'ROM', 'NCE', 'LIS', 'MAD', 'PMI', 'AMS', 'PAR'], 6],
    ['US', ['NYC', 'LAX', 'LAS', 'ORL', 'MIA', 'CHI', 'DEN', 'SFO', 'CUN', 'LON'], 7],
    ['JP', ['TYO', 'SEL', 'OSA', 'TPE', 'OKA', 'SPK', 'FUK', 'HKG', 'BKK', 'HNL', 'CJU'], 6],
  ] as const)('from %s goes where people of there go', (market, expected, least) => {
    const top = topOf(demand.destinations, demand.byDestination({ kind: 'search', market }, ...YEAR), 15);
    expect(expected.filter((code) => top.includes(code)).length).toBeGreaterThanOrEqual(least);
  });

  it('has the seasons of places and of those who go there', () => {
    const family = monthly(demand, { kind: 'search', market: 'FR', destination: 'PMI', audience: 'family' }, '2025');
    expect(family[7]).toBeGreaterThan(2 * (family[1] ?? Number.NaN));
    expect(peakOf(monthly(demand, { kind: 'booking', destination: 'SYD' }, '2025'))).toBe('01');
    expect(peakOf(monthly(demand, { kind: 'search', destination: 'INN', audience: 'group' }, '2025'))).toMatch(/01|02/);
    const china = (from: string, to: string) =>
      mean(demand.daily({ kind: 'booking', market: 'CN', audience: 'family' }, from, to));
    expect(china('2025-01-20', '2025-02-02')).toBeGreaterThan(1.25 * china('2025-03-03', '2025-03-16'));
    expect(china('2026-02-09', '2026-02-22')).toBeGreaterThan(1.25 * china('2026-03-16', '2026-03-29'));
  });

  it('fell in 2020, came back, and grows', () => {
    const of = (filter: Omit<BaselineFilter, 'kind'>, from: string, to: string) =>
      mean(demand.daily({ kind: 'search', ...filter }, from, to));
    expect(of({}, '2020-04-06', '2020-05-03') / of({}, '2019-04-08', '2019-05-05')).toBeLessThan(0.25);
    expect(
      of({ market: 'JP', destination: 'LON' }, '2021-10-01', '2021-12-31') /
        of({ market: 'US', destination: 'LON' }, '2021-10-01', '2021-12-31'),
    ).toBeLessThan(
      0.5 *
        (of({ market: 'JP', destination: 'LON' }, '2019-10-01', '2019-12-31') /
          of({ market: 'US', destination: 'LON' }, '2019-10-01', '2019-12-31')),
    );
    expect(of({}, '2025-01-01', '2025-12-31') / of({}, '2019-01-01', '2019-12-31')).toBeGreaterThan(1);
    expect(
      of({ market: 'IN' }, '2025-01-01', '2025-12-31') / of({ market: 'IN' }, '2019-01-01', '2019-12-31'),
    ).toBeGreaterThan(1.2);
  });

  it('has weeks: business on weekdays, others look around on Sunday and Monday', () => {
    const weekOf = (audience: 'business' | 'couple', market: string) =>
      weekdays(demand.daily({ kind: 'search', audience, market }, '2024-01-01', '2025-12-28'));
    const office = weekOf('business', 'DE');
    expect((office[5] ?? 1) + (office[6] ?? 1)).toBeLessThan(0.2);
    const leisure = weekOf('couple', 'DE');
    expect([leisure.indexOf(Math.max(...leisure)), leisure.indexOf(Math.min(...leisure))]).toEqual([6, 4]);
    // Friday and Saturday are free on the Gulf.
    const gulf = weekOf('business', 'AE');
    expect((gulf[4] ?? 1) + (gulf[5] ?? 1)).toBeLessThan(0.2);
  });

  it('narrows from searches to trips to bookings', () => {
    const of = (kind: BaselineFilter['kind']) => sum(demand.byAudience({ kind }, ...YEAR));
    expect(of('trip') / of('search')).toBeGreaterThan(0.08);
    expect(of('trip') / of('search')).toBeLessThan(0.11);
    expect(of('booking') / of('search')).toBeGreaterThan(0.03);
    expect(of('booking') / of('search')).toBeLessThan(0.045);
  });

  it('is planned ahead as each audience does', () => {
    const medians = (audience: BaselineFilter['audience']) => {
      const shape = demand.shape({ kind: 'search', destination: 'BCN', market: 'GB', audience }, ...YEAR, BOUNDS);
      return [medianOfBins(shape.leadBins, LEAD_BOUNDS) ?? 0, medianOfBins(shape.stayBins, STAY_BOUNDS) ?? 0] as const;
    };
    const [business, couple, family] = [medians('business'), medians('couple'), medians('family')];
    expect([business[0] >= 7 && business[0] <= 13, business[1]]).toEqual([true, 2]);
    expect([couple[0] >= 28 && couple[0] <= 42, couple[1] >= 3 && couple[1] <= 5]).toEqual([true, true]);
    expect([family[0] >= 55 && family[0] <= 78, family[1] >= 6 && family[1] <= 8]).toEqual([true, true]);
    const far = demand.shape({ kind: 'search', destination: 'SYD', market: 'GB', audience: 'couple' }, ...YEAR, BOUNDS);
    expect(medianOfBins(far.leadBins, LEAD_BOUNDS)).toBeGreaterThan(couple[0]);
    expect(medianOfBins(far.stayBins, STAY_BOUNDS)).toBeGreaterThan(couple[1]);
  });

  it.each([
    ['LON', 'NYC'],
    ['PAR', 'BCN'],
    ['NYC', 'MIA'],
    ['BER', 'PMI'],
    ['TYO', 'SEL'],
    ['SYD', 'MEL'],
    ['SAO', 'LIS'],
    ['FRA', 'BKK'],
    ['DEL', 'DXB'],
    ['LAX', 'TYO'],
    ['MAD', 'LIS'],
    ['CHI', 'DEN'],
  ])('costs from %s to %s about what a search finds', (market, destination) => {
    const fare = demand.shape({ kind: 'search', market, destination }, '2027-01-01', '2027-04-30', BOUNDS).lowestFare;
    expect(fare).toBeDefined();
    const ratio = (fare ?? 0) / 100 / lowestReturnUsd(world, market, destination);
    expect([ratio > 1 / 1.6, ratio < 1.6, ratio]).toEqual([true, true, ratio]);
  });

  const series = readReference('seasonality.csv', []).filter((row) =>
    /region|: all|domestic|screening/.test(cell(row, 'series')),
  );
  it.each(
    series.map((row) => [`${cell(row, 'series')} ${cell(row, 'origin')} ${cell(row, 'destination')}`, row] as const),
  )('has the year of %s', (name, row) => {
    const measured = MONTHS.map((month) => Number(cell(row, `m${month}`)));
    const ours = yearOf(world, demand, row);
    const likeness = correlation(ours, measured);
    const apart = mean(Float64Array.from(ours, (value, month) => Math.abs(value - (measured[month] ?? 0))));
    expect(apart).toBeLessThan(APART_MAX);
    if (!FLAT.test(name)) expect(likeness).toBeGreaterThan(CORRELATION_MIN);
  });
});

describe('the tables of demand', () => {
  it('name every city and country once', () => {
    for (const [file, column] of [
      ['demand_places.csv', 'cities'],
      ['demand_markets.csv', 'countries'],
    ] as const) {
      const named = readOurs(file).flatMap((row) => words(row, column));
      expect(named.filter((code, index) => named.indexOf(code) !== index)).toEqual([]);
    }
  });

  it('name countries and cities there are', () => {
    const countries = new Set(readOurs('countries.csv').map((row) => cell(row, 'iso2')));
    const named = [
      ...readOurs('demand_markets.csv').flatMap((row) => words(row, 'countries')),
      ...readOurs('demand_ties.csv').flatMap((row) => [cell(row, 'from'), ...words(row, 'to')]),
    ];
    expect(named.filter((code) => code !== '*' && !countries.has(code))).toEqual([]);
    const cities = new Set(
      bundles.flatMap(({ dir }) =>
        worldOf(dir)
          .places.cities()
          .map(({ code }) => code),
      ),
    );
    const missing = readOurs('demand_places.csv')
      .flatMap((row) => words(row, 'cities'))
      .filter((code) => !cities.has(code));
    // Of our bundle alone some small places are not there.
    if (bundles.length > 1) expect(missing).toEqual([]);
    else expect(missing.length).toBeLessThan(60);
  });
});

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
/** A year's shape is recognized; another year would differ as much from the measured ones' mean. */
const CORRELATION_MIN = 0.4;

/** Mean difference of a month from the measured one, as a part of an average month. */
const APART_MAX = 0.14;
/**
 * Domestic travel in Australia moves by 6 % through the year: nothing to correlate with. Arrivals there are half
 * Australians coming home.
 */
const FLAT = /^AU (domestic|inbound)/;

function monthly(demand: DemandBaseline, filter: BaselineFilter, year: string): readonly number[] {
  return MONTHS.map((month) => mean(demand.daily(filter, `${year}-${month}-01`, lastOf(year, month))));
}

function lastOf(year: string, month: string): string {
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
}

function peakOf(months: readonly number[]): string {
  return MONTHS[months.indexOf(Math.max(...months))] ?? '';
}

/**
 * Mean day of each month against the year's, of the flow a reference series measures, over three years without a
 * collapse.
 */
function yearOf(world: World, demand: DemandBaseline, row: Row): readonly number[] {
  const goesTo = regionTest(world, row);
  const market = cell(row, 'origin') === '*' ? undefined : cell(row, 'origin');
  const total = MONTHS.map(() => 0);
  for (const year of ['2019', '2024', '2025']) {
    const months = MONTHS.map((month) => {
      const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
      const volumes = demand.byDestination({ kind: 'booking', market }, `${year}-${month}-01`, lastOf(year, month));
      const own =
        market === undefined
          ? demand.byDestination(
              { kind: 'booking', market: cell(row, 'destination') },
              `${year}-${month}-01`,
              lastOf(year, month),
            )
          : undefined;
      return (
        demand.destinations.reduce(
          (all, code, index) => all + (goesTo(code) ? (volumes[index] ?? 0) - (own?.[index] ?? 0) : 0),
          0,
        ) / days
      );
    });
    const average = mean(Float64Array.from(months));
    months.forEach((value, index) => {
      total[index] = (total[index] ?? 0) + value / average / 3;
    });
  }
  return total;
}

/** Which destinations a series counts. */
function regionTest(world: World, row: Row): (code: string) => boolean {
  const facts = new Map(
    readTable(join(OURS, 'countries.csv')).map((country) => [cell(country, 'iso2'), country] as const),
  );
  const destination = cell(row, 'destination');
  const origin = cell(row, 'origin');
  return (code) => {
    const country = world.places.city(code)?.country ?? '';
    const { subregion = '', continent = '' } = facts.get(country) ?? {};
    if (destination === '*') return country !== origin;
    if (/^[A-Z]{2}$/.test(destination)) return country === destination;
    const isMiddleEast = subregion === 'Western Asia' && continent === 'AS';
    const regions: Readonly<Record<string, boolean>> = {
      'East Asia': subregion === 'Eastern Asia',
      'Southeast Asia': subregion === 'South-eastern Asia',
      'South Asia': subregion === 'Southern Asia',
      'Middle East': isMiddleEast,
      Europe: continent === 'EU',
      Africa: continent === 'AF',
      'North America': subregion === 'Northern America',
      'South America': continent === 'SA',
      Oceania: continent === 'OC' && country !== 'AU',
    };
    return regions[destination] ?? false;
  };
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(Float64Array.from(a)), mean(Float64Array.from(b))];
  const product = (x: readonly number[], meanX: number, y: readonly number[], meanY: number) =>
    x.reduce((all, value, index) => all + (value - meanX) * ((y[index] ?? 0) - meanY), 0);
  return product(a, meanA, b, meanB) / Math.sqrt(product(a, meanA, a, meanA) * product(b, meanB, b, meanB));
}

/** The lowest return of a week for one adult, of three departures, asked for early. */
function lowestReturnUsd(world: World, from: string, to: string): number {
  const airports = (code: string) => world.places.city(code)?.airports ?? [];
  const totals = [
    ['2027-01-19', '2027-01-26'],
    ['2027-02-23', '2027-03-02'],
    ['2027-03-16', '2027-03-23'],
  ].flatMap(([out = '', back = '']) => {
    const slices = [
      { origins: airports(from), destinations: airports(to), date: out },
      { origins: airports(to), destinations: airports(from), date: back },
    ];
    const [offer] = world.search(
      { slices, passengers: { ...NO_PASSENGERS, adt: 1 }, cabinClass: 'economy', connectionsMax: 1, offersMax: 50 },
      { now: new Date('2026-12-01T10:00:00Z'), sold: NOTHING_SOLD },
    );
    const total = offer?.fares[0]?.total;
    return total ? [majorUnits(total) * world.rates.rate(total.currency, 'USD')] : [];
  });
  return Math.min(...totals);
}

function topOf(codes: readonly string[], volumes: Float64Array, count: number): readonly string[] {
  return [...volumes.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([index]) => codes[index] ?? '');
}

/** Each weekday's share, Monday first; the days begin on a Monday. */
function weekdays(days: Float64Array): readonly number[] {
  const shares = [0, 0, 0, 0, 0, 0, 0];
  days.forEach((volume, index) => {
    shares[index % 7] = (shares[index % 7] ?? 0) + volume / sum(days);
  });
  return shares;
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

function mean(values: Float64Array): number {
  return sum(values) / values.length;
}
