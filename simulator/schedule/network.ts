import type { Atlas } from '../../src/reference/atlas.ts';
import { assignFlightNumbers } from './flight-numbers.ts';
import { draftRotations, type LineDraft } from './rotations.ts';
import type { RouteGroup } from './route-groups.ts';
import { pairRoutes } from './route-pairs.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/**
 * The weekly schedule in typed arrays. An edge is an airport pair that is flown; edges are sorted by origin, then
 * destination, so the edges of one origin are neighbours. A line is one flight number of the weekly pattern; the lines
 * of an edge are neighbours, sorted by local departure.
 */
export interface Network {
  /** First edge of each origin airport; one more entry than airports. */
  readonly edgeStart: Uint32Array;
  readonly edgeOrigin: Uint16Array;
  readonly edgeDestination: Uint16Array;
  readonly edgeKm: Uint16Array;
  /** How many marketing carriers fly the edge, and whether one of them is low-cost. */
  readonly edgeCarriers: Uint8Array;
  readonly edgeHasLowCost: Uint8Array;
  /** Edges by destination airport: `inboundEdges[inboundStart[d] … inboundStart[d + 1])`. */
  readonly inboundStart: Uint32Array;
  readonly inboundEdges: Uint32Array;
  /** First line of each edge; one more entry than edges. */
  readonly lineStart: Uint32Array;
  readonly routeOfFlight: Uint32Array;
  readonly lineAirline: Uint16Array;
  readonly lineOperator: Uint16Array;
  readonly lineNumber: Uint16Array;
  readonly lineAircraft: Uint8Array;
  /** Local minute of the day at the origin. */
  readonly lineDeparture: Uint16Array;
  readonly lineBlock: Uint16Array;
  /** Weekdays flown: bit 0 is Monday. */
  readonly lineDays: Uint8Array;
}

/**
 * Makes the weekly schedule of a world: a pure function of the bundle and the seed (which is inside the groups'
 * hashes).
 */
export function buildNetwork(atlas: Atlas, groups: readonly RouteGroup[], zones: ZoneClock): Network {
  const pairs = pairRoutes(groups);
  const draft = draftRotations(groups, pairs, atlas, zones);
  const numbers = assignFlightNumbers(groups, pairs, draft.firstLine, atlas);
  const edges = packEdges(atlas, groups);
  const lineCount = draft.operator.length;
  const network: Network = {
    ...edges.tables,
    lineStart: new Uint32Array(edges.count + 1),
    routeOfFlight: new Uint32Array(lineCount),
    lineAirline: new Uint16Array(lineCount),
    lineOperator: new Uint16Array(lineCount),
    lineNumber: new Uint16Array(lineCount),
    lineAircraft: new Uint8Array(lineCount),
    lineDeparture: new Uint16Array(lineCount),
    lineBlock: new Uint16Array(lineCount),
    lineDays: new Uint8Array(lineCount),
  };
  packLines(network, edges.firstGroup, groups, draft, numbers);
  return network;
}

function packEdges(atlas: Atlas, groups: readonly RouteGroup[]) {
  /** First group of each edge; one more entry than edges. */
  const firstGroup: number[] = [];
  groups.forEach((group, index) => {
    const previous = groups[index - 1];
    if (previous?.origin !== group.origin || previous.destination !== group.destination) firstGroup.push(index);
  });
  const count = firstGroup.length;
  firstGroup.push(groups.length);
  const airportCount = atlas.airports.length;
  const tables = {
    edgeStart: new Uint32Array(airportCount + 1),
    edgeOrigin: new Uint16Array(count),
    edgeDestination: new Uint16Array(count),
    edgeKm: new Uint16Array(count),
    edgeCarriers: new Uint8Array(count),
    edgeHasLowCost: new Uint8Array(count),
    inboundStart: new Uint32Array(airportCount + 1),
    inboundEdges: new Uint32Array(count),
  };
  for (let edge = 0; edge < count; edge += 1) {
    const members = groups.slice(firstGroup[edge], firstGroup[edge + 1]);
    tables.edgeOrigin[edge] = members[0]?.origin ?? 0;
    tables.edgeDestination[edge] = members[0]?.destination ?? 0;
    tables.edgeKm[edge] = members[0]?.km ?? 0;
    tables.edgeCarriers[edge] = Math.min(255, members.length);
    tables.edgeHasLowCost[edge] = members.some((group) => atlas.airlines[group.airline]?.isLowCost) ? 1 : 0;
  }
  countStarts(tables.edgeStart, tables.edgeOrigin);
  countStarts(tables.inboundStart, tables.edgeDestination);
  const next = tables.inboundStart.slice();
  for (let edge = 0; edge < count; edge += 1) {
    const destination = tables.edgeDestination[edge] ?? 0;
    tables.inboundEdges[next[destination] ?? 0] = edge;
    next[destination] = (next[destination] ?? 0) + 1;
  }
  return { tables, firstGroup, count };
}

/** Fills `starts` with the running count of each key, so that `starts[k] … starts[k + 1]` spans the entries of `k`. */
function countStarts(starts: Uint32Array, keys: Uint16Array): void {
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
}

function packLines(
  network: Network,
  firstGroup: readonly number[],
  groups: readonly RouteGroup[],
  draft: LineDraft,
  numbers: Uint16Array,
): void {
  const airlineOfLine = new Uint16Array(numbers.length);
  groups.forEach((group, index) => {
    airlineOfLine.fill(group.airline, draft.firstLine[index], draft.firstLine[index + 1]);
  });
  const byDeparture = (a: number, b: number): number =>
    (draft.departure[a] ?? 0) - (draft.departure[b] ?? 0) ||
    (airlineOfLine[a] ?? 0) - (airlineOfLine[b] ?? 0) ||
    (numbers[a] ?? 0) - (numbers[b] ?? 0);
  for (let edge = 0; edge + 1 < firstGroup.length; edge += 1) {
    const first = draft.firstLine[firstGroup[edge] ?? 0] ?? 0;
    const end = draft.firstLine[firstGroup[edge + 1] ?? 0] ?? 0;
    network.lineStart[edge] = first;
    network.lineStart[edge + 1] = end;
    const order = Array.from({ length: end - first }, (_, i) => first + i).sort(byDeparture);
    order.forEach((source, i) => {
      const line = first + i;
      network.routeOfFlight[line] = edge;
      network.lineAirline[line] = airlineOfLine[source] ?? 0;
      network.lineOperator[line] = draft.operator[source] ?? 0;
      network.lineNumber[line] = numbers[source] ?? 0;
      network.lineAircraft[line] = draft.aircraft[source] ?? 0;
      network.lineDeparture[line] = draft.departure[source] ?? 0;
      network.lineBlock[line] = draft.block[source] ?? 0;
      network.lineDays[line] = draft.days[source] ?? 0;
    });
  }
}

/** The edge from one airport to another, or -1. */
export function findEdge(network: Network, origin: number, destination: number): number {
  let low = network.edgeStart[origin] ?? 0;
  let high = (network.edgeStart[origin + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = network.edgeDestination[middle] ?? 0;
    if (found === destination) return middle;
    if (found < destination) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** True when a line's weekly pattern has a flight that leaves on a day (days since 1970-01-01, local). */
export function runsOn(network: Network, line: number, day: number): boolean {
  return ((network.lineDays[line] ?? 0) & (1 << ((day + 3) % 7))) !== 0;
}
