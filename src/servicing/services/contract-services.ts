import * as z from 'zod';
import { convertMoney, type Money, presentValue } from '../../travel/money.ts';
import { ClaimBody } from '../contract-claim.ts';
import { SERVICES_MAX, type WantedServices } from '../model/addable-services.ts';
import type { ServicesPlan } from '../model/change.ts';
import type { ChangeStatus } from '../model/change-states.ts';
import { priceOf } from '../model/planned-service.ts';
import type { ServicesState } from './commit-services.ts';
import type { ServicesCheck } from './quote-services.ts';

const TEXT_LENGTH_MAX = 200;
const QUANTITY_MAX = 20;
const WIRE_STATUSES = ['payment_required', 'pending', 'unknown', 'confirmed', 'partial_failure', 'failed'] as const;
const text = z.string().min(1).max(TEXT_LENGTH_MAX);

/** `POST /v1/add_services_check`. */
export const ServicesCheckBody = ClaimBody.extend({
  selections: z
    .array(z.object({ offer_id: text, quantity: z.int().min(1).max(QUANTITY_MAX) }))
    .max(SERVICES_MAX)
    .optional()
    .describe('Bags to quote.'),
  seats: z
    .array(
      z.object({
        segment_id: text.describe('Of seat_maps.'),
        pax_ref_id: text.optional().describe('Unless one traveler alone may have it.'),
        seat_number: text.describe('Of seat_maps.'),
      }),
    )
    .max(SERVICES_MAX)
    .optional()
    .describe('Seats to quote.'),
});
/** `POST /v1/add_services_commit`. */
export const ServicesCommitBody = ClaimBody.extend({
  quote_id: text.optional().describe('Of the check; omitted: the newest live quote.'),
  shared_payment_token: text.optional().describe('Pays total_due at once; without it checkout_url is answered.'),
});

const ValueShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
const ServiceShape = z.looseObject({
  type: z.string().describe('checked_bag, carry_on or seat. More may be added.'),
  pax_ref_id: z.string(),
  segment_ref_ids: z.array(z.string()),
  description: z.string().optional().describe('Of a bag.'),
  seat_number: z.string().optional(),
  quantity: z.int(),
  price: ValueShape.describe('Of the line.'),
});

export const ServicesCheckResponse = z.looseObject({
  available: z.boolean().describe('False where nothing is sold for the flight now.'),
  reason: z.string().optional().describe('Why not.'),
  item_id: z.string(),
  bags: z
    .array(
      z.looseObject({
        offer_id: z.string(),
        pax_ref_id: z.string(),
        type: z.string(),
        label: z.string(),
        weight_kg: z.number().nullable().describe('Null: the airline does not say.'),
        segment_ref_ids: z.array(z.string()),
        max_quantity: z.int(),
        price_per_unit: ValueShape,
      }),
    )
    .optional()
    .describe('Without a choice: each traveler’s own. What has no stated price is not listed.'),
  seat_maps: z
    .array(
      z.looseObject({
        segment_id: z.string(),
        seats: z.array(
          z.looseObject({
            seat_number: z.string(),
            features: z.array(z.string()),
            disclosures: z.array(z.string()).optional(),
            prices: z
              .array(z.looseObject({ pax_ref_id: z.string(), price: ValueShape }))
              .describe('For each traveler who may have it; 0 where the airline says that it costs nothing.'),
          }),
        ),
      }),
    )
    .optional()
    .describe('Free seats alone. A segment without them is left out.'),
  quote_id: z.string().optional().describe('With a choice: commit to it until expires_at.'),
  expires_at: z.iso.datetime().optional(),
  services: z.array(ServiceShape).optional(),
  total_due: ValueShape.optional(),
});

export const ServicesStateResponse = z.looseObject({
  reference: z.string(),
  status: z
    .enum(WIRE_STATUSES)
    .describe(
      'unknown: the airline was asked and its answer never came: it is looked up, never ordered again; repeat the commit, or wait for booking.updated. partial_failure: added, and not paid for.',
    ),
  item_id: z.string(),
  services: z.array(ServiceShape),
  total_due: ValueShape,
  checkout_url: z.string().optional(),
  reason: z.string().optional().describe('Why it failed; while it waits for a payment the word of a declined attempt.'),
});

