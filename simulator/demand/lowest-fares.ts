import { LRUCache } from 'lru-cache';
import type { Atlas, AtlasAirport } from '../../src/reference/atlas.ts';
import { type Market, referenceUsd } from '../itineraries/markets.ts';
import { seasonBelt, seasonOf } from '../schedule/seasons.ts';
import type { Period } from './demand-days.ts';
import type { DemandModel } from './demand-model.ts';
import type { Pair } from './greatest-pairs.ts';

/** What fares are estimated from. */
export interface FareFacts {
  readonly model: DemandModel;
  readonly atlas: Atlas;
  readonly market: (origin: AtlasAirport, destination: AtlasAirport) => Market;
}

/**
 * The lowest fare there and back of the pairs that make up most of a volume, in minor units of USD for one adult;
 * undefined where nobody flies.
 */
export type LowestFares = (pairs: readonly Pair[], period: Period) => number | undefined;

/** A pair with less than this part of the greatest pair's volume is too rare to have set the lowest fare. */
const FARE_SHARE_MIN = 0.1;
/**
 * The lowest return in economy, without taxes, as a multiple of the world's reference fare: medians of searched pairs
 * (README).
 */
const CHEAPEST_RETURN = { network: { short: 1.05, long: 1.7 }, lowCost: { short: 1.35, long: 2 } } as const;
/** Dollars of taxes and charges there and back. */
const TAXES_USD = 35;
/** Fares follow demand less than it moves. */
const SEASON_SHARE = 0.5;
/** Every so many days of a period the season is looked at. */
const SEASON_STEP_DAYS = 15;
/** Fares of pairs that are cached, some 100 bytes each; they do not depend on filter or period. */
const BASE_FARES_MAX = 12_000;

/** The fare of a pair before its season. */
interface BaseFare {
  readonly usd: number;
  readonly market: Market;
}

/** Estimates lowest fares, and caches those of pairs and the seasons of the last period: rows of a page share one. */
export function createLowestFares(facts: FareFacts): LowestFares {
  const baseFares = new LRUCache<number, { readonly fare: BaseFare | undefined }>({ max: BASE_FARES_MAX });
  const baseFareOf = (pair: Pair): BaseFare | undefined => {
    const key = pair.origin * facts.model.field.codes.length + pair.destination;
    const known = baseFares.get(key);
    if (known !== undefined) return known.fare;
    const fare = findBaseFare(facts, pair);
    baseFares.set(key, { fare });
    return fare;
  };
  let last: { readonly from: number; readonly length: number; readonly seasonOf: LowestSeason } | undefined;
  return (pairs, period) => {
    if (last?.from !== period.from || last.length !== period.length)
      last = { from: period.from, length: period.length, seasonOf: lowestSeasons(period) };
    const most = pairs.reduce((greatest, { volume }) => Math.max(greatest, volume), 0);
    let lowest: number | undefined;
    for (const pair of pairs) {
      if (pair.volume < most * FARE_SHARE_MIN || pair.volume <= 0) continue;
      const base = baseFareOf(pair);
      if (base === undefined) continue;
      const usd = base.usd * (1 + SEASON_SHARE * (last.seasonOf(base.market) - 1)) + TAXES_USD;
      lowest = Math.min(lowest ?? usd, usd);
    }
    return lowest === undefined ? undefined : Math.round(lowest * 100);
  };
}

/** Dollars there and back for one adult without taxes; undefined where an end has no airport. */
function findBaseFare({ atlas, market, model }: FareFacts, pair: Pair): BaseFare | undefined {
  const origin = mainAirport(atlas, model.field.codes[pair.origin]);
  const destination = mainAirport(atlas, model.field.codes[pair.destination]);
  if (!origin || !destination) return undefined;
  const found = market(origin, destination);
  const usd = [false, true].flatMap((isLowCost) => {
    const carrier =
      isLowCost && !found.hasLowCost
        ? undefined
        : atlas.airlines.find(
            (airline) => airline.isLowCost === isLowCost && !airline.isScenario && !airline.isBusinessOnly,
          );
    return carrier
      ? [
          referenceUsd(carrier, found, found.km, 'economy') *
            CHEAPEST_RETURN[isLowCost ? 'lowCost' : 'network'][found.isLongHaul ? 'long' : 'short'],
        ]
      : [];
  });
  return usd.length === 0 ? undefined : { usd: Math.min(...usd), market: found };
}

/** The lowest season of a market in a period: 0.8 where the cheapest day has four fifths of the average demand. */
type LowestSeason = (market: Market) => number;

/** Computes the season once for each two belts of latitude. */
function lowestSeasons({ from, length }: Period): LowestSeason {
  const known = new Map<number, number>();
  return ({ origin, destination }) => {
    const belts = seasonBelt(origin.latitude) * 3 + seasonBelt(destination.latitude);
    let least = known.get(belts);
    if (least !== undefined) return least;
    least = Number.POSITIVE_INFINITY;
    for (let day = from; day < from + Math.max(1, Math.min(length, 366)); day += SEASON_STEP_DAYS)
      least = Math.min(least, seasonOf(origin.latitude, destination.latitude, day));
    known.set(belts, least);
    return least;
  };
}

function mainAirport(atlas: Atlas, cityCode: string | undefined): AtlasAirport | undefined {
  const code = cityCode === undefined ? undefined : atlas.cityByCode.get(cityCode)?.airports[0];
  return code === undefined ? undefined : atlas.airportByCode.get(code);
}
