import * as z from 'zod';
import { convertMoney, presentValue } from '../../travel/money.ts';
import { PAID_AT, type RentalStop } from '../../travel/rental.ts';
import { dueLaterAmount } from '../../trips/model/items/product.ts';
import type { RentalItem } from '../../trips/model/trip.ts';
import type { CarExchange, CarExchangeCommit } from './commit-car-exchange.ts';
import { ClaimBody, toClaim } from '../contract-claim.ts';
import { type CarExchangeDelta, deltaOfPlan } from '../model/car-exchange.ts';
import { publicReference } from '../model/change.ts';
import type { ChangeStatus } from '../model/change-states.ts';
import type { RentalChanges } from '../model/rental-changes.ts';
import type { CarExchangePreview, PreviewedOffer } from './preview-car-exchange.ts';

const LINES_MAX = 50;
const TOKEN_LENGTH_MAX = 8192;

const BranchTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'YYYY-MM-DDTHH:MM:SS, branch-local, without a zone')
  .optional();

/** `POST /v1/car_exchange_preview` (spec.md, CarExchangePreviewRequest). */
export const CarExchangePreviewRequest = ClaimBody.extend({
  pick_up_date_time: BranchTime.describe('Branch-local, no zone; omitted keeps the booked time.'),
  drop_off_date_time: BranchTime.describe('Branch-local, no zone; omitted keeps the booked time.'),
  ancillaries: z
    .array(z.object({ offer_id: z.string().min(1), quantity: z.int().min(1) }))
    .max(LINES_MAX)
    .optional()
    .describe(
      'The extras the rental should end up with; omitted keeps those it has, [] removes all, a list replaces the selection.',
    ),
});
/** `POST /v1/car_exchange_commit`. */
export const CarExchangeCommitRequest = ClaimBody.extend({
  exchange_id: z.string().min(1).max(TOKEN_LENGTH_MAX).describe('Of the preview.'),
  exchange_offer_token: z.string().min(1).max(TOKEN_LENGTH_MAX).describe('Of one of its offers.'),
  shared_payment_token: z
    .string()
    .min(1)
    .optional()
    .describe('Pays an add_collect at once; without it somebody pays at checkout_url.'),
});
/** `POST /v1/car_exchange_status`. */
export const CarExchangeStatusRequest = ClaimBody.extend({
  exchange_id: z
    .string()
    .min(1)
    .max(TOKEN_LENGTH_MAX)
    .optional()
    .describe('Of the preview, or the exchange_reference of the commit; omitted: the newest.'),
});

const AmountShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
const StopShape = z.looseObject({
  branch_name: z.string(),
  city: z.string(),
  date_time: z.string().describe('Branch-local, no zone.'),
});
const RentalShape = z.looseObject({
  vehicle: z.looseObject({ name: z.string(), category: z.string().nullable(), acriss_code: z.string().nullable() }),
  pick_up: StopShape,
  drop_off: StopShape,
  ancillaries: z
    .array(
      z.looseObject({
        offer_id: z.string(),
        label: z.string(),
        quantity: z.int(),
        paid_at: z
          .enum(PAID_AT)
          .describe('now: part of price and delta; local: collected at the desk, in its currency, part of neither.'),
        price: AmountShape.describe('At quantity one.'),
      }),
    )
    .optional()
    .describe('Absent when there are none.'),
});
const counterFields = (what: string) => ({
  due_at_desk: z
    .array(z.looseObject({ description: z.string(), price: AmountShape }))
    .describe(`What the desk collects for ${what}, its chosen extras included: in the desk's currency, in no delta.`),
  due_at_desk_total: AmountShape,
});
const bookedCounter = counterFields('the car as booked');
const DeltaShape = z.looseObject({
  direction: z.enum(['add_collect', 'refund', 'even']),
  amount: AmountShape.optional().describe('Absolute; absent when even.'),
});

/** Spec.md, CarExchangePreviewResponse. */
export const CarExchangePreviewResponse = z.looseObject({
  exchange_id: z.string().optional().describe('Absent when not exchangeable.'),
  exchangeable: z.boolean(),
  reason: z.string().optional().describe('Present only when not exchangeable.'),
  current: RentalShape,
  paid: AmountShape.optional(),
  due_at_desk: bookedCounter.due_at_desk.optional(),
  due_at_desk_total: bookedCounter.due_at_desk_total.optional().describe('Absent, as paid is, when not exchangeable.'),
  offers: z.array(
    z.looseObject({
      exchange_offer_token: z.string(),
      rental: RentalShape,
      on_request: z.boolean(),
      price: AmountShape,
      service_fee: AmountShape.optional().describe(
        'The part of price that is the service fee: the one paid with the car that is exchanged, carried over.',
      ),
      delta: DeltaShape,
      ...counterFields('this rental'),
    }),
  ),
  warnings: z.array(z.string()),
});
const STATUSES = ['confirmed', 'pending', 'payment_required', 'failed'] as const;
/** A committed exchange. */
export const CarExchangeResponse = z.looseObject({
  exchange_reference: z.string(),
  status: z.enum(STATUSES),
  booking_ref: z.string(),
  rental: RentalShape.describe('The replacement; of a failed exchange the rental that stands.'),
  delta: DeltaShape,
  ...counterFields('rental'),
  checkout_url: z.url().optional().describe('Where the difference is paid, while status is payment_required.'),
  refund: AmountShape.optional().describe('What is given back, once the exchange is made.'),
  reason: z.string().optional().describe('Why it failed; while it waits for a payment the word of a declined attempt.'),
});

