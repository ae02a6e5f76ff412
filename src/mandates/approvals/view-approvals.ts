import type { ApprovalView, MandateInForceView, MandateView, PurchaseView } from '../../../web/approvals/view.ts';
import type { App, Caller } from '../../context.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { describeMoney, money } from '../../travel/money.ts';
import { loadTrip } from '../../trips/read/read-trip.ts';
import { describeRule } from '../model/describe-terms.ts';
import { type Mandate, remainingOf, statusAt } from '../model/mandate.ts';
import { isOpenToApproval, type Proposal } from '../model/proposal.ts';
import { findMandate, listOpenMandates } from '../store.ts';
import { findProposal, listRequestedProposals } from '../store-proposals.ts';

/** More than anybody sees to in a day. */
const requestsMax = 100;

/**
 * What of an organization waits for an owner: mandates that are asked for, and purchases; each kind oldest first.
 * `only`: that one, though nobody has put it to the owners yet.
 */
export async function viewApprovals(
  app: App,
  { organizationId, now }: Caller,
  only: string | undefined,
): Promise<readonly ApprovalView[]> {
  if (only !== undefined) return await viewOne(app, organizationId, { id: only, now });
  const which = { organizationId, now, limit: requestsMax };
  const mandates = await listOpenMandates(app.db, { ...which, status: 'proposed' });
  const proposals = await listRequestedProposals(app.db, which);
  return [
    ...mandates.map(viewMandate),
    ...(await Promise.all(proposals.map((proposal) => viewPurchase(app, proposal)))),
  ];
}

/** Mandates that agents of an organization may buy with, the newest first. */
export async function viewMandatesInForce(
  { db }: Pick<App, 'db'>,
  { organizationId, now }: Caller,
): Promise<readonly MandateInForceView[]> {
  const mandates = await listOpenMandates(db, { organizationId, status: 'active', now, limit: requestsMax });
  return mandates.map((mandate) => ({
    id: mandate.mandateId,
    name: mandate.name,
    agent: mandate.agent.name,
    budget: money(mandate.terms.budget, mandate.terms.currency),
    remaining: remainingOf(mandate),
    validUntil: mandate.validUntil,
  }));
}

async function viewOne(
  app: App,
  organizationId: OrganizationId,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<readonly ApprovalView[]> {
  const mandate = await findMandate(app.db, { organizationId, mandateId: id });
  if (mandate !== undefined) return statusAt(mandate, now) === 'proposed' ? [viewMandate(mandate)] : [];
  const proposal = await findProposal(app.db, { organizationId, proposalId: id });
  return proposal && isOpenToApproval(proposal, now) ? [await viewPurchase(app, proposal)] : [];
}

function viewMandate(mandate: Mandate): MandateView {
  const { terms } = mandate;
  const { currency, perPeriod } = terms;
  const some = (value: number | undefined) => (value === undefined ? undefined : money(value, currency));
  return {
    kind: 'mandate',
    id: mandate.mandateId,
    name: mandate.name,
    agent: mandate.agent.name,
    note: mandate.reason,
    since: mandate.createdAt,
    budget: money(terms.budget, currency),
    perTrip: some(terms.perTrip),
    perItem: some(terms.perItem),
    perPeriod: perPeriod && { amount: money(perPeriod.amount, currency), period: perPeriod.period },
    tripsMax: terms.tripsMax,
    askAbove: some(terms.askAbove),
    validFrom: mandate.validFrom,
    validUntil: mandate.validUntil,
    rules: terms.rules.map(describeRule),
  };
}

async function viewPurchase(app: App, proposal: Proposal): Promise<PurchaseView> {
  const { organizationId, proposalId, mandateId, tripId, judgements } = proposal;
  const mandate = await findMandate(app.db, { organizationId, mandateId });
  const trip = await loadTrip(app.db, organizationId, tripId);
  return {
    kind: 'purchase',
    id: proposalId,
    agent: mandate?.agent.name ?? mandateId,
    mandate: mandate?.name ?? mandateId,
    note: proposal.note,
    since: proposal.createdAt,
    items: (trip?.items ?? []).map(({ description }) => description),
    total: proposal.total,
    totalMax: proposal.totalMax,
    open: [...judgements.filter(({ verdict }) => verdict !== 'pass'), ...dearerThanAlone(proposal, mandate)],
    until: proposal.expiresAt,
  };
}

/** That the mandate has a person asked about dearer trips, where that alone is why one is asked. */
function dearerThanAlone(
  { decision, judgements, total }: Proposal,
  mandate: Mandate | undefined,
): PurchaseView['open'] {
  const { askAbove, currency } = mandate?.terms ?? {};
  if (decision !== 'ask' || askAbove === undefined || currency === undefined) return [];
  if (judgements.some(({ verdict }) => verdict !== 'pass')) return [];
  return [{ rule: 'ask_above', wanted: describeMoney(money(askAbove, currency)), found: describeMoney(total) }];
}
