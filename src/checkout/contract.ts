import * as z from 'zod';
import { presentAmount } from '../travel/money.ts';
import { passengerTotal } from '../travel/passengers.ts';
import { AmountShape, presentAvailable, presentSelected, SelectedAncillaryShape } from '../trips/contract.ts';
import { presentSelectedSeats, SelectedSeatShape } from '../trips/contract-seats.ts';
import { findQuotedItem, type PriceTolerance } from '../trips/model/quote.ts';
import { itemTotal } from '../trips/model/item-price.ts';
import type { Quote, TripItem } from '../trips/model/trip.ts';
import type { CheckoutRequest, OpenCheckout } from './open-checkout.ts';
import { asId } from '../platform/ids.ts';

const idLengthMax = 64;
const percentMax = 1_000;

/** `POST /v1/checkout` (contract, section 7). */
export const CheckoutBody = z.object({
  trip_id: z.string().min(1).max(idLengthMax),
  fail_on_price_change: z.boolean().default(false).describe('A moved price, up or down, answers 409 PRICE_CHANGED and nothing is quoted.'),
  max_price_increase: z.object({
    percent: z.number().min(0).max(percentMax).optional(),
    amount: z.number().min(0).optional().describe('In major units of the trip\'s currency.'),
  }).refine((bound) => (bound.percent === undefined) !== (bound.amount === undefined), 'must have exactly one of percent and amount').optional()
    .describe('A total that rose by more behaves as with fail_on_price_change.'),
  on_partial: z.enum(['all_or_nothing', 'keep_confirmed']).default('all_or_nothing').describe('Judged anew by every checkout that makes a quote.'),
});
export type CheckoutBody = z.infer<typeof CheckoutBody>;

/** The spec's checkout response. */
export const CheckoutResponse = z.looseObject({
  trip_id: z.string(), session_id: z.string(), checkout_url: z.string(), expires_at: z.iso.datetime(), status: z.enum(['ready', 'pending', 'failed']),
  total_amount: AmountShape, price_changed: z.boolean(),
  agent_spt_params: z.looseObject({ max_amount: z.int(), currency: z.string(), seller: z.string(), expires_at: z.iso.datetime() }),
  due_later: z.array(z.looseObject({ item_id: z.string(), amount: z.int(), currency: z.string(), decimal_places: z.int(), where: z.enum(['property', 'desk']) })),
  items: z.array(z.looseObject({
    item_id: z.string(), kind: z.enum(['flight', 'hotel', 'car']), description: z.string(), pax_count: z.int(), price: AmountShape, origin_price: AmountShape,
    price_changed: z.boolean().optional(), previous_price: AmountShape.optional(),
    available_ancillaries: z.array(z.looseObject({
      offer_id: z.string(), label: z.string(), description: z.string(), type: z.string(), max_quantity: z.int(), per_pax: z.boolean(), price_per_unit: AmountShape,
    })),
    selected_ancillaries: z.array(SelectedAncillaryShape), selected_seats: z.array(SelectedSeatShape),
  })),
});

/** The body as the operation takes it. */
export function readCheckoutBody(body: CheckoutBody): CheckoutRequest {
  const tolerance: PriceTolerance = { failOnPriceChange: body.fail_on_price_change, increaseMax: readIncreaseMax(body.max_price_increase) };
  return { tripId: asId('trip', body.trip_id), tolerance, onPartial: body.on_partial };
}

function readIncreaseMax(bound: CheckoutBody['max_price_increase']): PriceTolerance['increaseMax'] {
  if (bound?.percent !== undefined) return { kind: 'percent', percent: bound.percent };
  return bound?.amount === undefined ? undefined : { kind: 'amount', major: bound.amount };
}

/** An open checkout. The same for the checkout that made the quote and for every repeat while it is valid. */
export function presentCheckout(publicUrl: string, { trip, quote }: OpenCheckout): z.infer<typeof CheckoutResponse> {
  const expiresAt = quote.expiresAt.toISOString();
  const sessionId = quote.sessionId ?? '';
  return {
    trip_id: trip.tripId, session_id: sessionId, checkout_url: checkoutUrl(publicUrl, sessionId), expires_at: expiresAt, status: 'ready',
    total_amount: presentAmount(quote.total), price_changed: quote.items.some((item) => item.isPriceChanged),
    agent_spt_params: { max_amount: quote.total.value, currency: quote.total.currency, seller: publicUrl, expires_at: expiresAt },
    due_later: [],
    items: trip.items.map((item) => presentCheckoutItem(item, quote)),
  };
}

/** Where the hosted page of a session is. */
export function checkoutUrl(publicUrl: string, sessionId: string): string {
  return `${publicUrl}/checkout/${sessionId}`;
}

function presentCheckoutItem(item: TripItem, quote: Quote) {
  const quoted = findQuotedItem(quote, item.itemId);
  return {
    item_id: item.itemId, kind: item.kind, description: item.description, pax_count: passengerTotal(item.passengers),
    price: presentAmount(quoted?.total ?? itemTotal(item)), origin_price: presentAmount(quoted?.originTotal ?? item.originPrice),
    ...(quoted?.previousPrice ? { price_changed: true, previous_price: presentAmount(quoted.previousPrice) } : {}),
    available_ancillaries: presentAvailable(item),
    selected_ancillaries: item.ancillaries.map(presentSelected), selected_seats: presentSelectedSeats(item),
  };
}
