import { cancelPage } from '../../web/console/cancel-page.ts';
import type { BookingView, ItemView } from '../../web/console/view.ts';
import { BookingResponse } from '../bookings/contract.ts';
import { manageUrlOf } from '../bookings/documents/manage-link.ts';
import { asBookingRef } from '../platform/ids.ts';
import { recordAct } from '../identity/record-audit.ts';
import { refuse } from '../platform/errors.ts';
import type { PageContext, PageDeclaration } from '../platform/http/route.ts';
import { CancelResponse } from '../servicing/cancellations/contract-cancel.ts';
import { RefundCheckResponse, RefundOutcomeResponse } from '../servicing/cancellations/contract-refund.ts';
import { NoteResponse, ResentResponse, RetriedResponse } from '../support/contract.ts';
import { type StaffAct, staffForm, staffPage } from './form-page.ts';
import { bookingPath } from './pages-bookings.ts';
import type { StaffDoors, StaffVisit } from './staff.ts';

/** What people do about one booking: notes, mails, trying again, giving an item up, and the traveler's own page. */
export function createActPages(doors: StaffDoors): readonly PageDeclaration[] {
  const form = (path: string, act: StaffAct) =>
    staffForm(doors, `/console/bookings/:booking_ref${path}`, bookingPath, act);
  return [
    form('/notes', async (visit, context) => {
      const body = { text: context.form['text'] ?? '' };
      await visit.run('create_booking_note', NoteResponse, { params: paramsOf(context), body });
      return visit.goTo(bookingPath(context), 'note');
    }),
    form('/mails/:mail_id/resend', async (visit, context) => {
      const body = { mail_id: context.params['mail_id'] ?? '' };
      await visit.run('resend_booking_mail', ResentResponse, { params: paramsOf(context), body });
      return visit.goTo(bookingPath(context), 'mail');
    }),
    form('/retry', async (visit, context) => {
      await visit.run('retry_booking', RetriedResponse, { params: paramsOf(context), body: {} });
      return visit.goTo(bookingPath(context), 'retry');
    }),
    form('/as-traveler', openTravelersPage),
    staffPage(doors, '/console/bookings/:booking_ref/cancel/:item_id', bookingPath, async (visit, context) => {
      requireMay(visit, 'refund_commit');
      const { booking, item } = await findItem(visit, context);
      return visit.page(cancelPage(visit.facts, { booking, item, check: await checkItem(visit, booking, item) }));
    }),
    form('/cancel/:item_id', async (visit, context) => {
      requireMay(visit, 'refund_commit');
      const { booking, item } = await findItem(visit, context);
      await commitItem(visit, { booking, item, quoteId: context.form['quote_id'] ?? '' });
      return visit.goTo(bookingPath(context), 'cancel');
    }),
  ];
}

const paramsOf = ({ params }: PageContext) => ({ booking_ref: params['booking_ref'] ?? '' });

function requireMay(visit: StaffVisit, operationId: string): void {
  if (!visit.may(operationId)) throw refuse('role_forbidden');
}

async function findItem(
  visit: StaffVisit,
  context: PageContext,
): Promise<{ readonly booking: BookingView; readonly item: ItemView }> {
  const { booking } = await visit.run('read_booking', BookingResponse, { params: paramsOf(context) });
  const item = booking.items.find(({ item_id: id }) => id === context.params['item_id']);
  if (item === undefined) throw refuse('resource_not_found', { message: 'The booking has no item of this id.' });
  return { booking, item };
}

const claimOf = ({ booking_ref, last_name }: BookingView, { item_id }: ItemView) => ({
  booking_ref,
  last_name,
  item_id,
});

/** The operation that gives a stay or a rental back: its actions quote and do it. */
const cancelOperationOf = ({ kind }: ItemView) => (kind === 'hotel' ? 'hotel_cancel' : 'car_cancel');

async function checkItem(visit: StaffVisit, booking: BookingView, item: ItemView) {
  const claim = claimOf(booking, item);
  if (item.kind === 'flight') return await visit.run('refund_check', RefundCheckResponse, { body: claim });
  const preview = await visit.run(cancelOperationOf(item), CancelResponse, { body: { action: 'preview', ...claim } });
  if (preview.action !== 'preview') throw new Error('a preview was answered with something else');
  return preview;
}

/** Commits the quote that the person saw. That they asked for it stands in the audit log before anybody is called. */
async function commitItem(
  visit: StaffVisit,
  { booking, item, quoteId }: { readonly booking: BookingView; readonly item: ItemView; readonly quoteId: string },
): Promise<void> {
  const { app } = visit.context;
  await recordAct(app.db, app.clock, visit.acting, {
    action: 'booking.change_requested',
    target: booking.booking_ref,
    detail: { item: item.item_id, kind: item.kind, quote: quoteId },
  });
  const claim = { ...claimOf(booking, item), quote_id: quoteId };
  if (item.kind === 'flight') await visit.run('refund_commit', RefundOutcomeResponse, { body: claim });
  else await visit.run(cancelOperationOf(item), CancelResponse, { body: { action: 'commit', ...claim } });
}

/** Opens the page on which the traveler changes flights and rentals, in this browser; the log says who did. */
async function openTravelersPage(visit: StaffVisit, context: PageContext) {
  requireMay(visit, 'exchange_commit');
  const { booking } = await visit.run('read_booking', BookingResponse, { params: paramsOf(context) });
  const { app } = context;
  await recordAct(app.db, app.clock, visit.acting, {
    action: 'booking.change_requested',
    target: booking.booking_ref,
    detail: { kind: 'travelers_page' },
  });
  const { organizationId, now } = visit.acting.caller;
  const url = manageUrlOf(app, { organizationId, bookingRef: asBookingRef(booking.booking_ref) }, now);
  return { status: 303, location: url };
}
