import type { Atlas, AtlasAirport } from './atlas.ts';
import { airportKm } from './atlas.ts';
import { type ConnectionRules, isSoldConnection, NIGHT_CONNECTION_MINUTES_MAX } from './connection-rules.ts';
import { DAY_MINUTES, type Itinerary, type Leg, legOn } from './itinerary.ts';
import { type Network, runsOn } from './network.ts';
import type { ZoneClock } from './zones.ts';

/** One direction asked for: airport indexes, and the local day of departure as a day number. */
export interface RoutingQuery {
  readonly origins: readonly number[];
  readonly destinations: readonly number[];
  readonly day: number;
  readonly connectionsMax: 0 | 1 | 2;
  /** Ways that fail are left aside before the similar ones are thinned out. */
  readonly accepts?: ((itinerary: Itinerary) => boolean) | undefined;
}

export interface Router {
  /** Every direct flight, and the sensible one-stop ways, unpriced and unsorted. */
  find(query: RoutingQuery): readonly Itinerary[];
}

/** A way may not be longer than this many times the great circle: a lot for a short hop, less across the globe. */
export const DETOUR_MAX = 2.2;
const DETOUR_FAR_MAX = 1.75;
const DETOUR_FAR_KM = 7000;
const ONWARD_PER_ARRIVAL_MAX = 2;
/** Kept of those between two airports that leave in the same two hours by the same carriers: the shortest. */
const SIMILAR_KEPT = 2;
const BAND_MINUTES = 120;

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
}

interface Way {
  readonly from: AtlasAirport;
  readonly hub: AtlasAirport;
  readonly to: AtlasAirport;
  readonly firstKm: number;
  readonly secondEdge: number;
}

/** The longest a way may be, in kilometres, for airports a great circle apart. */
export function flownKmMax(greatCircle: number): number {
  const share = Math.min(1, greatCircle / DETOUR_FAR_KM);
  return greatCircle * (DETOUR_MAX + (DETOUR_FAR_MAX - DETOUR_MAX) * share);
}

/** Direct and one-stop routing over the weekly schedule. Two stops would extend each way by one more edge in `findConnections`. */
export function createRouter(facts: Facts): Router {
  const { network, atlas } = facts;
  /** For each airport: the edges from it to a destination of the current query, valid while `mark` matches. */
  const onwardMark = new Int32Array(atlas.airports.length);
  const onwardEdges: number[][] = atlas.airports.map(() => []);
  let mark = 0;

  function markOnward(destinations: readonly number[]): void {
    mark += 1;
    for (const destination of destinations) {
      for (let i = network.inboundStart[destination] ?? 0; i < (network.inboundStart[destination + 1] ?? 0); i += 1) {
        const edge = network.inboundEdges[i] ?? 0;
        const hub = network.edgeOrigin[edge] ?? 0;
        const list = onwardEdges[hub] ?? [];
        if (onwardMark[hub] !== mark) {
          onwardMark[hub] = mark;
          list.length = 0;
        }
        list.push(edge);
      }
    }
  }

  function find(query: RoutingQuery): readonly Itinerary[] {
    const found: Itinerary[] = [];
    const accepts = query.accepts ?? acceptAll;
    const wanted = new Set(query.destinations);
    if (query.connectionsMax > 0) markOnward(query.destinations);
    for (const originIndex of query.origins) {
      const from = atlas.airports[originIndex];
      if (!from) continue;
      const connections: Connections = { accepts, similar: new Map() };
      for (let edge = network.edgeStart[originIndex] ?? 0; edge < (network.edgeStart[originIndex + 1] ?? 0); edge += 1) {
        const stop = network.edgeDestination[edge] ?? 0;
        const isDestination = wanted.has(stop);
        const isHub = query.connectionsMax > 0 && onwardMark[stop] === mark && !isDestination;
        if (!isDestination && !isHub) continue;
        const legs = legsOf(facts, edge, from.zoneIndex, query.day);
        if (isDestination)
          for (const leg of legs) pushAccepted(found, accepts, { origin: originIndex, destination: stop, legs: [leg], flownKm: network.edgeKm[edge] ?? 0 });
        if (isHub)
          for (const onward of onwardEdges[stop] ?? []) connect(facts, wayOf(atlas, network, from, edge, onward), legs, connections);
      }
      for (const ways of connections.similar.values()) for (const similar of ways.values()) found.push(...similar);
    }
    return found;
  }
  return { find };
}

function legsOf(facts: Facts, edge: number, zone: number, day: number): readonly Leg[] {
  const { network, zones } = facts;
  const legs: Leg[] = [];
  for (let line = network.lineStart[edge] ?? 0; line < (network.lineStart[edge + 1] ?? 0); line += 1) {
    if (runsOn(network, line, day)) legs.push(legOn(network, zones, zone, line, day));
  }
  return legs;
}

