import type { BookingItem } from '../bookings/model/booking.ts';
import { asId } from '../platform/ids.ts';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { acceptScheduleChange } from '../servicing/schedule-changes/accept-schedule-change.ts';
import { checkQuotedPrice } from '../servicing/exchanges/check-quoted-price.ts';
import { collectPayment } from '../servicing/exchanges/collect-payment.ts';
import { commitChange } from '../servicing/engine/commit-change.ts';
import { type BookingChange, dueOf, isQuoted } from '../servicing/model/change.ts';
import { quoteCancellation } from '../servicing/cancellations/quote-cancellation.ts';
import { findChangeOf } from '../servicing/read-changes.ts';
import { answerPage, placesOf, seeOther } from './answer-page.ts';
import { chooseOffer, showChangeForm } from './exchange-item.ts';
import { quoteServices, showServicesForm } from './add-services.ts';
import { viewChange } from './view-change.ts';
import { formTokenOf } from './guest-session.ts';
import { type GuestContext, withForm, withGuestSession, withRateLimit } from './with-guest-session.ts';

/** `POST /manage/items/{item_id}/give-up`: asks what that brings back, and shows it. */
const giveUpPage: PageDeclaration = {
  method: 'POST',
  path: '/manage/items/:item_id/give-up',
  handle: (context) =>
    withForm(context, async (guest) => {
      const item = findItem(context, guest);
      const { quote } = await quoteCancellation(context.app, guest.caller, claimOf(guest, item), item.kind);
      if (quote === undefined) throw refuse('state_conflict');
      return seeOther(context, `/manage/changes/${quote.changeId}`);
    }),
};

/** `POST /manage/items/{item_id}/accept-schedule`: yes to the times the airline has moved the flight to. */
const acceptSchedulePage: PageDeclaration = {
  method: 'POST',
  path: '/manage/items/:item_id/accept-schedule',
  handle: (context) =>
    withForm(context, async (guest) => {
      await acceptScheduleChange(context.app, guest.caller, claimOf(guest, findItem(context, guest)));
      return seeOther(context, '/manage/booking');
    }),
};

/** `GET /manage/items/{item_id}/change`: asks for other days or times, and shows what there is then. */
const changeFormPage: PageDeclaration = {
  method: 'GET',
  path: '/manage/items/:item_id/change',
  handle: (context) =>
    withGuestSession(context, async (guest) => {
      const item = findItem(context, guest);
      const show = async () =>
        answerPage(context, await showChangeForm(context, guest, { item, claim: claimOf(guest, item) }));
      // The form by itself asks no supplier.
      return context.query['search'] === undefined ? await show() : await withRateLimit(context, guest, show);
    }),
};

/** `POST /manage/items/{item_id}/change`: one of the offers, asked for once more and shown with what it costs. */
const chooseOfferPage: PageDeclaration = {
  method: 'POST',
  path: '/manage/items/:item_id/change',
  handle: (context) =>
    withForm(context, async (guest) => {
      const item = findItem(context, guest);
      const change = await chooseOffer(context, guest, { item, claim: claimOf(guest, item) });
      return seeOther(context, `/manage/changes/${change.changeId}`);
    }),
};

/** `GET /manage/items/{item_id}/services`: asks the airline which bags and seats can be added, and shows them. */
const servicesFormPage: PageDeclaration = {
  method: 'GET',
  path: '/manage/items/:item_id/services',
  handle: (context) =>
    withGuestSession(context, async (guest) => {
      const item = findItem(context, guest);
      return withRateLimit(context, guest, async () =>
        answerPage(context, await showServicesForm(context, guest, { item, claim: claimOf(guest, item) })),
      );
    }),
};

/** `POST /manage/items/{item_id}/services`: what was chosen, priced and shown before it is bought. */
const chooseServicesPage: PageDeclaration = {
  method: 'POST',
  path: '/manage/items/:item_id/services',
  handle: (context) =>
    withForm(context, async (guest) => {
      const item = findItem(context, guest);
      const outcome = await quoteServices(context, guest, { item, claim: claimOf(guest, item) });
      return outcome.kind === 'quoted'
        ? seeOther(context, `/manage/changes/${outcome.change.changeId}`)
        : answerPage(context, outcome.view);
    }),
};

/** `GET /manage/changes/{change_id}`: what is asked, and what came of it. */
const changePage: PageDeclaration = {
  method: 'GET',
  path: '/manage/changes/:change_id',
  handle: (context) =>
    withGuestSession(context, async (guest) => {
      const change = await requireChange(context, guest);
      const { app } = context;
      const view = viewChange({
        booking: guest.booking,
        change,
        csrf: formTokenOf(app, guest.session),
        places: placesOf(context),
        now: guest.caller.now,
        sealer: app.sealer,
      });
      return answerPage(context, view ?? { kind: 'closed', reason: 'unknown' });
    }),
};

/** `POST /manage/changes/{change_id}`: yes. Saying it twice says it once. */
const confirmPage: PageDeclaration = {
  method: 'POST',
  path: '/manage/changes/:change_id',
  handle: (context) => withForm(context, async (guest) => confirm(context, guest, await requireChange(context, guest))),
};

async function confirm(
  context: PageContext,
  { caller, booking }: GuestContext,
  change: BookingChange,
): Promise<PageAnswer> {
  const { app } = context;
  const item = booking.items.find(({ itemId }) => itemId === change.itemId);
  if (item !== undefined && isQuoted(change, caller.now))
    await checkQuotedPrice(app, { booking, item }, change, caller.now);
  const mustPay = dueOf(change.plan).value > 0 && (change.status === 'quoted' || change.status === 'paying');
  if (!mustPay) {
    await commitChange(app, change, caller.now);
    return seeOther(context, `/manage/changes/${change.changeId}`);
  }
  const collecting = await collectPayment(app, change, { sharedPaymentToken: undefined, now: caller.now });
  const { sessionId } = collecting.change;
  return seeOther(
    context,
    collecting.kind === 'pay' && sessionId !== undefined
      ? `/checkout/${sessionId}`
      : `/manage/changes/${change.changeId}`,
  );
}

/** Every page that changes something. */
export const changePages: readonly PageDeclaration[] = [
  giveUpPage,
  acceptSchedulePage,
  changeFormPage,
  chooseOfferPage,
  servicesFormPage,
  chooseServicesPage,
  changePage,
  confirmPage,
];

/** An item of another booking is not there. */
function findItem({ params }: PageContext, { booking }: GuestContext): BookingItem {
  const item = booking.items.find((candidate) => candidate.itemId === params['item_id']);
  if (item === undefined) throw refuse('booking_not_found');
  return item;
}

async function requireChange({ app, params }: PageContext, { booking }: GuestContext): Promise<BookingChange> {
  const change = await findChangeOf(app, booking, params['change_id'] ?? '');
  if (change === undefined) throw refuse('booking_not_found');
  return change;
}

/** The pair this guest has shown, for operations that ask for it, and the item meant. */
function claimOf({ booking }: GuestContext, item: BookingItem) {
  return {
    bookingRef: booking.bookingRef,
    lastName: booking.travelers[0]?.lastName ?? '',
    itemId: asId('item', item.itemId),
  };
}
