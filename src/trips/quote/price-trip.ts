import type { App } from '../../context.ts';
import type { SupplierContext } from '../../suppliers/ports/supplier.ts';
import { askSeatMaps, withinDeadline } from '../read/query-seat-maps.ts';
import { type GoneItem, type PricedItem, type PricedItems, toPricedItem } from '../model/items/priced-items.ts';
import { originPriceOf } from '../model/items/product.ts';
import type { Product, Trip, TripItem } from '../model/trip.ts';

/** A supplier has this long to re-price one item; well inside the lease of the checkout that waits for it. */
export const itemPriceTimeoutMs = 20_000;

/**
 * Asks every item's supplier for today's price, all at once and each with its own deadline. Call it outside any
 * transaction. Throws SupplierFailure when one of them fails or stays silent; a lost item is an answer.
 */
export async function priceItems(app: App, trip: Trip, now: Date, signal?: AbortSignal): Promise<PricedItems> {
  const answers = await Promise.all(trip.items.map((item) => priceItem(app, trip, item, { now, signal })));
  return {
    items: answers.filter((answer): answer is PricedItem => 'product' in answer),
    gone: answers.filter((answer): answer is GoneItem => 'reason' in answer),
  };
}

async function priceItem(
  app: App,
  trip: Trip,
  item: TripItem,
  when: { readonly now: Date; readonly signal: AbortSignal | undefined },
): Promise<PricedItem | GoneItem> {
  const deadline = AbortSignal.timeout(itemPriceTimeoutMs);
  const signal = when.signal ? AbortSignal.any([when.signal, deadline]) : deadline;
  const asking = { organizationId: trip.organizationId, now: when.now, signal };
  const price = priceProduct(app, item, { ...asking, log: app.log });
  const [outcome, seatMaps] = await Promise.all([
    withinDeadline(price, signal, 'The supplier did not re-price the item in time.'),
    item.kind !== 'flight' || item.seats.length === 0 ? [] : askSeatMaps(app, item, asking),
  ]);
  if (outcome.kind === 'gone') return { itemId: item.itemId, reason: outcome.reason };
  const { product } = outcome;
  return toPricedItem(
    item,
    { product, seatMaps },
    app.rates.rate(originPriceOf(product).currency, item.price.currency),
  );
}

type Answer =
  | { readonly kind: 'priced'; readonly product: Product }
  | { readonly kind: 'gone'; readonly reason: string };

const DISCONNECTED: Answer = { kind: 'gone', reason: 'Its supplier is no longer connected.' };

/** What the item's supplier would book it at now. */
async function priceProduct(app: App, item: TripItem, context: SupplierContext): Promise<Answer> {
  switch (item.kind) {
    case 'flight': {
      const { offerKey, fareKey, passengers } = item;
      const answer = await findById(app.flightSuppliers, item)?.price({ offerKey, fareKey }, context);
      if (answer?.kind !== 'priced') return answer ?? DISCONNECTED;
      const { offer, fare } = answer.flight;
      return {
        kind: 'priced',
        product: { kind: 'flight', offerKey, fareKey, passengers, offer: { ...offer, fares: [fare] }, fare },
      };
    }
    case 'hotel': {
      const { rateKeys } = item;
      const answer = await findById(app.hotelSuppliers, item)?.price(rateKeys, context);
      return answer?.kind === 'priced'
        ? { kind: 'priced', product: { kind: 'hotel', rateKeys, stay: answer.stay } }
        : (answer ?? DISCONNECTED);
    }
    case 'car': {
      const { offerKey } = item;
      const answer = await findById(app.carSuppliers, item)?.price(offerKey, context);
      return answer?.kind === 'priced'
        ? { kind: 'priced', product: { kind: 'car', offerKey, rental: answer.offer } }
        : (answer ?? DISCONNECTED);
    }
    default:
      return item satisfies never;
  }
}

/** The item's supplier, if it is still connected. */
export function findById<S extends { readonly id: string }>(
  suppliers: readonly S[],
  { supplierId }: { readonly supplierId: string },
): S | undefined {
  return suppliers.find((supplier) => supplier.id === supplierId);
}
