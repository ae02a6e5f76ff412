import type { App, Caller } from '../../context.ts';
import type { KeyedSupplier } from '../../suppliers/common/account.ts';
import type { FlightSupplier } from '../../suppliers/ports/flights.ts';
import { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { FlightQuery, FlightQuerySlice } from '../../travel/flight.ts';
import type { CityAirports } from '../model/discovery.ts';
import type { DatePair } from '../model/flight-search.ts';
import { type QueriedSupplier, type ObservedRoute, partyOf, placeKeyOf } from '../model/observed-fare.ts';
import type { ObservedReader } from './observed-fares.ts';

/** Suppliers reached with a key of their own; the record makes the compiler name one that is missing. */
const KEYED: Readonly<Record<KeyedSupplier, true>> = { duffel: true, liteapi: true };

/** The suppliers that publish no fares: what they sell is known by what searches have seen. */
export function unpublishedSuppliers({ flightSuppliers }: Pick<App, 'flightSuppliers'>): readonly FlightSupplier[] {
  return flightSuppliers.filter((supplier) => supplier.publishedCalendar === undefined);
}

/**
 * The reader of observed fares for a caller: which of these suppliers its organization sells through, and with whose
 * account. One it does not sell through is left out.
 */
export async function observedReader(
  app: Pick<App, 'flightSuppliers' | 'supplierAccounts'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  signal: AbortSignal | undefined,
): Promise<ObservedReader> {
  const queried = await Promise.all(
    unpublishedSuppliers(app).map(({ id }) => supplierForSale(app, organizationId, id)),
  );
  return { organizationId, suppliers: queried.filter((supplier) => supplier !== undefined), signal };
}

/** A supplier with the account an organization sells through; undefined where it does not, or its keys are unusable. */
export async function supplierForSale(
  app: Pick<App, 'supplierAccounts'>,
  organizationId: Caller['organizationId'],
  supplierId: string,
): Promise<QueriedSupplier | undefined> {
  if (!isKeyed(supplierId)) return { supplierId, accountId: '' };
  try {
    const account = await app.supplierAccounts.findForSale(supplierId, organizationId);
    return account && { supplierId, accountId: account.accountId };
  } catch (error) {
    if (!(error instanceof SupplierFailure)) throw error;
    return undefined;
  }
}

function isKeyed(supplierId: string): supplierId is KeyedSupplier {
  return Object.hasOwn(KEYED, supplierId);
}

/** For whom a fare is queried. */
export type QueriedParty = Pick<FlightQuery, 'passengers' | 'cabinClass'> & {
  readonly ages?: readonly number[] | undefined;
};

/** The route under which fares between two cities are stored. */
export function observedRoute(
  app: Pick<App, 'places'>,
  [origin, destination]: readonly [CityAirports, CityAirports],
  { passengers, ages, cabinClass }: QueriedParty,
): ObservedRoute {
  return {
    origin: observedPlace(app, origin),
    destination: observedPlace(app, destination),
    cabinClass,
    party: partyOf(passengers, ages),
  };
}

/** The name under which fares of a place are stored. */
export function observedPlace({ places }: Pick<App, 'places'>, city: CityAirports): string {
  return placeKeyOf(city, places.city(city.cityCode)?.airports ?? city.airports);
}

/** A search as a route and a date pair. */
export interface ObservedJourney {
  readonly cities: readonly [CityAirports, CityAirports];
  readonly dates: DatePair;
}

/**
 * The journey of a query. Undefined where one end names airports of several cities, or the way back is between others
 * than the way out: no discovery asks for that.
 */
export function observedJourney(
  app: Pick<App, 'places'>,
  { slices: [out, back, ...others] }: Pick<FlightQuery, 'slices'>,
): ObservedJourney | undefined {
  const origin = out && cityOf(app, out.origins);
  const destination = out && cityOf(app, out.destinations);
  if (origin === undefined || destination === undefined || others.length > 0) return undefined;
  if (back !== undefined && !isWayBack(out, back)) return undefined;
  return { cities: [origin, destination], dates: { departure: out?.date ?? '', return: back?.date } };
}

function isWayBack(out: FlightQuerySlice | undefined, back: FlightQuerySlice): boolean {
  return (
    out !== undefined &&
    out.origins.toSorted().join() === back.destinations.toSorted().join() &&
    out.destinations.toSorted().join() === back.origins.toSorted().join()
  );
}

function cityOf({ places }: Pick<App, 'places'>, airports: readonly string[]): CityAirports | undefined {
  const cities = new Set(airports.map((iata) => places.airport(iata)?.cityCode));
  const [cityCode] = cities;
  return cities.size === 1 && cityCode !== undefined ? { cityCode, airports } : undefined;
}
