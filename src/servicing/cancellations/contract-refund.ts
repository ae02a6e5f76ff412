import * as z from 'zod';
import { REFUND_STATUSES } from '../../bookings/model/item-change.ts';
import { presentCredits, travelCreditShape } from '../../bookings/contract-credits.ts';
import { paidOf } from '../../bookings/model/paid-of.ts';
import { type Money, presentValue, subtractMoney, zeroMoney } from '../../travel/money.ts';
import type { TravelCredit } from '../../travel/cancellation.ts';
import type { CommittedCancellation } from './commit-cancellation.ts';
import { ClaimBody } from '../contract-claim.ts';
import { refundStatusOf } from '../model/cancellation.ts';
import { agreedRefund, publicReference } from '../model/change.ts';
import type { CancellationCheck } from './weigh-terms.ts';

const AmountShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
/** However long: what is not of the booking is the same 404. */
const quoteId = z.string().min(1).optional();

/** `POST /v1/refund_check`, `POST /api/v1/flights/refund-check`. */
export const RefundCheckBody = ClaimBody;
/** `POST /v1/refund_commit`. */
export const RefundCommitBody = ClaimBody.extend({
  quote_id: quoteId.describe('Of refund_check. Left out: the newest that lives.'),
});
/** `POST /v1/refund_status`. */
export const RefundStatusBody = ClaimBody.extend({
  quote_id: quoteId.describe('Of refund_check.'),
  refund_reference: quoteId.describe('Of refund_commit. Both left out: the last refund of the item.'),
});

const feeFields = {
  service_fee: AmountShape.optional().describe(
    'The service fee inside what was paid for the item; absent without one.',
  ),
  service_fee_kept: z
    .boolean()
    .optional()
    .describe('Beside service_fee. True: it is in penalty_amount and stays; false: it is in refund_amount.'),
};

const unknownFields = {
  refund_amount_known: z.literal(false).optional().describe('Present where refund_amount is null.'),
  travel_credits: z
    .array(travelCreditShape(AmountShape))
    .optional()
    .describe('What the airline gives instead of money, out of penalty_amount; absent where it gives none.'),
};

/** What giving an item up would bring (spec.md, Refund and exchange pricing). */
export const CheckShape = {
  booking_ref: z.string(),
  item_id: z.string(),
  quote_id: z
    .string()
    .nullable()
    .describe(
      'What the commit takes, for ten minutes. Null where nothing would be given back (`support_level` is `none`): there is nothing to commit, and a commit ' +
        'with null, which is as if it were left out, is 410 QUOTE_EXPIRED. Check again after a schedule change, or before another step of the cancellation_timeline.',
    ),
  is_refundable: z.boolean(),
  is_automatable: z.boolean(),
  manual_reason: z.string().nullable(),
  support_level: z.enum(['full', 'manual', 'none']),
  total_paid: AmountShape.describe('What was paid for the item, as get_booking tells it.'),
  refund_amount: AmountShape.nullable().describe(
    'What comes back now; of a refund that was committed, what has come back. Null, never 0, where the airline does not say: people decide.',
  ),
  ...unknownFields,
  penalty_amount: AmountShape.nullable(),
  penalty_amount_known: z
    .literal(false)
    .optional()
    .describe(
      'Present where penalty_amount is null: a property does not state its penalty, or nobody knows what comes back.',
    ),
  pending_amount: AmountShape.nullable().describe(
    'What an earlier refund is still to give back; null while nobody knows. total_paid is refund_amount, penalty_amount and this together, unless a property collects a penalty itself.',
  ),
  expires_at: z.iso.datetime().nullable().describe('When the quote runs out; null without one.'),
  ...feeFields,
  warnings: z.array(z.string()),
};
export const RefundCheckResponse = z.looseObject(CheckShape);

