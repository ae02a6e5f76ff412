import type { App } from '../../context.ts';
import { distanceKm, type Point } from '../../travel/geography/distance.ts';
import type { StayDestination } from '../model/stay-search.ts';
import { boxAround } from './box-around.ts';
import { cityKey } from './hotel-terms.ts';
import { findCity } from './store-city.ts';
import { listPlacesBetween } from './store-hotels.ts';
import { searchedCity } from './used-cities.ts';

/**
 * Whether a supplier has hotels at a destination, by what is stored of it and without a call; undefined where that does
 * not say. Hotels around a point are known where they are stored; that there are none is known of whole cities alone.
 */
export async function knowsHotels(
  app: App,
  supplierId: string,
  destination: StayDestination,
): Promise<boolean | undefined> {
  const { place } = destination;
  if (place.kind === 'around') return (await isAnyNear(app, supplierId, place, place.radiusKm)) ? true : undefined;
  if (place.kind !== 'city') return undefined;
  const [city] = searchedCity(app.places, destination);
  const content = city && (await findCity(app.db, cityKey(supplierId, city)));
  return content?.filledAt === undefined ? undefined : content.hotels > 0;
}

async function isAnyNear({ db }: App, supplierId: string, centre: Point, radiusKm: number): Promise<boolean> {
  const places = await listPlacesBetween(db, supplierId, boxAround(centre, radiusKm));
  return places.some((place) => distanceKm(centre, place) <= radiusKm);
}
