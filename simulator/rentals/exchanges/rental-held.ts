import type { HeldRental, RentalExchangeParts } from './rental-exchange-parts.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import type { RentalWorld } from '../rental-world.ts';
import { scenarioOfCar } from '../scenario-cars.ts';
import { findPendingCancellation } from '../../order-book/cancellations-store.ts';
import { describeOrder } from '../../order-book/order-states.ts';
import { dueOfRental } from './rental-due.ts';
import { lookUpExchange } from './rental-exchange-orders.ts';
import { graceStart, isSameDue, type StockContext } from '../../order-book/order-book.ts';
import type { StockOrder } from '../../order-book/stock-order.ts';
import { findStockOrder } from '../../order-book/stock-store.ts';

const NOTHING_SOLD: ReadonlyMap<string, number> = new Map();

/** The booked rental if it can be exchanged now; else why it cannot, for the traveler. */
export async function findHeldRental(
  parts: RentalExchangeParts,
  reference: string,
  context: SupplierContext,
): Promise<HeldRental | { readonly reason: string }> {
  const order = await findStockOrder(parts.db, context.organizationId, 'rental', reference);
  const [offerKey] = order?.keys ?? [];
  if (!order || offerKey === undefined) return { reason: 'The rental company does not know this booking.' };
  const obstacle = await findObstacle(parts, { order, offerKey }, context);
  if (obstacle !== undefined) return { reason: obstacle };
  const stock = withoutOwn(await parts.orderBook.ask(context), order);
  const asSold = findAsSold(parts.rentals, order, { offerKey, stock });
  if (!asSold) return { reason: 'The rental company no longer offers changes of this rental.' };
  if (asSold.offer.pickUp.instant <= context.now) return { reason: 'The rental has begun.' };
  if (!asSold.offer.isRefundable) return { reason: 'A prepaid rate can be neither changed nor given back.' };
  // As it was sold: what an earlier exchange had forfeited is part of its terms.
  return {
    order,
    offerKey,
    stock,
    pricedAt: asSold.pricedAt,
    offer: { ...asSold.offer, cancellation: order.cancellations[0] ?? asSold.offer.cancellation },
  };
}

async function findObstacle(
  parts: RentalExchangeParts,
  { order, offerKey }: Pick<HeldRental, 'order' | 'offerKey'>,
  context: SupplierContext,
): Promise<string | undefined> {
  const state = describeOrder(order, context.now).kind;
  if (state === 'cancelled') return 'The rental has been cancelled.';
  if (state !== 'confirmed') return 'The rental company has not confirmed the rental yet.';
  const scenario = scenarioOfCar(offerKey);
  if (scenario === 'not_exchangeable') return 'The rental company does not exchange this rental.';
  if (scenario === 'busy' || (await hasExchangeOpen(parts, order, context)))
    return 'An exchange of this rental is already in progress.';
  return (await findPendingCancellation(parts.db, context.organizationId, order.reference))
    ? 'A cancellation of this rental is being decided.'
    : undefined;
}

async function hasExchangeOpen(
  parts: RentalExchangeParts,
  order: StockOrder,
  context: SupplierContext,
): Promise<boolean> {
  if (order.exchangedBy === undefined) return false;
  const names = { reference: order.reference, changeReference: order.exchangedBy };
  return (await lookUpExchange(parts, names, context)).kind === 'pending';
}

/** The cars of the order itself are free for its replacement. */
function withoutOwn(stock: StockContext, { uses }: StockOrder): StockContext {
  const sold = new Map(stock.sold);
  for (const { key, count } of uses) sold.set(key, Math.max(0, (sold.get(key) ?? 0) - count));
  return { ...stock, sold };
}

/**
 * The car at the price it was sold at, found again by the instant of the sale; at today's price where the world has
 * changed since.
 */
function findAsSold(
  rentals: RentalWorld,
  order: StockOrder,
  { offerKey, stock }: Pick<HeldRental, 'offerKey' | 'stock'>,
): Pick<HeldRental, 'offer' | 'pricedAt'> | undefined {
  const instants = order.exchange ? [order.exchange.pricedAt] : [order.bookedAt, graceStart(order.bookedAt)];
  for (const pricedAt of instants) {
    const offer = rentals.offer(offerKey, { now: pricedAt, sold: NOTHING_SOLD });
    if (offer && isSameDue(order, dueOfRental(offer, order.extras))) return { offer, pricedAt };
  }
  const offer = rentals.offer(offerKey, stock);
  return offer && { offer, pricedAt: stock.now };
}
