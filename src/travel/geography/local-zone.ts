import { distanceKm, type Point } from './distance.ts';
import { instantOfLocal } from '../dates.ts';
import type { PlaceDirectory } from '../place-directory.ts';
import type { RentalOffer, RentalStop } from '../rental.ts';
import type { StayHotel } from '../stay.ts';
import { certainZone } from './zone-map.ts';

/** Airports as near as this share the clock of a place, where they agree on it. */
const NEAR_KM = 100;

/** What is known of a place whose zone is not stated. */
export interface LocatedPlace extends Point {
  readonly country: string;
  readonly cityCode?: string | undefined;
}

/**
 * The zone of a place whose supplier states none: that of its city's airports, else that of the airports of its country
 * within 100 km, where they agree; else what the map says of its coordinates where no border is near. Undefined where
 * neither knows: a zone is never guessed.
 */
export function findZone(places: PlaceDirectory, place: LocatedPlace): string | undefined {
  const ofCity = (places.city(place.cityCode ?? '')?.airports ?? []).flatMap((code) => places.airport(code) ?? []);
  const near =
    ofCity.length > 0
      ? ofCity
      : places
          .airports()
          .filter((airport) => airport.country === place.country && distanceKm(place, airport) <= NEAR_KM);
  return agreedZone(near) ?? certainZone(place);
}

/** The hotel with the zone of its place, where its supplier states none. */
export function withHotelZone(places: PlaceDirectory, hotel: StayHotel): StayHotel {
  return hotel.zone === undefined ? { ...hotel, zone: findZone(places, hotel) } : hotel;
}

/** The rental with the zones the directory knows, and the instants in them, where its supplier states none. */
export function withRentalZones(places: PlaceDirectory, rental: RentalOffer): RentalOffer {
  const { pickUp, dropOff } = rental;
  if (pickUp.instant !== undefined && dropOff.instant !== undefined) return rental;
  return { ...rental, pickUp: withStopZone(places, pickUp), dropOff: withStopZone(places, dropOff) };
}

function withStopZone(places: PlaceDirectory, stop: RentalStop): RentalStop {
  const zone = stop.zone ?? places.airport(stop.airport ?? '')?.zone ?? findZone(places, stop);
  return { ...stop, zone, instant: stop.instant ?? (zone === undefined ? undefined : instantOfLocal(stop.at, zone)) };
}

function agreedZone(airports: readonly { readonly zone: string }[]): string | undefined {
  const zones = new Set(airports.map(({ zone }) => zone));
  const [zone] = zones;
  return zones.size === 1 ? zone : undefined;
}
