import type { OnwardFlight, Path, PathVisitor } from './path.ts';
import type { Atlas, AtlasAirport } from '../../src/reference/atlas.ts';
import {
  type ConnectionRules,
  INTERLINE_EXTRA_MINUTES,
  TERMINAL_CHANGE_MINUTES,
  CARRIER_RELATION,
} from './connection-rules.ts';
import type { DayClock } from '../schedule/day-clock.ts';
import { DAY_MINUTES } from './itinerary.ts';
import { type LegColumns, makeRoom, SEATS_UNREAD } from './leg-columns.ts';
import type { Network } from '../schedule/network.ts';
import { CONNECTION_MINUTES_MAX, connectionMinutesMax, isSoldConnection } from './ticketing-rules.ts';

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly rules: ConnectionRules;
}

/** What connections are found with. */
export interface ConnectionFinder extends Facts {
  readonly clock: DayClock;
  readonly carriers: AirlinesOfRoute;
  /** Airlines whose flights are looked at behind the current row: those that hold `mark`. */
  readonly marks: Int32Array;
  mark: number;
  /** Scratch: the onward flight that a visitor is asked about, reused for each. */
  readonly onward: OnwardFlight;
}

/** Who flies each route: `airline[start[route] … start[route + 1])`, and how long their quickest flight there takes. */
export interface AirlinesOfRoute {
  readonly start: Uint32Array;
  readonly airline: Uint16Array;
  readonly blockMin: Uint16Array;
}

/** An onward flight to be filled in. */
function emptyOnwardFlight(): OnwardFlight {
  return { airline: 0, relation: 0, arriveUtc: 0 };
}

/** Flights of a route that are to follow those of rows. */
export interface Connection {
  readonly hub: AtlasAirport;
  readonly route: number;
  /** Minimum minutes between flights of one carrier or alliance. */
  readonly minimum: number;
  /** The rows before those that connect, where a third carrier joins a ticket. */
  readonly before?: LegColumns;
  /** True for the flights of every weekday, as if each flew daily. */
  readonly isWeekly?: boolean;
  /** Present where nothing follows: the path that ends here, and who says which of its itineraries are of use. */
  readonly ends?: { readonly path: Path; readonly visit: PathVisitor };
}

/** How far wall clocks may shift between an arrival and a departure, where they do (DST). */
const CLOCK_SHIFT_MINUTES_MAX = 120;

/** Lays out what does not depend on a query. */
export function createConnectionFinder(facts: Facts, clock: DayClock): ConnectionFinder {
  const { atlas, network, rules } = facts;
  return {
    atlas,
    network,
    rules,
    clock,
    carriers: airlinesOfRoutes(network),
    marks: new Int32Array(atlas.airlines.length),
    mark: 0,
    onward: emptyOnwardFlight(),
  };
}

/** Reads who flies each route of a schedule. */
export function airlinesOfRoutes({ flightStart, flightAirline, flightBlock, routeOrigin }: Network): AirlinesOfRoute {
  const start = new Uint32Array(routeOrigin.length + 1);
  const airlines: number[] = [];
  const blocks: number[] = [];
  for (let route = 0; route < routeOrigin.length; route += 1) {
    const first = airlines.length;
    start[route] = first;
    for (let flight = flightStart[route] ?? 0; flight < (flightStart[route + 1] ?? 0); flight += 1) {
      const airline = flightAirline[flight] ?? 0;
      const block = flightBlock[flight] ?? 0;
      const known = airlines.indexOf(airline, first);
      if (known < 0) {
        airlines.push(airline);
        blocks.push(block);
      } else blocks[known] = Math.min(blocks[known] ?? block, block);
    }
  }
  start[routeOrigin.length] = airlines.length;
  return { start, airline: Uint16Array.from(airlines), blockMin: Uint16Array.from(blocks) };
}

