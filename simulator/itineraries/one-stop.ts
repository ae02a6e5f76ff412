import type { AtlasAirport } from '../../src/reference/atlas.ts';
import { connect, EVERY_WEEKDAY, weekdayBit } from './onward-flights.ts';
import { TIE } from './connection-rules.ts';
import { DAY_MINUTES } from './itinerary.ts';
import { firstPath } from './plans/connection-plan-cache.ts';
import type { ShelvedPlan } from './plans/plan-ring-buffer.ts';
import {
  CLOCK_CHANGES,
  edgeOfPath,
  nextPath,
  type PlanDraft,
  visitPlannedPath,
  writePath,
  writeUnplanned,
  zoneOfPath,
} from './plans/packed-plan.ts';
import { isPassable } from './ticketing-rules.ts';
import {
  departingOn,
  departures,
  type FirstEdge,
  markOnwardFlights,
  measure,
  type PathVisitor,
  type RoutingQuery,
  type Walk,
} from './connection-walk.ts';

/** The ways over one connection: of markets asked for again from their plans, of the others by looking for them. */
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
        plan = plans.keep(origin, destination, draftPlan(walk, query, from, destination));
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
    const end = network.edgeStart[origin + 1] ?? 0;
    for (let edge = network.edgeStart[origin] ?? 0; edge < end; edge += 1)
      visitOneStop(walk, query, { from, edge, visit });
  }
}

/** Writes the plan of two airports as clocks stand on the days in hand. */
function draftPlan(walk: Walk, { day }: RoutingQuery, from: AtlasAirport, destination: number): PlanDraft {
  const {
    facts: { network },
    connecting,
    path: {
      levels: [first, second],
    },
  } = walk;
  const draft: PlanDraft = { ahead: new Map(), words: [] };
  const offset = connecting.clock.nearOffset(from.zoneIndex) ?? 0;
  const everyDay = { day, departUtcMin: Number.NEGATIVE_INFINITY, weekdays: EVERY_WEEKDAY };
  markOnwardFlights(walk, [destination]);
  measure(walk, from, [destination]);
  const end = network.edgeStart[from.index + 1] ?? 0;
  for (let edge = network.edgeStart[from.index] ?? 0; edge < end; edge += 1) {
    forEachOneStop(walk, from, edge, (hop) => {
      const zone = hop.hub.zoneIndex;
      const hubOffset = connecting.clock.nearOffset(zone);
      draft.ahead.set(zone, hubOffset === undefined ? CLOCK_CHANGES : hubOffset - offset);
      if (hubOffset === undefined) return writeUnplanned(draft, edge);
      departures(walk, edge, everyDay);
      connect(connecting, first, second, { ...hop, isWeekly: true });
      const km = [network.edgeKm[edge] ?? 0, network.edgeKm[hop.edge] ?? 0] as const;
      writePath(draft, network, { edge, zone, km, day, first, second });
    });
  }
  return draft;
}

interface PlanOfMarket {
  readonly from: AtlasAirport;
  readonly destination: number;
  readonly plan: ShelvedPlan;
  readonly visit: PathVisitor;
}

function visitPlan(walk: Walk, query: RoutingQuery, { from, destination, plan, visit }: PlanOfMarket): void {
  const {
    facts: { atlas },
    path,
    plans: { words },
    connecting: { clock },
  } = walk;
  const to = atlas.airports[destination];
  const offset = clock.nearOffset(from.zoneIndex);
  if (!to || offset === undefined) return;
  const { day, departUtcMin } = query;
  const asked = {
    words,
    path,
    visit,
    day,
    departUtcMin,
    weekday: weekdayBit(day),
    midnightUtc: day * DAY_MINUTES - offset,
  };
  const destinations = [destination];
  path.origin = from;
  path.destination = to;
  for (let at = firstPath(words, plan); at < plan.end; at = nextPath(words, at)) {
    const zone = zoneOfPath(words, at);
    if (zone !== undefined && clock.nearOffset(zone) !== undefined) visitPlannedPath(asked, at);
    else {
      markOnwardFlights(walk, destinations);
      measure(walk, from, destinations);
      visitOneStop(walk, query, { from, edge: edgeOfPath(words, at), visit });
    }
  }
}

/** Two edges one after the other, to a destination of the query. */
interface OneStop {
  readonly hub: AtlasAirport;
  readonly to: AtlasAirport;
  /** The second of them. */
  readonly edge: number;
  readonly minimum: number;
}

function forEachOneStop(
  { facts: { atlas, network, rules }, onward, kmMax }: Walk,
  from: AtlasAirport,
  edge: number,
  visit: (hop: OneStop) => void,
): void {
  const stop = network.edgeDestination[edge] ?? 0;
  const hub = onward.marks[stop] === onward.mark ? atlas.airports[stop] : undefined;
  if (!hub) return;
  const firstKm = network.edgeKm[edge] ?? 0;
  for (let last = onward.heads[stop] ?? -1; last >= 0; last = onward.next[last] ?? -1) {
    const destination = network.edgeDestination[last] ?? 0;
    if (firstKm + (network.edgeKm[last] ?? 0) > (kmMax[destination] ?? 0)) continue;
    const to = atlas.airports[destination];
    if (!to || !isPassable(from, hub, to)) continue;
    const minimum = rules.minimumMinutes(hub, from.nation !== hub.nation, to.nation !== hub.nation, TIE.sameCarrier);
    visit({ hub, to, edge: last, minimum });
  }
}

/**
 * The ways over one connection that begin with one edge. Its departures are laid out once an onward edge is passable.
 */
function visitOneStop(walk: Walk, query: RoutingQuery, { from, edge, visit }: FirstEdge): void {
  const {
    facts: { network },
    path,
    connecting,
  } = walk;
  let departing = -1;
  forEachOneStop(walk, from, edge, ({ hub, to, edge: last, minimum }) => {
    if (departing < 0) departing = departures(walk, edge, departingOn(query));
    if (departing === 0) return;
    path.origin = from;
    path.destination = to;
    path.edge = edge;
    path.legKm[0] = network.edgeKm[edge] ?? 0;
    path.legKm[1] = network.edgeKm[last] ?? 0;
    path.flownKm = path.legKm[0] + path.legKm[1];
    path.legCount = 2;
    visit.begin(path);
    if (connect(connecting, path.levels[0], path.levels[1], { hub, edge: last, minimum, ends: { path, visit } }) > 0)
      visit.visit(path);
  });
}
