import type { Handle, Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { BookingNote } from './model/note.ts';

type NoteTables = {
  booking_note: {
    organization_id: string;
    note_id: string;
    booking_ref: string;
    author_kind: BookingNote['author']['kind'];
    author_id: string;
    text: string;
    created_at: Date;
  };
};
const db = (h: Handle) => h.q.withTables<NoteTables>();

/** Writes a note. */
export async function insertNote(tx: Tx, organizationId: OrganizationId, note: BookingNote): Promise<void> {
  await db(tx)
    .insertInto('booking_note')
    .values({
      organization_id: organizationId,
      note_id: note.noteId,
      booking_ref: note.bookingRef,
      author_kind: note.author.kind,
      author_id: note.author.id,
      text: note.text,
      created_at: note.createdAt,
    })
    .execute();
}

/** The notes of a booking, oldest first. */
export async function listNotes(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
  limit: number,
): Promise<readonly BookingNote[]> {
  const rows = await db(h)
    .selectFrom('booking_note')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .orderBy('note_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    noteId: row.note_id,
    bookingRef: row.booking_ref,
    author: { kind: row.author_kind, id: row.author_id },
    text: row.text,
    createdAt: row.created_at,
  }));
}
