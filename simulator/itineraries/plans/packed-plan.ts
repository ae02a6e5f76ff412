import type { OnwardFlight } from '../onward-flights.ts';
import { STEADY_MINUTES } from '../../schedule/day-clock.ts';
import { type LegRows, makeRoom, SEATS_UNREAD } from '../leg-columns.ts';
import type { Network } from '../../schedule/network.ts';
import type { Path, PathVisitor } from '../connection-walk.ts';

/**
 * A plan being written. Its words, each path's behind the other's, read in the order in which they lie:
 *
 * a path: first edge | zone of the connection | kilometres of both legs | how many words it has each first flight:
 * line, airline | departure, block, weekdays | how many carriers and flights follow each onward carrier: airline, tie
 * to the first, fewest minutes of a way that goes on with it each onward flight: line, weekdays of the first flight,
 * days after it | minutes of the way, block, which of those carriers
 */
export interface PlanDraft {
  /**
   * Minutes a connection's clocks are ahead of the origin's, by zone; `CLOCK_CHANGES` where they do not stand still.
   */
  readonly ahead: Map<number, number>;
  readonly words: number[];
}

/** More than any clock is ahead of another. */
export const CLOCK_CHANGES = 0x7fff;
/** Stands for the zone of a path whose flights are not in the plan. */
const UNPLANNED = -1;
const PATH_WORDS = 4;
const ROW_WORDS = 3;
const FLIGHT_WORDS = 2;
/** What fits into the bits of a word. */
const LINES_MAX = 1 << 20;
const AIRLINES_MAX = 1 << 11;
const MINUTES_MAX = 1 << 13;
const KM_MAX = 1 << 15;
const CARRIERS_MAX = 1 << 5;
const FLIGHTS_MAX = 1 << 16;
/** By the calendar, a flight may leave before the one it follows, across the date line: one day, and one to spare. */
const DAYS_BEFORE = 2;

/** A path over one connection and its flights of all weekdays: those of the second level follow those of the first. */
export interface WeekOfPath {
  readonly edge: number;
  readonly zone: number;
  readonly km: readonly [number, number];
  /** The local day on which all of the first level leave. */
  readonly day: number;
  readonly first: LegRows;
  readonly second: LegRows;
}

/** Writes a path whose flights are to be looked up whenever they are asked for. */
export function writeUnplanned({ words }: PlanDraft, edge: number): void {
  words.push(edge, UNPLANNED, 0, PATH_WORDS);
}

/** Writes a path, even where no flights connect: some may while its clocks change. */
export function writePath(draft: PlanDraft, network: Network, week: WeekOfPath): void {
  const { words } = draft;
  const { edge, zone, km, second } = week;
  const start = words.length;
  words.push(edge, zone, km[0] * KM_MAX + km[1], 0);
  let isFit = km[0] < KM_MAX && km[1] < KM_MAX;
  for (let from = 0; from < second.count && isFit; ) {
    let to = from + 1;
    while (to < second.count && second.parent[to] === second.parent[from]) to += 1;
    isFit = writeRow(words, network, week, from, to);
    from = to;
  }
  words[start + 3] = words.length - start;
  if (isFit) return;
  words.length = start;
  writeUnplanned(draft, edge);
}

/** Writes a first flight and what follows it, unless they never fly together; false where the numbers do not fit. */
function writeRow(
  words: number[],
  { lineDays, lineDeparture }: Network,
  { day, first, second }: WeekOfPath,
  from: number,
  to: number,
): boolean {
  const row = second.parent[from] ?? 0;
  const line = first.line[row] ?? 0;
  const airline = first.airline[row] ?? 0;
  const departUtc = first.departUtc[row] ?? 0;
  const block = (first.arriveUtc[row] ?? 0) - departUtc;
  const weekdays = lineDays[line] ?? 0;
  const carriers: OnwardFlight[] = [];
  const flights: number[] = [];
  for (let next = from; next < to; next += 1) {
    const nextLine = second.line[next] ?? 0;
    const daysAfter = (second.day[next] ?? 0) - day;
    const together = weekdays & weekdaysBefore(lineDays[nextLine] ?? 0, daysAfter);
    if (together === 0) continue;
    const arriveUtc = second.arriveUtc[next] ?? 0;
    const nextAirline = second.airline[next] ?? 0;
    let place = carriers.findIndex((carrier) => carrier.airline === nextAirline);
    if (place < 0) place = carriers.push({ airline: nextAirline, tie: second.tie[next] ?? 0, arriveUtc }) - 1;
    const carrier = carriers[place];
    if (carrier && arriveUtc < carrier.arriveUtc) carrier.arriveUtc = arriveUtc;
    const nextBlock = arriveUtc - (second.departUtc[next] ?? 0);
    const minutes = arriveUtc - departUtc;
    if (
      minutes - nextBlock > STEADY_MINUTES ||
      minutes >= MINUTES_MAX ||
      nextLine >= LINES_MAX ||
      nextAirline >= AIRLINES_MAX
    )
      return false;
    flights.push(
      (nextLine << 10) | (together << 3) | (daysAfter + DAYS_BEFORE),
      (minutes << 18) | (nextBlock << 5) | place,
    );
  }
  if (flights.length === 0) return true;
  if (
    line >= LINES_MAX ||
    airline >= AIRLINES_MAX ||
    carriers.length > CARRIERS_MAX ||
    flights.length >= FLIGHTS_MAX * FLIGHT_WORDS
  )
    return false;
  words.push(
    (line << 11) | airline,
    ((lineDeparture[line] ?? 0) << 20) | (block << 7) | weekdays,
    (carriers.length << 16) | (flights.length / FLIGHT_WORDS),
  );
  for (const carrier of carriers)
    words.push((carrier.airline << 15) | (carrier.tie << 13) | (carrier.arriveUtc - departUtc));
  words.push(...flights);
  return true;
}

