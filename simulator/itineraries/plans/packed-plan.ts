import type { OnwardFlight, Path, PathVisitor } from '../path.ts';
import { STEADY_MINUTES } from '../../schedule/day-clock.ts';
import { type LegColumns, makeRoom, SEATS_UNREAD } from '../leg-columns.ts';
import type { Network } from '../../schedule/network.ts';

/** A plan: how many zones it names, each with the minutes its clock is ahead of the origin's, then the paths. */
export type PackedPlan = Int32Array;

/**
 * A plan that is being written. Its int32s follow each other in this order, `|` between two of them:
 *
 * - a path: first route | zone of the connection | kilometres of both legs | how many int32s the path has;
 * - each of its first flights: flight, airline | departure, block, weekdays | how many carriers and flights follow;
 * - each onward carrier: airline, relation to the first, fewest minutes of an itinerary that continues with it;
 * - each onward flight: flight, weekdays of the first flight, days after it | minutes of the itinerary, block, which of
 *   those carriers.
 */
export interface PackedPlanDraft {
  /**
   * Minutes a connection's clocks are ahead of the origin's, by zone; `CLOCK_CHANGES` where they do not stand still.
   */
  readonly ahead: Map<number, number>;
  readonly int32s: number[];
}

/** More than any clock is ahead of another. */
export const CLOCK_CHANGES = 0x7fff;
/** Stands for the zone of a path whose flights are not in the plan. */
const UNPLANNED = -1;
const PATH_INT32S = 4;
const ROW_INT32S = 3;
const FLIGHT_INT32S = 2;
/** What fits into the bits of an int32. */
const FLIGHT_INDEXES_MAX = 1 << 20;
const AIRLINES_MAX = 1 << 11;
const MINUTES_MAX = 1 << 13;
const KM_MAX = 1 << 15;
const CARRIERS_MAX = 1 << 5;
const FLIGHTS_MAX = 1 << 16;
/** By the calendar, a flight may leave before the one it follows, across the date line: one day, and one to spare. */
const DAYS_BEFORE = 2;

/** A path over one connection and its flights of all weekdays: those of the second level follow those of the first. */
export interface WeekOfPath {
  readonly route: number;
  readonly zone: number;
  readonly km: readonly [number, number];
  /** The local day on which all of the first level leave. */
  readonly day: number;
  readonly first: LegColumns;
  readonly second: LegColumns;
}

/** Writes a path whose flights are to be looked up whenever they are asked for. */
export function packUnplannedRoute({ int32s }: PackedPlanDraft, route: number): void {
  int32s.push(route, UNPLANNED, 0, PATH_INT32S);
}

/** Writes a path, even where no flights connect: some may while its clocks change. */
export function packPath(draft: PackedPlanDraft, network: Network, week: WeekOfPath): void {
  const { int32s } = draft;
  const { route, zone, km, second } = week;
  const start = int32s.length;
  int32s.push(route, zone, km[0] * KM_MAX + km[1], 0);
  let isFit = km[0] < KM_MAX && km[1] < KM_MAX;
  for (let from = 0; from < second.count && isFit; ) {
    let to = from + 1;
    while (to < second.count && second.parent[to] === second.parent[from]) to += 1;
    isFit = writeRow(int32s, network, week, from, to);
    from = to;
  }
  int32s[start + 3] = int32s.length - start;
  if (isFit) return;
  int32s.length = start;
  packUnplannedRoute(draft, route);
}

/** Writes a first flight and what follows it, unless they never fly together; false where the numbers do not fit. */
function writeRow(
  int32s: number[],
  { flightDays, flightDeparture }: Network,
  { day, first, second }: WeekOfPath,
  from: number,
  to: number,
): boolean {
  const row = second.parent[from] ?? 0;
  const flight = first.flight[row] ?? 0;
  const airline = first.airline[row] ?? 0;
  const departUtc = first.departUtc[row] ?? 0;
  const block = (first.arriveUtc[row] ?? 0) - departUtc;
  const weekdays = flightDays[flight] ?? 0;
  const carriers: OnwardFlight[] = [];
  const flights: number[] = [];
  for (let next = from; next < to; next += 1) {
    const nextFlight = second.flight[next] ?? 0;
    const daysAfter = (second.day[next] ?? 0) - day;
    const together = weekdays & weekdaysBefore(flightDays[nextFlight] ?? 0, daysAfter);
    if (together === 0) continue;
    const arriveUtc = second.arriveUtc[next] ?? 0;
    const nextAirline = second.airline[next] ?? 0;
    let carrierIndex = carriers.findIndex((carrier) => carrier.airline === nextAirline);
    if (carrierIndex < 0)
      carrierIndex = carriers.push({ airline: nextAirline, relation: second.relation[next] ?? 0, arriveUtc }) - 1;
    const carrier = carriers[carrierIndex];
    if (carrier && arriveUtc < carrier.arriveUtc) carrier.arriveUtc = arriveUtc;
    const nextBlock = arriveUtc - (second.departUtc[next] ?? 0);
    const minutes = arriveUtc - departUtc;
    if (
      minutes - nextBlock > STEADY_MINUTES ||
      minutes >= MINUTES_MAX ||
      nextFlight >= FLIGHT_INDEXES_MAX ||
      nextAirline >= AIRLINES_MAX
    )
      return false;
    flights.push(
      (nextFlight << 10) | (together << 3) | (daysAfter + DAYS_BEFORE),
      (minutes << 18) | (nextBlock << 5) | carrierIndex,
    );
  }
  if (flights.length === 0) return true;
  if (
    flight >= FLIGHT_INDEXES_MAX ||
    airline >= AIRLINES_MAX ||
    carriers.length > CARRIERS_MAX ||
    flights.length >= FLIGHTS_MAX * FLIGHT_INT32S
  )
    return false;
  int32s.push(
    (flight << 11) | airline,
    ((flightDeparture[flight] ?? 0) << 20) | (block << 7) | weekdays,
    (carriers.length << 16) | (flights.length / FLIGHT_INT32S),
  );
  for (const carrier of carriers)
    int32s.push((carrier.airline << 15) | (carrier.relation << 13) | (carrier.arriveUtc - departUtc));
  int32s.push(...flights);
  return true;
}

