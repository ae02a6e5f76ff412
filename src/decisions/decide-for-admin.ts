import * as z from 'zod';
import type { App } from '../context.ts';
import { ADMIN } from '../identity/record-audit.ts';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { asId } from '../platform/ids.ts';
import { type Decision, decideChange } from '../servicing/engine/decide-change.ts';
import { findDecidable } from '../servicing/read-changes.ts';
import { readTypedAmount } from './model/read-amount.ts';

const DecideRequest = z
  .object({
    organizationId: z.string().min(1),
    changeId: z.string().min(1),
    /** In the booking's currency, as a person types it. */
    refund: z.string().optional(),
    reason: z.string().min(1).max(500).optional(),
  })
  .refine(({ refund, reason }) => (refund === undefined) !== (reason === undefined), {
    message: 'Either an amount or a reason decides it.',
  });

/** Takes the decision of the administrator of this installation. Throws with a sentence where it cannot be taken. */
export async function decideForAdmin(app: App, request: unknown): Promise<{ readonly decided: 'cancel' | 'decline' }> {
  const { organizationId: organization, changeId, refund: typed, reason } = readAdminArguments(DecideRequest, request);
  const organizationId = asId('organization', organization);
  const change = await findDecidable(app, { organizationId, changeId });
  if (change === undefined) throw new Error(`No change ${changeId} of ${organization} waits for a decision.`);
  const { currency } = change.plan.totalPaid;
  const refund = typed === undefined ? undefined : readTypedAmount(typed, currency);
  if (typed !== undefined && refund === undefined) throw new Error(`${typed} is no amount of ${currency}.`);
  const decision: Decision =
    refund === undefined ? { kind: 'decline', reason: reason ?? '' } : { kind: 'cancel', refund };
  await decideChange(app, change, decision, { actor: ADMIN, now: await app.organizationNow(organizationId) });
  return { decided: decision.kind };
}
