import { UNKNOWN_REFERENCE } from '../bookings/guests/look-up-booking.ts';
import { actorOf } from '../identity/record-audit.ts';
import { addCredits } from '../metering/change-credits.ts';
import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../platform/http/route.ts';
import { asId } from '../platform/ids.ts';
import {
  AddCreditsRequest,
  BalanceResponse,
  ClockResponse,
  MoveClockRequest,
  PayTripRequest,
  PayTripResponse,
  presentClock,
  presentPayment,
  ResetRequest,
  ResetResponse,
} from './contract.ts';
import {
  MoveFlightParams,
  MoveFlightRequest,
  presentSale,
  SellAtOnceRequest,
  SellAtOnceResponse,
} from './contract-bookings.ts';
import { moveClock } from './move-clock.ts';
import { moveFlight } from './move-flight.ts';
import { paySandboxSession } from './pay-session.ts';
import { payTrip } from './pay-trip.ts';
import { resetOrganization } from './reset-organization.ts';
import { sellAtOnce } from './sell-at-once.ts';

const shared = { tag: 'Sandbox', access: 'key', cost: 0, isSandboxOnly: true } as const;
const writes = { isReadOnly: false, isIdempotent: false, isDestructive: false } as const;

const readClockRoute = defineRoute({
  ...shared,
  operationId: 'get_sandbox_clock',
  method: 'GET',
  path: '/v1/sandbox/clock',
  summary: 'Get the sandbox clock',
  description: 'It is what quotes, offers, links and retries go by; it only moves forward.',
  isWrite: false,
  response: ClockResponse,
  refusals: [],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  async handle({ app, caller }) {
    return presentClock(await app.organizationNow(caller.organizationId));
  },
});

const moveClockRoute = defineRoute({
  ...shared,
  scope: 'manage',
  operationId: 'sandbox_clock',
  method: 'POST',
  path: '/v1/sandbox/clock',
  summary: 'Advance the sandbox clock',
  description: 'Quotes, offers, links, trips, webhook retries and jobs all follow it, and it survives a restart.',
  isWrite: true,
  body: MoveClockRequest,
  response: ClockResponse,
  refusals: [],
  tool: writes,
  example: { advance_seconds: 3_600 },
  async handle({ app, caller, body }) {
    return presentClock(await moveClock(app, caller, body.advance_seconds));
  },
});

const payTripRoute = defineRoute({
  ...shared,
  scope: 'book',
  operationId: 'sandbox_pay',
  method: 'POST',
  path: '/v1/sandbox/pay',
  summary: 'Pay a checked-out trip, or an exchange, as the hosted page would',
  description:
    'The outcome is that of the card: 4242424242424242 pays, 4000000000000002 is declined, 4000002500003155 asks for 3DS: then checkout_url is where a person answers, or send challenge.',
  isWrite: true,
  body: PayTripRequest,
  response: PayTripResponse,
  tool: writes,
  refusals: [
    'trip_not_found',
    'resource_not_found',
    'trip_expired',
    'trip_state_conflict',
    'state_conflict',
    'quote_expired',
    'supplier_rejected',
    'supplier_unavailable',
  ],
  example: { trip_id: 'trip_0mhx2k9q1aZ3kLmN0pQrStU', card: '4242424242424242' },
  async handle({ app, caller, body }) {
    const details = typeof body.card === 'string' ? { number: body.card } : body.card;
    const card = details && {
      number: details.number,
      expiryMonth: details.expiry_month,
      expiryYear: details.expiry_year,
      securityCode: details.security_code,
      holder: details.holder,
      authoriseDelaySeconds: body.authorise_delay_seconds,
    };
    const request = { card, challenge: body.challenge };
    if (body.session_id !== undefined)
      return presentPayment(
        app,
        await paySandboxSession(app, caller, { ...request, sessionId: asId('session', body.session_id) }),
      );
    return presentPayment(app, await payTrip(app, caller, { ...request, tripId: asId('trip', body.trip_id ?? '') }));
  },
});

