import type { DecisionMessages } from '../wording.ts';

/** English. */
export const en: DecisionMessages = {
  title: 'Changes that wait for you',
  text: 'Refunds and changes that no system can finish by itself, oldest first.',
  none: 'Nothing waits for you.',
  whoDecides: 'An owner or admin of the organization decides.',
  waitsFor: {
    decision: 'Waits for your decision',
    charge: 'Cancelled and charged; waits for your decision',
    money: 'Money has to be moved by hand',
    supplier: 'People at the supplier decide',
  },
  decided: {
    cancel: 'It is being cancelled; the refund follows by itself.',
    refund: 'The refund follows by itself.',
    decline: 'Declined. The booking stands.',
    settled: 'It was given back by hand.',
  },
  problems: {
    amount_invalid: 'Enter the amount in digits, with a dot or a comma before the decimals.',
    reason_missing: 'Say in a sentence why it is declined.',
    refused: 'This was not possible: more than can be given back, or something else of the booking is under way.',
    gone: 'This no longer waits for a decision.',
  },
  since: (moment) => `Since ${moment}`,
  why: 'Why',
  traveler: 'Lead traveler',
  contact: 'Contact',
  product: 'What was sold',
  supplier: 'Supplier',
  order: 'Order and confirmation number',
  paid: 'Paid',
  agreed: 'Agreed refund',
  guidance:
    'Ask the airline or the supplier what comes back before you decide. If you confirm, the order is cancelled there and the traveler gets the amount you enter, even if nothing comes back to you. If the supplier says a smaller amount by then, nothing is cancelled.',
  guidanceCharged:
    'The supplier has cancelled the order and charged for it what its terms do not say. It is asked again and again whether it gives the charge back; then the agreed refund goes out by itself. You need not wait: the traveler gets the amount you enter, and what the supplier gives back later is yours. Entering less than was agreed is for you to explain to the traveler.',
  guidanceByHand:
    'The money could not be moved: the processor refused to give it back, or nothing was paid for the exchange. Move it by hand, at the processor or by a transfer, and then say here how. What was given back then counts as refunded, and the traveler gets a mail about it.',
  refund: (currency) => `Refund to the traveler, in ${currency}`,
  refundHint: (max) => `At most ${max}. 0 cancels without a refund.`,
  refundHintCharged: (max) => `At most ${max}. 0 ends it without a refund.`,
  cancel: 'Cancel the order and refund',
  giveBack: 'Refund',
  reason: 'Reason, if you decline',
  reasonHint: 'The traveler reads it in a mail.',
  decline: 'Decline; the booking stands',
  byHand: 'How it was moved',
  byHandHint: 'For the audit log, and for nobody else.',
  settle: 'Say that it was moved by hand',
};
