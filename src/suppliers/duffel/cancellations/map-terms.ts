import type { IsoDate } from '../../../travel/dates.ts';
import { isSpendable, type TravelCredit } from '../../../travel/cancellation.ts';
import { describeMoney, type Money, money, subtractMoney, zeroMoney } from '../../../travel/money.ts';
import type { CancellationRequest, CancellationTerms } from '../../ports/servicing.ts';
import { readAmount } from '../amounts.ts';
import type { CancellationQuote, WireCredit } from './wire-cancellations.ts';

/** Where money goes that is money again, on the seller's account. */
const MONEY_BACK: readonly string[] = ['balance', 'arc_bsp_cash', 'card', 'original_form_of_payment'];
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** What a quote is read beside: the order's total, and our ids of travelers by Duffel's ids of passengers. */
export interface QuotedOrder {
  readonly total: Money | undefined;
  readonly travelerOf: ReadonlyMap<string, string>;
}

/**
 * A quote in the words of the port. What is not said, in another currency than was paid, or goes where nobody here has
 * heard of, has no amounts: people decide. Credits and vouchers are no money.
 */
export function toTerms(quote: CancellationQuote, order: QuotedOrder): CancellationTerms {
  const expiresAt = readInstant(quote.expires_at);
  const credits = toCredits(quote, order);
  const common = { ...(credits.length > 0 && { credits }), ...(expiresAt && { expiresAt }) };
  const { total } = order;
  const refund = readRefund(quote, total);
  if (typeof refund === 'string' || total === undefined) {
    const manualReason = typeof refund === 'string' ? refund : 'What was paid for the order cannot be read.';
    return { refund: undefined, penalty: undefined, support: 'manual', manualReason, ...common };
  }
  return {
    refund,
    penalty: subtractMoney(total, refund),
    support: 'automatic',
    manualReason: undefined,
    ...common,
  };
}

/** The money that comes back, or why that is not known. More than was paid is what was paid. */
function readRefund(
  { refund_amount: text, refund_currency: currency, refund_to }: CancellationQuote,
  total: Money | undefined,
): Money | string {
  if (text == null || currency == null) return 'The airline does not say what comes back.';
  const amount = readAmount(text, currency);
  if (amount === undefined || amount.value < 0) return 'What the airline says of the refund cannot be read.';
  if (total === undefined) return 'What was paid for the order cannot be read.';
  if (amount.value === 0) return zeroMoney(total.currency);
  if (isCredit(refund_to)) return zeroMoney(total.currency);
  if (!MONEY_BACK.includes(refund_to ?? ''))
    return `The airline gives ${describeMoney(amount)} back in a form that is not known here (${refund_to ?? 'not named'}).`;
  if (amount.currency !== total.currency)
    return `The airline gives ${describeMoney(amount)} back, in another currency than the order was paid in.`;
  return money(Math.min(amount.value, total.value), total.currency);
}

function isCredit(refundTo: string | null | undefined): boolean {
  return refundTo === 'airline_credits' || refundTo === 'voucher';
}

/** What comes back instead of money. A voucher, and credits that are not listed, are known by their sum alone. */
export function toCredits(
  { airline_credits, refund_to, refund_amount, refund_currency }: CancellationQuote,
  { travelerOf }: Pick<QuotedOrder, 'travelerOf'>,
): readonly TravelCredit[] {
  const listed = (airline_credits ?? []).map((credit) => toCredit(credit, travelerOf));
  if (listed.length > 0 || !isCredit(refund_to)) return listed;
  const amount =
    refund_amount == null || refund_currency == null ? undefined : readAmount(refund_amount, refund_currency);
  if (amount?.value === 0) return [];
  const kind = refund_to === 'voucher' ? 'voucher' : 'airline_credit';
  return [{ ...UNNAMED, kind, amount }];
}

const UNNAMED = {
  creditId: undefined,
  name: undefined,
  code: undefined,
  issuedOn: undefined,
  expiresOn: undefined,
  travelerId: undefined,
} as const;

function toCredit(credit: WireCredit, travelerOf: ReadonlyMap<string, string>): TravelCredit {
  const { credit_amount: amount, credit_currency: currency } = credit;
  return {
    kind: 'airline_credit',
    creditId: credit.id ?? undefined,
    name: credit.credit_name ?? undefined,
    code: credit.credit_code ?? undefined,
    amount: amount == null || currency == null ? undefined : readAmount(amount, currency),
    issuedOn: readDate(credit.issued_on),
    expiresOn: undefined,
    travelerId: travelerOf.get(credit.passenger_id ?? ''),
  };
}

/** The money that a confirmed cancellation brought; undefined where Duffel does not say, or in another currency. */
export function refundMade(quote: CancellationQuote, { total }: Pick<QuotedOrder, 'total'>): Money | undefined {
  const refund = readRefund(quote, total);
  return typeof refund === 'string' ? undefined : refund;
}

/**
 * Why the terms of now are not what was agreed to, in a sentence; undefined where they are as good, or where people
 * have decided to give it up though nobody knows.
 */
export function findDrawback(terms: CancellationTerms, request: CancellationRequest): string | undefined {
  const { penalty } = terms;
  const { penaltyMax } = request;
  if (penalty === undefined)
    return request.isUnknownAccepted === true
      ? undefined
      : `What comes back is not known any more. ${terms.manualReason ?? ''}`.trim();
  if (penalty.currency !== penaltyMax.currency || penalty.value > penaltyMax.value)
    return `Giving it up costs more by now than was agreed to: ${describeMoney(penalty)} instead of ${describeMoney(penaltyMax)}.`;
  return hasFewerCredits(terms.credits ?? [], request.credits ?? [])
    ? 'The airline gives less credit by now than was agreed to.'
    : undefined;
}

function hasFewerCredits(now: readonly TravelCredit[], agreed: readonly TravelCredit[]): boolean {
  if (agreed.some(isSpendable) && !now.some(isSpendable)) return true;
  const sums = sumsOf(now);
  return [...sumsOf(agreed)].some(([currency, value]) => (sums.get(currency) ?? 0) < value);
}

function sumsOf(credits: readonly TravelCredit[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { amount } of credits)
    if (amount !== undefined) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.value);
  return sums;
}

/** A day, from a date or an instant; undefined where it is neither. */
export function readDate(text: string | null | undefined): IsoDate | undefined {
  return text != null && DATE.test(text) && !Number.isNaN(Date.parse(text))
    ? (text.slice(0, 10) as IsoDate)
    : undefined;
}

function readInstant(text: string | null | undefined): Date | undefined {
  const milliseconds = text == null ? Number.NaN : Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds);
}
