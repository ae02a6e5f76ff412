import type { App } from '../context.ts';
import { type NewAuditEvent, recordAudit } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { describeMoney, money } from '../travel/money.ts';
import { announce } from './announce.ts';
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
  readonly decider: Decider;
}

/** Who decides, for the audit log, and by which request. */
export type Decider = Pick<NewAuditEvent, 'actor' | 'request'>;

/**
 * Ends a mandate at once: an execution that has not reserved its budget by then is refused, in every process. What was
 * reserved before goes its way. Ending it twice changes nothing.
 */
export async function revokeMandate(app: App, { now, reason, decider, ...key }: Revocation): Promise<Mandate> {
  return await app.db.transaction(async (tx) => {
    const mandate = await findMandateForUpdate(tx, key);
    if (mandate === undefined) throw refuse('resource_not_found', { message: UNKNOWN_MANDATE });
    if (!mandateLifecycle.mayMove(mandate.status, 'revoked')) return mandate;
    const change = { endedReason: reason, endedAt: now };
    await updateMandateStatus(tx, key, 'revoked', change);
    await recordMandate(tx, app, mandate, { action: 'mandate.revoked', reason, decider });
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
  decider: Decider,
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
    await recordMandate(tx, app, mandate, {
      action: to === 'active' ? 'mandate.granted' : 'mandate.declined',
      reason: decision.reason,
      decider,
    });
    await announce(tx, app, {
      event: to === 'active' ? 'approval.granted' : 'approval.declined',
      status: to,
      mandate,
      mail: to === 'active' ? 'mandate_granted' : undefined,
      at: decision.at,
    });
    return { ...mandate, status: to, decision };
  });
}

interface Act extends Pick<NewAuditEvent, 'action'> {
  readonly reason: string | undefined;
  readonly decider: Decider;
}

async function recordMandate(tx: Tx, app: App, mandate: Mandate, { action, reason, decider }: Act): Promise<void> {
  const { organizationId, mandateId, agent, terms } = mandate;
  await recordAudit(tx, app.clock, {
    ...decider,
    organizationId,
    action,
    target: mandateId,
    detail: {
      agent: agent.id,
      budget: describeMoney(money(terms.budget, terms.currency)),
      ...(reason === undefined ? {} : { reason }),
    },
  });
}
