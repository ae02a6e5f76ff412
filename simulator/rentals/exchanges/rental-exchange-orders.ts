import type { Tx } from '../../../src/platform/db/db.ts';
import { newId, type OrganizationId } from '../../../src/platform/ids.ts';
import { payNowOfRental } from '../../../src/travel/rental.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import type { ChangeNames, ExchangeOutcome } from '../../../src/suppliers/ports/servicing.ts';
import { scenarioOfCar } from '../scenario-cars.ts';
import type { RentalExchangeKey } from './rental-exchange-key.ts';
import type { HeldRental, RentalExchangeParts } from './rental-exchange-parts.ts';
import {
  carConfirmationNumber,
  gatherUses,
  onRequestMs,
  type StockExchange,
  type StockOrder,
} from '../../order-book/stock-order.ts';
import {
  addSoldStock,
  findStockOrder,
  findStockOrderForUpdate,
  freeSoldStock,
  insertStockOrder,
  noteExchange,
  type SoldStock,
} from '../../order-book/stock-store.ts';
import { markCancelled } from '../../order-book/store.ts';
import type { StatedExchangeOffer } from '../stated-rental.ts';

/** One rental that replaces another. */
export interface WantedExchange {
  readonly names: ChangeNames;
  readonly held: HeldRental;
  readonly wanted: StatedExchangeOffer;
  readonly key: RentalExchangeKey;
}

/** The scenario's exchange is confirmed after two hours, so that a test knows when. */
const SCENARIO_REQUEST_MS = 2 * 3_600_000;
const DECLINED = 'The rental company found no car before the rental was to begin.';

/** Another request took the car or changed the rental first: the transaction is rolled back. */
class TakenMeanwhile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TakenMeanwhile';
  }
}

/**
 * Takes the new car and, unless that is on request, frees the old one, in one commit. Until a request is confirmed the
 * old rental stands and both cars are taken.
 */
export async function makeExchange(
  parts: RentalExchangeParts,
  exchange: WantedExchange,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const { organizationId, now } = context;
  const order = writeOrder(parts, exchange, context);
  try {
    const { taken, freed } = await parts.db.transaction(async (tx) => {
      const counts = await takeCar(tx, parts, { exchange, order }, context);
      return {
        taken: counts,
        freed: order.untilConfirmed ? [] : await giveUp(tx, exchange.held.order, { organizationId, now }),
      };
    });
    parts.orderBook.note(organizationId, taken, 'taken');
    parts.orderBook.note(organizationId, freed, 'freed');
  } catch (error) {
    if (!(error instanceof TakenMeanwhile)) throw error;
    return { kind: 'refused', reason: error.message };
  }
  return toOutcome(order, now);
}

/** The outcome of an exchange. The look-up also settles a request that has been confirmed or declined by now. */
export async function lookUpExchange(
  parts: Pick<RentalExchangeParts, 'db' | 'orderBook'>,
  { changeReference }: ChangeNames,
  context: SupplierContext,
): Promise<ExchangeOutcome | { readonly kind: 'none' }> {
  const order = await findStockOrder(parts.db, context.organizationId, 'rental', changeReference);
  if (!order?.exchange) return { kind: 'none' };
  const outcome = toOutcome(order, context.now);
  if (order.untilConfirmed && outcome.kind !== 'pending') await endRequest(parts, order, context);
  return outcome;
}

function toOutcome(order: StockOrder, now: Date): ExchangeOutcome {
  const { orderId, confirmationNumber, total, confirmedAt } = order;
  if (order.untilConfirmed && now < confirmedAt) return { kind: 'pending', orderId };
  if (order.exchange?.isDeclined) return { kind: 'refused', reason: DECLINED };
  return { kind: 'exchanged', order: { orderId, confirmationNumber, tickets: [], total } };
}

/** Frees the old car of a confirmed request, the new one of a declined request; once. */
async function endRequest(
  { db, orderBook }: Pick<RentalExchangeParts, 'db' | 'orderBook'>,
  order: StockOrder,
  { organizationId, now }: SupplierContext,
): Promise<void> {
  const freed = await db.transaction(async (tx) => {
    const old = await findStockOrderForUpdate(tx, organizationId, 'rental', order.exchange?.of ?? '');
    const ended = order.exchange?.isDeclined ? order : old;
    return ended ? await giveUp(tx, ended, { organizationId, now }) : [];
  });
  orderBook.note(organizationId, freed, 'freed');
}

