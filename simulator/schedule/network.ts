import type { Atlas } from '../../src/reference/atlas.ts';
import { assignFlightNumbers } from './flight-numbers.ts';
import { draftRotations, type FlightDraft } from './rotations.ts';
import type { RouteGroup } from './route-groups.ts';
import { pairRoutes } from './route-pairs.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/**
 * The weekly schedule in typed arrays. A route is an airport pair that is flown; routes are sorted by origin, then
 * destination, so the routes of one origin are neighbours. A flight is one flight number of the weekly pattern; the
 * flights of a route are neighbours, sorted by local departure.
 */
export interface Network {
  /** First route of each origin airport; one more entry than airports. */
  readonly routeStart: Uint32Array;
  readonly routeOrigin: Uint16Array;
  readonly routeDestination: Uint16Array;
  readonly routeKm: Uint16Array;
  /** How many marketing carriers fly the route, and whether one of them is low-cost. */
  readonly routeCarriers: Uint8Array;
  readonly routeHasLowCost: Uint8Array;
  /** Routes by destination airport: `inboundRoutes[inboundStart[d] … inboundStart[d + 1])`. */
  readonly inboundStart: Uint32Array;
  readonly inboundRoutes: Uint32Array;
  /** First flight of each route; one more entry than routes. */
  readonly flightStart: Uint32Array;
  readonly routeOfFlight: Uint32Array;
  readonly flightAirline: Uint16Array;
  readonly flightOperator: Uint16Array;
  readonly numberOfFlight: Uint16Array;
  readonly flightAircraft: Uint8Array;
  /** Local minute of the day at the origin. */
  readonly flightDeparture: Uint16Array;
  readonly flightBlock: Uint16Array;
  /** Weekdays flown: bit 0 is Monday. */
  readonly flightDays: Uint8Array;
}

/**
 * Makes the weekly schedule of a world: a pure function of the bundle and the seed (which is inside the groups'
 * hashes).
 */
export function buildNetwork(atlas: Atlas, groups: readonly RouteGroup[], zones: ZoneClock): Network {
  const pairs = pairRoutes(groups);
  const draft = draftRotations(groups, pairs, atlas, zones);
  const numbers = assignFlightNumbers(groups, pairs, draft.firstFlight, atlas);
  const routes = packRoutes(atlas, groups);
  const flightCount = draft.operator.length;
  const network: Network = {
    ...routes.tables,
    flightStart: new Uint32Array(routes.count + 1),
    routeOfFlight: new Uint32Array(flightCount),
    flightAirline: new Uint16Array(flightCount),
    flightOperator: new Uint16Array(flightCount),
    numberOfFlight: new Uint16Array(flightCount),
    flightAircraft: new Uint8Array(flightCount),
    flightDeparture: new Uint16Array(flightCount),
    flightBlock: new Uint16Array(flightCount),
    flightDays: new Uint8Array(flightCount),
  };
  packFlights(network, routes.firstGroup, groups, draft, numbers);
  return network;
}

function packRoutes(atlas: Atlas, groups: readonly RouteGroup[]) {
  /** First group of each route; one more entry than routes. */
  const firstGroup: number[] = [];
  groups.forEach((group, index) => {
    const previous = groups[index - 1];
    if (previous?.origin !== group.origin || previous.destination !== group.destination) firstGroup.push(index);
  });
  const count = firstGroup.length;
  firstGroup.push(groups.length);
  const airportCount = atlas.airports.length;
  const tables = {
    routeStart: new Uint32Array(airportCount + 1),
    routeOrigin: new Uint16Array(count),
    routeDestination: new Uint16Array(count),
    routeKm: new Uint16Array(count),
    routeCarriers: new Uint8Array(count),
    routeHasLowCost: new Uint8Array(count),
    inboundStart: new Uint32Array(airportCount + 1),
    inboundRoutes: new Uint32Array(count),
  };
  for (let route = 0; route < count; route += 1) {
    const members = groups.slice(firstGroup[route], firstGroup[route + 1]);
    tables.routeOrigin[route] = members[0]?.origin ?? 0;
    tables.routeDestination[route] = members[0]?.destination ?? 0;
    tables.routeKm[route] = members[0]?.km ?? 0;
    tables.routeCarriers[route] = Math.min(255, members.length);
    tables.routeHasLowCost[route] = members.some((group) => atlas.airlines[group.airline]?.isLowCost) ? 1 : 0;
  }
  countStarts(tables.routeStart, tables.routeOrigin);
  countStarts(tables.inboundStart, tables.routeDestination);
  const next = tables.inboundStart.slice();
  for (let route = 0; route < count; route += 1) {
    const destination = tables.routeDestination[route] ?? 0;
    tables.inboundRoutes[next[destination] ?? 0] = route;
    next[destination] = (next[destination] ?? 0) + 1;
  }
  return { tables, firstGroup, count };
}

/** Fills `starts` with the running count of each key, so that `starts[k] … starts[k + 1]` spans the entries of `k`. */
function countStarts(starts: Uint32Array, keys: Uint16Array): void {
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
}

function packFlights(
  network: Network,
  firstGroup: readonly number[],
  groups: readonly RouteGroup[],
  draft: FlightDraft,
  numbers: Uint16Array,
): void {
  const airlineOfFlight = new Uint16Array(numbers.length);
  groups.forEach((group, index) => {
    airlineOfFlight.fill(group.airline, draft.firstFlight[index], draft.firstFlight[index + 1]);
  });
  const byDeparture = (a: number, b: number): number =>
    (draft.departure[a] ?? 0) - (draft.departure[b] ?? 0) ||
    (airlineOfFlight[a] ?? 0) - (airlineOfFlight[b] ?? 0) ||
    (numbers[a] ?? 0) - (numbers[b] ?? 0);
  for (let route = 0; route + 1 < firstGroup.length; route += 1) {
    const first = draft.firstFlight[firstGroup[route] ?? 0] ?? 0;
    const end = draft.firstFlight[firstGroup[route + 1] ?? 0] ?? 0;
    network.flightStart[route] = first;
    network.flightStart[route + 1] = end;
    const order = Array.from({ length: end - first }, (_, i) => first + i).sort(byDeparture);
    order.forEach((source, i) => {
      const flight = first + i;
      network.routeOfFlight[flight] = route;
      network.flightAirline[flight] = airlineOfFlight[source] ?? 0;
      network.flightOperator[flight] = draft.operator[source] ?? 0;
      network.numberOfFlight[flight] = numbers[source] ?? 0;
      network.flightAircraft[flight] = draft.aircraft[source] ?? 0;
      network.flightDeparture[flight] = draft.departure[source] ?? 0;
      network.flightBlock[flight] = draft.block[source] ?? 0;
      network.flightDays[flight] = draft.days[source] ?? 0;
    });
  }
}

/** The route from one airport to another, or -1. */
export function findRoute(network: Network, origin: number, destination: number): number {
  let low = network.routeStart[origin] ?? 0;
  let high = (network.routeStart[origin + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = network.routeDestination[middle] ?? 0;
    if (found === destination) return middle;
    if (found < destination) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** True when a flight's weekly pattern includes a departure on a day (days since 1970-01-01, local). */
export function runsOn(network: Network, flight: number, day: number): boolean {
  return ((network.flightDays[flight] ?? 0) & (1 << ((day + 3) % 7))) !== 0;
}
