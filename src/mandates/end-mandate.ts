import type { App } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { type Decision, type Mandate, statusAt } from './model/mandate.ts';
import { grantEntry } from './model/budget-entries.ts';
import { mandateLifecycle } from './model/mandate-states.ts';
import { UNKNOWN_MANDATE } from './read-mandates.ts';
import { findMandateForUpdate, type MandateKey, updateMandateStatus } from './store.ts';
import { insertTransfers } from './store-budget.ts';

/** A mandate to be ended, and why. */
export interface Revocation {
  readonly organizationId: OrganizationId;
  readonly mandateId: string;
  readonly reason: string | undefined;
  readonly now: Date;
}

/**
 * Ends a mandate at once: an execution that has not reserved its budget by then is refused, in every process. What was
 * reserved before goes its way. Ending it twice changes nothing.
 */
export async function revokeMandate(app: App, { now, reason, ...key }: Revocation): Promise<Mandate> {
  return await app.db.transaction(async (tx) => {
    const mandate = await findMandateForUpdate(tx, key);
    if (mandate === undefined) throw refuse('resource_not_found', { message: UNKNOWN_MANDATE });
    if (!mandateLifecycle.mayMove(mandate.status, 'revoked')) return mandate;
    const change = { endedReason: reason, endedAt: now };
    await updateMandateStatus(tx, key, 'revoked', change);
    return { ...mandate, status: 'revoked', endedReason: reason, endedAt: now };
  });
}

/**
 * Takes a person's decision about a mandate that waits for one. Granting makes the budget available, once. Throws
 * state_conflict when it no longer waits.
 */
export async function decideMandate(
  app: App,
  key: MandateKey,
  answer: 'grant' | 'decline',
  decision: Decision,
): Promise<Mandate> {
  return await app.db.transaction(async (tx) => {
    const mandate = await findMandateForUpdate(tx, key);
    if (mandate === undefined) throw refuse('resource_not_found', { message: UNKNOWN_MANDATE });
    const status = statusAt(mandate, decision.at);
    if (status !== 'proposed')
      throw refuse('state_conflict', {
        message: `This mandate is ${status}: it no longer waits for a decision.`,
        keys: { status },
      });
    const to = answer === 'grant' ? 'active' : 'declined';
    await updateMandateStatus(tx, key, to, { decision, ...(to === 'declined' && { endedAt: decision.at }) });
    if (to === 'active') {
      const { currency, budget } = mandate.terms;
      const entry = { reference: mandate.mandateId, currency, at: decision.at };
      await insertTransfers(tx, key, entry, [grantEntry(budget)]);
    }
    return { ...mandate, status: to, decision };
  });
}
