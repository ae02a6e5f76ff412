import type { PlaceDirectory } from '../travel/place-directory.ts';
import type { Airport } from '../travel/places.ts';

/** A code as the airports it stands for, busiest first, and the city they serve. */
export type ResolvedPlace =
  | { readonly kind: 'found'; readonly airports: readonly [Airport, ...Airport[]]; readonly cityCode: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * What a place code means. `city`: a city's code stands for all its airports. `airport`: exactly that airport. Without
 * a type a metropolitan code means the city and any other the airport; a code that is both, like BER, means the city.
 */
export function resolvePlace(
  places: PlaceDirectory,
  code: string,
  type: 'city' | 'airport' | undefined,
): ResolvedPlace {
  const city = type === 'airport' ? undefined : resolveCity(places, code);
  if (city !== undefined) return city;
  const airport = places.airport(code);
  if (airport === undefined) return { kind: 'unknown', problem: describeUnknown(places, code, type) };
  if (type === 'city')
    return {
      kind: 'unknown',
      problem: `${code} is an airport. Send type airport, or the city code ${airport.cityCode}.`,
    };
  return { kind: 'found', airports: [airport], cityCode: airport.cityCode };
}

function resolveCity(places: PlaceDirectory, code: string): ResolvedPlace | undefined {
  const city = places.city(code);
  if (city === undefined) return undefined;
  const [first, ...others] = city.airports.flatMap((iata) => places.airport(iata) ?? []);
  return first === undefined ? undefined : { kind: 'found', airports: [first, ...others], cityCode: code };
}

function describeUnknown(places: PlaceDirectory, code: string, type: 'city' | 'airport' | undefined): string {
  if (type === 'airport' && places.city(code) !== undefined)
    return `${code} is a city. Send type city, or the code of one of its airports.`;
  return `No ${type ?? 'airport or city'} has the code ${code}. Look it up with GET /v1/places.`;
}
