import { expect } from 'vitest';
import { addDays } from '../../src/travel/dates.ts';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { type ServerPlace, type ServerProcess, until } from './server-process.ts';
import { CARD_OK, CONTACT, NELLIE } from './trip-journeys.ts';

const DIE_TIMEOUT_MS = 20_000;
/** A lease of 14 s, a poll, and some time to work. */
const RECOVER_TIMEOUT_MS = 40_000;
/** Later than `payments.resolve` is due. */
const RESOLVE_SECONDS = 60;

/** Which journey passes each point: one flight that is booked, one that is refused, or both in one trip. */
export function journeyOf(point: FaultPoint): 'booked' | 'refused' | 'undone' {
  if (point.startsWith('release.')) return 'refused';
  return point.startsWith('fulfil.after_cancel') ? 'undone' : 'booked';
}

const ROUTES = { booked: ['QAG'], refused: ['QAI'], undone: ['QAG', 'QAI'] } as const;

/**
 * Kills the server at a point of a paid trip's way, starts it again (to be killed again at `thenAt`, if its recovery passes
 * there), and proves that the trip ends as if nothing had happened.
 */
export async function dieAndRecover(place: ServerPlace, server: ServerProcess, point: FaultPoint, thenAt?: FaultPoint): Promise<ServerProcess> {
  const kind = journeyOf(point);
  const { tripId, total } = await checkOut(server, ROUTES[kind]);
  place.arm(point);
  await server.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK }).catch(() => undefined);
  expect(await endedWithin(server, DIE_TIMEOUT_MS), point).toBe('SIGKILL');
  const next = await startAgain(place, tripId, thenAt);
  await settle(next, tripId);
  await expectEnd(next, tripId, kind === 'booked' ? total : 0);
  return next;
}

async function startAgain(place: ServerPlace, tripId: string, thenAt: FaultPoint | undefined): Promise<ServerProcess> {
  place.arm(thenAt);
  const next = await place.start();
  if (thenAt === undefined) return next;
  const isDead = next.ended.then(() => 'dead' as const);
  const end = await Promise.race([isDead, settle(next, tripId).then(() => 'settled' as const, () => isDead)]);
  place.arm(undefined);
  return end === 'dead' ? place.start() : next;
}

/** Checks a trip out; answers what it is asked to pay. */
export async function checkOut(server: Pick<ServerProcess, 'call'>, routes: readonly string[]): Promise<{ readonly tripId: string; readonly total: number }> {
  let tripId: string | undefined;
  for (const destination of routes) {
    const search = await server.call('POST', '/v1/flight_search', { origin: 'QAA', destination, departure_date: addDays(new Date().toISOString().slice(0, 10), 60) });
    const trip = await server.call('POST', '/v1/trip', {
      ...(tripId === undefined ? {} : { trip_id: tripId }), add_item: { trip_item_token: search.body.live_offers[0].fares[0].trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    tripId = String(trip.body.trip_id);
  }
  if (tripId === undefined) throw new Error('a trip needs a route');
  const checkout = await server.call('POST', '/v1/checkout', { trip_id: tripId });
  expect(checkout.status, checkout.text).toBe(200);
  return { tripId, total: checkout.body.total_amount.amount };
}

/** Lets the restarted process bring the trip to its end; a payer whose attempt never reached the processor pays once more. */
async function settle(server: ServerProcess, tripId: string): Promise<void> {
  const before = await server.call('GET', `/v1/trip/${tripId}`);
  if (before.body.status === 'quoted') {
    await server.call('POST', '/v1/sandbox/clock', { advance_seconds: RESOLVE_SECONDS });
    await until(async () => hasResolved(server, tripId), RECOVER_TIMEOUT_MS);
  }
  await until(async () => {
    const { body } = await server.call('GET', `/v1/trip/${tripId}`);
    return body.status === 'fulfilled' || body.status === 'failed';
  }, RECOVER_TIMEOUT_MS);
}

/** Paying again is refused while the first attempt is not known; it is either fulfilled by then, or open to a second one. */
async function hasResolved(server: ServerProcess, tripId: string): Promise<boolean> {
  const { body } = await server.call('GET', `/v1/trip/${tripId}`);
  if (body.status !== 'quoted') return true;
  const paid = await server.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  return paid.status === 200 && paid.body.status === 'authorised';
}

async function expectEnd(server: ServerProcess, tripId: string, captured: number): Promise<void> {
  const trip = (await server.call('GET', `/v1/trip/${tripId}`)).body;
  expect(trip.status).toBe(captured > 0 ? 'fulfilled' : 'failed');
  const { booking } = (await server.call('GET', `/v1/bookings/${trip.booking_ref}`)).body;
  expect(booking.total_paid.amount).toBe(captured);
  const ledger = (await server.call('GET', `/v1/trip/${tripId}/ledger`)).body;
  expect(ledger.balanced).toBe(true);
  const lines: readonly { account: string; direction: string; amount: { value: number } }[] = ledger.entries.flatMap((entry: { lines: unknown[] }) => entry.lines);
  const cash = lines.filter((line) => line.account === 'processor_cash').reduce((sum, line) => sum + (line.direction === 'debit' ? 1 : -1) * line.amount.value, 0);
  expect(cash).toBe(captured);
}

async function endedWithin(server: ServerProcess, timeoutMs: number): Promise<NodeJS.Signals | null | 'alive'> {
  const { promise, resolve } = Promise.withResolvers<'alive'>();
  const timer = setTimeout(() => resolve('alive'), timeoutMs);
  try {
    return await Promise.race([server.ended, promise]);
  } finally {
    clearTimeout(timer);
  }
}
