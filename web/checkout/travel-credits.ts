import { formatDay, formatMoney } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import type { Money } from '../../src/travel/money.ts';
import type { Messages } from './wording.ts';

/** What an airline gives instead of money, and who may spend it; what it does not say is undefined. */
export interface TravelCreditView {
  readonly kind: 'airline_credit' | 'voucher';
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly amount: Money | undefined;
  readonly expiresOn: string | undefined;
  readonly travelerName: string | undefined;
}

/** One credit in words: what it is and what it is worth, whose it is, its code, and until when it is valid. */
export interface CreditText {
  readonly title: string;
  readonly amount: string;
  /** The airline's own name for it, in its language, and whose it is. */
  readonly owner: readonly string[];
  readonly lines: readonly string[];
}

/** Describes a credit. `isIssued`: false while it is only quoted: then nobody has a code of it. */
export function describeCredit(
  messages: Messages,
  { kind, name, code, amount, expiresOn, travelerName }: TravelCreditView,
  isIssued: boolean,
): CreditText {
  const { travelCredit } = messages;
  const codeLine = code === undefined ? travelCredit.codeUnknown : travelCredit.code(code);
  return {
    title: travelCredit.kind[kind],
    amount: amount === undefined ? travelCredit.amountUnknown : formatMoney(messages, amount),
    owner: [name, travelerName].filter((part) => part !== undefined),
    lines: [
      ...(isIssued ? [codeLine] : []),
      expiresOn === undefined ? travelCredit.expiryUnknown : travelCredit.expires(formatDay(messages, expiresOn)),
    ],
  };
}

/** The credits of an item as a list under their heading; nothing where there are none. */
export function renderCredits(
  messages: Messages,
  credits: readonly TravelCreditView[],
  { isIssued, heading }: { readonly isIssued: boolean; readonly heading: 'h2' | 'h3' },
): Html | undefined {
  if (credits.length === 0) return undefined;
  const entries = credits.map((credit) => {
    const { title, amount, owner, lines } = describeCredit(messages, credit, isIssued);
    return html`<li>${title} <strong>${amount}</strong>${[owner.join(', '), ...lines]
      .filter((line) => line !== '')
      .map((line) => html`<span class="quiet below">${line}</span>`)}</li>`;
  });
  const title = messages.travelCredit.heading;
  return html`${heading === 'h2' ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}<ul class="plain">${entries}</ul><p class="quiet">${messages.travelCredit.note}</p>`;
}
