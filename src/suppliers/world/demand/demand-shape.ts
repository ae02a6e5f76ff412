import type { BaselineFilter, BaselineShape } from '../../ports-demand.ts';
import type { Atlas, AtlasAirport } from '../atlas.ts';
import { type Market, referenceUsd } from '../markets.ts';
import { seasonOf } from '../seasons.ts';
import { AUDIENCE_TRAITS } from './audiences.ts';
import type { DemandModel } from './demand-model.ts';
import type { DemandVolumes, Stretch } from './demand-volumes.ts';

/** What shapes are read off. */
export interface ShapeFacts {
  readonly model: DemandModel;
  readonly volumes: DemandVolumes;
  readonly atlas: Atlas;
  readonly market: (origin: AtlasAirport, destination: AtlasAirport) => Market;
}

/** Which shape is wanted. */
export interface ShapeQuestion {
  readonly filter: BaselineFilter;
  readonly stretch: Stretch;
  readonly bounds: { readonly lead: readonly number[]; readonly stay: readonly number[] };
}

/** Medians are those of 1,500 km; they grow with distance by these powers, within bounds. */
const MEDIAN_KM = 1500;
const LEAD_POWER = 0.16;
const STAY_POWER = 0.3;
const LEAD_POWER_BUSINESS = 0.1;
const FACTOR_BOUNDS = { lead: [0.7, 1.5], stay: [0.65, 1.9] } as const;
/** What is booked is looked for nearer to the day than what is only looked at. */
const KIND_LEAD = { search: 1, trip: 0.92, booking: 0.85 } as const;
/** So many of the greatest pairs stand for what is asked for, in distance and fare. */
const PLACES_LOOKED_AT = 8;

interface Pair {
  readonly origin: number;
  readonly destination: number;
  readonly volume: number;
  readonly km: number;
}

/** Spreads the volume over lead times and stays, and finds the lowest fare there and back among the pairs that matter. */
export function shapeDemand(facts: ShapeFacts, { filter, stretch, bounds }: ShapeQuestion): BaselineShape {
  const volumes = facts.volumes.byAudience(filter, stretch);
  const pairs = greatestPairs(facts, filter, stretch);
  const km = meanKm(pairs);
  const leadBins = new Float64Array(bounds.lead.length);
  const stayBins = new Float64Array(bounds.stay.length);
  AUDIENCE_TRAITS.forEach(({ lead, stay }, a) => {
    const volume = volumes[a] ?? 0;
    const isBusiness = a === AUDIENCE_TRAITS.length - 1;
    const leadFactor = clamp((km / MEDIAN_KM) ** (isBusiness ? LEAD_POWER_BUSINESS : LEAD_POWER), FACTOR_BOUNDS.lead) * KIND_LEAD[stretch.kind];
    addBins(leadBins, bounds.lead, { median: lead.median * leadFactor, spread: lead.spread, volume });
    addBins(stayBins, bounds.stay, { median: stay.median * clamp((km / MEDIAN_KM) ** STAY_POWER, FACTOR_BOUNDS.stay), spread: stay.spread, volume });
  });
  return { leadBins: [...leadBins], stayBins: [...stayBins], lowestFare: lowestFare(facts, pairs, stretch) };
}

/** The pairs that make up most of what is asked for. */
function greatestPairs({ model, volumes }: ShapeFacts, filter: BaselineFilter, stretch: Stretch): readonly Pair[] {
  const destinations = filter.destination === undefined ? greatest(volumes.byDestination(filter, stretch)) : [model.field.cityByCode.get(filter.destination) ?? -1];
  return destinations.flatMap((destination) => {
    const code = model.field.codes[destination];
    if (code === undefined) return [];
    const markets = volumes.byMarket({ ...filter, destination: code }, stretch);
    return greatest(markets).map((origin) => ({
      origin, destination, volume: markets[origin] ?? 0,
      km: model.gravity.km(model.field.cityCell[origin] ?? 0, model.field.cityCell[destination] ?? 0),
    }));
  });
}

