import { LRUCache } from 'lru-cache';
import type { CabinClass } from '../../src/travel/flight.ts';
import { airportKm, type Atlas, type AtlasAirline, type AtlasAirport } from '../../src/reference/atlas.ts';
import { carrierRegion } from '../schedule/carrier-regions.ts';
import type { FamilySet } from '../fares/fare-family.ts';
import { hashText, mix, unitOf } from '../../src/reference/hash.ts';
import { findRoute, type Network } from '../schedule/network.ts';

/**
 * A directed pair of airports as fares see it: most facts belong to the pair of cities, so they hold in both
 * directions.
 */
export interface Market {
  readonly origin: AtlasAirport;
  readonly destination: AtlasAirport;
  readonly km: number;
  readonly isDomestic: boolean;
  /** What is paid with in the country a domestic market lies in. */
  readonly domesticCurrency?: string | undefined;
  readonly isLongHaul: boolean;
  /** Price level against US domestic. */
  readonly level: number;
  /** Marketing carriers flying nonstop between the two cities. */
  readonly carriers: number;
  readonly hasLowCost: boolean;
  readonly hash: number;
}

const MARKETS_HELD_MAX = 20_000;
const LONG_HAUL_KM = { domestic: 5000, international: 4000 } as const;

/** Level of fares against US domestic ones for the same distance, by country, else by region. Our own judgement. */
const COUNTRY_LEVELS: Readonly<Record<string, number>> = {
  US: 1,
  CA: 1.05,
  MX: 0.72,
  BR: 0.75,
  CN: 0.52,
  JP: 0.82,
  KR: 0.68,
  TW: 0.7,
  HK: 0.8,
  IN: 0.45,
  AU: 0.85,
  NZ: 0.88,
  GB: 0.74,
  IE: 0.7,
  FR: 0.78,
  DE: 0.82,
  CH: 0.95,
  NO: 0.8,
  ES: 0.62,
  IT: 0.66,
  TR: 0.55,
  ZA: 0.7,
  SG: 0.72,
  TH: 0.5,
  VN: 0.48,
  ID: 0.5,
  MY: 0.48,
  PH: 0.5,
  RU: 0.55,
};
const REGION_LEVELS: Readonly<Record<string, number>> = {
  'Northern America': 1,
  'Western Europe': 0.8,
  'Northern Europe': 0.75,
  'Southern Europe': 0.65,
  'Eastern Europe': 0.6,
  'Central Asia': 0.65,
  'Western Asia': 0.75,
  'Northern Africa': 0.75,
  'Sub-Saharan Africa': 1.05,
  'Southern Asia': 0.5,
  'South-eastern Asia': 0.55,
  'Eastern Asia': 0.7,
  'Australia and New Zealand': 0.85,
  Melanesia: 1.2,
  Micronesia: 1.2,
  Polynesia: 1.15,
  'South America': 0.75,
  'Central America and Caribbean': 0.9,
};
const DEFAULT_LEVEL = 0.85;

/** Markets on demand, a bounded number of them held. */
export function createMarkets(
  atlas: Atlas,
  network: Network,
): (origin: AtlasAirport, destination: AtlasAirport) => Market {
  const held = new LRUCache<number, Market>({ max: MARKETS_HELD_MAX });
  const airportsOf = atlas.cities.map(({ airports }) =>
    airports.flatMap((code) => atlas.airportByCode.get(code)?.index ?? []),
  );

  function nonstop(origin: AtlasAirport, destination: AtlasAirport): { carriers: number; hasLowCost: boolean } {
    let carriers = 0;
    let hasLowCost = false;
    for (const from of airportsOf[origin.city] ?? []) {
      for (const to of airportsOf[destination.city] ?? []) {
        const route = findRoute(network, from, to);
        if (route < 0) continue;
        carriers += network.routeCarriers[route] ?? 0;
        hasLowCost ||= network.routeHasLowCost[route] === 1;
      }
    }
    return { carriers, hasLowCost };
  }

  return (origin, destination) => {
    const key = origin.index * 8192 + destination.index;
    const known = held.get(key);
    if (known) return known;
    const km = airportKm(origin, destination);
    const isDomestic = origin.nation === destination.nation;
    const market: Market = {
      origin,
      destination,
      km,
      isDomestic,
      domesticCurrency: isDomestic ? atlas.countries.get(origin.nation)?.currency : undefined,
      isLongHaul: km > LONG_HAUL_KM[isDomestic ? 'domestic' : 'international'],
      level: levelOf(origin, destination, km),
      hash: marketHash(origin.cityCode, destination.cityCode),
      ...nonstop(origin, destination),
    };
    held.set(key, market);
    return market;
  };
}

/** A number that identifies a pair of cities whichever way it is flown. */
function marketHash(cityA: string, cityB: string): number {
  return mix(hashText(cityA < cityB ? cityA : cityB), hashText(cityA < cityB ? cityB : cityA));
}

/** Local price levels fade with distance: beyond 7,500 km a quarter of the difference is left. */
function levelOf(origin: AtlasAirport, destination: AtlasAirport, km: number): number {
  const level = Math.sqrt(countryLevel(origin) * countryLevel(destination));
  const weight = Math.min(1, Math.max(0.25, 1 - (km - 1500) / 8000));
  return 1 + (level - 1) * weight;
}

function countryLevel(airport: AtlasAirport): number {
  return COUNTRY_LEVELS[airport.country] ?? REGION_LEVELS[airport.subregion] ?? DEFAULT_LEVEL;
}

/**
 * Of the economy fare. First between continents is some two and a half to three times business, as carriers' public
 * fares are: a cabin few sell. Our own judgement.
 */
