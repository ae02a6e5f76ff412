import { createHash, timingSafeEqual } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { findGuestOrganization } from '../platform/guest-directory.ts';
import { asBookingRef, asId, type BookingRef, type OrganizationId } from '../platform/ids.ts';
import { type AttemptCounter, countersOfAddress, countersOfCaller, countFailedAttempt, refuseTooManyAttempts } from './guest-attempts.ts';
import type { Booking } from './model/booking.ts';
import { foldName } from './model/fold-name.ts';
import { findBooking, findLastNameFolded, lockBookingRow } from './store.ts';

/** What a guest knows: the reference of the confirmation and the lead traveler's last name. */
export interface GuestPair {
  readonly bookingRef: string;
  readonly lastName: string;
}

/** Never issued: a reference that cannot exist is looked up too, so that its answer takes no less time. */
const NO_REFERENCE = 'BLY-OOOOOO';
const REFERENCE = /^BLY-[A-Z0-9]{6}$/;
const NAME_LENGTH_MAX = 200;

/** No organization: what a reference that nobody issued is looked up in. */
const NO_ORGANIZATION = asId('organization', 'org_nobody');

/**
 * The booking of a guest's pair, within the caller's organization. Every failure is the same answer after the same work: one
 * look-up, one comparison of equal length, one count.
 */
export async function lookUpBooking(app: App, caller: Caller, pair: GuestPair): Promise<Booking> {
  const counters = countersOfCaller(caller, foldReference(pair.bookingRef));
  return checkPair(app, pair, { counters, organizationOf: async () => caller.organizationId });
}

/** The same for a visitor of a page, who has no key: the reference alone says whose booking it is. Failures count by address and by reference. */
export async function lookUpGuestBooking(app: App, address: string, pair: GuestPair): Promise<Booking> {
  const counters = countersOfAddress(address, foldReference(pair.bookingRef));
  return checkPair(app, pair, { counters, organizationOf: async (bookingRef) => await findGuestOrganization(app.db, 'booking', bookingRef) ?? NO_ORGANIZATION });
}

/** Where a pair is looked up, and what a wrong one counts towards. */
interface PairScope {
  readonly counters: readonly AttemptCounter[];
  readonly organizationOf: (bookingRef: string) => Promise<OrganizationId>;
}

async function checkPair(app: App, pair: GuestPair, { counters, organizationOf }: PairScope): Promise<Booking> {
  const typed = foldReference(pair.bookingRef);
  await refuseTooManyAttempts(app, counters);
  const bookingRef = REFERENCE.test(typed) ? typed : NO_REFERENCE;
  const organizationId = await organizationOf(bookingRef);
  const stored = await findLastNameFolded(app.db, organizationId, bookingRef);
  const isSame = isSameText(stored ?? '', foldName(pair.lastName.slice(0, NAME_LENGTH_MAX)));
  if (stored === undefined || stored === '' || !isSame) {
    await countFailedAttempt(app, counters);
    throw refuse('booking_not_found');
  }
  return getBooking(app, { organizationId }, bookingRef);
}

/** A booking of the caller's own, by its reference alone. */
export async function getBooking(app: { readonly db: Handle }, caller: Pick<Caller, 'organizationId'>, bookingRef: string): Promise<Booking> {
  const typed = foldReference(bookingRef);
  const booking = REFERENCE.test(typed) ? await findBooking(app.db, caller.organizationId, asBookingRef(typed)) : undefined;
  if (booking === undefined) throw refuse('booking_not_found', { message: 'No booking has this reference.' });
  return booking;
}

/** The booking with its row locked until the transaction ends: whoever changes what was sold goes one after the other. */
export async function lockBooking(tx: Tx, organizationId: OrganizationId, bookingRef: BookingRef): Promise<Booking> {
  await lockBookingRow(tx, organizationId, bookingRef);
  const booking = await findBooking(tx, organizationId, bookingRef);
  if (booking === undefined) throw refuse('booking_not_found', { message: 'No booking has this reference.' });
  return booking;
}

/** A reference as it was issued: people type it in any case. */
function foldReference(text: string): string {
  return text.trim().toUpperCase();
}

/** Hashes first: texts of different lengths take the same time. */
function isSameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
