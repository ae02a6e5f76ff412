import type { Clock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/db/db.ts';
import type { CarSupplier } from '../src/suppliers/ports/cars.ts';
import type { DemandBaseline } from '../src/suppliers/ports/demand.ts';
import type { ExchangeRates } from '../src/suppliers/ports/exchange-rates.ts';
import type { FlightSupplier } from '../src/suppliers/ports/flights.ts';
import type { HotelSupplier } from '../src/suppliers/ports/hotels.ts';
import type { PaymentProcessor } from '../src/suppliers/ports/payments.ts';
import type { PlaceDirectory } from '../src/travel/place-directory.ts';
import { createSandboxFlights } from './flights/flights.ts';
import { createSandboxPaymentProcessor } from './payments/payments.ts';
import { createSandboxCars } from './rentals/cars.ts';
import { createSandboxHotels } from './stays/hotels.ts';
import { loadWorld, type World } from './world.ts';

/** The seed of the built-in world: on one day every process shows the same flights and prices. */
const WORLD_SEED = 'bly';

/** Everything the sandbox sells, behind the ports of real suppliers, and the facts it is made from. */
export interface Simulator {
  /** The places of the bundle and the fictional ones of the scenarios. */
  readonly places: PlaceDirectory;
  readonly rates: ExchangeRates;
  readonly flights: FlightSupplier;
  readonly hotels: HotelSupplier;
  readonly cars: CarSupplier;
  readonly payments: PaymentProcessor;
  /** Synthetic demand under what callers search and book. */
  readonly demand: DemandBaseline;
}

/** What the simulator runs on. Its orders and payments are rows of `db`. */
export interface SimulatorParts {
  /** The folder of the bundle (BLY_WORLD_DIR). */
  readonly worldDir: string;
  /** A world that is loaded already, in place of that of `worldDir`: it is read-only and may be shared. */
  readonly world?: World | undefined;
  readonly db: Db;
  readonly clock: Clock;
}

/** Builds the simulator. Throws, with the file and line, when the bundle does not hold what it must. */
export function createSimulator({
  worldDir,
  world = loadWorld(worldDir, { seed: WORLD_SEED }),
  db,
  clock,
}: SimulatorParts): Simulator {
  return {
    places: world.places,
    rates: world.rates,
    flights: createSandboxFlights({ world, db, clock }),
    hotels: createSandboxHotels({ world, db, clock }),
    cars: createSandboxCars({ world, db, clock }),
    payments: createSandboxPaymentProcessor(db),
    demand: world.demand,
  };
}
