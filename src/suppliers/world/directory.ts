import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { Airline, Airport } from '../../travel/places.ts';
import type { Atlas } from './atlas.ts';

/** The atlas as the rest of the service may see it: plain places, no engine indexes. */
export function createDirectory(atlas: Atlas): PlaceDirectory {
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
    ({ code, name, country, isLowCost, alliance }): Airline => ({ code, name, country, isLowCost, alliance }),
  );
  const airportByCode = new Map(airports.map((airport) => [airport.iata, airport]));
  const airlineByCode = new Map(airlines.map((airline) => [airline.code, airline]));
  return {
    airport: (iata) => airportByCode.get(iata),
    city: (code) => atlas.cityByCode.get(code),
    airline: (code) => airlineByCode.get(code),
    country: (code) => atlas.countries.get(code),
    airports: () => airports,
    cities: () => atlas.cities,
    airlines: () => airlines,
    aircraftName: (iataType) => atlas.aircraft[atlas.aircraftByCode.get(iataType) ?? -1]?.name,
  };
}
