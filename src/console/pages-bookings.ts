import { bookingPage } from '../../web/console/booking-page.ts';
import { bookingsPage } from '../../web/console/bookings-page.ts';
import type { SearchView } from '../../web/console/view.ts';
import { nameOf } from '../accounts/pages/view-account.ts';
import { BookingResponse, BookingsResponse } from '../bookings/contract.ts';
import { KeyList, MemberList } from '../identity/contract.ts';
import { TripLedgerResponse } from '../ledger/contract.ts';
import { Refusal } from '../platform/errors.ts';
import type { PageContext, PageDeclaration } from '../platform/http/route.ts';
import { TimelineResponse } from '../support/contract.ts';
import { hrefOf } from '../../web/console/parts.ts';
import { noticeOf, type StaffDoors, type StaffVisit } from './staff.ts';

const LIST = '/console/bookings';
const PAGE_SIZE = 25;

/** The list of bookings, and one of them. */
export function createBookingPages({ withStaff }: StaffDoors): readonly PageDeclaration[] {
  return [
    {
      method: 'GET',
      path: LIST,
      handle: (context) =>
        withStaff(context, hrefOf(LIST, { ...context.query }), (visit) => answerList(context, visit)),
    },
    {
      method: 'GET',
      path: '/console/bookings/:booking_ref',
      handle: (context) =>
        withStaff(context, bookingPath(context), async (visit) => {
          const params = { booking_ref: context.params['booking_ref'] ?? '' };
          const { booking } = await visit.run('read_booking', BookingResponse, { params });
          const [timeline, ledger, people] = await Promise.all([
            visit.run('get_booking_timeline', TimelineResponse, { params }),
            visit.run('get_trip_ledger', TripLedgerResponse, { params: { trip_id: booking.trip_id } }),
            namesOf(visit),
          ]);
          return visit.page(
            bookingPage(visit.facts, { booking, entries: timeline.entries, ledger, people }, noticeOf(context)),
          );
        }),
    },
  ];
}

/** Where one booking is in the console. */
export function bookingPath({ params }: PageContext): string {
  return `${LIST}/${encodeURIComponent(params['booking_ref'] ?? '')}`;
}

async function answerList(context: PageContext, visit: StaffVisit) {
  const { query = '', status = '', since = '', until = '', page_token: token = '' } = context.query;
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

/** What people and keys of the organization are called, by id. */
async function namesOf(visit: StaffVisit): Promise<ReadonlyMap<string, string>> {
  const [{ members }, { api_keys: keys }] = await Promise.all([
    visit.run('list_members', MemberList),
    visit.run('list_api_keys', KeyList),
  ]);
  return new Map<string, string>([
    [visit.user.userId, nameOf(visit.user)],
    ...members.map(({ user_id: id, name, email }) => [id, name ?? email ?? id] as const),
    ...keys.map(({ key_id: id, name }) => [id, `key “${name}”`] as const),
  ]);
}
