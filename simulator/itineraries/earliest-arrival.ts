import type { Atlas } from '../../src/reference/atlas.ts';
import { type ConnectionRules, CARRIER_RELATION } from './connection-rules.ts';
import { DAY_MINUTES } from './itinerary.ts';
import type { Network } from '../schedule/network.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/**
 * The earliest minute (UTC) one can be at the destination when leaving the origin at `departUtc` or later, over at most
 * two connections; undefined when no flights that leave within 96 hours lead there. Physical connections: the minimum
 * times of the airports and their borders apply, carrier relations do not, and the traveler waits as long as it
 * takes. So it is never later than the quickest itinerary sold.
 */
export type EarliestArrival = (origin: number, destination: number, departUtc: number) => number | undefined;

/**
 * Every flight leaves within this of the minute asked about: no itinerary sold from a day takes off for the last time
 * later.
 */
export const HORIZON_MINUTES = 4 * DAY_MINUTES;

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
}

/** What does not change from question to question: by airport, by route. */
interface Layout {
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly zone: Uint16Array;
  /** Minimum connection minutes: `minimum[4 x airport + 2 x from abroad + to abroad]`. */
  readonly minimum: Int32Array;
  /** 1 where a route crosses a border. */
  readonly isAbroad: Uint8Array;
  /** Minutes of the quickest flight of a route. */
  readonly leastBlock: Uint16Array;
  /** Earliest arrival by one flight, valid where `asked` is the number of the question. */
  readonly first: Int32Array;
  readonly firstRoute: Int32Array;
  readonly reachedIn: Int32Array;
  run: number;
}

const NEVER = 0x7fffffff;

/** A search from both ends: what the origin reaches by one flight, and the routes into the destination. */
export function createEarliestArrival(facts: Facts): EarliestArrival {
  const layout = layOut(facts);
  const { network } = layout;
  return (origin, destination, departUtc) => {
    if (origin === destination) return departUtc;
    layout.run += 1;
    const horizon = departUtc + HORIZON_MINUTES;
    for (let route = network.routeStart[origin] ?? 0; route < (network.routeStart[origin + 1] ?? 0); route += 1) {
      const arrival = arrivalOver(layout, route, departUtc, horizon, NEVER);
      const stop = network.routeDestination[route] ?? 0;
      layout.first[stop] = arrival;
      layout.firstRoute[stop] = route;
      layout.reachedIn[stop] = arrival === NEVER ? 0 : layout.run;
    }
    let best = layout.reachedIn[destination] === layout.run ? (layout.first[destination] ?? NEVER) : NEVER;
    const end = network.inboundStart[destination + 1] ?? 0;
    const start = network.inboundStart[destination] ?? 0;
    for (let i = start; i < end; i += 1) best = arrivalOverOne(layout, network.inboundRoutes[i] ?? 0, horizon, best);
    for (let i = start; i < end; i += 1) best = arrivalOverTwo(layout, network.inboundRoutes[i] ?? 0, horizon, best);
    return best === NEVER ? undefined : best;
  };
}

/** By one flight to where `last` begins, and by `last`; `best` when that is no later. */
function arrivalOverOne(layout: Layout, last: number, horizon: number, best: number): number {
  const { network, first, reachedIn, run } = layout;
  const hub = network.routeOrigin[last] ?? 0;
  if (reachedIn[hub] !== run) return best;
  const ready = (first[hub] ?? NEVER) + minimumBetween(layout, hub, layout.firstRoute[hub] ?? 0, last);
  return ready + (layout.leastBlock[last] ?? 0) >= best ? best : arrivalOver(layout, last, ready, horizon, best);
}

