import * as z from 'zod';
import { TransportFault } from '../transport-faults.ts';
import { AmountText } from './settings.ts';

/** The operations faults and counts go by. */
export const OPERATIONS = [
  'search',
  'search_read',
  'offers',
  'offer',
  'offer_update',
  'seat_maps',
  'order',
  'orders',
  'order_read',
  'order_update',
  'order_services',
  'services_add',
  'payment',
  'payments',
  'cancellation',
  'cancellation_read',
  'cancellation_confirm',
  'airline_credit',
  'change_request',
  'change_offers',
  'change',
  'change_read',
  'change_confirm',
  'aic',
  'accept',
  'webhooks',
  'places',
  'other',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const Effect = z.boolean().default(false);
const Json = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** An error answer, whatever was asked. What is left out follows from the code. */
const ErrorFault = z.object({
  kind: z.literal('error'),
  effect: Effect,
  status: z.int().min(400).max(599).optional(),
  code: z.union([z.string(), z.number()]).default('internal_server_error'),
  type: z.string().optional(),
  title: z.string().optional(),
  message: z.string().optional(),
  source: Json.optional(),
  /** An error answer whose `errors` is an empty list. */
  empty: z.boolean().default(false),
  /** A body of plain text instead. */
  text: z.string().optional(),
});
/** 429 whose headers name the instant from which calls are taken again, this many seconds of real time from now. */
const RateLimitedFault = z.object({
  kind: z.literal('rate_limited'),
  effect: Effect,
  seconds: z.int().min(0).default(2),
});

/** What an order's creation answers instead of 201. */
const OrderFault = z.discriminatedUnion('kind', [
  /** 200: booked, but the data is not complete; with `created: false` the order comes only after `seconds`. */
  z.object({
    kind: z.literal('incomplete'),
    created: z.boolean().default(true),
    seconds: z.number().min(0).default(30),
  }),
  /**
   * 202: `seconds` later the order exists, or it is said that it never will. To the confirmation of a cancellation, and
   * to added services: it is carried out then, or never.
   */
  z.object({
    kind: z.literal('accepted'),
    outcome: z.enum(['created', 'failed']).default('created'),
    seconds: z.number().min(0).default(30),
  }),
  /** The order is booked with another total than was paid. */
  z.object({ kind: z.literal('other_total'), by: AmountText.default('10.00') }),
  /** The order names other flights than the offer did. */
  z.object({ kind: z.literal('other_flights') }),
]);

/** What is unusual about a cancellation quote. */
const CancellationFault = z.object({
  kind: z.literal('quote'),
  refund_amount: AmountText.nullable().optional(),
  /** Part of the total that is given back, 0 to 1. */
  refund_share: z.number().min(0).max(1).optional(),
  refund_currency: z.string().optional(),
  refund_to: z
    .enum([
      'arc_bsp_cash',
      'balance',
      'card',
      'voucher',
      'awaiting_payment',
      'airline_credits',
      'original_form_of_payment',
    ])
    .optional(),
  minutes: z.number().positive().optional(),
});

/** What is unusual about changing an order. */
const ChangeFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_offers') }),
  /** The change costs so much more (or less) than its offer said. */
  z.object({ kind: z.literal('drift'), by: AmountText.default('15.00') }),
  /** What the offers of a change request cost. */
  z.object({
    kind: z.literal('change_price'),
    change_total: AmountText.nullable().default('125.00'),
    penalty: AmountText.nullable().default('25.00'),
  }),
]);

/** What happens to the delivery of an event. */
const DeliveryFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('duplicate'), times: z.int().min(2).max(20).default(2) }),
  z.object({ kind: z.literal('delay'), seconds: z.number().min(0).default(60) }),
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('forged') }),
  z.object({ kind: z.literal('wrong_mode') }),
  z.object({ kind: z.literal('unknown_order') }),
  z.object({ kind: z.literal('sign'), signature: z.enum(['v1', 'v2', 'both']) }),
]);

export const DuffelFault = z.union([
  TransportFault,
  ErrorFault,
  RateLimitedFault,
  OrderFault,
  CancellationFault,
  ChangeFault,
  DeliveryFault,
]);
export type DuffelFault = z.infer<typeof DuffelFault>;
export type FaultKind = DuffelFault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<DuffelFault, { kind: Kind }>;

/** Says whether a fault is of one of these kinds: what `take` of a switch board wants to know. */
export function isFault<Kind extends FaultKind>(...kinds: readonly Kind[]) {
  return (fault: DuffelFault): fault is FaultOf<Kind> => kinds.some((kind) => kind === fault.kind);
}

const ANSWERS = [
  'error',
  'rate_limited',
  'hang',
  'reset',
  'html',
  'cut_json',
  'cut_body',
  'huge',
  'slow',
  'drip',
] as const;
/** A fault of the answer itself, which any operation can have. */
export const isAnswerFault = isFault(...ANSWERS);
export type AnswerFault = FaultOf<(typeof ANSWERS)[number]>;
