import type { Aircraft } from '../../src/reference/atlas.ts';
import { createDayCurves, type DayCurve, type FlightHours, isLongHaul } from './departure-times.ts';
import { createSlotTables, DAY, SLOT_MINUTES, slotOf, SLOTS, type SlotTables } from './slot-tables.ts';
import { mix, unitOf } from '../../src/reference/hash.ts';

/** When an aircraft leaves, and when it leaves for home: local minutes of the day at either end. */
export interface Turnaround {
  readonly out: number;
  readonly back: number;
  /** Local days between the two departures: negative across the date line. */
  readonly backDay: number;
}

/** What a turn is planned from. */
export interface TurnaroundRequest {
  readonly out: FlightHours;
  readonly back: FlightHours;
  /** Least minutes on the ground between them. */
  readonly turnaroundMin: number;
}

/** From here on a short route's flights are spread over the day at both ends, and aircraft are matched to them. */
const SPREAD_FROM = 4;
/**
 * Least minutes between a carrier's flights home, how much later one may leave for it, and how good that must still
 * be.
 */
const APART_MINUTES = 30;
const LATER_MINUTES_MAX = 180;
const GOOD_SHARE = 0.6;
/** More curves than a world has, and more minutes than a turn needs: they keep three numbers in one. */
const CURVES_MAX = 1 << 16;
const TURNAROUND_MINUTES_MAX = 128;

/** Minutes an aircraft needs at the gate before it flies again; more after a long flight. */
export function turnaroundMinutesMin({ body }: Pick<Aircraft, 'body'>, blockMinutes: number): number {
  if (body === 'W') return blockMinutes >= 330 ? 95 : 75;
  if (blockMinutes >= 330) return 70;
  if (blockMinutes >= 210) return 55;
  return body === 'N' ? 40 : 30;
}

/**
 * Rotations of one kind: how well they suit that begin in each slot of the day, and how long each waits before the
 * flight back.
 */
interface Profile {
  readonly sums: Float32Array;
  readonly waits: Uint16Array;
}

/**
 * The best flight home for an aircraft that is ready in each slot of the day, and the minutes it stands before it
 * leaves.
 */
interface ReturnDepartures {
  readonly weights: Float32Array;
  readonly waits: Uint16Array;
}

/**
 * Makes the function that times the rotations of one route, in their order; routes alike share their profiles of the
 * day.
 */
export function createTurnarounds(): (requests: readonly TurnaroundRequest[], hash: number) => readonly Turnaround[] {
  const tables = createSlotTables();
  const curveOf = createDayCurves(tables);
  const profileOf = createProfiles(curveOf, tables);
  const sumsOf = memoized(({ weights }: DayCurve) => runningSums(weights, tables));
  return (requests, hash) => {
    const [first] = requests;
    if (!first) return [];
    if (requests.length < SPREAD_FROM || isLongTurnaround(first)) {
      const turnarounds = requests.map((request, i) =>
        followOut(request, profileOf(request), positionOf(i, requests.length, hash)),
      );
      return turnarounds.length > 1 ? spaceOut(turnarounds, curveOf(first.back).weights) : turnarounds;
    }
    const times = (hours: FlightHours, seed: number): readonly number[] => {
      const sums = sumsOf(curveOf(hours).id, curveOf(hours));
      return requests.map((_, i) => {
        const { share, late } = positionOf(i, requests.length, seed);
        return slotAt(sums, share) * SLOT_MINUTES + late;
      });
    };
    return matchDepartures(requests, times(first.out, hash), times(first.back, mix(hash, 17)));
  };
}

function isLongTurnaround({ out, back }: TurnaroundRequest): boolean {
  return isLongHaul(Math.max(out.blockMinutes, back.blockMinutes), out.isDomestic);
}

function createProfiles(
  curveOf: (hours: FlightHours) => DayCurve,
  tables: SlotTables,
): (request: TurnaroundRequest) => Profile {
  const returnDeparturesOf = memoized(
    ({ weights, isLong }: { readonly weights: Float32Array; readonly isLong: boolean }) =>
      findReturnDepartures(weights, isLong, tables),
  );
  const joined = memoized(
    ({ request, home }: { readonly request: TurnaroundRequest; readonly home: ReturnDepartures }) =>
      joinProfile(request, curveOf(request.out).weights, home, tables),
  );
  return (request) => {
    const [out, back] = [curveOf(request.out), curveOf(request.back)];
    const isLong = isLongTurnaround(request);
    const homeKey = back.id * 2 + (isLong ? 1 : 0);
    const home = returnDeparturesOf(homeKey, { weights: back.weights, isLong });
    return joined((homeKey * CURVES_MAX + out.id) * TURNAROUND_MINUTES_MAX + request.turnaroundMin, { request, home });
  };
}

function memoized<Argument, Value>(make: (argument: Argument) => Value): (key: number, argument: Argument) => Value {
  const known = new Map<number, Value>();
  return (key, argument) => {
    const value = known.get(key) ?? make(argument);
    known.set(key, value);
    return value;
  };
}

interface DayPosition {
  /** Where in the day's weight the flight stands. */
  readonly share: number;
  /** Minutes into its slot. */
  readonly late: number;
}

/**
 * The place of the i-th of n flights: the first near the start of the day's weight, the last near its end, where there
 * are many.
 */
function positionOf(i: number, n: number, hash: number): DayPosition {
  const bits = mix(hash, i);
  const unit = unitOf(bits);
  const late = ((bits >>> 3) & 1) * (SLOT_MINUTES / 2);
  if (n < SPREAD_FROM) return { share: (i + 0.15 + 0.7 * unit) / n, late };
  if (i === 0) return { share: (0.05 + 0.35 * unit) / n, late };
  return { share: (i === n - 1 ? i + 0.6 + 0.35 * unit : i + 0.2 + 0.6 * unit) / n, late };
}