/** By two flights to where `last` begins, and by `last`; `best` when that is no later. */
function arrivalOverTwo(layout: Layout, last: number, horizon: number, best: number): number {
  const { network, first, firstRoute, reachedIn, run, leastBlock } = layout;
  const second = network.routeOrigin[last] ?? 0;
  const lastBlock = leastBlock[last] ?? 0;
  let earliest = best;
  /** The earliest minute one is ready for `last` so far. */
  let ready = NEVER;
  const end = network.inboundStart[second + 1] ?? 0;
  for (let i = network.inboundStart[second] ?? 0; i < end; i += 1) {
    const middle = network.inboundRoutes[i] ?? 0;
    const hub = network.routeOrigin[middle] ?? 0;
    if (reachedIn[hub] !== run) continue;
    const readyMiddle = (first[hub] ?? NEVER) + minimumBetween(layout, hub, firstRoute[hub] ?? 0, middle);
    const change = minimumBetween(layout, second, middle, last);
    const soonest = readyMiddle + (leastBlock[middle] ?? 0) + change;
    if (soonest >= ready || soonest + lastBlock >= earliest) continue;
    const arrival = arrivalOver(layout, middle, readyMiddle, horizon, ready === NEVER ? NEVER : ready - change);
    if (arrival !== NEVER) ready = Math.min(ready, arrival + change);
  }
  if (ready !== NEVER && ready + lastBlock < earliest) earliest = arrivalOver(layout, last, ready, horizon, earliest);
  return earliest;
}

/**
 * The earliest arrival over a route by a flight that leaves from `ready` on and before `horizon`, or `best` when none
 * is earlier.
 */
function arrivalOver(
  { network, zones, zone, leastBlock }: Layout,
  route: number,
  ready: number,
  horizon: number,
  best: number,
): number {
  const zoneIndex = zone[network.routeOrigin[route] ?? 0] ?? 0;
  const start = network.flightStart[route] ?? 0;
  const end = network.flightStart[route + 1] ?? 0;
  const least = leastBlock[route] ?? 0;
  let earliest = best;
  const lastDay = Math.floor(zones.toLocal(zoneIndex, horizon) / DAY_MINUTES);
  for (let day = Math.floor(zones.toLocal(zoneIndex, ready) / DAY_MINUTES); day <= lastDay; day += 1) {
    const weekday = 1 << ((day + 3) % 7);
    for (let flight = start; flight < end; flight += 1) {
      if (((network.flightDays[flight] ?? 0) & weekday) === 0) continue;
      const departUtc = zones.toUtc(zoneIndex, day * DAY_MINUTES + (network.flightDeparture[flight] ?? 0));
      if (departUtc < ready) continue;
      if (departUtc >= horizon || departUtc + least >= earliest) return earliest;
      earliest = Math.min(earliest, departUtc + (network.flightBlock[flight] ?? 0));
    }
  }
  return earliest;
}

function minimumBetween({ minimum, isAbroad }: Layout, airport: number, inbound: number, outbound: number): number {
  return minimum[airport * 4 + (isAbroad[inbound] ?? 0) * 2 + (isAbroad[outbound] ?? 0)] ?? 0;
}

function layOut({ atlas, network, zones, rules }: Facts): Layout {
  const airports = atlas.airports.length;
  const routes = network.routeOrigin.length;
  const isAbroad = Uint8Array.from(network.routeOrigin, (origin, route) =>
    atlas.airports[origin]?.nation === atlas.airports[network.routeDestination[route] ?? 0]?.nation ? 0 : 1,
  );
  const minimum = new Int32Array(airports * 4);
  atlas.airports.forEach((airport, index) => {
    for (const fromAbroad of [0, 1]) {
      for (const toAbroad of [0, 1]) {
        minimum[index * 4 + fromAbroad * 2 + toAbroad] = rules.minimumMinutes(
          airport,
          fromAbroad === 1,
          toAbroad === 1,
          CARRIER_RELATION.sameCarrier,
        );
      }
    }
  });
  const leastBlock = new Uint16Array(routes).fill(0xffff);
  network.routeOfFlight.forEach((route, flight) => {
    leastBlock[route] = Math.min(leastBlock[route] ?? 0, network.flightBlock[flight] ?? 0);
  });
  return {
    network,
    zones,
    isAbroad,
    minimum,
    leastBlock,
    zone: Uint16Array.from(atlas.airports, (airport) => airport.zoneIndex),
    first: new Int32Array(airports),
    firstRoute: new Int32Array(airports),
    reachedIn: new Int32Array(airports),
    run: 0,
  };
}
