import * as z from 'zod';
import type { App } from '../../context.ts';
import type { NothingOnThoseDays } from '../../suppliers/ports/servicing.ts';
import { type Money, money, presentValue } from '../../travel/money.ts';
import { ItemDetailsShape } from '../../trips/contract-details.ts';
import { presentItemDetails } from '../../trips/read/present-item-details.ts';
import { endsAt } from '../../trips/model/items/product.ts';
import type { ExchangeState } from './commit-exchange.ts';
import { ClaimBody } from '../contract-claim.ts';
import { type ExchangePlan, publicReference } from '../model/change.ts';
import type { ChangeStatus } from '../model/change-states.ts';
import { paymentOutcome } from '../model/exchange-amounts.ts';
import type { PricedExchange } from './price-exchange.ts';
import type { ExchangeShop, FlightChanges } from './shop-exchange.ts';

const TEXT_LENGTH_MAX = 200;
const TOKEN_LENGTH_MAX = 8192;
const SEGMENTS_MAX = 24;
const OUTCOMES = ['collect', 'refund', 'even'] as const;
const WIRE_STATUSES = ['CONFIRMED', 'PENDING', 'PARTIAL_FAILURE', 'FAILED'] as const;
const TICKET_STATUSES = ['open', 'used', 'exchanged', 'refunded', 'void'] as const;

const text = z.string().min(1).max(TEXT_LENGTH_MAX);
const date = z.iso.date();

/** `POST /v1/exchange_shop`. */
export const ExchangeShopBody = ClaimBody.extend({
  segments_to_exchange: z
    .array(z.union([z.int().min(0), text]))
    .min(1)
    .max(SEGMENTS_MAX)
    .optional()
    .describe(
      'Slices by their place from 0, or segment ids (the whole slice of the segment is meant). Omitted: the first slice still to come, and the one after it when `return` is given. Slices not named stay exactly as booked.',
    ),
  preferred_departure_date: date.describe('The new day of the first exchanged slice.'),
  return: z
    .union([date, z.object({ date }).transform((value) => value.date)])
    .optional()
    .describe('The new day of the second exchanged slice: a date, or {date}.'),
  return_date: date.optional().describe('Same as `return`.'),
});
/** `POST /v1/exchange_price`, `POST /api/v1/flights/exchange-price`. */
export const ExchangePriceBody = ClaimBody.extend({
  offer_id: z.string().min(1).max(TOKEN_LENGTH_MAX).describe('`exo_…` of exchange_shop; lives 10 minutes.'),
});
/** The query of the fuller surface. */
export const ProviderQuery = z.object({
  provider: z.string().min(1).optional().describe("Counts instead of the body's provider."),
});
/** `POST /v1/exchange_commit`. */
export const ExchangeCommitBody = ClaimBody.extend({
  session_reference: z
    .string()
    .min(1)
    .optional()
    .describe('Of exchange_price; omitted: the newest live quote of the flight.'),
  shared_payment_token: text.optional().describe('Pays total_due at once; without it checkout_url is answered.'),
});
/** `POST /v1/exchange_status`. */
export const ExchangeStatusBody = ClaimBody.extend({ session_reference: z.string().min(1).optional() });

const ValueShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
const SplitKnown = z.literal(false);
const amountFields = {
  payment_outcome: z.enum(OUTCOMES),
  fare_difference: ValueShape.nullable(),
  fare_difference_known: SplitKnown.optional(),
  penalty_amount: ValueShape.nullable(),
  penalty_amount_known: SplitKnown.optional().describe(
    'Present where the airline states difference and penalty only together: both are null, total_due or total_refund holds them.',
  ),
  total_due: ValueShape,
  total_refund: ValueShape,
};

export const ExchangeShopResponse = z.looseObject({
  exchangeable: z
    .boolean()
    .describe('False where the ticket cannot be exchanged, or has no offer within a week of the days asked for.'),
  reason: z.string().optional().describe('Why it cannot be exchanged, or why these days have no offers.'),
  item_id: z.string(),
  nearest_dates: z
    .array(z.looseObject({ preferred_departure_date: date, return: date.optional() }))
    .optional()
    .describe('Where these days have no offers: the nearest days that have, as the fields to send again.'),
  offers: z.array(
    z.looseObject({
      offer_id: z.string(),
      description: z.string(),
      itinerary: ItemDetailsShape,
      price: ValueShape,
      ...amountFields,
    }),
  ),
  omitted: z.int(),
  expires_at: z.iso.datetime().optional(),
  warnings: z.array(z.string()),
});
export const ExchangePriceResponse = z.looseObject({
  session_reference: z.string(),
  expires_at: z.iso.datetime(),
  ...amountFields,
  price_changed: z
    .literal(true)
    .optional()
    .describe('Present where the airline asks for another price than exchange_shop showed.'),
  previous_total_due: ValueShape.optional(),
  previous_total_refund: ValueShape.optional(),
  warnings: z.array(z.string()),
});
export const ExchangeStateResponse = z.looseObject({
  exchange_reference: z.string(),
  status: z.enum(WIRE_STATUSES),
  payment_outcome: z.enum(OUTCOMES),
  checkout_url: z.string().optional(),
  new_ticket_numbers: z.array(z.string()),
  original_ticket_status: z.enum(TICKET_STATUSES),
  item_id: z.string(),
  new_item_id: z.string().optional(),
  total_due: ValueShape,
  total_refund: ValueShape,
  reason: z.string().optional().describe('Why it failed; while it waits for a payment the word of a declined attempt.'),
});