function greatest(volumes: Float64Array): readonly number[] {
  const found: number[] = [];
  let least = 0;
  volumes.forEach((volume, city) => {
    if (volume <= least) return;
    const at = found.findIndex((known) => (volumes[known] ?? 0) < volume);
    found.splice(at === -1 ? found.length : at, 0, city);
    if (found.length > PLACES_LOOKED_AT) found.pop();
    if (found.length === PLACES_LOOKED_AT) least = volumes[found[PLACES_LOOKED_AT - 1] ?? 0] ?? 0;
  });
  return found;
}

function meanKm(pairs: readonly Pair[]): number {
  const volume = pairs.reduce((sum, pair) => sum + pair.volume, 0);
  return volume > 0 ? Math.exp(pairs.reduce((sum, pair) => sum + pair.volume * Math.log(pair.km), 0) / volume) : MEDIAN_KM;
}

/** Adds a volume to bins of whole days as a lognormal spread; the last bin takes what lies beyond, so that bins sum to the volume. */
function addBins(bins: Float64Array, bounds: readonly number[], { median, spread, volume }: { readonly median: number; readonly spread: number; readonly volume: number }): void {
  let before = 0;
  bounds.forEach((bound, bin) => {
    const until = bin === bounds.length - 1 ? 1 : normalShare(Math.log((bound + 0.5) / median) / spread);
    bins[bin] = (bins[bin] ?? 0) + volume * (until - before);
    before = until;
  });
}

/** Share of the normal distribution below a value, to 7 digits (Abramowitz and Stegun, 26.2.17). */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const tail = Math.exp((-value * value) / 2) * 0.3989422804 * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value > 0 ? 1 - tail : tail;
}

/** A pair that is less than this part of the greatest is too rare to have set the lowest fare. */
const FARE_SHARE_MIN = 0.1;

function lowestFare(facts: ShapeFacts, pairs: readonly Pair[], stretch: Stretch): number | undefined {
  const most = Math.max(0, ...pairs.map(({ volume }) => volume));
  const fares = pairs.filter(({ volume }) => volume >= most * FARE_SHARE_MIN && volume > 0).flatMap((pair) => fareOf(facts, pair, stretch) ?? []);
  return fares.length === 0 ? undefined : Math.round(Math.min(...fares) * 100);
}

/** The world's reference fare to its lowest return in economy, taxes included: medians of searched pairs (README). */
const CHEAPEST_RETURN = { network: { short: 1.05, long: 1.7 }, lowCost: { short: 1.35, long: 2 } } as const;
/** Dollars of taxes and charges there and back. */
const TAXES_USD = 35;
/** Fares follow demand less than it moves. */
const SEASON_SHARE = 0.5;
const DAYS_LOOKED_AT = 15;

/** Dollars of the lowest fare there and back for one adult in a stretch; undefined where an end has no airport. */
function fareOf({ atlas, market, model }: ShapeFacts, pair: Pair, stretch: Stretch): number | undefined {
  const origin = mainAirport(atlas, model.field.codes[pair.origin]);
  const destination = mainAirport(atlas, model.field.codes[pair.destination]);
  if (!origin || !destination) return undefined;
  const found = market(origin, destination);
  const usd = [false, true].flatMap((isLowCost) => {
    const carrier = isLowCost && !found.hasLowCost ? undefined : atlas.airlines.find((airline) => airline.isLowCost === isLowCost && !airline.isScenario && !airline.isBusinessOnly);
    return carrier ? [referenceUsd(carrier, found, found.km, 'economy') * CHEAPEST_RETURN[isLowCost ? 'lowCost' : 'network'][found.isLongHaul ? 'long' : 'short']] : [];
  });
  return usd.length === 0 ? undefined : Math.min(...usd) * (1 + SEASON_SHARE * (lowestSeason(found, stretch) - 1)) + TAXES_USD;
}

function lowestSeason({ origin, destination }: Market, { from, length }: Stretch): number {
  let least = Number.POSITIVE_INFINITY;
  for (let day = from; day < from + Math.max(1, Math.min(length, 366)); day += DAYS_LOOKED_AT) least = Math.min(least, seasonOf(origin.latitude, destination.latitude, day));
  return least;
}

function mainAirport(atlas: Atlas, cityCode: string | undefined): AtlasAirport | undefined {
  const code = cityCode === undefined ? undefined : atlas.cityByCode.get(cityCode)?.airports[0];
  return code === undefined ? undefined : atlas.airportByCode.get(code);
}

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value));
}
