import type { App, Caller } from '../context.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { type ConditionName, Refusal } from '../platform/errors.ts';
import type { PageAnswer, PageContext } from '../platform/http/route.ts';
import { notingWrite } from '../platform/db/reads/noting-write.ts';
import { translateFailure } from '../suppliers/calls/failure.ts';
import type { ManageClosedReason } from '../../web/manage/view.ts';
import { answerPage, seeOther } from './answer-page.ts';
import { callerOf, closeGuestSession, type GuestSession, isFormOf, readGuestSession } from './guest-session.ts';

/** Who is here, and the booking as it stands. */
export interface GuestContext {
  readonly session: GuestSession;
  readonly booking: Booking;
  readonly caller: Caller;
}

/** Answers for a guest who is in; others are led to the entrance. */
export async function withGuestSession(
  context: PageContext,
  answer: (guest: GuestContext) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { app, cookies } = context;
  const session = readGuestSession(app, cookies);
  if (session === 'none') return seeOther(context, '/manage');
  const booking = session === 'ended' ? undefined : await findBooking(app, session);
  if (session === 'ended' || booking === undefined)
    return seeOther(context, '/manage?ended=1', [closeGuestSession(app)]);
  try {
    return await answer({ session, booking, caller: await callerOf(app, session) });
  } catch (error) {
    return await answerPage(context, { kind: 'closed', reason: reasonOf(error) });
  }
}

/** Handles a form: one that was not made for this session changes nothing. */
export function withForm(
  context: PageContext,
  answer: (guest: GuestContext) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  return withGuestSession(context, async (guest) =>
    isFormOf(context.app, guest.session, context.form)
      ? await notingWrite(context.app, guest.booking.organizationId, () => withRateLimit(context, guest, answer))
      : answerPage(context, { kind: 'closed', reason: 'form_stale' }),
  );
}

/**
 * What the guests of one booking may ask for in a burst, and how fast that comes back: each may keep a supplier busy.
 */
const requestBucket = { burst: 20, perSecond: 0.5 } as const;

/** Answers unless too much was asked for this booking lately, no matter who asked, on however many sessions. */
export async function withRateLimit(
  context: PageContext,
  guest: GuestContext,
  answer: (guest: GuestContext) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { organizationId, bookingRef } = guest.booking;
  const { isAllowed, resetSeconds } = await context.app.shared.takeToken(
    `manage:${organizationId}:${bookingRef}`,
    requestBucket,
    1,
  );
  if (isAllowed) return await answer(guest);
  return answerPage(
    context,
    { kind: 'closed', reason: 'too_fast' },
    { headers: { 'retry-after': String(resetSeconds) } },
  );
}

/** Whether a page may look up what it can do without, for this booking: in a bucket of its own, no matter who asks. */
export async function mayLookUp({ app }: PageContext, { booking }: GuestContext): Promise<boolean> {
  const { organizationId, bookingRef } = booking;
  return (await app.shared.takeToken(`manage-look-up:${organizationId}:${bookingRef}`, requestBucket, 1)).isAllowed;
}

/** The booking of a session or a link; undefined where a sandbox has forgotten it. */
export async function findBooking(
  app: App,
  session: Pick<GuestSession, 'organizationId' | 'bookingRef'>,
): Promise<Booking | undefined> {
  try {
    return await getBooking(app, session, session.bookingRef);
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'booking_not_found') return undefined;
    throw error;
  }
}

/** What a refusal means to a guest. Whatever is not listed is for the error page. */
const MEANING: Partial<Record<ConditionName, ManageClosedReason>> = {
  booking_not_found: 'unknown',
  resource_not_found: 'unknown',
  state_conflict: 'conflict',
  quote_expired: 'conflict',
  offer_expired: 'conflict',
  offer_unavailable: 'conflict',
  price_changed: 'price_moved',
  supplier_unavailable: 'supplier_silent',
  supplier_limit_reached: 'supplier_silent',
  supplier_timeout: 'supplier_silent',
  supplier_failed: 'supplier_silent',
  supplier_rejected: 'supplier_silent',
};

function reasonOf(error: unknown): ManageClosedReason {
  const refusal = error instanceof Refusal ? error : translateFailure(error);
  const reason = refusal && MEANING[refusal.condition];
  if (reason === undefined) throw error;
  return reason;
}
