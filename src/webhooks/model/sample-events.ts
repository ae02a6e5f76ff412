import { TEST_BOOKING_REF } from '../../platform/ids.ts';
import type { EventFacts } from './event.ts';
import type { EventType } from './event-types.ts';

/**
 * What a sample of an event says beside its own id, time and `livemode: false`: as much as a real one, of things that
 * do not exist.
 */
export type SampleEvent = Pick<EventFacts, 'status' | 'bookingRef' | 'monitorId' | 'data'>;

/** The shape of our ids at a time that never was (`newId` writes the time first), so that none is ever issued. */
const itemId = 'itm_000000000SampleItem0001';
const newItemId = 'itm_000000000SampleItem0002';
const refundId = 'rfd_000000000SampleRefund01';
const exchangeId = 'exc_000000000SampleExchange';
const monitorId = 'mon_000000000SampleMonitor1';
const mandateId = 'mdt_000000000SampleMandate1';
const proposalId = 'prp_000000000SampleProposal';
/** Endpoints are numbered from 1. */
const noWebhookId = 0;

const bookingRef = TEST_BOOKING_REF;

/** One sample of every event; `contract-sent.ts` says what each must hold. */
export const SAMPLE_EVENTS: Readonly<Record<EventType, SampleEvent>> = {
  'booking.completed': { bookingRef, status: 'confirmed' },
  'booking.failed': { bookingRef, status: 'failed' },
  'booking.cancelled': { bookingRef, status: 'cancelled', data: { item_ids: [itemId] } },
  'booking.item_cancelled': {
    bookingRef,
    status: 'confirmed',
    data: { item_id: itemId, reference: refundId, change_status: 'done' },
  },
  'booking.cancellation_failed': {
    bookingRef,
    status: 'confirmed',
    data: { item_id: itemId, reference: refundId, change_status: 'failed' },
  },
  'booking.refunded': {
    bookingRef,
    status: 'cancelled',
    data: { item_id: itemId, reference: refundId, change_status: 'done' },
  },
  'booking.exchanged': {
    bookingRef,
    status: 'confirmed',
    data: { item_id: itemId, new_item_id: newItemId, reference: exchangeId, change_status: 'done' },
  },
  'booking.exchange_failed': {
    bookingRef,
    status: 'confirmed',
    data: { item_id: itemId, reference: exchangeId, change_status: 'failed' },
  },
  'booking.schedule_changed': {
    bookingRef,
    status: 'confirmed',
    data: { item_id: itemId, severity: 'major', affected_item_ids: [] },
  },
  'booking.cost_drifted': { bookingRef, status: 'pending', data: { item_id: itemId } },
  'booking.updated': { bookingRef, status: 'confirmed', data: { item_id: itemId } },
  'price_monitor.triggered': { monitorId, status: 'triggered' },
  'approval.requested': { status: 'requested', data: { mandate_id: mandateId, proposal_id: proposalId } },
  'approval.granted': { status: 'approved', data: { mandate_id: mandateId, proposal_id: proposalId } },
  'approval.declined': { status: 'declined', data: { mandate_id: mandateId, proposal_id: proposalId } },
  'mandate.exhausted': { status: 'exhausted', data: { mandate_id: mandateId } },
  'webhook.disabled': { status: 'disabled', data: { webhook_id: noWebhookId, reason: 'failing' } },
};
