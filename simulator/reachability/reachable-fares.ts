/**
 * Which end of its itineraries an index begins at: `out` leads from one city to everywhere, `back` from everywhere to
 * it.
 */
export type IndexSide = 'out' | 'back';

/**
 * The itineraries between one city and everywhere that are cheapest by reference fare: a few for each airport, in
 * columns, with everything about them that is the same on every day. The itineraries of airport `a` are rows `start[a]
 * … start[a + 1]`.
 */
export interface ReachableFares {
  readonly start: Uint32Array;
  /** Up to three flights, and the local days by which each leaves after the first; -1 where there is none. */
  readonly flights: Int32Array;
  readonly lags: Int8Array;
  /** Weekdays of the first flight on which all of them fly: bit 0 is Monday. */
  readonly weekdays: Uint8Array;
  /** The carrier whose fare it is. */
  readonly carrier: Uint16Array;
  /** Base fare in US dollars before booking class, season and trip shape. */
  readonly referenceUsd: Float32Array;
  readonly taxFixedUsd: Float32Array;
  readonly taxShare: Float32Array;
}

/** Flights of an itinerary at most, and how many columns one itinerary takes. */
export const ITINERARY_LEGS = 3;
/**
 * Itineraries listed for each airport: the cheapest, not too many of one carrier, so that some of them have seats on
 * any day. More of them for trips with a way back, where two that one carrier sells must be among those listed.
 */
export const ITINERARIES_PER_AIRPORT = { oneWay: { all: 5, ofCarrier: 2 }, return: { all: 8, ofCarrier: 3 } } as const;
const FLIGHT_SHARE = 0.12;
const NO_FLIGHT = -1;

/** Mutable scratch object for one candidate itinerary, reused for the next candidate to avoid allocation. */
export interface CandidateItinerary {
  far: number;
  readonly flights: [number, number, number];
  readonly lags: [number, number, number];
  weekdays: number;
  legCount: number;
  flownKm: number;
  carrier: number;
  referenceUsd: number;
  taxFixedUsd: number;
  taxShare: number;
}

/** No itinerary yet. */
export function emptyCandidate(): CandidateItinerary {
  return {
    far: 0,
    flights: [NO_FLIGHT, NO_FLIGHT, NO_FLIGHT],
    lags: [0, 0, 0],
    weekdays: 0,
    legCount: 1,
    flownKm: 0,
    carrier: 0,
    referenceUsd: 0,
    taxFixedUsd: 0,
    taxShare: 0,
  };
}

/** Collects itineraries and keeps each airport's best. */
export class ReachableFaresBuilder {
  readonly #cost: Float64Array;
  readonly #count: Uint8Array;
  readonly #columns: ReachableFares;
  readonly #max: number;
  readonly #maxOfCarrier: number;

  constructor(airports: number, max: { readonly all: number; readonly ofCarrier: number }) {
    this.#max = max.all;
    this.#maxOfCarrier = max.ofCarrier;
    const rows = airports * max.all;
    this.#cost = new Float64Array(rows);
    this.#count = new Uint8Array(airports);
    this.#columns = makeColumns(airports, rows);
  }

  /** The price from which an itinerary to an airport does not qualify. */
  costMax(far: number): number {
    const count = this.#count[far] ?? 0;
    return count < this.#max ? Number.POSITIVE_INFINITY : (this.#cost[far * this.#max + count - 1] ?? 0);
  }

