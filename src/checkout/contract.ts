import * as z from 'zod';
import { ConversionShape, presentConversion } from '../trips/present-conversion.ts';
import { presentAmount } from '../travel/money.ts';
import { PAID_AT } from '../travel/rental.ts';
import { AmountShape, DueLaterShape, SelectedAncillaryShape, ServiceFeeShape } from '../trips/contract.ts';
import { presentAvailable, presentDueLater, presentSelected, presentServiceFee } from '../trips/present-trip.ts';
import { presentSelectedSeats, SelectedSeatShape } from '../trips/contract-seats.ts';
import { findQuotedItem, type PriceTolerance } from '../trips/model/quote.ts';
import { itemTotal, totalServiceFee } from '../trips/model/items/item-price.ts';
import { paxCountOf } from '../trips/model/items/product.ts';
import { ITEM_KINDS, type Quote, type TripItem } from '../trips/model/trip.ts';
import type { CheckoutRequest, OpenCheckout } from './open-checkout.ts';
import type { Receipt } from './signed/read-receipt.ts';
import type { AgentPaymentState } from './submit-agent-payment.ts';
import { asId } from '../platform/ids.ts';

const idLengthMax = 64;
const percentMax = 1_000;
/** A thousand times what anybody pays for a trip: more is a mistake, and too much for minor units. */
const MAJOR_AMOUNT_MAX = 1_000_000_000;
const tokenLengthMax = 512;
const urlLengthMax = 2_000;

/** `POST /v1/checkout` (contract, section 7). */
export const CheckoutBody = z.object({
  trip_id: z.string().min(1).max(idLengthMax),
  fail_on_price_change: z
    .boolean()
    .default(false)
    .describe('A moved price, up or down, answers 409 PRICE_CHANGED and nothing is quoted.'),
  max_price_increase: z
    .object({
      percent: z.number().min(0).max(percentMax).optional(),
      amount: z.number().min(0).max(MAJOR_AMOUNT_MAX).optional().describe("In major units of the trip's currency."),
    })
    .refine(
      (bound) => (bound.percent === undefined) !== (bound.amount === undefined),
      'must have exactly one of percent and amount',
    )
    .optional()
    .describe('A total that rose by more behaves as with fail_on_price_change.'),
  on_partial: z
    .enum(['all_or_nothing', 'keep_confirmed'])
    .default('all_or_nothing')
    .describe('Judged anew by every checkout that makes a quote.'),
  success_url: z
    .string()
    .min(1)
    .max(urlLengthMax)
    .optional()
    .describe(
      'Where the page leads once it was paid: https, of a host in return_hosts of your organization; in the sandbox http://localhost, too. The outcome comes signed, as bly_result.',
    ),
  cancel_url: z
    .string()
    .min(1)
    .max(urlLengthMax)
    .optional()
    .describe('Where the page leads while nothing is bought. As success_url.'),
});
export type CheckoutBody = z.infer<typeof CheckoutBody>;

/** The spec's checkout response. */
export const CheckoutResponse = z.looseObject({
  trip_id: z.string(),
  session_id: z.string(),
  checkout_url: z.string(),
  expires_at: z.iso.datetime(),
  status: z.enum(['ready', 'pending', 'failed']),
  quote_id: z.string(),
  content_hash: z
    .string()
    .describe(
      'Of what is bought and on which terms, prices and times left out: equal while a new quote buys the same.',
    ),
  quote_jws: z
    .string()
    .describe(
      'The quote, signed (compact JWS, ES256; keys at /.well-known/jwks.json): seller, items, terms, amounts, expiry, content hash.',
    ),
  total_amount: AmountShape,
  service_fee: ServiceFeeShape.optional(),
  price_changed: z.boolean(),
  agent_spt_params: z.looseObject({
    max_amount: z.int(),
    currency: z.string(),
    seller: z.string(),
    expires_at: z.iso.datetime(),
  }),
  due_later: DueLaterShape,
  items: z.array(
    z.looseObject({
      item_id: z.string(),
      kind: z.enum(ITEM_KINDS),
      description: z.string(),
      pax_count: z.int(),
      price: AmountShape,
      service_fee: ServiceFeeShape.optional(),
      origin_price: AmountShape,
      conversion_rate: z.number(),
      conversion: ConversionShape.optional(),
      price_changed: z.boolean().optional(),
      previous_price: AmountShape.optional(),
      previous_due_later: AmountShape.optional().describe('Where what the property or the desk collects has moved.'),
      available_ancillaries: z.array(
        z.looseObject({
          offer_id: z.string(),
          label: z.string(),
          description: z.string(),
          type: z.string(),
          max_quantity: z.int().nullable(),
          per_pax: z.boolean(),
          paid_at: z.enum(PAID_AT).describe('local: collected at the rental desk, never part of a price here.'),
          segment_ref_ids: z.array(z.string()),
          price_per_unit: AmountShape,
        }),
      ),
      selected_ancillaries: z.array(SelectedAncillaryShape),
      selected_seats: z.array(SelectedSeatShape),
    }),
  ),
});

/** The body as the operation takes it. */
export function readCheckoutBody(body: CheckoutBody): CheckoutRequest {
  const tolerance: PriceTolerance = {
    failOnPriceChange: body.fail_on_price_change,
    increaseMax: readIncreaseMax(body.max_price_increase),
  };
  const { success_url: successUrl, cancel_url: cancelUrl } = body;
  return {
    tripId: asId('trip', body.trip_id),
    tolerance,
    onPartial: body.on_partial,
    returnTo: successUrl === undefined && cancelUrl === undefined ? undefined : { successUrl, cancelUrl },
  };
}

