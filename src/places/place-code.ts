import * as z from 'zod';

/** What is wrong with a text that is no place code; `explainPlaceNames` finds by it where a name was sent. */
export const PLACE_CODE_PROBLEM = 'must be a three-letter code';
/** A code of a city, an airport or a country. */
export const PLACE_OR_COUNTRY_PROBLEM = 'must be a three-letter code, or a two-letter country code';

/** A place's IATA code, any case. */
export const PlaceCodeText = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, PLACE_CODE_PROBLEM);
/** A place's IATA code, or a country's ISO code, any case. */
export const PlaceOrCountryText = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2,3}$/, PLACE_OR_COUNTRY_PROBLEM);
