import { AIRPORT_SIZES, type Atlas, type AtlasAirline, type AtlasAirport } from '../../src/reference/atlas.ts';
import type { Network } from '../schedule/network.ts';
import { readTable } from '../../src/reference/csv-tables.ts';
import { terminalOf } from '../schedule/terminals.ts';

/**
 * How closely the two carriers of a connection work together; the looser, the dearer and the longer the connection.
 * `none` sell no ticket together. Numbers, because the search reads them from a table.
 */
export const CARRIER_RELATION = { none: 0, sameCarrier: 1, alliance: 2, interline: 3 } as const;

export interface ConnectionRules {
  /** `CARRIER_RELATION` of two carriers: `table[inbound * airlines + outbound]`. */
  readonly relations: Uint8Array;
  /** `CARRIER_RELATION` of a carrier's flight and the next one's. */
  relation(inboundAirline: number, outboundAirline: number): number;
  /** 0, or the number of the alliance a carrier is in: a ticket of three flights may hold only one. */
  readonly allianceOf: Uint8Array;
  /**
   * By flight: the number of the terminal it leaves from and of the one it arrives at; 0 where which one makes no
   * difference.
   */
  readonly departureTerminals: Uint8Array;
  readonly arrivalTerminals: Uint8Array;
  /** Minimum minutes between arrival and departure at an airport, in one terminal. */
  minimumMinutes(at: AtlasAirport, isFromAbroad: boolean, isToAbroad: boolean, relation: number): number;
}

/** Minutes by which a connection between two independent carriers is longer. */
export const INTERLINE_EXTRA_MINUTES = 20;
/**
 * Minutes by which a connection between two terminals of a large airport is longer: with them, Heathrow's from terminal
 * 5 to 3 takes the 90 minutes that are published for it.
 */
export const TERMINAL_CHANGE_MINUTES = 30;
/**
 * Airports from this size down are too small for another terminal to be far: places in `AIRPORT_SIZES`, of which XL is
 * 0 and L is 1.
 */
const NEAR_TERMINALS_SIZE = 2;
/** Carriers with fewer stations than this have no interline agreements. */
const INTERLINE_STATIONS_MIN = 10;
const CONNECTIONS = ['DD', 'DI', 'ID', 'II'] as const;

/**
 * Low-cost and holiday carriers that sell every flight by itself: travelers who change do so at their own risk. Others
 * of their kind (Southwest, JetBlue, Norwegian, Vueling, Pegasus …) do sell connections. From general knowledge of
 * 2026.
 */
const POINT_TO_POINT: ReadonlySet<string> = new Set(
  'FR RK AL W6 W4 W9 5W U2 EC DS LS BY TB X3 OR HV TO V7 G4 XP 3O 5O'.split(' '),
);

/** Reads mct.csv: rows for a size win over the `*` row; XS airports are taken as S. */
export function readConnectionRules(dir: string, atlas: Atlas, network: Network): ConnectionRules {
  const table = readMinimums(dir);
  const alliances = [...new Set(atlas.airlines.map((airline) => airline.alliance))];
  const allianceOf = Uint8Array.from(atlas.airlines, (airline) =>
    airline.alliance ? alliances.indexOf(airline.alliance) + 1 : 0,
  );
  const relations = relationTable(atlas, network, allianceOf);
  const airlines = atlas.airlines.length;
  return {
    relations,
    allianceOf,
    ...numberTerminals(atlas, network),
    relation: (inbound, outbound) => relations[inbound * airlines + outbound] ?? CARRIER_RELATION.none,
    minimumMinutes(at, isFromAbroad, isToAbroad, relation) {
      const minimum = table[at.size * 4 + (isFromAbroad ? 2 : 0) + (isToAbroad ? 1 : 0)] ?? 60;
      return relation === CARRIER_RELATION.interline ? minimum + INTERLINE_EXTRA_MINUTES : minimum;
    },
  };
}

/** True for a carrier without a single connection to sell. */
function isPointToPoint(airline: AtlasAirline): boolean {
  return POINT_TO_POINT.has(airline.code) || (airline.isLowCost && airline.hubs.length === 0);
}

