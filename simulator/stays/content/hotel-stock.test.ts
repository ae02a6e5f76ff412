import { describe, expect, test } from 'vitest';
import { COUPLE, STAY_ASKING, stayQuery, testStayFacts, testStays } from '../../../test/support/products/stays.ts';
import { greatCircleKm } from '../../../src/travel/geography/distance.ts';

import type { CityStock } from './city-columns.ts';
import { findHotel, hotelIdOf, roomKindsOf, stayHotelOf } from './hotel-facts.ts';
import type { StayCity } from './stay-cities.ts';
import type { StatedOffer } from '../stated-stay.ts';

const { cities, stockOf, tables } = testStayFacts();
const real = cities.all.filter(({ id }) => id !== 'nemo');
const largest = [...real].sort((a, b) => b.hotels - a.hotels).slice(0, 50);

function stockOfCode(code: string): CityStock {
  const city = cities.byId(code.toLowerCase());
  if (!city) throw new Error(`No city ${code}`);
  return stockOf(city.index);
}
function kmFrom(city: StayCity, stock: CityStock, at: number): number {
  return greatCircleKm(city.latitude, city.longitude, stock.latitude[at] ?? 0, stock.longitude[at] ?? 0);
}
const indexes = (stock: CityStock): readonly number[] => Array.from({ length: stock.count }, (_, at) => at);

/** Offers make their rates when they are read: a comparison has to read them. */
const readOffer = ({ hotel, ratesOfRooms }: StatedOffer) => ({ hotel, ratesOfRooms });

