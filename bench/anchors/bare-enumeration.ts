import { airportKm, type Atlas } from '../../src/reference/atlas.ts';
import type { ConnectionRules } from '../../simulator/itineraries/connection-rules.ts';
import type { Network } from '../../simulator/schedule/network.ts';
import { flownKmMax } from '../../simulator/itineraries/ticketing-rules.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
}

/** Everything that does not depend on the question, as integers by airport, and where the ways are listed. */
interface Layout extends Facts {
  readonly airlines: number;
  readonly city: Int32Array;
  readonly nation: Int32Array;
  readonly minimum: Int32Array;
  readonly onward: readonly number[][];
  readonly kmMax: Float64Array;
  readonly columns: {
    readonly first: Int32Array;
    readonly last: Int32Array;
    readonly departUtc: Int32Array;
    readonly arriveUtc: Int32Array;
  };
}

/** One question: a day, and each airport's zone offset on it. */
interface Day {
  readonly day: number;
  readonly offset: Int32Array;
}

const WAYS_MAX = 1 << 20;

/** A bare walk over the schedule: lists the legal ways of at most one connection in columns, and answers how many. */
export type BareEnumeration = (origins: readonly number[], destinations: readonly number[], day: number) => number;

/**
 * The anchor of budget 4: every legal candidate of a city pair and day, walked over typed arrays only; nothing is
 * priced or written out. The zone offset of each airport is taken once a day, so it is wrong by an hour on nights of
 * change.
 */
export function createBareEnumeration(facts: Facts): BareEnumeration {
  const layout = layOut(facts);
  const { atlas, network, zones, onward } = layout;
  const offsets = new Map<number, Int32Array>();
  return (origins, destinations, day) => {
    const offset =
      offsets.get(day) ??
      Int32Array.from(atlas.airports, (airport) => zones.offsetAt(airport.zoneIndex, day * 1440 + 720));
    offsets.set(day, offset);
    const touched: number[] = [];
    for (const destination of destinations) {
      for (let i = network.inboundStart[destination] ?? 0; i < (network.inboundStart[destination + 1] ?? 0); i += 1) {
        const edge = network.inboundEdges[i] ?? 0;
        const list = onward[network.edgeOrigin[edge] ?? 0] ?? [];
        if (list.length === 0) touched.push(network.edgeOrigin[edge] ?? 0);
        list.push(edge);
      }
    }
    let ways = 0;
    for (const from of origins) ways = walkFrom(layout, { day, offset }, from, destinations, ways);
    for (const hub of touched) (onward[hub] ?? []).length = 0;
    return ways;
  };
}

function walkFrom(
  layout: Layout,
  { day, offset }: Day,
  from: number,
  destinations: readonly number[],
  listed: number,
): number {
  const { atlas, network, city, kmMax, onward, columns } = layout;
  let ways = listed;
  kmMax.fill(0);
  for (const to of destinations) {
    const [a, b] = [atlas.airports[from], atlas.airports[to]];
    if (a && b && city[from] !== city[to]) kmMax[to] = flownKmMax(airportKm(a, b));
  }
  for (let edge = network.edgeStart[from] ?? 0; edge < (network.edgeStart[from + 1] ?? 0); edge += 1) {
    const hub = network.edgeDestination[edge] ?? 0;
    const isDirect = (kmMax[hub] ?? 0) > 0;
    const isHub = (onward[hub] ?? []).length > 0 && city[hub] !== city[from];
    if (!isDirect && !isHub) continue;
    for (let line = network.lineStart[edge] ?? 0; line < (network.lineStart[edge + 1] ?? 0); line += 1) {
      if (((network.lineDays[line] ?? 0) & (1 << ((day + 3) % 7))) === 0) continue;
      const departUtc = day * 1440 + (network.lineDeparture[line] ?? 0) - (offset[from] ?? 0);
      if (isDirect) {
        columns.first[ways] = line;
        columns.last[ways] = -1;
        columns.departUtc[ways] = departUtc;
        columns.arriveUtc[ways] = departUtc + (network.lineBlock[line] ?? 0);
        ways += 1;
      }
      if (isHub) ways = walkOn(layout, offset, { from, edge, hub, line, departUtc }, ways);
    }
  }
  return ways;
}

