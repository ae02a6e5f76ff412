import type { PricedSlice } from '../fares/slice-prices.ts';

/**
 * An itinerary and what it is judged by: an adult's fare of the cheapest brand with taxes in US dollars, minutes,
 * flights.
 */
interface Entry {
  readonly slice: PricedSlice;
  readonly usd: number;
  readonly minutes: number;
  readonly legCount: number;
  readonly departUtc: number;
  readonly isStraight: boolean;
}

/** One itinerary offered to a Pareto set, in numbers, before it is worth writing out. */
export interface Candidate {
  usd: number;
  minutes: number;
  legCount: number;
  departUtc: number;
  /** Whether it flies about straight: itineraries that do not are shown only when there is nothing straighter. */
  isStraight: boolean;
  /** Index of the carrier whose fare it is. */
  carrier: number;
  /**
   * The number of the alliance its carriers are in, 0 for none: with what it may be combined. Where nothing is, always
   * 0.
   */
  alliance: number;
}

/**
 * The itineraries worth showing between two airports, gathered one at a time. Of all itineraries offered, a cheapest, a
 * quickest and one with fewest flights are always among those shown.
 */
export interface ParetoSet {
  /** False for an itinerary that another already in the Pareto set beats or equals in everything. */
  qualifies(candidate: Candidate): boolean;
  /** Adds an itinerary that `qualifies` let through. */
  add(candidate: Candidate, slice: PricedSlice): void;
  /** Whether a nonstop is among the itineraries so far. */
  hasNonstop(): boolean;
  shown(): readonly PricedSlice[];
}

const DEPARTURE_BAND_MINUTES = 180;
/** Departures of one local day lie in nine neighbouring bands: they have different places here. */
const BANDS = 16;
/** More alliances than a world holds: keeps two numbers in one. */
const ALLIANCES_MAX = 256;
/** A nonstop no dearer makes the connections pointless that leave this much earlier or later. */
const NONSTOP_REACH_MINUTES = 300;
/** A connection is not shown when it takes longer than this times the quickest itinerary, and so many minutes more. */
const SLOWNESS_MAX = 1.5;
const SLOWNESS_EXTRA_MINUTES = 180;
/** Connections further round than this, on journeys of some length, do not fly straight. */
const STRAIGHTNESS_MAX = 1.55;
const STRAIGHTNESS_KM_MIN = 5000;

/** Whether itineraries of so many flights and kilometres fly about straight. */
export function isStraight(legCount: number, flownKm: number, greatCircleKm: number): boolean {
  return legCount === 1 || greatCircleKm < STRAIGHTNESS_KM_MIN || flownKm <= STRAIGHTNESS_MAX * greatCircleKm;
}

/**
 * Among the itineraries that leave in the same three hours, the Pareto set holds every nonstop, and each connection
 * that no other itinerary beats or equals in price, duration and flights together. Beside them it holds each carrier's
 * cheapest and quickest itinerary, with each alliance it connects with: travelers have a carrier in mind, and the other
 * direction of their trip has carriers too. Those not worth showing by themselves (slow, far round, or dearer than a
 * nonstop) are left out, or with `withAlternates` returned as alternates.
 */
export function createParetoSet({ withAlternates }: { readonly withAlternates: boolean }): ParetoSet {
  const straight: (Entry[] | undefined)[] = [];
  const indirect: (Entry[] | undefined)[] = [];
  const carriers = new Map<number, { cheapest: Entry; quickest: Entry }>();
  const nonstops: Nonstops = { usd: [], minutes: [], departUtc: [] };
  let nonstopUsd = Number.POSITIVE_INFINITY;
  return {
    hasNonstop: () => nonstops.usd.length > 0,
    qualifies(candidate) {
      const isCheap = candidate.usd < nonstopUsd;
      if (
        (isCheap || !isPointlessBeside(nonstops, candidate)) &&
        !isDominated(bandOf(candidate.isStraight ? straight : indirect, candidate), candidate)
      )
        return true;
      if (!isCheap && !withAlternates) return false;
      const own = carriers.get(kindOf(candidate));
      return !own || candidate.usd < own.cheapest.usd || candidate.minutes < own.quickest.minutes;
    },
    add(candidate, slice) {
      const entry = toEntry(candidate, slice);
      if (entry.legCount === 1) {
        nonstops.usd.push(entry.usd);
        nonstops.minutes.push(entry.minutes);
        nonstops.departUtc.push(entry.departUtc);
        nonstopUsd = Math.min(nonstopUsd, entry.usd);
      }
      addToBand(candidate.isStraight ? straight : indirect, entry);
      const own = carriers.get(kindOf(candidate));
      if (!own) carriers.set(kindOf(candidate), { cheapest: entry, quickest: entry });
      else if (entry.usd < own.cheapest.usd) own.cheapest = entry;
      if (own && entry.minutes < own.quickest.minutes) own.quickest = entry;
    },
    shown() {
      const shown = assemble(flatten(straight), flatten(indirect), carriers.values(), nonstopUsd);
      const slices = [...shown].map(({ slice }) => slice);
      if (!withAlternates) return slices;
      const alternates = new Set([...carriers.values()].flatMap((own) => [own.cheapest, own.quickest]));
      for (const entry of alternates) if (!shown.has(entry)) slices.push({ ...entry.slice, isSpare: true });
      return slices;
    },
  };
}

/** The nonstops so far, in columns: every connection is held against them. */
interface Nonstops {
  readonly usd: number[];
  readonly minutes: number[];
  readonly departUtc: number[];
}

function kindOf({ carrier, alliance }: Candidate): number {
  return carrier * ALLIANCES_MAX + alliance;
}

