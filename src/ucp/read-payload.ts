import * as z from 'zod';
import { Refusal } from '../platform/errors.ts';
import { checkShape } from '../platform/http/input/check-input.ts';
import { malformed } from './failure.ts';
import type { ErrorMessage } from './model/messages.ts';

/** One write of a trip takes 20 actions: an update replaces at most so many items, and sets its travelers. */
const linesMax = 9;
const travelersMax = 18;
const tokenLengthMax = 8_192;
const textLengthMax = 254;
const instrumentsMax = 10;
const attributionMax = 20;
const attributionLengthMax = 500;

const text = z.string().max(textLengthMax).optional();
/** A checkout as it is created or replaced. */
export const SentCheckout = z.looseObject({
  line_items: z
    .array(
      z.looseObject({
        id: text,
        item: z.looseObject({ id: z.string().min(1).max(tokenLengthMax) }),
        quantity: z.int().min(1),
      }),
    )
    .min(1)
    .max(linesMax),
  buyer: z.looseObject({ first_name: text, last_name: text, email: text, phone_number: text }).optional(),
  context: z.looseObject({ currency: text }).optional(),
  payment: z.looseObject({ selected_term_id: text }).optional(),
  attribution: z.record(z.string().max(attributionLengthMax), z.string().max(attributionLengthMax)).optional(),
  travelers: z
    .array(
      z.looseObject({
        id: text,
        first_name: text,
        last_name: text,
        passenger_type: text.describe('ADULT, CHILD or INFANT'),
        date_of_birth: text.describe('Needed for a flight.'),
        gender: text.describe('MALE or FEMALE. Needed for a flight.'),
        title: text.describe('MR, MS, … Needed by some suppliers.'),
        nationality: text,
        passport_number: text,
        passport_expiry: text,
        passport_country: text,
        frequent_flyer: z.looseObject({ airline: text, number: text }).optional(),
        known_traveler_number: text,
      }),
    )
    .describe('Of the travel extension; the fields are those of POST /v1/trip.')
    .max(travelersMax)
    .optional(),
});
const mandateLengthMax = 65_536;
/** What a checkout is completed with. */
export const SentCompletion = z.looseObject({
  payment: z
    .looseObject({
      instruments: z
        .array(
          z.looseObject({
            id: text,
            type: text,
            handler_id: z.string(),
            selected: z.boolean().optional(),
            credential: z.looseObject({ type: z.string(), token: z.string().optional() }).optional(),
          }),
        )
        .max(instrumentsMax)
        .optional(),
    })
    .optional(),
  ap2: z
    .looseObject({
      checkout_mandate: z
        .string()
        .max(mandateLengthMax)
        .optional()
        .describe('A checkout mandate of AP2 0.2, where both sides declare dev.ucp.shopping.ap2_mandate.'),
    })
    .optional(),
});

export type SentCheckout = z.infer<typeof SentCheckout>;
export type SentCompletion = z.infer<typeof SentCompletion>;

/** Reads a checkout; throws a protocol failure that names the fields that are wrong. */
export function readCheckout(payload: unknown): SentCheckout {
  const checkout = readPayload(SentCheckout, payload);
  if (Object.keys(checkout.attribution ?? {}).length > attributionMax)
    throw malformed(`attribution must have at most ${attributionMax} entries.`);
  return checkout;
}

/** Reads what a checkout is completed with. */
export const readCompletion = (payload: unknown): SentCompletion => readPayload(SentCompletion, payload);

/** What is well formed and cannot be sold: an offer is for the whole party, and is bought once. */
export function findLineErrors(
  { line_items: lines }: SentCheckout,
  severity: ErrorMessage['severity'],
): readonly ErrorMessage[] {
  const tokens = lines.map(({ item }) => item.id);
  return lines.flatMap(({ quantity, item }, index): readonly ErrorMessage[] => {
    const path = `$.line_items[${index}]`;
    if (quantity !== 1)
      return [
        {
          code: 'quantity_unsupported',
          content: 'An offer is for the party that was searched for, so its quantity is 1. Search for another party.',
          severity,
          path: `${path}.quantity`,
        },
      ];
    return tokens.indexOf(item.id) < index
      ? [{ code: 'duplicate_item', content: 'This offer is in the checkout twice. Send it once.', severity, path }]
      : [];
  });
}

/** What was sent, as a schema reads it; throws a protocol failure that names the fields that are wrong. */
export function readPayload<T>(schema: z.ZodType<T>, payload: unknown): T {
  try {
    return checkShape(schema, payload);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw malformed(`What was sent cannot be read: ${describeFields(error)}.`);
  }
}

function describeFields({ detail, message }: Refusal): string {
  const fields = z.array(z.object({ path: z.string(), problem: z.string() })).safeParse(detail.keys?.['fields']);
  if (!fields.success) return message;
  return fields.data.map(({ path, problem }) => `${path === '' ? 'it' : path} ${problem}`).join('; ');
}