/** Locks the old order first, so that the second of two exchanges of one rental sees the first. */
async function takeCar(
  tx: Tx,
  parts: RentalExchangeParts,
  { exchange: { names, held, key }, order }: { readonly exchange: WantedExchange; readonly order: StockOrder },
  { organizationId, now }: SupplierContext,
): Promise<readonly SoldStock[]> {
  const old = await findStockOrderForUpdate(tx, organizationId, 'rental', names.reference);
  if (old?.status !== 'booked' || old.exchangedBy !== held.order.exchangedBy)
    throw new TakenMeanwhile('The rental has been changed by somebody else.');
  if (!(await insertStockOrder(tx, organizationId, order)))
    throw new TakenMeanwhile('The reference belongs to another booking.');
  await noteExchange(tx, organizationId, old.reference, order.reference);
  // The rows of both cars are locked in one order, so that two exchanges never wait for each other in a ring.
  const counted = await addSoldStock(
    tx,
    organizationId,
    'rental',
    gatherUses([...order.uses, ...old.uses.map((use) => ({ ...use, count: 0 }))]),
  );
  const sold = new Map(counted.map((count) => [count.key, count.sold]));
  for (const { key: stockKey, count } of [...order.uses, ...old.uses])
    sold.set(stockKey, Math.max(0, (sold.get(stockKey) ?? 0) - count));
  if (key.offerKey !== held.offerKey && !parts.rentals.offer(key.offerKey, { now, sold }))
    throw new TakenMeanwhile('unavailable: the car is gone');
  return counted;
}

async function giveUp(
  tx: Tx,
  { reference, uses }: StockOrder,
  { organizationId, now }: { readonly organizationId: OrganizationId; readonly now: Date },
): Promise<readonly SoldStock[]> {
  return (await markCancelled(tx, organizationId, reference, now))
    ? await freeSoldStock(tx, organizationId, 'rental', uses)
    : [];
}

function writeOrder(
  { rentals }: RentalExchangeParts,
  { names, held, wanted, key }: WantedExchange,
  { organizationId, now }: SupplierContext,
): StockOrder {
  const { rental, total, dueLater } = wanted;
  const uses = (rentals.carUses(key.offerKey) ?? []).map(({ key: stockKey, day, cars }) => ({
    key: stockKey,
    date: day,
    count: cars,
  }));
  const { isDeclined, ...confirmation } = confirmationOfExchange(held, wanted, {
    organizationId,
    reference: names.changeReference,
    now,
  });
  return {
    kind: 'rental',
    reference: names.changeReference,
    orderId: newId('supplierOrder'),
    status: 'booked',
    bookedAt: now,
    keys: [key.offerKey],
    extras: key.extras,
    uses: gatherUses(uses),
    total,
    dueLater,
    scenario: scenarioOfCar(key.offerKey),
    cancellations: [rental.cancellation],
    shares: [{ price: payNowOfRental(rental), paid: total }],
    endsAt: rental.dropOff.instant,
    confirmationNumber: carConfirmationNumber(organizationId, names.changeReference, rental.pickUp.country),
    ...confirmation,
    exchange: { of: names.reference, pricedAt: key.pricedAt, isDeclined },
  };
}

/**
 * A car on request is confirmed as long after the request as after a booking, but never later than the old or the new
 * rental begins: then it is declined.
 */
function confirmationOfExchange(
  { offer, offerKey }: HeldRental,
  { rental, isOnRequest }: StatedExchangeOffer,
  {
    organizationId,
    reference,
    now,
  }: { readonly organizationId: OrganizationId; readonly reference: string; readonly now: Date },
): Pick<StockOrder, 'confirmedAt' | 'untilConfirmed'> & Pick<StockExchange, 'isDeclined'> {
  if (!isOnRequest) return { confirmedAt: now, untilConfirmed: undefined, isDeclined: false };
  const isScenario = [offerKey, rental.offerKey].some((key) => scenarioOfCar(key) === 'on_request');
  const found = now.getTime() + (isScenario ? SCENARIO_REQUEST_MS : onRequestMs(organizationId, reference));
  const begins = Math.min(offer.pickUp.instant.getTime(), rental.pickUp.instant.getTime());
  return { confirmedAt: new Date(Math.min(found, begins)), untilConfirmed: 'pending', isDeclined: found > begins };
}
