import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of a payment. Staying is always allowed and does nothing, so that an outcome may arrive twice. `capturing`
 * and `releasing` are intents: committed before the processor is called.
 */
export const paymentLifecycle = defineLifecycle('A payment', {
  created: ['submitted', 'voided'],
  submitted: ['requires_action', 'processing', 'declined', 'authorised', 'voided'],
  requires_action: ['submitted', 'processing', 'declined', 'authorised', 'voided'],
  processing: ['requires_action', 'declined', 'authorised', 'voided'],
  // A hold that appears after the payer saw "declined" is released, never captured.
  declined: ['submitted', 'voided', 'releasing'],
  authorised: ['capturing', 'releasing'],
  // Straight to released when the processor's hold had lapsed.
  capturing: ['captured', 'released'],
  captured: [],
  // An authorisation that arrives for a voided payment is released, never fulfilled.
  voided: ['releasing', 'released'],
  releasing: ['released'],
  released: [],
});
export type PaymentStatus = StateOf<typeof paymentLifecycle>;

/** An attempt runs: submitted, waiting for the payer's bank, or slow at the processor. */
export const ATTEMPT_RUNNING: readonly PaymentStatus[] = ['submitted', 'requires_action', 'processing'];
/** The payer is at the processor's page or at the bank, and may be sent there again. */
export const WITH_PAYER: readonly PaymentStatus[] = ['submitted', 'requires_action'];
/** A payer, the processor or we are still at it: what it comes to is not known. */
export const MONEY_MOVING: readonly PaymentStatus[] = [...ATTEMPT_RUNNING, 'authorised', 'capturing', 'releasing'];
/** A hold may appear that nobody wants: the payer saw "declined", or the payment was voided. */
export const HOLD_UNWANTED: readonly PaymentStatus[] = ['declined', 'voided'];
/** A look at the processor can still change the payment: an attempt runs, or an unwanted hold may have appeared. */
export const MAY_HAVE_NEWS: readonly PaymentStatus[] = [...ATTEMPT_RUNNING, ...HOLD_UNWANTED];
/** Nothing more can come of it: its trip may be forgotten. */
export const NEVER_PAID: readonly PaymentStatus[] = ['voided', 'declined', 'released'];
/** The payer's money is held or taken. */
export const MONEY_HELD: readonly PaymentStatus[] = ['authorised', 'capturing', 'captured'];

/**
 * The life of a refund. `intended` is committed before the processor is called; `refused`: the processor refused it for
 * good; `by_hand`: people of the seller have given back what was refused, past the processor.
 */
export const refundLifecycle = defineLifecycle('A refund', {
  intended: ['refunded', 'refused'],
  refunded: [],
  refused: ['by_hand'],
  by_hand: [],
});
export type RefundStatus = StateOf<typeof refundLifecycle>;
