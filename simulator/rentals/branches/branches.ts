import { LRUCache } from 'lru-cache';
import type { RentalBranch, BranchFacts } from './rental-branch.ts';
import type { RentalPlace } from '../../../src/travel/rental.ts';
import type { AtlasAirport } from '../../../src/reference/atlas.ts';
import { hashText, mix, unitOf } from '../../../src/reference/hash.ts';
import { SCENARIO_COUNTRY } from '../../scenarios/scenario-places.ts';
import { readTable } from '../../../src/reference/csv-tables.ts';
import { type BranchKind, type BranchSite, nameBranch } from './branch-names.ts';
import { createBranchesAround } from './branches-around.ts';
import type { RentalCompany } from '../rental-tables.ts';

/** Every branch of the world; those of a place are made by the first query for it. */
export interface Branches {
  /** The branches of a place, those of its airports first, nearest first around a point. */
  at(place: RentalPlace): readonly RentalBranch[];
  find(branchId: string): RentalBranch | undefined;
}

/** Counters at an airport of each size, XL first. */
const COUNTERS_AT = [8, 6, 4, 2, 1] as const;
/** Offices in a city of so many inhabitants, of them also at its station, and the size they count as. */
const TOWN_STEPS = [
  { inhabitants: 5_000_000, offices: 6, stations: 3, size: 1 },
  { inhabitants: 2_000_000, offices: 5, stations: 2, size: 2 },
  { inhabitants: 1_000_000, offices: 4, stations: 2, size: 2 },
  { inhabitants: 400_000, offices: 3, stations: 1, size: 3 },
  { inhabitants: 150_000, offices: 2, stations: 1, size: 3 },
  { inhabitants: 50_000, offices: 1, stations: 0, size: 4 },
] as const;
/** Sites whose branches are cached at once: making those of a site takes a tenth of a millisecond. */
const SITES_CACHED_MAX = 256;
const BRANCH_ID = /^([A-Z]{2})([A-Z]{3})([ADS])$/;

/** The branches of a bundle, made on demand. */
export function createBranches(facts: BranchFacts): Branches {
  const cached = new LRUCache<string, readonly RentalBranch[]>({ max: SITES_CACHED_MAX });

  function remember(key: string, make: () => readonly RentalBranch[]): readonly RentalBranch[] {
    const known = cached.get(key);
    if (known) return known;
    const made = make();
    cached.set(key, made);
    return made;
  }
  const ofAirport = (iata: string): readonly RentalBranch[] => remember(`A${iata}`, () => airportBranches(facts, iata));
  const ofTown = (cityCode: string): readonly RentalBranch[] =>
    remember(`D${cityCode}`, () => townBranches(facts, cityCode));
  const around = createBranchesAround(facts, {
    ofAirport,
    ofTown,
    hasTown: (cityCode) => townStep(facts, cityCode) !== undefined,
  });

  function ofCity(cityCode: string): readonly RentalBranch[] {
    const airports = facts.atlas.cityByCode.get(cityCode)?.airports ?? [];
    return [...airports.flatMap(ofAirport), ...ofTown(cityCode)];
  }
  return {
    at(place) {
      switch (place.kind) {
        case 'airport':
          return ofAirport(place.airport);
        case 'city':
          return ofCity(place.cityCode);
        case 'around':
          return around(place.latitude, place.longitude);
        default:
          return place satisfies never;
      }
    },
    find(branchId) {
      const [, , code = '', kind] = BRANCH_ID.exec(branchId) ?? [];
      return (kind === 'A' ? ofAirport(code) : ofTown(code)).find(({ id }) => id === branchId);
    },
  };
}

/** Inhabitants by city code, from cities.csv: of the most populous place that bears the code. */
export function readInhabitants(dir: string): ReadonlyMap<string, number> {
  const inhabitants = new Map<string, number>();
  for (const row of readTable(dir, 'cities.csv', [])) {
    const code = row.get('city_code');
    const population = Number(row.get('population')) || 0;
    if (code !== '' && population > (inhabitants.get(code) ?? -1)) inhabitants.set(code, population);
  }
  return inhabitants;
}

/** How many offices a city has; none where the bundle does not know where its centre lies. */
function townStep(facts: Pick<BranchFacts, 'inhabitants'>, cityCode: string): (typeof TOWN_STEPS)[number] | undefined {
  const inhabitants = facts.inhabitants.get(cityCode) ?? 0;
  return TOWN_STEPS.find((step) => inhabitants >= step.inhabitants);
}

