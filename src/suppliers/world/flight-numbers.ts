import type { Atlas } from './atlas.ts';
import type { RouteGroup } from './route-groups.ts';

const NUMBER_MAX = 9999;

interface PairOfGroups {
  readonly km: number;
  readonly key: number;
  /** Group that leaves the carrier's larger station, and the one that comes back. */
  out: number;
  back: number;
  lines: number;
}

/**
 * Flight numbers of every group's lines: unique within a marketing carrier, low on its longest routes, odd away from its
 * larger station and even on the way back. They depend on the bundle alone, so a number means the same flight for ever.
 * `firstLine` tells where each group's lines begin.
 */
export function assignFlightNumbers(groups: readonly RouteGroup[], firstLine: Uint32Array, atlas: Atlas): Uint16Array {
  const lineCount = (group: number): number => (firstLine[group + 1] ?? 0) - (firstLine[group] ?? 0);
  const numbers = new Uint16Array(firstLine[groups.length] ?? 0);
  const fill = (group: number, first: number): void => {
    if (group < 0) return;
    for (let i = 0; i < lineCount(group); i += 1) numbers[(firstLine[group] ?? 0) + i] = first + 2 * i;
  };
  for (const [airline, pairs] of collectPairs(groups, lineCount)) {
    const list = [...pairs.values()].sort((a, b) => b.km - a.km || a.key - b.key);
    const needed = list.reduce((sum, pair) => sum + 2 * pair.lines, 0);
    let next = needed < NUMBER_MAX - 100 ? 101 : 1;
    if (next + needed > NUMBER_MAX + 1)
      throw new Error(`World data: ${atlas.airlines[airline]?.code} has more flights than flight numbers`);
    for (const pair of list) {
      fill(pair.out, next);
      fill(pair.back, next + 1);
      next += 2 * pair.lines;
    }
  }
  return numbers;
}

function countStations(groups: readonly RouteGroup[]): ReadonlyMap<number, number> {
  const stations = new Map<number, number>();
  for (const group of groups) {
    const key = group.airline * 8192 + group.origin;
    stations.set(key, (stations.get(key) ?? 0) + 1);
  }
  return stations;
}

function collectPairs(groups: readonly RouteGroup[], lineCount: (group: number) => number) {
  const stations = countStations(groups);
  const airlines = new Map<number, Map<number, PairOfGroups>>();
  groups.forEach((group, index) => {
    const low = Math.min(group.origin, group.destination);
    const high = Math.max(group.origin, group.destination);
    const key = low * 8192 + high;
    const pairs = airlines.get(group.airline) ?? new Map<number, PairOfGroups>();
    airlines.set(group.airline, pairs);
    const pair = pairs.get(key) ?? { km: group.km, key, out: -1, back: -1, lines: 0 };
    pairs.set(key, pair);
    const lowIsLarger = (stations.get(group.airline * 8192 + low) ?? 0) >= (stations.get(group.airline * 8192 + high) ?? 0);
    if ((group.origin === low) === lowIsLarger) pair.out = index;
    else pair.back = index;
    pair.lines = Math.max(pair.lines, lineCount(index));
  });
  return airlines;
}
