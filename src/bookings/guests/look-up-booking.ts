import { createHash, timingSafeEqual } from 'node:crypto';
import type { App, Caller } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import type { Handle, Tx } from '../../platform/db/db.ts';
import { findGuestOrganization } from '../../platform/security/guest-directory.ts';
import { asBookingRef, asId, type BookingRef, foldReference, type OrganizationId } from '../../platform/ids.ts';
import {
  type AttemptCounter,
  countersOfAddress,
  countersOfCaller,
  countersOfNetworks,
  countFailedAttempt,
  countLookUp,
  forgiveLookUp,
  refuseTooManyAttempts,
} from './guest-attempts.ts';
import type { Booking } from '../model/booking.ts';
import { foldLetters, foldName } from '../model/fold-name.ts';
import { findBooking, lockBookingRow } from '../store-read.ts';
import { findGuestFacts, findLastNameFolded, type GuestFacts } from '../store-guests.ts';

/** What a guest knows: the reference of the confirmation and the lead traveler's last name. */
export interface GuestPair {
  readonly bookingRef: string;
  readonly lastName: string;
}

/** What a guest adds where the pair alone is not believed: one of the two is enough. */
export interface GuestProof {
  readonly email: string;
  /** `YYYY-MM-DD`: the day the trip, or an item of it, begins. */
  readonly startDate: string;
}

/**
 * What becomes of a guest's look-up on a page. `proof_needed`: too many visitors have failed with the reference today,
 * whether or not it exists.
 */
export type GuestLookUp = { readonly kind: 'found'; readonly booking: Booking } | { readonly kind: 'proof_needed' };

/** What an owner is answered for a reference of nobody. Guests' pairs have the one 404 of their condition. */
export const UNKNOWN_REFERENCE = 'No booking has this reference.';

/** Never issued: a reference that cannot exist is looked up too, so that its answer takes no less time. */
const NO_REFERENCE = 'BLY-OOOOOO';
const REFERENCE = /^BLY-[A-Z0-9]{6}$/;
const NAME_LENGTH_MAX = 200;

/** No organization: what a reference that nobody issued is looked up in. */
const NO_ORGANIZATION = asId('organization', 'org_nobody');

/**
 * The booking of a guest's pair, within the caller's organization. Every failure is the same answer after the same
 * work: one look-up, one comparison of equal length, one count.
 */
export async function lookUpBooking(app: App, caller: Caller, pair: GuestPair): Promise<Booking> {
  const counters = countersOfCaller(caller, foldReference(pair.bookingRef));
  return checkPair(app, pair, { counters, organizationOf: async () => caller.organizationId });
}

/**
 * The booking of a visitor of a page, who has no key: the reference alone says whose booking it is. Failures count by
 * network, by reference
 * from an address, and by reference from everywhere: beyond the last bound the pair needs a proof beside it.
 */
export async function lookUpGuestBooking(
  app: App,
  address: string,
  { proof, ...pair }: GuestPair & { readonly proof?: GuestProof | undefined },
): Promise<GuestLookUp> {
  const typed = foldReference(pair.bookingRef);
  const counters = [...countersOfAddress(address, typed), ...countersOfNetworks(address)];
  const organizationOf = async (bookingRef: string) =>
    (await findGuestOrganization(app.db, 'booking', bookingRef)) ?? NO_ORGANIZATION;
  await refuseTooManyAttempts(app, counters);
  const { needsProof } = await countLookUp(app, typed);
  const given = { email: proof?.email.trim() ?? '', startDate: proof?.startDate.trim() ?? '' };
  const isProofMissing = needsProof && given.email === '' && given.startDate === '';
  const scope = { counters, organizationOf, proof: needsProof ? given : undefined };
  const booking = isProofMissing ? undefined : await checkPair(app, pair, scope);
  await forgiveLookUp(app, typed);
  return booking === undefined ? { kind: 'proof_needed' } : { kind: 'found', booking };
}

/** Where a pair is looked up, and what a wrong one counts towards. */
interface PairScope {
  readonly counters: readonly AttemptCounter[];
  readonly organizationOf: (bookingRef: string) => Promise<OrganizationId>;
  readonly proof?: GuestProof | undefined;
}

async function checkPair(app: App, pair: GuestPair, { counters, organizationOf, proof }: PairScope): Promise<Booking> {
  const typed = foldReference(pair.bookingRef);
  await refuseTooManyAttempts(app, counters);
  const bookingRef = REFERENCE.test(typed) ? typed : NO_REFERENCE;
  const organizationId = await organizationOf(bookingRef);
  const facts = proof && (await findGuestFacts(app.db, organizationId, bookingRef));
  const stored = proof ? facts?.lastNameFolded : await findLastNameFolded(app.db, organizationId, bookingRef);
  const isSame = isSameText(foldLetters(stored ?? ''), foldName(pair.lastName.slice(0, NAME_LENGTH_MAX)));
  const isProven = proof === undefined || isProof(proof, facts);
  if (stored === undefined || stored === '' || !isSame || !isProven) {
    await countFailedAttempt(app, counters);
    throw refuse('booking_not_found');
  }
  return getBooking(app, { organizationId }, bookingRef);
}

/** A missing booking is compared with texts that nobody can give, so that its answer takes no less time. */
function isProof({ email, startDate }: GuestProof, facts: GuestFacts | undefined): boolean {
  const isEmail = isSameText((facts?.email ?? '?').toLowerCase(), email.slice(0, NAME_LENGTH_MAX).toLowerCase());
  const typedDate = startDate.slice(0, NAME_LENGTH_MAX);
  const isStart = (facts?.startDates ?? ['?']).filter((date) => isSameText(date, typedDate)).length > 0;
  return facts !== undefined && ((isEmail && email !== '') || (isStart && startDate !== ''));
}

/** A booking of the caller's own, by its reference alone. */
export async function getBooking(
  app: { readonly db: Handle },
  caller: Pick<Caller, 'organizationId'>,
  bookingRef: string,
): Promise<Booking> {
  const typed = foldReference(bookingRef);
  const booking = REFERENCE.test(typed)
    ? await findBooking(app.db, caller.organizationId, asBookingRef(typed))
    : undefined;
  if (booking === undefined) throw refuse('booking_not_found', { message: UNKNOWN_REFERENCE });
  return booking;
}

/**
 * The booking with its row locked until the transaction ends: anyone who changes what was sold goes one after the
 * other.
 */
export async function lockBooking(tx: Tx, organizationId: OrganizationId, bookingRef: BookingRef): Promise<Booking> {
  await lockBookingRow(tx, organizationId, bookingRef);
  const booking = await findBooking(tx, organizationId, bookingRef);
  if (booking === undefined) throw refuse('booking_not_found', { message: UNKNOWN_REFERENCE });
  return booking;
}

/** Hashes first: texts of different lengths take the same time. */
function isSameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
