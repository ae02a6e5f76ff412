import type { ItemId } from '../../platform/ids.ts';
import type { ItemOutcome, Trip } from './trip.ts';

/** What fulfilment made of an item; undefined until it has ended. */
export function itemOutcome(trip: Pick<Trip, 'outcome'>, itemId: ItemId): ItemOutcome | undefined {
  return trip.outcome?.items.find((item) => item.itemId === itemId)?.status;
}
