import type { Atlas } from '../../src/reference/atlas.ts';
import { runsOn, type Network } from '../../simulator/schedule/network.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
}

const NEVER = 0x7fffffff;
const dayMinutes = 1_440;
const connectionMinutes = 60;

/**
 * The anchor of budget 7: one-to-all earliest arrival over 24 hours. Every flight that leaves on a UTC day, sorted by
 * departure beforehand, is looked at once; an hour is enough to connect anywhere, and any carrier connects to any.
 */
export function createOneToAll({ atlas, network, zones }: Facts, day: number) {
  const start = day * dayMinutes;
  const flights: { depart: number; arrive: number; route: number }[] = [];
  network.routeOfFlight.forEach((route, flight) => {
    const zone = atlas.airports[network.routeOrigin[route] ?? 0]?.zoneIndex ?? 0;
    for (const near of [day - 1, day, day + 1]) {
      const depart = zones.toUtc(zone, near * dayMinutes + (network.flightDeparture[flight] ?? 0));
      if (!runsOn(network, flight, near) || depart < start || depart >= start + dayMinutes) continue;
      flights.push({ depart, arrive: depart + (network.flightBlock[flight] ?? 0), route });
    }
  });
  flights.sort((a, b) => a.depart - b.depart);
  const departs = Int32Array.from(flights, ({ depart }) => depart - start);
  const arrives = Int32Array.from(flights, ({ arrive }) => arrive - start);
  const origins = Int32Array.from(flights, ({ route }) => network.routeOrigin[route] ?? 0);
  const destinations = Int32Array.from(flights, ({ route }) => network.routeDestination[route] ?? 0);
  const earliest = new Int32Array(atlas.airports.length);

  /** Answers how many airports are reached. */
  const scan = (origin: number): number => {
    earliest.fill(NEVER);
    earliest[origin] = -connectionMinutes;
    let reached = 0;
    for (let i = 0; i < departs.length; i += 1) {
      if ((earliest[origins[i] ?? 0] ?? 0) + connectionMinutes > (departs[i] ?? 0)) continue;
      const to = destinations[i] ?? 0;
      const known = earliest[to] ?? 0;
      const arrive = arrives[i] ?? 0;
      if (arrive >= known) continue;
      if (known === NEVER) reached += 1;
      earliest[to] = arrive;
    }
    return reached;
  };
  return { scan, flights: departs.length };
}
