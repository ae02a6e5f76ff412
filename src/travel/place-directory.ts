import type { CarrierNames } from './flight.ts';
import type { Locale } from './locale.ts';
import type { Airline, Airport, City, Country } from './places.ts';

/** Look-ups over the loaded world's places. Codes are upper case; unknown codes answer `undefined`. */
export interface PlaceDirectory {
  airport(iata: string): Airport | undefined;
  city(code: string): City | undefined;
  airline(code: string): Airline | undefined;
  country(code: string): Country | undefined;
  airports(): readonly Airport[];
  cities(): readonly City[];
  airlines(): readonly Airline[];
  aircraftName(iataType: string): string | undefined;
  /** These places under their names in a language: always the same object for a language, and itself for `en`. */
  inLanguage(locale: Locale): PlaceDirectory;
}

/** The name of a carrier: the directory's, else the supplier's own, else its code. */
export function nameCarrier(places: PlaceDirectory, code: string, names?: CarrierNames): string {
  return places.airline(code)?.name ?? names?.[code] ?? code;
}
