import * as z from 'zod';
import { type Money, presentValue } from '../travel/money.ts';
import { type BookingNote, noteLengthMax } from './model/note.ts';
import { TIMELINE_KINDS, TIMELINE_OUTCOMES, type TimelineEntry } from './model/timeline.ts';
import type { Overview } from './read-overview.ts';

const REF_LENGTH_MAX = 64;
const ID_LENGTH_MAX = 64;

const AmountShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });

/** `{booking_ref}` of the path. */
export const BookingParams = z.object({ booking_ref: z.string().min(1).max(REF_LENGTH_MAX) });
/** Body of POST /v1/bookings/{booking_ref}/notes. */
export const NoteRequest = z.object({
  text: z.string().trim().min(1).max(noteLengthMax).meta({ description: 'For those who look after the booking next.' }),
});
/** Body of POST /v1/bookings/{booking_ref}/resend_mail. */
export const ResendRequest = z.object({
  mail_id: z.string().min(1).max(ID_LENGTH_MAX).meta({ description: '`reference` of a mail of the timeline.' }),
});
/** Body of the POSTs that take none. */
export const EmptyRequest = z.object({});

const NoteResource = z.looseObject({
  note_id: z.string(),
  text: z.string(),
  author: z.looseObject({ kind: z.enum(['user', 'api_key']), id: z.string() }),
  created_at: z.iso.datetime(),
});
export const NoteResponse = NoteResource;
export const NoteList = z.looseObject({ booking_ref: z.string(), notes: z.array(NoteResource) });

/** `GET /v1/bookings/{booking_ref}/timeline`. */
export const TimelineResponse = z.looseObject({
  booking_ref: z.string(),
  trip_id: z.string(),
  entries: z.array(
    z.looseObject({
      at: z.iso.datetime(),
      kind: z.enum(TIMELINE_KINDS),
      outcome: z
        .enum(TIMELINE_OUTCOMES)
        .meta({ description: '`failed`: somebody may have to see to it. `open`: it goes on.' }),
      what: z.string().meta({ description: 'A code: `capture`, `booking.completed`, `confirmed.sent`.' }),
      detail: z.string().optional(),
      amount: AmountShape.optional(),
      reference: z.string().optional().meta({ description: 'The payment, order, change, event, mail or note.' }),
      supplier_request_id: z.string().optional().meta({ description: "The supplier's own id, for its support." }),
      request_id: z.string().optional().meta({ description: 'The call it was done by; see `request_log`.' }),
      by: z.string().optional().meta({ description: 'The user or API key who did it.' }),
    }),
  ),
});

export const ResentResponse = z.looseObject({ booking_ref: z.string(), mail_id: z.string() });
export const RetriedResponse = z.looseObject({
  booking_ref: z.string(),
  fulfilment_woken: z.boolean(),
  changes_woken: z.int(),
});

/** `GET /v1/overview`. */
export const OverviewResponse = z.looseObject({
  searches_today: z.int(),
  calls_today: z.int(),
  days: z
    .array(
      z.looseObject({
        date: z.iso.date(),
        orders: z.int(),
        failed: z.int(),
        revenue: z.array(AmountShape).meta({ description: 'Paid less given back, one entry for each currency.' }),
      }),
    )
    .meta({ description: 'The last seven days in UTC, oldest first; the last one is today.' }),
  waiting: z.looseObject({
    decisions: z.int().meta({ description: 'Refunds and cancellations that people here decide or settle.' }),
    supplier_people: z.int().meta({ description: 'Those that people at a supplier decide.' }),
    fulfilments: z.int(),
    slow_fulfilments: z.int().meta({ description: 'Of them, those that began more than six hours ago.' }),
  }),
  problems: z.looseObject({
    unsent_mails: z.int().meta({ description: 'Of today: refused for good, or every try in vain.' }),
    failing_webhooks: z.int(),
    disabled_webhooks: z.int(),
  }),
});

/** A note on the wire. */
export function presentNote({ noteId, text, author, createdAt }: BookingNote): z.infer<typeof NoteResource> {
  return { note_id: noteId, text, author: { ...author }, created_at: createdAt.toISOString() };
}

/** One entry of the timeline on the wire. */
export function presentEntry(entry: TimelineEntry): z.infer<typeof TimelineResponse>['entries'][number] {
  const { at, kind, outcome, what, detail, amount, reference, requestId, callId, by } = entry;
  return {
    at: at.toISOString(),
    kind,
    outcome,
    what,
    ...(detail === undefined ? {} : { detail }),
    ...(amount === undefined ? {} : { amount: presentMoney(amount) }),
    ...(reference === undefined ? {} : { reference }),
    ...(requestId === undefined ? {} : { supplier_request_id: requestId }),
    ...(callId === undefined ? {} : { request_id: callId }),
    ...(by === undefined ? {} : { by }),
  };
}

/** The overview on the wire. */
export function presentOverview(overview: Overview): z.infer<typeof OverviewResponse> {
  const { searchesToday, callsToday, days, waiting, problems } = overview;
  return {
    searches_today: searchesToday,
    calls_today: callsToday,
    days: days.map(({ day, orders, failed, revenue }) => ({
      date: day,
      orders,
      failed,
      revenue: revenue.map(presentMoney),
    })),
    waiting: {
      decisions: waiting.decisions,
      supplier_people: waiting.supplierPeople,
      fulfilments: waiting.fulfilments,
      slow_fulfilments: waiting.slowFulfilments,
    },
    problems: {
      unsent_mails: problems.unsentMails,
      failing_webhooks: problems.failingWebhooks,
      disabled_webhooks: problems.disabledWebhooks,
    },
  };
}

function presentMoney(amount: Money): z.infer<typeof AmountShape> {
  return { ...presentValue(amount) };
}
