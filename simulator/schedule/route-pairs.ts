import type { RouteGroup } from './route-groups.ts';

/**
 * A route in both directions, as indexes of groups: `out` leaves the carrier's larger station, `back` is -1 where
 * nothing comes back.
 */
export interface RoutePair {
  readonly out: number;
  readonly back: number;
}

/** More airports than a world holds: keeps an airport and a carrier in one number. */
const AIRPORTS_MAX = 8192;

/** Pairs every carrier's routes, in the groups' order of whichever direction comes first. */
export function pairRoutes(groups: readonly RouteGroup[]): readonly RoutePair[] {
  const stations = countStations(groups);
  const firstOf = new Map<number, number>();
  const pairs: { out: number; back: number }[] = [];
  groups.forEach((group, index) => {
    const low = Math.min(group.origin, group.destination);
    const high = Math.max(group.origin, group.destination);
    const key = (low * AIRPORTS_MAX + high) * 2048 + group.airline;
    const known = firstOf.get(key);
    if (known === undefined) {
      firstOf.set(key, pairs.length);
      pairs.push({ out: index, back: -1 });
      return;
    }
    const pair = pairs[known];
    const first = groups[pair?.out ?? 0];
    if (!pair || !first) return;
    const firstIsLarger = (stations.get(stationKey(first)) ?? 0) >= (stations.get(stationKey(group)) ?? 0);
    pairs[known] = firstIsLarger ? { out: pair.out, back: index } : { out: index, back: pair.out };
  });
  return pairs;
}

/** Routes that leave each station of each carrier. */
function countStations(groups: readonly RouteGroup[]): ReadonlyMap<number, number> {
  const stations = new Map<number, number>();
  for (const group of groups) stations.set(stationKey(group), (stations.get(stationKey(group)) ?? 0) + 1);
  return stations;
}

function stationKey({ airline, origin }: RouteGroup): number {
  return airline * AIRPORTS_MAX + origin;
}