interface FirstFlight {
  readonly from: number;
  readonly edge: number;
  readonly hub: number;
  readonly line: number;
  readonly departUtc: number;
}

function walkOn(
  layout: Layout,
  offset: Int32Array,
  { from, edge, hub, line, departUtc }: FirstFlight,
  listed: number,
): number {
  const { network, rules, airlines, city, nation, minimum, kmMax, onward, columns } = layout;
  const { lineStart, lineDeparture, lineDays, lineAirline, lineBlock } = network;
  const arriveLocal = departUtc + (lineBlock[line] ?? 0) + (offset[hub] ?? 0);
  const isEvening = ((arriveLocal % 1440) + 1440) % 1440 >= 1020;
  const latest = arriveLocal + 900;
  const tieRow = (lineAirline[line] ?? 0) * airlines;
  const next = onward[hub] ?? [];
  let ways = listed;
  for (let n = 0; n < next.length; n += 1) {
    const last = next[n] ?? 0;
    const to = network.edgeDestination[last] ?? 0;
    if (city[hub] === city[to] || (network.edgeKm[edge] ?? 0) + (network.edgeKm[last] ?? 0) > (kmMax[to] ?? 0))
      continue;
    if (nation[from] === nation[to] && nation[hub] !== nation[from]) continue;
    const least = minimum[hub * 4 + (nation[from] !== nation[hub] ? 2 : 0) + (nation[to] !== nation[hub] ? 1 : 0)] ?? 0;
    for (let day = Math.floor(arriveLocal / 1440); day * 1440 <= latest; day += 1) {
      const bit = 1 << ((day + 3) % 7);
      for (let second = lineStart[last] ?? 0; second < (lineStart[last + 1] ?? 0); second += 1) {
        const wait = day * 1440 + (lineDeparture[second] ?? 0) - arriveLocal;
        if (wait < least) continue;
        if (wait > 900) break;
        if (((lineDays[second] ?? 0) & bit) === 0) continue;
        const tie = rules.ties[tieRow + (lineAirline[second] ?? 0)] ?? 0;
        if (
          tie === 0 ||
          (tie === 3 && wait < least + 20) ||
          (wait > 480 && !(isEvening && (lineDeparture[second] ?? 0) <= 780))
        )
          continue;
        columns.first[ways] = line;
        columns.last[ways] = second;
        columns.departUtc[ways] = departUtc;
        columns.arriveUtc[ways] = arriveLocal + wait - (offset[hub] ?? 0) + (lineBlock[second] ?? 0);
        ways += 1;
      }
    }
  }
  return ways;
}

function layOut(facts: Facts): Layout {
  const { airports, airlines } = facts.atlas;
  const nations = [...new Set(airports.map((airport) => airport.nation))];
  const minimum = new Int32Array(airports.length * 4);
  airports.forEach((airport, index) => {
    for (let kind = 0; kind < 4; kind += 1)
      minimum[index * 4 + kind] = facts.rules.minimumMinutes(airport, (kind & 2) !== 0, (kind & 1) !== 0, 1);
  });
  const column = () => new Int32Array(WAYS_MAX);
  return {
    ...facts,
    airlines: airlines.length,
    city: Int32Array.from(airports, (airport) => airport.city),
    nation: Int32Array.from(airports, (airport) => nations.indexOf(airport.nation)),
    minimum,
    onward: airports.map(() => []),
    kmMax: new Float64Array(airports.length),
    columns: { first: column(), last: column(), departUtc: column(), arriveUtc: column() },
  };
}
