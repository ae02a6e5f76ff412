import * as z from 'zod';
import { integerText } from '../platform/http/input/integer-text.ts';
import type { App, Caller } from '../context.ts';
import { type AnyRoute, defineRoute, type RequestInfo } from '../platform/http/route.ts';
import { LIST_OFFSET_MAX, openPageKey, sealPageKey } from '../platform/http/input/page-key.ts';
import { asId } from '../platform/ids.ts';
import { cancelTrip } from './write/cancel-trip.ts';
import { AncillariesResponse, SyncResponse, TripResponse, TripsResponse, TripStatusResponse } from './contract.ts';
import { presentAncillaries, presentSync, presentTrip, presentTripAnswer, presentTripStatus } from './present-trip.ts';
import { presentTripSeatMaps, SeatMapsResponse } from './contract-seats.ts';
import { listTrips } from './read/list-trips.ts';
import { tripLifecycle } from './model/trip-states.ts';
import { readTripBooking, readTripBookings } from './read/read-booking.ts';
import { readSeatMaps } from './read/read-seat-maps.ts';
import { readTrip } from './read/read-trip.ts';
import { readSyncBody, SyncBody } from './write/read-sync-body.ts';
import { readSelection, readTripBody, SelectAncillariesBody, TripBody } from './write/read-trip-body.ts';
import { type RequestedChange, type TripAnswer, writeTrip } from './write/update-trip.ts';

const callCost = 1;
const pageSizeMax = 100;
const pageSizeDefault = 20;
const idLengthMax = 64;
const pageTokenLengthMax = 512;

const WRITE_REFUSALS = [
  'trip_not_found',
  'trip_item_not_found',
  'trip_expired',
  'trip_state_conflict',
  'token_invalid',
  'offer_expired',
  'offer_unavailable',
  'currency_unsupported',
  'supplier_rejected',
  'supplier_failed',
  'supplier_unavailable',
  'supplier_timeout',
] as const;
const TripParams = z.object({ trip_id: z.string().min(1).max(idLengthMax) });
const TripIdBody = z.object({ trip_id: z.string().min(1).max(idLengthMax) });
/** Trips hold travelers and their contact: a key that only searches reads none. */
const common = { tag: 'Trips', access: 'key', scope: 'book', cost: callCost } as const;
const read = {
  ...common,
  method: 'GET',
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
} as const;
const write = { ...common, method: 'POST', isWrite: true, isForMandateOnlyKeys: true, takesEndUser: true } as const;

const tripRoute = defineRoute({
  ...write,
  operationId: 'trip',
  path: '/v1/trip',
  summary: 'Create or update a trip',
  description:
    'Without trip_id a new trip is made every time. Parts are applied in the order remove_item, currency, add_item, upsert_travelers, ' +
    'select_ancillaries, metadata: all of them or none. Repeating an add_item or upsert_travelers changes nothing; an add_item ' +
    'repeated with other seats changes the seats. Seats are given out last, when it is known who travels.',
  body: TripBody,
  response: TripResponse,
  refusals: WRITE_REFUSALS,
  tool: { isReadOnly: false, isIdempotent: false, isDestructive: false },
  example: {
    upsert_travelers: {
      travelers: [
        {
          first_name: 'Nellie',
          last_name: 'Bly',
          passenger_type: 'ADULT',
          date_of_birth: '1990-05-05',
          gender: 'FEMALE',
        },
      ],
      contact: { email: 'nellie@example.com', phone: '+33123456789' },
    },
  },
  async handle({ app, caller, body, request }) {
    const answer = await changeTrip(app, caller, request, { tripId: body.trip_id, changes: readTripBody(body) });
    return presentTripAnswer(app, answer, caller.now);
  },
});

const syncTripRoute = defineRoute({
  ...write,
  operationId: 'shop_sync',
  path: '/api/v1/shop/sync',
  summary: 'Create or update a trip (fuller surface)',
  description: 'Takes the body of POST /v1/trip, or `actions` applied in their own order, all or nothing.',
  body: SyncBody,
  response: SyncResponse,
  refusals: WRITE_REFUSALS,
  example: { actions: [{ action: 'create' }] },
  async handle({ app, caller, body, request }) {
    const answer = await changeTrip(app, caller, request, { tripId: body.trip_id, changes: readSyncBody(body) });
    return presentSync(app, answer, caller.now);
  },
});

const selectAncillariesRoute = defineRoute({
  ...write,
  operationId: 'select_ancillaries',
  path: '/v1/select_ancillaries',
  summary: 'Select the ancillaries of a trip item',
  description: "The list replaces the item's selection; an empty list removes every extra.",
  body: SelectAncillariesBody.extend({ trip_id: TripIdBody.shape.trip_id }),
  response: TripResponse,
  refusals: WRITE_REFUSALS,
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: false },
  example: { trip_id: 'trip_…', item_id: 'itm_…', selections: [{ offer_id: 'bag', pax_ref_id: 'pax_…', quantity: 1 }] },
  async handle({ app, caller, body, request }) {
    const answer = await changeTrip(app, caller, request, { tripId: body.trip_id, changes: [readSelection(body)] });
    return presentTripAnswer(app, answer, caller.now);
  },
});

