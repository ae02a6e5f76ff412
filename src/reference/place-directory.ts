import type { Locale } from '../travel/locale.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import type { Airline, Airport } from '../travel/places.ts';
import type { Atlas } from './atlas.ts';
import { type OtherLocale, readAirportNames, readLocalNames, translateAirport } from './local-names.ts';

/** The places and airlines of an atlas without the simulator's numbers. `dir` is the bundle's folder. */
export function createDirectory(atlas: Atlas, dir: string): PlaceDirectory {
  const airports = atlas.airports.map(
    ({ iata, name, cityCode, cityName, country, latitude, longitude, zone, rank }): Airport => ({
      iata,
      name,
      cityCode,
      cityName,
      country,
      latitude,
      longitude,
      zone,
      rank,
    }),
  );
  const airlines = atlas.airlines.map(
    ({ code, name, country, isLowCost, alliance, ticketPrefix }): Airline => ({
      code,
      name,
      country,
      isLowCost,
      alliance,
      ticketPrefix,
    }),
  );
  const airportByCode = new Map(airports.map((airport) => [airport.iata, airport]));
  const airlineByCode = new Map(airlines.map((airline) => [airline.code, airline]));
  const translated = new Map<Locale, PlaceDirectory>();
  const directory: PlaceDirectory = {
    airport: (iata) => airportByCode.get(iata),
    city: (code) => atlas.cityByCode.get(code),
    airline: (code) => airlineByCode.get(code),
    country: (code) => atlas.countries.get(code),
    airports: () => airports,
    cities: () => atlas.cities,
    airlines: () => airlines,
    aircraftName: (iataType) => atlas.aircraft[atlas.aircraftByCode.get(iataType) ?? -1]?.name,
    inLanguage: (locale) =>
      locale === 'en' ? directory : remember(translated, locale, () => translate(directory, locale, dir)),
  };
  return directory;
}

/**
 * The places in another language. Its names are read at the first use, and each place is made when it is first asked
 * for.
 */
function translate(base: PlaceDirectory, locale: OtherLocale, dir: string): PlaceDirectory {
  const names = readLocalNames(dir, locale);
  const airportNames = readAirportNames(dir, locale);
  const regions = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  const airport = translating(base.airport, (known) => {
    // Newark lies in the city code of New York and is not called so.
    const isOfCity = known.cityName === (base.city(known.cityCode)?.name ?? known.cityName);
    const cityName = (isOfCity ? names.get(known.cityCode) : undefined) ?? known.cityName;
    return {
      ...known,
      cityName,
      name:
        airportNames.get(known.iata) ??
        translateAirport(known.name, { known: known.cityName, local: cityName }, locale),
    };
  });
  const city = translating(base.city, (known) => ({ ...known, name: names.get(known.code) ?? known.name }));
  const country = translating(base.country, (known) => {
    const name = isRegion(known.code) ? regions.of(known.code) : undefined;
    return { ...known, name: name ?? known.name };
  });
  return {
    ...base,
    airport,
    city,
    country,
    airports: lazily(() => base.airports().flatMap(({ iata }) => airport(iata) ?? [])),
    cities: lazily(() => base.cities().flatMap(({ code }) => city(code) ?? [])),
  };
}

/** Intl knows two-letter codes and throws at anything else. */
function isRegion(code: string): boolean {
  return /^[A-Z]{2}$/.test(code);
}

function translating<T>(
  find: (code: string) => T | undefined,
  change: (known: T) => T,
): (code: string) => T | undefined {
  const changed = new Map<string, T>();
  return (code) => {
    const known = find(code);
    return known === undefined ? undefined : remember(changed, code, () => change(known));
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function remember<K, T>(cache: Map<K, T>, key: K, make: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
