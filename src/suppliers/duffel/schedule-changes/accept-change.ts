import type { AcceptanceOutcome } from '../../ports/servicing.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import type { DuffelReply } from '../replies.ts';
import { keyOf } from '../orders/order-tools.ts';
import { readAs } from '../orders/wire-orders.ts';
import { judgeAcceptance } from './acceptance.ts';
import { readChanges } from './find-change.ts';
import type { ScheduleTools } from './schedule-tools.ts';
import { AirlineChange } from './wire-changes.ts';
import { accountOf } from '../../common/order-attempt.ts';

/**
 * Takes a change, once. Duffel takes only the newest, and that once: an acceptance that was made before answers that it
 * is stale, and the order says which of the two it is. What no answer proves is unknown, for the caller to look up.
 */
export async function acceptAirlineChange(
  tools: ScheduleTools,
  { reference, changeId }: { readonly reference: string; readonly changeId: string },
  context: SupplierContext,
): Promise<AcceptanceOutcome> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row?.orderId === undefined) return { kind: 'gone' };
  const account = await accountOf(tools, row);
  if (account === undefined)
    return {
      kind: 'unsent',
      failure: new SupplierFailure('unavailable', `The account ${row.accountId} at Duffel is gone.`),
    };
  const path = `/air/airline_initiated_changes/${encodeURIComponent(changeId)}/actions/accept`;
  let reply: DuffelReply<AirlineChange>;
  try {
    reply = await tools.client.request(account, context, {
      method: 'POST',
      path,
      data: {},
      read: readAs(AirlineChange),
    });
  } catch (failure) {
    // The account's turn did not come: the client promises that nothing was sent.
    if (failure instanceof SupplierFailure) return { kind: 'unsent', failure };
    throw failure;
  }
  const outcome = judgeAcceptance(reply);
  return outcome.kind === 'stale' ? readOutcome(tools, { reference, changeId }, context) : outcome;
}

/** What became of a change that can be taken no longer. */
async function readOutcome(
  tools: ScheduleTools,
  { reference, changeId }: { readonly reference: string; readonly changeId: string },
  context: SupplierContext,
): Promise<AcceptanceOutcome> {
  try {
    const found = await readChanges(tools, reference, context);
    const change = found?.changes.find(({ id }) => id === changeId);
    return change?.action_taken === 'accepted' ? { kind: 'accepted' } : { kind: 'gone' };
  } catch (failure) {
    if (failure instanceof SupplierFailure) return { kind: 'unknown', detail: failure.message };
    throw failure;
  }
}
