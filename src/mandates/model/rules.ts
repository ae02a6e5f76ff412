import * as z from 'zod';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { BOARD_TYPES } from '../../travel/stay.ts';
import { ITEM_KINDS } from '../../trips/model/trip.ts';

const listMax = 50;
const textLengthMax = 120;
/** Major units of the mandate's currency. More than anybody pays is a mistake. */
export const MAJOR_AMOUNT_MAX = 100_000_000;

const Code = z.string().trim().toUpperCase().min(2).max(8);
const Name = z.string().trim().min(1).max(textLengthMax);
const Day = z.iso.date();
const MajorAmount = z.number().min(0).max(MAJOR_AMOUNT_MAX);
const some = <T extends z.ZodType>(of: T) => z.array(of).min(1).max(listMax);

/**
 * The rules of a mandate: a closed vocabulary. A rule speaks of the products it is about and passes where a trip has
 * none of them; what a supplier does not state makes it unknown, never passed.
 */
export const RuleSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('product'), allow: some(z.enum(ITEM_KINDS)) }),
  z.strictObject({ type: z.literal('traveler'), allow: some(Name) }),
  z
    .strictObject({
      type: z.literal('route'),
      origins: some(Code).optional(),
      destinations: some(Code).optional(),
      countries: some(Code.length(2)).optional(),
    })
    .refine(hasSome('origins', 'destinations', 'countries'), 'needs origins, destinations or countries'),
  z
    .strictObject({ type: z.literal('dates'), from: Day.optional(), until: Day.optional() })
    .refine(hasSome('from', 'until'), 'needs from or until'),
  z.strictObject({ type: z.literal('advance'), min: z.int().min(0).max(365) }),
  z.strictObject({ type: z.literal('cabin_max'), cabin: z.enum(CABIN_CLASSES) }),
  z.strictObject({ type: z.literal('stops_max'), max: z.int().min(0).max(3) }),
  z
    .strictObject({ type: z.literal('carrier'), allow: some(Code).optional(), deny: some(Code).optional() })
    .refine(hasSome('allow', 'deny'), 'needs allow or deny'),
  z.strictObject({ type: z.literal('hotel_nightly_max'), max: MajorAmount }),
  z.strictObject({ type: z.literal('stars'), min: z.number().min(1).max(5) }),
  z.strictObject({ type: z.literal('board'), allow: some(z.enum(BOARD_TYPES)) }),
  z.strictObject({ type: z.literal('car_class'), allow: some(z.string().trim().toUpperCase().min(1).max(4)) }),
  z.strictObject({ type: z.literal('refundable_until'), min: z.int().min(0).max(8_760) }),
  z.strictObject({ type: z.literal('change_fee_max'), max: MajorAmount }),
  z.strictObject({ type: z.literal('due_later_max'), max: MajorAmount }),
  z
    .strictObject({ type: z.literal('supplier'), allow: some(Name).optional(), deny: some(Name).optional() })
    .refine(hasSome('allow', 'deny'), 'needs allow or deny'),
  z.strictObject({ type: z.literal('content'), hash: z.string().regex(/^sha256:[\w-]{43}$/) }),
]);
export type Rule = z.infer<typeof RuleSchema>;
export type RuleType = Rule['type'];
export type RuleOf<T extends RuleType> = Extract<Rule, { readonly type: T }>;

/** Every rule by its name, in the order of the guide. */
export const RULE_TYPES = [
  'product',
  'traveler',
  'route',
  'dates',
  'advance',
  'cabin_max',
  'stops_max',
  'carrier',
  'hotel_nightly_max',
  'stars',
  'board',
  'car_class',
  'refundable_until',
  'change_fee_max',
  'due_later_max',
  'supplier',
  'content',
] as const satisfies readonly RuleType[];

function hasSome<K extends string>(...keys: readonly K[]): (rule: Partial<Readonly<Record<K, unknown>>>) => boolean {
  return (rule) => keys.some((key) => rule[key] !== undefined);
}
