import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { hashText } from '../../../src/reference/hash.ts';
import { buildNetwork, findRoute } from '../../../simulator/schedule/network.ts';
import { readRouteGroups } from '../../../simulator/schedule/route-groups.ts';

const dir = process.env['BLY_WORLD_DIR'] ?? fileURLToPath(new URL('../../../data/world', import.meta.url));
const { atlas, zones } = loadReference(dir, SCENARIO_PLACES);
const groups = readRouteGroups(dir, atlas, hashText('bly'));
const network = buildNetwork(atlas, groups, zones);

describe('schedule', () => {
  test('a flight number means one flight of its carrier', () => {
    const seen = new Set<number>();
    network.numberOfFlight.forEach((number, flight) => {
      seen.add((network.flightAirline[flight] ?? 0) * 10_000 + number);
    });
    expect(seen.size).toBe(network.numberOfFlight.length);
  });

  test('the weekly flights of the schedule are those of the routes', () => {
    const flown = network.flightDays.reduce((sum, days) => sum + days.toString(2).replaceAll('0', '').length, 0);
    const filed = groups.reduce(
      (sum, group) => sum + group.operators.reduce((flights, operator) => flights + operator.flightsPerWeek, 0),
      0,
    );
    expect(flown).toBe(filed);
  });

  test('the lines of an airport pair are neighbours, sorted by departure', () => {
    for (let route = 0; route < network.routeKm.length; route += 1) {
      for (let flight = network.flightStart[route] ?? 0; flight < (network.flightStart[route + 1] ?? 0); flight += 1) {
        const previous = flight > (network.flightStart[route] ?? 0) ? (network.flightDeparture[flight - 1] ?? 0) : 0;
        if ((network.flightDeparture[flight] ?? 0) < previous || network.routeOfFlight[flight] !== route)
          throw new Error(`line ${flight} is out of place`);
      }
    }
  });

  test('every edge is found, and none that is not there', () => {
    fc.assert(
      fc.property(fc.nat({ max: network.routeKm.length - 1 }), (route) => {
        expect(findRoute(network, network.routeOrigin[route] ?? 0, network.routeDestination[route] ?? 0)).toBe(route);
      }),
    );
    const nowhere = atlas.airportByCode.get('QAB')?.index ?? 0;
    expect(findRoute(network, nowhere, network.routeOrigin[0] ?? 0)).toBe(-1);
  });
});