describe('every town of the bundle', () => {
  test('has hotels with names, room kinds, prices and ratings, no two of a name, and each is found by its id', () => {
    const problems: string[] = [];
    for (const city of real) {
      const stock = stockOf(city.index);
      if (stock.count < 4 || stock.count > 640) problems.push(`${city.name}: ${stock.count} hotels`);
      if (new Set(stock.names.map((name) => name.toLowerCase())).size !== stock.count)
        problems.push(`${city.name}: two hotels of one name`);
      for (const at of indexes(stock)) {
        const id = hotelIdOf({ stock, at });
        const kinds = roomKindsOf({ stock, at }, tables).length;
        const isSound =
          kinds >= 2 &&
          kinds <= 7 &&
          (stock.usd[at] ?? 0) > 4 &&
          (stock.usd[at] ?? 0) < 6_000 &&
          (stock.stars[at] ?? 0) >= 1 &&
          (stock.rating[at] ?? 0) >= 50 &&
          (stock.rating[at] ?? 0) <= 99 &&
          (stock.rooms[at] ?? 0) >= 4;
        const found = findHotel(cities, stockOf, id);
        if (
          !isSound ||
          found?.at !== at ||
          found.stock.city !== city ||
          /[{}#@]|undefined/.test(stock.names[at] ?? '{')
        )
          problems.push(`${id} ${stock.names[at]}`);
      }
    }
    expect(problems).toEqual([]);
    expect(real.reduce((sum, { hotels }) => sum + hotels, 0)).toBeGreaterThan(90_000);
  });

  test('keeps its hotels near, and no id is another town’s', () => {
    expect(new Set(cities.all.map(({ id }) => id)).size).toBe(cities.all.length);
    const far = real.flatMap((city) => {
      const stock = stockOf(city.index);
      return indexes(stock)
        .filter((at) => kmFrom(city, stock, at) > 48)
        .map((at) => hotelIdOf({ stock, at }));
    });
    expect(far).toEqual([]);
  });

  test('has addresses that are written out', () => {
    const odd = largest.flatMap((city) => {
      const stock = stockOf(city.index);
      return indexes(stock)
        .filter((at) => !/^[^{}#@]+, [^{}#@]+$/.test(stayHotelOf({ stock, at }, tables).address))
        .map((at) => hotelIdOf({ stock, at }));
    });
    expect(odd).toEqual([]);
  });
});

describe('the fifty largest towns', () => {
  test('have 60 hotels and more; the greatest over 400', () => {
    expect(largest.every(({ hotels }) => hotels >= 60)).toBe(true);
    for (const code of ['LON', 'PAR', 'NYC', 'TYO', 'ROM', 'BKK', 'PMI', 'VCE', 'LAS', 'CUN'])
      expect([code, stockOfCode(code).count >= 400]).toEqual([code, true]);
  });

  test('have their hotels within 60 km, nearly all nearer to them than to any other of the fifty', () => {
    let strays = 0;
    let hotels = 0;
    for (const city of largest) {
      const stock = stockOf(city.index);
      for (const at of indexes(stock)) {
        const own = kmFrom(city, stock, at);
        expect(own).toBeLessThan(60);
        hotels += 1;
        if (largest.some((other) => other !== city && kmFrom(other, stock, at) < own)) strays += 1;
      }
    }
    // Only hotels at airports that lie between two great cities.
    expect(strays / hotels).toBeLessThan(0.002);
  });

  test('rate better what costs more among houses of the same stars', () => {
    const weak = largest.flatMap((city) => {
      const stock = stockOf(city.index);
      return [2, 3, 4].flatMap((stars) => {
        const houses = indexes(stock).filter((at) => stock.stars[at] === stars);
        const correlation = rankCorrelation(
          houses.map((at) => stock.usd[at] ?? 0),
          houses.map((at) => stock.rating[at] ?? 0),
        );
        return houses.length >= 40 && correlation <= 0.3 ? [`${city.name} ${stars}: ${correlation.toFixed(2)}`] : [];
      });
    });
    expect(weak).toEqual([]);
  });
});

/** Spearman's, ties by their place. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranks = (values: readonly number[]): readonly number[] => {
    const order = values.map((value, at) => ({ value, at })).sort((x, y) => x.value - y.value);
    const result = values.map(() => 0);
    order.forEach(({ at }, rank) => {
      result[at] = rank;
    });
    return result;
  };
  const [x, y] = [ranks(a), ranks(b)];
  const n = a.length;
  const squares = x.reduce((sum, rank, at) => sum + (rank - (y[at] ?? 0)) ** 2, 0);
  return 1 - (6 * squares) / (n * (n * n - 1));
}

describe('a search', () => {
  test('by city finds hotels in it: Lyon’s lie in Lyon', () => {
    const { hotels } = testStays().search(stayQuery('LYS'), STAY_ASKING);
    expect(hotels.length).toBeGreaterThan(150);
    for (const { hotel } of hotels) {
      expect([hotel.cityName, hotel.country, hotel.zone, hotel.cityCode]).toEqual([
        'Lyon',
        'FR',
        'Europe/Paris',
        'LYS',
      ]);
      expect(hotel.address).toMatch(/, 6900\d Lyon$/);
      expect(greatCircleKm(hotel.latitude, hotel.longitude, 45.76, 4.84)).toBeLessThan(30);
    }
  });

  test('round a point finds all within the radius and none beyond', () => {
    const [latitude, longitude] = [41.39, 2.17];
    const inside = testStays()
      .search(stayQuery({ kind: 'around', latitude, longitude, radiusKm: 3 }), STAY_ASKING)
      .hotels.map(({ hotel }) => hotel);
    const wide = testStays()
      .search(stayQuery({ kind: 'around', latitude, longitude, radiusKm: 50 }, { hotelsMax: 3_000 }), STAY_ASKING)
      .hotels.map(({ hotel }) => hotel);
    const km = ({ latitude: lat, longitude: lon }: (typeof wide)[number]): number =>
      greatCircleKm(latitude, longitude, lat, lon);
    expect(inside.every((hotel) => km(hotel) <= 3)).toBe(true);
    expect(inside.map(({ hotelId }) => hotelId).sort()).toEqual(
      wide
        .filter((hotel) => km(hotel) <= 3)
        .map(({ hotelId }) => hotelId)
        .sort(),
    );
    expect(wide.length).toBeGreaterThan(inside.length);
  });

  test('round a point on the date line finds hotels on both sides of it', () => {
    const { hotels } = testStays().search(
      stayQuery({ kind: 'around', latitude: -16.69, longitude: -179.9, radiusKm: 50 }),
      STAY_ASKING,
    );
    expect(hotels.every(({ hotel }) => Math.abs(hotel.longitude) > 179)).toBe(true);
    expect(
      testStays().search(stayQuery({ kind: 'around', latitude: 0, longitude: -30, radiusKm: 50 }), STAY_ASKING).hotels,
    ).toEqual([]);
  });

  test('by country finds its great towns, by ids those hotels alone, and unknown ones nothing', () => {
    const inCountry = testStays()
      .search(stayQuery({ kind: 'country', country: 'PT' }), STAY_ASKING)
      .hotels.map(({ hotel }) => hotel);
    expect(inCountry.every(({ country }) => country === 'PT')).toBe(true);
    expect([...new Set(inCountry.map(({ cityCode }) => cityCode))].length).toBeGreaterThan(4);
    const ids = ['bhlis-12', 'bhopo-3', 'bhlis-12', 'bhxxx-1', 'bhlis-99999', 'nonsense'];
    expect(
      testStays()
        .search(stayQuery({ kind: 'hotels', hotelIds: ids }), STAY_ASKING)
        .hotels.map(({ hotel }) => hotel.hotelId)
        .sort(),
    ).toEqual(['bhlis-12', 'bhopo-3']);
    for (const place of ['XTS', 'QAA'])
      expect(testStays().search(stayQuery(place), STAY_ASKING)).toEqual({ hotels: [], omitted: 0 });
  });

  test('answers the cheapest first, as many as asked for, and says how many it left out', () => {
    const all = testStays().search(stayQuery('LIS'), STAY_ASKING);
    const some = testStays().search(stayQuery('LIS', { hotelsMax: 25 }), STAY_ASKING);
    expect(all.omitted).toBe(0);
    expect(some.hotels.map(readOffer)).toEqual(all.hotels.slice(0, 25).map(readOffer));
    expect(some.omitted).toBe(all.hotels.length - 25);
    const prices = all.hotels.map(({ ratesOfRooms }) => ratesOfRooms[0]?.[0]?.total.value ?? 0);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    const inThreeRooms = testStays().search(
      stayQuery('LIS', { rooms: [COUPLE, { adults: 1, childrenAges: [3, 9] }, COUPLE] }),
      STAY_ASKING,
    ).hotels;
    const sums = inThreeRooms.map(({ ratesOfRooms }) =>
      ratesOfRooms.reduce((sum, rates) => sum + (rates[0]?.total.value ?? 0), 0),
    );
    expect(sums.length).toBeGreaterThan(100);
    expect(sums).toEqual([...sums].sort((a, b) => a - b));
  });

  test('narrows by stars, type, chain, rating, reviews and facilities', () => {
    const { only } = stayQuery('LON');
    const found = (more: Partial<typeof only>) =>
      testStays()
        .search(stayQuery('LON', { only: { ...only, ...more } }), STAY_ASKING)
        .hotels.map(({ hotel }) => hotel);
    expect(found({ starRatings: [5] }).every(({ starRating }) => starRating === 5)).toBe(true);
    expect(found({ hotelTypeIds: [3] }).every(({ hotelTypeId }) => hotelTypeId === 3)).toBe(true);
    expect(found({ chainIds: [6, 8] }).every(({ chainId }) => chainId === 6 || chainId === 8)).toBe(true);
    expect(found({ ratingMin: 8.5 }).every(({ rating }) => rating >= 8.5)).toBe(true);
    expect(found({ reviewsMin: 500 }).every(({ reviewCount }) => reviewCount >= 500)).toBe(true);
    expect(
      found({ facilityIds: [6, 8] }).every(({ facilityIds }) => facilityIds.includes(6) && facilityIds.includes(8)),
    ).toBe(true);
    const counts = [
      { starRatings: [5] },
      { hotelTypeIds: [3] },
      { chainIds: [6, 8] },
      { ratingMin: 8.5 },
      { reviewsMin: 500 },
      { facilityIds: [6, 8] },
    ].map((more) => found(more).length);
    expect(counts.every((count) => count > 3 && count < 500)).toBe(true);
    expect(found({ facilityIds: [99] })).toEqual([]);
  });
});

describe('content and suggestions', () => {
  test('what is told of a hotel fits its facts', () => {
    const content = testStays().content('bhlis-235');
    expect(content?.hotel).toEqual({
      hotelId: 'bhlis-235',
      name: 'Nordhem Lisbon Praia',
      address: 'Avenida das Flores 164, 1100-670 Lisbon',
      cityCode: 'LIS',
      cityName: 'Lisbon',
      country: 'PT',
      latitude: 38.72847,
      longitude: -9.13347,
      zone: 'Europe/Lisbon',
      starRating: 3,
      rating: 6.8,
      reviewCount: 135,
      hotelTypeId: 1,
      chainId: 6,
      facilityIds: [1, 2, 5, 9, 10, 11, 18, 21, 31],
      checkInFrom: '13:00',
      checkOutUntil: '10:00',
    });
    expect(content?.description).toBe(
      'Nordhem Lisbon Praia is a three-star hotel of Nordhem with 46 rooms in Lisbon. The centre is a short walk away. Rooms are sold without meals, or with breakfast. A garden lies behind the house. The bar is open in the evening.',
    );
    expect([content?.chainName, content?.hotelTypeName, content?.pictures]).toEqual(['Nordhem', 'Hotel', { drawn: 6 }]);
    expect(content?.facilities.map(({ name }) => name)).toEqual([
      'Free Wi-Fi',
      '24-hour reception',
      'Bar',
      'Air conditioning',
      'Lift',
      'Breakfast room',
      'Non-smoking rooms',
      'Garden',
      'Shared lounge',
    ]);
    expect(content?.policies.map(({ title }) => title)).toEqual([
      'Arrival',
      'Departure',
      'Children',
      'Pets',
      'Smoking',
      'Parking',
      'Charges at the property',
    ]);
    expect(content?.policies.at(-1)?.text).toBe(
      'Collected by the house, not part of the price. City tax: EUR 4.00 a guest from 13 years and night, at most 7 nights.',
    );
    expect(content?.rooms.map(({ roomId, name }) => `${roomId} ${name}`)).toEqual([
      'bhlis-235-dbl Double Room',
      'bhlis-235-tpl Triple Room',
      'bhlis-235-sup Superior Double Room',
      'bhlis-235-fam Family Room',
    ]);
    expect(content?.reviewBreakdown[0]).toEqual({ category: 'Cleanliness', rating: 7.5 });
    expect(testStays().content('bhlis-9999')).toBeUndefined();
    expect(testStays().content('')).toBeUndefined();
  });

  test('names are found by their beginning, with a typing error, and in the town that is named', () => {
    const names = (text: string, limit = 3) =>
      testStays()
        .suggest(text, limit)
        .map(({ name, cityName }) => `${name}, ${cityName}`);
    expect(names('miramare rome')[0]).toContain('Miramare, Rome');
    expect(names('mirammare rome')[0]).toContain('Miramare, Rome');
    expect(names('nordhem')).toHaveLength(3);
    expect(names('nordhem').every((name) => name.startsWith('Nordhem'))).toBe(true);
    expect(names('price_up point nemo')).toEqual(['price_up, Point Nemo']);
    for (const text of ['', 'a', 'zzqqxx', '   ', '))((']) expect([text, names(text)]).toEqual([text, []]);
  });
});
