import type { Clock } from '../../src/platform/clock.ts';
import type { Handle } from '../../src/platform/db/db.ts';
import { soldSeatsKey } from '../cabins/inventory.ts';
import { createSoldInventory, type SoldInventory } from './sold-inventory.ts';
import { listSoldSeats, type SoldCount } from './store.ts';

/** Seats each organization has sold, by `soldSeatsKey`. */
export type SeatCounts = SoldInventory<SoldCount>;

/** Creates the cache. `clock` is real time: it ages entries. */
export function createSeatCounts({ db, clock }: { readonly db: Handle; readonly clock: Clock }): SeatCounts {
  return createSoldInventory({
    clock,
    keyOf: (count: SoldCount) => soldSeatsKey(count.flightNumber, count.departureDate, count.cabin),
    list: (organizationId, since) => listSoldSeats(db, organizationId, since),
  });
}
