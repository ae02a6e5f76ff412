import { addCredits } from '../metering/change-credits.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { asId } from '../platform/ids.ts';
import {
  AddCreditsRequest, BalanceResponse, ClockResponse, MoveClockRequest, PayTripRequest, PayTripResponse, presentClock, presentPayment,
  ResetRequest, ResetResponse,
} from './contract.ts';
import { moveClock } from './move-clock.ts';
import { payTrip } from './pay-trip.ts';
import { resetOrganization } from './reset-organization.ts';

const shared = { tag: 'Sandbox', access: 'key', cost: 0, isSandboxOnly: true } as const;

const readClockRoute = defineRoute({
  ...shared, operationId: 'get_sandbox_clock', method: 'GET', path: '/v1/sandbox/clock', summary: 'Read the organization\'s clock',
  isWrite: false, response: ClockResponse, refusals: [],
  async handle({ app, caller }) {
    return presentClock(await app.organizationNow(caller.organizationId));
  },
});

const moveClockRoute = defineRoute({
  ...shared, operationId: 'sandbox_clock', method: 'POST', path: '/v1/sandbox/clock', summary: 'Move the organization\'s clock forward',
  description: 'Quotes, offers, links, trips, webhook retries and jobs all follow it, and it survives a restart.',
  isWrite: true, body: MoveClockRequest, response: ClockResponse, refusals: [], example: { advance_seconds: 3_600 },
  async handle({ app, caller, body }) {
    return presentClock(await moveClock(app, caller, body.advance_seconds));
  },
});

const payTripRoute = defineRoute({
  ...shared, operationId: 'sandbox_pay', method: 'POST', path: '/v1/sandbox/pay', summary: 'Pay a checked-out trip as the hosted page would',
  isWrite: true, body: PayTripRequest, response: PayTripResponse,
  refusals: ['trip_not_found', 'trip_expired', 'trip_state_conflict', 'quote_expired', 'supplier_rejected', 'supplier_unavailable'],
  example: { trip_id: 'trip_0mhx2k9q1aZ3kLmN0pQrStU', card: '4242424242424242' },
  async handle({ app, caller, body }) {
    const details = typeof body.card === 'string' ? { number: body.card } : body.card;
    const card = details && {
      number: details.number, expiryMonth: details.expiry_month, expiryYear: details.expiry_year, securityCode: details.security_code,
      holder: details.holder, authoriseDelaySeconds: body.authorise_delay_seconds,
    };
    return presentPayment(await payTrip(app, caller, { tripId: asId('trip', body.trip_id), card, challenge: body.challenge }));
  },
});

const addCreditsRoute = defineRoute({
  ...shared, operationId: 'sandbox_credits', method: 'POST', path: '/v1/sandbox/credits', summary: 'Top up the organization\'s balance',
  isWrite: true, body: AddCreditsRequest, response: BalanceResponse, refusals: [], example: { amount: 1_000 },
  async handle({ app, caller, body }) {
    return { balance: await addCredits(app, caller.organizationId, body.amount) };
  },
});

const resetRoute = defineRoute({
  ...shared, operationId: 'sandbox_reset', method: 'POST', path: '/v1/sandbox/reset', summary: 'Start over: delete trips, bookings and events',
  description: 'Restores the balance and the clock; keeps API keys and webhook endpoints.',
  isWrite: true, body: ResetRequest, response: ResetResponse, refusals: [],
  async handle({ app, caller }) {
    const { now, balance } = await resetOrganization(app, caller.organizationId);
    return { now: now.toISOString(), balance };
  },
});

/** Every operation of this folder; all answer 404 in production. */
export const sandboxRoutes: readonly AnyRoute[] = [readClockRoute, moveClockRoute, payTripRoute, addCreditsRoute, resetRoute];