/** The exchange that a body asks for. */
export function readFlightChanges(body: z.infer<typeof ExchangeShopBody>): FlightChanges {
  return {
    segments: body.segments_to_exchange,
    departureDate: body.preferred_departure_date,
    returnDate: body.return ?? body.return_date,
  };
}

export function presentShop(
  app: Pick<App, 'places' | 'config'>,
  shop: ExchangeShop,
): z.infer<typeof ExchangeShopResponse> {
  if (shop.kind === 'not_exchangeable')
    return {
      exchangeable: false,
      reason: shop.reason,
      item_id: shop.item.itemId,
      offers: [],
      omitted: 0,
      warnings: [],
    };
  return {
    exchangeable: shop.nothing === undefined || shop.nothing.nearest.length > 0,
    ...(shop.nothing && presentNothing(shop.nothing)),
    item_id: shop.item.itemId,
    omitted: shop.omitted,
    expires_at: shop.expiresAt.toISOString(),
    warnings: [...shop.warnings],
    offers: shop.offers.map(({ offerId, plan }) => ({
      offer_id: offerId,
      description: plan.replacement.description,
      itinerary: presentItemDetails(app, plan.replacement),
      price: presentValue(plan.replacement.price),
      ...presentAmounts(plan),
    })),
  };
}

function presentNothing({ reason, nearest }: NothingOnThoseDays) {
  const dates = nearest.flatMap(([first, second]) =>
    first === undefined ? [] : [{ preferred_departure_date: first.date, ...(second && { return: second.date }) }],
  );
  return { reason, ...(dates.length > 0 && { nearest_dates: dates }) };
}

export function presentPrice({
  change,
  plan,
  previousCost,
  warnings,
}: PricedExchange): z.infer<typeof ExchangePriceResponse> {
  return {
    session_reference: change.changeId,
    expires_at: change.expiresAt.toISOString(),
    ...presentAmounts(plan),
    ...(previousCost !== undefined && presentPrevious(money(previousCost, plan.due.currency))),
    warnings: [...warnings],
  };
}

function presentPrevious(cost: Money) {
  const side = (value: number) => presentValue(money(Math.max(0, value), cost.currency));
  return {
    price_changed: true,
    previous_total_due: side(cost.value),
    previous_total_refund: side(-cost.value),
  } as const;
}

type ShownAmounts = Pick<ExchangePlan, 'fareDifference' | 'penalty' | 'isSplitKnown' | 'due' | 'refund'>;

function presentAmounts(plan: ShownAmounts) {
  return {
    payment_outcome: paymentOutcome(plan),
    ...(plan.isSplitKnown === false
      ? ({
          fare_difference: null,
          fare_difference_known: false,
          penalty_amount: null,
          penalty_amount_known: false,
        } as const)
      : { fare_difference: presentValue(plan.fareDifference), penalty_amount: presentValue(plan.penalty) }),
    total_due: presentValue(plan.due),
    total_refund: presentValue(plan.refund),
  };
}

const STATUS = {
  quoted: 'PENDING',
  paying: 'PENDING',
  requested: 'PENDING',
  unknown: 'PENDING',
  pending: 'PENDING',
  deciding: 'PENDING',
  settling: 'PENDING',
  done: 'CONFIRMED',
  partial: 'PARTIAL_FAILURE',
  failed: 'FAILED',
} as const satisfies Record<ChangeStatus, (typeof WIRE_STATUSES)[number]>;

export function presentExchange(
  { change, item, checkoutUrl, declineReason }: ExchangeState,
  now: Date,
): z.infer<typeof ExchangeStateResponse> {
  const { plan, result, failure: reason = declineReason } = change;
  if (plan.kind !== 'exchange') throw new Error(`The change ${change.changeId} is no exchange.`);
  return {
    exchange_reference: publicReference(change),
    status: STATUS[change.status],
    payment_outcome: paymentOutcome(plan),
    ...(checkoutUrl === undefined ? {} : { checkout_url: checkoutUrl }),
    new_ticket_numbers: result?.kind === 'exchanged' ? result.order.tickets.map(({ number }) => number) : [],
    original_ticket_status: ticketStatus(item, now),
    item_id: item.itemId,
    ...(item.replacedBy === undefined ? {} : { new_item_id: item.replacedBy }),
    total_due: presentValue(plan.due),
    total_refund: presentValue(plan.refund),
    ...(reason === undefined ? {} : { reason }),
  };
}

function ticketStatus(item: ExchangeState['item'], now: Date): (typeof TICKET_STATUSES)[number] {
  switch (item.status) {
    case 'exchanged':
      return 'exchanged';
    case 'refunded':
      return 'refunded';
    case 'cancelled':
    case 'failed':
      return 'void';
    default:
      return endsAt(item.tripItem) <= now ? 'used' : 'open';
  }
}