/** What a body wants to have added. */
export function readWanted(body: z.infer<typeof ServicesCheckBody>): WantedServices {
  return {
    bags: (body.selections ?? []).map(({ offer_id: serviceKey, quantity }) => ({ serviceKey, quantity })),
    seats: (body.seats ?? []).map(({ segment_id: segmentId, pax_ref_id: travelerId, seat_number: seatNumber }) => ({
      segmentId,
      travelerId,
      seatNumber,
    })),
  };
}

/** What can be added, or the quote of a choice; in the booking's currency, at the rate of the sale. */
export function presentServicesCheck({ item, listed, quote }: ServicesCheck): z.infer<typeof ServicesCheckResponse> {
  const show = (price: Money) => presentValue(convertMoney(price, item.total.currency, item.rate));
  if (listed.kind === 'not_sold') return { available: false, reason: listed.reason, item_id: item.itemId };
  if (quote !== undefined) {
    const { change, plan } = quote;
    return {
      available: true,
      item_id: item.itemId,
      quote_id: change.changeId,
      expires_at: change.expiresAt.toISOString(),
      services: presentServices(plan, show),
      total_due: presentValue(plan.due),
    };
  }
  return {
    available: true,
    item_id: item.itemId,
    bags: listed.bags.map((bag) => ({
      offer_id: bag.serviceKey,
      pax_ref_id: bag.travelerId,
      type: bag.type,
      label: bag.description,
      weight_kg: bag.weightKg ?? null,
      segment_ref_ids: [...bag.segmentIds],
      max_quantity: bag.quantityMax,
      price_per_unit: show(bag.price),
    })),
    seat_maps: [...Map.groupBy(listed.seats, ({ segmentId }) => segmentId)].map(([segmentId, seats]) => ({
      segment_id: segmentId,
      seats: seats.map(({ seatNumber, features, disclosures, prices }) => ({
        seat_number: seatNumber,
        features: [...features],
        ...(disclosures && { disclosures: [...disclosures] }),
        prices: prices.map(({ travelerId, price }) => ({ pax_ref_id: travelerId, price: show(price) })),
      })),
    })),
  };
}

function presentServices({ services }: ServicesPlan, show: (price: Money) => ReturnType<typeof presentValue>) {
  return services.map((service) => ({
    type: service.kind === 'seat' ? 'seat' : service.type,
    pax_ref_id: service.travelerId,
    segment_ref_ids: service.kind === 'seat' ? [service.segmentId] : [...service.segmentIds],
    ...(service.kind === 'seat' ? { seat_number: service.seatNumber } : { description: service.description }),
    quantity: service.kind === 'seat' ? 1 : service.quantity,
    price: show(priceOf(service)),
  }));
}

const STATUS = {
  quoted: 'pending',
  paying: 'payment_required',
  requested: 'pending',
  deciding: 'pending',
  unknown: 'unknown',
  pending: 'pending',
  settling: 'pending',
  done: 'confirmed',
  partial: 'partial_failure',
  failed: 'failed',
} as const satisfies Record<ChangeStatus, (typeof WIRE_STATUSES)[number]>;

/** A supplier's refusal as a sentence: two of its words are the port's own. */
function sentenceOf(failure: string): string {
  if (failure === 'price_changed') return 'The airline asks for another price by now. Check again to accept it.';
  const [, gone] = /^unavailable: (.*)$/.exec(failure) ?? [];
  return gone === undefined ? failure : `Not available any more: ${gone}.`;
}

/** How an order of services stands. */
export function presentServicesState({
  change,
  plan,
  item,
  checkoutUrl,
  declineReason,
  isBeingPaid,
}: ServicesState): z.infer<typeof ServicesStateResponse> {
  const reason = change.failure === undefined ? declineReason : sentenceOf(change.failure);
  const show = (price: Money) => presentValue(convertMoney(price, item.total.currency, item.rate));
  return {
    reference: change.changeId,
    status: isBeingPaid ? 'pending' : STATUS[change.status],
    item_id: change.itemId,
    services: presentServices(plan, show),
    total_due: presentValue(plan.due),
    ...(checkoutUrl === undefined ? {} : { checkout_url: checkoutUrl }),
    ...(reason === undefined ? {} : { reason }),
  };
}
