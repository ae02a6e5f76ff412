import { expect } from 'vitest';
import type { FaultPoint } from '../../../src/platform/fault-points.ts';
import { type CheckedOut, checkOut, endedWithin } from './fault-journeys.ts';
import { type Server, until } from '../service/server-fixture.ts';
import type { Boundary, CrashFixture } from './crash-fixture.ts';
import type { StripeStub } from '../../../src/suppliers/stubs/stripe/start-stripe-stub.ts';
import type { StubIntent, StubSession } from '../../../src/suppliers/stubs/stripe/objects.ts';
import { CONTACT, NELLIE } from './trip-journeys.ts';

const DIE_TIMEOUT_MS = 60_000;
const RECOVER_TIMEOUT_MS = 90_000;
/** Later than `payments.resolve` is due. */
const RESOLVE_SECONDS = 60;
/** Later than an attempt keeps its trip closed to writes. */
const REWRITE_SECONDS = 16 * 60;

/** A trip paid through Stripe, and how it must end. */
export interface StripeFaultJourney {
  readonly flight: 'QAG' | 'QAI';
  readonly payment: 'page' | 'agent';
  /** Whether the payer, sent to Stripe, goes back to change the trip and pays for that. */
  readonly isRewritten: boolean;
  readonly end: 'booked' | 'undone';
}

/**
 * The redirect page and an agent's token, each to a booking; a hold that is released because the flight is refused; a
 * page that is left for another.
 */
export const STRIPE_JOURNEYS = {
  page: { flight: 'QAG', payment: 'page', isRewritten: false, end: 'booked' },
  agent: { flight: 'QAG', payment: 'agent', isRewritten: false, end: 'booked' },
  released: { flight: 'QAI', payment: 'page', isRewritten: false, end: 'undone' },
  rewritten: { flight: 'QAG', payment: 'page', isRewritten: true, end: 'booked' },
} as const satisfies Record<string, StripeFaultJourney>;
export type StripeJourneyName = keyof typeof STRIPE_JOURNEYS;

/** An installation, and the Stripe that outlives its servers. */
export interface StripeFixture {
  readonly fixture: CrashFixture;
  readonly stub: StripeStub;
}

/**
 * Every boundary from the first attempt to pay on that an undisturbed trip passes, in order; of one that is rewritten,
 * those up to Stripe's page.
 */
export async function traceStripeJourney(
  at: StripeFixture,
  server: Server,
  journey: StripeFaultJourney,
): Promise<readonly Boundary[]> {
  const trip = await setOut(at, server, journey);
  const readTrace = at.fixture.trace();
  if (!journey.isRewritten) await settle(at, server, trip);
  else expect(await pressPay(trip.page)).toBeDefined();
  const boundaries = readTrace();
  await expectRecovery(at, server, trip);
  return boundaries.filter(({ point }) => !point.startsWith('mail.'));
}

/**
 * Kills the server at a boundary of the way, starts it again, lets the payer go on, and proves that nobody can tell.
 */
