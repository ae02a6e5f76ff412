import * as z from 'zod';

/** A decimal text, as Duffel writes amounts. */
export const AmountText = z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/);

/**
 * How the stub's Duffel is towards one key, until it is changed. Where nobody knows how the real one behaves, both
 * answers can be chosen. What goes wrong once or a few times is a fault switch (`faults.ts`).
 */
export const StubSettings = z.object({
  /** The currency of the account, in which every offer is. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('GBP'),
  /** What is left on the account; null: always enough. */
  balance: AmountText.nullable().default(null),
  /** A suspended key is refused as expired (401) or as not permitted (403). */
  suspended: z.enum(['no', 'expired', 'forbidden']).default('no'),
  /** Calls a key may make in a window of real time. */
  rate_limit: z.object({ limit: z.int().min(0), seconds: z.int().min(1) }).default({ limit: 4_000, seconds: 60 }),
  /** How many offers a search finds; null: what the route naturally has. */
  offers: z.int().min(0).max(10_000).nullable().default(null),
  /** Whether some offers leave out what Duffel may leave out. */
  sparse: z.boolean().default(true),
  /** Milliseconds an airline needs to answer a search, by its code, over those it has by itself. */
  latencies: z.record(z.string(), z.int().min(0)).default({}),
  /** Whether searches take the time that their airlines need. */
  real_waits: z.boolean().default(false),
  /**
   * Whether prices move with the stub's clock, which seed and clock decide alone: airlines file a flight's fares anew
   * every `hours` hours, up to `percent` per cent dearer or cheaper than what is usual; null: the same at all times.
   */
  price_moves: z
    .object({ hours: z.number().min(1), percent: z.number().min(0).max(50) })
    .nullable()
    .default(null),
  /** Life of offers in minutes; null: 20 to 30, by airline. */
  offer_minutes: z.number().positive().nullable().default(null),
  /** How an expired offer is read: as an error, or as an offer whose `expires_at` is past. */
  expired_offer: z.enum(['offer_no_longer_available', 'offer_expired', 'payload']).default('offer_no_longer_available'),
  /** Whether offers want an identity document of every passenger; null: by airline. */
  documents_required: z.boolean().nullable().default(null),
  /** Where a better fare of the same journey is asked for. */
  upsell_path: z.enum(['upsell', 'upsell_offers', 'both']).default('both'),
  /** Whether seat maps can be read by order, too. */
  seat_maps_by_order: z.boolean().default(true),
  /** Seconds until a new order is in lists and can be read. */
  visibility_lag_seconds: z.number().min(0).default(0),
  /** Seconds until a new order has its ticket numbers. */
  ticket_seconds: z.number().min(0).default(0),
  booking_reference_length: z.union([z.literal(6), z.literal(7), z.literal(13)]).default(6),
  /** What booking an offer a second time does. */
  repeat: z
    .enum(['order_creation_already_attempted', 'offer_request_already_booked', 'second_order'])
    .default('order_creation_already_attempted'),
  /** Whether the routes LTN, SEN and LCY to STN show their outcomes to every payment or to cards alone. */
  payment_routes: z.enum(['any', 'card']).default('any'),
  /** Whether lists of orders know the filters of newer pages (`owner_id`, `created_at`, `requires_action`). */
  newer_order_filters: z.boolean().default(true),
  /** Whether services can be added to an order. */
  order_services: z.boolean().default(true),
  /** What a service of an order costs more, or less, than it did with its offer. */
  order_services_drift: AmountText.default('0.00'),
  /** Hours in which an order can be voided; null: the field is null. */
  void_window_hours: z.number().min(0).nullable().default(24),
  /** Refunds give everything back, as test mode does, or what the conditions leave. */
  refunds: z.enum(['whole', 'conditions']).default('whole'),
  cancellation_minutes: z.number().positive().default(60),
  /** Days an airline credit is valid after its issue; null: the airline does not say. */
  credit_days: z.int().positive().nullable().default(365),
  /** Minutes after the cancellation until the code of a credit is issued. */
  credit_code_minutes: z.number().min(0).default(0),
  /** Which of the two names a change's penalty has. */
  penalty_field: z.enum(['penalty_total_amount', 'penalty_amount', 'both']).default('both'),
  change_minutes: z.number().positive().default(30),
  /** Whether an airline's change is in the order's slices at once or when it was accepted. */
  airline_changes_apply: z.enum(['on_accept', 'at_once']).default('on_accept'),
  /** Which signatures events carry. */
  signature: z.enum(['v1', 'v2', 'both']).default('v1'),
  /** Whether the secret is the key of signatures as it is, or what it stands for in base64. */
  signature_key: z.enum(['text', 'base64']).default('text'),
  /** Whether events are sent by themselves or wait to be released. */
  events: z.enum(['send', 'hold']).default('send'),
  /** Whether an identical search is answered with the bytes of the first one while its offers live: for benches. */
  replay_searches: z.boolean().default(false),
});
export type StubSettings = z.infer<typeof StubSettings>;

/** What may be changed of them: any of them, null and all. */
const SettingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(StubSettings.shape).map(([name, schema]) => [name, schema.removeDefault().optional()]),
  ),
);

/** Settings with some changed. Throws a ZodError for names and values that do not exist. */
export function changeSettings(settings: StubSettings, change: unknown): StubSettings {
  return StubSettings.parse({ ...settings, ...SettingsChange.parse(change) });
}