/** The weekdays that lie so many days before weekdays of a set. */
function weekdaysBefore(weekdays: number, days: number): number {
  const shift = ((days % 7) + 7) % 7;
  return ((weekdays >> shift) | (weekdays << (7 - shift))) & 0x7f;
}

/** A day on which the itineraries of a plan are asked for. */
export interface PlannedDay {
  readonly int32s: Int32Array;
  readonly path: Path;
  readonly visit: PathVisitor;
  readonly day: number;
  /** Its bit in `flightDays`. */
  readonly weekday: number;
  /** The instant at which it begins at the origin. */
  readonly midnightUtc: number;
  /** First flights that leave before this minute are not looked at. */
  readonly departUtcMin: number;
  /** Scratch: the onward flight that the visitor is asked about, reused for each. */
  readonly onward: OnwardFlight;
}

/**
 * The zone of connection of the path whose int32s begin at an index; undefined where its flights are not in the plan.
 */
export function zoneOfPath(int32s: Int32Array, at: number): number | undefined {
  const zone = int32s[at + 1] ?? UNPLANNED;
  return zone === UNPLANNED ? undefined : zone;
}

/** The first route of that path. */
export function firstRouteOfPath(int32s: Int32Array, at: number): number {
  return int32s[at] ?? 0;
}

/** Where the int32s of the next path begin. */
export function nextPath(int32s: Int32Array, at: number): number {
  return at + (int32s[at + 3] ?? PATH_INT32S);
}

/**
 * Lays out the itineraries of use along a path of a plan, as they are found flight by flight, and shows them to the
 * visitor.
 */
export function visitPlannedPath(planned: PlannedDay, at: number): void {
  const { int32s, path, visit, weekday, midnightUtc, departUtcMin } = planned;
  const [first, second] = path.levels;
  const end = nextPath(int32s, at);
  const km = int32s[at + 2] ?? 0;
  path.route = firstRouteOfPath(int32s, at);
  path.legCount = 2;
  path.legKm[0] = Math.floor(km / KM_MAX);
  path.legKm[1] = km % KM_MAX;
  path.flownKm = path.legKm[0] + path.legKm[1];
  makeRoom(first, end - at);
  makeRoom(second, end - at);
  first.count = 0;
  second.count = 0;
  let isBegun = false;
  for (let row = at + PATH_INT32S; row < end; ) {
    const schedule = int32s[row + 1] ?? 0;
    const follow = int32s[row + 2] ?? 0;
    const departUtc = midnightUtc + (schedule >> 20);
    if ((schedule & weekday) !== 0 && departUtc >= departUtcMin) {
      if (!isBegun) visit.begin(path);
      isBegun = true;
      followRow(planned, row, departUtc);
    }
    row += ROW_INT32S + (follow >> 16) + (follow & 0xffff) * FLIGHT_INT32S;
  }
  if (second.count > 0) visit.visit(path);
}

/** Lays out a first flight and those of its onward flights that are of use; neither where none is. */
function followRow({ int32s, path, visit, day, weekday, onward }: PlannedDay, at: number, departUtc: number): void {
  const [first, second] = path.levels;
  const row = first.count;
  const flight = int32s[at] ?? 0;
  const follow = int32s[at + 2] ?? 0;
  first.flight[row] = flight >> 11;
  first.airline[row] = flight & 0x7ff;
  first.day[row] = day;
  first.departUtc[row] = departUtc;
  first.arriveUtc[row] = departUtc + (((int32s[at + 1] ?? 0) >> 7) & 0x1fff);
  first.seats[row] = SEATS_UNREAD;
  const carriers = at + ROW_INT32S;
  const flights = carriers + (follow >> 16);
  let useful = 0;
  for (let i = carriers; i < flights; i += 1) {
    const carrier = int32s[i] ?? 0;
    onward.airline = carrier >> 15;
    onward.relation = (carrier >> 13) & 3;
    onward.arriveUtc = departUtc + (carrier & 0x1fff);
    if (visit.isOfUse(path, row, onward)) useful |= 1 << (i - carriers);
  }
  if (useful === 0) return;
  const end = flights + (follow & 0xffff) * FLIGHT_INT32S;
  let count = second.count;
  for (let i = flights; i < end; i += FLIGHT_INT32S) {
    const onwardFlight = int32s[i] ?? 0;
    const timing = int32s[i + 1] ?? 0;
    const carrierIndex = timing & 0x1f;
    if (((onwardFlight >> 3) & weekday) === 0 || (useful & (1 << carrierIndex)) === 0) continue;
    const carrier = int32s[carriers + carrierIndex] ?? 0;
    const arriveUtc = departUtc + (timing >> 18);
    second.parent[count] = row;
    second.flight[count] = onwardFlight >> 10;
    second.airline[count] = carrier >> 15;
    second.day[count] = day + (onwardFlight & 7) - DAYS_BEFORE;
    second.departUtc[count] = arriveUtc - ((timing >> 5) & 0x1fff);
    second.arriveUtc[count] = arriveUtc;
    second.relation[count] = (carrier >> 13) & 3;
    second.seats[count] = SEATS_UNREAD;
    count += 1;
  }
  if (count > second.count) first.count += 1;
  second.count = count;
}
