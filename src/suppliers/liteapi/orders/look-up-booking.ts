import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { LookUpOutcome } from '../../ports/booking.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { findBooking } from './find-booking.ts';
import { keyOf, Ordered, type OrderTools } from './order-tools.ts';
import { isCancelled, settleBooking } from './settle-booking.ts';
import { accountOf, sayProven, voidIntent } from '../../common/order-attempt.ts';

/** Longest that a booking call may be under way after it began: our own limit of 130 s, with room. */
const CALL_MS_MAX = 5 * 60_000;
/** When a booking shows in look-ups is not documented: so long is waited for one that may exist. */
const VISIBILITY_LAG_MS = 6 * 3_600_000;
const UNCALLED = { kind: 'none', proof: 'the booking call was never made' } as const;

/**
 * Says what became of a reference: from our own row, then from the booking at LiteAPI. `none` only with proof: there is
 * no row, its call was never made (from now on it cannot be), an answer proved that nothing was sent, or nothing was
 * found for six hours (real time) after the call. What else is not found is `unknown`: an empty list proves nothing.
 */
export async function lookUpBooking(
  tools: OrderTools,
  reference: string,
  context: SupplierContext,
): Promise<LookUpOutcome> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row === undefined) return { kind: 'none', proof: 'no booking call was intended' };
  if (row.status === 'intended') return voidIntent(tools, row, UNCALLED.proof, UNCALLED);
  const { proof, reason } = row;
  if (proof !== undefined && (reason !== undefined || row.calls === 0)) return sayProven(row, proof);
  const account = await accountOf(tools, row);
  if (account === undefined) return { kind: 'unknown', detail: `the account ${row.accountId} is gone` };
  const found = await findBooking(tools, account, row, context);
  if (found.kind === 'found') {
    const ordered = Ordered.safeParse(row.ordered).data;
    if (ordered === undefined) return { kind: 'unknown', detail: 'what was booked cannot be read' };
    const outcome = await settleBooking(tools, row, { booking: found.booking, ordered }, context);
    return isCancelled(found.booking) ? { kind: 'cancelled' } : outcome;
  }
  // Proven to be nothing, and nothing has turned up since.
  if (proof !== undefined) return sayProven(row, proof);
  if (found.kind === 'unknown') return found;
  return row.orderId === undefined
    ? proveAbsent(tools, row)
    : { kind: 'unknown', detail: 'the booking is not visible yet' };
}

async function proveAbsent({ bookings, clock }: OrderTools, row: SupplierBooking): Promise<LookUpOutcome> {
  const provenFrom = (row.calledAt?.getTime() ?? Number.NaN) + CALL_MS_MAX + VISIBILITY_LAG_MS;
  // NaN compares as not reached.
  if (!(clock.now().getTime() >= provenFrom))
    return { kind: 'unknown', detail: 'no booking is visible, which proves nothing so far' };
  const proof = `no booking of ${row.offerId} is visible six hours after the call`;
  if (!(await bookings.settle(row, { proof }))) return { kind: 'unknown', detail: 'it changed meanwhile' };
  return { kind: 'none', proof };
}
