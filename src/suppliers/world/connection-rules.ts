import { AIRPORT_SIZES, type Atlas, type AtlasAirport } from './atlas.ts';
import type { Network } from './network.ts';
import { readTable } from './tables.ts';

/** How closely the two carriers of a connection work together; the looser, the dearer and the longer the connection. */
export const TIES = ['same_carrier', 'alliance', 'interline'] as const;
export type Tie = (typeof TIES)[number];

export interface ConnectionRules {
  /** Undefined when the two carriers do not sell each other's flights on one ticket. */
  tie(inboundAirline: number, outboundAirline: number): Tie | undefined;
  /** Minimum minutes between arrival and departure at an airport. */
  minimumMinutes(at: AtlasAirport, isFromAbroad: boolean, isToAbroad: boolean, tie: Tie): number;
}

/** Connections of a day are not longer than this … */
export const CONNECTION_MINUTES_MAX = 480;
/** … unless they are a night: arriving after 17:00 and leaving before 13:00. */
export const NIGHT_CONNECTION_MINUTES_MAX = 900;
const NIGHT_ARRIVAL_FROM = 17 * 60;
const NIGHT_DEPARTURE_UNTIL = 13 * 60;
const INTERLINE_EXTRA_MINUTES = 20;
/** Carriers with fewer stations than this have no interline agreements. */
const INTERLINE_STATIONS_MIN = 15;
const CONNECTIONS = ['DD', 'DI', 'ID', 'II'] as const;

/** Reads mct.csv: rows for a size win over the `*` row; XS airports are taken as S. */
export function readConnectionRules(dir: string, atlas: Atlas, network: Network): ConnectionRules {
  const table = readMinimums(dir);
  const stations = countStations(network, atlas.airlines.length);
  const alliances = [...new Set(atlas.airlines.map((airline) => airline.alliance))];
  const allianceOf = Uint8Array.from(atlas.airlines, (airline) => (airline.alliance ? alliances.indexOf(airline.alliance) + 1 : 0));
  const isInterliner = Uint8Array.from(atlas.airlines, (airline, index) =>
    !airline.isLowCost && !airline.isScenario && (stations[index] ?? 0) >= INTERLINE_STATIONS_MIN ? 1 : 0,
  );
  return {
    tie(inbound, outbound) {
      if (inbound === outbound) return 'same_carrier';
      if (allianceOf[inbound] !== 0 && allianceOf[inbound] === allianceOf[outbound]) return 'alliance';
      // Members of two alliances compete: they do not publish fares together.
      if (allianceOf[inbound] !== 0 && allianceOf[outbound] !== 0) return undefined;
      return isInterliner[inbound] === 1 && isInterliner[outbound] === 1 ? 'interline' : undefined;
    },
    minimumMinutes(at, isFromAbroad, isToAbroad, tie) {
      const minimum = table[at.size * 4 + (isFromAbroad ? 2 : 0) + (isToAbroad ? 1 : 0)] ?? 60;
      return tie === 'interline' ? minimum + INTERLINE_EXTRA_MINUTES : minimum;
    },
  };
}

/** True when a wait is one a ticket is sold with. Local minutes of the day decide whether it is a night. */
export function isSoldConnection(waitMinutes: number, arrivalLocal: number, departureLocal: number): boolean {
  if (waitMinutes <= CONNECTION_MINUTES_MAX) return true;
  if (waitMinutes > NIGHT_CONNECTION_MINUTES_MAX) return false;
  const arrival = ((arrivalLocal % 1440) + 1440) % 1440;
  const departure = ((departureLocal % 1440) + 1440) % 1440;
  return arrival >= NIGHT_ARRIVAL_FROM && departure <= NIGHT_DEPARTURE_UNTIL;
}

function readMinimums(dir: string): Int16Array {
  const rows = readTable(dir, 'mct.csv', ['airport_size', 'connection', 'minutes']);
  const minimums = new Int16Array(AIRPORT_SIZES.length * 4);
  AIRPORT_SIZES.forEach((size, index) => {
    CONNECTIONS.forEach((connection, kind) => {
      const find = (wanted: string) => rows.find((row) => row.get('airport_size') === wanted && row.get('connection') === connection);
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
  for (let line = 0; line < network.lineAirline.length; line += 1) {
    const airline = network.lineAirline[line] ?? 0;
    const key = airline * 8192 + (network.edgeOrigin[network.lineEdge[line] ?? 0] ?? 0);
    if (seen.has(key)) continue;
    seen.add(key);
    stations[airline] = (stations[airline] ?? 0) + 1;
  }
  return stations;
}
