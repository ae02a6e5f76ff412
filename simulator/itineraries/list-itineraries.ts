import type { AtlasAirport } from '../../src/reference/atlas.ts';
import { CARRIER_RELATION } from './connection-rules.ts';
import { connect, createConnectionFinder } from './onward-flights.ts';
import type { Itinerary, Leg } from './itinerary.ts';
import { createDayClock } from '../schedule/day-clock.ts';
import { createLegColumns, type LegColumns } from './leg-columns.ts';
import { createConnectionPlanCache } from './plans/connection-plan-cache.ts';
import { findRoute } from '../schedule/network.ts';
import { visitConnections } from './one-stop.ts';
import { isPassable, LEGS_MAX } from './ticketing-rules.ts';
import {
  departingOn,
  departures,
  type FirstRoute,
  markOnwardFlights,
  measure,
  type OnwardIndex,
  type RoutingFacts,
  type RoutingQuery,
  type Walk,
} from './connection-walk.ts';
import type { Path, PathVisitor } from './path.ts';

export interface Router {
  /** Visits every path of at most one connection that the ticketing rules allow, unpriced. */
  visitSimple(query: RoutingQuery, connectionsMax: number, visit: PathVisitor): void;
  /** Visits every path of two connections that the ticketing rules allow. */
  visitDouble(query: RoutingQuery, visit: PathVisitor): void;
}

/**
 * Routing over the weekly schedule: goal-directed, from the routes that leave the origins to those that reach the
 * destinations.
 */
export function createRouter(facts: RoutingFacts): Router {
  const { atlas } = facts;
  const airports = atlas.airports.length;
  const onward: OnwardIndex = {
    destinations: [],
    mark: 0,
    marks: new Int32Array(airports),
    heads: new Int32Array(airports),
    next: new Int32Array(facts.network.routeOrigin.length),
  };
  const nowhere = atlas.airports[0];
  if (!nowhere) throw new RangeError('A world without airports');
  const path: Path = {
    origin: nowhere,
    destination: nowhere,
    flownKm: 0,
    route: 0,
    legKm: [0, 0, 0],
    legCount: 1,
    levels: [createLegColumns(), createLegColumns(), createLegColumns()],
  };
  const clock = createDayClock(facts.zones, atlas.zoneNames.length);
  const plans = createConnectionPlanCache((airport) => atlas.airports[airport]?.zoneIndex ?? 0, clock);
  const walk: Walk = {
    facts,
    path,
    onward,
    plans,
    finder: createConnectionFinder(facts, clock),
    kmMax: new Float64Array(airports),
  };
  return {
    visitSimple(query, connectionsMax, visit) {
      clock.around(query.day);
      for (const origin of query.origins) {
        const from = atlas.airports[origin];
        // Nonstops come first: they make most connections pointless before anything about them is looked up.
        if (from)
          for (const destination of query.destinations)
            visitDirect(walk, query, { from, route: findRoute(facts.network, origin, destination), visit });
      }
      if (connectionsMax > 0) visitConnections(walk, query, visit);
    },
    visitDouble(query, visit) {
      clock.around(query.day);
      markOnwardFlights(walk, query.destinations);
      forEachFirstRoute(walk, query, (from, route) => visitTwoStops(walk, query, { from, route, visit }));
    },
  };
}

function forEachFirstRoute(walk: Walk, query: RoutingQuery, visit: (from: AtlasAirport, route: number) => void): void {
  const {
    facts: { atlas, network },
  } = walk;
  for (const origin of query.origins) {
    const from = atlas.airports[origin];
    if (!from) continue;
    measure(walk, from, query.destinations);
    const end = network.routeStart[origin + 1] ?? 0;
    for (let route = network.routeStart[origin] ?? 0; route < end; route += 1) visit(from, route);
  }
}

function visitDirect(walk: Walk, query: RoutingQuery, { from, route, visit }: FirstRoute): void {
  const { facts, path } = walk;
  const to = route < 0 ? undefined : facts.atlas.airports[facts.network.routeDestination[route] ?? 0];
  if (!to || to.city === from.city || departures(walk, route, departingOn(query)) === 0) return;
  path.origin = from;
  path.destination = to;
  path.flownKm = facts.network.routeKm[route] ?? 0;
  path.route = route;
  path.legKm[0] = path.flownKm;
  path.legCount = 1;
  visit.begin(path);
  visit.visit(path);
}