/** The first flight of a route that leaves at a minute of the day or later: flights stand in the order they leave. */
function firstFrom(flightDeparture: Network['flightDeparture'], start: number, end: number, minute: number): number {
  let [first, last] = [start, minute <= 0 ? start : end];
  while (first < last) {
    const middle = (first + last) >> 1;
    if ((flightDeparture[middle] ?? 0) < minute) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** The bit of a day's weekday in `flightDays`. */
export function weekdayBit(day: number): number {
  return 1 << ((day + 3) % 7);
}

/** Of every weekday a bit. */
export const EVERY_WEEKDAY = 0x7f;

/** Marks the airlines of a route that may follow a row; false when there is none. */
function markAirlines(
  finder: ConnectionFinder,
  from: LegColumns,
  row: number,
  { route, minimum, before, ends }: Connection,
): boolean {
  const {
    atlas,
    rules: { relations, allianceOf },
    carriers,
    marks,
    onward,
  } = finder;
  const relationRow = (from.airline[row] ?? 0) * atlas.airlines.length;
  const alliance = before ? (allianceOf[before.airline[from.parent[row] ?? 0] ?? 0] ?? 0) : 0;
  finder.mark += 1;
  let isAny = false;
  const end = carriers.start[route + 1] ?? 0;
  for (let i = carriers.start[route] ?? 0; i < end; i += 1) {
    const airline = carriers.airline[i] ?? 0;
    const relation = relations[relationRow + airline] ?? CARRIER_RELATION.none;
    if (relation === CARRIER_RELATION.none) continue;
    if (alliance !== 0 && (allianceOf[airline] ?? 0) !== 0 && allianceOf[airline] !== alliance) continue;
    if (ends) {
      onward.airline = airline;
      onward.relation = relation;
      const least = relation === CARRIER_RELATION.interline ? minimum + INTERLINE_EXTRA_MINUTES : minimum;
      onward.arriveUtc = (from.arriveUtc[row] ?? 0) + least + (carriers.blockMin[i] ?? 0);
      if (!ends.visit.isOfUse(ends.path, row, onward)) continue;
    }
    marks[airline] = finder.mark;
    isAny = true;
  }
  return isAny;
}

/** Days on which a flight may leave that a flight connects to. */
const CONNECTING_DAYS_MAX = 3;

/**
 * Fills `into` with the flights of a route that the rows of `from` connect to; returns how many.
 *
 * Example: a row that lands in Munich (MUC) at 07:55, where the minimum between two flights is 40 minutes, connects to
 * LH399 MUC-LIS at 09:20. A flight at 08:30 is too early, and one after the longest connection that is sold too late
 * (`ticketing-rules`). Another terminal, or a carrier that is no partner, adds minutes to the minimum.
 */
export function connect(finder: ConnectionFinder, from: LegColumns, into: LegColumns, connection: Connection): number {
  const { network, rules, atlas, clock, marks } = finder;
  const { hub, route, minimum, ends, isWeekly } = connection;
  const { flightDays, flightDeparture, flightAirline, flightBlock } = network;
  const { relations, departureTerminals, arrivalTerminals } = rules;
  const zone = hub.zoneIndex;
  const zoneThere = atlas.airports[network.routeDestination[route] ?? 0]?.zoneIndex ?? 0;
  const start = network.flightStart[route] ?? 0;
  const end = network.flightStart[route + 1] ?? 0;
  const offset = clock.steadyOffset(zone);
  const shift = offset === undefined ? CLOCK_SHIFT_MINUTES_MAX : 0;
  makeRoom(into, from.count * (end - start) * CONNECTING_DAYS_MAX);
  const {
    parent: parents,
    flight: flights,
    airline: airlinesInto,
    day: days,
    departUtc: departs,
    arriveUtc: arrives,
    arriveLocal: arrivesLocal,
    relation: relationsInto,
    seats,
  } = into;
  let count = 0;
  for (let row = 0; row < from.count; row += 1) {
    if (!markAirlines(finder, from, row, connection)) continue;
    const { mark } = finder;
    const arriveUtc = from.arriveUtc[row] ?? 0;
    const arriveLocal = from.arriveLocal[row] ?? 0;
    const relationRow = (from.airline[row] ?? 0) * atlas.airlines.length;
    const terminal = arrivalTerminals[from.flight[row] ?? 0] ?? 0;
    const earliest = arriveLocal + minimum - shift;
    const latest = arriveLocal + connectionMinutesMax(arriveLocal) + shift;
    for (let day = Math.floor(earliest / DAY_MINUTES); day * DAY_MINUTES <= latest; day += 1) {
      const weekday = isWeekly ? EVERY_WEEKDAY : weekdayBit(day);
      const firstMinute = earliest - day * DAY_MINUTES;
      for (let flight = firstFrom(flightDeparture, start, end, firstMinute); flight < end; flight += 1) {
        const departLocal = day * DAY_MINUTES + (flightDeparture[flight] ?? 0);
        if (departLocal > latest) break;
        const airline = flightAirline[flight] ?? 0;
        if (marks[airline] !== mark || ((flightDays[flight] ?? 0) & weekday) === 0) continue;
        const departUtc = offset === undefined ? clock.toUtc(zone, departLocal) : departLocal - offset;
        const wait = departUtc - arriveUtc;
        const onwardTerminal = departureTerminals[flight] ?? 0;
        const relation = relations[relationRow + airline] ?? CARRIER_RELATION.none;
        let least = relation === CARRIER_RELATION.interline ? minimum + INTERLINE_EXTRA_MINUTES : minimum;
        if (terminal !== onwardTerminal && terminal !== 0 && onwardTerminal !== 0) least += TERMINAL_CHANGE_MINUTES;
        if (wait < least) continue;
        if (wait > CONNECTION_MINUTES_MAX && !isSoldConnection(wait, arriveLocal, departLocal)) continue;
        parents[count] = row;
        flights[count] = flight;
        airlinesInto[count] = airline;
        days[count] = day;
        departs[count] = departUtc;
        arrives[count] = departUtc + (flightBlock[flight] ?? 0);
        relationsInto[count] = relation;
        seats[count] = SEATS_UNREAD;
        if (!ends) arrivesLocal[count] = clock.toLocal(zoneThere, departUtc + (flightBlock[flight] ?? 0));
        count += 1;
      }
    }
  }
  into.count = count;
  return count;
}
