import type { App } from '../context.ts';
import type { Handle, ReadHandle } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { Money } from '../travel/money.ts';
import type { ProcessorAnswer } from '../suppliers/ports/payments.ts';
import type { Payment } from './model/payment.ts';
import type { RefundStatus } from './model/payment-states.ts';
import { askProcessor } from './processor.ts';
import { listRefundsByTrip } from './store-refunds.ts';
import { listByTrips, listPaymentsAfter } from './store.ts';

export { refusedRefunds, refusedRefundsOf } from './store-refused.ts';

/** Payments of the whole installation, a page at a time in the order of their keys: for reconcile alone. */
export async function listAllPayments(
  h: ReadHandle,
  after: { readonly organizationId: string; readonly paymentId: string },
  limit: number,
): Promise<readonly Payment[]> {
  return listPaymentsAfter(h, after, limit);
}

/** Every payment made or tried for these trips. */
export async function listPaymentsOfTrips(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly Payment[]> {
  return tripIds.length === 0 ? [] : listByTrips(h, organizationId, tripIds);
}

/** Money that goes back, or has gone back, of what was paid for a trip. */
export interface TripRefunded {
  readonly reference: string;
  readonly amount: Money;
  readonly status: RefundStatus;
  readonly at: Date;
}

/** Every refund of a trip, in the order they were asked for. */
export async function listRefundsOfTrip(
  h: Handle,
  organizationId: OrganizationId,
  tripId: string,
): Promise<readonly TripRefunded[]> {
  return listRefundsByTrip(h, organizationId, tripId);
}

/** What the processor itself says of a payment; undefined for one it has never heard of. */
export async function askAboutPayment(app: App, payment: Payment): Promise<ProcessorAnswer | undefined> {
  const isKnown = payment.processorRef !== undefined && payment.amount.value > 0 && app.paymentProcessor !== undefined;
  return isKnown ? askProcessor(app, payment) : undefined;
}
