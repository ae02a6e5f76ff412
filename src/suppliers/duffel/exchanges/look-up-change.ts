import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { ChangeNames, ExchangeOutcome } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { flightsOf } from '../orders/map-orders.ts';
import { keyOf, readOrder } from '../orders/order-tools.ts';
import type { DuffelOrder } from '../orders/wire-orders.ts';
import { type Changed, outcomeOfChange, readChanged, readChangedOrder } from './changed-order.ts';
import { type ExchangeTools, readChange } from './exchange-tools.ts';
import { accountOf, voidIntent } from '../../common/order-attempt.ts';

/** Longest that a confirmation may be under way after it began: our own limit of 130 s, with room. */
const CALL_MS_MAX = 5 * 60_000;
/** What airlines did has been seen to be missing at Duffel for three hours; twice that is waited for. */
const VISIBILITY_LAG_MS = 6 * 3_600_000;
const NONE = { kind: 'none' } as const;
type Found = ExchangeOutcome | typeof NONE;

/**
 * Says what became of a confirmation: from our own row, then from the change at Duffel and the flights of its order.
 * `none` only with proof:
 * - there is no row, or its call was never made: from now on it cannot be, the row is settled
 * - an answer proved that nothing was sent
 * - the change stands unconfirmed, and its order as it was, six hours after both the call ended and the change expired
 */
export async function lookUpChange(
  tools: ExchangeTools,
  { changeReference }: ChangeNames,
  context: SupplierContext,
): Promise<Found> {
  const row = await tools.bookings.find(keyOf(changeReference, context));
  if (row === undefined) return NONE;
  if (row.status === 'intended') return voidIntent(tools, row, 'the confirmation was never sent', NONE);
  if (row.proof !== undefined) return row.reason === undefined ? NONE : { kind: 'refused', reason: row.reason };
  const [account, changed] = [await accountOf(tools, row), readChanged(row.ordered)];
  if (account === undefined || changed === undefined)
    return { kind: 'unknown', detail: `the account ${row.accountId} is gone, or what was changed cannot be read` };
  const named = { row, account, changed };
  return row.orderId === undefined ? findOutcome(tools, named, context) : readChangedOrder(tools, named, context);
}

interface NamedChange {
  readonly row: SupplierBooking;
  readonly account: SupplierAccount;
  readonly changed: Changed;
}

/** Change and order are two witnesses: one that says yes is enough. */
async function findOutcome(tools: ExchangeTools, named: NamedChange, context: SupplierContext): Promise<Found> {
  const { row, account, changed } = named;
  const [change, order] = await Promise.all([
    readChange(tools, account, changed.changeId, context),
    readOrder(tools, account, changed.orderId, context),
  ]);
  const isConfirmed = change.kind === 'done' && change.value.confirmed_at != null;
  const isInOrder = order.kind === 'done' && shows(order.value, changed);
  if (isConfirmed || isInOrder) {
    await tools.bookings.settle(row, { orderId: changed.orderId });
    return order.kind === 'done'
      ? outcomeOfChange(tools, named, order.value, context)
      : { kind: 'unknown', detail: 'the changed order could not be read' };
  }
  if (change.kind !== 'done' || order.kind !== 'done')
    return { kind: 'unknown', detail: 'Duffel does not say what became of the change' };
  return proveUnmade(tools, row, changed);
}

/** Whether an order has the flights of a change, or names the change among those that were made. */
function shows(order: DuffelOrder, { changeId, flights }: Changed): boolean {
  const isNamed = (order.changes ?? []).some((change) => isMadeChange(change) && change.id === changeId);
  return isNamed || flightsOf(order.slices).join() === flights.join();
}

function isMadeChange(value: unknown): value is { readonly id: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'confirmed_at' in value &&
    typeof value.confirmed_at === 'string'
  );
}

async function proveUnmade({ bookings, clock }: ExchangeTools, row: SupplierBooking, changed: Changed): Promise<Found> {
  const callEnd = row.calledAt === undefined ? Number.NaN : row.calledAt.getTime() + CALL_MS_MAX;
  const provenFrom = Math.max(callEnd, Date.parse(changed.offerExpiresAt)) + VISIBILITY_LAG_MS;
  // NaN compares as not reached.
  if (!(clock.now().getTime() >= provenFrom))
    return { kind: 'unknown', detail: 'the change is not confirmed, which proves nothing so far' };
  const proof = `${changed.changeId} is not confirmed six hours after it expired`;
  return (await bookings.settle(row, { proof })) ? NONE : { kind: 'unknown', detail: 'it changed meanwhile' };
}
