import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { hashText } from '../../../src/reference/hash.ts';
import { buildNetwork, findEdge } from '../../../simulator/schedule/network.ts';
import { readRouteGroups } from '../../../simulator/schedule/route-groups.ts';

const dir = process.env['BLY_WORLD_DIR'] ?? fileURLToPath(new URL('../../../data/world', import.meta.url));
const { atlas, zones } = loadReference(dir, SCENARIO_PLACES);
const groups = readRouteGroups(dir, atlas, hashText('bly'));
const network = buildNetwork(atlas, groups, zones);

describe('schedule', () => {
  test('a flight number means one flight of its carrier', () => {
    const seen = new Set<number>();
    network.lineNumber.forEach((number, line) => {
      seen.add((network.lineAirline[line] ?? 0) * 10_000 + number);
    });
    expect(seen.size).toBe(network.lineNumber.length);
  });

  test('the weekly flights of the schedule are those of the routes', () => {
    const flown = network.lineDays.reduce((sum, days) => sum + days.toString(2).replaceAll('0', '').length, 0);
    const filed = groups.reduce(
      (sum, group) => sum + group.operators.reduce((flights, operator) => flights + operator.flightsPerWeek, 0),
      0,
    );
    expect(flown).toBe(filed);
  });

  test('the lines of an airport pair are neighbours, sorted by departure', () => {
    for (let edge = 0; edge < network.edgeKm.length; edge += 1) {
      for (let line = network.lineStart[edge] ?? 0; line < (network.lineStart[edge + 1] ?? 0); line += 1) {
        const previous = line > (network.lineStart[edge] ?? 0) ? (network.lineDeparture[line - 1] ?? 0) : 0;
        if ((network.lineDeparture[line] ?? 0) < previous || network.routeOfFlight[line] !== edge)
          throw new Error(`line ${line} is out of place`);
      }
    }
  });

  test('every edge is found, and none that is not there', () => {
    fc.assert(
      fc.property(fc.nat({ max: network.edgeKm.length - 1 }), (edge) => {
        expect(findEdge(network, network.edgeOrigin[edge] ?? 0, network.edgeDestination[edge] ?? 0)).toBe(edge);
      }),
    );
    const nowhere = atlas.airportByCode.get('QAB')?.index ?? 0;
    expect(findEdge(network, nowhere, network.edgeOrigin[0] ?? 0)).toBe(-1);
  });
});
