import { openCheckout, type OpenCheckout } from '../checkout/open-checkout.ts';
import type { App, Caller } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { newId, type TripId } from '../platform/ids.ts';
import { money } from '../travel/money.ts';
import { isAgent } from './agent.ts';
import { convertUp, type JudgedTrip, judgeTrip } from './judge-trip.ts';
import type { Mandate } from './model/mandate.ts';
import { type Proposal, proposalEnd, totalMaxOf } from './model/proposal.ts';
import { getMandate } from './read-mandates.ts';
import { settleMandate } from './settle-executions.ts';
import { insertProposal } from './store-proposals.ts';

/** What an agent would like to buy. */
export interface ProposalRequest {
  readonly mandateId: string;
  readonly tripId: TripId;
  readonly note: string | undefined;
}

/** A proposal, with the signed quote it was made of. */
export interface MadeProposal {
  readonly proposal: Proposal;
  readonly mandate: Mandate;
  readonly checkout: OpenCheckout;
  readonly judged: JudgedTrip;
}

/**
 * Tries what a mandate would say to buying a trip now: quotes it and judges the quote. Nothing is held of the budget
 * and nothing is bought; what remains is the proposal, which `execute` takes.
 */
export async function propose(app: App, caller: Caller, request: ProposalRequest): Promise<MadeProposal> {
  const { organizationId, now } = caller;
  await requireAgent(app, caller, request.mandateId);
  const mandate = await settleMandate(app, { organizationId, mandateId: request.mandateId }, now);
  const { terms } = mandate;
  const tolerance = { failOnPriceChange: false, increaseMax: undefined };
  const checkout = await openCheckout(app, caller, { tripId: request.tripId, tolerance, onPartial: terms.onPartial });
  const { quote, signed } = checkout;
  const judged = await judgeTrip(app, app.db, mandate, checkout, now);
  const bound = terms.priceIncreaseMax;
  const amount =
    bound !== undefined && 'amount' in bound
      ? convertUp(app, money(bound.amount, terms.currency), quote.total.currency)
      : undefined;
  const proposal: Proposal = {
    organizationId,
    proposalId: newId('proposal'),
    mandateId: mandate.mandateId,
    tripId: request.tripId,
    status: 'open',
    quoteId: quote.quoteId,
    contentHash: signed.contentHash,
    total: quote.total,
    totalMax: totalMaxOf(quote.total, bound, amount),
    decision: judged.decision,
    judgements: judged.judgements,
    note: request.note,
    answer: undefined,
    expiresAt: proposalEnd(now),
    createdAt: now,
  };
  await app.db.transaction((tx) => insertProposal(tx, proposal));
  return { proposal, mandate, checkout, judged };
}

/** The mandate, for its agent alone. Throws 404 for an unknown one, 403 for anybody else of the organization. */
export async function requireAgent(app: App, caller: Caller, mandateId: string): Promise<Mandate> {
  const mandate = await getMandate(app, caller, mandateId);
  if (!isAgent(caller, mandate.agent)) throw refuse('mandate_agent_required');
  return mandate;
}
