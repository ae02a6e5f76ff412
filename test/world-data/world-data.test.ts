import { describe, expect, it } from 'vitest';
import { greatCircleKm } from '../../src/travel/geography/distance.ts';
import { cell, indexBy, readOurs, type Row, words } from './bundle.ts';

const airports = readOurs('airports.csv');
const airlines = readOurs('airlines.csv');
const routes = readOurs('routes.csv');
const aircraft = indexBy(readOurs('aircraft.csv'), 'iata_type');
const countries = indexBy(readOurs('countries.csv'), 'iso2');
const currencies = indexBy(readOurs('currencies.csv'), 'code');
const airportByCode = indexBy(airports, 'iata');
const airlineByCode = indexBy(airlines, 'iata');

const routeKey = (row: Row): string =>
  `${cell(row, 'airline')} ${cell(row, 'operator')} ${cell(row, 'origin')} ${cell(row, 'destination')}`;

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the built-in world holds together', () => {
  it('names every airport, airline, country and currency once', () => {
    expect(repeated(airports.map((row) => cell(row, 'iata')))).toEqual([]);
    expect(repeated(airlines.map((row) => cell(row, 'iata')))).toEqual([]);
    expect([airportByCode.size, airlineByCode.size].every((size) => size >= 150)).toBe(true);
    expect(countries.size).toBe(readOurs('countries.csv').length);
    expect(currencies.size).toBe(readOurs('currencies.csv').length);
    expect(new Set(routes.map(routeKey)).size).toBe(routes.length);
  });

  it('uses time zones this runtime knows', () => {
    const zones = new Set([...airports, ...readOurs('cities.csv')].map((row) => cell(row, 'tz')));
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  it('resolves every country and currency', () => {
    for (const row of [...airports, ...airlines, ...readOurs('cities.csv')])
      expect(countries.has(cell(row, 'country')), JSON.stringify(row)).toBe(true);
    for (const row of countries.values()) expect(currencies.has(cell(row, 'currency')), cell(row, 'iso2')).toBe(true);
  });

  it('gives every city code a name: a metropolitan area or the airport of that code', () => {
    const metros = indexBy(readOurs('metro_areas.csv'), 'city_code');
    const unnamed = airports.filter(
      (row) =>
        cell(row, 'city') === '' ||
        (cell(row, 'city_code') !== cell(row, 'iata') && !metros.has(cell(row, 'city_code'))),
    );
    expect(unnamed).toEqual([]);
    for (const [code, metro] of metros) {
      const members = airports.filter((row) => cell(row, 'city_code') === code).map((row) => cell(row, 'iata'));
      expect([...words(metro, 'airports')].sort(), code).toEqual(members.sort());
    }
  });

  it('links every city to an airport of its own city code', () => {
    for (const row of readOurs('cities.csv')) {
      const airport = airportByCode.get(cell(row, 'airport'));
      expect(airport && cell(airport, 'city_code'), cell(row, 'name')).toBe(cell(row, 'city_code'));
      expect(Number(cell(row, 'airport_km')), cell(row, 'name')).toBeLessThanOrEqual(60);
    }
  });

  it('has airline hubs that exist, and aircraft for every code', () => {
    const unknown = airlines.flatMap((row) => words(row, 'hubs')).filter((hub) => !airportByCode.has(hub));
    expect(unknown).toEqual([]);
    expect(airlines.filter((row) => Number(cell(row, 'routes')) === 0)).toEqual([]);
  });

  it('has three digits for the tickets of at least 150 airlines, no two alike, and alliances that exist', () => {
    const prefixes = airlines.map((row) => cell(row, 'ticket_prefix')).filter((prefix) => prefix !== '');
    expect(prefixes.length).toBeGreaterThanOrEqual(150);
    expect(repeated(prefixes)).toEqual([]);
    expect(prefixes.filter((prefix) => !/^\d{3}$/.test(prefix))).toEqual([]);
    expect(new Set(airlines.map((row) => cell(row, 'alliance')))).toEqual(
      new Set(['', 'oneworld', 'SkyTeam', 'Star Alliance']),
    );
  });

  it('puts known airlines in terminals of known airports', () => {
    const terminals = readOurs('terminals.csv');
    expect(terminals.filter((row) => !airportByCode.has(cell(row, 'airport')) || cell(row, 'terminal') === '')).toEqual(
      [],
    );
    const tenants = terminals.flatMap((row) => words(row, 'airlines'));
    expect(
      tenants.filter(
        (word) => !['*', '+oneworld', '+skyteam', '+star_alliance'].includes(word) && !airlineByCode.has(word),
      ),
    ).toEqual([]);
    expect(new Set(terminals.map((row) => cell(row, 'airport'))).size).toBeGreaterThanOrEqual(40);
  });

  it('carries ISO 4217 minor units', () => {
    const minor = Object.fromEntries(
      ['JPY', 'KRW', 'CLP', 'KWD', 'BHD', 'OMR', 'JOD', 'TND', 'HUF', 'EUR'].map((code) => [
        code,
        currencies.get(code)?.['minor_units'],
      ]),
    );
    expect(minor).toEqual({
      JPY: '0',
      KRW: '0',
      CLP: '0',
      KWD: '3',
      BHD: '3',
      OMR: '3',
      JOD: '3',
      TND: '3',
      HUF: '2',
      EUR: '2',
    });
    const rated = [...currencies.values()].filter((row) => cell(row, 'eur_rate') !== '');
    expect(rated.length).toBeGreaterThanOrEqual(60);
    for (const code of ['JPY', 'KRW', 'KWD']) expect(rated.some((row) => cell(row, 'code') === code)).toBe(true);
  });
});

