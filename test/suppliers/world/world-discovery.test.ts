import { describe, expect, test } from 'vitest';
import type { CalendarQuery, FlightDates } from '../../../src/suppliers/ports/flights.ts';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { majorUnits, type Money } from '../../../src/travel/money.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { testWorld } from '../../support/service/service.ts';

const NOW = new Date('2027-01-10T12:00:00Z');
const waiting = new AbortController().signal;
const world = testWorld();
const oneAdult = { ...NO_PASSENGERS, adt: 1 };
const week = (start: string, count: number, stay?: number): readonly FlightDates[] =>
  Array.from({ length: count }, (_, day) => ({
    departure: addDays(start, day),
    return: stay === undefined ? undefined : addDays(start, day + stay),
  }));

function query(origin: string, destination: string, part: Partial<CalendarQuery> = {}): CalendarQuery {
  const airports = (code: string) => world.places.city(code)?.airports ?? [code];
  return {
    origins: airports(origin),
    destinations: airports(destination),
    dates: week('2027-02-01', 4),
    passengers: oneAdult,
    cabinClass: 'economy',
    connectionsMax: 2,
    ...part,
  };
}

/** What a search for each pair puts first. */
function searched(asked: CalendarQuery) {
  return asked.dates.flatMap((dates) => {
    const out = { origins: asked.origins, destinations: asked.destinations, date: dates.departure };
    const back =
      dates.return === undefined
        ? []
        : [{ origins: asked.destinations, destinations: asked.origins, date: dates.return }];
    const { passengers, cabinClass, connectionsMax, only } = asked;
    const [first] = world.search(
      {
        slices: [out, ...back],
        passengers,
        cabinClass,
        connectionsMax,
        offersMax: 150,
        ...(only === undefined ? {} : { only }),
      },
      { now: NOW, sold: NOTHING_SOLD },
    );
    return first === undefined ? [] : [{ departure: dates.departure, total: first.fares[0]?.total }];
  });
}

async function calendar(asked: CalendarQuery) {
  const dated = await world.calendar(asked, { now: NOW, sold: NOTHING_SOLD, signal: waiting });
  return dated.map(({ dates, offer }) => ({ departure: dates.departure, total: offer.fares[0]?.total }));
}

function inUsd(total: Money | undefined): number {
  return total === undefined ? Number.NaN : majorUnits(total) * world.rates.rate(total.currency, 'USD');
}

describe('the calendar of the world', () => {
  const family = { ...NO_PASSENGERS, adt: 2, chd: 1, inf_lap: 1 };
  const students = { ...NO_PASSENGERS, youth: 2, student: 1 };
  const morning = { earliest: 300, latest: 720 };
  const times = [
    { departure: morning, arrival: undefined },
    { departure: undefined, arrival: undefined },
  ];
  const only = {
    includeCarriers: [],
    excludeCarriers: [],
    totalDurationMinutesMax: undefined,
    times,
    viaAirports: [],
    excludeViaAirports: [],
    connectionMinutesMin: undefined,
    connectionMinutesMax: undefined,
  };
  test.each<[string, CalendarQuery]>([
    ['a city pair, one way', query('PAR', 'NYC')],
    ['a city pair, there and back', query('LON', 'TYO', { dates: week('2027-03-01', 4, 6) })],
    ['a family', query('PAR', 'BCN', { passengers: family, dates: week('2027-02-10', 4, 3) })],
    ['youths and students', query('LON', 'ROM', { passengers: students })],
    ['business', query('FRA', 'SIN', { cabinClass: 'business', dates: week('2027-04-01', 3, 4) })],
    ['nonstop flights only', query('LON', 'NYC', { connectionsMax: 0 })],
    ['departures of the morning', query('PAR', 'NYC', { only })],
    ['a pair without nonstop flights', query('NCE', 'AKL', { dates: week('2027-05-03', 3) })],
    ['a scenario route', query('QAA', 'QAC')],
  ])('%s: each date costs what a search for it puts first', async (_, asked) => {
    const expected = searched(asked);
    expect(expected.length).toBeGreaterThan(0);
    expect(await calendar(asked)).toEqual(expected);
  });

  test('several offers of a pair are the cheapest ones, in order', async () => {
    const asked = query('PAR', 'NYC', { dates: week('2027-02-01', 1), offersMax: 5 });
    const totals = (await calendar(asked)).map(({ total }) => inUsd(total));
    expect(totals.length).toBe(5);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });

  test('a pair without flights is left out, and a caller who has gone stops the work', async () => {
    expect(await calendar(query('QAA', 'QAB'))).toEqual([]);
    const gone = world.calendar(query('PAR', 'NYC'), { now: NOW, sold: NOTHING_SOLD, signal: AbortSignal.abort() });
    await expect(gone).rejects.toThrow('aborted');
  });
});

