import type { App } from '../../context.ts';
import { callSupplier, type SupplierCall } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import type { SeatMap } from '../../travel/flight.ts';
import { withHotelZone, withRentalZones } from '../../travel/geography/local-zone.ts';
import { querySeatMaps } from '../read/query-seat-maps.ts';
import {
  type GoneItem,
  type PricedItem,
  type PricedItems,
  type SuppliedItem,
  toPricedItem,
} from '../model/items/priced-items.ts';
import { agreedFee, feeByRules, type ItemFee } from '../model/items/item-fee.ts';
import { originPriceOf } from '../model/items/product.ts';
import type { Product, Trip, TripItem } from '../model/trip.ts';

/** A supplier has this long to re-price one item; well inside the lease of the checkout that waits for it. */
const itemPriceTimeoutMs = 20_000;

/**
 * Asks every item's supplier for today's price, all at once and each with its own deadline. Call it outside any
 * transaction. Throws SupplierFailure when one of them fails or stays silent; a lost item is an answer. `fees`: those
 * that the organization's rules make today, or those of the quote that was paid.
 */
export async function priceItems(app: App, trip: Trip, now: Date, fees: 'today' | 'agreed'): Promise<PricedItems> {
  const { organizationId } = trip;
  const call: SupplierCall = { organizationId, now, purpose: 'booking', timeoutMs: itemPriceTimeoutMs };
  const feeOf = fees === 'agreed' ? agreedFee : feeByRules(await app.pricing.feesOf(organizationId), app.places);
  const answers = await Promise.all(trip.items.map((item) => priceItem(app, item, call, feeOf)));
  return {
    items: answers.filter((answer): answer is PricedItem => 'product' in answer),
    gone: answers.filter((answer): answer is GoneItem => 'reason' in answer),
  };
}

async function priceItem(app: App, item: TripItem, call: SupplierCall, feeOf: ItemFee): Promise<PricedItem | GoneItem> {
  const outcome = await priceProduct(app, item, call);
  if (outcome.kind === 'gone') return { itemId: item.itemId, reason: outcome.reason };
  const seatMaps = await findSeatMaps(app, item, outcome.product, call);
  const { currency } = originPriceOf(outcome.product);
  return toPricedItem(item, { ...outcome, seatMaps }, app.rates.selling(currency, item.price.currency), feeOf);
}

/** The seats of the flight as it was priced: under keys that are new, where it was found again. */
async function findSeatMaps(
  app: App,
  item: TripItem,
  product: Product,
  call: SupplierCall,
): Promise<readonly SeatMap[]> {
  if (item.kind !== 'flight' || product.kind !== 'flight' || item.seats.length === 0) return [];
  const { offerKey, fareKey } = product;
  return await querySeatMaps(app, { supplierId: item.supplierId, offerKey, fareKey }, call);
}

type Answer =
  | ({ readonly kind: 'priced' } & Omit<SuppliedItem, 'seatMaps'>)
  | { readonly kind: 'gone'; readonly reason: string };

const DISCONNECTED: Answer = { kind: 'gone', reason: 'Its supplier is no longer connected.' };

/** What the item's supplier would book it at now. */
async function priceProduct(app: App, item: TripItem, call: SupplierCall): Promise<Answer> {
  switch (item.kind) {
    case 'flight': {
      const { offerKey, fareKey, passengers } = item;
      const held = { offer: item.offer, fare: item.fare };
      const supplier = findSupplier(app, item);
      if (supplier === undefined) return DISCONNECTED;
      const answer = await callSupplier(app, call, (context) => supplier.price({ offerKey, fareKey }, context, held));
      if (answer.kind !== 'priced') return answer;
      const { offer, fare, expiresAt, ancillaryKeys } = answer.flight;
      const keys = { offerKey: offer.offerKey, fareKey: fare.fareKey };
      const product: Product = { kind: 'flight', ...keys, passengers, offer: { ...offer, fares: [fare] }, fare };
      return { kind: 'priced', product, expiresAt, ancillaryKeys };
    }
    case 'hotel': {
      const { rateKeys } = item;
      const supplier = findSupplier(app, item);
      if (supplier === undefined) return DISCONNECTED;
      const answer = await callSupplier(app, call, (context) => supplier.price(rateKeys, context));
      if (answer.kind !== 'priced') return answer;
      const zoned = { ...answer.stay, hotel: withHotelZone(app.places, answer.stay.hotel) };
      const stay = await app.stayFacts.complete(app, { ...call, supplierId: item.supplierId }, zoned);
      const product: Product = { kind: 'hotel', rateKeys: answer.rateKeys ?? rateKeys, stay };
      return { kind: 'priced', product, expiresAt: answer.expiresAt };
    }
    case 'car': {
      const { offerKey } = item;
      const supplier = findSupplier(app, item);
      if (supplier === undefined) return DISCONNECTED;
      const answer = await callSupplier(app, call, (context) => supplier.price(offerKey, context));
      if (answer.kind !== 'priced') return answer;
      const product: Product = {
        kind: 'car',
        offerKey: answer.offer.offerKey,
        rental: withRentalZones(app.places, answer.offer),
      };
      return { kind: 'priced', product, expiresAt: answer.expiresAt };
    }
    default:
      return item satisfies never;
  }
}
