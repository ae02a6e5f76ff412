import { sql } from 'kysely';
import { cte } from '../platform/db/cte.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { runCtes } from '../platform/db/distribution/run-ctes.ts';
import { preparedQuery, param } from '../platform/db/prepared-sql.ts';
import type { EndCte, QueueCte } from '../platform/jobs/job.ts';
import {
  asBookingRef,
  asId,
  type BookingRef,
  type EventId,
  type ItemId,
  type OrganizationId,
  type TripId,
} from '../platform/ids.ts';
import { type MailKind, mailLifecycle, type MailStatus } from './model/mail-states.ts';

type MailTables = {
  mail_message: {
    organization_id: string;
    event_id: string;
    kind: MailKind;
    booking_ref: string;
    trip_id: string;
    status: MailStatus;
    reason: string | null;
    created_at: Date;
    settled_at: Date | null;
    change_id: string | null;
    item_id: string | null;
    schedule_number: number | null;
  };
  mail_language: { organization_id: string; trip_id: string; language: string };
};
const db = (h: Handle) => h.q.withTables<MailTables>();
const selectMail = preparedQuery((h) =>
  db(h)
    .selectFrom('mail_message as mail')
    .leftJoin('mail_language as spoken', (join) =>
      join.onRef('spoken.organization_id', '=', 'mail.organization_id').onRef('spoken.trip_id', '=', 'mail.trip_id'),
    )
    .select([
      'mail.kind',
      'mail.booking_ref',
      'mail.trip_id',
      'mail.status',
      'mail.change_id',
      'mail.item_id',
      'mail.schedule_number',
      'spoken.language',
    ])
    .where('mail.organization_id', '=', param(1))
    .where('mail.event_id', '=', param(2)),
);

/** A mail as it is recorded: which event of which booking it is about, and its state. */
export interface MailRecord {
  readonly organizationId: OrganizationId;
  readonly eventId: EventId;
  readonly kind: MailKind;
  readonly bookingRef: BookingRef;
  readonly tripId: TripId;
  readonly status: MailStatus;
  /** The change of the booking that a mail about a refund or an exchange is about. */
  readonly changeId?: string | undefined;
  /** The flight move that the mail is about. */
  readonly scheduleChange?: { readonly itemId: ItemId; readonly number: number } | undefined;
  /** What the trip's payer last read the hosted page in; undefined where it was paid elsewhere. */
  readonly pageLanguage: string | undefined;
}
/** What names a mail. */
export type MailKey = Pick<MailRecord, 'organizationId' | 'eventId'>;

/**
 * Writes a mail that is to be sent and the job that sends it with one statement; nothing when the event has one
 * already.
 */
export async function insertMail(
  tx: Tx,
  mail: Omit<MailRecord, 'status' | 'pageLanguage'>,
  createdAt: Date,
  send: QueueCte,
): Promise<void> {
  const writing = db(tx)
    .insertInto('mail_message')
    .values({
      organization_id: mail.organizationId,
      event_id: mail.eventId,
      kind: mail.kind,
      booking_ref: mail.bookingRef,
      trip_id: mail.tripId,
      status: 'pending',
      reason: null,
      created_at: createdAt,
      settled_at: null,
      change_id: mail.changeId ?? null,
      item_id: mail.scheduleChange?.itemId ?? null,
      schedule_number: mail.scheduleChange?.number ?? null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'event_id']).doNothing())
    .returning('event_id');
  const written = cte('written', sql<{ event_id: string }>`(${writing})`);
  await runCtes(tx, written, [written, send(written)]);
}

/** A mail by its event, with the language of its trip. */
export async function findMail(h: Handle, { organizationId, eventId }: MailKey): Promise<MailRecord | undefined> {
  const [row] = await selectMail(h, [organizationId, eventId]);
  return (
    row && {
      organizationId,
      eventId,
      kind: row.kind,
      bookingRef: asBookingRef(row.booking_ref),
      tripId: asId('trip', row.trip_id),
      status: row.status,
      changeId: row.change_id ?? undefined,
      scheduleChange:
        row.item_id === null || row.schedule_number === null
          ? undefined
          : { itemId: asId('item', row.item_id), number: row.schedule_number },
      pageLanguage: row.language ?? undefined,
    }
  );
}

/**
 * Records what became of a mail that was still to be sent, and with the same statement that the job has ended which
 * sent it; false when it was not.
 */
export async function settleMailRow(
  h: Handle,
  key: MailKey,
  end: { readonly status: Exclude<MailStatus, 'pending'>; readonly reason: string | undefined; readonly at: Date },
  endJob: EndCte | undefined,
): Promise<boolean> {
  const settled = cte('settled');
  const ended = endJob?.(settled);
  const settling = db(h).with(settled.name, (q) =>
    q
      .updateTable('mail_message')
      .set({ status: end.status, reason: end.reason ?? null, settled_at: end.at })
      .where('organization_id', '=', key.organizationId)
      .where('event_id', '=', key.eventId)
      .where('status', 'in', mailLifecycle.allowedFrom(end.status))
      .returning('event_id'),
  );
  const whole = ended === undefined ? settling : settling.with(ended.name, () => ended.sql);
  return (await whole.selectFrom(settled.name).selectAll().executeTakeFirst()) !== undefined;
}

/** Keeps the language of a trip's payer; the newest counts. */
export async function upsertLanguage(
  h: Handle,
  trip: { readonly organizationId: OrganizationId; readonly tripId: TripId },
  language: string,
): Promise<void> {
  await db(h)
    .insertInto('mail_language')
    .values({ organization_id: trip.organizationId, trip_id: trip.tripId, language })
    .onConflict((conflict) => conflict.columns(['organization_id', 'trip_id']).doUpdateSet({ language }))
    .execute();
}

/** A mail of a booking, and what became of it. */
export interface ListedMail extends Pick<MailRecord, 'eventId' | 'kind' | 'status'> {
  /** Why it was not sent: a code. */
  readonly reason: string | undefined;
  readonly createdAt: Date;
  readonly settledAt: Date | undefined;
}

/** The mails of a booking, oldest first. */
export async function listMails(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
  limit: number,
): Promise<readonly ListedMail[]> {
  const rows = await db(h)
    .selectFrom('mail_message')
    .select(['event_id', 'kind', 'status', 'reason', 'created_at', 'settled_at'])
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .orderBy('created_at')
    .orderBy('event_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    eventId: asId('event', row.event_id),
    kind: row.kind,
    status: row.status,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
  }));
}

/** Mails of an organization since an instant that nobody received. */
export async function countUnsentMails(h: Handle, organizationId: OrganizationId, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mail_message
    where organization_id = ${organizationId} and created_at >= ${since} and (status = 'rejected' or status = 'failed')`.execute(
    h.q,
  );
  return rows[0]?.count ?? 0;
}
