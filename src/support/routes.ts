import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import {
  BookingParams,
  EmptyRequest,
  NoteList,
  NoteRequest,
  NoteResponse,
  OverviewResponse,
  presentEntry,
  presentNote,
  presentOverview,
  ResendRequest,
  ResentResponse,
  RetriedResponse,
  TimelineResponse,
} from './contract.ts';
import { addNote, readNotes } from './notes.ts';
import { readOverview } from './read-overview.ts';
import { readTimeline } from './read-timeline.ts';
import { resendBookingMail } from './resend-booking-mail.ts';
import { retryBooking } from './retry-booking.ts';

const UNKNOWN = 'No booking has this reference.';
/** No tools: agents of travelers have no use for the back office, and every conversation would pay for them. */
const shared = { access: 'key', scope: 'manage', cost: 0 } as const;
const ofBooking = {
  ...shared,
  tag: 'Bookings',
  params: BookingParams,
  unknownId: UNKNOWN,
} as const;

const overviewRoute = defineRoute({
  ...shared,
  operationId: 'overview',
  method: 'GET',
  path: '/v1/overview',
  tag: 'Account',
  isWrite: false,
  summary: "Get today's sales and pending work",
  description: 'Searches, orders and revenue of the last seven days, what waits for people, and what does not work.',
  response: OverviewResponse,
  refusals: [],
  handle: async ({ app, caller }) => presentOverview(await readOverview(app, caller)),
});

const timelineRoute = defineRoute({
  ...ofBooking,
  operationId: 'get_booking_timeline',
  method: 'GET',
  path: '/v1/bookings/:booking_ref/timeline',
  isWrite: false,
  summary: 'Get the timeline of a booking',
  description:
    'Payments, money, calls of suppliers, changes, events, mails, notes and acts of people, oldest first, at most 500.',
  response: TimelineResponse,
  refusals: ['booking_not_found'],
  async handle({ app, caller, params }) {
    const { booking, entries } = await readTimeline(app, caller, params.booking_ref);
    return { booking_ref: booking.bookingRef, trip_id: booking.tripId, entries: entries.map(presentEntry) };
  },
});

const listNotesRoute = defineRoute({
  ...ofBooking,
  operationId: 'list_booking_notes',
  method: 'GET',
  path: '/v1/bookings/:booking_ref/notes',
  isWrite: false,
  summary: 'List the notes of a booking',
  description: 'Oldest first. Travelers never see notes.',
  response: NoteList,
  refusals: ['booking_not_found'],
  async handle({ app, caller, params }) {
    const notes = await readNotes(app, caller, params.booking_ref);
    return { booking_ref: params.booking_ref, notes: notes.map(presentNote) };
  },
});

const createNoteRoute = defineRoute({
  ...ofBooking,
  operationId: 'create_booking_note',
  method: 'POST',
  path: '/v1/bookings/:booking_ref/notes',
  isWrite: true,
  summary: 'Add a note to a booking',
  description: 'For those who look after it next. A booking has at most 200 notes; none is changed or deleted.',
  body: NoteRequest,
  response: NoteResponse,
  status: 201,
  example: { text: 'Called: travels with a guide dog.' },
  refusals: ['booking_not_found', 'state_conflict'],
  handle: async ({ app, caller, params, body, request }) =>
    presentNote(await addNote(app, { caller, request }, { bookingRef: params.booking_ref, text: body.text })),
});

const resendMailRoute = defineRoute({
  ...ofBooking,
  operationId: 'resend_booking_mail',
  method: 'POST',
  path: '/v1/bookings/:booking_ref/resend_mail',
  isWrite: true,
  summary: 'Resend a mail of a booking',
  description: 'As the booking is now, to the address of its contact. At most 20 mails of a booking in a day.',
  body: ResendRequest,
  response: ResentResponse,
  status: 202,
  example: { mail_id: 'evt_0R5mQ2aBcDeFgHiJkLmNoPq' },
  refusals: ['booking_not_found', 'resource_not_found', 'state_conflict'],
  async handle({ app, caller, params, body, request }) {
    const bookingRef = params.booking_ref;
    const mailId = await resendBookingMail(app, { caller, request }, { bookingRef, mailId: body.mail_id });
    return { booking_ref: bookingRef, mail_id: mailId };
  },
});

const retryRoute = defineRoute({
  ...ofBooking,
  operationId: 'retry_booking',
  method: 'POST',
  path: '/v1/bookings/:booking_ref/retry',
  isWrite: true,
  summary: 'Retry the pending steps of a booking',
  description:
    'Its fulfilment and its changes go on at once instead of at their next time. Nothing is bought or given back twice: what became of the call before is asked first.',
  body: EmptyRequest,
  response: RetriedResponse,
  status: 202,
  example: {},
  refusals: ['booking_not_found', 'state_conflict'],
  async handle({ app, caller, params, request }) {
    const { isFulfilmentWoken, changesWoken } = await retryBooking(app, { caller, request }, params.booking_ref);
    return { booking_ref: params.booking_ref, fulfilment_woken: isFulfilmentWoken, changes_woken: changesWoken };
  },
});

/** Operations of the people who look after bookings. */
export const supportRoutes: readonly AnyRoute[] = [
  overviewRoute,
  timelineRoute,
  listNotesRoute,
  createNoteRoute,
  resendMailRoute,
  retryRoute,
];
