import type { App, Caller } from '../context.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { IdempotentRun } from '../platform/http/route.ts';
import { newId } from '../platform/ids.ts';
import { announce } from './announce.ts';
import { findAgent } from './agent.ts';
import type { Mandate, Terms } from './model/mandate.ts';
import { getMandate } from './read-mandates.ts';
import { countOpenMandatesForInsert, insertMandate } from './store.ts';

/** Mandates of one organization that may still be used or granted. */
const openMandatesMax = 500;
const validDaysMax = 400;
const dayMs = 86_400_000;

/** What an agent, or somebody for it, asks for. */
export interface MandateRequest {
  /** The key that may use it; undefined: the caller's own credential. */
  readonly keyId: string | undefined;
  readonly name: string;
  readonly reason: string | undefined;
  readonly terms: Terms;
  readonly validFrom: Date | undefined;
  readonly validUntil: Date;
  readonly idempotency: IdempotentRun | undefined;
}

/**
 * Asks for a mandate. Nothing can be bought with it before an owner of the organization has granted it: no credential
 * grants itself a budget.
 */
export async function requestMandate(app: App, caller: Caller, request: MandateRequest): Promise<Mandate> {
  const { organizationId, now } = caller;
  const { idempotency, validFrom = now, validUntil } = request;
  const earlierId = idempotency?.earlierResult?.['mandate_id'];
  if (earlierId !== undefined) return await getMandate(app, caller, earlierId);
  refuseTimes(validFrom, validUntil, now);
  if (!app.rates.supports(request.terms.currency))
    throw refuse('currency_unsupported', { keys: { supported: app.rates.supported() } });
  const agent = await findAgent(app, caller, request.keyId);
  const mandate: Mandate = {
    organizationId,
    mandateId: newId('mandate'),
    status: 'proposed',
    agent,
    name: request.name,
    reason: request.reason,
    terms: request.terms,
    validFrom,
    validUntil,
    reserved: 0,
    spent: 0,
    tripsUsed: 0,
    decision: undefined,
    endedReason: undefined,
    createdAt: now,
    endedAt: undefined,
  };
  await app.db.transaction(async (tx) => {
    if ((await countOpenMandatesForInsert(tx, organizationId, now)) >= openMandatesMax)
      throw refuse('state_conflict', {
        message: `An organization has at most ${openMandatesMax} mandates that are active or wait to be granted. Revoke one first.`,
      });
    await insertMandate(tx, mandate);
    await announce(tx, app, {
      event: 'approval.requested',
      status: mandate.status,
      mandate,
      mail: 'mandate_waits',
      at: now,
    });
    await idempotency?.recordResult(tx, { mandate_id: mandate.mandateId });
  });
  return mandate;
}

function refuseTimes(from: Date, until: Date, now: Date): void {
  if (until <= now) throw refuseFields([{ path: 'valid_until', problem: 'must lie ahead' }]);
  if (until <= from) throw refuseFields([{ path: 'valid_until', problem: 'must lie after valid_from' }]);
  if (until.getTime() - now.getTime() > validDaysMax * dayMs)
    throw refuseFields([{ path: 'valid_until', problem: `must be at most ${validDaysMax} days ahead` }]);
}