describe('routes can be flown', () => {
  it('runs both ways between known airports, with the same frequency', () => {
    const frequencies = new Map(routes.map((row) => [routeKey(row), cell(row, 'freq_week')]));
    const broken = routes.filter((row) => {
      const back = `${cell(row, 'airline')} ${cell(row, 'operator')} ${cell(row, 'destination')} ${cell(row, 'origin')}`;
      return !airportByCode.has(cell(row, 'origin')) || frequencies.get(back) !== cell(row, 'freq_week');
    });
    expect(broken).toEqual([]);
  });

  it('is sold and flown by known airlines, in types that reach that far', () => {
    const broken = routes.filter((row) => {
      const isKnown = airlineByCode.has(cell(row, 'airline')) && airlineByCode.has(cell(row, 'operator'));
      return (
        !isKnown ||
        cell(row, 'equipment')
          .split('/')
          .some((type) => Number(aircraft.get(type)?.['range_km'] ?? 0) < Number(cell(row, 'km')))
      );
    });
    expect(broken).toEqual([]);
  });

  it('gives the great-circle distance', () => {
    const wrong = routes.filter((row) => {
      const [a, b] = [airportByCode.get(cell(row, 'origin')), airportByCode.get(cell(row, 'destination'))];
      if (!a || !b) return true;
      return (
        Math.abs(
          greatCircleKm(
            Number(cell(a, 'lat')),
            Number(cell(a, 'lon')),
            Number(cell(b, 'lat')),
            Number(cell(b, 'lon')),
          ) - Number(cell(row, 'km')),
        ) > 1
      );
    });
    expect(wrong).toEqual([]);
  });

  it('reaches every airport', () => {
    const served = new Set(routes.map((row) => cell(row, 'origin')));
    expect(airports.filter((row) => !served.has(cell(row, 'iata')))).toEqual([]);
  });
});