/** How the rental is to end up. */
export function toRentalChanges(body: z.infer<typeof CarExchangePreviewRequest>): RentalChanges {
  return {
    pickUpAt: body.pick_up_date_time,
    dropOffAt: body.drop_off_date_time,
    extras: body.ancillaries?.map((line) => ({ offerId: line.offer_id, quantity: line.quantity })),
  };
}

/** What is committed to. */
export function toCarExchangeCommit(body: z.infer<typeof CarExchangeCommitRequest>): CarExchangeCommit {
  return {
    claim: toClaim(body),
    exchangeId: body.exchange_id,
    offerToken: body.exchange_offer_token,
    sharedPaymentToken: body.shared_payment_token,
  };
}

/** The preview. */
export function presentPreview(preview: CarExchangePreview): z.infer<typeof CarExchangePreviewResponse> {
  const current = presentRental(preview.current.tripItem);
  if (preview.kind === 'not_exchangeable')
    return { exchangeable: false, reason: preview.reason, current, offers: [], warnings: [] };
  return {
    exchange_id: preview.exchangeId,
    exchangeable: true,
    current,
    paid: presentValue(preview.paid),
    ...presentCounter(preview.current.tripItem),
    offers: preview.offers.map(presentOffer),
    warnings: [...preview.warnings],
  };
}

function presentOffer({ token, tripItem, isOnRequest, price, delta }: PreviewedOffer) {
  return {
    exchange_offer_token: token,
    rental: presentRental(tripItem),
    on_request: isOnRequest,
    price: presentValue(price),
    ...(tripItem.serviceFee && { service_fee: presentValue(tripItem.serviceFee) }),
    delta: presentDelta(delta),
    ...presentCounter(tripItem),
  };
}

/** Charges, then chosen extras, all in the counter's own currency: what the traveler pays there. */
function presentCounter(item: RentalItem) {
  const charges = item.rental.charges.filter(({ paidAt }) => paidAt === 'local');
  const extras = presentExtras(item).filter(({ paid_at: paidAt }) => paidAt === 'local');
  return {
    due_at_desk: [
      ...charges.map(({ description, amount }) => ({ description, price: presentValue(amount) })),
      ...extras.map(({ label, quantity, price }) => ({
        description: quantity === 1 ? label : `${quantity} × ${label}`,
        price: { ...price, value: price.value * quantity },
      })),
    ],
    due_at_desk_total: presentValue(dueLaterAmount(item)),
  };
}

/** The exchange as it stands. */
export function presentCarExchange({
  change,
  item,
  checkoutUrl,
  declineReason,
  isBeingPaid,
}: CarExchange): z.infer<typeof CarExchangeResponse> {
  const { plan, failure: reason = declineReason } = change;
  if (plan.kind !== 'exchange' || plan.replacement.kind !== 'car')
    throw new Error(`${change.changeId} is no exchange of a car.`);
  const status = isBeingPaid ? 'pending' : STATUS_OF[change.status];
  const rental = status === 'failed' ? item.tripItem : plan.replacement;
  return {
    exchange_reference: publicReference(change),
    status,
    booking_ref: change.bookingRef,
    rental: presentRental(rental),
    delta: presentDelta(deltaOfPlan(plan)),
    ...presentCounter(rental),
    ...(checkoutUrl === undefined ? {} : { checkout_url: checkoutUrl }),
    ...(status === 'confirmed' && plan.refund.value > 0 ? { refund: presentValue(plan.refund) } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Once the supplier has made it the exchange is confirmed, whatever still happens to its money. */
const STATUS_OF = {
  quoted: 'payment_required',
  paying: 'payment_required',
  requested: 'pending',
  unknown: 'pending',
  pending: 'pending',
  deciding: 'pending',
  settling: 'confirmed',
  done: 'confirmed',
  partial: 'confirmed',
  failed: 'failed',
} as const satisfies Record<ChangeStatus, (typeof STATUSES)[number]>;

function presentDelta(delta: CarExchangeDelta): z.infer<typeof DeltaShape> {
  return delta.direction === 'even'
    ? { direction: delta.direction }
    : { direction: delta.direction, amount: presentValue(delta.amount) };
}

function presentRental(item: RentalItem): z.infer<typeof RentalShape> {
  const { vehicle, pickUp, dropOff } = item.rental;
  const ancillaries = presentExtras(item);
  return {
    vehicle: { name: vehicle.name, category: vehicle.category ?? null, acriss_code: vehicle.acrissCode ?? null },
    pick_up: presentStop(pickUp),
    drop_off: presentStop(dropOff),
    ...(ancillaries.length === 0 ? {} : { ancillaries }),
  };
}

function presentStop({ branchName, cityName, at }: RentalStop) {
  return { branch_name: branchName, city: cityName, date_time: at };
}

/** What is paid here is shown in the booking's currency, what the counter takes in the counter's, as on the trip. */
function presentExtras({ rental, ancillaries, price, rate }: RentalItem) {
  return ancillaries.flatMap(({ ancillaryKey, quantity }) => {
    const extra = rental.extras.find((candidate) => candidate.ancillaryKey === ancillaryKey);
    if (extra === undefined) return [];
    const shown = extra.paidAt === 'now' ? convertMoney(extra.price, price.currency, rate) : extra.price;
    return [
      { offer_id: ancillaryKey, label: extra.label, quantity, paid_at: extra.paidAt, price: presentValue(shown) },
    ];
  });
}
