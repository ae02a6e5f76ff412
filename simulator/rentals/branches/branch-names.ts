import type { City } from '../../../src/travel/places.ts';
import type { AtlasAirport } from '../../../src/reference/atlas.ts';
import { mix } from '../../../src/reference/hash.ts';
import type { RentalCompany, RentalMarket, StreetStyle } from '../rental-tables.ts';

/** At an airport, an office in town, or one at its station. */
export type BranchKind = 'airport' | 'town' | 'station';

/** A place that companies have branches at. */
export interface BranchSite {
  /** IATA code of the airport, or of the city. */
  readonly code: string;
  readonly kind: BranchKind;
  /** The airport, or the busiest one of the city. */
  readonly airport: AtlasAirport;
  readonly city: City;
  readonly market: RentalMarket;
  readonly streets: StreetStyle;
}

const TOWN_LABELS: Readonly<Record<string, string>> = {
  america: 'Downtown',
  latin: 'Downtown',
  oceania: 'City',
  gulf: 'Downtown',
  asia: 'Downtown',
};
/** From this size on, counters of American airports stand in a building of their own. */
const RENTAL_CENTRE_SIZE = 1;

/** What a branch is called and where it is found; invented, in the manner of the country. */
export function nameBranch(
  site: BranchSite,
  company: RentalCompany,
  hash: number,
): { readonly name: string; readonly address: string } {
  const { airport, city, kind, market, streets } = site;
  const street = `${streetLine(streets, hash)}, ${kind === 'airport' ? airport.cityName : city.name}`;
  switch (kind) {
    case 'airport':
      return { name: `${company.name} ${airportLabel(site)}`, address: airportAddress(site, company, street) };
    case 'town':
      return { name: `${company.name} ${city.name} ${TOWN_LABELS[market.fleet] ?? 'City Centre'}`, address: street };
    case 'station':
      return {
        name: `${company.name} ${city.name} ${streets.station}`,
        address: `${streets.station}, ${streetLine(streets, mix(hash, 7))}, ${city.name}`,
      };
    default:
      throw new TypeError(`No such kind of branch: ${airport.iata} ${kind satisfies never}`);
  }
}

/** `Lisbon Airport` where a city has one, else the airport's own name: `London Heathrow Airport`. */
function airportLabel({ airport, city }: BranchSite): string {
  return city.airports.length === 1 ? `${airport.cityName} Airport` : airport.name.replace(' International', '');
}

function airportAddress({ airport, market }: BranchSite, { isInTerminal }: RentalCompany, street: string): string {
  if (!isInTerminal) return `${street} (shuttle bus from ${airport.name})`;
  return market.fleet === 'america' && airport.size <= RENTAL_CENTRE_SIZE
    ? `Rental Car Center, ${airport.name}`
    : `Arrivals hall, ${airport.name}`;
}

function streetLine({ line, names }: StreetStyle, hash: number): string {
  const number = 1 + (mix(hash, 3) % 180);
  return line
    .replace('{street}', names[mix(hash, 4) % names.length] ?? '')
    .replace('{chome}', String(1 + (mix(hash, 5) % 5)))
    .replace('{block}', String(1 + (mix(hash, 6) % 20)))
    .replace('{number}', String(line.includes('{block}') ? 1 + (number % 15) : number));
}