/**
 * The itineraries over two connections that begin with one route: middle routes to airports from which a destination is
 * reached.
 */
function visitTwoStops(walk: Walk, query: RoutingQuery, first: FirstRoute): void {
  const { facts, path, onward, kmMax } = walk;
  const { atlas, network, rules } = facts;
  const { from } = first;
  const hub = atlas.airports[network.routeDestination[first.route] ?? 0];
  if (!hub || hub.city === from.city) return;
  let departing = -1;
  const end = network.routeStart[hub.index + 1] ?? 0;
  for (let middle = network.routeStart[hub.index] ?? 0; middle < end; middle += 1) {
    const second = atlas.airports[network.routeDestination[middle] ?? 0];
    if (!second || onward.marks[second.index] !== onward.mark || second.city === from.city || second.city === hub.city)
      continue;
    const flownKm = (network.routeKm[first.route] ?? 0) + (network.routeKm[middle] ?? 0);
    // The flights up to the second connection are the same whichever destination follows.
    let found = -1;
    for (let last = onward.heads[second.index] ?? -1; last >= 0; last = onward.next[last] ?? -1) {
      const to = atlas.airports[network.routeDestination[last] ?? 0];
      if (!to || !isPassable(from, hub, to) || !isPassable(from, second, to)) continue;
      if (flownKm + (network.routeKm[last] ?? 0) > (kmMax[to.index] ?? 0)) continue;
      if (departing < 0) departing = departures(walk, first.route, departingOn(query));
      if (departing === 0) return;
      if (found < 0) {
        const minimum = rules.minimumMinutes(
          hub,
          from.nation !== hub.nation,
          second.nation !== hub.nation,
          CARRIER_RELATION.sameCarrier,
        );
        found = connect(walk.finder, path.levels[0], path.levels[1], { hub, route: middle, minimum });
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

function visitThird(walk: Walk, { from, route, visit }: FirstRoute, { hub, second, to, middle, last }: ThirdLeg): void {
  const { facts, path } = walk;
  const { network, rules } = facts;
  const minimum = rules.minimumMinutes(
    second,
    hub.nation !== second.nation,
    to.nation !== second.nation,
    CARRIER_RELATION.sameCarrier,
  );
  const before = path.levels[0];
  path.origin = from;
  path.destination = to;
  path.route = route;
  path.legKm[0] = network.routeKm[route] ?? 0;
  path.legKm[1] = network.routeKm[middle] ?? 0;
  path.legKm[2] = network.routeKm[last] ?? 0;
  path.flownKm = path.legKm[0] + path.legKm[1] + path.legKm[2];
  path.legCount = LEGS_MAX;
  visit.begin(path);
  if (
    connect(walk.finder, path.levels[1], path.levels[2], {
      hub: second,
      route: last,
      minimum,
      before,
      ends: { path, visit },
    }) > 0
  )
    visit.visit(path);
}

/** The itinerary of one row of a path, written out. */
export function itineraryOf(path: Path, row: number): Itinerary {
  return {
    origin: path.origin.index,
    destination: path.destination.index,
    flownKm: path.flownKm,
    legs: legsOf(path, row),
  };
}

function legsOf({ levels: [first, second, third], legCount }: Path, row: number): readonly [Leg, ...Leg[]] {
  if (legCount === 1) return [legOf(first, row)];
  if (legCount === 2) return [legOf(first, second.parent[row] ?? 0), legOf(second, row)];
  const before = third.parent[row] ?? 0;
  return [legOf(first, second.parent[before] ?? 0), legOf(second, before), legOf(third, row)];
}

function legOf({ flight, day, departUtc, arriveUtc }: LegColumns, row: number): Leg {
  return {
    flight: flight[row] ?? 0,
    day: day[row] ?? 0,
    departUtc: departUtc[row] ?? 0,
    arriveUtc: arriveUtc[row] ?? 0,
  };
}
