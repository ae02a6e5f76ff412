import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AtlasAirport } from '../../../src/reference/atlas.ts';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { hashText } from '../../../src/reference/hash.ts';
import { buildNetwork, findRoute } from '../../../simulator/schedule/network.ts';
import { readRouteGroups } from '../../../simulator/schedule/route-groups.ts';

const dir = process.env['BLY_WORLD_DIR'] ?? fileURLToPath(new URL('../../../data/world', import.meta.url));
const { atlas, zones } = loadReference(dir, SCENARIO_PLACES);
const network = buildNetwork(atlas, readRouteGroups(dir, atlas, hashText('bly')), zones);
const WEEK_MINUTES = 7 * 1440;
const TURNAROUND_MINUTES_MAX = 26 * 60;

/** The flights of one carrier and aircraft type from one airport to another, in UTC minutes of the week. */
interface Fleet {
  readonly arrivals: number[];
  readonly departures: number[];
  minutesMin: number;
}

function flightsOf(route: number): readonly number[] {
  const first = network.flightStart[route] ?? 0;
  return Array.from({ length: (network.flightStart[route + 1] ?? 0) - first }, (_, i) => first + i);
}

function weekly(flight: number, zone: number, utcReference: number, extra: number): readonly number[] {
  const minute = (network.flightDeparture[flight] ?? 0) - zones.offsetAt(zone, utcReference) + extra;
  const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => ((network.flightDays[flight] ?? 0) & (1 << day)) !== 0);
  return days.map((day) => (((day * 1440 + minute) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES);
}

/** What a gate needs at the least, as an operations planner would say: long flights longer, wide bodies longer. */
function turnMinutes(flight: number): number {
  const isLong = (network.flightBlock[flight] ?? 0) >= 330;
  const isWide = atlas.aircraft[network.flightAircraft[flight] ?? 0]?.body === 'W';
  return isLong ? (isWide ? 90 : 60) : isWide ? 60 : 25;
}

/**
 * Whether every arrival has a departure of its own between the least turn and 26 hours later: an assignment, first in
 * first out.
 */
function allTurn({ arrivals, departures, minutesMin }: Fleet): boolean {
  if (arrivals.length !== departures.length) return false;
  const [inbound, outbound] = [arrivals.toSorted((a, b) => a - b), departures.toSorted((a, b) => a - b)];
  const wait = (i: number, shift: number): number => {
    const raw = (outbound[(i + shift) % outbound.length] ?? 0) - (inbound[i] ?? 0) - minutesMin;
    return (((raw % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES) + minutesMin;
  };
  return outbound.some((_, shift) => inbound.every((_, i) => wait(i, shift) <= TURNAROUND_MINUTES_MAX));
}

/** Carrier, operator and type in one number. */
function fleetKey(flight: number): number {
  return (
    ((network.flightAirline[flight] ?? 0) * 2048 + (network.flightOperator[flight] ?? 0)) * 256 +
    (network.flightAircraft[flight] ?? 0)
  );
}

/** The fleets that fly to an edge's destination and home again, by fleet key. */
function fleetsAt(route: number, back: number, utcReference: number): ReadonlyMap<number, Fleet> {
  const [from, to] = [
    atlas.airports[network.routeOrigin[route] ?? 0],
    atlas.airports[network.routeDestination[route] ?? 0],
  ];
  const fleets = new Map<number, Fleet>();
  const fleetOf = (flight: number): Fleet => {
    const fleet = fleets.get(fleetKey(flight)) ?? { arrivals: [], departures: [], minutesMin: turnMinutes(flight) };
    fleets.set(fleetKey(flight), fleet);
    return fleet;
  };
  for (const flight of flightsOf(route))
    fleetOf(flight).arrivals.push(
      ...weekly(flight, from?.zoneIndex ?? 0, utcReference, network.flightBlock[flight] ?? 0),
    );
  for (const flight of back < 0 ? [] : flightsOf(back))
    fleetOf(flight).departures.push(...weekly(flight, to?.zoneIndex ?? 0, utcReference, 0));
  return fleets;
}

/** Flights a week whose aircraft cannot come back sanely at either end, and all flights a week. */
function measureRotations(utcReference: number): { readonly insane: readonly string[]; readonly fleets: number } {
  const insane: string[] = [];
  let fleets = 0;
  for (let route = 0; route < network.routeOrigin.length; route += 1) {
    const [origin, destination] = [network.routeOrigin[route] ?? 0, network.routeDestination[route] ?? 0];
    if (origin > destination) continue;
    const back = findRoute(network, destination, origin);
    const there = fleetsAt(route, back, utcReference);
    const here = back < 0 ? new Map<number, Fleet>() : fleetsAt(back, route, utcReference);
    for (const [key, fleet] of there) {
      const home = here.get(key);
      fleets += 1;
      if (!allTurn(fleet) && !(home && allTurn(home)))
        insane.push(`${atlas.airports[origin]?.iata}-${atlas.airports[destination]?.iata}`);
    }
  }
  return { insane, fleets };
}

function airport(iata: string): AtlasAirport {
  const found = atlas.airportByCode.get(iata);
  if (!found) throw new Error(`${iata} is not in the bundle`);
  return found;
}

function departures(from: string, to: string): readonly number[] {
  return flightsOf(findRoute(network, airport(from).index, airport(to).index)).map(
    (flight) => network.flightDeparture[flight] ?? 0,
  );
}

describe('aircraft rotations', () => {
  test('in January every aircraft comes back: rested, within 26 hours, on a day it is there', () => {
    const { insane, fleets } = measureRotations(Date.UTC(2027, 0, 27) / 60_000);
    expect(insane).toEqual([]);
    expect(fleets).toBeGreaterThan(20_000);
  });

  test('and in July, when half the world has changed its clocks', () => {
    expect(measureRotations(Date.UTC(2027, 6, 28) / 60_000).insane).toEqual([]);
  });
});

describe('hours of the day', () => {
  test('trunk routes run from the first wave to the late evening without long gaps', () => {
    for (const [from = '', to = ''] of [
      'LHR EDI',
      'EDI LHR',
      'MAD BCN',
      'BCN MAD',
      'LAX SFO',
      'SFO LAX',
      'HND CTS',
      'CTS HND',
    ].map((pair) => pair.split(' '))) {
      const times = departures(from, to);
      const gaps = times.slice(1).map((minute, i) => minute - (times[i] ?? 0));
      expect(times[0], `${from}-${to}`).toBeLessThanOrEqual(7 * 60);
      expect(times.at(-1), `${from}-${to}`).toBeGreaterThanOrEqual(20 * 60 + 30);
      expect(times.at(-1), `${from}-${to}`).toBeLessThanOrEqual(22 * 60 + 30);
      expect(Math.max(...gaps), `${from}-${to}`).toBeLessThanOrEqual(240);
    }
  });

  test('the Atlantic is crossed eastward by night and westward by day', () => {
    const east = departures('JFK', 'LHR');
    expect(east.filter((minute) => minute >= 16 * 60).length / east.length).toBeGreaterThanOrEqual(0.85);
    expect(departures('LHR', 'JFK').filter((minute) => minute < 7 * 60 || minute > 21 * 60)).toEqual([]);
  });

  test('no flight within Europe leaves in the night', () => {
    const asleep: string[] = [];
    network.routeOfFlight.forEach((route, flight) => {
      const [from, to] = [
        atlas.airports[network.routeOrigin[route] ?? 0],
        atlas.airports[network.routeDestination[route] ?? 0],
      ];
      const isEuropean =
        from?.subregion.endsWith('Europe') &&
        to?.subregion.endsWith('Europe') &&
        from.country !== 'RU' &&
        to.country !== 'RU';
      const minute = network.flightDeparture[flight] ?? 0;
      if (isEuropean && minute >= 30 && minute < 330) asleep.push(`${from?.iata}-${to?.iata} ${minute}`);
    });
    expect(asleep).toEqual([]);
  });

  test('Frankfurt, Zurich and Sydney keep their curfews', () => {
    const curfews = { FRA: [23 * 60, 5 * 60], ZRH: [23 * 60 + 30, 6 * 60], SYD: [23 * 60, 6 * 60] };
    const broken: string[] = [];
    network.routeOfFlight.forEach((route, flight) => {
      const [from, to] = [
        atlas.airports[network.routeOrigin[route] ?? 0],
        atlas.airports[network.routeDestination[route] ?? 0],
      ];
      const leaves = network.flightDeparture[flight] ?? 0;
      for (const [iata, [closes = 0, opens = 0]] of Object.entries(curfews)) {
        if (from?.iata === iata && (leaves >= closes || leaves < opens))
          broken.push(`${iata}-${to?.iata} leaves ${leaves}`);
        if (to?.iata !== iata || !from) continue;
        for (const month of [0, 6]) {
          const reference = Date.UTC(2027, month, 14) / 60_000;
          const shift =
            zones.offsetAt(to.zoneIndex, reference) -
            zones.offsetAt(from.zoneIndex, reference) +
            (network.flightBlock[flight] ?? 0);
          const lands = (((leaves + shift) % 1440) + 1440) % 1440;
          if (lands > closes || lands < opens) broken.push(`${from.iata}-${iata} lands ${lands} in month ${month + 1}`);
        }
      }
    });
    expect(broken).toEqual([]);
  });
});

test('flights within Nepal leave and land by daylight', () => {
  const hours = [
    ['KTM', 'PKR'],
    ['PKR', 'KTM'],
  ].flatMap(([from = '', to = '']) => {
    const route = findRoute(
      network,
      atlas.airportByCode.get(from)?.index ?? -1,
      atlas.airportByCode.get(to)?.index ?? -1,
    );
    return flightsOf(route).flatMap((flight) => [
      network.flightDeparture[flight] ?? 0,
      (network.flightDeparture[flight] ?? 0) + (network.flightBlock[flight] ?? 0),
    ]);
  });
  expect(hours.length).toBeGreaterThanOrEqual(20);
  expect(Math.min(...hours)).toBeGreaterThanOrEqual(350);
  expect(Math.max(...hours)).toBeLessThanOrEqual(1110);
});
