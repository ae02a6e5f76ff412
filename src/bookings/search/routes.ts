import * as z from 'zod';
import { integerText } from '../../platform/http/input/integer-text.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { openPageKey, sealPageKey } from '../../platform/http/input/page-key.ts';
import { BookingsResponse, presentBooking } from '../contract.ts';
import { BOOKING_STATUSES } from '../model/booking.ts';
import { searchBookings } from './search-bookings.ts';

const PAGE_SIZE_MAX = 100;
const PAGE_SIZE_DEFAULT = 20;
const PAGE_TOKEN_LENGTH_MAX = 512;
const TEXT_LENGTH_MIN = 2;
const TEXT_LENGTH_MAX = 200;

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const bookingSearchRoute = defineRoute({
  operationId: 'booking_search',
  method: 'GET',
  path: '/v1/booking_search',
  tag: 'Bookings',
  access: 'key',
  scope: 'manage',
  cost: 1,
  isWrite: false,
  summary: 'Search bookings by reference, name, mail address or number',
  description:
    "A reference, the lead traveler's last name or its beginning, a mail address or its beginning, a confirmation number (an airline's PNR), a ticket's number, a supplier's order, an end user or a trip; " +
    'newest first. Without `query` all bookings of the status and the days.',
  query: z.object({
    query: z
      .string()
      .trim()
      .min(TEXT_LENGTH_MIN)
      .max(TEXT_LENGTH_MAX)
      .regex(/^\P{C}+$/u)
      .optional()
      .describe('What somebody knows of it; two characters at least.'),
    status: z.enum(BOOKING_STATUSES).optional(),
    since: Moment.optional().describe('Made at this instant or later; a date is the start of that day in UTC.'),
    until: Moment.optional().describe('Made before this instant; a date is the start of that day in UTC.'),
    limit: integerText(1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
    page_token: z.string().max(PAGE_TOKEN_LENGTH_MAX).optional(),
  }),
  response: BookingsResponse,
  refusals: [],
  async handle({ app, caller, query }) {
    const context = `booking search ${caller.organizationId} ${query.query ?? ''}`;
    const page = await searchBookings(app, caller, {
      text: query.query,
      status: query.status,
      since: query.since === undefined ? undefined : new Date(query.since),
      until: query.until === undefined ? undefined : new Date(query.until),
      limit: query.limit,
      after: openPageKey(app, query.page_token, context),
    });
    const refs = page.bookings.map(({ bookingRef }) => bookingRef);
    const changes = Map.groupBy(await app.bookingChanges.read(app, caller, refs), ({ bookingRef }) => bookingRef);
    return {
      bookings: page.bookings.map((booking) =>
        presentBooking(app, booking, { now: caller.now, changes: changes.get(booking.bookingRef) ?? [] }),
      ),
      ...(page.last === undefined ? {} : { next_page_token: sealPageKey(app, page.last, context) }),
    };
  },
});

/** How people find a booking. */
export const bookingSearchRoutes: readonly AnyRoute[] = [bookingSearchRoute];
