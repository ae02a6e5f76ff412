import type { App } from '../../context.ts';
import { type SupplierContext, SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { SeatMap } from '../../travel/flight.ts';

/** Names the flight and fare whose seats are asked for. */
export interface SeatKeys {
  readonly supplierId: string;
  readonly offerKey: string;
  readonly fareKey: string;
}

/**
 * The seats of a flight's segments at its fare's prices. A supplier that is not connected any more, or sells no seats,
 * has none. Throws SupplierFailure, also when `signal` fires before the answer.
 */
export async function askSeatMaps(
  app: App,
  keys: SeatKeys,
  asking: Omit<SupplierContext, 'log'>,
): Promise<readonly SeatMap[]> {
  const supplier = app.flightSuppliers.find((candidate) => candidate.id === keys.supplierId);
  if (!supplier?.seatMaps) return [];
  const { offerKey, fareKey } = keys;
  const answer = supplier.seatMaps({ offerKey, fareKey }, { ...asking, log: app.log });
  return await withinDeadline(answer, asking.signal, 'The supplier did not show its seats in time.');
}

/**
 * An adapter that ignores its signal must hold nobody up: throws the `timeout` SupplierFailure once the signal fires.
 */
export async function withinDeadline<T>(answer: Promise<T>, signal: AbortSignal, message: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new SupplierFailure('timeout', message, { cause: signal.reason }));
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
