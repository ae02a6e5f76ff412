import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOTEL_TYPES } from '../../simulator/stays/content/hotel-types.ts';
import { readStayFacts } from '../../simulator/stays/content/stay-facts.ts';
import { PLAN_NAMES } from '../../simulator/stays/rooms/boards-plans.ts';
import { majorUnits } from '../../src/travel/money.ts';
import { STANDARD_NAMES } from '../../web/checkout/messages/standard-names/standard-names.ts';
import { ratesOf, STAY_ASKING, stayParts, stayQuery, testStays } from '../support/products/stays.ts';
import { cell, indexBy, readOurs, readReference, REFERENCE } from './bundle.ts';
import { cellsOf } from '../support/service/cells-of.ts';

const KINDS = ['address', 'street', 'stem', 'hotel', 'guest', 'hostel', 'apart', 'resort', 'house', 'tail'];
/** Brands of the field that an invented chain must not be called after, where the reference has no list of them. */
const BRANDS = [
  'Marriott Hotels',
  'Hilton Garden Inn',
  'Novotel',
  'Ibis',
  'Melia',
  'Scandic',
  'Rotana',
  'Taj',
  'Protea',
  'Toyoko Inn',
].map((brand) => ({ brand }));

describe('tables', () => {
  it('say rooms, beds, plans and taxes in the words that pages have in every language, and in no others', () => {
    const said = [
      ...readOurs('stay_rooms.csv').flatMap((row) => [cell(row, 'name'), cell(row, 'beds')]),
      ...readOurs('stay_taxes.csv').map((row) => cell(row, 'description')),
      ...PLAN_NAMES,
    ];
    expect([...new Set(said)].toSorted()).toEqual([...STANDARD_NAMES].toSorted());
  });

  it('know every country, and each country’s words and prices', () => {
    const countries = indexBy(readOurs('stay_countries.csv'), 'country');
    const words = readOurs('stay_words.csv');
    const problems = readOurs('countries.csv').flatMap((row) => {
      const known = countries.get(cell(row, 'iso2'));
      if (!known) return [`${cell(row, 'iso2')}: no row`];
      const kinds = new Set(
        words.filter((list) => cell(list, 'words') === cell(known, 'words')).map((list) => cell(list, 'kind')),
      );
      const usd = Number(cell(known, 'usd'));
      return [
        ...KINDS.filter((kind) => !kinds.has(kind)).map((kind) => `${cell(row, 'iso2')}: no ${kind}`),
        ...(usd >= 30 && usd <= 400 ? [] : [`${cell(row, 'iso2')}: ${usd}`]),
      ];
    });
    expect(problems).toEqual([]);
  });

  it('name shapes, taxes and chains that make sense', () => {
    const shapes = new Set(readOurs('stay_seasons.csv').map((row) => cell(row, 'shape')));
    expect(readOurs('stay_cities.csv').filter((row) => !shapes.has(cell(row, 'shape')))).toEqual([]);
    const rates = new Set([
      ...readOurs('currencies.csv')
        .filter((row) => cell(row, 'eur_rate') !== '')
        .map((row) => cell(row, 'code')),
      'EUR',
      '',
    ]);
    expect(
      readOurs('stay_taxes.csv').filter((row) => !rates.has(cell(row, 'currency')) || cell(row, 'basis') === ''),
    ).toEqual([]);
    const brands = readReference('hotel_chains.csv', BRANDS).map((row) => cell(row, 'brand').toLowerCase());
    expect(
      readOurs('stay_chains.csv').filter((row) =>
        brands.some((brand) => cell(row, 'name').toLowerCase().split(' ').includes(brand)),
      ),
    ).toEqual([]);
    expect(
      readOurs('stay_rooms.csv')
        .flatMap((row) => cell(row, 'types').split(' '))
        .filter((key) => !HOTEL_TYPES.some((type) => type.key === key)),
    ).toEqual([]);
    expect(HOTEL_TYPES.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('let every house of every type and stars have a room for two and, hostels of one star apart, two kinds to choose from', () => {
    const rooms = readOurs('stay_rooms.csv');
    const problems = HOTEL_TYPES.flatMap(({ key }) =>
      [3, 4].flatMap((stars) => {
        const fitting = rooms.filter(
          (row) =>
            cell(row, 'types').split(' ').includes(key) &&
            Number(cell(row, 'stars_min')) <= stars &&
            Number(cell(row, 'stars_max')) >= stars,
        );
        return fitting.some((row) => cell(row, 'share') === '1' && Number(cell(row, 'adults')) >= 2) ||
          key === 'hostel' ||
          key === 'motel'
          ? []
          : [`${key} ${stars}`];
      }),
    );
    expect(problems).toEqual([]);
  });
});

/**
 * What a flexible double room of three stars about costs, as a traveler would expect it of a year's nights: low and
 * high, in the money it is sold in. Our judgement; nights from spring to spring.
 */
const USUAL = [
  ['PAR', 'EUR', 130, 190],
  ['LON', 'GBP', 120, 175],
  ['NYC', 'USD', 220, 320],
  ['BKK', 'THB', 1_200, 2_200],
  ['TYO', 'JPY', 14_000, 22_000],
  ['BCN', 'EUR', 110, 165],
  ['BER', 'EUR', 85, 125],
  ['LIS', 'EUR', 85, 135],
  ['ROM', 'EUR', 110, 165],
  ['SIN', 'SGD', 150, 230],
  ['DXB', 'AED', 270, 480],
  ['KRK', 'PLN', 230, 380],
  ['IST', 'TRY', 2_400, 4_200],
  ['SYD', 'AUD', 190, 300],
] as const;

describe('prices', () => {
  const CITIES = cellsOf(USUAL, ['NYC', 'BKK', 'TYO', 'KRK']);

  it.each(CITIES)('in %s are what one would expect', (code, currency, low, high) => {
    const prices = ['2026-05-06', '2026-06-12', '2026-09-15', '2026-11-18', '2027-01-20', '2027-03-09'].flatMap(
      (checkIn) =>
        testStays()
          .search(
            stayQuery(code, { checkIn, nights: 1, only: { ...stayQuery(code).only, starRatings: [3] } }),
            STAY_ASKING,
          )
          .hotels.flatMap((offer) => {
            const flexible = ratesOf(offer).find(({ isRefundable }) => isRefundable);
            return flexible ? [flexible.total] : [];
          }),
    );
    expect(new Set(prices.map((price) => price.currency))).toEqual(new Set([currency]));
    const sorted = prices.map(majorUnits).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    expect([code, median, median >= low && median <= high]).toEqual([code, median, true]);
  });

  it('rise with the stars in every great city', () => {
    for (const [code] of CITIES) {
      const medianOf = (stars: number): number => {
        const sorted = testStays()
          .search(stayQuery(code, { only: { ...stayQuery(code).only, starRatings: [stars] } }), STAY_ASKING)
          .hotels.flatMap(({ ratesOfRooms }) => ratesOfRooms[0]?.[0]?.total.value ?? [])
          .sort((a, b) => a - b);
        return sorted[Math.floor(sorted.length / 2)] ?? 0;
      };
      const medians = [2, 3, 4, 5].map(medianOf);
      expect([code, medians]).toEqual([code, [...medians].sort((a, b) => a - b)]);
    }
  });
});

/**
 * A bundle of another kind: without hotel tables, its suburbs in the same table as its cities. Absent, our own stands
 * in.
 */
const OTHER = existsSync(join(REFERENCE, 'cities.csv')) ? REFERENCE : undefined;

describe('a bundle without hotel tables of its own', () => {
  it('is told with ours: its towns have hotels and its metropolitan codes cover what lies near', () => {
    const { cities } = readStayFacts(stayParts('bly', OTHER));
    expect(cities.byId('lon')?.hotels).toBe(620);
    expect(cities.all.every(({ hotels, id }) => (hotels >= 4 && hotels <= 640) || id === 'nemo')).toBe(true);
    expect(new Set(cities.all.map(({ id }) => id)).size).toBe(cities.all.length);
    const [first, ...covered] = cities.ofCode('TYO');
    expect(first?.name).toBe('Tokyo');
    expect(covered.every(({ hotels }) => hotels < 160)).toBe(true);
  });
});