function airportBranches(facts: BranchFacts, iata: string): readonly RentalBranch[] {
  const airport = facts.atlas.airportByCode.get(iata);
  // The scenario places have one branch, which is no part of this market (scenario-cars).
  if (!airport || airport.country === SCENARIO_COUNTRY.code) return [];
  const companies = companiesAt(facts, airport, airport.hash).filter(({ least }) => airport.size <= least);
  const site = siteOf(facts, airport, iata, 'airport');
  return companies
    .slice(0, COUNTERS_AT[airport.size] ?? 1)
    .map((company) => toBranch(facts, site, company, airport.size));
}

function townBranches(facts: BranchFacts, cityCode: string): readonly RentalBranch[] {
  const city = facts.atlas.cityByCode.get(cityCode);
  const airport = facts.atlas.airportByCode.get(city?.airports[0] ?? '');
  const step = townStep(facts, cityCode);
  if (!city || !airport || !step || airport.country === SCENARIO_COUNTRY.code) return [];
  const companies = companiesAt(facts, airport, hashText(cityCode)).filter(({ isInTown }) => isInTown);
  const inTown = siteOf(facts, airport, cityCode, 'town');
  const atStation = siteOf(facts, airport, cityCode, 'station');
  return [
    ...companies.slice(0, step.offices).map((company) => toBranch(facts, inTown, company, step.size)),
    ...companies.slice(0, step.stations).map((company) => toBranch(facts, atStation, company, step.size)),
  ];
}

/** The companies of a place's market, in this place's own order. */
function companiesAt({ tables, seed }: BranchFacts, { country }: AtlasAirport, placeHash: number): RentalCompany[] {
  const { fleet } = tables.market(country);
  const rank = (company: RentalCompany): number => unitOf(mix(mix(seed, placeHash), company.hash));
  return tables.companies
    .filter(({ markets }) => markets.has('*') || markets.has(fleet) || markets.has(country))
    .sort((a, b) => rank(a) - rank(b));
}

function siteOf({ atlas, tables }: BranchFacts, airport: AtlasAirport, code: string, kind: BranchKind): BranchSite {
  const city = atlas.cities[airport.city];
  const market = tables.market(airport.country);
  const streets = tables.streets.get(market.streets);
  if (!city || !streets) throw new RangeError(`No streets ${market.streets} for ${airport.iata}`);
  return { code, kind, airport, city, market, streets };
}

function toBranch(facts: BranchFacts, site: BranchSite, company: RentalCompany, size: number): RentalBranch {
  const { airport, city, kind, market } = site;
  const id = `${company.code}${site.code}${KIND_LETTERS[kind]}`;
  const hash = mix(facts.seed, hashText(id));
  const centre = kind === 'airport' ? airport : city;
  return {
    id,
    hash,
    company,
    market,
    kind,
    size,
    ...nameBranch(site, company, hash),
    cityCode: city.code,
    cityName: kind === 'airport' ? airport.cityName : city.name,
    country: airport.country,
    subregion: airport.subregion,
    airport: kind === 'airport' ? airport.iata : undefined,
    ...nearby(centre, hash, kind === 'airport' && company.isInTerminal ? 0.5 : 1.8),
    zone: airport.zone,
    zoneIndex: airport.zoneIndex,
  };
}

const KIND_LETTERS = { airport: 'A', town: 'D', station: 'S' } as const satisfies Record<BranchKind, string>;
const KM_PER_DEGREE = 111.2;

/** A point within so many kilometres of another, the same for the same hash. */
function nearby(centre: { readonly latitude: number; readonly longitude: number }, hash: number, kmMax: number) {
  const angle = 2 * Math.PI * unitOf(mix(hash, 1));
  const degrees = (kmMax * (0.2 + 0.8 * unitOf(mix(hash, 2)))) / KM_PER_DEGREE;
  const round = (value: number): number => Math.round(value * 100_000) / 100_000;
  return {
    latitude: round(centre.latitude + degrees * Math.sin(angle)),
    longitude: round(
      centre.longitude + (degrees * Math.cos(angle)) / Math.max(0.05, Math.cos((centre.latitude * Math.PI) / 180)),
    ),
  };
}
