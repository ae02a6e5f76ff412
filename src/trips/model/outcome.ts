import type { ItemId } from '../../platform/ids.ts';
import { endsAt } from './product.ts';
import type { ItemOutcome, Trip } from './trip.ts';

/** What fulfilment made of an item; undefined until it has ended. */
export function itemOutcome(trip: Pick<Trip, 'outcome'>, itemId: ItemId): ItemOutcome | undefined {
  return trip.outcome?.items.find((item) => item.itemId === itemId)?.status;
}

/** Whether the last of what was booked is over: the trip holds its own timetable, so no booking has to be read for that. */
export function hasTravelled(trip: Pick<Trip, 'status' | 'items' | 'outcome'>, now: Date): boolean {
  const booked = trip.items.filter((item) => itemOutcome(trip, item.itemId) === 'confirmed');
  return trip.status === 'fulfilled' && booked.length > 0 && booked.every((item) => endsAt(item) <= now);
}