/** The weekdays that lie so many days before weekdays of a set. */
function weekdaysBefore(weekdays: number, days: number): number {
  const turn = ((days % 7) + 7) % 7;
  return ((weekdays >> turn) | (weekdays << (7 - turn))) & 0x7f;
}

/** A day on which the ways of a plan are asked for. */
export interface PlannedDay {
  readonly words: Int32Array;
  readonly path: Path;
  readonly visit: PathVisitor;
  readonly day: number;
  /** Its bit in `lineDays`. */
  readonly weekday: number;
  /** The instant at which it begins at the origin. */
  readonly midnightUtc: number;
  /** First flights that leave before this minute are not looked at. */
  readonly departUtcMin: number;
}

/** The zone of connection of the path whose words begin at a place; undefined where its flights are not in the plan. */
export function zoneOfPath(words: Int32Array, at: number): number | undefined {
  const zone = words[at + 1] ?? UNPLANNED;
  return zone === UNPLANNED ? undefined : zone;
}

/** The first edge of that path. */
export function edgeOfPath(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

/** Where the words of the next path begin. */
export function nextPath(words: Int32Array, at: number): number {
  return at + (words[at + 3] ?? PATH_WORDS);
}

const onward: OnwardFlight = { airline: 0, tie: 0, arriveUtc: 0 };

/**
 * Lays out the ways of use along a path of a plan, as they are found flight by flight, and shows them to the visitor.
 */
export function visitPlannedPath(asked: PlannedDay, at: number): void {
  const { words, path, visit, weekday, midnightUtc, departUtcMin } = asked;
  const [first, second] = path.levels;
  const end = nextPath(words, at);
  const km = words[at + 2] ?? 0;
  path.edge = edgeOfPath(words, at);
  path.legCount = 2;
  path.legKm[0] = Math.floor(km / KM_MAX);
  path.legKm[1] = km % KM_MAX;
  path.flownKm = path.legKm[0] + path.legKm[1];
  makeRoom(first, end - at);
  makeRoom(second, end - at);
  first.count = 0;
  second.count = 0;
  let isBegun = false;
  for (let row = at + PATH_WORDS; row < end; ) {
    const schedule = words[row + 1] ?? 0;
    const follow = words[row + 2] ?? 0;
    const departUtc = midnightUtc + (schedule >> 20);
    if ((schedule & weekday) !== 0 && departUtc >= departUtcMin) {
      if (!isBegun) visit.begin(path);
      isBegun = true;
      followRow(asked, row, departUtc);
    }
    row += ROW_WORDS + (follow >> 16) + (follow & 0xffff) * FLIGHT_WORDS;
  }
  if (second.count > 0) visit.visit(path);
}

/** Lays out a first flight and those of its onward flights that are of use; neither where none is. */
function followRow({ words, path, visit, day, weekday }: PlannedDay, at: number, departUtc: number): void {
  const [first, second] = path.levels;
  const row = first.count;
  const line = words[at] ?? 0;
  const follow = words[at + 2] ?? 0;
  first.line[row] = line >> 11;
  first.airline[row] = line & 0x7ff;
  first.day[row] = day;
  first.departUtc[row] = departUtc;
  first.arriveUtc[row] = departUtc + (((words[at + 1] ?? 0) >> 7) & 0x1fff);
  first.seats[row] = SEATS_UNREAD;
  const carriers = at + ROW_WORDS;
  const flights = carriers + (follow >> 16);
  let useful = 0;
  for (let i = carriers; i < flights; i += 1) {
    const carrier = words[i] ?? 0;
    onward.airline = carrier >> 15;
    onward.tie = (carrier >> 13) & 3;
    onward.arriveUtc = departUtc + (carrier & 0x1fff);
    if (visit.isOfUse(path, row, onward)) useful |= 1 << (i - carriers);
  }
  if (useful === 0) return;
  const end = flights + (follow & 0xffff) * FLIGHT_WORDS;
  let count = second.count;
  for (let i = flights; i < end; i += FLIGHT_WORDS) {
    const flight = words[i] ?? 0;
    const way = words[i + 1] ?? 0;
    const place = way & 0x1f;
    if (((flight >> 3) & weekday) === 0 || (useful & (1 << place)) === 0) continue;
    const carrier = words[carriers + place] ?? 0;
    const arriveUtc = departUtc + (way >> 18);
    second.parent[count] = row;
    second.line[count] = flight >> 10;
    second.airline[count] = carrier >> 15;
    second.day[count] = day + (flight & 7) - DAYS_BEFORE;
    second.departUtc[count] = arriveUtc - ((way >> 5) & 0x1fff);
    second.arriveUtc[count] = arriveUtc;
    second.tie[count] = (carrier >> 13) & 3;
    second.seats[count] = SEATS_UNREAD;
    count += 1;
  }
  if (count > second.count) first.count += 1;
  second.count = count;
}
