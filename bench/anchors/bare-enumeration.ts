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

/** Everything that does not depend on the query, as integers by airport, and where the itineraries are listed. */
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

/** One query: a day, and each airport's zone offset on it. */
interface Day {
  readonly day: number;
  readonly offset: Int32Array;
}

const ITINERARIES_MAX = 1 << 20;

/** A bare walk over the schedule: lists itineraries of at most one connection in columns and returns their number. */
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
        const route = network.inboundRoutes[i] ?? 0;
        const list = onward[network.routeOrigin[route] ?? 0] ?? [];
        if (list.length === 0) touched.push(network.routeOrigin[route] ?? 0);
        list.push(route);
      }
    }
    let count = 0;
    for (const from of origins) count = walkFrom(layout, { day, offset }, from, destinations, count);
    for (const hub of touched) (onward[hub] ?? []).length = 0;
    return count;
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
  let count = listed;
  kmMax.fill(0);
  for (const to of destinations) {
    const [a, b] = [atlas.airports[from], atlas.airports[to]];
    if (a && b && city[from] !== city[to]) kmMax[to] = flownKmMax(airportKm(a, b));
  }
  for (let route = network.routeStart[from] ?? 0; route < (network.routeStart[from + 1] ?? 0); route += 1) {
    const hub = network.routeDestination[route] ?? 0;
    const isDirect = (kmMax[hub] ?? 0) > 0;
    const isHub = (onward[hub] ?? []).length > 0 && city[hub] !== city[from];
    if (!isDirect && !isHub) continue;
    for (let flight = network.flightStart[route] ?? 0; flight < (network.flightStart[route + 1] ?? 0); flight += 1) {
      if (((network.flightDays[flight] ?? 0) & (1 << ((day + 3) % 7))) === 0) continue;
      const departUtc = day * 1440 + (network.flightDeparture[flight] ?? 0) - (offset[from] ?? 0);
      if (isDirect) {
        columns.first[count] = flight;
        columns.last[count] = -1;
        columns.departUtc[count] = departUtc;
        columns.arriveUtc[count] = departUtc + (network.flightBlock[flight] ?? 0);
        count += 1;
      }
      if (isHub) count = walkOn(layout, offset, { from, route, hub, flight, departUtc }, count);
    }
  }
  return count;
}

interface FirstFlight {
  readonly from: number;
  readonly route: number;
  readonly hub: number;
  readonly flight: number;
  readonly departUtc: number;
}

function walkOn(
  layout: Layout,
  offset: Int32Array,
  { from, route, hub, flight, departUtc }: FirstFlight,
  listed: number,
): number {
  const { network, rules, airlines, city, nation, minimum, kmMax, onward, columns } = layout;
  const { flightStart, flightDeparture, flightDays, flightAirline, flightBlock } = network;
  const arriveLocal = departUtc + (flightBlock[flight] ?? 0) + (offset[hub] ?? 0);
  const isEvening = ((arriveLocal % 1440) + 1440) % 1440 >= 1020;
  const latest = arriveLocal + 900;
  const relationRow = (flightAirline[flight] ?? 0) * airlines;
  const next = onward[hub] ?? [];
  let count = listed;
  for (let n = 0; n < next.length; n += 1) {
    const last = next[n] ?? 0;
    const to = network.routeDestination[last] ?? 0;
    if (city[hub] === city[to] || (network.routeKm[route] ?? 0) + (network.routeKm[last] ?? 0) > (kmMax[to] ?? 0))
      continue;
    if (nation[from] === nation[to] && nation[hub] !== nation[from]) continue;
    const least = minimum[hub * 4 + (nation[from] !== nation[hub] ? 2 : 0) + (nation[to] !== nation[hub] ? 1 : 0)] ?? 0;
    for (let day = Math.floor(arriveLocal / 1440); day * 1440 <= latest; day += 1) {
      const bit = 1 << ((day + 3) % 7);
      for (let second = flightStart[last] ?? 0; second < (flightStart[last + 1] ?? 0); second += 1) {
        const wait = day * 1440 + (flightDeparture[second] ?? 0) - arriveLocal;
        if (wait < least) continue;
        if (wait > 900) break;
        if (((flightDays[second] ?? 0) & bit) === 0) continue;
        const relation = rules.relations[relationRow + (flightAirline[second] ?? 0)] ?? 0;
        if (
          relation === 0 ||
          (relation === 3 && wait < least + 20) ||
          (wait > 480 && !(isEvening && (flightDeparture[second] ?? 0) <= 780))
        )
          continue;
        columns.first[count] = flight;
        columns.last[count] = second;
        columns.departUtc[count] = departUtc;
        columns.arriveUtc[count] = arriveLocal + wait - (offset[hub] ?? 0) + (flightBlock[second] ?? 0);
        count += 1;
      }
    }
  }
  return count;
}

function layOut(facts: Facts): Layout {
  const { airports, airlines } = facts.atlas;
  const nations = [...new Set(airports.map((airport) => airport.nation))];
  const minimum = new Int32Array(airports.length * 4);
  airports.forEach((airport, index) => {
    for (let kind = 0; kind < 4; kind += 1)
      minimum[index * 4 + kind] = facts.rules.minimumMinutes(airport, (kind & 2) !== 0, (kind & 1) !== 0, 1);
  });
  const column = () => new Int32Array(ITINERARIES_MAX);
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
