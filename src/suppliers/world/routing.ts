import { airportKm, type Atlas, type AtlasAirport } from './atlas.ts';
import { type ConnectionRules, TIE } from './connection-rules.ts';
import { type Connecting, connect, createConnecting, type OnwardFlight, weekdayBit } from './connecting.ts';
import { DAY_MINUTES, type Itinerary, type Leg } from './itinerary.ts';
import { createDayClock } from './day-clock.ts';
import { createLegRows, type LegRows, makeRoom, SEATS_UNREAD } from './leg-rows.ts';
import { findEdge, type Network } from './network.ts';
import { flownKmMax, isPassable, LEGS_MAX } from './rules-of-sale.ts';
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
export interface PathVisitor {
  /** A path is in hand; its ways are not there yet. */
  begin(path: Path): void;
  /**
   * False when no way along the path is of any use that goes on from a row of its last level but one with a flight of an
   * airline, tied to the flight before by `tie`, and arrives at that minute or later. Such ways are not even looked for.
   */
  isOfUse(path: Path, row: number, onward: OnwardFlight): boolean;
  visit(path: Path): void;
}

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
  const clock = createDayClock(facts.zones, atlas.zoneNames.length);
  const walk: Walk = { facts, path, onward, connecting: createConnecting(facts, clock), kmMax: new Float64Array(airports) };
  return {
    visitSimple(query, connectionsMax, visit) {
      clock.around(query.day);
      for (const origin of query.origins) {
        const from = atlas.airports[origin];
        // Nonstops come first: they make most connections pointless before anything about them is looked up.
        if (from) for (const destination of query.destinations) visitDirect(walk, query, { from, edge: findEdge(facts.network, origin, destination), visit });
      }
      if (connectionsMax === 0) return;
      markOnward(walk, query.destinations);
      forEachFirstEdge(walk, query, (from, edge) => visitOneStop(walk, query, { from, edge, visit }));
    },
    visitDouble(query, visit) {
      clock.around(query.day);
      markOnward(walk, query.destinations);
      forEachFirstEdge(walk, query, (from, edge) => visitTwoStops(walk, query, { from, edge, visit }));
    },
  };
}

