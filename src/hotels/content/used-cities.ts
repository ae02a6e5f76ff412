import type { App } from '../../context.ts';
import { isAnswered } from '../../suppliers/calls/query-suppliers.ts';
import type { SearchReply } from '../../suppliers/calls/search-suppliers.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import type { HotelOffer, StayHotel } from '../../travel/stay.ts';
import type { StayDestination } from '../model/stay-search.ts';
import type { UsedCity } from './note-cities.ts';

/** Cities beside the one searched for: a circle around a point touches several. */
const NAMED_BY_HOTELS_MAX = 3;

type Named = Omit<UsedCity, 'supplier'>;

/**
 * The cities whose hotels a search is about, for each supplier whose hotels are stored: the city searched for, and
 * those that most of the answered hotels say they lie in.
 */
export function usedCities(
  { places }: Pick<App, 'places'>,
  destination: StayDestination,
  replies: readonly SearchReply<HotelSupplier, HotelOffer>[],
): readonly UsedCity[] {
  return replies.flatMap(({ supplier, found, status }) => {
    if (supplier.content === undefined || !isAnswered(status)) return [];
    const hotels = found.flatMap(({ offers }) => offers.map(({ hotel }) => hotel));
    const named = [...searchedCity(places, destination), ...citiesOf(hotels)];
    const unique = new Map(named.map((city) => [`${city.country} ${city.name}`, city]));
    return [...unique.values()].map((city) => ({ supplier: supplier.id, ...city }));
  });
}

/** As suppliers are asked for it: the directory's name of a city, the supplier's own of a town that only it knows. */
export function searchedCity(places: App['places'], destination: StayDestination): readonly Named[] {
  const { kind, place, name, countryCode } = destination;
  if (place.kind === 'city') {
    const city = places.city(place.cityCode);
    return city === undefined ? [] : [{ country: city.country, name: city.name }];
  }
  return kind === 'city' && name !== undefined && countryCode !== undefined ? [{ country: countryCode, name }] : [];
}

function citiesOf(hotels: readonly StayHotel[]): readonly Named[] {
  const groups = Map.groupBy(hotels, ({ country, cityName }) => `${country} ${cityName}`);
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, NAMED_BY_HOTELS_MAX)
    .flatMap(([hotel]) => (hotel === undefined ? [] : [{ country: hotel.country, name: hotel.cityName }]));
}