/** Terminals as numbers, so that the search compares no texts. Flights of one route and airline share theirs. */
function numberTerminals(
  { airports, airlines }: Atlas,
  { routeOrigin, routeDestination, flightStart, flightAirline }: Network,
) {
  const numbers = new Map<string, number>();
  const numberOf = (airport: AtlasAirport, airline: AtlasAirline, isAbroad: boolean): number => {
    if (airport.size >= NEAR_TERMINALS_SIZE) return 0;
    const terminal = terminalOf(airport, airline, isAbroad);
    if (terminal === undefined) return 0;
    const number = numbers.get(terminal) ?? numbers.size + 1;
    numbers.set(terminal, number);
    return number;
  };
  const departureTerminals = new Uint8Array(flightAirline.length);
  const arrivalTerminals = new Uint8Array(flightAirline.length);
  for (let route = 0; route < routeOrigin.length; route += 1) {
    const [from, to] = [airports[routeOrigin[route] ?? 0], airports[routeDestination[route] ?? 0]];
    if (!from || !to || (from.size >= NEAR_TERMINALS_SIZE && to.size >= NEAR_TERMINALS_SIZE)) continue;
    const held = new Map<number, readonly [number, number]>();
    for (let flight = flightStart[route] ?? 0; flight < (flightStart[route + 1] ?? 0); flight += 1) {
      const index = flightAirline[flight] ?? 0;
      const airline = airlines[index];
      if (!airline) continue;
      const isAbroad = from.nation !== to.nation;
      const pair = held.get(index) ?? [numberOf(from, airline, isAbroad), numberOf(to, airline, isAbroad)];
      held.set(index, pair);
      departureTerminals[flight] = pair[0];
      arrivalTerminals[flight] = pair[1];
    }
  }
  return { departureTerminals, arrivalTerminals };
}

function relationTable(atlas: Atlas, network: Network, allianceOf: Uint8Array): Uint8Array {
  const { airlines } = atlas;
  const stations = countStations(network, airlines.length);
  const isInterliner = airlines.map(
    (airline, index) => !airline.isLowCost && !airline.isScenario && (stations[index] ?? 0) >= INTERLINE_STATIONS_MIN,
  );
  const isAlone = airlines.map(isPointToPoint);
  const relationOf = (inbound: number, outbound: number): number => {
    if (isAlone[inbound] || isAlone[outbound]) return CARRIER_RELATION.none;
    if (inbound === outbound) return CARRIER_RELATION.sameCarrier;
    if (allianceOf[inbound] !== 0 && allianceOf[inbound] === allianceOf[outbound]) return CARRIER_RELATION.alliance;
    // Members of two alliances compete: they do not publish fares together.
    if (allianceOf[inbound] !== 0 && allianceOf[outbound] !== 0) return CARRIER_RELATION.none;
    return isInterliner[inbound] && isInterliner[outbound] ? CARRIER_RELATION.interline : CARRIER_RELATION.none;
  };
  const relations = new Uint8Array(airlines.length * airlines.length);
  for (let inbound = 0; inbound < airlines.length; inbound += 1) {
    for (let outbound = 0; outbound < airlines.length; outbound += 1)
      relations[inbound * airlines.length + outbound] = relationOf(inbound, outbound);
  }
  return relations;
}

function readMinimums(dir: string): Int16Array {
  const rows = readTable(dir, 'mct.csv', ['airport_size', 'connection', 'minutes']);
  const minimums = new Int16Array(AIRPORT_SIZES.length * 4);
  AIRPORT_SIZES.forEach((size, index) => {
    CONNECTIONS.forEach((connection, kind) => {
      const find = (wanted: string) =>
        rows.find((row) => row.get('airport_size') === wanted && row.get('connection') === connection);
      const row = find(size) ?? (size === 'XS' ? find('S') : undefined) ?? find('*');
      if (!row) throw new Error(`World data: mct.csv has no ${connection} row for ${size}`);
      minimums[index * 4 + kind] = row.number('minutes');
    });
  });
  return minimums;
}

function countStations(network: Network, airlineCount: number): Uint16Array {
  const seen = new Set<number>();
  const stations = new Uint16Array(airlineCount);
  for (let flight = 0; flight < network.flightAirline.length; flight += 1) {
    const airline = network.flightAirline[flight] ?? 0;
    const key = airline * 8192 + (network.routeOrigin[network.routeOfFlight[flight] ?? 0] ?? 0);
    if (seen.has(key)) continue;
    seen.add(key);
    stations[airline] = (stations[airline] ?? 0) + 1;
  }
  return stations;
}
