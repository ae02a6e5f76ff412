import * as z from 'zod';
import type { App } from '../context.ts';
import { ADMIN } from '../identity/record-audit.ts';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { Refusal } from '../platform/errors.ts';
import { asId } from '../platform/ids.ts';
import { describeMoney, money } from '../travel/money.ts';
import { describeLimits, describeRule } from './model/describe-terms.ts';
import { decideProposal } from './decide-proposal.ts';
import { decideMandate } from './end-mandate.ts';
import type { Decision } from './model/mandate.ts';
import { findMandate, listOpenMandates } from './store.ts';
import { listRequestedProposals } from './store-proposals.ts';

const reasonLengthMax = 500;
const requestsMax = 100;

const DecideRequest = z.object({
  organizationId: z.string().min(1),
  id: z.string().min(1),
  decision: z.enum(['approve', 'decline'], 'either --approve or --decline decides it'),
  reason: z.string().trim().min(1, 'must say why').max(reasonLengthMax),
});
const ListRequest = z.object({ organizationId: z.string().min(1) });

/** What `bly admin decide-approval` is answered. */
export const AdminDecisionAnswer = z.object({ id: z.string(), status: z.string() });
/** What `bly admin list-approvals` is answered; crosses the socket as JSON. */
export const AdminApprovalsAnswer = z.array(
  z.object({ id: z.string(), since: z.string(), agent: z.string(), what: z.array(z.string()), note: z.string() }),
);

/**
 * Takes the decision of the administrator of this installation about a mandate or a purchase, once, with its reason in
 * the audit log. Throws with a sentence where it cannot be taken.
 */
export async function decideApprovalForAdmin(app: App, args: unknown): Promise<z.infer<typeof AdminDecisionAnswer>> {
  const { organizationId: organization, id, decision: answer, reason } = readAdminArguments(DecideRequest, args);
  const organizationId = asId('organization', organization);
  const decision: Decision = { by: 'admin', at: await app.organizationNow(organizationId), acr: 'none', reason };
  const decider = { actor: ADMIN };
  try {
    const { status } = id.startsWith('prp_')
      ? await decideProposal(app, { organizationId, proposalId: id }, answer, decision, decider)
      : await decideMandate(
          app,
          { organizationId, mandateId: id },
          answer === 'approve' ? 'grant' : 'decline',
          decision,
          decider,
        );
    return { id, status };
  } catch (failure) {
    if (failure instanceof Refusal) throw new Error(failure.message, { cause: failure });
    throw failure;
  }
}

/** What of an organization waits for a decision, oldest first, as the page of approvals shows it to owners. */
export async function listApprovalsForAdmin(app: App, args: unknown): Promise<z.infer<typeof AdminApprovalsAnswer>> {
  const organizationId = asId('organization', readAdminArguments(ListRequest, args).organizationId);
  const which = { organizationId, now: await app.organizationNow(organizationId), limit: requestsMax };
  const mandates = (await listOpenMandates(app.db, { ...which, status: 'proposed' })).map((mandate) => ({
    id: mandate.mandateId,
    since: mandate.createdAt.toISOString(),
    agent: mandate.agent.name,
    what: [
      `mandate ${JSON.stringify(mandate.name)}`,
      ...describeLimits(mandate),
      ...mandate.terms.rules.map((rule) => describeRule(rule)),
    ],
    note: mandate.reason ?? '',
  }));
  const proposals = await Promise.all(
    (await listRequestedProposals(app.db, which)).map(async (proposal) => {
      const mandate = await findMandate(app.db, proposal);
      const open = proposal.judgements.filter(({ verdict }) => verdict !== 'pass');
      return {
        id: proposal.proposalId,
        since: proposal.createdAt.toISOString(),
        agent: mandate?.agent.name ?? proposal.mandateId,
        what: [
          `purchase of trip ${proposal.tripId} for ${describeMoney(proposal.total)}, at most ${describeMoney(proposal.totalMax)}`,
          `out of ${proposal.mandateId} (${JSON.stringify(mandate?.name ?? '')}), budget ${describeMoney(money(mandate?.terms.budget ?? 0, mandate?.terms.currency ?? proposal.total.currency))}`,
          ...open.map(({ rule, wanted, found }) => `${rule}: allowed ${wanted}; found ${found}`),
        ],
        note: proposal.note ?? '',
      };
    }),
  );
  return [...mandates, ...proposals];
}
