/** What somebody wrote down about a booking, for those who look after it next. Travelers never see it. */
export interface BookingNote {
  readonly noteId: string;
  readonly bookingRef: string;
  readonly author: { readonly kind: 'user' | 'api_key'; readonly id: string };
  readonly text: string;
  readonly createdAt: Date;
}

/** Notes of one booking: more than anybody reads. */
export const notesMax = 200;
/** Characters of a note; the table's `check` repeats it. */
export const noteLengthMax = 4_000;
