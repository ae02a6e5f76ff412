import { mix, unitOf } from './hash.ts';

/** What decides when a route's flights may leave. Times are local minutes of the day. */
export interface DepartureRequest {
  readonly blockMinutes: number;
  /** Destination's standard offset minus the origin's. */
  readonly zoneDifference: number;
  readonly count: number;
  readonly hash: number;
  /** Hubs between continents (the Gulf, India) fly their long-haul banks after midnight. */
  readonly hasNightBank: boolean;
}

interface Profile {
  readonly minutes: readonly number[];
  /** Running sum of the weights of `minutes`. */
  readonly sums: readonly number[];
}

const DAY = 1440;
const STEP = 5;
const LONG_HAUL_MINUTES = 300;

/**
 * Makes the function that answers the local departure minutes of a route's daily flights, ascending, spread over the hours at
 * which both ends are awake: nobody leaves a domestic gate at three in the morning or lands under a night curfew, commuters
 * get their peaks, and long-haul flights leave in a midday and an evening bank. Routes alike share one profile of the day.
 */
export function createDepartureTimes(): (request: DepartureRequest) => readonly number[] {
  const profiles = new Map<number, Profile>();
  return (request) => {
    const profile = profileFor(profiles, request);
    const total = profile.sums.at(-1) ?? 0;
    const chosen: number[] = [];
    let position = 0;
    for (let i = 0; i < request.count; i += 1) {
      const share = (i + 0.15 + 0.7 * unitOf(mix(request.hash, i))) / request.count;
      while (position < profile.sums.length - 1 && (profile.sums[position] ?? 0) < share * total) position += 1;
      chosen.push(profile.minutes[position] ?? 720);
    }
    return chosen;
  };
}

function profileFor(profiles: Map<number, Profile>, request: DepartureRequest): Profile {
  const key = (request.blockMinutes * 4000 + request.zoneDifference + 2000) * 2 + (request.hasNightBank ? 1 : 0);
  const known = profiles.get(key);
  if (known) return known;
  const strict = buildProfile(request, true);
  const profile = strict.minutes.length > 0 ? strict : buildProfile(request, false);
  profiles.set(key, profile);
  return profile;
}

function buildProfile(request: DepartureRequest, isArrivalJudged: boolean): Profile {
  const isLong = request.blockMinutes >= LONG_HAUL_MINUTES;
  const minutes: number[] = [];
  const sums: number[] = [];
  let sum = 0;
  for (let minute = 0; minute < DAY; minute += STEP) {
    const arrival = (((minute + request.blockMinutes + request.zoneDifference) % DAY) + DAY) % DAY;
    const weight = isLong
      ? longHaulWeight(minute, request.hasNightBank) * (isArrivalJudged ? longHaulArrivalWeight(arrival, request.hasNightBank) : 1)
      : shortHaulWeight(minute, request.blockMinutes) * (isArrivalJudged && isAsleep(arrival) ? 0 : 1);
    if (weight === 0) continue;
    sum += weight;
    minutes.push(minute);
    sums.push(sum);
  }
  return { minutes, sums };
}

function shortHaulWeight(minute: number, blockMinutes: number): number {
  const latest = blockMinutes >= 180 ? 1410 : 1300;
  if (minute < 360 || minute > latest) return 0;
  if (minute < 540) return 1.5;
  if (minute < 960) return 0.9;
  if (minute < 1200) return 1.4;
  return minute < 1320 ? 0.5 : 0.2;
}

function longHaulWeight(minute: number, hasNightBank: boolean): number {
  if (minute < 60 || minute >= 1430) return 0.3;
  if (minute < 420) return hasNightBank ? 1 : 0;
  if (minute < 570) return 0.5;
  if (minute < 870) return 1.2;
  return minute < 1020 ? 0.5 : 1.4;
}

function longHaulArrivalWeight(minute: number, isFromNightBank: boolean): number {
  if (minute < (isFromNightBank ? 345 : 290) || minute > 1410) return 0;
  return minute < 540 || (minute > 720 && minute < 1230) ? 1.2 : 0.7;
}

/** Between 00:30 and 05:00 nothing short-haul lands. */
function isAsleep(minute: number): boolean {
  return minute > 30 && minute < 300;
}
