import lookUpZone from '@photostructure/tz-lookup';
import type { Point } from './distance.ts';

/** The map is coarse near borders: a point this far from the next zone has the zone it names. */
const CERTAIN_KM = 20;
const DIRECTIONS = 8;
const KM_PER_DEGREE = 111.2;
const LATITUDE_MAX = 89.9;
const FULL_CIRCLE_DEGREES = 360;

/**
 * The zones of a point and of the eight points 20 km around it, each once, the point's own first. Far from borders that
 * is one; near them the map alone does not say which of them holds.
 */
export function zonesAround(point: Point): readonly [string, ...string[]] {
  const own = zoneAt(point);
  const others = Array.from({ length: DIRECTIONS }, (_, index) =>
    zoneAt(pointFrom(point, (2 * Math.PI * index) / DIRECTIONS)),
  );
  return [own, ...new Set(others.filter((zone) => zone !== own))];
}

/** The zone of a point where the map leaves no doubt. */
export function certainZone(point: Point): string | undefined {
  const [zone, ...others] = zonesAround(point);
  return others.length === 0 ? zone : undefined;
}

function zoneAt({ latitude, longitude }: Point): string {
  return lookUpZone(latitude, longitude);
}

function pointFrom({ latitude, longitude }: Point, bearing: number): Point {
  const degrees = CERTAIN_KM / KM_PER_DEGREE;
  const north = clamp(latitude + degrees * Math.cos(bearing));
  const shrinkage = Math.cos((clamp(latitude) * Math.PI) / 180);
  const east = longitude + (degrees * Math.sin(bearing)) / shrinkage;
  return { latitude: north, longitude: toLongitude(east) };
}

function clamp(latitude: number): number {
  return Math.min(LATITUDE_MAX, Math.max(-LATITUDE_MAX, latitude));
}

/** From -180 to 180, whichever way round the globe the number went. */
function toLongitude(degrees: number): number {
  const half = FULL_CIRCLE_DEGREES / 2;
  return ((((degrees + half) % FULL_CIRCLE_DEGREES) + FULL_CIRCLE_DEGREES) % FULL_CIRCLE_DEGREES) - half;
}
