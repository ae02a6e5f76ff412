import type { Airport } from '../../travel/places.ts';

/** The airport nearest to a point over the globe; undefined in a world without airports. */
export function nearestAirport(
  airports: readonly Airport[],
  point: { readonly latitude: number; readonly longitude: number },
): Airport | undefined {
  const here = toUnitVector(point);
  let nearest: Airport | undefined;
  let likeness = Number.NEGATIVE_INFINITY;
  for (const airport of airports) {
    const there = toUnitVector(airport);
    // The larger the dot product of two unit vectors, the smaller the angle between them.
    const dot = here[0] * there[0] + here[1] * there[1] + here[2] * there[2];
    if (dot > likeness) [nearest, likeness] = [airport, dot];
  }
  return nearest;
}

function toUnitVector({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): readonly [number, number, number] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