describe('routes are lifelike', () => {
  const weekly = (pair: string): number => carriers(pair).reduce((sum, row) => sum + Number(cell(row, 'freq_week')), 0);
  const carriers = (pair: string): readonly Row[] => {
    const [origin, destination] = pair.split('-');
    return routes.filter((row) => cell(row, 'origin') === origin && cell(row, 'destination') === destination);
  };
  const flies = (airline: string, pair: string): boolean =>
    carriers(pair).some((row) => cell(row, 'airline') === airline);

  it('flies Paris to Tokyo non-stop with Air France, Japan Airlines and All Nippon', () => {
    expect(['AF', 'JL', 'NH'].map((airline) => flies(airline, 'CDG-HND') || flies(airline, 'CDG-NRT'))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('flies the routes that tests and examples use', () => {
    for (const pair of ['CDG-LIS', 'ORY-LIS', 'CDG-JFK', 'MUC-LIS', 'LHR-JFK', 'SYD-LAX'])
      expect(weekly(pair), pair).toBeGreaterThanOrEqual(7);
  });

  it('is busy where the world is busy, and thin where it is far', () => {
    expect(weekly('LHR-JFK')).toBeGreaterThanOrEqual(60);
    expect(weekly('LHR-JFK')).toBeLessThanOrEqual(150);
    expect(weekly('GMP-CJU')).toBeGreaterThanOrEqual(300);
    for (const pair of ['FRA-WDH', 'AKL-IAH', 'ATL-JNB']) {
      expect(weekly(pair), pair).toBeGreaterThanOrEqual(3);
      expect(weekly(pair), pair).toBeLessThanOrEqual(7);
    }
  });

  it('crosses oceans in wide-bodies and long-range single-aisles only', () => {
    const longNarrow = new Set(['32Q', '7M8', '7M9', '752']);
    const far = routes
      .filter((row) => Number(cell(row, 'km')) > 5500)
      .flatMap((row) => cell(row, 'equipment').split('/'));
    expect(far.filter((type) => aircraft.get(type)?.['body'] !== 'W' && !longNarrow.has(type))).toEqual([]);
    expect(far.filter((type) => aircraft.get(type)?.['body'] === 'W').length / far.length).toBeGreaterThan(0.97);
  });

  it('flies nothing where people drive or take a fast train, and no wide-body where smaller ones do', () => {
    expect(
      ['SZX-CAN', 'SHA-HGH', 'PVG-HGH', 'CGN-DUS', 'OAK-SFO', 'FLL-MIA', 'PEK-TSN', 'CSX-WUH'].filter(
        (pair) => carriers(pair).length > 0,
      ),
    ).toEqual([]);
    const isWide = (row: Row): boolean =>
      cell(row, 'equipment')
        .split('/')
        .some((type) => aircraft.get(type)?.['body'] === 'W');
    const hops = routes
      .filter((row) => Number(cell(row, 'km')) < 400 && isWide(row))
      .map((row) => `${cell(row, 'airline')} ${cell(row, 'origin')}-${cell(row, 'destination')}`);
    expect(hops.toSorted()).toEqual(['EK DOH-DXB', 'EK DXB-DOH', 'EK DXB-MCT', 'EK MCT-DXB']);
    expect(['CLT-GSP', 'HNL-OGG', 'PMI-IBZ', 'KMG-LJG'].filter((pair) => carriers(pair).length === 0)).toEqual([]);
  });

  it('keeps a twentieth of the range in hand, but on routes written by hand', () => {
    const stretched = routes.filter((row) =>
      cell(row, 'equipment')
        .split('/')
        .some((type) => Number(aircraft.get(type)?.['range_km']) < 1.05 * Number(cell(row, 'km'))),
    );
    expect(
      stretched
        .map((row) => [cell(row, 'origin'), cell(row, 'destination')].sort().join('-'))
        .filter((pair, i, all) => all.indexOf(pair) === i)
        .toSorted(),
    ).toEqual(['AKL-DXB', 'AKL-JFK', 'CDG-PER', 'EWR-SIN', 'JFK-SIN', 'LHR-PER']);
  });

  it('does not fly non-stop what is flown with a stop', () => {
    expect([
      flies('TK', 'IST-SYD'),
      flies('TK', 'IST-MEL'),
      flies('BF', 'ORY-PPT'),
      flies('HU', 'PEK-PTY'),
      flies('KL', 'AMS-DPS'),
      flies('EK', 'DXB-MEX'),
    ]).toEqual([false, false, false, false, false, false]);
    expect([flies('TK', 'IST-SIN'), flies('QF', 'PER-LHR'), flies('SQ', 'SIN-JFK')]).toEqual([true, true, true]);
  });

  it('keeps wide-bodies off hops, but in Japan, China and across the Gulf', () => {
    const hops = routes.filter(
      (row) =>
        Number(cell(row, 'km')) < 500 &&
        cell(row, 'equipment')
          .split('/')
          .every((type) => aircraft.get(type)?.['body'] === 'W'),
    );
    const countries = new Set(hops.map((row) => airportByCode.get(cell(row, 'origin'))?.['country']));
    expect(
      [...countries].filter((code) => !['JP', 'CN', 'AE', 'QA', 'BH', 'SA', 'OM', 'KW'].includes(code ?? '')),
    ).toEqual([]);
  });

  it('lands in London City, Billy Bishop and St Barts only what can', () => {
    const typesAt = (airport: string): readonly string[] =>
      [
        ...new Set(
          routes.filter((row) => cell(row, 'origin') === airport).flatMap((row) => cell(row, 'equipment').split('/')),
        ),
      ].sort();
    expect(typesAt('YTZ')).toEqual(['DH4']);
    expect(typesAt('SBH')).toEqual(['DHT']);
    expect(typesAt('LCY').filter((type) => !['221', 'ATR', 'DH4', 'E70', 'E7W', 'E90'].includes(type))).toEqual([]);
  });

  it('flies nothing abroad from airports of domestic flights, and from Linate nothing out of Europe', () => {
    const abroad = (airport: string): readonly string[] =>
      routes
        .filter(
          (row) =>
            cell(row, 'origin') === airport &&
            airportByCode.get(cell(row, 'destination'))?.['country'] !== airportByCode.get(airport)?.['country'],
        )
        .map((row) => cell(row, 'destination'));
    expect(['ITM', 'CGH', 'SDU', 'DAL'].flatMap(abroad)).toEqual([]);
    expect(new Set(abroad('SHA'))).toEqual(new Set(['HND', 'GMP', 'TSA', 'HKG', 'MFM']));
    expect(abroad('LIN')).not.toContain('JFK');
  });

  it('lets the hub carrier dominate its hub', () => {
    const hubs = {
      ATL: 'DL',
      DFW: 'AA',
      FRA: 'LH',
      CDG: 'AF',
      LHR: 'BA',
      IST: 'TK',
      DXB: 'EK',
      SIN: 'SQ',
      AMS: 'KL',
      PTY: 'CM',
      ADD: 'ET',
    };
    for (const [hub, airline] of Object.entries(hubs)) {
      const shares = new Map<string, number>();
      for (const row of routes)
        if (cell(row, 'origin') === hub)
          shares.set(cell(row, 'airline'), (shares.get(cell(row, 'airline')) ?? 0) + Number(cell(row, 'freq_week')));
      const [first] = [...shares].sort((a, b) => b[1] - a[1]);
      expect(first?.[0], hub).toBe(airline);
    }
  });
});
