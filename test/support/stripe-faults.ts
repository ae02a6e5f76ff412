import { expect } from 'vitest';
import { type CheckedOut, checkOut, endedWithin } from './fault-journeys.ts';
import { type Boundary, type ServerPlace, type ServerProcess, until } from './server-process.ts';
import type { StripeStub } from './stripe-stub.ts';
import type { StubIntent } from './stripe-stub-account.ts';

const DIE_TIMEOUT_MS = 60_000;
const RECOVER_TIMEOUT_MS = 90_000;
/** Later than `payments.resolve` is due. */
const RESOLVE_SECONDS = 60;

/** A trip paid through Stripe, and how it must end. */
export interface StripeFaultJourney {
  readonly flight: 'QAG' | 'QAI';
  readonly payment: 'page' | 'agent';
  readonly end: 'booked' | 'undone';
}

/** The redirect page and an agent's token, each to a booking; and a hold that is released because the flight is refused. */
export const STRIPE_JOURNEYS = {
  page: { flight: 'QAG', payment: 'page', end: 'booked' },
  agent: { flight: 'QAG', payment: 'agent', end: 'booked' },
  released: { flight: 'QAI', payment: 'page', end: 'undone' },
} as const satisfies Record<string, StripeFaultJourney>;
export type StripeJourneyName = keyof typeof STRIPE_JOURNEYS;

/** Where the processes live, and the Stripe that outlives them. */
export interface StripePlace {
  readonly place: ServerPlace;
  readonly stub: StripeStub;
}

/** Every boundary from the first attempt to pay on that an undisturbed trip passes, in order. */
export async function traceStripeJourney(at: StripePlace, server: ServerProcess, journey: StripeFaultJourney): Promise<readonly Boundary[]> {
  const trip = await setOut(at, server, journey);
  const readTrace = at.place.trace();
  await settle(at, server, trip);
  const boundaries = readTrace();
  await expectEnd(at, server, trip);
  return boundaries.filter(({ point }) => !point.startsWith('mail.'));
}

/** Kills the server at a boundary of the way, starts it again, lets the payer go on, and proves that nobody can tell. */
export async function dieAndRecoverOnStripe(at: StripePlace, server: ServerProcess, { journey, boundary }: { readonly journey: StripeFaultJourney; readonly boundary: Boundary }): Promise<ServerProcess> {
  const trip = await setOut(at, server, journey);
  at.place.arm(boundary);
  await goOnPaying(at, server, trip).catch(() => undefined);
  expect(await endedWithin(server, DIE_TIMEOUT_MS), JSON.stringify(boundary)).toBe('SIGKILL');
  at.place.arm(undefined);
  const next = await at.place.start();
  try {
    await settle(at, next, trip);
    await expectEnd(at, next, trip);
  } catch (failure) {
    // Its caller knows only the process before.
    await next.kill();
    throw failure;
  }
  return next;
}

interface StripeTrip extends CheckedOut {
  readonly journey: StripeFaultJourney;
  readonly page: string;
  /** What Stripe knew before. */
  readonly intentsBefore: number;
}

async function setOut({ place, stub }: StripePlace, server: ServerProcess, journey: StripeFaultJourney): Promise<StripeTrip> {
  const trip = await checkOut(server, [journey.flight]);
  const { body } = await server.call('POST', '/v1/checkout', { trip_id: trip.tripId });
  return { ...trip, journey, page: `http://127.0.0.1:${place.env['BLY_PORT']}/checkout/${body.session_id}`, intentsBefore: stub.account.intents.size };
}

/** One try of whoever pays: as often as they like, before and after the server was gone. */
async function goOnPaying({ stub }: StripePlace, server: ServerProcess, { tripId, journey, page }: StripeTrip): Promise<void> {
  if (journey.payment === 'agent') {
    await server.call('POST', '/v1/submit_agent_payment', { trip_id: tripId, shared_payment_token: 'spt_test_ok' });
    return;
  }
  const stripePage = await pressPay(page);
  if (stripePage === undefined) return;
  const session = stub.account.getSession(stripePage.split('/').at(-1) ?? '');
  if (session.status === 'open') stub.pay(stripePage, 'authorise');
  await look(`${page}?paid=1`);
}

/** Presses the button where there is one; answers the page at Stripe the payer is sent to. */
async function pressPay(page: string): Promise<string | undefined> {
  const html = await look(page);
  if (!html.includes('value="pay"')) return undefined;
  const form = new URLSearchParams({ action: 'pay' });
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)) form.set(name, value);
  // The price has moved since it was quoted: who pays accepts it.
  const accepted = /name="accept_price" value="([^"]*)"/.exec(html)?.[1];
  if (accepted !== undefined) form.set('accept_price', accepted);
  const sent = await fetch(page, { method: 'POST', redirect: 'manual', body: form });
  await sent.text();
  const to = sent.headers.get('location') ?? '';
  return to.includes('/c/pay/') ? to : undefined;
}

async function look(url: string): Promise<string> {
  return (await fetch(url, { headers: { 'accept-language': 'en' } })).text();
}

/** Lets the payer try and the server work until the trip has ended. */
async function settle(at: StripePlace, server: ServerProcess, trip: StripeTrip): Promise<void> {
  const statusOf = async (): Promise<string> => (await server.call('GET', `/v1/trip/${trip.tripId}`)).body.status;
  if (await statusOf() === 'quoted') {
    await goOnPaying(at, server, trip);
    // An attempt whose outcome nobody has learnt is looked up when its time has come.
    if (await statusOf() === 'quoted') await server.call('POST', '/v1/sandbox/clock', { advance_seconds: RESOLVE_SECONDS });
  }
  await until(async () => {
    const status = await statusOf();
    if (status === 'quoted') await goOnPaying(at, server, trip);
    return status === 'fulfilled' || status === 'failed';
  }, RECOVER_TIMEOUT_MS);
}

/** One booking, one event; at Stripe one capture of exactly what was booked, or none, and nothing held. */
async function expectEnd({ stub }: StripePlace, server: ServerProcess, { tripId, total, journey, intentsBefore }: StripeTrip): Promise<void> {
  const isBooked = journey.end === 'booked';
  const trip = (await server.call('GET', `/v1/trip/${tripId}`)).body;
  expect([trip.status, trip.fulfillment.status]).toEqual(isBooked ? ['fulfilled', 'completed'] : ['failed', 'failed']);
  const { booking } = (await server.call('GET', `/v1/bookings/${trip.booking_ref}`)).body;
  expect(booking.total_paid.amount).toBe(isBooked ? total : 0);
  const intents: readonly StubIntent[] = [...stub.account.intents.values()].slice(intentsBefore);
  expect(intents.filter(({ amount_received: received }) => received > 0).map(({ amount_received: received }) => received)).toEqual(isBooked ? [total] : []);
  expect(intents.filter(({ status }) => status === 'requires_capture')).toEqual([]);
  expect((await server.call('GET', `/v1/trip/${tripId}/ledger`)).body.balanced).toBe(true);
  const { body: { events } } = await server.call('GET', `/v1/events?booking_ref=${trip.booking_ref}`);
  expect(events.map(({ event }: { event: string }) => event)).toEqual([isBooked ? 'booking.completed' : 'booking.failed']);
}
