/** What a mail tells. Migration 0023 repeats the names. */
export const MAIL_KINDS = ['confirmed', 'failed', 'refunded', 'changed', 'rescheduled'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * The life of a mail. `rejected`: the receiving server does not want it, ever. `failed`: every try was in vain.
 * `skipped`: there was nothing to send it with, or nothing left to tell. Migration 0015 repeats the names.
 */
export const MAIL_STATUSES = ['pending', 'sent', 'rejected', 'failed', 'skipped'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A mail is settled once and for good. */
export const NEXT_MAIL_STATUSES = {
  pending: ['sent', 'rejected', 'failed', 'skipped'],
  sent: [],
  rejected: [],
  failed: [],
  skipped: [],
} as const satisfies Record<MailStatus, readonly MailStatus[]>;

/** The status after a move, or a throw where the table has none. */
export function moveMail<S extends MailStatus>(from: MailStatus, to: S): S {
  const next: readonly MailStatus[] = NEXT_MAIL_STATUSES[from];
  if (!next.includes(to)) throw new RangeError(`A mail does not move from ${from} to ${to}.`);
  return to;
}