const cancelTripRoute = defineRoute({
  ...write,
  operationId: 'cancel_trip',
  path: '/v1/cancel_trip',
  summary: 'Cancel an unpaid trip',
  description: 'Its quote and its page to pay end with it. A paid trip is not cancelled here: give up its bookings.',
  body: TripIdBody,
  response: TripResponse,
  refusals: ['trip_not_found', 'trip_expired', 'trip_state_conflict'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  example: { trip_id: 'trip_…' },
  async handle({ app, caller, body }) {
    return presentTrip(app, await cancelTrip(app, caller, asId('trip', body.trip_id)), caller.now);
  },
});

const tripStatusRoute = defineRoute({
  ...common,
  operationId: 'trip_status',
  method: 'POST',
  path: '/v1/trip_status',
  isWrite: false,
  summary: 'Get the status of a trip',
  description:
    'A read: like every read it turns a trip that has been idle for 24 hours into `expired`. A sold trip stays `fulfilled`; what became of it since is told by `bookings`.',
  body: TripIdBody,
  response: TripStatusResponse,
  refusals: ['trip_not_found'],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  example: { trip_id: 'trip_…' },
  async handle({ app, caller, body }) {
    const trip = await readTrip(app, caller, asId('trip', body.trip_id));
    return presentTripStatus(trip, caller.now, await readTripBooking(app, caller, trip));
  },
});

const getTripRoute = defineRoute({
  ...read,
  operationId: 'get_trip',
  path: '/v1/trip/:trip_id',
  summary: 'Get a trip',
  description:
    'Everything about it as it stands: items, travelers, price, quote and how far its booking is. Once it is booked its items are those of the booking: given up, exchanged (what came in its place stands behind) or flown at new times.',
  params: TripParams,
  response: TripResponse,
  refusals: ['trip_not_found'],
  async handle({ app, caller, params }) {
    const trip = await readTrip(app, caller, asId('trip', params.trip_id));
    return presentTrip(app, trip, caller.now, await readTripBooking(app, caller, trip));
  },
});

const getAncillariesRoute = defineRoute({
  ...read,
  operationId: 'get_trip_ancillaries',
  path: '/v1/trip/:trip_id/ancillaries',
  summary: "List the ancillaries of a trip's items",
  description: 'Bags, child seats and the like with their prices, by item. Choose with select_ancillaries.',
  params: TripParams,
  response: AncillariesResponse,
  refusals: ['trip_not_found'],
  async handle({ app, caller, params }) {
    return presentAncillaries(await readTrip(app, caller, asId('trip', params.trip_id)));
  },
});

const getSeatMapsRoute = defineRoute({
  ...read,
  operationId: 'get_trip_seat_maps',
  path: '/v1/trip/:trip_id/seat_maps',
  summary: "Get the seat maps of a trip's flights",
  description:
    "Each flight's seats as they are now, in its cabin and at its fare's prices, and the seats chosen so far. Choose with seats of add_item.",
  params: TripParams,
  response: SeatMapsResponse,
  refusals: ['trip_not_found', 'supplier_rejected', 'supplier_failed', 'supplier_unavailable', 'supplier_timeout'],
  async handle({ app, caller, params }) {
    return presentTripSeatMaps(await readSeatMaps(app, caller, asId('trip', params.trip_id)));
  },
});

const listTripsRoute = defineRoute({
  ...read,
  operationId: 'list_trips',
  path: '/v1/trips',
  summary: 'List trips, newest first',
  description: 'Narrow by status; next_page_token leads to the next page.',
  query: z.object({
    status: z.enum(tripLifecycle.states).optional(),
    limit: integerText(1, pageSizeMax, pageSizeDefault),
    offset: integerText(0, LIST_OFFSET_MAX, 0),
    page_token: z
      .string()
      .max(pageTokenLengthMax)
      .optional()
      .describe('next_page_token of an earlier answer; counts instead of offset.'),
  }),
  response: TripsResponse,
  refusals: [],
  async handle({ app, caller, query }) {
    const context = `trips ${caller.organizationId}`;
    const after = openPageKey(app, query.page_token, context);
    const offset = after === undefined ? query.offset : 0;
    const page = await listTrips(app, caller, { status: query.status, limit: query.limit, after, offset });
    const bookings = await readTripBookings(app, caller, page.trips);
    const next = page.last === undefined ? {} : { next_page_token: sealPageKey(app, page.last, context) };
    return { trips: page.trips.map((trip) => presentTrip(app, trip, caller.now, bookings.get(trip.tripId))), ...next };
  },
});

/** Every operation of this folder. */
export const tripRoutes: readonly AnyRoute[] = [
  tripRoute,
  getTripRoute,
  listTripsRoute,
  tripStatusRoute,
  cancelTripRoute,
  selectAncillariesRoute,
  getAncillariesRoute,
  getSeatMapsRoute,
  syncTripRoute,
];

interface RequestedWrite {
  readonly tripId: string | undefined;
  readonly changes: readonly RequestedChange[];
}

async function changeTrip(app: App, caller: Caller, request: RequestInfo, write: RequestedWrite): Promise<TripAnswer> {
  const tripId = write.tripId === undefined ? undefined : asId('trip', write.tripId);
  return await writeTrip(app, caller, { tripId, changes: write.changes, idempotency: request.idempotency });
}
