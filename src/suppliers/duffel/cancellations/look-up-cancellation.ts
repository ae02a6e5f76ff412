import type { TravelCredit } from '../../../travel/cancellation.ts';
import type { CancellationOutcome, ChangeNames } from '../../ports/servicing.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { alarm } from '../orders/order-tools.ts';
import { type CancellationTools, findConfirmed, readSoldOrder, type SoldOrder } from './cancellation-tools.ts';
import { describeCancellation } from './describe-cancellation.ts';
import { refundMade, toCredits } from './map-terms.ts';
import { readIssued } from './read-credits.ts';
import { findCancellation, moveCancellation, type SupplierCancellation } from './store.ts';
import type { CancellationQuote } from './wire-cancellations.ts';

/** Longest that a confirmation may be under way after it was sent: our own limit of 130 s, with room. */
const CALL_MS_MAX = 5 * 60_000;
/** What Duffel has accepted has been seen to show only after three hours; twice that is waited for. */
const VISIBILITY_LAG_MS = 6 * 3_600_000;

type LookUp = CancellationOutcome | { readonly kind: 'none' };

/**
 * Says what became of a cancellation: from our own row, then from the cancellations that Duffel lists for the order.
 * `none`: no confirmation was sent, or it is proven not to have been carried out (its call has ended, and Duffel lists
 * the order as standing).
 */
export async function lookUpCancellation(
  tools: CancellationTools,
  { reference, changeReference }: ChangeNames,
  context: SupplierContext,
): Promise<LookUp> {
  const row = await findCancellation(tools.db, { organizationId: context.organizationId, changeReference });
  if (row?.reference !== reference) return { kind: 'none' };
  if (row.status === 'cancelled') return describeCancellation(row);
  // Where Duffel was asked for nothing, it stands as if it had never been asked.
  if (row.status === 'refused') return row.proof === undefined ? { kind: 'none' } : describeCancellation(row);
  try {
    const sold = await readSoldOrder(tools, reference, context);
    if (sold === 'missing') return { kind: 'none' };
    return await lookUpStanding(tools, row, sold, context);
  } catch (failure) {
    if (failure instanceof SupplierFailure) return { kind: 'unknown', detail: failure.message };
    throw failure;
  }
}

async function lookUpStanding(
  tools: CancellationTools,
  row: SupplierCancellation,
  sold: SoldOrder,
  context: SupplierContext,
): Promise<LookUp> {
  if (row.status === 'intended' && sold.order.cancelled_at == null) return proveUnmade(tools, row);
  const confirmed = await findConfirmed(tools, sold, context);
  if (confirmed !== undefined) return settleCancelled(tools, row, { sold, confirmed }, context);
  if (sold.order.cancelled_at != null) return settleUnsaid(tools, row, context);
  const openUntil = (row.calledAt?.getTime() ?? 0) + (row.status === 'accepted' ? VISIBILITY_LAG_MS : CALL_MS_MAX);
  if (tools.clock.now().getTime() < openUntil) return describeCancellation(row);
  return proveUnmade(tools, row);
}

/** No confirmation was carried out; a process that meant to send one finds its attempt void. */
async function proveUnmade({ db }: CancellationTools, row: SupplierCancellation): Promise<LookUp> {
  const begun = await moveCancellation(db, row, { status: 'intended' });
  return begun === undefined ? { kind: 'unknown', detail: 'another process was faster' } : { kind: 'none' };
}

/** As the look-up, within a call that has just found its order to be cancelled. Asks for nothing to be done. */
export async function lookUpOpen(
  tools: CancellationTools,
  row: SupplierCancellation,
  sold: SoldOrder,
  context: SupplierContext,
): Promise<CancellationOutcome> {
  try {
    const confirmed = await findConfirmed(tools, sold, context);
    return confirmed === undefined
      ? await settleUnsaid(tools, row, context)
      : await settleCancelled(tools, row, { sold, confirmed }, context);
  } catch (failure) {
    if (failure instanceof SupplierFailure) return { kind: 'unknown', detail: failure.message };
    throw failure;
  }
}

/** The order is cancelled, and what came back is not said: the money is for people to look after. */
function settleUnsaid(
  tools: CancellationTools,
  row: SupplierCancellation,
  context: SupplierContext,
): Promise<CancellationOutcome> {
  const detail = 'it is cancelled, and Duffel does not say what came back';
  alarm(tools, context, { kind: 'refund_short', reference: row.reference, detail });
  return recordCancelled(tools, row, { refund: undefined, credits: [] });
}

interface ConfirmedOrder {
  readonly sold: SoldOrder;
  readonly confirmed: CancellationQuote;
  /** As it was quoted before; left out where another process quoted it. */
  readonly quoted?: CancellationQuote;
}

/** Records what a confirmed cancellation brought back, with the codes and days of its credits. */
export async function settleCancelled(
  tools: CancellationTools,
  row: SupplierCancellation,
  { sold, confirmed, quoted }: ConfirmedOrder,
  context: SupplierContext,
): Promise<CancellationOutcome> {
  const refund = refundMade(confirmed, sold.quoted);
  const promised = quoted && refundMade(quoted, sold.quoted);
  if (promised !== undefined && (refund?.value ?? 0) < promised.value)
    alarm(tools, context, {
      kind: 'refund_short',
      reference: row.reference,
      detail: `${confirmed.id} gives back ${confirmed.refund_amount} where ${quoted?.refund_amount} was quoted`,
    });
  const credits = await readIssued(tools, sold, toCredits(confirmed, sold.quoted), context);
  return recordCancelled(tools, row, { refund, credits });
}

interface BroughtBack {
  readonly refund: Extract<CancellationOutcome, { readonly kind: 'cancelled' }>['refund'];
  readonly credits: readonly TravelCredit[];
}

async function recordCancelled(
  { db }: CancellationTools,
  row: SupplierCancellation,
  brought: BroughtBack,
): Promise<CancellationOutcome> {
  const moved = await moveCancellation(db, row, { status: 'cancelled', ...brought });
  return moved === undefined ? { kind: 'unknown', detail: 'another process was faster' } : describeCancellation(moved);
}