/** Undefined when no traveler would be sold this way: a detour, a loop through a city of the journey, or abroad and back. */
function wayOf(atlas: Atlas, network: Network, from: AtlasAirport, firstEdge: number, secondEdge: number): Way | undefined {
  const hub = atlas.airports[network.edgeOrigin[secondEdge] ?? 0];
  const to = atlas.airports[network.edgeDestination[secondEdge] ?? 0];
  if (!hub || !to || hub.city === from.city || hub.city === to.city || from.city === to.city) return undefined;
  if (from.nation === to.nation && hub.nation !== from.nation) return undefined;
  const firstKm = network.edgeKm[firstEdge] ?? 0;
  const km = firstKm + (network.edgeKm[secondEdge] ?? 0);
  return km > flownKmMax(airportKm(from, to)) ? undefined : { from, hub, to, firstKm, secondEdge };
}

/** The connections of one origin: by destination, then by hours of departure and carriers. */
interface Connections {
  readonly accepts: (itinerary: Itinerary) => boolean;
  readonly similar: Map<number, Map<number, Itinerary[]>>;
}

function acceptAll(): boolean {
  return true;
}

function pushAccepted(found: Itinerary[], accepts: (itinerary: Itinerary) => boolean, itinerary: Itinerary): void {
  if (accepts(itinerary)) found.push(itinerary);
}

function similarTo(connections: Connections, destination: number): Map<number, Itinerary[]> {
  const known = connections.similar.get(destination);
  if (known) return known;
  const made = new Map<number, Itinerary[]>();
  connections.similar.set(destination, made);
  return made;
}

function connect(facts: Facts, way: Way | undefined, arrivals: readonly Leg[], connections: Connections): void {
  if (!way) return;
  const into = similarTo(connections, way.to.index);
  const { network, zones } = facts;
  const start = network.lineStart[way.secondEdge] ?? 0;
  const end = network.lineStart[way.secondEdge + 1] ?? 0;
  const flownKm = way.firstKm + (network.edgeKm[way.secondEdge] ?? 0);
  for (const arrival of arrivals) {
    const arrivalLocal = zones.toLocal(way.hub.zoneIndex, arrival.arriveUtc);
    const firstDay = Math.floor(arrivalLocal / DAY_MINUTES);
    let taken = 0;
    for (let day = firstDay; day <= firstDay + 1 && taken < ONWARD_PER_ARRIVAL_MAX; day += 1) {
      for (let line = start; line < end && taken < ONWARD_PER_ARRIVAL_MAX; line += 1) {
        const departureLocal = day * DAY_MINUTES + (network.lineDeparture[line] ?? 0);
        if (departureLocal <= arrivalLocal || !runsOn(network, line, day)) continue;
        if (departureLocal - arrivalLocal > NIGHT_CONNECTION_MINUTES_MAX + 120) break;
        const onward = connectionOf(facts, way, arrival, arrivalLocal, line, day);
        if (!onward) continue;
        const itinerary: Itinerary = { origin: way.from.index, destination: way.to.index, legs: [arrival, onward], flownKm };
        if (!connections.accepts(itinerary)) continue;
        taken += 1;
        keepShortest(facts, into, itinerary);
      }
    }
  }
}

function connectionOf(facts: Facts, way: Way, arrival: Leg, arrivalLocal: number, line: number, day: number): Leg | undefined {
  const { network, rules, zones } = facts;
  const tie = rules.tie(network.lineAirline[arrival.line] ?? 0, network.lineAirline[line] ?? 0);
  if (!tie) return undefined;
  const leg = legOn(network, zones, way.hub.zoneIndex, line, day);
  const wait = leg.departUtc - arrival.arriveUtc;
  if (wait < rules.minimumMinutes(way.hub, way.from.nation !== way.hub.nation, way.to.nation !== way.hub.nation, tie)) return undefined;
  return isSoldConnection(wait, arrivalLocal, network.lineDeparture[line] ?? 0) ? leg : undefined;
}

/** Holds the few shortest of the connections that leave at about the same time by the same carriers. */
function keepShortest(facts: Facts, into: Map<number, Itinerary[]>, candidate: Itinerary): void {
  const { network } = facts;
  const [first] = candidate.legs;
  const last = candidate.legs.at(-1) ?? first;
  const band = Math.floor(first.departUtc / BAND_MINUTES) % 64;
  const key = (band * 2048 + (network.lineAirline[first.line] ?? 0)) * 2048 + (network.lineAirline[last.line] ?? 0);
  const similar = into.get(key);
  if (!similar) {
    into.set(key, [candidate]);
    return;
  }
  const duration = last.arriveUtc - first.departUtc;
  const position = similar.findIndex((other) => duration < (other.legs.at(-1) ?? other.legs[0]).arriveUtc - other.legs[0].departUtc);
  if (position >= 0) similar.splice(position, 0, candidate);
  else if (similar.length < SIMILAR_KEPT) similar.push(candidate);
  if (similar.length > SIMILAR_KEPT) similar.length = SIMILAR_KEPT;
}
