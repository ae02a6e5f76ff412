import * as z from 'zod';
import { integerText } from '../platform/http/input/integer-text.ts';
import type { App, Caller } from '../context.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { LIST_OFFSET_MAX, openPageKey, sealPageKey } from '../platform/http/input/page-key.ts';
import {
  BookingLookupResponse,
  BookingResponse,
  BookingsResponse,
  GuestPairBody,
  presentBooking,
  presentLookup,
} from './contract.ts';
import { listBookings } from './list-bookings.ts';
import { getBooking, lookUpBooking, UNKNOWN_REFERENCE } from './guests/look-up-booking.ts';
import { BOOKING_STATUSES, type Booking } from './model/booking.ts';

const CALL_COST = 1;
const PAGE_SIZE_MAX = 100;
const PAGE_SIZE_DEFAULT = 20;
const PAGE_TOKEN_LENGTH_MAX = 512;
const END_USER_ID_LENGTH_MAX = 128;
const REF_LENGTH_MAX = 64;

const tool = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;
const common = { tag: 'Bookings', access: 'key', scope: 'manage', cost: CALL_COST, isWrite: false, tool } as const;
const guest = {
  ...common,
  method: 'POST',
  takesEndUser: true,
  body: GuestPairBody,
  // The interface (spec.md) declares 409 and suppliers' failures for look-ups too, so that clients handle them.
  refusals: [
    'booking_not_found',
    'guest_attempts_exceeded',
    'state_conflict',
    'supplier_rejected',
    'supplier_failed',
    'supplier_unavailable',
    'supplier_timeout',
  ],
  example: { booking_ref: 'BLY-7K2QXM', last_name: 'Bly' },
} as const;

const getBookingRoute = defineRoute({
  ...guest,
  operationId: 'get_booking',
  path: '/v1/get_booking',
  summary: "Get a booking by its reference and the lead traveler's last name",
  description:
    'Every pair that does not resolve gets the same 404. After 10 failures on one reference within 15 minutes, 429.',
  response: BookingResponse,
  async handle({ app, caller, body }) {
    const booking = await lookUpBooking(app, caller, { bookingRef: body.booking_ref, lastName: body.last_name });
    return { booking: await present(app, caller, booking) };
  },
});

const lookUpBookingRoute = defineRoute({
  ...guest,
  operationId: 'bookings_lookup',
  path: '/api/v1/bookings/lookup',
  summary: 'Get a booking as a guest (fuller surface)',
  description: 'The operation of POST /v1/get_booking, with an answer in the words of the fuller surface.',
  response: BookingLookupResponse,
  async handle({ app, caller, body }) {
    return presentLookup(
      await lookUpBooking(app, caller, { bookingRef: body.booking_ref, lastName: body.last_name }),
      caller.now,
    );
  },
});

const readBookingRoute = defineRoute({
  ...common,
  operationId: 'read_booking',
  method: 'GET',
  path: '/v1/bookings/:booking_ref',
  summary: 'Get a booking',
  description:
    'Everything about it: items, travelers, prices, documents and what can be done with it. For your own organization no last name is asked for.',
  params: z.object({ booking_ref: z.string().min(1).max(REF_LENGTH_MAX) }),
  unknownId: UNKNOWN_REFERENCE,
  response: BookingResponse,
  refusals: ['booking_not_found'],
  async handle({ app, caller, params }) {
    return { booking: await present(app, caller, await getBooking(app, caller, params.booking_ref)) };
  },
});

const listBookingsRoute = defineRoute({
  ...common,
  operationId: 'list_bookings',
  method: 'GET',
  path: '/v1/bookings',
  summary: 'List bookings, newest first',
  description: 'Narrow by end user, status or day; next_page_token leads to the next page.',
  query: z.object({
    end_user_id: z
      .string()
      .min(1)
      .max(END_USER_ID_LENGTH_MAX)
      .regex(/^\P{C}+$/u)
      .optional(),
    status: z.enum(BOOKING_STATUSES).optional(),
    since: z
      .union([z.iso.datetime({ offset: true }), z.iso.date()])
      .optional()
      .describe('Made at this instant or later; a date is the start of that day in UTC.'),
    limit: integerText(1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
    offset: integerText(0, LIST_OFFSET_MAX, 0),
    page_token: z
      .string()
      .max(PAGE_TOKEN_LENGTH_MAX)
      .optional()
      .describe('next_page_token of an earlier answer; counts instead of offset.'),
  }),
  response: BookingsResponse,
  refusals: [],
  async handle({ app, caller, query }) {
    const context = `bookings ${caller.organizationId}`;
    const after = openPageKey(app, query.page_token, context);
    const since = query.since === undefined ? undefined : new Date(query.since);
    const page = await listBookings(app, caller, {
      endUserId: query.end_user_id,
      status: query.status,
      since,
      limit: query.limit,
      after,
      offset: after === undefined ? query.offset : 0,
    });
    const next = page.last === undefined ? {} : { next_page_token: sealPageKey(app, page.last, context) };
    const changes = await app.bookingChanges.read(
      app,
      caller,
      page.bookings.map(({ bookingRef }) => bookingRef),
    );
    const ofBooking = Map.groupBy(changes, ({ bookingRef }) => bookingRef);
    return {
      bookings: page.bookings.map((booking) =>
        presentBooking(app, booking, { now: caller.now, changes: ofBooking.get(booking.bookingRef) ?? [] }),
      ),
      ...next,
    };
  },
});

/** Every operation of this folder. */
export const bookingRoutes: readonly AnyRoute[] = [
  getBookingRoute,
  lookUpBookingRoute,
  listBookingsRoute,
  readBookingRoute,
];

async function present(app: App, caller: Caller, booking: Booking) {
  return presentBooking(app, booking, {
    now: caller.now,
    changes: await app.bookingChanges.read(app, caller, [booking.bookingRef]),
  });
}
