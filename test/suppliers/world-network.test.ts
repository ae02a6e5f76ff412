import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readAtlas } from '../../src/suppliers/world/atlas.ts';
import { readConnectionRules } from '../../src/suppliers/world/connection-rules.ts';
import { hashText } from '../../src/suppliers/world/hash.ts';
import { blockMinutes, buildNetwork, findEdge } from '../../src/suppliers/world/network.ts';
import { readRates } from '../../src/suppliers/world/rates.ts';
import { readRouteGroups } from '../../src/suppliers/world/route-groups.ts';
import { createRouter } from '../../src/suppliers/world/routing.ts';
import { createZoneClock } from '../../src/suppliers/world/zones.ts';
import { isoDateToEpochDay } from '../../src/travel/dates.ts';

const dir = process.env['BLY_WORLD_DIR'] ?? fileURLToPath(new URL('../../data/world', import.meta.url));
const rates = readRates(dir);
const atlas = readAtlas(dir, rates);
const zones = createZoneClock(atlas.zoneNames);
const groups = readRouteGroups(dir, atlas, hashText('bly'));
const network = buildNetwork(atlas, groups, zones);
const rules = readConnectionRules(dir, atlas, network);

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

  test('the lines of an airport pair are sorted by departure and take half an hour plus nine tenths of cruise', () => {
    for (let edge = 0; edge < network.edgeKm.length; edge += 1) {
      for (let line = network.lineStart[edge] ?? 0; line < (network.lineStart[edge + 1] ?? 0); line += 1) {
        const previous = line > (network.lineStart[edge] ?? 0) ? (network.lineDeparture[line - 1] ?? 0) : 0;
        if ((network.lineDeparture[line] ?? 0) < previous || network.lineEdge[line] !== edge)
          throw new Error(`line ${line} is out of place`);
      }
    }
    expect(blockMinutes(5540, 892)).toBe(445);
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

describe('connections', () => {
  test('each keeps the minimum time of its airport, its borders and its carriers', () => {
    const router = createRouter({ atlas, network, zones, rules });
    const busy = atlas.airports.filter((airport) => airport.rank <= 80).map((airport) => airport.index);
    let seen = 0;
    fc.assert(
      fc.property(fc.constantFrom(...busy), fc.constantFrom(...busy), fc.nat({ max: 300 }), (origin, destination, days) => {
        const found = router.find({
          origins: [origin],
          destinations: [destination],
          day: isoDateToEpochDay('2027-01-01') + days,
          connectionsMax: 1,
        });
        for (const {
          legs: [first, second],
        } of found) {
          if (!second) continue;
          const hub = atlas.airports[network.edgeOrigin[network.lineEdge[second.line] ?? 0] ?? 0];
          const [from, to] = [atlas.airports[origin], atlas.airports[destination]];
          const tie = rules.tie(network.lineAirline[first.line] ?? 0, network.lineAirline[second.line] ?? 0);
          if (!hub || !from || !to || !tie) throw new Error('carriers that do not work together');
          seen += 1;
          expect(second.departUtc - first.arriveUtc).toBeGreaterThanOrEqual(
            rules.minimumMinutes(hub, from.nation !== hub.nation, to.nation !== hub.nation, tie),
          );
        }
      }),
      { numRuns: 60, seed: 72 },
    );
    expect(seen).toBeGreaterThan(100);
  });
});
