import pino, { type Logger } from 'pino';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { PaymentProcessor } from '../../../src/suppliers/ports/payments.ts';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { createSandboxPaymentProcessor } from '../../../simulator/payments/payments.ts';
import { openTestDatabase, type TestDatabase } from '../service/database.ts';
import { startService, type TestService, testWorld } from '../service/service.ts';

/** What a test changes about the suppliers of one service while it runs; everything else is the sandbox's own. */
export interface Script {
  flights: Partial<FlightSupplier>;
  processor: Partial<PaymentProcessor>;
  /** Added to real time. */
  clockSkewSeconds: number;
}

/** A service whose supplier and processor can be told to misbehave. */
export interface ScriptedService {
  readonly service: TestService;
  readonly script: Script;
  /** The well-behaved supplier and processor, to be called from a script. */
  readonly flights: FlightSupplier;
  readonly processor: PaymentProcessor;
  readonly db: TestDatabase;
  close(): Promise<void>;
}

/** Starts one. `isBookIdempotent: false` stands for a supplier that books twice when asked twice. */
export async function startScripted(options: {
  readonly isBookIdempotent: boolean;
  readonly log?: Logger;
}): Promise<ScriptedService> {
  const db = await openTestDatabase();
  const script: Script = { flights: {}, processor: {}, clockSkewSeconds: 0 };
  const clock: Clock = { now: () => new Date(systemClock.now().getTime() + script.clockSkewSeconds * 1000) };
  const flights = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  const processor = createSandboxPaymentProcessor(db);
  const service = await startService({
    db,
    clock,
    log: options.log ?? pino({ level: 'silent' }),
    flightSuppliers: [scriptFlights(flights, script, options.isBookIdempotent)],
    paymentProcessor: scriptProcessor(processor, script),
  });
  return {
    service,
    script,
    flights,
    processor,
    db,
    async close() {
      await service.close();
      await db.close();
    },
  };
}

function scriptFlights(real: FlightSupplier, script: Script, isBookIdempotent: boolean): FlightSupplier {
  return {
    id: real.id,
    name: real.name,
    isBookIdempotent,
    search: (...args) => (script.flights.search ?? real.search)(...args),
    getOffer: (...args) => (script.flights.getOffer ?? real.getOffer)(...args),
    price: (...args) => (script.flights.price ?? real.price)(...args),
    book: (...args) => (script.flights.book ?? real.book)(...args),
    lookUp: (...args) => (script.flights.lookUp ?? real.lookUp)(...args),
    cancel: (...args) => (script.flights.cancel ?? real.cancel)(...args),
    seatMaps: async (...args) => (await (script.flights.seatMaps ?? real.seatMaps)?.(...args)) ?? [],
  };
}

function scriptProcessor(real: PaymentProcessor, script: Script): PaymentProcessor {
  return {
    id: real.id,
    entry: real.entry,
    open: (...args) => (script.processor.open ?? real.open)(...args),
    submitCard: (...args) => (script.processor.submitCard ?? real.submitCard)(...args),
    submitSharedToken: (...args) => (script.processor.submitSharedToken ?? real.submitSharedToken)(...args),
    completeAction: (...args) => (script.processor.completeAction ?? real.completeAction)(...args),
    get: (...args) => (script.processor.get ?? real.get)(...args),
    capture: (...args) => (script.processor.capture ?? real.capture)(...args),
    release: (...args) => (script.processor.release ?? real.release)(...args),
    refund: (...args) => (script.processor.refund ?? real.refund)(...args),
  };
}
