import { penaltyAt } from '../../../travel/cancellation.ts';
import { subtractMoney } from '../../../travel/money.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { CancelOutcome } from '../../ports/booking.ts';
import type { CancellationOutcome, CancellationQuote, CancellationService } from '../../ports/servicing.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { type Cancelled, isFreeWithTimeToSpare, judgeCancelled, readTerms } from './cancel-terms.ts';
import { findBooking } from './find-booking.ts';
import { isFaultWithin } from '../replies.ts';
import { alarm, keyOf, type OrderTools } from './order-tools.ts';
import { isCancelled } from './settle-booking.ts';
import { type WireBooking, WireCancellation } from './wire-bookings.ts';
import { accountOf } from '../../common/order-attempt.ts';

const COSTS = 'It cannot be undone free of charge.';
const UNKNOWN_HERE = 'There is no booking with this reference.';
const UNKNOWN_TERMS = 'The property has not stated what cancelling costs: it has to be asked.';
const CHARGED = 'The property charged for the cancellation what its terms do not say: it is asked to give it back.';
const TIMEOUT_SECONDS = 60;

/**
 * Undoes a booking only where its terms say that it costs nothing, with an hour to spare: LiteAPI cancels in one step,
 * at whatever cost. Idempotent: a booking that is cancelled already answers what came back. Charges that the terms do
 * not name are an alarm, and never called undone.
 */
export async function undoBooking(
  tools: OrderTools,
  reference: string,
  context: SupplierContext,
): Promise<CancelOutcome> {
  const found = await readBooking(tools, reference, context);
  if (found.kind !== 'found') return found;
  const { row, booking } = found;
  const terms = readTerms(booking, row.total, context.now);
  if (!isCancelled(booking) && !isFreeWithTimeToSpare(terms, context.now, row.total.currency))
    return { kind: 'refused', reason: COSTS };
  const outcome = await cancelOnce(tools, found, context);
  if (outcome.kind !== 'returned')
    return outcome.kind === 'refused' ? outcome : { kind: 'unknown', detail: outcome.detail };
  if (outcome.refund.value === row.total.value) return { kind: 'cancelled', refund: outcome.refund };
  const detail = `${booking.bookingId} was cancelled at a price`;
  alarm(tools, context, { kind: 'charges', reference, detail });
  return { kind: 'unknown', detail };
}

/** Giving up a stay at the price its terms ask for. */
export function createCancellations(tools: OrderTools): CancellationService {
  return {
    quote: (reference, context) => quoteCancellation(tools, reference, context),
    cancel: async ({ reference, penaltyMax }, context) => {
      const found = await readBooking(tools, reference, context);
      if (found.kind !== 'found') return found;
      if (!isCancelled(found.booking)) {
        const penalty = penaltyNow(found, context.now);
        if (penalty === undefined || penalty.value > penaltyMax.value)
          return { kind: 'refused', reason: 'It has become dearer to cancel.' };
      }
      return toOutcome(await cancelOnce(tools, found, context));
    },
    lookUp: async ({ reference }, context) => {
      const found = await readBooking(tools, reference, context);
      if (found.kind === 'unknown') return found;
      if (found.kind === 'refused' || !isCancelled(found.booking)) return { kind: 'none' };
      return toOutcome(judge(tools, found, context));
    },
  };
}

async function quoteCancellation(
  tools: OrderTools,
  reference: string,
  context: SupplierContext,
): Promise<CancellationQuote> {
  const found = await readBooking(tools, reference, context);
  if (found.kind === 'unknown') throw new SupplierFailure('unavailable', `LiteAPI: ${found.detail}`);
  if (found.kind === 'refused') return found;
  if (isCancelled(found.booking)) return { kind: 'refused', reason: 'It is cancelled already.' };
  const penalty = penaltyNow(found, context.now);
  if (penalty === undefined) return { kind: 'refused', reason: UNKNOWN_TERMS };
  const refund = subtractMoney(found.row.total, penalty);
  return { kind: 'quoted', terms: { refund, penalty, support: 'automatic', manualReason: undefined } };
}

interface FoundForCancel {
  readonly kind: 'found';
  readonly row: SupplierBooking;
  readonly account: SupplierAccount;
  readonly booking: WireBooking;
}

/** The booking of a reference as it is now. */
async function readBooking(
  tools: OrderTools,
  reference: string,
  context: SupplierContext,
): Promise<FoundForCancel | Extract<CancelOutcome, { kind: 'refused' | 'unknown' }>> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row === undefined || row.status === 'intended' || row.proof !== undefined)
    return { kind: 'refused', reason: UNKNOWN_HERE };
  const account = await accountOf(tools, row);
  if (account === undefined) return { kind: 'unknown', detail: `the account ${row.accountId} is gone` };
  const found = await findBooking(tools, account, row, context);
  if (found.kind === 'found') return { kind: 'found', row, account, booking: found.booking };
  return { kind: 'unknown', detail: found.kind === 'unknown' ? found.detail : 'no booking is visible' };
}

function penaltyNow({ booking, row }: FoundForCancel, now: Date) {
  const { paid } = readTerms(booking, row.total, now);
  return penaltyAt(paid, now, row.total.currency);
}

type CancelledOnce = Cancelled | Extract<CancelOutcome, { kind: 'refused' | 'unknown' }>;

/** The one-step call, unless it was made before. An answer that is no yes is settled by reading the booking again. */
async function cancelOnce(tools: OrderTools, found: FoundForCancel, context: SupplierContext): Promise<CancelledOnce> {
  const { account, row, booking } = found;
  if (isCancelled(booking)) return judge(tools, found, context);
  const reply = await tools.client.request(account, context, {
    host: 'book',
    method: 'PUT',
    path: `/bookings/${encodeURIComponent(booking.bookingId)}?timeout=${TIMEOUT_SECONDS}`,
    read: (data) => WireCancellation.safeParse(data).data,
  });
  if (reply.kind === 'done' && isCancelled(reply.value)) return judge(tools, found, context, reply.value);
  const again = await findBooking(tools, account, { ...row, orderId: booking.bookingId }, context);
  if (again.kind !== 'found') return { kind: 'unknown', detail: 'the answer to the cancellation is not known' };
  if (isCancelled(again.booking)) return judge(tools, { ...found, booking: again.booking }, context);
  return reply.kind === 'error' && !isFaultWithin(reply)
    ? { kind: 'refused', reason: `It cannot be cancelled (${reply.proof}).` }
    : { kind: 'unknown', detail: 'the answer to the cancellation is not known' };
}

function judge(
  tools: OrderTools,
  { row, booking }: FoundForCancel,
  context: SupplierContext,
  answer?: WireCancellation,
): Cancelled {
  const cancelledAt = new Date(booking.cancelledAt ?? Number.NaN);
  const at = Number.isNaN(cancelledAt.getTime()) ? context.now : cancelledAt;
  const cancelled = judgeCancelled(booking, row.total, { at, answer });
  if (cancelled.kind === 'charged')
    alarm(tools, context, { kind: 'charges', reference: row.reference, detail: cancelled.detail });
  return cancelled;
}

/** Charges beyond what was said are a case for people: what was paid stays held until they decide. */
function toOutcome(cancelled: CancelledOnce): CancellationOutcome {
  switch (cancelled.kind) {
    case 'returned':
      return { kind: 'cancelled', refund: cancelled.refund };
    case 'charged':
      return { kind: 'pending', isManual: true, reason: CHARGED, charged: { refund: cancelled.refund } };
    case 'refused':
    case 'unknown':
      return cancelled;
    default:
      return cancelled satisfies never;
  }
}
