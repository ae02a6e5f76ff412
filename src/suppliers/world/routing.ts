import { airportKm, type Atlas, type AtlasAirport } from './atlas.ts';
import { type ConnectionRules, INTERLINE_EXTRA_MINUTES, TERMINAL_CHANGE_MINUTES, TIE } from './connection-rules.ts';
import { DAY_MINUTES, type Itinerary, type Leg } from './itinerary.ts';
import { createDayClock, type DayClock } from './day-clock.ts';
import { createLegRows, type LegRows, makeRoom, SEATS_UNREAD } from './leg-rows.ts';
import { findEdge, type Network } from './network.ts';
import { CONNECTION_MINUTES_MAX, connectionMinutesMax, flownKmMax, isPassable, isSoldConnection, LEGS_MAX } from './rules-of-sale.ts';
import type { ZoneClock } from './zones.ts';

/** One direction asked for: airport indexes, and the local day of departure as a day number. */
export interface RoutingQuery {
  readonly origins: readonly number[];
  readonly destinations: readonly number[];
  readonly day: number;
  /** First flights that leave before this minute are not looked at. */
  readonly departUtcMin: number;
}

/**
 * A sequence of airports in hand, with every way along it in `rows`: the rows of its last flight, whose parents lead to
 * the flights before. One object, used again for the next path: a visitor keeps nothing of it.
 */
export interface Path {
  origin: AtlasAirport;
  destination: AtlasAirport;
  flownKm: number;
  /** Edges flown; those from `legCount` on are left over from another path. */
  readonly edges: [number, number, number];
  legCount: number;
  /** Rows of each level; the ways are the rows of level `legCount - 1`. */
  readonly levels: readonly [LegRows, LegRows, LegRows];
}

/** What is done with the ways of a path. */
export type PathVisitor = (path: Path) => void;

export interface Router {
  /** Visits every path of at most one connection that the rules of sale allow, unpriced. */
  visitSimple(query: RoutingQuery, connectionsMax: number, visit: PathVisitor): void;
  /** Visits every path of two connections that the rules of sale allow. */
  visitDouble(query: RoutingQuery, visit: PathVisitor): void;
}

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
}

/** How far wall clocks may shift between an arrival and a departure, where they do (DST). */
const CLOCK_SHIFT_MINUTES_MAX = 120;

/** Routing over the weekly schedule: goal-directed, from the edges that leave the origins to those that reach the destinations. */
export function createRouter(facts: Facts): Router {
  const { atlas } = facts;
  const airports = atlas.airports.length;
  const onward: Onward = {
    mark: 0,
    marks: new Int32Array(airports),
    heads: new Int32Array(airports),
    next: new Int32Array(facts.network.edgeOrigin.length),
  };
  const nowhere = atlas.airports[0];
  if (!nowhere) throw new RangeError('A world without airports');
  const path: Path = {
    origin: nowhere,
    destination: nowhere,
    flownKm: 0,
    edges: [0, 0, 0],
    legCount: 1,
    levels: [createLegRows(), createLegRows(), createLegRows()],
  };
  const walk: Walk = { facts, path, onward, clock: createDayClock(facts.zones, atlas.zoneNames.length), kmMax: new Float64Array(airports) };
  return {
    visitSimple(query, connectionsMax, visit) {
      walk.clock.around(query.day);
      for (const origin of query.origins) {
        const from = atlas.airports[origin];
        // Nonstops come first: they make most connections pointless before anything about them is looked up.
        if (from) for (const destination of query.destinations) visitDirect(walk, query, { from, edge: findEdge(facts.network, origin, destination), visit });
      }
      if (connectionsMax === 0) return;
      markOnward(walk, query.destinations);
      forEachFirstEdge(walk, query, (from, edge, stop) => {
        if (onward.marks[stop.index] !== onward.mark || departures(walk, edge, query) === 0) return;
        visitOneStop(walk, { from, edge, visit });
      });
    },
    visitDouble(query, visit) {
      walk.clock.around(query.day);
      markOnward(walk, query.destinations);
      forEachFirstEdge(walk, query, (from, edge) => visitTwoStops(walk, query, { from, edge, visit }));
    },
  };
}

interface Walk {
  readonly facts: Facts;
  readonly path: Path;
  readonly onward: Onward;
  readonly clock: DayClock;
  /** The longest a way from the origin in hand to each destination may be. */
  readonly kmMax: Float64Array;
}