const addCreditsRoute = defineRoute({
  ...shared,
  scope: 'manage',
  operationId: 'sandbox_credits',
  method: 'POST',
  path: '/v1/sandbox/credits',
  summary: 'Top up the credit balance',
  description: 'So that an answer 402 can be left behind.',
  isWrite: true,
  body: AddCreditsRequest,
  response: BalanceResponse,
  refusals: [],
  tool: writes,
  example: { amount: 1_000 },
  async handle({ app, caller, body, request }) {
    return { balance: await addCredits(app, caller.organizationId, body.amount, { actor: actorOf(caller), request }) };
  },
});

const resetRoute = defineRoute({
  ...shared,
  scope: 'manage',
  operationId: 'sandbox_reset',
  method: 'POST',
  path: '/v1/sandbox/reset',
  summary: 'Reset the sandbox: delete trips, bookings and events',
  description: 'Restores the balance and the clock; keeps members, API keys, webhook endpoints and the audit log.',
  isWrite: true,
  body: ResetRequest,
  response: ResetResponse,
  refusals: [],
  tool: { ...writes, isIdempotent: true, isDestructive: true },
  async handle({ app, caller, request }) {
    const { now, balance } = await resetOrganization(app, { caller, request });
    return { now: now.toISOString(), balance };
  },
});

const sellAtOnceRoute = defineRoute({
  ...shared,
  longWork: DISCOVERY_WORK,
  scope: 'book',
  operationId: 'sandbox_bookings',
  method: 'POST',
  path: '/v1/sandbox/bookings',
  summary: 'Create a confirmed booking',
  description:
    'Searched, checked out, paid and booked as of more than 24 hours ago, so that no void window is open any more, for a day more than 30 days ' +
    'ahead. A scenario that cannot end confirmed is 422.',
  isWrite: true,
  takesEndUser: true,
  body: SellAtOnceRequest,
  response: SellAtOnceResponse,
  tool: writes,
  refusals: ['currency_unsupported', 'offer_unavailable', 'state_conflict', 'supplier_unavailable', 'supplier_timeout'],
  example: { kind: 'flight', scenario: 'QAL', currency: 'EUR' },
  async handle({ app, caller, body }) {
    const booking = await sellAtOnce(app, caller, {
      kind: body.kind,
      scenario: body.scenario,
      currency: body.currency,
    });
    return presentSale(app, booking, caller.now);
  },
});

const moveFlightRoute = defineRoute({
  ...shared,
  scope: 'book',
  operationId: 'sandbox_schedule_change',
  method: 'POST',
  path: '/v1/sandbox/bookings/:booking_ref/schedule_change',
  summary: 'Simulate a schedule change: move, renumber, reroute or cancel a flight',
  description:
    'What changes is found and told at once: the item shows `schedule_change`, and booking.schedule_changed is published.',
  isWrite: true,
  params: MoveFlightParams,
  unknownId: UNKNOWN_REFERENCE,
  body: MoveFlightRequest,
  response: SellAtOnceResponse,
  tool: writes,
  refusals: ['booking_not_found', 'state_conflict', 'supplier_unavailable', 'supplier_timeout'],
  example: { minutes: 95 },
  async handle({ app, caller, params, body }) {
    const booking = await moveFlight(app, caller, {
      bookingRef: params.booking_ref,
      change: body.kind,
      minutes: body.minutes,
      segmentId: body.segment,
    });
    return presentSale(app, booking, caller.now);
  },
});

/** Every operation of this folder; all answer 404 in production. */
export const sandboxRoutes: readonly AnyRoute[] = [
  readClockRoute,
  moveClockRoute,
  payTripRoute,
  sellAtOnceRoute,
  moveFlightRoute,
  addCreditsRoute,
  resetRoute,
];
