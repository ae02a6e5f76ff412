import * as z from 'zod';
import type { App } from '../context.ts';
import { ADMIN } from '../identity/record-audit.ts';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { asId } from '../platform/ids.ts';
import { type Decision, decideChange } from '../servicing/engine/decide-change.ts';
import { settleByHand } from '../servicing/engine/settle-by-hand.ts';
import { findDecidable } from '../servicing/read-changes.ts';
import { readTypedAmount } from './model/read-amount.ts';

const DecideRequest = z
  .object({
    organizationId: z.string().min(1),
    changeId: z.string().min(1),
    /** In the booking's currency, as a person types it. */
    refund: z.string().optional(),
    reason: z.string().min(1).max(500).optional(),
    /** How money that waited was moved by hand. */
    settled: z.string().trim().min(1).max(500).optional(),
  })
  .refine(({ refund, reason, settled }) => [refund, reason, settled].filter((one) => one !== undefined).length === 1, {
    message: 'Either an amount, a reason or how it was settled decides it.',
  });

/** Takes the decision of the administrator of this installation. Throws with a sentence where it cannot be taken. */
export async function decideForAdmin(
  app: App,
  request: unknown,
): Promise<{ readonly decided: 'cancel' | 'decline' | 'settled' }> {
  const args = readAdminArguments(DecideRequest, request);
  const { organizationId: organization, changeId, refund: typed, reason, settled } = args;
  const organizationId = asId('organization', organization);
  const decider = { actor: ADMIN, now: await app.organizationNow(organizationId) };
  if (settled !== undefined) {
    await settleByHand(app, { organizationId, changeId }, settled, decider);
    return { decided: 'settled' };
  }
  const change = await findDecidable(app, { organizationId, changeId });
  if (change === undefined) throw new Error(`No change ${changeId} of ${organization} waits for a decision.`);
  const { currency } = change.plan.totalPaid;
  const refund = typed === undefined ? undefined : readTypedAmount(typed, currency);
  if (typed !== undefined && refund === undefined) throw new Error(`${typed} is no amount of ${currency}.`);
  const decision: Decision =
    refund === undefined ? { kind: 'decline', reason: reason ?? '' } : { kind: 'cancel', refund };
  await decideChange(app, change, decision, decider);
  return { decided: decision.kind };
}
