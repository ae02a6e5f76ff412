import type { App } from '../context.ts';
import { askSeatMaps, withinDeadline } from './ask-seat-maps.ts';
import { type GoneItem, type PricedItem, type PricedItems, toPricedItem } from './model/priced-items.ts';
import type { Trip, TripItem } from './model/trip.ts';

/** A supplier has this long to re-price one item; well inside the lease of the checkout that waits for it. */
export const itemPriceTimeoutMs = 20_000;

/**
 * Asks every item's supplier for today's price, all at once and each with its own deadline. Call it outside any
 * transaction. Throws SupplierFailure when one of them fails or stays silent; a lost item is an answer.
 */
export async function priceItems(app: App, trip: Trip, now: Date, signal?: AbortSignal): Promise<PricedItems> {
  const answers = await Promise.all(trip.items.map((item) => priceItem(app, trip, item, { now, signal })));
  return {
    items: answers.filter((answer): answer is PricedItem => 'offer' in answer),
    gone: answers.filter((answer): answer is GoneItem => 'reason' in answer),
  };
}

async function priceItem(app: App, trip: Trip, item: TripItem, when: { readonly now: Date; readonly signal: AbortSignal | undefined }): Promise<PricedItem | GoneItem> {
  const supplier = app.flightSuppliers.find((candidate) => candidate.id === item.supplierId);
  if (!supplier) return { itemId: item.itemId, reason: 'Its supplier is no longer connected.' };
  const deadline = AbortSignal.timeout(itemPriceTimeoutMs);
  const signal = when.signal ? AbortSignal.any([when.signal, deadline]) : deadline;
  const asking = { organizationId: trip.organizationId, now: when.now, signal };
  const price = supplier.price({ offerKey: item.offerKey, fareKey: item.fareKey }, { ...asking, log: app.log });
  const [outcome, seatMaps] = await Promise.all([
    withinDeadline(price, signal, 'The supplier did not re-price the item in time.'),
    item.seats.length === 0 ? [] : askSeatMaps(app, item, asking),
  ]);
  if (outcome.kind === 'gone') return { itemId: item.itemId, reason: outcome.reason };
  return toPricedItem(item, { ...outcome.flight, seatMaps }, app.rates.rate(outcome.flight.fare.total.currency, item.price.currency));
}
