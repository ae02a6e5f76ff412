/**
 * Every event that can be subscribed to. The list only grows (spec.md, Events: the `event` field is an open enum); a
 * new event is one line here and one `publishEvent` where it happens.
 */
export const EVENT_TYPES = [
  'booking.completed',
  'booking.failed',
  'booking.cancelled',
  'booking.item_cancelled',
  'booking.cancellation_failed',
  'booking.refunded',
  'booking.exchanged',
  'booking.exchange_failed',
  'booking.schedule_changed',
  'booking.cost_drifted',
  'booking.updated',
  'price_monitor.triggered',
  'approval.requested',
  'approval.granted',
  'approval.declined',
  'mandate.exhausted',
  'webhook.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
