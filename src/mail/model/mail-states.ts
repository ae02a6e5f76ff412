import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/** What a mail reports. Migration 0052 repeats the names. */
export const MAIL_KINDS = [
  'confirmed',
  'failed',
  'refunded',
  'changed',
  'rescheduled',
  'declined',
  'cancelled_elsewhere',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * The life of a mail; it is settled once and for good. `rejected`: the receiving server does not want it, ever.
 * `failed`: every attempt failed. `skipped`: no mail server is configured, or nothing is left to report. Migration 0015
 * repeats the names.
 */
export const mailLifecycle = defineLifecycle('A mail', {
  pending: ['sent', 'rejected', 'failed', 'skipped'],
  sent: [],
  rejected: [],
  failed: [],
  skipped: [],
});
export type MailStatus = StateOf<typeof mailLifecycle>;
