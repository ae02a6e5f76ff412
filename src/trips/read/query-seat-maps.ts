import type { App } from '../../context.ts';
import { callSupplier, type SupplierCall } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import type { SeatMap } from '../../travel/flight.ts';

/** Names a flight and the fare its seats are priced at. */
export interface SeatKeys {
  readonly supplierId: string;
  readonly offerKey: string;
  readonly fareKey: string;
}

/**
 * The seats of a flight's segments at its fare's prices. A supplier that is no longer connected, or sells no seats, has
 * none. Throws SupplierFailure, also at the deadline of the call.
 */
export async function querySeatMaps(
  app: App,
  { supplierId, offerKey, fareKey }: SeatKeys,
  call: SupplierCall,
): Promise<readonly SeatMap[]> {
  const supplier = findSupplier(app, { kind: 'flight', supplierId });
  if (!supplier?.seatMaps) return [];
  return await callSupplier(
    app,
    call,
    async (context) => (await supplier.seatMaps?.({ offerKey, fareKey }, context)) ?? [],
  );
}