const CABIN_MULTIPLES = {
  economy: { short: 1, long: 1 },
  premium_economy: { short: 1.6, long: 1.85 },
  business: { short: 2.5, long: 5.5 },
  first: { short: 3.5, long: 12.2 },
} as const satisfies Record<CabinClass, { short: number; long: number }>;

/** First cabins of four seats, sold at twice others' and more. Our own judgement. */
const EXCLUSIVE_FIRST_FACTORS: Readonly<Record<string, number>> = { AF: 2.4 };

/** Dollars of a fare: a sum, and so much for each kilometre up to each bound, beyond the last one the last rate. */
interface FareLine {
  readonly fixed: number;
  readonly parts: readonly { readonly untilKm: number; readonly perKm: number }[];
}

const NETWORK_FARE: FareLine = {
  fixed: 214,
  parts: [
    { untilKm: 500, perKm: 0.08 },
    { untilKm: 3000, perKm: 0.024 },
    { untilKm: 4500, perKm: 0.01 },
    { untilKm: Number.POSITIVE_INFINITY, perKm: 0.028 },
  ],
};
const LOW_COST_FARE: FareLine = {
  fixed: 74,
  parts: [
    { untilKm: 1400, perKm: 0.066 },
    { untilKm: 3000, perKm: 0.028 },
    { untilKm: 4500, perKm: 0.008 },
    { untilKm: Number.POSITIVE_INFINITY, perKm: 0.03 },
  ],
};
/**
 * Against the line of US domestic fares: network carriers between continents, where a surcharge stands beside the fare.
 */
const NETWORK_LONG_HAUL = 0.86;
/** Low-cost carriers against theirs outside North America: Europe's short flights are the cheapest for their length. */
const LOW_COST_ABROAD = { europe: 0.38, short: 0.6, long: 0.85 } as const;

/**
 * The reference fare of one direction in US dollars, taxes left out, before booking class, season and trip shape.
 *
 * The two lines were chosen so that, sampled over US domestic nonstop routes 3 to 60 days ahead, the one-way median of
 * the two cheapest brands, taxes included, lies along the distance table of US DOT fares scaled to 2025 (README,
 * "Calibration"). Above 4,500 km, and outside the US, they are our extrapolation: other regions are scaled by price
 * level, and by the factors above, until what some fifty well-known routes cost 14, 45 and 120 days ahead looked right
 * to us.
 */
export function referenceUsd(carrier: AtlasAirline, market: Market, flownKm: number, cabin: CabinClass): number {
  return referenceAlong(fareLevel(carrier, market, cabin), flownKm);
}

/** What a carrier's reference fares in a market have in common, whichever way is flown. */
export interface FareLevel {
  readonly line: FareLine;
  readonly marketKm: number;
  /** The fares are so many times those of the line. */
  readonly factor: number;
}

/** The level of a carrier's reference fares in a market and cabin. */
export function fareLevel(carrier: AtlasAirline, market: Market, cabin: CabinClass): FareLevel {
  const isNorthAmerican =
    market.origin.subregion === 'Northern America' && market.destination.subregion === 'Northern America';
  const multiple = CABIN_MULTIPLES[cabin];
  const abroad = isNorthAmerican ? 1 : abroadFactor(carrier, market);
  const character = 0.92 + 0.16 * unitOf(mix(carrier.hash, market.hash));
  const competition =
    1 - 0.035 * Math.min(5, Math.max(0, market.carriers - 1)) - (market.hasLowCost && !carrier.isLowCost ? 0.08 : 0);
  const exclusive = cabin === 'first' ? (EXCLUSIVE_FIRST_FACTORS[carrier.code] ?? 1) : 1;
  const factor =
    abroad * market.level * character * competition * exclusive * (market.isLongHaul ? multiple.long : multiple.short);
  return { line: carrier.isLowCost ? LOW_COST_FARE : NETWORK_FARE, marketKm: market.km, factor };
}

/** `referenceUsd` of a way of so many kilometres, at a level. */
export function referenceAlong({ line, marketKm, factor }: FareLevel, flownKm: number): number {
  return alongLine(line, 0.8 * marketKm + 0.2 * flownKm) * factor;
}

function abroadFactor({ isLowCost }: AtlasAirline, market: Market): number {
  if (!isLowCost) return market.isLongHaul && !market.isDomestic ? NETWORK_LONG_HAUL : 1;
  if (market.isLongHaul) return LOW_COST_ABROAD.long;
  return isEuropean(market) ? LOW_COST_ABROAD.europe : LOW_COST_ABROAD.short;
}

function isEuropean({ origin, destination }: Market): boolean {
  return origin.subregion.endsWith('Europe') && destination.subregion.endsWith('Europe');
}

function alongLine({ fixed, parts }: FareLine, km: number): number {
  let usd = fixed;
  let from = 0;
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    if (!part || km <= from) break;
    usd += part.perKm * (Math.min(km, part.untilKm) - from);
    from = part.untilKm;
  }
  return usd;
}

/** Which brands a carrier sells in a market. */
export function familySetOf(carrier: AtlasAirline, market: Market): FamilySet {
  if (carrier.isScenario) return 'short_haul';
  const region = carrierRegion(carrier);
  switch (region) {
    case 'europe':
      return carrier.isLowCost ? 'low_cost_europe' : market.isLongHaul ? 'long_haul' : 'short_haul';
    case 'north_america':
      return carrier.isLowCost ? 'low_cost_americas' : market.isLongHaul ? 'north_america_long' : 'north_america';
    case 'latin_america':
      return carrier.isLowCost ? 'low_cost_americas' : market.isLongHaul ? 'long_haul' : 'latin_america';
    case 'east':
      return carrier.isLowCost ? 'low_cost_asia' : market.isLongHaul ? 'asia_long' : 'asia_short';
    default:
      return region satisfies never;
  }
}