/** The edges from each airport to a destination of the query, as chains: `heads[airport]`, `next[edge]` …, until -1. */
interface Onward {
  mark: number;
  /** An airport's chain is of this query where this is `mark`. */
  readonly marks: Int32Array;
  readonly heads: Int32Array;
  readonly next: Int32Array;
}

function markOnward({ facts: { network }, onward }: Walk, destinations: readonly number[]): void {
  onward.mark += 1;
  for (let d = destinations.length - 1; d >= 0; d -= 1) {
    const destination = destinations[d] ?? 0;
    const start = network.inboundStart[destination] ?? 0;
    for (let i = (network.inboundStart[destination + 1] ?? 0) - 1; i >= start; i -= 1) {
      const edge = network.inboundEdges[i] ?? 0;
      const hub = network.edgeOrigin[edge] ?? 0;
      onward.next[edge] = onward.marks[hub] === onward.mark ? (onward.heads[hub] ?? -1) : -1;
      onward.marks[hub] = onward.mark;
      onward.heads[hub] = edge;
    }
  }
}

function forEachFirstEdge(
  { facts: { atlas, network }, kmMax }: Walk,
  query: RoutingQuery,
  visit: (from: AtlasAirport, edge: number, stop: AtlasAirport) => void,
): void {
  for (const origin of query.origins) {
    const from = atlas.airports[origin];
    if (!from) continue;
    for (const destination of query.destinations) {
      const to = atlas.airports[destination];
      kmMax[destination] = to ? flownKmMax(airportKm(from, to)) : 0;
    }
    const end = network.edgeStart[origin + 1] ?? 0;
    for (let edge = network.edgeStart[origin] ?? 0; edge < end; edge += 1) {
      const stop = atlas.airports[network.edgeDestination[edge] ?? 0];
      if (stop) visit(from, edge, stop);
    }
  }
}

interface FirstEdge {
  readonly from: AtlasAirport;
  readonly edge: number;
  readonly visit: PathVisitor;
}

function visitDirect(walk: Walk, query: RoutingQuery, { from, edge, visit }: FirstEdge): void {
  const { facts, path } = walk;
  const to = edge < 0 ? undefined : facts.atlas.airports[facts.network.edgeDestination[edge] ?? 0];
  if (!to || to.city === from.city || departures(walk, edge, query) === 0) return;
  path.origin = from;
  path.destination = to;
  path.flownKm = facts.network.edgeKm[edge] ?? 0;
  path.edges[0] = edge;
  path.legCount = 1;
  visit(path);
}

function visitOneStop(walk: Walk, { from, edge, visit }: FirstEdge): void {
  const { facts, path, onward, kmMax } = walk;
  const { atlas, network } = facts;
  const hub = atlas.airports[network.edgeDestination[edge] ?? 0];
  if (!hub) return;
  const firstKm = network.edgeKm[edge] ?? 0;
  for (let last = onward.heads[hub.index] ?? -1; last >= 0; last = onward.next[last] ?? -1) {
    const to = atlas.airports[network.edgeDestination[last] ?? 0];
    if (!to || !isPassable(from, hub, to)) continue;
    const flownKm = firstKm + (network.edgeKm[last] ?? 0);
    if (flownKm > (kmMax[to.index] ?? 0)) continue;
    const minimum = facts.rules.minimumMinutes(hub, from.nation !== hub.nation, to.nation !== hub.nation, TIE.sameCarrier);
    if (connect(walk, path.levels[0], path.levels[1], { hub, edge: last, minimum, isLast: true }) === 0) continue;
    path.origin = from;
    path.destination = to;
    path.flownKm = flownKm;
    path.edges[0] = edge;
    path.edges[1] = last;
    path.legCount = 2;
    visit(path);
  }
}

