import type { DecisionMessages } from '../wording.ts';

/** English. */
export const en: DecisionMessages = {
  title: 'Changes that wait for you',
  text: 'Refunds and changes that no system can finish by itself, oldest first.',
  none: 'Nothing waits for you.',
  ownersOnly: 'An owner of the organization decides.',
  waitsFor: {
    decision: 'Waits for your decision',
    money: 'Money has to be moved by hand',
    supplier: 'People at the supplier decide',
  },
  decided: { cancel: 'It is being cancelled; the refund follows by itself.', decline: 'Declined. The booking stands.' },
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
  refund: (currency) => `Refund to the traveler, in ${currency}`,
  refundHint: (max) => `At most ${max}. 0 cancels without a refund.`,
  cancel: 'Cancel the order and refund',
  reason: 'Reason, if you decline',
  reasonHint: 'Stands in the answer to the traveler’s program.',
  decline: 'Decline; the booking stands',
};