/** What became of it. */
export const OutcomeShape = {
  booking_ref: z.string(),
  item_id: z.string(),
  quote_id: z.string(),
  refund_reference: z.string(),
  refund_status: z.enum(REFUND_STATUSES),
  confirmed_refund_amount: AmountShape.nullable().describe('What has been given back; null until that is certain.'),
  refund_amount: AmountShape.nullable().describe('What was agreed to be given back; null while people decide that.'),
  ...unknownFields,
  penalty_amount: AmountShape.nullable(),
  penalty_amount_known: z
    .literal(false)
    .optional()
    .describe(
      'Present where penalty_amount is null: a property does not state its penalty, or nobody knows what comes back.',
    ),
  pending_amount: AmountShape.nullable().describe(
    'What of refund_amount has not been given back yet; 0 once the refund has failed, null while people decide.',
  ),
  ...feeFields,
  manual_reason: z.string().nullable(),
  failure_reason: z.string().nullable(),
};
export const RefundOutcomeResponse = z.looseObject(OutcomeShape);

/** The wire shape of a check. */
export function presentCheck({
  booking,
  item,
  quote,
  refund,
  penalty,
  credits,
  pending,
  serviceFee,
  support,
  manualReason,
  warnings,
}: CancellationCheck): z.infer<typeof RefundCheckResponse> {
  return {
    booking_ref: booking.bookingRef,
    item_id: item.itemId,
    quote_id: quote?.changeId ?? null,
    is_refundable: support !== 'none',
    is_automatable: support === 'full',
    manual_reason: manualReason ?? null,
    support_level: support,
    total_paid: presentValue(paidOf(booking, item)),
    ...presentRefund(refund, credits),
    ...presentPenalty(penalty),
    pending_amount: pending === undefined ? null : presentValue(pending),
    ...presentFee(serviceFee?.amount, serviceFee?.isReturned),
    expires_at: quote?.expiresAt.toISOString() ?? null,
    warnings: [...warnings],
  };
}

function presentRefund(refund: Money | undefined, credits: readonly TravelCredit[]) {
  return {
    ...(refund === undefined
      ? ({ refund_amount: null, refund_amount_known: false } as const)
      : { refund_amount: presentValue(refund) }),
    ...(credits.length === 0 ? {} : { travel_credits: presentCredits(credits, presentValue) }),
  };
}

function presentPenalty(penalty: Money | undefined) {
  return penalty === undefined
    ? ({ penalty_amount: null, penalty_amount_known: false } as const)
    : { penalty_amount: presentValue(penalty) };
}

function presentFee(fee: Money | undefined, isReturned: boolean | undefined) {
  return fee && { service_fee: presentValue(fee), service_fee_kept: isReturned !== true };
}

/** The wire shape of a committed cancellation. */
export function presentOutcome({
  booking,
  change,
  refunded,
}: CommittedCancellation): z.infer<typeof RefundOutcomeResponse> {
  const { plan } = change;
  if (plan.kind !== 'cancellation') throw new Error(`The change ${change.changeId} is no cancellation.`);
  const agreed = agreedRefund(plan);
  const pending =
    change.status === 'failed'
      ? zeroMoney(agreed.currency)
      : plan.refund && subtractMoney(plan.refund, refunded ?? zeroMoney(agreed.currency));
  return {
    booking_ref: booking.bookingRef,
    item_id: change.itemId,
    quote_id: change.changeId,
    refund_reference: publicReference(change),
    refund_status: refundStatusOf(change),
    confirmed_refund_amount: refunded === undefined ? null : presentValue(refunded),
    ...presentRefund(plan.refund, plan.credits ?? []),
    ...presentPenalty(plan.isPenaltyKnown === false ? undefined : plan.penalty),
    pending_amount: pending === undefined ? null : presentValue(pending),
    ...presentFee(plan.serviceFee, plan.isServiceFeeReturned),
    manual_reason: plan.manualReason ?? null,
    failure_reason: change.failure ?? null,
  };
}
