import { expect } from 'vitest';
import type { FaultPoint } from '../../../src/platform/fault-points.ts';
import { endedWithin } from './fault-journeys.ts';
import { type Server, until } from '../service/server-fixture.ts';
import type { Boundary, CrashFixture } from './crash-fixture.ts';
import type { Answer } from '../service/service.ts';
import { CARD_OK, daysAhead } from './trip-journeys.ts';

/** Generous: a busy machine is not what is tested. */
const DIE_TIMEOUT_MS = 60_000;
/** A poll and some time to work, on a machine that does much else. */
const RECOVER_TIMEOUT_MS = 90_000;
/** Later than `payments.resolve` and the job of a change are due, sooner than a quote of ten minutes runs out. */
const OVERDUE_SECONDS = 60;

/** A booking that is sold, and a quote of its change. */
export interface Quoted {
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly paid: number;
  /** What the commit is asked with, the pair included. */
  readonly commit: Readonly<Record<string, unknown>>;
  /** What the payer pays, or gets back (less than nothing). */
  readonly difference: number;
}

/** One way of changing what was sold: how it is quoted and committed, and how it must end. */
export interface ServicingJourney {
  readonly quote: (server: Caller) => Promise<Quoted>;
  /** Asked again after a crash, as an agent would. */
  readonly commit: (server: Caller, quoted: Quoted) => Promise<Answer>;
  readonly status: { readonly path: string; readonly isDone: (body: Answer['body']) => boolean };
  readonly events: readonly string[];
  /** The statuses of the booking's items in the end; left out: refunded, or exchanged for one that stands. */
  readonly items?: readonly string[];
}
type Caller = Pick<Server, 'call'>;

