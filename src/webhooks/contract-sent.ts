import * as z from 'zod';
import type { SentRequest } from '../platform/http/route.ts';
import { DATA_FIELDS } from './contract.ts';
import { EVENT_TYPES, type EventType } from './model/event-types.ts';
import { SAMPLE_EVENTS } from './model/sample-events.ts';

/** When each event is sent, and what of it is its own. */
interface EventTexts {
  readonly fires: string;
  readonly own: Readonly<Record<string, z.ZodType>>;
  readonly example: Readonly<Record<string, unknown>>;
}

const occurredAt = '2026-03-01T08:00:00.000Z';
const eventId = 'evt_0mm7p1c2gHq3VxT8rYwZ5Ab';
const booking = {
  own: { booking_ref: z.string().meta({ description: 'Full detail: POST /v1/get_booking.' }) },
  example: { booking_ref: 'BLY-7K2M9Q' },
};
const change = {
  own: {
    ...booking.own,
    data: z.looseObject({
      item_id: DATA_FIELDS.item_id,
      new_item_id: DATA_FIELDS.new_item_id.optional(),
      reference: DATA_FIELDS.reference,
      change_status: DATA_FIELDS.change_status,
    }),
  },
  example: {
    ...booking.example,
    data: { item_id: 'itm_0mm7p1c2gAa1', reference: 'rfd_0mm7p1c2gBb2', change_status: 'done' },
  },
};

const approval = {
  own: { data: z.looseObject({ mandate_id: DATA_FIELDS.mandate_id, proposal_id: DATA_FIELDS.proposal_id.optional() }) },
  example: { data: { mandate_id: 'mdt_0mm7p1c2gDd4', proposal_id: 'prp_0mm7p1c2gEe5' } },
};

const WORDS: Readonly<Record<EventType, EventTexts>> = {
  'booking.completed': { fires: 'The booking is fulfilled and paid.', ...booking },
  'booking.failed': { fires: 'The booking could not be fulfilled; nothing is charged.', ...booking },
  'booking.cancelled': {
    fires:
      'The whole booking has ended cancelled: each of its items is cancelled or refunded. Sent once, after the events of its last item.',
    own: { ...booking.own, data: z.looseObject({ item_ids: DATA_FIELDS.item_ids }) },
    example: { ...booking.example, data: { item_ids: ['itm_0mm7p1c2gAa1', 'itm_0mm7p1c2gAa2'] } },
  },
  'booking.item_cancelled': {
    fires: 'An item of the booking has been cancelled; others may stand. Sent for every item, the last one included.',
    ...change,
  },
  'booking.cancellation_failed': {
    fires: 'A committed cancellation or refund has come to nothing, or people have declined it; the item stands.',
    ...change,
  },
  'booking.refunded': { fires: 'Money for a cancelled item is on its way back.', ...change },
  'booking.exchanged': { fires: 'An item has been exchanged for another.', ...change },
  'booking.exchange_failed': { fires: 'An exchange has failed; the booking is as it was.', ...change },
  'booking.schedule_changed': {
    fires: 'The airline has moved, renumbered, rerouted or cancelled a flight.',
    own: {
      ...booking.own,
      data: z.looseObject({
        item_id: DATA_FIELDS.item_id,
        severity: DATA_FIELDS.severity,
        affected_item_ids: DATA_FIELDS.affected_item_ids,
      }),
    },
    example: { ...booking.example, data: { item_id: 'itm_0mm7p1c2gAa1', severity: 'major', affected_item_ids: [] } },
  },
  'booking.cost_drifted': {
    fires:
      'The supplier has confirmed an item at another cost than was quoted. The payer pays what was agreed; the difference is yours. Sent once, in production only.',
    own: {
      ...booking.own,
      data: z.looseObject({ item_id: DATA_FIELDS.item_id }),
    },
    example: { ...booking.example, data: { item_id: 'itm_0mm7p1c2gAa1' } },
  },
  'booking.updated': {
    fires:
      'Ticket or confirmation numbers of an item have come after it was confirmed, codes of the credits that it was given up for, or bags and seats were added to it (reference, change_status: done, partial or failed). Read the booking again.',
    own: {
      ...booking.own,
      data: z.looseObject({
        item_id: DATA_FIELDS.item_id,
        reference: DATA_FIELDS.reference.optional(),
        change_status: DATA_FIELDS.change_status.optional(),
      }),
    },
    example: { ...booking.example, data: { item_id: 'itm_0mm7p1c2gAa1' } },
  },
  'price_monitor.triggered': {
    fires: 'A watched price has gone below its mark.',
    own: { monitor_id: z.string().meta({ description: 'Full detail: GET /v1/price_monitoring/{id}.' }) },
    example: { monitor_id: 'mon_0mm7p1c2gCc3' },
  },
  'approval.requested': {
    fires: 'A person is asked: to grant a mandate (status proposed) or to approve a purchase (status requested).',
    ...approval,
  },
  'approval.granted': { fires: 'A mandate was granted (status active) or a purchase approved.', ...approval },
  'approval.declined': { fires: 'A mandate or a purchase was declined.', ...approval },
  'mandate.exhausted': {
    fires: 'All of a mandate is spent, or all of its trips are made: nothing more can be bought with it.',
    own: { data: z.looseObject({ mandate_id: DATA_FIELDS.mandate_id }) },
    example: { data: { mandate_id: 'mdt_0mm7p1c2gDd4' } },
  },
  'webhook.disabled': {
    fires:
      'Another endpoint of the organization was disabled, by its own 410 or after five days of nothing but failures.',
    own: {
      data: z
        .looseObject({ webhook_id: DATA_FIELDS.webhook_id, reason: DATA_FIELDS.reason })
        .meta({ description: 'Which endpoint was disabled, and why.' }),
    },
    example: { data: { webhook_id: 12, reason: 'failing' } },
  },
};

