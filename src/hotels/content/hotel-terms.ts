import { foldPlaceName } from '../../places/place-names.ts';
import type { StayHotel } from '../../travel/stay.ts';
import type { CityKey } from './store-city.ts';

/** The terms of a text as they are compared; of hotel names, texts and towns alike. */
export function foldTerms(text: string): readonly string[] {
  return [...new Set(foldPlaceName(text).split(' '))].filter((word) => word !== '');
}

/** What a hotel is found by: the terms of its name and its town. */
export function termsOf({ name, cityName }: Pick<StayHotel, 'name' | 'cityName'>): string {
  return foldTerms(`${name} ${cityName}`).join(' ');
}

/** The key of a city by its name. */
export function cityKey(
  supplier: string,
  { country, name }: { readonly country: string; readonly name: string },
): CityKey {
  return { supplier, country, city: foldPlaceName(name) };
}