function readIncreaseMax(bound: CheckoutBody['max_price_increase']): PriceTolerance['increaseMax'] {
  if (bound?.percent !== undefined) return { kind: 'percent', percent: bound.percent };
  return bound?.amount === undefined ? undefined : { kind: 'amount', major: bound.amount };
}

/** An open checkout. The same for the checkout that made the quote and for every repeat while it is valid. */
export function presentCheckout(
  publicUrl: string,
  { trip, quote, signed }: OpenCheckout,
): z.infer<typeof CheckoutResponse> {
  const expiresAt = quote.expiresAt.toISOString();
  const sessionId = quote.sessionId ?? '';
  return {
    trip_id: trip.tripId,
    session_id: sessionId,
    checkout_url: checkoutUrl(publicUrl, sessionId),
    expires_at: expiresAt,
    status: 'ready',
    quote_id: quote.quoteId,
    content_hash: signed.contentHash,
    quote_jws: signed.jws,
    total_amount: presentAmount(quote.total),
    ...presentServiceFee({ serviceFee: totalServiceFee(quote.items) }),
    price_changed: quote.items.some((item) => item.isPriceChanged),
    agent_spt_params: {
      max_amount: quote.total.value,
      currency: quote.total.currency,
      seller: publicUrl,
      expires_at: expiresAt,
    },
    due_later: presentDueLater(trip.items),
    items: trip.items.map((item) => presentCheckoutItem(item, quote)),
  };
}

/** Where the hosted page of a session is. */
function checkoutUrl(publicUrl: string, sessionId: string): string {
  return `${publicUrl}/checkout/${sessionId}`;
}

function presentCheckoutItem(item: TripItem, quote: Quote) {
  const quoted = findQuotedItem(quote, item.itemId);
  return {
    item_id: item.itemId,
    kind: item.kind,
    description: item.description,
    pax_count: paxCountOf(item),
    price: presentAmount(quoted?.total ?? itemTotal(item)),
    ...presentServiceFee(quoted ?? item),
    origin_price: presentAmount(quoted?.originTotal ?? item.originPrice),
    conversion_rate: quoted?.rate ?? item.rate,
    ...presentConversion(quoted ?? item),
    ...(quoted?.previousPrice ? { price_changed: true, previous_price: presentAmount(quoted.previousPrice) } : {}),
    ...(quoted?.previousDueLater ? { previous_due_later: presentAmount(quoted.previousDueLater) } : {}),
    available_ancillaries: presentAvailable(item),
    selected_ancillaries: item.ancillaries.map(presentSelected),
    selected_seats: presentSelectedSeats(item),
  };
}

/** `GET /v1/trip/{id}/receipt`. */
export const TripReceiptResponse = z.looseObject({
  trip_id: z.string(),
  booking_ref: z.string(),
  total_paid: AmountShape,
  total_refunded: AmountShape,
  issued_at: z.iso.datetime(),
  receipt_jws: z
    .string()
    .describe(
      'The receipt, signed like quote_jws: seller, payments and refunds, and the quote that was paid by its content hash.',
    ),
});

/** A signed receipt on the wire. */
export function presentReceipt({ signed, state }: Receipt): z.infer<typeof TripReceiptResponse> {
  return TripReceiptResponse.parse({
    trip_id: signed.tripId,
    booking_ref: state['booking_ref'],
    total_paid: state['total_paid'],
    total_refunded: state['total_refunded'],
    issued_at: signed.signedAt.toISOString(),
    receipt_jws: signed.jws,
  });
}

/** `POST /v1/submit_agent_payment` (contract, section 7). */
export const AgentPaymentBody = z.object({
  trip_id: z.string().min(1).max(idLengthMax),
  shared_payment_token: z
    .string()
    .min(1)
    .max(tokenLengthMax)
    .regex(/^[\x21-\x7e]*$/, 'must be a token without spaces')
    .optional()
    .describe('A token for at most agent_spt_params.max_amount. May be left out only where the total is 0.'),
  quote_id: z
    .string()
    .min(1)
    .max(idLengthMax)
    .optional()
    .describe('The quote the payer was shown: a newer one is not paid but answered with 410.'),
});

/** How the trip's payment stands. */
export const AgentPaymentResponse = z.looseObject({
  trip_id: z.string(),
  status: z
    .enum(['authorised', 'processing', 'requires_action', 'declined', 'released'])
    .describe(
      'authorised: held or taken, the booking is under way or done. processing: not known yet, call again. requires_action and declined: a person continues at checkout_url. ' +
        'released: the booking has failed and nothing was charged.',
    ),
  payment_verified: z.boolean().describe('True while the money is held or taken.'),
  booking_ref: z.string().optional(),
  trip_status: z.string(),
  decline_reason: z.string().optional(),
  checkout_url: z.string().optional(),
});

/** The state of an agent's payment on the wire. */
export function presentAgentPayment(
  publicUrl: string,
  tripId: string,
  state: AgentPaymentState,
): z.infer<typeof AgentPaymentResponse> {
  const { status, bookingRef, declineReason, sessionId } = state;
  const isVerified = status === 'authorised';
  return {
    trip_id: tripId,
    status,
    payment_verified: isVerified,
    trip_status: state.tripStatus,
    ...(bookingRef === undefined ? {} : { booking_ref: bookingRef }),
    ...(declineReason === undefined ? {} : { decline_reason: declineReason }),
    ...(isVerified || sessionId === undefined ? {} : { checkout_url: checkoutUrl(publicUrl, sessionId) }),
  };
}
