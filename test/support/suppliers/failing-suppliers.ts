import type { CarSupplier } from '../../../src/suppliers/ports/cars.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { HotelSupplier } from '../../../src/suppliers/ports/hotels.ts';
import { type ServiceOptions, startService, type TestService } from '../service/service.ts';

/** What stands behind a service for one test: nothing where a kind is left out. */
export interface SupplierSet {
  readonly flights?: readonly FlightSupplier[];
  readonly hotels?: readonly HotelSupplier[];
  readonly cars?: readonly CarSupplier[];
}

/** A service that runs on while the suppliers behind it change from test to test. */
export interface ChangingService {
  /**
   * Puts these suppliers behind the service, in place of those before. Answers how to ask as an organization of its
   * own: what was kept of an answer is kept for one organization, so that no test is answered by what another one
   * asked.
   */
  put(suppliers: SupplierSet): Promise<Pick<TestService, 'call'>>;
  close(): Promise<void>;
}

/** Starts one with no supplier at all. */
export async function startChanging(options: Pick<ServiceOptions, 'clock'> = {}): Promise<ChangingService> {
  const flightSuppliers: FlightSupplier[] = [];
  const hotelSuppliers: HotelSupplier[] = [];
  const carSuppliers: CarSupplier[] = [];
  const service = await startService({ ...options, flightSuppliers, hotelSuppliers, carSuppliers });
  return {
    async put({ flights = [], hotels = [], cars = [] }) {
      flightSuppliers.splice(0, flightSuppliers.length, ...flights);
      hotelSuppliers.splice(0, hotelSuppliers.length, ...hotels);
      carSuppliers.splice(0, carSuppliers.length, ...cars);
      const { key } = await service.makeKey();
      return {
        call: (method, path, body, headers = {}) => service.call(method, path, body, { 'x-api-key': key, ...headers }),
      };
    },
    close: () => service.close(),
  };
}
