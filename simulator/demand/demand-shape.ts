import type { BaselineFilter, BaselineShape } from '../../src/suppliers/ports/demand.ts';
import { AUDIENCE_TRAITS } from './audiences.ts';
import type { DemandModel } from './demand-model.ts';
import type { Period } from './demand-days.ts';
import type { DemandVolumes } from './demand-volumes.ts';
import { greatestPairs, type Pair } from './greatest-pairs.ts';
import type { LowestFares } from './lowest-fares.ts';

/** What shapes are computed from. */
interface ShapeFacts {
  readonly model: DemandModel;
  readonly volumes: DemandVolumes;
  readonly lowestFares: LowestFares;
}

/** Whose shape is wanted, and by which bins. */
interface ShapeQuery {
  readonly filter: BaselineFilter;
  readonly period: Period;
  readonly bounds: { readonly lead: readonly number[]; readonly stay: readonly number[] };
}

/** Medians are those of 1,500 km; they grow with distance by these powers, within bounds. */
const MEDIAN_KM = 1500;
const LEAD_POWER = 0.16;
const STAY_POWER = 0.3;
const LEAD_POWER_BUSINESS = 0.1;
const FACTOR_BOUNDS = { lead: [0.7, 1.5], stay: [0.65, 1.9] } as const;
/** Travelers who book search nearer to the day of travel than those who only look. */
const KIND_LEAD = { search: 1, trip: 0.92, booking: 0.85 } as const;

/**
 * Distributes the volume over lead times and stays, and finds the lowest fare there and back among the greatest pairs.
 */
export function shapeDemand(facts: ShapeFacts, { filter, period, bounds }: ShapeQuery): BaselineShape {
  const volumes = facts.volumes.byAudience(filter, period);
  const pairs = greatestPairs({ ...facts, filter, period });
  const km = meanKm(pairs);
  const leadBins = new Float64Array(bounds.lead.length);
  const stayBins = new Float64Array(bounds.stay.length);
  AUDIENCE_TRAITS.forEach(({ lead, stay }, a) => {
    const volume = volumes[a] ?? 0;
    if (volume === 0) return;
    const isBusiness = a === AUDIENCE_TRAITS.length - 1;
    const leadFactor =
      clamp((km / MEDIAN_KM) ** (isBusiness ? LEAD_POWER_BUSINESS : LEAD_POWER), FACTOR_BOUNDS.lead) *
      KIND_LEAD[period.kind];
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
    lowestFare: facts.lowestFares(pairs, period),
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

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value));
}