export async function dieAndRecoverOnStripe(
  at: StripeFixture,
  server: Server,
  { journey, boundary }: { readonly journey: StripeFaultJourney; readonly boundary: Boundary },
): Promise<Server> {
  const trip = await setOut(at, server, journey);
  at.fixture.arm(boundary);
  await goOnPaying(at, server, trip).catch(() => undefined);
  expect(await endedWithin(server, DIE_TIMEOUT_MS), JSON.stringify(boundary)).toBe('SIGKILL');
  at.fixture.arm(undefined);
  await at.fixture.endJobLeases();
  const next = await at.fixture.start();
  try {
    await expectRecovery(at, next, { ...trip, diedAt: boundary });
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
  readonly sessionsBefore: number;
  readonly diedAt: Boundary | undefined;
}

/** Somebody brings the trip to its end, whatever state it is in, and nobody can tell. */
async function expectRecovery(at: StripeFixture, server: Server, trip: StripeTrip): Promise<void> {
  const paid = trip.journey.isRewritten ? await rewrite(at, server, trip) : trip;
  await settle(at, server, paid);
  await expectEnd(at, server, paid);
  await expectPages(at, paid);
}

async function setOut(
  { fixture, stub }: StripeFixture,
  server: Server,
  journey: StripeFaultJourney,
): Promise<StripeTrip> {
  const trip = await checkOut(server, [journey.flight]);
  const { body } = await server.call('POST', '/v1/checkout', { trip_id: trip.tripId });
  const { intents, sessions } = stub.account;
  return {
    ...trip,
    journey,
    page: pageOf(fixture, body.session_id),
    intentsBefore: intents.size,
    sessionsBefore: sessions.size,
    diedAt: undefined,
  };
}

function pageOf(fixture: CrashFixture, sessionId: string): string {
  return `http://127.0.0.1:${fixture.env['BLY_PORT']}/checkout/${sessionId}`;
}

/** Nobody came back from Stripe's page: the trip is changed and checked out anew. */
async function rewrite({ fixture }: StripeFixture, server: Server, trip: StripeTrip): Promise<StripeTrip> {
  await server.call('POST', '/v1/sandbox/clock', { advance_seconds: REWRITE_SECONDS });
  const written = await server.call('POST', '/v1/trip', {
    trip_id: trip.tripId,
    upsert_travelers: {
      travelers: [{ ...NELLIE, title: 'MS' }],
      contact: { ...CONTACT, email: 'second.thought@example.com' },
    },
  });
  expect([written.status, written.body.status], written.text).toEqual([200, 'draft']);
  const { status, body, text } = await server.call('POST', '/v1/checkout', { trip_id: trip.tripId });
  expect(status, text).toBe(200);
  return { ...trip, total: body.total_amount.amount, page: pageOf(fixture, body.session_id) };
}

/** One try of whoever pays: as often as they like, before and after the server was gone. */
async function goOnPaying(
  { stub }: StripeFixture,
  server: Server,
  { tripId, journey, page }: StripeTrip,
): Promise<void> {
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
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    form.set(name, value);
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
async function settle(at: StripeFixture, server: Server, trip: StripeTrip): Promise<void> {
  const statusOf = async (): Promise<string> => (await server.call('GET', `/v1/trip/${trip.tripId}`)).body.status;
  if ((await statusOf()) === 'quoted') {
    await goOnPaying(at, server, trip);
    // An attempt whose outcome nobody has learnt is looked up when its time has come.
    if ((await statusOf()) === 'quoted')
      await server.call('POST', '/v1/sandbox/clock', { advance_seconds: RESOLVE_SECONDS });
  }
  await until(async () => {
    const status = await statusOf();
    if (status === 'quoted') await goOnPaying(at, server, trip);
    return status === 'fulfilled' || status === 'failed';
  }, RECOVER_TIMEOUT_MS);
}

/**
 * One booking, one event; at Stripe one hold in all, one capture of exactly what was booked, or none, and nothing held
 * any more.
 */
async function expectEnd(
  { stub }: StripeFixture,
  server: Server,
  { tripId, total, journey, intentsBefore }: StripeTrip,
): Promise<void> {
  const isBooked = journey.end === 'booked';
  const trip = (await server.call('GET', `/v1/trip/${tripId}`)).body;
  expect([trip.status, trip.fulfillment.status]).toEqual(isBooked ? ['fulfilled', 'completed'] : ['failed', 'failed']);
  const { booking } = (await server.call('GET', `/v1/bookings/${trip.booking_ref}`)).body;
  expect(booking.total_paid.amount).toBe(isBooked ? total : 0);
  const intents: readonly StubIntent[] = [...stub.account.intents.values()].slice(intentsBefore);
  expect(
    intents.filter(({ amount_received: received }) => received > 0).map(({ amount_received: received }) => received),
  ).toEqual(isBooked ? [total] : []);
  expect(intents.filter(({ status }) => status === 'requires_capture')).toEqual([]);
  expect(intents.filter(({ latest_charge: hold }) => hold !== null)).toHaveLength(1);
  expect((await server.call('GET', `/v1/trip/${tripId}/ledger`)).body.balanced).toBe(true);
  const {
    body: { events },
  } = await server.call('GET', `/v1/events?booking_ref=${trip.booking_ref}`);
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    isBooked ? 'booking.completed' : 'booking.failed',
  ]);
}

/**
 * Who pays on Stripe's page was sent to one and the same before and after the server was gone; a page of a trip that is
 * no more takes no money. One that was made, but never written down, stays open until its time is over: nobody was
 * given its address.
 */
async function expectPages({ stub }: StripeFixture, { journey, sessionsBefore, diedAt }: StripeTrip): Promise<void> {
  const readStatuses = (): readonly StubSession['status'][] =>
    [...stub.account.sessions.values()].slice(sessionsBefore).map(({ status }) => status);
  if (!journey.isRewritten) {
    expect(readStatuses()).toEqual(journey.payment === 'page' ? ['complete'] : []);
    return;
  }
  const left = LEFT_PAGES[diedAt?.point ?? 'stripe.after_page_saved'] ?? [];
  await until(
    async () => readStatuses().every((status, index) => status === [...left, 'complete'][index]),
    RECOVER_TIMEOUT_MS,
  );
  expect(readStatuses()).toEqual([...left, 'complete']);
}

/** What becomes of the page that was left, by how far it had come; before that there was none. */
const LEFT_PAGES: Partial<Record<FaultPoint, readonly StubSession['status'][]>> = {
  'stripe.after_page_call': ['open'],
  'stripe.after_page_saved': ['expired'],
};
