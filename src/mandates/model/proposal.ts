import type { MandateId, OrganizationId, ProposalId, QuoteId, TripId } from '../../platform/ids.ts';
import { type Money, money, shareOfMoney } from '../../travel/money.ts';
import type { PurchaseDecision } from './judge-limits.ts';
import type { NamedJudgement } from './judge-rules.ts';
import type { Decision, Terms } from './mandate.ts';
import type { ProposalStatus } from './mandate-states.ts';

/** What an agent proposes to buy: bound to what is bought and to the most that may be paid for it. */
export interface Proposal {
  readonly organizationId: OrganizationId;
  readonly proposalId: ProposalId;
  readonly mandateId: MandateId;
  readonly tripId: TripId;
  readonly status: ProposalStatus;
  readonly quoteId: QuoteId;
  readonly contentHash: string;
  /** In the trip's currency. */
  readonly total: Money;
  /** The most that may be paid for it without asking again. */
  readonly totalMax: Money;
  readonly decision: PurchaseDecision;
  readonly judgements: readonly NamedJudgement[];
  /** The agent's text. */
  readonly note: string | undefined;
  /** What a person said. */
  readonly answer: Decision | undefined;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** An agent's proposal, and a person's approval of it, are good for this long. */
const lifetimeSeconds = 24 * 3_600;

/** Until when a proposal that is made, or approved, now may be executed. */
export function proposalEnd(now: Date): Date {
  return new Date(now.getTime() + lifetimeSeconds * 1_000);
}

/** The most that may be paid for what was proposed at a price. `amount`: the bound in the trip's currency. */
export function totalMaxOf(total: Money, bound: Terms['priceIncreaseMax'], amount: Money | undefined): Money {
  if (bound === undefined) return total;
  if ('percent' in bound) return money(total.value + shareOfMoney(total, bound.percent / 100).value, total.currency);
  return amount === undefined ? total : money(total.value + amount.value, total.currency);
}

/** Whether a person's yes would let it be executed: it is undecided, has not run out, and nothing forbids it. */
export function isOpenToApproval({ status, decision, expiresAt }: Proposal, now: Date): boolean {
  return (status === 'open' || status === 'requested') && decision !== 'refused' && now < expiresAt;
}

/** What stands between a proposal and its execution at today's quote. */
export type ExecutionObstacle =
  | { readonly kind: 'refused' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'approval_required' }
  | { readonly kind: 'approval_expired' }
  | { readonly kind: 'reapproval_required'; readonly isContentChanged: boolean; readonly excess: Money | undefined };

/** Today's quote of the proposed trip. */
export interface CurrentQuote {
  readonly contentHash: string;
  readonly total: Money;
  readonly decision: PurchaseDecision;
}

/**
 * Why a proposal may not be executed; undefined where it may. A person's yes is bound to what is bought and to the
 * highest price, and lifts `ask` alone; without one the agent is bound to what it proposed in the same way.
 */
export function findObstacle(proposal: Proposal, current: CurrentQuote, now: Date): ExecutionObstacle | undefined {
  const { status, expiresAt, contentHash, totalMax } = proposal;
  if (status === 'declined') return { kind: 'declined' };
  if (current.decision === 'refused') return { kind: 'refused' };
  const hasExpired = now >= expiresAt;
  if (hasExpired) return { kind: 'approval_expired' };
  const isContentChanged = current.contentHash !== contentHash;
  const above = current.total.value - totalMax.value;
  const isOtherCurrency = current.total.currency !== totalMax.currency;
  if (isContentChanged || isOtherCurrency || above > 0) {
    const excess = !isOtherCurrency && above > 0 ? money(above, totalMax.currency) : undefined;
    return { kind: 'reapproval_required', isContentChanged, excess };
  }
  return status === 'approved' || current.decision === 'within' ? undefined : { kind: 'approval_required' };
}
