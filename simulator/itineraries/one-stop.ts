import type { AtlasAirport } from '../../src/reference/atlas.ts';
import { connect, EVERY_WEEKDAY, weekdayBit } from './onward-flights.ts';
import { CARRIER_RELATION } from './connection-rules.ts';
import { DAY_MINUTES } from './itinerary.ts';
import { firstPath } from './plans/connection-plan-cache.ts';
import {
  CLOCK_CHANGES,
  firstRouteOfPath,
  nextPath,
  type PackedPlan,
  type PackedPlanDraft,
  visitPlannedPath,
  packPath,
  packUnplannedRoute,
  zoneOfPath,
} from './plans/packed-plan.ts';
import { isPassable } from './ticketing-rules.ts';
import {
  departingOn,
  departures,
  type FirstRoute,
  markOnwardFlights,
  measure,
  type RoutingQuery,
  type Walk,
} from './connection-walk.ts';
import type { PathVisitor } from './path.ts';

/**
 * The itineraries over one connection: of markets asked for again from their plans, of the others by looking for them.
 */
export function visitConnections(walk: Walk, query: RoutingQuery, visit: PathVisitor): void {
  const {
    facts: { atlas, network },
    plans,
  } = walk;
  for (const origin of query.origins) {
    const from = atlas.airports[origin];
    if (!from) continue;
    const planned = query.destinations.filter((destination) => {
      let plan = plans.find(origin, destination);
      if (!plan && plans.isDue(origin, destination))
        plan = plans.store(origin, destination, draftPlan(walk, query, from, destination));
      if (plan) visitPlan(walk, query, { from, destination, plan, visit });
      return plan !== undefined;
    });
    if (planned.length === query.destinations.length) continue;
    const others =
      planned.length === 0
        ? query.destinations
        : query.destinations.filter((destination) => !planned.includes(destination));
    markOnwardFlights(walk, others);
    measure(walk, from, others);
    const end = network.routeStart[origin + 1] ?? 0;
    for (let route = network.routeStart[origin] ?? 0; route < end; route += 1)
      visitOneStop(walk, query, { from, route, visit });
  }
}

/** Writes the plan of two airports as clocks stand on the current days. */
function draftPlan(walk: Walk, { day }: RoutingQuery, from: AtlasAirport, destination: number): PackedPlanDraft {
  const {
    facts: { network },
    finder,
    path: {
      levels: [first, second],
    },
  } = walk;
  const draft: PackedPlanDraft = { ahead: new Map(), int32s: [] };
  const offset = finder.clock.nearOffset(from.zoneIndex) ?? 0;
  const everyDay = { day, departUtcMin: Number.NEGATIVE_INFINITY, weekdays: EVERY_WEEKDAY };
  markOnwardFlights(walk, [destination]);
  measure(walk, from, [destination]);
  const end = network.routeStart[from.index + 1] ?? 0;
  for (let route = network.routeStart[from.index] ?? 0; route < end; route += 1) {
    forEachOneStop(walk, from, route, (hop) => {
      const zone = hop.hub.zoneIndex;
      const hubOffset = finder.clock.nearOffset(zone);
      draft.ahead.set(zone, hubOffset === undefined ? CLOCK_CHANGES : hubOffset - offset);
      if (hubOffset === undefined) return packUnplannedRoute(draft, route);
      departures(walk, route, everyDay);
      connect(finder, first, second, { ...hop, isWeekly: true });
      const km = [network.routeKm[route] ?? 0, network.routeKm[hop.route] ?? 0] as const;
      packPath(draft, network, { route, zone, km, day, first, second });
    });
  }
  return draft;
}

interface PlanOfMarket {
  readonly from: AtlasAirport;
  readonly destination: number;
  readonly plan: PackedPlan;
  readonly visit: PathVisitor;
}

function visitPlan(walk: Walk, query: RoutingQuery, { from, destination, plan, visit }: PlanOfMarket): void {
  const {
    facts: { atlas },
    path,
    finder: { clock, onward },
  } = walk;
  const to = atlas.airports[destination];
  const offset = clock.nearOffset(from.zoneIndex);
  if (!to || offset === undefined) return;
  const { day, departUtcMin } = query;
  const planned = {
    int32s: plan,
    path,
    visit,
    day,
    departUtcMin,
    weekday: weekdayBit(day),
    midnightUtc: day * DAY_MINUTES - offset,
    onward,
  };
  const destinations = [destination];
  path.origin = from;
  path.destination = to;
  for (let at = firstPath(plan); at < plan.length; at = nextPath(plan, at)) {
    const zone = zoneOfPath(plan, at);
    if (zone !== undefined && clock.nearOffset(zone) !== undefined) visitPlannedPath(planned, at);
    else {
      markOnwardFlights(walk, destinations);
      measure(walk, from, destinations);
      visitOneStop(walk, query, { from, route: firstRouteOfPath(plan, at), visit });
    }
  }
}

/** Two routes one after the other, to a destination of the query. */
interface OneStop {
  readonly hub: AtlasAirport;
  readonly to: AtlasAirport;
  /** The second of them. */
  readonly route: number;
  readonly minimum: number;
}

function forEachOneStop(
  { facts: { atlas, network, rules }, onward, kmMax }: Walk,
  from: AtlasAirport,
  route: number,
  visit: (hop: OneStop) => void,
): void {
  const stop = network.routeDestination[route] ?? 0;
  const hub = onward.marks[stop] === onward.mark ? atlas.airports[stop] : undefined;
  if (!hub) return;
  const firstKm = network.routeKm[route] ?? 0;
  for (let last = onward.heads[stop] ?? -1; last >= 0; last = onward.next[last] ?? -1) {
    const destination = network.routeDestination[last] ?? 0;
    if (firstKm + (network.routeKm[last] ?? 0) > (kmMax[destination] ?? 0)) continue;
    const to = atlas.airports[destination];
    if (!to || !isPassable(from, hub, to)) continue;
    const minimum = rules.minimumMinutes(
      hub,
      from.nation !== hub.nation,
      to.nation !== hub.nation,
      CARRIER_RELATION.sameCarrier,
    );
    visit({ hub, to, route: last, minimum });
  }
}

/**
 * The itineraries over one connection that begin with one route. Its departures are laid out once an onward route is
 * passable.
 */
function visitOneStop(walk: Walk, query: RoutingQuery, { from, route, visit }: FirstRoute): void {
  const {
    facts: { network },
    path,
    finder,
  } = walk;
  let departing = -1;
  forEachOneStop(walk, from, route, ({ hub, to, route: last, minimum }) => {
    if (departing < 0) departing = departures(walk, route, departingOn(query));
    if (departing === 0) return;
    path.origin = from;
    path.destination = to;
    path.route = route;
    path.legKm[0] = network.routeKm[route] ?? 0;
    path.legKm[1] = network.routeKm[last] ?? 0;
    path.flownKm = path.legKm[0] + path.legKm[1];
    path.legCount = 2;
    visit.begin(path);
    if (connect(finder, path.levels[0], path.levels[1], { hub, route: last, minimum, ends: { path, visit } }) > 0)
      visit.visit(path);
  });
}