  /**
   * Adds an itinerary if it is among its airport's best; of a carrier's equal ones those that are flown on more days
   * together.
   */
  offer(candidate: CandidateItinerary): void {
    const cost = costOf(candidate);
    const first = candidate.far * this.#max;
    let end = first + (this.#count[candidate.far] ?? 0);
    let dearestOfCarrier = -1;
    let ofCarrier = 0;
    let weekdaysOfOthers = 0;
    for (let row = first; row < end; row += 1) {
      if (this.#columns.carrier[row] !== candidate.carrier) continue;
      if (this.#isSame(row, candidate)) return;
      if (dearestOfCarrier >= 0) weekdaysOfOthers |= this.#columns.weekdays[dearestOfCarrier] ?? 0;
      ofCarrier += 1;
      dearestOfCarrier = row;
    }
    if (ofCarrier >= this.#maxOfCarrier) {
      const dearest = this.#cost[dearestOfCarrier] ?? 0;
      if (
        cost > dearest ||
        (cost === dearest &&
          !isOnMoreDays(weekdaysOfOthers, candidate.weekdays, this.#columns.weekdays[dearestOfCarrier] ?? 0))
      )
        return;
      for (let row = dearestOfCarrier; row + 1 < end; row += 1) this.#move(row + 1, row);
      end -= 1;
    } else if (end - first === this.#max) {
      if (cost >= (this.#cost[end - 1] ?? 0)) return;
      end -= 1;
    }
    let row = end;
    for (; row > first && (this.#cost[row - 1] ?? 0) > cost; row -= 1) this.#move(row - 1, row);
    this.#write(row, candidate, cost);
    this.#count[candidate.far] = end + 1 - first;
  }

  /** Whether an airport has less than so many itineraries. */
  hasFewerThan(far: number, count: number): boolean {
    return (this.#count[far] ?? 0) < count;
  }

  /** The itineraries collected, without the gaps. */
  build(): ReachableFares {
    const airports = this.#count.length;
    const start = new Uint32Array(airports + 1);
    for (let far = 0; far < airports; far += 1) start[far + 1] = (start[far] ?? 0) + (this.#count[far] ?? 0);
    const reachable = makeColumns(airports, start[airports] ?? 0);
    reachable.start.set(start);
    for (let far = 0; far < airports; far += 1) {
      for (let i = 0; i < (this.#count[far] ?? 0); i += 1)
        copyRow(this.#columns, far * this.#max + i, reachable, (start[far] ?? 0) + i);
    }
    return reachable;
  }

  #isSame(row: number, { flights }: CandidateItinerary): boolean {
    for (let leg = 0; leg < ITINERARY_LEGS; leg += 1)
      if (this.#columns.flights[row * ITINERARY_LEGS + leg] !== flights[leg]) return false;
    return true;
  }

  #move(from: number, to: number): void {
    this.#cost[to] = this.#cost[from] ?? 0;
    copyRow(this.#columns, from, this.#columns, to);
  }

  #write(row: number, candidate: CandidateItinerary, cost: number): void {
    const columns = this.#columns;
    this.#cost[row] = cost;
    for (let leg = 0; leg < ITINERARY_LEGS; leg += 1) {
      columns.flights[row * ITINERARY_LEGS + leg] = candidate.flights[leg] ?? NO_FLIGHT;
      columns.lags[row * ITINERARY_LEGS + leg] = candidate.lags[leg] ?? 0;
    }
    columns.weekdays[row] = candidate.weekdays;
    columns.carrier[row] = candidate.carrier;
    columns.referenceUsd[row] = candidate.referenceUsd;
    columns.taxFixedUsd[row] = candidate.taxFixedUsd;
    columns.taxShare[row] = candidate.taxShare;
  }
}

/**
 * What an itinerary costs an adult, about, in US dollars: every flight more is one more whose cheap classes may be
 * sold.
 */
export function costOf(candidate: CandidateItinerary): number {
  return costOfItinerary(candidate.referenceUsd, candidate.taxFixedUsd, candidate.taxShare, candidate.legCount);
}

/** The cost of an itinerary read from the columns; see `costOf`. */
export function costOfItinerary(referenceUsd: number, taxFixedUsd: number, taxShare: number, legCount: number): number {
  return referenceUsd * (1 + FLIGHT_SHARE * (legCount - 1)) * (1 + taxShare) + taxFixedUsd;
}

/** Whether weekdays add more to others than some that are there already. */
function isOnMoreDays(others: number, weekdays: number, known: number): boolean {
  return countDays(weekdays & ~others) > countDays(known & ~others);
}

function countDays(weekdays: number): number {
  let count = 0;
  for (let left = weekdays; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Some of the itineraries of an index, in their order. */
export function pickRows(reachable: ReachableFares, isPicked: (row: number) => boolean): ReachableFares {
  const rows = new Int32Array(reachable.weekdays.length);
  const start = new Uint32Array(reachable.start.length);
  let count = 0;
  for (let far = 0; far + 1 < reachable.start.length; far += 1) {
    for (let row = reachable.start[far] ?? 0; row < (reachable.start[far + 1] ?? 0); row += 1) {
      if (isPicked(row)) rows[count++] = row;
    }
    start[far + 1] = count;
  }
  const picked = makeColumns(start.length - 1, count);
  picked.start.set(start);
  for (let row = 0; row < count; row += 1) copyRow(reachable, rows[row] ?? 0, picked, row);
  return picked;
}

function makeColumns(airports: number, rows: number): ReachableFares {
  return {
    start: new Uint32Array(airports + 1),
    flights: new Int32Array(rows * ITINERARY_LEGS),
    lags: new Int8Array(rows * ITINERARY_LEGS),
    weekdays: new Uint8Array(rows),
    carrier: new Uint16Array(rows),
    referenceUsd: new Float32Array(rows),
    taxFixedUsd: new Float32Array(rows),
    taxShare: new Float32Array(rows),
  };
}

function copyRow(from: ReachableFares, source: number, to: ReachableFares, target: number): void {
  for (let leg = 0; leg < ITINERARY_LEGS; leg += 1) {
    to.flights[target * ITINERARY_LEGS + leg] = from.flights[source * ITINERARY_LEGS + leg] ?? NO_FLIGHT;
    to.lags[target * ITINERARY_LEGS + leg] = from.lags[source * ITINERARY_LEGS + leg] ?? 0;
  }
  to.weekdays[target] = from.weekdays[source] ?? 0;
  to.carrier[target] = from.carrier[source] ?? 0;
  to.referenceUsd[target] = from.referenceUsd[source] ?? 0;
  to.taxFixedUsd[target] = from.taxFixedUsd[source] ?? 0;
  to.taxShare[target] = from.taxShare[source] ?? 0;
}
