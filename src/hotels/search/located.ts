import type { App } from '../../context.ts';
import type { FoundPlace } from '../../places/list-places.ts';
import type { StayTown } from '../../suppliers/ports/hotels.ts';
import { LAST_ZONE } from '../../travel/dates.ts';
import { withHotelZone } from '../../travel/geography/local-zone.ts';
import { zonesAround } from '../../travel/geography/zone-map.ts';
import type { StayHotel } from '../../travel/stay.ts';
import type { StayDestination } from '../model/stay-search.ts';
import { zonesOfCity, zonesOfCountry } from '../place-zones.ts';
import type { LookedUpTown } from './supplier-places.ts';

/** Around a point, unless set. */
const RADIUS_KM = 10;

type Places = Pick<App, 'places'>;
/** Where hotels are looked for, before it is known which form of the request said so. */
export type Located = Omit<StayDestination, 'form' | 'formsIgnored'>;

/** Nothing was read of a text. */
export const UNREAD = { matched: undefined, unmatched: undefined, isCorrected: false } as const;

/** A point with what lies around it. */
export function aroundPoint(
  point: { readonly latitude: number; readonly longitude: number },
  radiusKm: number | undefined,
): Located {
  return {
    kind: 'point',
    name: undefined,
    cityCode: undefined,
    countryCode: undefined,
    point,
    zones: zonesAround(point),
    ...UNREAD,
    place: { kind: 'around', ...point, radiusKm: radiusKm ?? RADIUS_KM },
  };
}

/** A country as a whole. */
export function inCountry(app: Places, countryCode: string, name: string | undefined): Located {
  return {
    kind: 'country',
    name: name ?? countryCode,
    cityCode: undefined,
    countryCode,
    point: undefined,
    zones: zonesOfCountry(app.places, countryCode),
    ...UNREAD,
    place: { kind: 'country', country: countryCode },
  };
}

/** A place of the directory as a place to sleep at: a city as such, an airport with what lies around it. */
export function atPlace(app: Places, place: FoundPlace, radiusKm: number | undefined): Located {
  const { kind, name, code, cityCode, countryCode, latitude, longitude } = place;
  if (kind === 'country') return inCountry(app, code, name);
  const point = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  if (kind === 'airport' && point !== undefined)
    return { ...aroundPoint(point, radiusKm), kind, name, cityCode, countryCode };
  return {
    kind: 'city',
    name,
    cityCode: cityCode ?? code,
    countryCode,
    point,
    zones: zonesOfCity(app.places, cityCode ?? code),
    ...UNREAD,
    place: { kind: 'city', cityCode: cityCode ?? code },
  };
}

/** A town that the directory does not have, from its centre. */
export function atTown({ name, country, latitude, longitude }: StayTown): Located {
  return { ...aroundPoint({ latitude, longitude }, undefined), kind: 'city', name, countryCode: country };
}

/** A town that a supplier has found: where it lies is not said, only in which country. */
export function atLookedUp({ places }: Places, { name, country, place }: LookedUpTown): Located {
  return {
    kind: 'city',
    name,
    cityCode: undefined,
    countryCode: country,
    point: undefined,
    zones: country === undefined ? [LAST_ZONE] : zonesOfCountry(places, country),
    ...UNREAD,
    place,
  };
}

/** Where it is not known, the zone in which a day ends last: no night is refused that may still be to come. */
export function zoneOf({ places }: Places, hotel: StayHotel): string {
  return withHotelZone(places, hotel).zone ?? LAST_ZONE;
}

/** Hotels that are named. */
export function atHotels(app: Places, hotels: readonly [StayHotel, ...StayHotel[]]): Located {
  const [first, ...others] = hotels;
  const isOne = others.length === 0;
  return {
    kind: 'hotels',
    name: isOne ? first.name : undefined,
    cityCode: isOne ? first.cityCode : undefined,
    countryCode: isOne ? first.country : undefined,
    point: undefined,
    zones: [zoneOf(app, first), ...others.map((hotel) => zoneOf(app, hotel))],
    ...UNREAD,
    place: { kind: 'hotels', hotelIds: hotels.map(({ hotelId }) => hotelId) },
  };
}
