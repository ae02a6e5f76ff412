import { describe, expect, it } from 'vitest';
import { greatCircleKm } from '../../src/travel/geography/distance.ts';
import { cell, indexBy, readOurs, readReference, type Row } from './bundle.ts';
import { KNOWN_AIRLINES, KNOWN_AIRPORTS, KNOWN_COUNTRIES, KNOWN_CURRENCIES, KNOWN_ROUTES } from './literals.ts';

const airports = readOurs('airports.csv');
const referenceAirports = indexBy(readReference('airports.csv', KNOWN_AIRPORTS), 'iata');

/** Where the reference is wrong or out of date, and why ours stands. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'BRU',
  'CRL',
  'LUX', // Degrees and minutes read as a decimal there: 50°54' became 50.54.
  'KMG',
  'SWA',
  'ISG',
  'NKC',
  'NLA', // Moved to a new airport under the same code; the reference holds the old site.
  'UYN', // The reference holds the town, fifteen kilometres from the airport.
]);
/** Mexico's north changed clocks in October 2022; the reference has the zone of before. */
const OTHER_CLOCK: ReadonlySet<string> = new Set(['CJS', 'CUU']);

/** IATA's city of Ontario, California, is its own; the reference files it under Los Angeles, sixty kilometres away. */
const OWN_CITY: ReadonlySet<string> = new Set(['ONT']);

/** The pairs of rows of two tables that share a key; an empty set would prove nothing. */
function shared(
  ours: readonly Row[],
  reference: ReadonlyMap<string, Row>,
  key: string,
): readonly (readonly [Row, Row])[] {
  return ours.flatMap((row) => {
    const known = reference.get(cell(row, key));
    return known ? [[row, known] as const] : [];
  });
}

function offset(timeZone: string, month: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(Date.UTC(2026, month, 15)),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function distance(a: Row, b: Row): number {
  return greatCircleKm(Number(cell(a, 'lat')), Number(cell(a, 'lon')), Number(cell(b, 'lat')), Number(cell(b, 'lon')));
}

describe('the facts agree with the reference', () => {
  const pairs = shared(airports, referenceAirports, 'iata');

  it('has something to compare', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(KNOWN_AIRPORTS.length);
  });

  it('puts airports within three kilometres', () => {
    const measured = pairs
      .filter(([ours]) => !ELSEWHERE.has(cell(ours, 'iata')))
      .map(([ours, known]) => ({ iata: cell(ours, 'iata'), km: distance(ours, known) }));
    const worst = measured.sort((a, b) => b.km - a.km)[0];
    console.log(`worst coordinate: ${worst?.iata} ${worst?.km.toFixed(2)} km of ${measured.length} airports`);
    expect(measured.filter(({ km }) => km > 3)).toEqual([]);
  });

  it('keeps the same clock in January and July', () => {
    const wrong = pairs.filter(
      ([ours, known]) =>
        !OTHER_CLOCK.has(cell(ours, 'iata')) &&
        [0, 6].some((month) => offset(cell(ours, 'tz'), month) !== offset(cell(known, 'tz'), month)),
    );
    expect(wrong.map(([ours]) => cell(ours, 'iata'))).toEqual([]);
  });

  it('is in the same country and city', () => {
    const wrong = pairs
      .filter(([ours]) => !OWN_CITY.has(cell(ours, 'iata')))
      .filter(([ours, known]) => ['country', 'city_code'].some((column) => cell(ours, column) !== cell(known, column)));
    expect(wrong.map(([ours]) => cell(ours, 'iata'))).toEqual([]);
  });

  it('writes countries and currencies as ISO does', () => {
    const countries = shared(
      readOurs('countries.csv'),
      indexBy(readReference('countries.csv', KNOWN_COUNTRIES), 'iso2'),
      'iso2',
    );
    // The reference has East Timor in Oceania, and Panama's other currency.
    const differing = countries.filter(([ours, known]) =>
      ['iso3', 'currency', 'continent', 'subregion'].some((column) => cell(ours, column) !== cell(known, column)),
    );
    expect(differing.map(([ours]) => cell(ours, 'iso2')).filter((code) => code !== 'TL' && code !== 'PA')).toEqual([]);
    const currencies = shared(
      readOurs('currencies.csv'),
      indexBy(readReference('currencies.csv', KNOWN_CURRENCIES), 'code'),
      'code',
    );
    expect(
      currencies.filter(([ours, known]) =>
        ['numeric', 'minor_units'].some((column) => cell(ours, column) !== cell(known, column)),
      ),
    ).toEqual([]);
    const rated = currencies.filter(([ours, known]) => cell(ours, 'eur_rate') !== '' && cell(known, 'eur_rate') !== '');
    expect(
      rated.filter(
        ([ours, known]) => Math.abs(Number(cell(ours, 'eur_rate')) / Number(cell(known, 'eur_rate')) - 1) > 0.1,
      ),
    ).toEqual([]);
    expect(Math.min(countries.length, rated.length)).toBeGreaterThanOrEqual(KNOWN_COUNTRIES.length);
  });

  it('has airlines at home where they are', () => {
    const airlines = shared(
      readOurs('airlines.csv'),
      indexBy(readReference('airlines.csv', KNOWN_AIRLINES), 'iata'),
      'iata',
    );
    // ASKY is of Lome in Togo, Nauru Airlines of Nauru, La Compagnie of France; the reference has Cameroon, Australia
    // and the US.
    const wrong = airlines
      .filter(([ours, known]) => cell(ours, 'country') !== cell(known, 'country'))
      .map(([ours]) => cell(ours, 'iata'));
    expect(wrong.filter((code) => !['KP', 'ON', 'B0'].includes(code))).toEqual([]);
    expect(airlines.length).toBeGreaterThanOrEqual(KNOWN_AIRLINES.length);
  });
});

