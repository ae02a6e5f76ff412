import { presentIssuer, type Seller } from '../../checkout/signed/present-quote.ts';
import { hashOf, type SignedJson, type SignedObject } from '../../signatures/model/signed-json.ts';
import { money, presentAmount } from '../../travel/money.ts';
import type { Decision, Mandate, Terms } from './mandate.ts';
import type { Proposal } from './proposal.ts';
import type { Rule } from './rules.ts';

/** What a signed approval is made with. */
export interface ApprovalContext {
  readonly seller: Seller;
  /** A keyed hash: names of travelers in rules can be compared and not be guessed back. */
  readonly digest: (text: string) => string;
}

/**
 * A yes to a mandate, as it is signed: who may spend how much by which limits and rules until when, and who allowed it,
 * when, and how they had shown who they are. It holds no name of a traveler and nothing that the requester wrote.
 */
export function presentMandateApproval(
  mandate: Mandate,
  decision: Decision,
  { seller, digest }: ApprovalContext,
): SignedObject {
  const terms = presentTermsSigned(mandate, digest);
  return {
    ...presentDecision(mandate, decision, seller),
    jti: mandate.mandateId,
    sub: mandate.mandateId,
    subject: 'mandate',
    mandate_id: mandate.mandateId,
    agent: { kind: mandate.agent.kind, id: mandate.agent.id },
    currency: mandate.terms.currency,
    valid_from: secondsOf(mandate.validFrom),
    valid_until: secondsOf(mandate.validUntil),
    terms,
    terms_hash: hashOf(terms),
  };
}

/** A yes to one purchase, as it is signed: bound to what is bought, to the highest price, and to a time. */
export function presentPurchaseApproval(
  proposal: Proposal,
  decision: Decision,
  { seller }: Pick<ApprovalContext, 'seller'>,
): SignedObject {
  return {
    ...presentDecision(proposal, decision, seller),
    jti: proposal.proposalId,
    sub: proposal.proposalId,
    subject: 'purchase',
    mandate_id: proposal.mandateId,
    proposal_id: proposal.proposalId,
    trip_id: proposal.tripId,
    quote_id: proposal.quoteId,
    currency: proposal.total.currency,
    content_hash: proposal.contentHash,
    total: { ...presentAmount(proposal.total) },
    total_max: { ...presentAmount(proposal.totalMax) },
    exp: secondsOf(proposal.expiresAt),
  };
}

function presentDecision(of: Pick<Mandate, 'organizationId'>, { by, at, acr }: Decision, seller: Seller): SignedObject {
  return {
    ...presentIssuer(seller, of),
    type: 'approval',
    iat: secondsOf(at),
    approved_by: by,
    approved_at: secondsOf(at),
    acr,
  };
}

function presentTermsSigned({ terms }: Pick<Mandate, 'terms'>, digest: ApprovalContext['digest']): SignedObject {
  const { currency, perPeriod, priceIncreaseMax, rules } = terms;
  const amount = (value: number | undefined) => value !== undefined && { ...presentAmount(money(value, currency)) };
  const limits = {
    budget: terms.budget,
    per_trip: terms.perTrip,
    per_item: terms.perItem,
    ask_above: terms.askAbove,
  };
  return {
    ...Object.fromEntries(
      Object.entries(limits).flatMap(([name, value]) => {
        const shown = amount(value);
        return shown === false ? [] : [[name, shown]];
      }),
    ),
    ...(perPeriod && {
      per_period: { amount: { ...presentAmount(money(perPeriod.amount, currency)) }, period: perPeriod.period },
    }),
    ...(terms.tripsMax === undefined ? {} : { max_trips: terms.tripsMax }),
    ...(priceIncreaseMax && { max_price_increase: presentIncreaseSigned(priceIncreaseMax, currency) }),
    on_partial: terms.onPartial,
    rules: rules.map((rule) => presentRule(rule, digest)),
  };
}

function presentIncreaseSigned(bound: NonNullable<Terms['priceIncreaseMax']>, currency: string): SignedObject {
  return 'percent' in bound
    ? { percent: String(bound.percent) }
    : { amount: { ...presentAmount(money(bound.amount, currency)) } };
}

/** Numbers of rules are text: they may have decimals, which every reader would write in its own form. */
function presentRule(rule: Rule, digest: ApprovalContext['digest']): SignedObject {
  if (rule.type === 'traveler') return { type: rule.type, allow: rule.allow.map(digest) };
  return Object.fromEntries(
    Object.entries(rule).map(([name, value]): [string, SignedJson | undefined] => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  );
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