const description =
  'Thin: identifiers only. The same event may arrive more than once and in any order; X-Service-Event-Id tells repeats. ' +
  'Verify the signature over the raw bytes of the body, refuse a timestamp older than your tolerance (5 minutes is usual), and answer 2xx within 10 seconds.';

const HEADERS: SentRequest['headers'] = [
  {
    name: 'X-Service-Signature',
    description:
      '`sha256=` and the hex of HMAC-SHA256, keyed with the whole secret, over `<X-Service-Timestamp>.<raw body>`. For 24 hours after a rotation odd attempts use the new secret and even ones the old; several old ones take turns, the newest first.',
    example: 'sha256=4585ca30bc083dfc33ded29816cf849c16132b6acfab233ff8fcc5b993a21f53',
  },
  { name: 'X-Service-Timestamp', description: 'Unix seconds; part of what is signed.', example: '1772352000' },
  { name: 'X-Service-Event-Id', description: 'Stable id of the event: deduplicate by it.', example: eventId },
  { name: 'X-Service-Delivery-Id', description: 'This attempt.', example: 'dlv_0mm7p1c2gHq3VxT8rYwZ5Ab7-2' },
  { name: 'webhook-id', description: 'Standard Webhooks: the event id.', example: eventId },
  { name: 'webhook-timestamp', description: 'Standard Webhooks: Unix seconds.', example: '1772352000' },
  {
    name: 'webhook-signature',
    description:
      'Standard Webhooks: `v1,` and the base64 of HMAC-SHA256, keyed with the base64 after `whsec_`, over `<id>.<timestamp>.<raw body>`. For 24 hours after a rotation the signature of each old secret too, separated by spaces.',
    example: 'v1,nHMWGbOvIt7zQ+0Zax1Hcxm3BOdZfRMZORRqCPKXewE=',
  },
];

/** What a registered endpoint is sent, for the reference: every event with its headers, its shape and an example. */
export const sentEvents: readonly SentRequest[] = EVENT_TYPES.map((type) => {
  const { fires, own, example } = WORDS[type];
  const shared = {
    status: z.string(),
    occurred_at: z.iso.datetime(),
    event_id: z.string(),
    livemode: z.boolean().meta({ description: 'True only in production, never on tests.' }),
  };
  return {
    name: type,
    summary: fires,
    description,
    headers: HEADERS,
    body: z.looseObject({ event: z.literal(type), ...own, ...shared }),
    example: {
      event: type,
      ...example,
      status: SAMPLE_EVENTS[type].status,
      occurred_at: occurredAt,
      event_id: eventId,
      livemode: true,
    },
  };
});