describe('the network agrees with the reference', () => {
  const reference = cityPairs(readReference('routes.csv', KNOWN_ROUTES), referenceAirports);
  const busiest = [...reference].sort((a, b) => total(b[1]) - total(a[1])).slice(0, 2000);
  const ours = cityPairs(readOurs('routes.csv'), indexBy(airports, 'iata'));
  const served = busiest.flatMap(([pair, known]) => {
    const flown = ours.get(pair);
    return flown ? [{ known, flown }] : [];
  });
  const report = (what: string, part: number, whole: number): number => {
    console.log(`${what}: ${part} of ${whole}, ${((100 * part) / whole).toFixed(1)} %`);
    return part / whole;
  };

  it('serves at least 95 of 100 of the 2,000 busiest city pairs non-stop', () => {
    expect(busiest.length).toBeGreaterThan(0);
    expect(report('city pairs served non-stop', served.length, busiest.length)).toBeGreaterThanOrEqual(0.95);
  });

  it('flies them as often, to a factor of two, in at least 85 of 100', () => {
    const alike = served.filter(
      ({ known, flown }) => total(flown) <= 2 * total(known) && total(known) <= 2 * total(flown),
    );
    // The literals name one carrier's worth of flights where there is no reference, so they say nothing about how
    // often.
    if (reference.size > 2 * KNOWN_ROUTES.length)
      expect(report('weekly flights within a factor of two', alike.length, served.length)).toBeGreaterThanOrEqual(0.85);
  });

  it('has the greatest carrier of at least 85 of 100 of them, and carriers of four flights in five', () => {
    const leaders = served.filter(({ known, flown }) => flown.has(leaderOf(known)));
    const flights = served.reduce((sum, { known }) => sum + total(known), 0);
    const carried = served.reduce(
      (sum, { known, flown }) => sum + total(new Map([...known].filter(([airline]) => flown.has(airline)))),
      0,
    );
    if (reference.size > 2 * KNOWN_ROUTES.length) {
      expect(report('greatest carrier present', leaders.length, served.length)).toBeGreaterThanOrEqual(0.85);
      expect(
        report('flights whose carrier is present', Math.round(carried), Math.round(flights)),
      ).toBeGreaterThanOrEqual(0.8);
    }
  });
});

/** Flights a week by carrier of each directed pair of city codes. */
function cityPairs(
  routes: readonly Row[],
  places: ReadonlyMap<string, Row>,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const pairs = new Map<string, Map<string, number>>();
  for (const row of routes) {
    const [origin, destination] = [places.get(cell(row, 'origin')), places.get(cell(row, 'destination'))];
    if (!origin || !destination || cell(origin, 'city_code') === cell(destination, 'city_code')) continue;
    const pair = `${cell(origin, 'city_code')} ${cell(destination, 'city_code')}`;
    const carriers = pairs.get(pair) ?? new Map<string, number>();
    const airline = row['airline'] ?? '';
    carriers.set(airline, (carriers.get(airline) ?? 0) + Number(cell(row, 'freq_week')));
    pairs.set(pair, carriers);
  }
  return pairs;
}

function total(carriers: ReadonlyMap<string, number>): number {
  return [...carriers.values()].reduce((sum, weekly) => sum + weekly, 0);
}

function leaderOf(carriers: ReadonlyMap<string, number>): string {
  return [...carriers].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0])[0];
}
