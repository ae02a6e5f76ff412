import type { StubDecline } from './objects.ts';

/** What an attempt to pay comes to. */
export type Outcome = 'authorise' | 'decline' | 'insufficient_funds' | 'processing_error' | 'challenge' | 'process';

/** Outcomes that a payer can choose on the hosted page. */
export const PAGE_OUTCOMES = [
  'authorise',
  'decline',
  'insufficient_funds',
  'processing_error',
  'challenge',
] as const satisfies readonly Outcome[];

/** What a payer may pay with on the hosted page instead of typing a card: all of them are held at once. */
export const WALLETS = ['apple_pay', 'google_pay', 'link'] as const;
export type Wallet = (typeof WALLETS)[number];

/** Why an attempt failed, in Stripe's words. `authentication`: the bank asked and the payer did not convince it. */
export const DECLINES = {
  decline: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  processing_error: {
    type: 'card_error',
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card.',
  },
  authentication: {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  },
} as const satisfies Readonly<Record<string, StubDecline>>;

/** Shared payment tokens: those of Bly's sandbox, so that one suite of tests runs against both processors. */
export const TOKENS: Readonly<Record<string, Outcome>> = {
  spt_test_ok: 'authorise',
  spt_test_declined: 'decline',
  spt_test_step_up: 'challenge',
};
