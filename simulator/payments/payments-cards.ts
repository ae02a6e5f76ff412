import type { CardDetails, SharedToken, SharedTokenAnswer } from '../../src/suppliers/ports/payments.ts';
import { money } from '../../src/travel/money.ts';
import { passesLuhn } from '../../src/platform/text/luhn.ts';

/** What the bank behind a test card says. `challenge`: after 3DS it says `after`. */
export type CardVerdict =
  | { readonly kind: 'authorised' }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  | { readonly kind: 'challenge'; readonly after: 'authorised' | 'card_declined' };

/** The words Stripe uses for the same, so that an integration written here carries over. */
type DeclineReason =
  | 'card_declined'
  | 'insufficient_funds'
  | 'processing_error'
  | 'incorrect_number'
  | 'invalid_expiry_month'
  | 'invalid_expiry_year'
  | 'expired_card'
  | 'invalid_cvc'
  | 'test_card_required';

/** Stripe's public test numbers mean here what they mean there (contract, section 11). */
const TEST_CARDS: Readonly<Record<string, CardVerdict>> = {
  '4242424242424242': { kind: 'authorised' },
  '4000000000000002': { kind: 'declined', reason: 'card_declined' },
  '4000000000009995': { kind: 'declined', reason: 'insufficient_funds' },
  '4000000000000119': { kind: 'declined', reason: 'processing_error' },
  '4000002500003155': { kind: 'challenge', after: 'authorised' },
  '4000008400001629': { kind: 'challenge', after: 'card_declined' },
};

/** Shared payment tokens of the sandbox (contract, section 11). */
const TEST_TOKENS: Readonly<Record<string, CardVerdict>> = {
  spt_test_ok: { kind: 'authorised' },
  spt_test_declined: { kind: 'declined', reason: 'card_declined' },
  spt_test_step_up: { kind: 'challenge', after: 'authorised' },
  spt_test_unreadable: { kind: 'authorised' },
};

const GOOD: SharedToken = { endedBy: undefined, limit: undefined };
/** What a look at a token shows before it is paid with. */
const TEST_GRANTS: Readonly<Record<string, SharedToken>> = {
  spt_test_ok: GOOD,
  spt_test_declined: GOOD,
  spt_test_step_up: GOOD,
  spt_test_small: { endedBy: undefined, limit: money(100, 'USD') },
  spt_test_yen: { endedBy: undefined, limit: money(10_000_000, 'JPY') },
  spt_test_expired: { endedBy: 'expired', limit: undefined },
  spt_test_revoked: { endedBy: 'revoked', limit: undefined },
  // Taken back between the look and the payment.
  spt_test_revoked_meanwhile: GOOD,
};

const CARD_VALID_YEARS_MAX = 50;

/** Checks a card as a processor would (number, expiry, code), then asks the bank behind it. */
export function judgeCard(card: CardDetails, now: Date): CardVerdict {
  const number = card.number.replace(/[\s-]/g, '');
  const problem = findCardProblem(number, card, now);
  if (problem !== undefined) return { kind: 'declined', reason: problem };
  return TEST_CARDS[number] ?? { kind: 'declined', reason: 'test_card_required' };
}

/** What a shared payment token answers; one the sandbox does not know is declined. */
export function judgeSharedToken(token: string): CardVerdict {
  return Object.hasOwn(TEST_TOKENS, token) ? (TEST_TOKENS[token] ?? UNKNOWN_TOKEN) : UNKNOWN_TOKEN;
}

/** What a look at a shared payment token shows; nothing is paid by it. */
export function readTestToken(token: string): SharedTokenAnswer {
  if (token === 'spt_test_unreadable') return { kind: 'unknown', detail: 'The sandbox does not say.' };
  const granted = Object.hasOwn(TEST_GRANTS, token) ? TEST_GRANTS[token] : undefined;
  return granted === undefined ? { kind: 'absent' } : { kind: 'known', token: granted };
}

const UNKNOWN_TOKEN: CardVerdict = { kind: 'declined', reason: 'card_declined' };

function findCardProblem(number: string, card: CardDetails, now: Date): DeclineReason | undefined {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return 'incorrect_number';
  if (!Number.isInteger(card.expiryMonth) || card.expiryMonth < 1 || card.expiryMonth > 12)
    return 'invalid_expiry_month';
  const year = card.expiryYear < 100 ? 2000 + card.expiryYear : card.expiryYear;
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(year) || year > thisYear + CARD_VALID_YEARS_MAX || year < 2000) return 'invalid_expiry_year';
  // A card is good until the last day of its month.
  if (Date.UTC(year, card.expiryMonth, 1) <= now.getTime()) return 'expired_card';
  if (!/^\d{3,4}$/.test(card.securityCode.trim())) return 'invalid_cvc';
  return undefined;
}
