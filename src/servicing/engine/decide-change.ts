import { itemOf } from '../../bookings/fulfil/book-item.ts';
import { getBooking, lockBooking } from '../../bookings/guests/look-up-booking.ts';
import type { BookingItem } from '../../bookings/model/booking.ts';
import { asPaid } from '../../bookings/model/paid-of.ts';
import type { App } from '../../context.ts';
import { type Actor, type AuditOrigin, recordAudit } from '../../identity/record-audit.ts';
import { refuse } from '../../platform/errors.ts';
import type { Tx } from '../../platform/db/db.ts';
import { describeMoney, type Money } from '../../travel/money.ts';
import { type BookingChange, type CancellationPlan, isDecidable } from '../model/change.ts';
import { decidableMaxOf, decidePlan } from '../model/decided-plan.ts';
import { moveChange } from '../model/change-states.ts';
import { type ChangeKey, saveChange } from '../store.ts';
import { requestChange, requireChange } from './commit-change.ts';
import { publishFailed } from './publish-change.ts';
import { wakeChange } from './wake-changes.ts';

/** What people of the seller have decided about a cancellation of which nobody knew what it brings back. */
export type Decision =
  /** It is cancelled with its supplier, and the payer gets this, whatever the supplier gives back by then. */
  | { readonly kind: 'cancel'; readonly refund: Money }
  /** Nothing is cancelled, and why, in a sentence. */
  | { readonly kind: 'decline'; readonly reason: string };

/** Who decides, when, and by which request, where it came by one: it stands in the audit log. */
export interface Decider {
  readonly actor: Actor;
  readonly now: Date;
  readonly request?: AuditOrigin | undefined;
}

/**
 * Decides a change that waits for people of the seller. A no ends it, with its event and a mail that says why. A yes is
 * carried out by the job of changes. Of an item that stands the supplier is asked for a fresh quote, and where that
 * says by now that less comes back than was decided, the change fails and the item stands. What is cancelled already
 * (its supplier has charged for it, or somebody else has cancelled it) is decided by an amount alone. Either stands in
 * the audit log with who decided it. Throws state_conflict where nothing waits any more, or for a refund of more than
 * can be given back.
 */
export async function decideChange(app: App, key: ChangeKey, decision: Decision, decider: Decider): Promise<void> {
  await app.db.transaction(async (tx) => {
    const change = await requireChange(tx, key);
    await carryOut(tx, app, change, { decision, decider });
    await recordDecision(tx, app, change, { decision, decider });
  });
}

interface Decided {
  readonly decision: Decision;
  readonly decider: Decider;
}

async function carryOut(tx: Tx, app: App, change: BookingChange, { decision, decider }: Decided): Promise<void> {
  const { plan } = change;
  const { now } = decider;
  if (plan.kind !== 'cancellation' || !isDecidable(change))
    throw refuse('state_conflict', { message: 'It does not wait for a decision any more.' });
  if (plan.isCharged === true) return await decideCharged(tx, app, { ...change, plan }, { decision, decider });
  if (decision.kind === 'decline') {
    if (!isDeclinable(plan)) throw refuse('state_conflict', { message: CANCELLED_ANYHOW });
    const declined = { ...plan, declinedBy: nameOf(decider) };
    const failed = { ...moveChange(change, 'failed'), plan: declined, failure: decision.reason, endedAt: now };
    if (!(await saveChange(tx, change, failed))) throw refuseOvertaken();
    return await publishFailed(tx, app, { before: change, failed }, now);
  }
  const booking = await lockBooking(tx, change.organizationId, change.bookingRef);
  const decided = planOf(plan, asPaid(booking, itemOf(booking, change)), { ...decision, by: nameOf(decider) });
  await requestChange(tx, app, { ...change, plan: decided }, { now, isCalledAtOnce: false });
}

async function recordDecision(
  tx: Tx,
  app: App,
  { organizationId, bookingRef, changeId }: BookingChange,
  { decision, decider: { actor, request } }: Decided,
): Promise<void> {
  const made =
    decision.kind === 'cancel'
      ? { decision: 'refund', amount: decision.refund.value, currency: decision.refund.currency }
      : { decision: 'decline', reason: decision.reason };
  await recordAudit(tx, app.clock, {
    organizationId,
    actor,
    action: 'booking.change_decided',
    target: bookingRef,
    detail: { change: changeId, ...made },
    request,
  });
}

/** As the change has it: a user, or the operator of the installation. */
function nameOf({ actor }: Decider): string {
  return actor.id ?? 'installation';
}

/**
 * What the payer gets of an item that is given up already: the job of changes asks once more what the supplier gives
 * back, and ends it. The booking is not locked: nothing else may change the item meanwhile.
 */
async function decideCharged(
  tx: Tx,
  app: App,
  change: BookingChange & { readonly plan: CancellationPlan },
  { decision, decider }: Decided,
): Promise<void> {
  if (decision.kind === 'decline') throw refuse('state_conflict', { message: CANCELLED_ANYHOW });
  const booking = await getBooking({ db: tx }, change, change.bookingRef);
  const plan = planOf(change.plan, asPaid(booking, itemOf(booking, change)), {
    ...decision,
    by: nameOf(decider),
  });
  if (!(await saveChange(tx, change, { ...change, plan }))) throw refuseOvertaken();
  await wakeChange(tx, app, change);
}

const CANCELLED_ANYHOW = 'It is given up already: an amount decides it, and be it nothing.';

/** Whether people may say no: not to what is cancelled already. */
export function isDeclinable({ cause, isCharged }: Pick<CancellationPlan, 'cause' | 'isCharged'>): boolean {
  return cause !== 'cancelled_elsewhere' && isCharged !== true;
}

function planOf(
  plan: CancellationPlan,
  item: BookingItem,
  decision: { readonly refund: Money; readonly by: string },
): CancellationPlan {
  const decided = decidePlan(plan, item, decision);
  if (decided !== undefined) return decided;
  const most = describeMoney(decidableMaxOf(plan, item));
  throw refuse('state_conflict', { message: `Between nothing and ${most} can be given back.` });
}

function refuseOvertaken() {
  return refuse('state_conflict', { message: 'Somebody else has decided it.' });
}
