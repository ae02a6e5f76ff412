import * as z from 'zod';
import { TransportFault } from '../transport-faults.ts';

/** The operations faults and counts go by. */
export const OPERATIONS = [
  'hotels',
  'hotel',
  'places',
  'reviews',
  'lists',
  'prices',
  'rates',
  'min_rates',
  'prebook',
  'prebook_read',
  'book',
  'bookings',
  'booking_read',
  'cancel',
  'amend',
  'alternatives',
  'rebook',
  'webhooks',
  'other',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const Effect = z.boolean().default(false);

/** An error answer, whatever was asked for. What is left out follows from the code. */
const ErrorFault = z.object({
  kind: z.literal('error'),
  effect: Effect,
  code: z.int().default(5000),
  status: z.int().min(200).max(599).optional(),
  message: z.string().optional(),
  description: z.string().optional(),
  /** `{code, message}` without `error` around it, as some errors of content and prices are. */
  flat: z.boolean().default(false),
  /** A body of plain text instead, or none at all. */
  text: z.string().optional(),
});
/** A limit is reached: 429 with one of the two codes, or 4291: the limiter itself failed. */
const RateLimitedFault = z.object({
  kind: z.literal('rate_limited'),
  effect: Effect,
  code: z.union([z.literal(429), z.literal(4290), z.literal(4291)]).default(4290),
});

/** What rates answer instead of all that is there. */
const RatesFault = z.discriminatedUnion('kind', [
  /** Nothing found, said in one of its forms: 2001 with status 200, or 204 with a body or without. */
  z.object({ kind: z.literal('nothing'), form: z.enum(['200', '204', '204_with_body', '200_empty']).default('204') }),
  /** So much of the hotels answered in time, 0 to 1. */
  z.object({ kind: z.literal('partial'), share: z.number().min(0).max(1).default(0.5) }),
  /**
   * How a stream goes wrong: chunks that end inside a letter of several bytes and inside `data:` lines; a torn
   * connection; no `[DONE]`; an error in the middle; a comment and an unknown block between the others.
   */
  z.object({
    kind: z.literal('stream'),
    how: z.enum(['split_letters', 'torn', 'not_done', 'error', 'unknown_blocks', 'bad_json']).default('split_letters'),
  }),
]);

/** What is not as it was offered when an offer is prebooked. */
const PrebookFault = z.object({
  kind: z.literal('substitute'),
  /** The price moved by so many percent of the offer's. */
  price_percent: z.number().min(-90).max(900).default(0),
  /** Whether `priceDifferencePercent` says so, or stays 0. */
  price_said: z.boolean().default(true),
  /** Another board, said in `boardChanged`. */
  board: z.boolean().default(false),
  board_said: z.boolean().default(true),
  /** Worse terms of cancellation, said in `cancellationChanged`. */
  cancellation: z.boolean().default(false),
  cancellation_said: z.boolean().default(true),
  /** Another room in place of the one that was offered, which no field says. */
  room: z.boolean().default(false),
});

/** What a booking's creation answers instead of 200. */
const BookFault = z.discriminatedUnion('kind', [
  /** An error, behind which a booking was made at once, is made after `seconds`, or never is. */
  z.object({
    kind: z.literal('book_error'),
    code: z.int().default(2014),
    description: z.string().optional(),
    booked: z.enum(['at_once', 'later', 'never']).default('never'),
    seconds: z.number().min(0).default(30),
  }),
  /** Booked at another price than was prebooked, by this sum in major units. */
  z.object({ kind: z.literal('other_total'), by: z.number().default(10) }),
  /** Booked, and answered 200 without what a booking holds. */
  z.object({ kind: z.literal('incomplete') }),
]);

/** What is unusual about a cancellation. */
const CancelFault = z.discriminatedUnion('kind', [
  /** The property charges this share of the price, whatever the policies say. */
  z.object({
    kind: z.literal('charges'),
    share: z.number().min(0).max(1).default(1),
    /** The word of the status: the official sample has CANCELLED with a fee, too. */
    status: z.enum(['CANCELLED', 'CANCELLED_WITH_CHARGES']).optional(),
    /** Whether the answer names the fee and what is given back. */
    amounts: z.boolean().default(true),
  }),
]);

/** What happens to look-ups. */
const LookUpFault = z.discriminatedUnion('kind', [
  /** Bookings are left out, as if they were not there yet. */
  z.object({ kind: z.literal('not_yet') }),
]);

/** What happens to the delivery of an event. */
const DeliveryFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('duplicate'), times: z.int().min(2).max(20).default(2) }),
  z.object({ kind: z.literal('delay'), seconds: z.number().min(0).default(60) }),
  z.object({ kind: z.literal('drop') }),
  /** The event names a booking that does not exist. */
  z.object({ kind: z.literal('unknown_booking') }),
]);

export const LiteapiFault = z.union([
  TransportFault,
  ErrorFault,
  RateLimitedFault,
  RatesFault,
  PrebookFault,
  BookFault,
  CancelFault,
  LookUpFault,
  DeliveryFault,
]);
export type LiteapiFault = z.infer<typeof LiteapiFault>;
type FaultKind = LiteapiFault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<LiteapiFault, { kind: Kind }>;

/** Says whether a fault is of one of these kinds: what `take` of a switch board wants to know. */
export function isFault<Kind extends FaultKind>(...kinds: readonly Kind[]) {
  return (fault: LiteapiFault): fault is FaultOf<Kind> => kinds.some((kind) => kind === fault.kind);
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
