import type { BaselineFilter, BaselineShape } from '../../src/suppliers/ports/demand.ts';
import type { Atlas, AtlasAirport } from '../../src/reference/atlas.ts';
import { type Market, referenceUsd } from '../itineraries/markets.ts';
import { seasonBelt, seasonOf } from '../schedule/seasons.ts';
import { AUDIENCE_TRAITS } from './audiences.ts';
import type { DemandModel } from './demand-model.ts';
import type { Stretch } from './demand-days.ts';
import type { DemandVolumes } from './demand-volumes.ts';
import { greatestPairs, type Pair } from './greatest-pairs.ts';

/** What shapes are read off. */
export interface ShapeFacts {
  readonly model: DemandModel;
  readonly volumes: DemandVolumes;
  readonly atlas: Atlas;
  readonly market: (origin: AtlasAirport, destination: AtlasAirport) => Market;
}

/** Which shape is wanted. */
export interface ShapeQuery {
  readonly filter: BaselineFilter;
  readonly span: Stretch;
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
/**
 * Spreads the volume over lead times and stays, and finds the lowest fare there and back among the pairs that matter.
 */
export function shapeDemand(facts: ShapeFacts, { filter, span, bounds }: ShapeQuery): BaselineShape {
  const volumes = facts.volumes.byAudience(filter, span);
  const pairs = greatestPairs({ ...facts, filter, span });
  const km = meanKm(pairs);
  const leadBins = new Float64Array(bounds.lead.length);
  const stayBins = new Float64Array(bounds.stay.length);
  AUDIENCE_TRAITS.forEach(({ lead, stay }, a) => {
    const volume = volumes[a] ?? 0;
    if (volume === 0) return;
    const isBusiness = a === AUDIENCE_TRAITS.length - 1;
    const leadFactor =
      clamp((km / MEDIAN_KM) ** (isBusiness ? LEAD_POWER_BUSINESS : LEAD_POWER), FACTOR_BOUNDS.lead) *
      KIND_LEAD[span.kind];
    addBins(leadBins, bounds.lead, { median: lead.median * leadFactor, spread: lead.spread, volume });
    addBins(stayBins, bounds.stay, {
      median: stay.median * clamp((km / MEDIAN_KM) ** STAY_POWER, FACTOR_BOUNDS.stay),
      spread: stay.spread,
      volume,
    });
  });
  return {
    leadBins: Array.from(leadBins),
    stayBins: Array.from(stayBins),
    lowestFare: lowestFare(facts, pairs, span),
  };
}

function meanKm(pairs: readonly Pair[]): number {
  const volume = pairs.reduce((sum, pair) => sum + pair.volume, 0);
  return volume > 0
    ? Math.exp(pairs.reduce((sum, pair) => sum + pair.volume * Math.log(pair.km), 0) / volume)
    : MEDIAN_KM;
}

/**
 * Adds a volume to bins of whole days as a lognormal spread; the last bin takes what lies beyond, so that bins sum to
 * the volume.
 */
function addBins(
  bins: Float64Array,
  bounds: readonly number[],
  { median, spread, volume }: { readonly median: number; readonly spread: number; readonly volume: number },
): void {
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
  const tail =
    Math.exp((-value * value) / 2) *
    0.3989422804 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value > 0 ? 1 - tail : tail;
}

/** A pair that is less than this part of the greatest is too rare to have set the lowest fare. */
const FARE_SHARE_MIN = 0.1;

function lowestFare(facts: ShapeFacts, pairs: readonly Pair[], span: Stretch): number | undefined {
  const most = pairs.reduce((greatest, { volume }) => Math.max(greatest, volume), 0);
  const seasonIn = seasonsOf(span);
  let lowest: number | undefined;
  for (const pair of pairs) {
    if (pair.volume < most * FARE_SHARE_MIN || pair.volume <= 0) continue;
    const base = baseFareOf(facts, pair);
    if (base === undefined) continue;
    const usd = base.usd * (1 + SEASON_SHARE * (seasonIn(base.market) - 1)) + TAXES_USD;
    lowest = Math.min(lowest ?? usd, usd);
  }
  return lowest === undefined ? undefined : Math.round(lowest * 100);
}

/** The world's reference fare to its lowest return in economy, taxes included: medians of searched pairs (README). */
const CHEAPEST_RETURN = { network: { short: 1.05, long: 1.7 }, lowCost: { short: 1.35, long: 2 } } as const;
/** Dollars of taxes and charges there and back. */
const TAXES_USD = 35;
/** Fares follow demand less than it moves. */
const SEASON_SHARE = 0.5;
const DAYS_LOOKED_AT = 15;

/** The fare of a pair before its season. */
interface BaseFare {
  readonly usd: number;
  readonly market: Market;
}
/** Fares of pairs do not depend on what is asked: some 100 bytes each. */
const BASE_FARES_KEPT = 12_000;
const baseFares = new WeakMap<DemandModel, Map<number, BaseFare | undefined>>();

function baseFareOf(facts: ShapeFacts, pair: Pair): BaseFare | undefined {
  const cached = baseFares.get(facts.model) ?? new Map<number, BaseFare | undefined>();
  baseFares.set(facts.model, cached);
  const key = pair.origin * facts.model.field.codes.length + pair.destination;
  const known = cached.get(key);
  if (known !== undefined || cached.has(key)) return known;
  const found = findBaseFare(facts, pair);
  if (cached.size >= BASE_FARES_KEPT) cached.clear();
  cached.set(key, found);
  return found;
}

/** Dollars there and back for one adult without taxes; undefined where an end has no airport. */
function findBaseFare({ atlas, market, model }: ShapeFacts, pair: Pair): BaseFare | undefined {
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

type SeasonOf = (market: Market) => number;

/** The lowest season of pairs in a span, worked out once for each two belts. */
function lowestSeasons({ from, length }: Stretch): SeasonOf {
  const known = new Map<number, number>();
  return ({ origin, destination }) => {
    const belts = seasonBelt(origin.latitude) * 3 + seasonBelt(destination.latitude);
    let least = known.get(belts);
    if (least !== undefined) return least;
    least = Number.POSITIVE_INFINITY;
    for (let day = from; day < from + Math.max(1, Math.min(length, 366)); day += DAYS_LOOKED_AT)
      least = Math.min(least, seasonOf(origin.latitude, destination.latitude, day));
    known.set(belts, least);
    return least;
  };
}

/** Rows of a page are of one span. */
let lastSeasons: { readonly from: number; readonly length: number; readonly seasonOf: SeasonOf } | undefined;

function seasonsOf(span: Stretch): SeasonOf {
  if (lastSeasons?.from !== span.from || lastSeasons.length !== span.length)
    lastSeasons = { from: span.from, length: span.length, seasonOf: lowestSeasons(span) };
  return lastSeasons.seasonOf;
}

function mainAirport(atlas: Atlas, cityCode: string | undefined): AtlasAirport | undefined {
  const code = cityCode === undefined ? undefined : atlas.cityByCode.get(cityCode)?.airports[0];
  return code === undefined ? undefined : atlas.airportByCode.get(code);
}

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value));
}
