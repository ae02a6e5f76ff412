import type { Atlas } from '../../src/reference/atlas.ts';
import type { ConnectionRules } from '../../simulator/itineraries/connection-rules.ts';
import { runsOn, type Network } from '../../simulator/schedule/network.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
}

const NEVER = 0x7fffffff;

/**
 * The anchor of budget 3: a connection scan. Every flight of some days, sorted by departure beforehand, is looked at
 * once from the minute asked about until no flight can arrive earlier than the best so far. Labels are the earliest
 * arrivals by one and by two flights, apart for arrivals from abroad, because minimum connection times differ.
 */
export function createConnectionScan(
  { atlas, network, zones, rules }: Facts,
  firstDay: number,
  days: number,
  horizonMinutes: number,
) {
  const flights: { depart: number; arrive: number; route: number }[] = [];
  network.routeOfFlight.forEach((route, flight) => {
    const zone = atlas.airports[network.routeOrigin[route] ?? 0]?.zoneIndex ?? 0;
    for (let day = firstDay; day < firstDay + days; day += 1) {
      if (!runsOn(network, flight, day)) continue;
      const depart = zones.toUtc(zone, day * 1440 + (network.flightDeparture[flight] ?? 0));
      flights.push({ depart, arrive: depart + (network.flightBlock[flight] ?? 0), route });
    }
  });
  flights.sort((a, b) => a.depart - b.depart);
  const departs = Int32Array.from(flights, ({ depart }) => depart);
  const arrives = Int32Array.from(flights, ({ arrive }) => arrive);
  const origins = Int32Array.from(flights, ({ route }) => network.routeOrigin[route] ?? 0);
  const destinations = Int32Array.from(flights, ({ route }) => network.routeDestination[route] ?? 0);
  const nationOf = (airport: number) => atlas.airports[airport]?.nation;
  const isAbroad = Int32Array.from(flights, ({ route }) =>
    nationOf(network.routeOrigin[route] ?? 0) === nationOf(network.routeDestination[route] ?? 0) ? 0 : 1,
  );
  const airports = atlas.airports.length;
  const minimum = new Int32Array(airports * 4);
  atlas.airports.forEach((airport, index) => {
    for (let kind = 0; kind < 4; kind += 1)
      minimum[index * 4 + kind] = rules.minimumMinutes(airport, (kind & 2) !== 0, (kind & 1) !== 0, 1);
  });
  const one = new Int32Array(airports * 2);
  const two = new Int32Array(airports * 2);

  return (origin: number, destination: number, departUtc: number): number | undefined => {
    one.fill(NEVER);
    two.fill(NEVER);
    let low = 0;
    let high = departs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((departs[middle] ?? 0) < departUtc) low = middle + 1;
      else high = middle;
    }
    let best = NEVER;
    const horizon = departUtc + horizonMinutes;
    for (let i = low; i < departs.length; i += 1) {
      const depart = departs[i] ?? 0;
      if (depart >= best || depart >= horizon) break;
      const from = origins[i] ?? 0;
      const to = destinations[i] ?? 0;
      const abroad = isAbroad[i] ?? 0;
      const arrive = arrives[i] ?? 0;
      const home = minimum[from * 4 + abroad] ?? 0;
      const away = minimum[from * 4 + 2 + abroad] ?? 0;
      const into = to * 2 + abroad;
      if (from === origin) {
        if (arrive < (one[into] ?? 0)) one[into] = arrive;
        if (to === destination && arrive < best) best = arrive;
      }
      if (depart - home >= (one[from * 2] ?? 0) || depart - away >= (one[from * 2 + 1] ?? 0)) {
        if (arrive < (two[into] ?? 0)) two[into] = arrive;
        if (to === destination && arrive < best) best = arrive;
      }
      if (
        to === destination &&
        arrive < best &&
        (depart - home >= (two[from * 2] ?? 0) || depart - away >= (two[from * 2 + 1] ?? 0))
      )
        best = arrive;
    }
    return best === NEVER ? undefined : best;
  };
}
