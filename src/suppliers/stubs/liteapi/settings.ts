import * as z from 'zod';

/**
 * How the stub's LiteAPI is towards one key, until it is changed. Where nobody knows how the real one behaves, both
 * answers can be chosen. What goes wrong once or a few times is a fault switch (`faults.ts`).
 */
export const StubSettings = z.object({
  /** A suspended key is refused as unknown (401) or as suspended (40302). */
  suspended: z.enum(['no', 'unauthorized', 'suspended']).default('no'),
  /** Calls a key may make in a window of real time; null: 5 a second for a sandbox key, 250 for a live one. */
  rate_limit: z
    .object({ limit: z.int().min(0), seconds: z.number().positive() })
    .nullable()
    .default(null),
  /** Calls of the price index, which has a limit of its own. */
  prices_rate_limit: z
    .object({ limit: z.int().min(0), seconds: z.number().positive() })
    .default({ limit: 10, seconds: 60 }),
  /** The account's own markup in percent, which a request's `margin` overrides. */
  margin: z.number().min(0).max(100).default(8),
  /** How "nothing found" and an unknown booking come: as 200 with a body, as 204 without one or with one. */
  nothing_found: z.enum(['200', '204', '204_with_body']).default('204'),
  /** Whether sums over an offer are lists or objects, in plain answers and in streams. */
  plain_sums: z.enum(['list', 'object']).default('list'),
  stream_sums: z.enum(['list', 'object']).default('object'),
  /** Whether a part of the amounts are numbers that binary fractions cannot hold, such as 199.99000000000004. */
  odd_numbers: z.boolean().default(true),
  /** Whether some rates leave out what LiteAPI may leave out: taxes, policies, names, the lowest public price. */
  sparse: z.boolean().default(true),
  /** Whether the lowest public price is named at all. */
  selling_prices: z.boolean().default(true),
  /** What stands for the zone of a policy's times: GMT, nothing, an empty text, or one of these by hotel. */
  policy_zone: z.enum(['GMT', 'absent', 'empty', 'mixed']).default('mixed'),
  /** Milliseconds a hotel needs to answer, by its id, over those it has by itself. */
  latencies: z.record(z.string(), z.int().min(0)).default({}),
  /** Whether searches take the time that their hotels need; if not, hotels that are too slow are left out at once. */
  real_waits: z.boolean().default(false),
  /** Life of an offer in minutes: then it is 4040. */
  offer_minutes: z.number().positive().default(30),
  /** Life of a prebook in minutes: then its id is 4002. */
  prebook_minutes: z.number().positive().default(60),
  /** Hotels that have nothing left: their offers are 4040 when they are prebooked, and rates find none. */
  sold_out: z.array(z.string()).default([]),
  /** Whether a reference is taken by an attempt that failed in its middle, too, or only by a booking. */
  references_taken: z.enum(['by_attempts', 'by_bookings']).default('by_attempts'),
  /** Seconds until a new booking is in lists and can be read. */
  visibility_lag_seconds: z.number().min(0).default(0),
  /** Seconds until a booking has the hotel's own number; null: never. */
  confirmation_seconds: z.number().min(0).nullable().default(600),
  /** Seconds until people have changed the name that was asked for; null: never. */
  amendment_seconds: z.number().min(0).nullable().default(3_600),
  /** What cancelling a second time answers. */
  repeated_cancel: z.enum(['same_answer', '304']).default('same_answer'),
  /** Which spelling the list of bookings has. */
  cancelled_word: z.enum(['CANCELLED', 'CANCELED']).default('CANCELLED'),
  /** What has become of hotels since: another name, or taken out. Lists of changes hold it from `at` on. */
  hotel_changes: z
    .record(
      z.string(),
      z.object({
        at: z.iso.datetime({ offset: true }),
        name: z.string().min(1).optional(),
        removed: z.boolean().default(false),
      }),
    )
    .default({}),
  /** What is left on a wallet or credit line, in the currency of the booking; null: always enough. */
  credit: z.number().nullable().default(null),
  /** Where events are posted; null: nowhere. */
  webhook_url: z.url().nullable().default(null),
  /** Whether events are sent by themselves or wait to be released. */
  events: z.enum(['send', 'hold']).default('send'),
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
