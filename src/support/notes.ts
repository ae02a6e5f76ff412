import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { App, Caller } from '../context.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import { refuse } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { type BookingNote, notesMax } from './model/note.ts';
import { insertNote, listNotes } from './store.ts';

/** The notes of a booking, oldest first. Throws the 404 of a booking of nobody. */
export async function readNotes(app: App, caller: Caller, bookingRef: string): Promise<readonly BookingNote[]> {
  const booking = await getBooking(app, caller, bookingRef);
  return await listNotes(app.db, caller.organizationId, booking.bookingRef, notesMax);
}

/** Writes a note about a booking, with an entry in the audit log. Throws `state_conflict` beyond 200 notes. */
export async function addNote(
  app: App,
  acting: Acting,
  { bookingRef, text }: Pick<BookingNote, 'bookingRef' | 'text'>,
): Promise<BookingNote> {
  const { caller } = acting;
  const booking = await getBooking(app, caller, bookingRef);
  const { principal } = caller;
  const note: BookingNote = {
    noteId: newId('note'),
    bookingRef: booking.bookingRef,
    author:
      principal.kind === 'user' ? { kind: 'user', id: principal.userId } : { kind: 'api_key', id: principal.keyId },
    text,
    createdAt: caller.now,
  };
  await app.db.transaction(async (tx) => {
    const notes = await listNotes(tx, caller.organizationId, booking.bookingRef, notesMax);
    if (notes.length >= notesMax)
      throw refuse('state_conflict', { message: `A booking has at most ${notesMax} notes.` });
    await insertNote(tx, caller.organizationId, note);
    await recordAct(tx, app.clock, acting, {
      action: 'booking.note_added',
      target: booking.bookingRef,
      detail: { note: note.noteId },
    });
  });
  return note;
}