interface Walk {
  readonly facts: Facts;
  readonly path: Path;
  readonly onward: Onward;
  readonly connecting: Connecting;
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
  visit: (from: AtlasAirport, edge: number) => void,
): void {
  for (const origin of query.origins) {
    const from = atlas.airports[origin];
    if (!from) continue;
    for (const destination of query.destinations) {
      const to = atlas.airports[destination];
      kmMax[destination] = to ? flownKmMax(airportKm(from, to)) : 0;
    }
    const end = network.edgeStart[origin + 1] ?? 0;
    for (let edge = network.edgeStart[origin] ?? 0; edge < end; edge += 1) visit(from, edge);
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
  visit.begin(path);
  visit.visit(path);
}

/** The ways over one connection that begin with one edge. Its departures are laid out once an onward edge is passable. */
function visitOneStop(walk: Walk, query: RoutingQuery, { from, edge, visit }: FirstEdge): void {
  const { facts, path, onward, kmMax, connecting } = walk;
  const { atlas, network } = facts;
  const stop = network.edgeDestination[edge] ?? 0;
  const hub = onward.marks[stop] === onward.mark ? atlas.airports[stop] : undefined;
  if (!hub) return;
  const firstKm = network.edgeKm[edge] ?? 0;
  let isLaidOut = false;
  for (let last = onward.heads[stop] ?? -1; last >= 0; last = onward.next[last] ?? -1) {
    const flownKm = firstKm + (network.edgeKm[last] ?? 0);
    const destination = network.edgeDestination[last] ?? 0;
    if (flownKm > (kmMax[destination] ?? 0)) continue;
    const to = atlas.airports[destination];
    if (!to || !isPassable(from, hub, to)) continue;
    if (!isLaidOut && departures(walk, edge, query) === 0) return;
    isLaidOut = true;
    const minimum = facts.rules.minimumMinutes(hub, from.nation !== hub.nation, to.nation !== hub.nation, TIE.sameCarrier);
    path.origin = from;
    path.destination = to;
    path.flownKm = flownKm;
    path.edges[0] = edge;
    path.edges[1] = last;
    path.legCount = 2;
    visit.begin(path);
    if (connect(connecting, path.levels[0], path.levels[1], { hub, edge: last, minimum, ends: { path, visit } }) > 0) visit.visit(path);
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
    let found = -1;
    for (let last = onward.heads[second.index] ?? -1; last >= 0; last = onward.next[last] ?? -1) {
      const to = atlas.airports[network.edgeDestination[last] ?? 0];
      if (!to || !isPassable(from, hub, to) || !isPassable(from, second, to)) continue;
      if (flownKm + (network.edgeKm[last] ?? 0) > (kmMax[to.index] ?? 0)) continue;
      if (departing < 0) departing = departures(walk, first.edge, query);
      if (departing === 0) return;
      if (found < 0) {
        const minimum = rules.minimumMinutes(hub, from.nation !== hub.nation, second.nation !== hub.nation, TIE.sameCarrier);
        found = connect(walk.connecting, path.levels[0], path.levels[1], { hub, edge: middle, minimum });
      }
      if (found === 0) break;
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
  path.origin = from;
  path.destination = to;
  path.flownKm = (network.edgeKm[edge] ?? 0) + (network.edgeKm[middle] ?? 0) + (network.edgeKm[last] ?? 0);
  path.edges[0] = edge;
  path.edges[1] = middle;
  path.edges[2] = last;
  path.legCount = LEGS_MAX;
  visit.begin(path);
  if (connect(walk.connecting, path.levels[1], path.levels[2], { hub: second, edge: last, minimum, before, ends: { path, visit } }) > 0) visit.visit(path);
}

/** Fills the first level with the flights of an edge that leave on the day asked for; answers how many. Nothing comes before them. */
function departures({ facts: { atlas, network }, path, connecting: { clock } }: Walk, edge: number, query: RoutingQuery): number {
  const rows = path.levels[0];
  const { lineDays, lineDeparture, lineBlock } = network;
  const zone = atlas.airports[network.edgeOrigin[edge] ?? 0]?.zoneIndex ?? 0;
  const zoneThere = atlas.airports[network.edgeDestination[edge] ?? 0]?.zoneIndex ?? 0;
  const offset = clock.steadyOffset(zone);
  const offsetThere = clock.steadyOffset(zoneThere);
  const weekday = weekdayBit(query.day);
  const midnight = query.day * DAY_MINUTES;
  const start = network.lineStart[edge] ?? 0;
  const end = network.lineStart[edge + 1] ?? 0;
  makeRoom(rows, end - start);
  const { line: lines, day: days, departUtc: departs, arriveUtc: arrives, arriveLocal: arrivesLocal, seats } = rows;
  let count = 0;
  for (let line = start; line < end; line += 1) {
    if (((lineDays[line] ?? 0) & weekday) === 0) continue;
    const departLocal = midnight + (lineDeparture[line] ?? 0);
    const departUtc = offset === undefined ? clock.toUtc(zone, departLocal) : departLocal - offset;
    if (departUtc < query.departUtcMin) continue;
    const arriveUtc = departUtc + (lineBlock[line] ?? 0);
    lines[count] = line;
    days[count] = query.day;
    departs[count] = departUtc;
    arrives[count] = arriveUtc;
    arrivesLocal[count] = offsetThere === undefined ? clock.toLocal(zoneThere, arriveUtc) : arriveUtc + offsetThere;
    seats[count] = SEATS_UNREAD;
    count += 1;
  }
  rows.count = count;
  return count;
}

/** The way of one row of a path, written out. */
export function itineraryOf(path: Path, row: number): Itinerary {
  return { origin: path.origin.index, destination: path.destination.index, flownKm: path.flownKm, legs: legsOf(path, row) };
}

function legsOf({ levels: [first, second, third], legCount }: Path, row: number): readonly [Leg, ...Leg[]] {
  if (legCount === 1) return [legOf(first, row)];
  if (legCount === 2) return [legOf(first, second.parent[row] ?? 0), legOf(second, row)];
  const before = third.parent[row] ?? 0;
  return [legOf(first, second.parent[before] ?? 0), legOf(second, before), legOf(third, row)];
}

function legOf({ line, day, departUtc, arriveUtc }: LegRows, row: number): Leg {
  return { line: line[row] ?? 0, day: day[row] ?? 0, departUtc: departUtc[row] ?? 0, arriveUtc: arriveUtc[row] ?? 0 };
}
