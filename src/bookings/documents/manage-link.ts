import * as z from 'zod';
import type { App } from '../../context.ts';
import { asBookingRef, asId, type BookingRef, type OrganizationId } from '../../platform/ids.ts';
import type { Booking } from '../model/booking.ts';

/** A link works this long after the last travel day, and at least this long after it was sent. */
const VALID_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const CONTEXT = 'manage booking';
const SealedLink = z.tuple([z.string(), z.string(), z.number()]);

/** What the token of a link opens, and when the link was made. */
export interface ManageLink {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly madeAt: Date;
}

/**
 * The link by which a traveler manages a booking without typing reference and name. It stands in mails to the booking's
 * contact and on the page of anyone who paid: both show reference and name too, which open the same page. `now`: the
 * organization's clock.
 */
export function manageUrlOf(
  app: Pick<App, 'config' | 'sealer'>,
  { organizationId, bookingRef }: Pick<Booking, 'organizationId' | 'bookingRef'>,
  now: Date,
): string {
  const token = app.sealer.seal(
    'manage_link',
    JSON.stringify([organizationId, bookingRef, Math.floor(now.getTime() / 1000)]),
    CONTEXT,
  );
  return `${app.config.publicUrl}/manage/open/${token}`;
}

/** What a token opens; undefined for one that we did not make. Nothing is looked up for those. */
export function openManageLink(app: Pick<App, 'sealer'>, token: string): ManageLink | undefined {
  const plain = app.sealer.open('manage_link', token, CONTEXT);
  if (plain === undefined) return undefined;
  const [organizationId, bookingRef, madeAt] = SealedLink.parse(JSON.parse(plain.toString('utf8')));
  return {
    organizationId: asId('organization', organizationId),
    bookingRef: asBookingRef(bookingRef),
    madeAt: new Date(madeAt * 1000),
  };
}

/**
 * Whether a link still works. The booking's own last day counts: a trip that was moved to later is managed until later.
 */
export function isManageLinkValid(
  { madeAt }: ManageLink,
  { lastArrivalAt }: Pick<Booking, 'lastArrivalAt'>,
  now: Date,
): boolean {
  return now.getTime() < Math.max(madeAt.getTime(), lastArrivalAt.getTime()) + VALID_DAYS * DAY_MS;
}
