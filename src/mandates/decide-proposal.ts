import type { App } from '../context.ts';
import { recordAudit } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { describeMoney } from '../travel/money.ts';
import { announce } from './announce.ts';
import type { Decider } from './end-mandate.ts';
import type { Decision } from './model/mandate.ts';
import { type Proposal, proposalEnd } from './model/proposal.ts';
import { UNKNOWN_PROPOSAL } from './execute.ts';
import { findProposalForUpdate, type ProposalKey, updateProposalStatus } from './store-proposals.ts';

/**
 * Takes a person's decision about a proposal, once: yes is bound to what is bought and to the highest price, and holds
 * for 24 hours. Throws state_conflict for one that is decided, has run out, or that the mandate refuses.
 */
export async function decideProposal(
  app: App,
  key: ProposalKey,
  answer: 'approve' | 'decline',
  decision: Decision,
  decider: Decider,
): Promise<Proposal> {
  return await app.db.transaction(async (tx) => {
    const proposal = getWaiting(await findProposalForUpdate(tx, key), decision.at);
    if (answer === 'approve' && proposal.decision === 'refused')
      throw refuse('state_conflict', {
        message: 'A limit or a rule of the mandate refuses this purchase: no approval lifts it. Change the mandate.',
        keys: { status: proposal.status },
      });
    const to = answer === 'approve' ? 'approved' : 'declined';
    const expiresAt = proposalEnd(decision.at);
    await updateProposalStatus(tx, key, to, { answer: decision, expiresAt });
    await recordDecided(tx, app, proposal, { to, decision, decider });
    return { ...proposal, status: to, answer: decision, expiresAt };
  });
}

/** Puts a proposal to the people who may approve it; asking twice changes nothing. Throws as `decideProposal` does. */
export async function requestApproval(app: App, key: ProposalKey, now: Date): Promise<Proposal> {
  return await app.db.transaction(async (tx) => {
    const proposal = getWaiting(await findProposalForUpdate(tx, key), now);
    if (proposal.status === 'requested') return proposal;
    if (proposal.decision === 'refused')
      throw refuse('state_conflict', {
        message: 'A limit or a rule of the mandate refuses this purchase: nobody can approve it.',
        keys: { status: proposal.status },
      });
    await updateProposalStatus(tx, key, 'requested');
    await announce(tx, app, {
      event: 'approval.requested',
      status: 'requested',
      mandate: proposal,
      proposalId: proposal.proposalId,
      mail: 'purchase_waits',
      at: now,
    });
    return { ...proposal, status: 'requested' };
  });
}

interface Decided {
  readonly to: 'approved' | 'declined';
  readonly decision: Decision;
  readonly decider: Decider;
}

/** The audit log's entry and the event, in the transaction of the decision. */
async function recordDecided(tx: Tx, app: App, proposal: Proposal, { to, decision, decider }: Decided): Promise<void> {
  const { organizationId, proposalId, mandateId, contentHash, totalMax } = proposal;
  await recordAudit(tx, app.clock, {
    ...decider,
    organizationId,
    action: `purchase.${to}`,
    target: proposalId,
    detail: {
      mandate_id: mandateId,
      content_hash: contentHash,
      total_max: describeMoney(totalMax),
      ...(decision.reason === undefined ? {} : { reason: decision.reason }),
    },
  });
  await announce(tx, app, {
    event: to === 'approved' ? 'approval.granted' : 'approval.declined',
    status: to,
    mandate: proposal,
    proposalId,
    at: decision.at,
  });
}

function getWaiting(proposal: Proposal | undefined, now: Date): Proposal {
  if (proposal === undefined) throw refuse('resource_not_found', { message: UNKNOWN_PROPOSAL });
  const status = now >= proposal.expiresAt ? 'expired' : proposal.status;
  if (status !== 'open' && status !== 'requested')
    throw refuse('state_conflict', {
      message: `This proposal is ${status}: it no longer waits for a decision. Propose again.`,
      keys: { status },
    });
  return proposal;
}