function toEntry({ usd, minutes, legCount, departUtc, isStraight: straight }: Candidate, slice: PricedSlice): Entry {
  return { slice, usd, minutes, legCount, departUtc, isStraight: straight };
}

function flatten(bands: readonly (readonly Entry[] | undefined)[]): readonly Entry[] {
  const all: Entry[] = [];
  for (const band of bands) if (band) all.push(...band);
  return all;
}

function bandIndex(departUtc: number): number {
  return Math.floor(departUtc / DEPARTURE_BAND_MINUTES) % BANDS;
}

function bandOf(bands: readonly (Entry[] | undefined)[], { departUtc }: Candidate): readonly Entry[] | undefined {
  return bands[bandIndex(departUtc)];
}

function addToBand(bands: (Entry[] | undefined)[], entry: Entry): void {
  const index = bandIndex(entry.departUtc);
  const band = bands[index];
  if (!band) bands[index] = [entry];
  else if (!isDominated(band, entry)) replaceDominated(band, entry);
}

function isDominated(band: readonly Entry[] | undefined, { usd, minutes, legCount }: Candidate | Entry): boolean {
  if (legCount === 1 || band === undefined) return false;
  for (let i = 0; i < band.length; i += 1) {
    const other = band[i];
    if (other && other.usd <= usd && other.minutes <= minutes && other.legCount <= legCount) return true;
  }
  return false;
}

/**
 * Finds early what `withoutPointless` would drop later: a connection beside a nonstop that is quicker and no dearer.
 */
function isPointlessBeside(nonstops: Nonstops, { usd, minutes, legCount, departUtc }: Candidate): boolean {
  if (legCount === 1) return false;
  const { usd: fares, minutes: durations, departUtc: departs } = nonstops;
  for (let i = 0; i < fares.length; i += 1) {
    if (
      (fares[i] ?? 0) <= usd &&
      (durations[i] ?? 0) < minutes &&
      Math.abs((departs[i] ?? 0) - departUtc) <= NONSTOP_REACH_MINUTES
    )
      return true;
  }
  return false;
}

function replaceDominated(band: Entry[], entry: Entry): void {
  let count = 0;
  for (let i = 0; i < band.length; i += 1) {
    const other = band[i];
    if (
      !other ||
      (other.legCount > 1 &&
        entry.usd <= other.usd &&
        entry.minutes <= other.minutes &&
        entry.legCount <= other.legCount)
    )
      continue;
    band[count] = other;
    count += 1;
  }
  band.length = count;
  band.push(entry);
}

type CarrierBests = Iterable<{ readonly cheapest: Entry; readonly quickest: Entry }>;

/**
 * The straight itineraries where there are any, without those too slow or pointless; carriers' best itineraries; the
 * champions of everything.
 */
function assemble(
  straight: readonly Entry[],
  indirect: readonly Entry[],
  carriers: CarrierBests,
  nonstopUsd: number,
): ReadonlySet<Entry> {
  const all = indirect.length === 0 ? straight : [...straight, ...indirect];
  const best = bestOf(all);
  const minutesMax = best.minutes * SLOWNESS_MAX + SLOWNESS_EXTRA_MINUTES;
  const isBearable = (entry: Entry): boolean =>
    entry.legCount === 1 || (entry.minutes <= minutesMax && (entry.isStraight || straight.length === 0));
  const shown = new Set(withoutPointless(all.filter(isBearable)));
  for (const { cheapest, quickest } of carriers) {
    if (cheapest.usd < nonstopUsd && isBearable(cheapest)) shown.add(cheapest);
    if (quickest.usd < nonstopUsd && isBearable(quickest)) shown.add(quickest);
  }
  for (;;) {
    const missing = missingChampion(all, best, bestOf(shown));
    if (!missing) return shown;
    shown.add(missing);
  }
}

interface Best {
  usd: number;
  minutes: number;
  legCount: number;
}

function bestOf(entries: Iterable<Entry>): Best {
  const best = { usd: Number.POSITIVE_INFINITY, minutes: Number.POSITIVE_INFINITY, legCount: Number.POSITIVE_INFINITY };
  for (const { usd, minutes, legCount } of entries) {
    if (usd < best.usd) best.usd = usd;
    if (minutes < best.minutes) best.minutes = minutes;
    if (legCount < best.legCount) best.legCount = legCount;
  }
  return best;
}

/** A cheapest, quickest or fewest-flights way of all that is better than any shown: of several the cheapest. */
function missingChampion(all: readonly Entry[], best: Best, shown: Best): Entry | undefined {
  const measure =
    shown.usd > best.usd
      ? 'usd'
      : shown.minutes > best.minutes
        ? 'minutes'
        : shown.legCount > best.legCount
          ? 'legCount'
          : undefined;
  if (measure === undefined) return undefined;
  let champion: Entry | undefined;
  for (const entry of all)
    if (entry[measure] <= best[measure] && (!champion || entry.usd < champion.usd)) champion = entry;
  return champion;
}

function withoutPointless(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((outer) => outer.legCount === 1 || !entries.some((inner) => isWithin(inner, outer)));
}

/**
 * True when nobody would choose `outer`: `inner` costs no more, is quicker and stops no more often, and either leaves
 * no earlier and arrives no later, or is a nonstop at about the same time.
 */
function isWithin(inner: Entry, outer: Entry): boolean {
  if (inner.usd > outer.usd || inner.minutes >= outer.minutes || inner.legCount > outer.legCount) return false;
  if (inner.legCount === 1) return Math.abs(inner.departUtc - outer.departUtc) <= NONSTOP_REACH_MINUTES;
  return inner.departUtc >= outer.departUtc && inner.slice.arriveUtc <= outer.slice.arriveUtc;
}