describe('how far one gets', () => {
  const reach = (origin: string, part: Partial<CalendarQuery> = {}) => {
    const { origins, dates, passengers, cabinClass, connectionsMax } = query(origin, 'QAA', part);
    return world.reach(
      { origins, destinations: undefined, dates, passengers, cabinClass, connectionsMax },
      { now: NOW, signal: waiting },
    );
  };

  test.each<[string, string, number | undefined, number]>([
    ['one way', 'PAR', undefined, 18],
    ['one way', 'IST', undefined, 24],
    ['one way', 'NYC', undefined, 24],
    ['one way', 'BGI', undefined, 6],
    ['there and back', 'LON', 7, 36],
    ['there and back', 'REK', 5, 18],
  ])(
    '%s from %s, estimates are within 15 % of the exact prices of the same dates, but for one city in fifty',
    async (_, origin, stay, every) => {
      const cities = await reach(origin, { dates: week('2027-02-01', 30, stay) });
      expect(cities.length).toBeGreaterThan(200);
      const sample = cities.filter((_city, index) => index % every === 0);
      const ratios: number[] = [];
      for (const city of sample) {
        const dates = city.estimates.slice(0, 3).map((estimate) => estimate.dates);
        const exact = await calendar(query(origin, city.cityCode, { destinations: city.airports, dates }));
        const least = Math.min(...exact.map(({ total }) => inUsd(total) * 100));
        ratios.push(least / (city.estimates[0]?.total.value ?? 0));
      }
      const near = ratios.filter((ratio) => ratio > 0.85 && ratio < 1.15);
      expect(ratios.length - near.length).toBeLessThanOrEqual(Math.ceil(ratios.length / 50));
      expect(Math.min(...ratios)).toBeGreaterThan(0.5);
      expect(Math.max(...ratios)).toBeLessThan(1.2);
    },
  );

  test('a carrier that sells its own flights only is known over two connections, out and home', async () => {
    const [bySelf] = (await reach('LON', { dates: week('2027-02-01', 10, 7) })).filter(
      ({ cityCode }) => cityCode === 'MBJ',
    );
    const [estimate] = bySelf?.estimates ?? [];
    if (bySelf === undefined || estimate === undefined) throw new Error('no estimate');
    const [exact] = await calendar(query('LON', 'MBJ', { destinations: bySelf.airports, dates: [estimate.dates] }));
    expect(inUsd(exact?.total) * 100).toBeGreaterThan(estimate.total.value * 0.85);
  });

  test('nonstop only reaches fewer cities, all of them by a nonstop flight', async () => {
    const dates = week('2027-02-01', 2);
    const everywhere = await reach('DUB', { dates });
    const nonstop = await reach('DUB', { dates, connectionsMax: 0 });
    expect(nonstop.length).toBeGreaterThan(10);
    expect(nonstop.length).toBeLessThan(everywhere.length);
    for (const city of nonstop.slice(0, 12)) {
      const [estimate] = city.estimates;
      expect(
        (
          await calendar(
            query('DUB', city.cityCode, {
              destinations: city.airports,
              connectionsMax: 0,
              dates: estimate ? [estimate.dates] : [],
            }),
          )
        ).length,
      ).toBe(1);
    }
  });

  test('the fictional places are reached from their own airport alone', async () => {
    const fictional = (cities: readonly { readonly cityCode: string }[]) =>
      cities
        .filter((city) => /^QA[A-Z]$/.test(city.cityCode))
        .map((city) => city.cityCode)
        .sort();
    expect(fictional(await reach('PAR'))).toEqual([]);
    const fromQaa = await reach('QAA');
    expect(fictional(fromQaa)).toEqual(fromQaa.map((city) => city.cityCode).sort());
    expect(fictional(fromQaa)).toContain('QAC');
    expect(fictional(fromQaa)).not.toContain('QAB');
  });

  test('what was scanned once is answered again, alike', async () => {
    expect(await reach('OSL')).toEqual(await reach('OSL'));
  });
});