/** The ways over two connections that begin with one edge: middle edges to airports from which a destination is reached. */
function visitTwoStops(walk: Walk, query: RoutingQuery, first: FirstEdge): void {
  const { facts, path, onward, kmMax } = walk;
  const { atlas, network, rules } = facts;
  const { from } = first;
  const hub = atlas.airports[network.edgeDestination[first.edge] ?? 0];
  if (!hub || hub.city === from.city) return;
  let departing = -1;
  const end = network.edgeStart[hub.index + 1] ?? 0;
  for (let middle = network.edgeStart[hub.index] ?? 0; middle < end; middle += 1) {
    const second = atlas.airports[network.edgeDestination[middle] ?? 0];
    if (!second || onward.marks[second.index] !== onward.mark || second.city === from.city || second.city === hub.city) continue;
    const flownKm = (network.edgeKm[first.edge] ?? 0) + (network.edgeKm[middle] ?? 0);
    // The flights up to the second connection are the same whichever destination follows.
    let connecting = -1;
    for (let last = onward.heads[second.index] ?? -1; last >= 0; last = onward.next[last] ?? -1) {
      const to = atlas.airports[network.edgeDestination[last] ?? 0];
      if (!to || !isPassable(from, hub, to) || !isPassable(from, second, to)) continue;
      if (flownKm + (network.edgeKm[last] ?? 0) > (kmMax[to.index] ?? 0)) continue;
      if (departing < 0) departing = departures(walk, first.edge, query);
      if (departing === 0) return;
      if (connecting < 0) {
        const minimum = rules.minimumMinutes(hub, from.nation !== hub.nation, second.nation !== hub.nation, TIE.sameCarrier);
        connecting = connect(walk, path.levels[0], path.levels[1], { hub, edge: middle, minimum, isLast: false });
      }
      if (connecting === 0) break;
      visitThird(walk, first, { hub, second, to, middle, last });
    }
  }
}

interface ThirdLeg {
  readonly hub: AtlasAirport;
  readonly second: AtlasAirport;
  readonly to: AtlasAirport;
  readonly middle: number;
  readonly last: number;
}

function visitThird(walk: Walk, { from, edge, visit }: FirstEdge, { hub, second, to, middle, last }: ThirdLeg): void {
  const { facts, path } = walk;
  const { network, rules } = facts;
  const minimum = rules.minimumMinutes(second, hub.nation !== second.nation, to.nation !== second.nation, TIE.sameCarrier);
  const before = path.levels[0];
  if (connect(walk, path.levels[1], path.levels[2], { hub: second, edge: last, minimum, before, isLast: true }) === 0) return;
  path.origin = from;
  path.destination = to;
  path.flownKm = (network.edgeKm[edge] ?? 0) + (network.edgeKm[middle] ?? 0) + (network.edgeKm[last] ?? 0);
  path.edges[0] = edge;
  path.edges[1] = middle;
  path.edges[2] = last;
  path.legCount = LEGS_MAX;
  visit(path);
}

/** Fills the first level with the flights of an edge that leave on the day asked for; answers how many. Nothing comes before them. */
function departures({ facts: { atlas, network }, path, clock }: Walk, edge: number, query: RoutingQuery): number {
  const rows = path.levels[0];
  const { lineDays, lineDeparture, lineBlock } = network;
  const zone = atlas.airports[network.edgeOrigin[edge] ?? 0]?.zoneIndex ?? 0;
  const zoneThere = atlas.airports[network.edgeDestination[edge] ?? 0]?.zoneIndex ?? 0;
  const weekday = weekdayBit(query.day);
  const midnight = query.day * DAY_MINUTES;
  const start = network.lineStart[edge] ?? 0;
  const end = network.lineStart[edge + 1] ?? 0;
  makeRoom(rows, end - start);
  const { line: lines, day: days, departUtc: departs, arriveUtc: arrives, arriveLocal: arrivesLocal, seats } = rows;
  let count = 0;
  for (let line = start; line < end; line += 1) {
    if (((lineDays[line] ?? 0) & weekday) === 0) continue;
    const departUtc = clock.toUtc(zone, midnight + (lineDeparture[line] ?? 0));
    if (departUtc < query.departUtcMin) continue;
    const arriveUtc = departUtc + (lineBlock[line] ?? 0);
    lines[count] = line;
    days[count] = query.day;
    departs[count] = departUtc;
    arrives[count] = arriveUtc;
    arrivesLocal[count] = clock.toLocal(zoneThere, arriveUtc);
    seats[count] = SEATS_UNREAD;
    count += 1;
  }
  rows.count = count;
  return count;
}

interface Connection {
  readonly hub: AtlasAirport;
  readonly edge: number;
  /** Minimum minutes between flights of one carrier or alliance. */
  readonly minimum: number;
  /** The rows before those that connect, where a third carrier joins a ticket. */
  readonly before?: LegRows;
  /** True when nothing follows. */
  readonly isLast: boolean;
}

/** Days on which a flight may leave that a flight connects to. */
const CONNECTING_DAYS_MAX = 3;

