import type { CityContent } from '../content/store-city.ts';

/** How far the stored hotels of a city are (`hotel_content` of a search). */
export function presentCityContent(city: CityContent) {
  const { supplier, country, name, status, filledAt, hotels, listed, read, leftOut, failure } = city;
  const isBeingRead = status === 'filling';
  return {
    provider: supplier,
    country,
    city: name,
    status,
    // While a city is read for the first time, what is stored so far.
    hotels: filledAt === undefined && isBeingRead ? read - leftOut : hotels,
    as_of: filledAt?.toISOString() ?? null,
    ...(isBeingRead ? { progress: { read, listed: listed ?? null } } : {}),
    ...(failure === undefined ? {} : { problem: failure }),
  };
}