function runningSums(weights: Float32Array, tables: SlotTables): Float32Array {
  const sums = tables.weights();
  let sum = 0;
  for (let slot = 0; slot < weights.length; slot += 1) {
    sum += weights[slot] ?? 0;
    sums[slot] = sum;
  }
  return sums;
}

function slotAt(sums: Float32Array, share: number): number {
  const wanted = share * (sums[SLOTS - 1] ?? 0);
  let [low, high] = [0, SLOTS - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * How gladly an aircraft stands so many minutes more than it must before it flies home: far from home a day is nothing
 * unusual.
 */
function waitWeight(extra: number, isLong: boolean): number {
  if (isLong) return extra <= 90 ? 1 : extra <= 300 ? 0.8 : extra <= 720 ? 0.45 : extra <= 1020 ? 0.35 : 0.1;
  return extra <= 45 ? 1 : extra <= 150 ? 0.6 : extra <= 420 ? 0.15 : extra <= 900 ? 0.25 : 0.03;
}

/** Minutes beyond the least on the ground that are tried: closely at first, then by the half and the whole hour. */
const EXTRA_WAITS: readonly number[] = [
  0, 10, 20, 30, 40, 50, 60, 90, 120, 150, 180, 210, 240, 330, 420, 510, 600, 690, 780, 870, 960, 1050, 1140, 1230,
  1320, 1400,
];

function findReturnDepartures(curve: Float32Array, isLong: boolean, tables: SlotTables): ReturnDepartures {
  const home = { weights: tables.weights(), waits: tables.minutes() };
  for (const wait of EXTRA_WAITS) {
    const ease = waitWeight(wait, isLong);
    let leaving = slotOf(wait);
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const weight = ease * (curve[leaving] ?? 0);
      leaving = leaving === SLOTS - 1 ? 0 : leaving + 1;
      if (weight <= (home.weights[slot] ?? 0)) continue;
      home.weights[slot] = weight;
      home.waits[slot] = wait;
    }
  }
  return home;
}

function joinProfile(
  { out, turnaroundMin }: TurnaroundRequest,
  curve: Float32Array,
  home: ReturnDepartures,
  tables: SlotTables,
): Profile {
  const sums = tables.weights();
  const waits = tables.minutes();
  let sum = 0;
  let ready = slotOf(latestShift(out) + turnaroundMin);
  for (let slot = 0; slot < SLOTS; slot += 1) {
    // In single precision, as the curves are.
    sum += Math.fround((curve[slot] ?? 0) * (home.weights[ready] ?? 0));
    sums[slot] = sum;
    waits[slot] = home.waits[ready] ?? 0;
    ready = ready === SLOTS - 1 ? 0 : ready + 1;
  }
  return { sums, waits };
}

/** Minutes by which a flight's local arrival follows its local departure, in the season in which it is later. */
function latestShift({ blockMinutes, zoneDifferences }: FlightHours): number {
  return blockMinutes + Math.max(...zoneDifferences);
}

/** The flight home follows the flight out: hub and spoke, and every long haul. */
function followOut(request: TurnaroundRequest, { sums, waits }: Profile, { share, late }: DayPosition): Turnaround {
  const slot = slotAt(sums, share);
  const out = slot * SLOT_MINUTES + late;
  return turnaroundAt(out, out + latestShift(request.out) + request.turnaroundMin + (waits[slot] ?? 0));
}

/** Two flights of one carrier do not leave for home together: the later one waits, if it is then still a good time. */
function spaceOut(turnarounds: readonly Turnaround[], curve: Float32Array): readonly Turnaround[] {
  const taken: number[] = [];
  return turnarounds.map((turnaround) => {
    let later = 0;
    const isCrowded = (minute: number): boolean => taken.some((other) => Math.abs(other - minute) < APART_MINUTES);
    while (later < LATER_MINUTES_MAX && isCrowded(turnaround.back + later)) later += APART_MINUTES;
    const isGood = (curve[slotOf(turnaround.back + later)] ?? 0) >= GOOD_SHARE * (curve[slotOf(turnaround.back)] ?? 0);
    const spaced =
      later > 0 && isGood
        ? turnaroundAt(turnaround.out, turnaround.back + later + turnaround.backDay * DAY)
        : turnaround;
    taken.push(spaced.back);
    return spaced;
  });
}

function turnaroundAt(out: number, backAbsolute: number): Turnaround {
  const backDay = Math.floor(backAbsolute / DAY);
  return { out, back: backAbsolute - backDay * DAY, backDay };
}

/**
 * Departures chosen at either end are matched in order: each aircraft takes the first flight home it can be ready for.
 */
function matchDepartures(
  requests: readonly TurnaroundRequest[],
  outs: readonly number[],
  backs: readonly number[],
): readonly Turnaround[] {
  const n = requests.length;
  const backAt = (j: number): number => (backs[((j % n) + n) % n] ?? 0) + DAY * Math.floor(j / n);
  const readyAt = (i: number): number => {
    const request = requests[i];
    return (outs[i] ?? 0) + (request ? latestShift(request.out) + request.turnaroundMin : 0);
  };
  let shift = -2 * n;
  while (requests.some((_, i) => backAt(i + shift) < readyAt(i)) && shift < 4 * n) shift += 1;
  return requests.map((_, i) => turnaroundAt(outs[i] ?? 0, backAt(i + shift)));
}