/** Fills `into` with the flights of an edge that the rows of `from` connect to; answers how many. */
function connect({ facts, clock }: Walk, from: LegRows, into: LegRows, { hub, edge, minimum, before, isLast }: Connection): number {
  const { network, rules, atlas } = facts;
  const { lineDays, lineDeparture, lineAirline, lineBlock } = network;
  const { ties, allianceOf, departureTerminals, arrivalTerminals } = rules;
  const airlines = atlas.airlines.length;
  const zone = hub.zoneIndex;
  const zoneThere = atlas.airports[network.edgeDestination[edge] ?? 0]?.zoneIndex ?? 0;
  const start = network.lineStart[edge] ?? 0;
  const end = network.lineStart[edge + 1] ?? 0;
  const shift = clock.isSteady(zone) ? 0 : CLOCK_SHIFT_MINUTES_MAX;
  makeRoom(into, from.count * (end - start) * CONNECTING_DAYS_MAX);
  let count = 0;
  for (let row = 0; row < from.count; row += 1) {
    const arriveUtc = from.arriveUtc[row] ?? 0;
    const arriveLocal = from.arriveLocal[row] ?? 0;
    const tieRow = (lineAirline[from.line[row] ?? 0] ?? 0) * airlines;
    const terminal = arrivalTerminals[from.line[row] ?? 0] ?? 0;
    const earliest = arriveLocal + minimum - shift;
    const latest = arriveLocal + connectionMinutesMax(arriveLocal) + shift;
    const alliance = before ? (allianceOf[lineAirline[before.line[from.parent[row] ?? 0] ?? 0] ?? 0] ?? 0) : 0;
    for (let day = Math.floor(earliest / DAY_MINUTES); day * DAY_MINUTES <= latest; day += 1) {
      const weekday = weekdayBit(day);
      for (let line = start; line < end; line += 1) {
        const departLocal = day * DAY_MINUTES + (lineDeparture[line] ?? 0);
        if (departLocal < earliest) continue;
        if (departLocal > latest) break;
        if (((lineDays[line] ?? 0) & weekday) === 0) continue;
        const airline = lineAirline[line] ?? 0;
        const tie = ties[tieRow + airline] ?? TIE.none;
        if (tie === TIE.none) continue;
        if (alliance !== 0 && (allianceOf[airline] ?? 0) !== 0 && allianceOf[airline] !== alliance) continue;
        const departUtc = clock.toUtc(zone, departLocal);
        const wait = departUtc - arriveUtc;
        const onwardTerminal = departureTerminals[line] ?? 0;
        let least = tie === TIE.interline ? minimum + INTERLINE_EXTRA_MINUTES : minimum;
        if (terminal !== onwardTerminal && terminal !== 0 && onwardTerminal !== 0) least += TERMINAL_CHANGE_MINUTES;
        if (wait < least) continue;
        if (wait > CONNECTION_MINUTES_MAX && !isSoldConnection(wait, arriveLocal, departLocal)) continue;
        into.parent[count] = row;
        into.line[count] = line;
        into.day[count] = day;
        into.departUtc[count] = departUtc;
        into.arriveUtc[count] = departUtc + (lineBlock[line] ?? 0);
        into.tie[count] = tie;
        into.seats[count] = SEATS_UNREAD;
        if (!isLast) into.arriveLocal[count] = clock.toLocal(zoneThere, departUtc + (lineBlock[line] ?? 0));
        count += 1;
      }
    }
  }
  into.count = count;
  return count;
}

function weekdayBit(day: number): number {
  return 1 << ((day + 3) % 7);
}

/** The way of one row of a path, written out. */
export function itineraryOf(path: Path, row: number): Itinerary {
  const last = legOf(path.levels[path.legCount - 1], row);
  const itinerary = { origin: path.origin.index, destination: path.destination.index, flownKm: path.flownKm };
  if (path.legCount === 1) return { ...itinerary, legs: [last] };
  const before = path.levels[path.legCount - 1]?.parent[row] ?? 0;
  const middle = legOf(path.levels[path.legCount - 2], before);
  if (path.legCount === 2) return { ...itinerary, legs: [middle, last] };
  return { ...itinerary, legs: [legOf(path.levels[0], path.levels[1].parent[before] ?? 0), middle, last] };
}

function legOf(rows: LegRows | undefined, row: number): Leg {
  return {
    line: rows?.line[row] ?? 0,
    day: rows?.day[row] ?? 0,
    departUtc: rows?.departUtc[row] ?? 0,
    arriveUtc: rows?.arriveUtc[row] ?? 0,
  };
}
