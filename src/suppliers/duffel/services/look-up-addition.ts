import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { AddServicesOutcome } from '../../ports/added-services.ts';
import type { ChangeNames } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { readOrdered, toSupplierOrder } from '../orders/map-orders.ts';
import { alarm, keyOf, type OrderTools } from '../orders/order-tools.ts';
import { findAdditions } from './find-additions.ts';
import { additionName } from './addition-name.ts';
import { readServicedOrder } from './list-order-services.ts';
import { readAddition, type ServicedOrder } from './wire-services.ts';
import { accountOf, voidIntent } from '../../common/order-attempt.ts';

/** Longest that a call may be under way after it began: our own limit of 130 s, with room. */
const CALL_MS_MAX = 5 * 60_000;
/** What airlines did has been seen to be missing at Duffel for three hours; twice that is waited for. */
const VISIBILITY_LAG_MS = 6 * 3_600_000;
const NONE = { kind: 'none' } as const;
type Found = AddServicesOutcome | typeof NONE;
const unknown = (detail: string): Found => ({ kind: 'unknown', detail });

/**
 * Says what became of an order of services: from our own row, then from the services of the order at Duffel. `none`
 * only with proof:
 * - there is no row, or its call was never made: from now on it cannot be, the row is settled
 * - an answer proved that nothing was sent
 * - six hours after the call ended the order has just the services and the total it had before
 */
export async function lookUpAddition(
  tools: OrderTools,
  { reference, changeReference }: ChangeNames,
  context: SupplierContext,
): Promise<Found> {
  const row = await tools.bookings.find(keyOf(changeReference, context));
  if (row === undefined) return NONE;
  if (row.status === 'intended') return voidIntent(tools, row, 'no services were ordered', NONE);
  if (row.proof !== undefined) return row.reason === undefined ? NONE : { kind: 'refused', reason: row.reason };
  const [account, addition] = [await accountOf(tools, row), readAddition(row.ordered)];
  const sold = await tools.bookings.find(keyOf(reference, context));
  if (account === undefined || addition === undefined || sold === undefined)
    return unknown(`the account ${row.accountId} is gone, or what was ordered cannot be read`);
  const order = await readServicedOrder(tools, account, addition.orderId, context);
  if (order.kind !== 'done') return unknown('Duffel does not say what the order has');
  // What was seen once stays seen, whatever the order becomes later.
  if (row.orderId !== undefined) return outcomeOfAddition(sold, order.value);
  const shown = findAdditions(order.value, addition);
  switch (shown) {
    case 'all':
      await tools.bookings.settle(row, { orderId: additionName(addition) });
      return outcomeOfAddition(sold, order.value);
    case 'none':
      return proveUnmade(tools, row);
    case 'unclear': {
      const detail = `${addition.orderId} is neither as it was nor has all that was ordered`;
      alarm(tools, context, { kind: 'other_services', reference: changeReference, detail });
      return unknown(detail);
    }
    default:
      return shown satisfies never;
  }
}

/** The order with what was added, as the port knows it. `sold`: the row of its sale, or of its last exchange. */
export function outcomeOfAddition(
  { ordered }: Pick<SupplierBooking, 'ordered'>,
  order: ServicedOrder,
): AddServicesOutcome {
  const read = readOrdered(ordered);
  const made = read && toSupplierOrder(order, read);
  return made ? { kind: 'added', order: made } : { kind: 'unknown', detail: `${order.id} has no readable total` };
}

async function proveUnmade({ bookings, clock }: OrderTools, row: SupplierBooking): Promise<Found> {
  const callEnd = row.calledAt === undefined ? Number.NaN : row.calledAt.getTime() + CALL_MS_MAX;
  // NaN compares as not reached.
  if (!(clock.now().getTime() >= callEnd + VISIBILITY_LAG_MS))
    return unknown('the order is as it was, which proves nothing so far');
  const proof = 'the order is as it was six hours after the call';
  return (await bookings.settle(row, { proof })) ? NONE : unknown('it changed meanwhile');
}
