import type { App } from '../context.ts';
import { type Acting, actorOf } from '../identity/record-audit.ts';
import { userIdOf } from '../identity/user-id.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import { settleByHand } from '../servicing/engine/settle-by-hand.ts';
import { decideChange } from '../servicing/engine/decide-change.ts';
import { findDecidable, findUnsettled } from '../servicing/read-changes.ts';
import type { Money } from '../travel/money.ts';

/** What people decide: an amount that goes back, in minor units of the booking's currency, or a no with its reason. */
export type ManualDecision =
  | { readonly kind: 'refund'; readonly amount: Money }
  | { readonly kind: 'decline'; readonly reason: string }
  /** The money that waited was moved by hand, and how. */
  | { readonly kind: 'settled'; readonly reason: string };

/**
 * Decides a change that waits for people of the seller, with an entry in the audit log. A person decides: an API key is
 * refused. Throws `resource_not_found` for what does not wait, `state_conflict` for more than can be given back.
 */
export async function decideManualCase(
  app: App,
  acting: Acting,
  changeId: string,
  decision: ManualDecision,
): Promise<void> {
  const { organizationId, now } = acting.caller;
  const key = { organizationId, changeId };
  const decider = { actor: actorOf(acting.caller), now, request: acting.request };
  if (decision.kind === 'settled') {
    if ((await findUnsettled(app, key)) === undefined) throw refuseUnknown();
    userIdOf(acting.caller);
    return await settleByHand(app, key, decision.reason, decider);
  }
  const change = await findDecidable(app, key);
  if (change === undefined) throw refuseUnknown();
  // An API key is refused here.
  userIdOf(acting.caller);
  const { currency } = change.plan.totalPaid;
  if (decision.kind === 'decline')
    return await decideChange(app, key, { kind: 'decline', reason: decision.reason }, decider);
  if (decision.amount.currency !== currency)
    throw refuseFields([{ path: 'refund.currency', problem: `must be ${currency}, the currency of the booking` }]);
  await decideChange(app, key, { kind: 'cancel', refund: decision.amount }, decider);
}

function refuseUnknown() {
  return refuse('resource_not_found', { message: 'No change of this id waits for a decision.' });
}
