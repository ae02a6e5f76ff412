import type { App } from '../../context.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import type { StayFilter, StoredHotels } from '../../travel/stay.ts';
import type { StayDestination } from '../model/stay-search.ts';
import { cityKey } from './hotel-terms.ts';
import { findCity } from './store-city.ts';
import { chooseHotels, type ContentArea } from './store-hotels.ts';
import { searchedCity } from './used-cities.ts';

/**
 * What is stored of each supplier's hotels at a destination, by supplier: a search of a place with more hotels than the
 * supplier looks at goes by it. Of a city it is known once the city was read to its end. Storage that fails costs no
 * search: then nothing is known.
 */
export async function readStored(
  app: App,
  destination: StayDestination,
  only: StayFilter,
): Promise<ReadonlyMap<string, StoredHotels>> {
  const stored = await Promise.all(
    app.hotelSuppliers.map(async (supplier): Promise<readonly (readonly [string, StoredHotels])[]> => {
      try {
        const found = await readOfSupplier(app, supplier, destination, only);
        return found === undefined ? [] : [[supplier.id, found]];
      } catch (err) {
        app.log.warn({ err, supplier: supplier.id }, 'the stored hotels of a place could not be read');
        return [];
      }
    }),
  );
  return new Map(stored.flat());
}

/** Whether any supplier can be searched for a whole country: at once, or by the hotels that are stored of it. */
export async function canSearchCountry(app: App, country: string): Promise<boolean> {
  const area = { kind: 'country', country } as const;
  for (const { id, content } of app.hotelSuppliers) {
    if (content === undefined) return true;
    const { count } = await chooseHotels(app.db, { supplier: id, area, only: NOTHING_FILTERED, limit: 1 });
    if (count > 0) return true;
  }
  return app.hotelSuppliers.length === 0;
}
const NOTHING_FILTERED: StayFilter = {
  chainIds: [],
  facilityIds: [],
  hotelTypeIds: [],
  starRatings: [],
  ratingMin: undefined,
  reviewsMin: undefined,
};

async function readOfSupplier(
  app: App,
  { id: supplier, content }: HotelSupplier,
  destination: StayDestination,
  only: StayFilter,
): Promise<StoredHotels | undefined> {
  if (content === undefined) return undefined;
  const area = await areaOf(app, supplier, destination);
  if (area === undefined) return undefined;
  const stored = await chooseHotels(app.db, { supplier, area, only, limit: content.searchedMax });
  return stored.count === 0 ? undefined : stored;
}

async function areaOf(app: App, supplier: string, destination: StayDestination): Promise<ContentArea | undefined> {
  const { place } = destination;
  switch (place.kind) {
    case 'around':
      return { kind: 'circle', centre: place, radiusKm: place.radiusKm };
    case 'country':
      return { kind: 'country', country: place.country };
    case 'city': {
      const [city] = searchedCity(app.places, destination);
      const key = city && cityKey(supplier, city);
      const content = key && (await findCity(app.db, key));
      return content?.filledAt === undefined
        ? undefined
        : { kind: 'city', country: content.country, city: content.city };
    }
    case 'hotels':
    case 'supplier_place':
      return undefined;
    default:
      return place satisfies never;
  }
}