const ask = async (server: Caller, path: string, body: unknown): Promise<Answer['body']> => {
  const answer = await server.call('POST', path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.body;
};

async function sell(server: Caller, wish: { readonly kind: string; readonly scenario: string }) {
  const sold = await ask(server, '/v1/sandbox/bookings', wish);
  return {
    pair: { booking_ref: String(sold.booking_ref), last_name: String(sold.last_name) },
    paid: Number(sold.items[0].confirmation.total_paid.amount),
  };
}

async function quoteRefund(server: Caller): Promise<Quoted> {
  const { pair, paid } = await sell(server, { kind: 'flight', scenario: 'QAL' });
  const check = await ask(server, '/v1/refund_check', pair);
  return { pair, paid, commit: { ...pair, quote_id: check.quote_id }, difference: -check.refund_amount.value };
}

async function quoteCar(server: Caller): Promise<Quoted> {
  const { pair, paid } = await sell(server, { kind: 'car', scenario: 'add_collect' });
  const preview = await ask(server, '/v1/car_exchange_preview', pair);
  const offer = preview.offers.find(
    (candidate: { delta: { direction: string } }) => candidate.delta.direction === 'add_collect',
  );
  return {
    pair,
    paid,
    difference: offer.delta.amount.value,
    commit: { ...pair, exchange_id: preview.exchange_id, exchange_offer_token: offer.exchange_offer_token },
  };
}

async function quoteFlight(server: Caller): Promise<Quoted> {
  const { pair, paid } = await sell(server, { kind: 'flight', scenario: 'QAG' });
  const shop = await ask(server, '/v1/exchange_shop', { ...pair, preferred_departure_date: daysAhead(50) });
  const offer = shop.offers.find((candidate: { total_due: { value: number } }) => candidate.total_due.value > 0);
  const price = await ask(server, '/v1/exchange_price', { ...pair, offer_id: offer.offer_id });
  return {
    pair,
    paid,
    difference: price.total_due.value,
    commit: { ...pair, session_reference: price.session_reference },
  };
}

async function quoteServices(server: Caller): Promise<Quoted> {
  const { pair, paid } = await sell(server, { kind: 'flight', scenario: 'QAL' });
  return quoteAdded(server, pair, paid);
}

/** A quote of one bag and one seat for a flight that is sold. */
export async function quoteAdded(server: Caller, pair: Quoted['pair'], paid: number): Promise<Quoted> {
  const { bags, seat_maps } = await ask(server, '/v1/add_services_check', pair);
  const [{ segment_id, seats }] = seat_maps;
  const check = await ask(server, '/v1/add_services_check', {
    ...pair,
    selections: [{ offer_id: bags[0].offer_id, quantity: 1 }],
    seats: [{ segment_id, seat_number: seats[0].seat_number }],
  });
  return { pair, paid, commit: { ...pair, quote_id: check.quote_id }, difference: check.total_due.value };
}

const withToken =
  (path: string) =>
  (server: Caller, { commit }: Quoted) =>
    server.call('POST', path, { ...commit, shared_payment_token: 'spt_test_ok' });
const carStatus = { path: '/v1/car_exchange_status', isDone: (body: Answer['body']) => body.status === 'confirmed' };
const EXCHANGED = ['booking.completed', 'booking.exchanged'] as const;

/** A bag and a seat that are added to a flight; the booking says whether they are. */
export function servicesJourney(quote: ServicingJourney['quote']): ServicingJourney {
  return {
    quote,
    commit: withToken('/v1/add_services_commit'),
    status: {
      path: '/v1/get_booking',
      isDone: ({ booking }) =>
        booking.items[0].selected_ancillaries.length === 1 && booking.items[0].details.seats.length === 1,
    },
    events: ['booking.completed', 'booking.updated'],
    items: ['confirmed'],
  };
}

/**
 * Given back with a penalty; exchanged for something dearer and paid by an agent's token, or by a person on the page.
 */
export const SERVICING_JOURNEYS = {
  refund: {
    quote: quoteRefund,
    commit: (server, { commit }) => server.call('POST', '/v1/refund_commit', commit),
    status: { path: '/v1/refund_status', isDone: (body) => body.refund_status === 'refunded' },
    events: ['booking.cancelled', 'booking.completed', 'booking.item_cancelled', 'booking.refunded'],
  },
  car: { quote: quoteCar, commit: withToken('/v1/car_exchange_commit'), status: carStatus, events: EXCHANGED },
  car_by_page: { quote: quoteCar, commit: payByPage, status: carStatus, events: EXCHANGED },
  flight: {
    quote: quoteFlight,
    commit: withToken('/v1/exchange_commit'),
    events: EXCHANGED,
    status: { path: '/v1/exchange_status', isDone: (body) => body.status === 'CONFIRMED' },
  },
  services: servicesJourney(quoteServices),
} as const satisfies Record<string, ServicingJourney>;
export type ServicingJourneyName = keyof typeof SERVICING_JOURNEYS;

async function payByPage(server: Caller, { commit }: Quoted): Promise<Answer> {
  const committed = await server.call('POST', '/v1/car_exchange_commit', commit);
  const url = committed.body?.checkout_url;
  if (url === undefined) return committed;
  return server.call('POST', '/v1/sandbox/pay', { session_id: String(url).split('/').at(-1), card: CARD_OK });
}

/** Every boundary of the change and its payment that an undisturbed journey passes, in order. */
export async function traceServicing(
  fixture: CrashFixture,
  server: Server,
  journey: ServicingJourney,
): Promise<readonly Boundary[]> {
  const quoted = await journey.quote(server);
  const readTrace = fixture.trace();
  await journey.commit(server, quoted);
  await settle(server, quoted, journey);
  const boundaries = readTrace();
  await expectEnd(server, quoted, journey);
  // The mail of the end is sent on its own; it has a test of its own.
  return boundaries.filter(({ point }) => !point.startsWith('mail.'));
}

/**
 * Kills the server at a point of a change's way, starts it again, and proves that the change ends as if nothing had
 * happened.
 */
export async function dieWhileServicing(
  fixture: CrashFixture,
  server: Server,
  { point, journey }: { readonly point: FaultPoint | Boundary; readonly journey: ServicingJourney },
): Promise<Server> {
  const quoted = await journey.quote(server);
  fixture.arm(point);
  await journey.commit(server, quoted).catch(() => undefined);
  expect(await endedWithin(server, DIE_TIMEOUT_MS), JSON.stringify(point)).toBe('SIGKILL');
  fixture.arm(undefined);
  await fixture.endJobLeases();
  const next = await fixture.start();
  try {
    await settle(next, quoted, journey);
    await expectEnd(next, quoted, journey);
  } catch (failure) {
    // Its caller knows only the process before.
    await next.kill();
    throw failure;
  }
  return next;
}

/** Lets the process bring the change to its end; one that was never committed, or not paid, is committed once more. */
async function settle(server: Server, quoted: Quoted, journey: ServicingJourney): Promise<void> {
  if (await isDone(server, quoted, journey)) return;
  await server.call('POST', '/v1/sandbox/clock', { advance_seconds: OVERDUE_SECONDS });
  await until(async () => {
    if (await isDone(server, quoted, journey)) return true;
    await journey.commit(server, quoted);
    return false;
  }, RECOVER_TIMEOUT_MS);
}

async function isDone(server: Server, quoted: Quoted, { status, events }: ServicingJourney): Promise<boolean> {
  const { status: code, body } = await server.call('POST', status.path, quoted.pair);
  // Nothing committed yet is an answer, too; nothing worse is.
  expect([200, 404, 409]).toContain(code);
  return code === 200 && status.isDone(body) && (await readEvents(server, quoted)).length >= events.length;
}

async function readEvents(server: Server, { pair }: Quoted): Promise<readonly string[]> {
  const { body } = await server.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`);
  return body.events.map(({ event }: { event: string }) => event).toSorted();
}

interface Line {
  readonly account: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: { readonly value: number };
}

/** Each event once, one capture or refund of exactly the difference, and every account at its end. */
async function expectEnd(server: Server, quoted: Quoted, { events, items }: ServicingJourney): Promise<void> {
  expect(await readEvents(server, quoted)).toEqual(events);
  const ref = quoted.pair.booking_ref;
  const {
    body: { booking },
  } = await server.call('GET', `/v1/bookings/${ref}`);
  const statuses: readonly string[] = booking.items.map((item: { status: string }) => item.status);
  expect(statuses).toEqual(items ?? (quoted.difference < 0 ? ['refunded'] : ['exchanged', 'confirmed']));
  const {
    body: { trips },
  } = await server.call('GET', '/v1/trips?limit=100');
  const trip = trips.find((candidate: { booking_ref?: string }) => candidate.booking_ref === ref);
  const ledger = (await server.call('GET', `/v1/trip/${trip.trip_id}/ledger`)).body;
  expect(ledger.balanced).toBe(true);
  const entries: readonly { readonly step: string; readonly lines: readonly Line[] }[] = ledger.entries;
  const sumOf = (lines: readonly Line[], account: string) =>
    lines
      .filter((line) => line.account.startsWith(account))
      .reduce((sum, { direction, amount }) => sum + (direction === 'debit' ? amount.value : -amount.value), 0);
  const cashIn = (step: string) =>
    entries.filter((entry) => entry.step === step).map(({ lines }) => sumOf(lines, 'processor_cash'));
  expect(cashIn('capture')).toEqual(quoted.difference > 0 ? [quoted.paid, quoted.difference] : [quoted.paid]);
  expect(cashIn('refund')).toEqual(quoted.difference < 0 ? [quoted.difference] : []);
  const all = entries.flatMap(({ lines }) => lines);
  expect([sumOf(all, 'payer'), sumOf(all, 'processor_hold'), sumOf(all, 'trip_clearing')]).toEqual([0, 0, 0]);
}
