import { fileURLToPath } from 'node:url';
import { readTable } from '../../../../reference/csv-tables.ts';
import { loadReference } from '../../../../reference/load-reference.ts';
import { createZoneClock } from '../../../../reference/zones.ts';
import type { ExchangeRates } from '../../../ports/exchange-rates.ts';
import type { Aircraft, DuffelAirline, DuffelAirport, DuffelCity, DuffelPlace } from '../objects.ts';

/** The real places this stub sells between, in Duffel's shape. */
export interface StubPlaces {
  readonly rates: ExchangeRates;
  /** An airport or a city; a code that is both, as BTS, is the airport. */
  find(code: string): DuffelPlace | undefined;
  airport(code: string): DuffelAirport | undefined;
  /** The airports of a place, busiest first. */
  airportsOf(place: DuffelPlace): readonly DuffelAirport[];
  aircraft(code: string): Aircraft;
  /** The UTC minute of a wall-clock minute at an airport, both counted from 1970. */
  toUtc(airport: DuffelAirport, localMinute: number): number;
  toLocal(airport: DuffelAirport, utcMinute: number): number;
  /** Places whose code or name begins with a text. */
  suggest(text: string): readonly DuffelPlace[];
}

type AirportFacts = Pick<
  DuffelAirport,
  'iata_code' | 'name' | 'iata_country_code' | 'icao_code' | 'latitude' | 'longitude' | 'time_zone'
> & { readonly cityCode: string; readonly cityName: string };

/** Airports of Duffel's test routes that the reference data does not list. */
const FURTHER: readonly AirportFacts[] = [
  {
    iata_code: 'BTS',
    icao_code: 'LZIB',
    name: 'M. R. Štefánik Airport',
    iata_country_code: 'SK',
    latitude: 48.1702,
    longitude: 17.2127,
    time_zone: 'Europe/Bratislava',
    cityCode: 'BTS',
    cityName: 'Bratislava',
  },
  {
    iata_code: 'SEN',
    icao_code: 'EGMC',
    name: 'London Southend Airport',
    iata_country_code: 'GB',
    latitude: 51.5714,
    longitude: 0.6956,
    time_zone: 'Europe/London',
    cityCode: 'LON',
    cityName: 'London',
  },
];

const WORLD_DIR = fileURLToPath(new URL('../../../../../data/world', import.meta.url));

/** Reads the places of a bundle (`data/world` by default). */
export function loadStubPlaces(dir: string = WORLD_DIR): StubPlaces {
  const { places, rates } = loadReference(dir);
  const icaoCodes = new Map(
    readTable(dir, 'airports.csv', ['iata', 'icao']).map((row) => [row.get('iata'), row.get('icao')]),
  );
  const facts = places.airports().map(
    (airport): AirportFacts => ({
      iata_code: airport.iata,
      icao_code: icaoCodes.get(airport.iata) || null,
      name: airport.name,
      iata_country_code: airport.country,
      latitude: airport.latitude,
      longitude: airport.longitude,
      time_zone: airport.zone,
      cityCode: airport.cityCode,
      cityName: airport.cityName,
    }),
  );
  const airports = [...facts, ...FURTHER.filter(({ iata_code }) => places.airport(iata_code) === undefined)].map(
    toAirport,
  );
  const airportByCode = new Map(airports.map((airport) => [airport.iata_code, airport]));
  const byCity = Map.groupBy(airports, ({ iata_city_code, iata_code }) => iata_city_code ?? iata_code);
  const cityByCode = new Map(
    [...byCity].flatMap(([code, of]) => {
      const city = of.find((airport) => airport.city !== null)?.city;
      return city === undefined || city === null ? [] : [[code, { ...city, airports: of.map(withoutCity) }] as const];
    }),
  );
  const zoneNames = [...new Set(airports.map(({ time_zone }) => time_zone))];
  const zones = createZoneClock(zoneNames);
  const zoneIndex = new Map(zoneNames.map((name, index) => [name, index]));
  const zoneOf = ({ time_zone }: DuffelAirport): number => zoneIndex.get(time_zone) ?? 0;
  const all: readonly DuffelPlace[] = [...cityByCode.values(), ...airports];
  return {
    rates,
    find: (code) => airportByCode.get(code) ?? cityByCode.get(code),
    airport: (code) => airportByCode.get(code),
    airportsOf: (place) => (place.type === 'airport' ? [place] : (byCity.get(place.iata_code) ?? [])),
    aircraft: (code) => ({ id: `arc_${code.toLowerCase()}`, name: places.aircraftName(code) ?? code, iata_code: code }),
    toUtc: (airport, localMinute) => zones.toUtc(zoneOf(airport), localMinute),
    toLocal: (airport, utcMinute) => zones.toLocal(zoneOf(airport), utcMinute),
    suggest: (text) => all.filter(matching(text)).slice(0, 20),
  };
}

function toAirport({ cityCode, cityName, ...airport }: AirportFacts): DuffelAirport {
  const country = airport.iata_country_code;
  const city: DuffelCity = {
    type: 'city',
    id: `cit_${cityCode}_${country}`.toLowerCase(),
    name: cityName,
    iata_code: cityCode,
    iata_country_code: country,
    iata_city_code: cityCode,
    icao_code: null,
    latitude: null,
    longitude: null,
    time_zone: null,
    city_name: null,
  };
  return {
    type: 'airport',
    id: `arp_${airport.iata_code}_${country}`.toLowerCase(),
    ...airport,
    iata_city_code: cityCode,
    city_name: cityName,
    // Duffel gives a city where its code is another than the airport's.
    city: cityCode === airport.iata_code ? null : city,
    airports: null,
  };
}

const withoutCity = (airport: DuffelAirport): DuffelAirport => ({ ...airport, city: null });

function matching(text: string): (place: DuffelPlace) => boolean {
  const wanted = text.toLowerCase();
  return ({ iata_code, name }) => iata_code.toLowerCase() === wanted || name.toLowerCase().startsWith(wanted);
}

/** An airline in Duffel's shape. One without a code has no pictures either. */
export function toAirline({ code, name }: { readonly code: string | null; readonly name: string }): DuffelAirline {
  const pictures = 'https://assets.duffel.com/img/airlines/for-light-background/full-color';
  return {
    id: `arl_${(code ?? name.replace(/\W/g, '')).toLowerCase()}`,
    name,
    iata_code: code,
    logo_symbol_url: code === null ? null : `${pictures}-logo/${code}.svg`,
    logo_lockup_url: code === null || code === 'ZZ' ? null : `${pictures}-lockup/${code}.svg`,
    conditions_of_carriage_url: code === 'BA' ? 'https://www.britishairways.com/information/legal' : null,
  };
}
