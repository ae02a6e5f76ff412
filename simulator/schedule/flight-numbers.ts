import type { Atlas } from '../../src/reference/atlas.ts';
import type { RouteGroup } from './route-groups.ts';
import type { RoutePair } from './route-pairs.ts';

const NUMBER_MAX = 9999;

/**
 * Flight numbers of every group's flights: unique within a marketing carrier, low on its longest routes, odd away from
 * its larger station and the next even one for the flight that comes back. They depend on the bundle alone, so a number
 * means the same flight for ever. `firstFlight` holds where each group's flights begin.
 */
export function assignFlightNumbers(
  groups: readonly RouteGroup[],
  pairs: readonly RoutePair[],
  firstLine: Uint32Array,
  atlas: Atlas,
): Uint16Array {
  const numbers = new Uint16Array(firstLine[groups.length] ?? 0);
  const lineCount = (group: number): number => (group < 0 ? 0 : (firstLine[group + 1] ?? 0) - (firstLine[group] ?? 0));
  const linesOf = ({ out, back }: RoutePair): number => Math.max(lineCount(out), lineCount(back));
  const fill = (group: number, first: number): void => {
    for (let i = 0; i < lineCount(group); i += 1) numbers[(firstLine[group] ?? 0) + i] = first + 2 * i;
  };
  for (const [airline, own] of Map.groupBy(pairs, ({ out }) => groups[out]?.airline ?? 0)) {
    const needed = own.reduce((sum, pair) => sum + 2 * linesOf(pair), 0);
    let next = needed < NUMBER_MAX - 100 ? 101 : 1;
    if (next + needed > NUMBER_MAX + 1)
      throw new Error(`World data: ${atlas.airlines[airline]?.code} has more flights than flight numbers`);
    for (const pair of longestFirst(own, groups)) {
      fill(pair.out, next);
      fill(pair.back, next + 1);
      next += 2 * linesOf(pair);
    }
  }
  return numbers;
}

function longestFirst(pairs: readonly RoutePair[], groups: readonly RouteGroup[]): readonly RoutePair[] {
  const facts = pairs.map((pair) => ({
    pair,
    km: groups[pair.out]?.km ?? 0,
    first: pair.back < 0 ? pair.out : Math.min(pair.out, pair.back),
  }));
  return facts.sort((a, b) => b.km - a.km || a.first - b.first).map(({ pair }) => pair);
}
