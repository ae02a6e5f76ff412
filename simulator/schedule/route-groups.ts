import { airportKm, type Atlas } from '../../src/reference/atlas.ts';
import { mix, unitOf } from '../../src/reference/hash.ts';
import { SCENARIO_ROUTES } from '../scenarios/scenario-places.ts';
import { visitPlainTable } from '../../src/reference/csv-tables.ts';

/** One carrier's share of a route: who flies it under the marketing carrier's code, with what, how often a week. */
export interface RouteOperator {
  readonly operator: number;
  readonly equipment: readonly number[];
  readonly flightsPerWeek: number;
}

/** All flights of one marketing carrier from one airport to another. */
export interface RouteGroup {
  readonly airline: number;
  readonly origin: number;
  readonly destination: number;
  readonly km: number;
  /** Pure number of the route, from its codes: not of where it stands in the file. */
  readonly hash: number;
  readonly operators: RouteOperator[];
}

const ROUTE_COLUMNS = ['airline', 'operator', 'origin', 'destination', 'equipment', 'freq_week', 'km'] as const;
const SCENARIO_FLIGHTS_PER_WEEK = 21;

/** Reads routes.csv and the scenario routes into groups sorted by origin, destination, airline. */
export function readRouteGroups(dir: string, atlas: Atlas, seed: number): readonly RouteGroup[] {
  const groups = new Map<number, RouteGroup>();
  const equipmentLists = new Map<string, readonly number[]>();
  visitPlainTable(dir, 'routes.csv', ROUTE_COLUMNS, (cells, columns, line) => {
    const cell = (column: string): string => cells[columns.get(column) ?? -1] ?? '';
    const fail = (what: string): never => {
      throw new Error(`World data: routes.csv line ${line}: ${what}`);
    };
    const airline = atlas.airlineByCode.get(cell('airline')) ?? fail(`unknown airline ${cell('airline')}`);
    const operator =
      atlas.airlineByCode.get(cell('operator') || cell('airline')) ?? fail(`unknown operator ${cell('operator')}`);
    const origin = atlas.airportByCode.get(cell('origin')) ?? fail(`unknown airport ${cell('origin')}`);
    const destination = atlas.airportByCode.get(cell('destination')) ?? fail(`unknown airport ${cell('destination')}`);
    let equipment = equipmentLists.get(cell('equipment'));
    if (!equipment) {
      equipment = cell('equipment')
        .split('/')
        .map((code) => atlas.aircraftByCode.get(code) ?? fail(`unknown equipment ${code}`));
      equipmentLists.set(cell('equipment'), equipment);
    }
    const frequency = Number(cell('freq_week'));
    if (!(frequency > 0)) fail('freq_week must be positive');
    const flown = { operator: operator.index, equipment, flightsPerWeek: frequency };
    const key = groupKey(origin.index, destination.index, airline.index);
    const group = groups.get(key);
    if (group) {
      group.operators.push(flown);
      return;
    }
    groups.set(key, {
      airline: airline.index,
      origin: origin.index,
      destination: destination.index,
      hash: mix(mix(mix(seed, airline.hash), origin.hash), destination.hash),
      operators: [flown],
      km: Math.max(1, Number(cell('km')) || Math.round(airportKm(origin, destination))),
    });
  });
  balanceDirections(groups, atlas);
  addScenarioGroups(groups, atlas, seed);
  return [...groups].sort((a, b) => a[0] - b[0]).map(([, group]) => group);
}

/**
 * An aircraft that goes comes back: both directions are flown by the same operators with the same types, as often as
 * the mean of what is filed for the two, in whole flights.
 */
function balanceDirections(groups: ReadonlyMap<number, RouteGroup>, atlas: Atlas): void {
  const whole = (flown: RouteOperator, group: RouteGroup, perWeek = flown.flightsPerWeek): RouteOperator => {
    const hash = mix(group.hash, atlas.airlines[flown.operator]?.hash ?? 0);
    return { ...flown, flightsPerWeek: wholeFrequency(perWeek, hash) };
  };
  for (const group of groups.values()) {
    const back = groups.get(groupKey(group.destination, group.origin, group.airline));
    if (back && group.origin > group.destination) continue;
    const others = back?.operators ?? [];
    const balanced = group.operators.map((own) => {
      const other = others.find(({ operator }) => operator === own.operator);
      return whole(own, group, other && (own.flightsPerWeek + other.flightsPerWeek) / 2);
    });
    const onlyBack = others
      .filter(({ operator }) => !group.operators.some((own) => own.operator === operator))
      .map((other) => whole(other, group));
    group.operators.splice(0, group.operators.length, ...balanced, ...onlyBack);
    back?.operators.splice(0, back.operators.length, ...group.operators);
  }
}

function groupKey(origin: number, destination: number, airline: number): number {
  return (origin * 8192 + destination) * 2048 + airline;
}

/** A weekly pattern has whole flights: 2.9 is three for nine routes in ten and two for the tenth. */
function wholeFrequency(frequency: number, hash: number): number {
  const whole = Math.floor(frequency);
  return Math.max(1, whole + (unitOf(hash) < frequency - whole ? 1 : 0));
}

function addScenarioGroups(groups: Map<number, RouteGroup>, atlas: Atlas, seed: number): void {
  const equipment = [atlas.aircraftByCode.get('320') ?? 0];
  for (const route of SCENARIO_ROUTES) {
    const airline = atlas.airlineByCode.get(route.airline);
    const origin = atlas.airportByCode.get(route.origin);
    const destination = atlas.airportByCode.get(route.destination);
    if (!airline || !origin || !destination)
      throw new Error(`Scenario route ${route.origin}-${route.destination} is incomplete`);
    groups.set(groupKey(origin.index, destination.index, airline.index), {
      airline: airline.index,
      origin: origin.index,
      destination: destination.index,
      km: Math.round(airportKm(origin, destination)),
      hash: mix(mix(mix(seed, airline.hash), origin.hash), destination.hash),
      operators: [{ operator: airline.index, equipment, flightsPerWeek: SCENARIO_FLIGHTS_PER_WEEK }],
    });
  }
}
