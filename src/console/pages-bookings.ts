import { bookingPage } from '../../web/console/booking-page.ts';
import { bookingsPage } from '../../web/console/bookings-page.ts';
import type { SearchView } from '../../web/console/view.ts';
import { BookingResponse, BookingsResponse } from '../bookings/contract.ts';
import { BookingInvoicesResponse } from '../invoices/contract.ts';
import { TripLedgerResponse } from '../ledger/contract.ts';
import { Refusal } from '../platform/errors.ts';
import type { PageContext, PageDeclaration } from '../platform/http/route.ts';
import { TimelineResponse } from '../support/contract.ts';
import { hrefOf, requestHref } from '../../web/console/parts.ts';
import { staffPage } from './form-page.ts';
import { listNames } from './pages-names.ts';
import { noticeOf, type StaffDoors, type StaffVisit } from './staff.ts';

const LIST = '/console/bookings';
const PAGE_SIZE = 25;

/** The list of bookings, and one of them. */
export function createBookingPages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, LIST, ({ query }) => hrefOf(LIST, { ...query }), answerList),
    staffPage(doors, `${LIST}/:booking_ref`, bookingPath, answerBooking),
  ];
}

async function answerBooking(visit: StaffVisit, context: PageContext) {
  const params = { booking_ref: context.params['booking_ref'] ?? '' };
  const { booking } = await visit.run('read_booking', BookingResponse, { params });
  const [timeline, ledger, invoices, people] = await Promise.all([
    visit.run('get_booking_timeline', TimelineResponse, { params }),
    visit.run('get_trip_ledger', TripLedgerResponse, { params: { trip_id: booking.trip_id } }),
    visit.run('list_booking_invoices', BookingInvoicesResponse, { params }),
    listNames(visit),
  ]);
  return visit.page(
    bookingPage(
      visit.facts,
      { booking, entries: timeline.entries, ledger, invoices: invoices.invoices, people },
      noticeOf(context),
    ),
  );
}

/** Where one booking is in the console. */
export function bookingPath({ params }: PageContext): string {
  return `${LIST}/${encodeURIComponent(params['booking_ref'] ?? '')}`;
}

/** The id that an answer of ours was given. */
const REQUEST_ID = /^\s*req_[0-9a-f]{32}\s*$/;

async function answerList(visit: StaffVisit, context: PageContext) {
  const { query = '', status = '', since = '', until = '', page_token: token = '' } = context.query;
  if (REQUEST_ID.test(query)) return visit.goTo(requestHref(query.trim()));
  const search: SearchView = { query: query.trim(), status, since, until };
  const given = Object.fromEntries(
    Object.entries({ ...search, page_token: token }).filter(([, value]) => value !== ''),
  );
  try {
    const found = await visit.run('booking_search', BookingsResponse, { query: { ...given, limit: PAGE_SIZE } });
    return visit.page(bookingsPage(search, { bookings: found.bookings, next: found.next_page_token, token }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    const text = 'Two characters at least, dates as they stand in a calendar, and a page of this very list.';
    return visit.page(bookingsPage(search, { bookings: [], next: undefined, token: '' }, { kind: 'bad', text }), 422);
  }
}
