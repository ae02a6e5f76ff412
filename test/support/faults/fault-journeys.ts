import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays } from '../../../src/travel/dates.ts';
import { FAULT_POINTS, type FaultPoint } from '../../../src/platform/fault-points.ts';
import { type Server, until } from '../service/server-fixture.ts';
import type { Boundary, CrashFixture } from './crash-fixture.ts';
import type { Answer } from '../service/service.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from './trip-journeys.ts';

/** Generous: a busy machine is not what is tested. */
const DIE_TIMEOUT_MS = 60_000;
/** A poll and some time to work, on a machine that does much else. */
const RECOVER_TIMEOUT_MS = 90_000;
/** Later than `payments.resolve` is due. */
const RESOLVE_SECONDS = 60;
const NIGHTS = 3;
const DRIVER = { ...NELLIE, title: 'MS' } as const;

/**
 * What is bought: flights from QAA by their destination, hotels of Point Nemo by their scenario, cars at QAA by their
 * name.
 */
export type Shopping = readonly { readonly kind: 'flight' | 'hotel' | 'car'; readonly name: string }[];

/** A trip that is paid for, and how it must end. */
export interface FaultJourney {
  readonly buys: Shopping;
  readonly onPartial: 'all_or_nothing' | 'keep_confirmed';
  readonly payment: 'card' | 'agent' | 'none' | 'late';
  readonly end: 'booked' | 'undone' | 'partial';
}

const MIXED: Shopping = [
  { kind: 'flight', name: 'QAG' },
  { kind: 'hotel', name: 'price_down' },
  { kind: 'car', name: 'even' },
];
const REFUSED: Shopping = [
  { kind: 'flight', name: 'QAI' },
  { kind: 'hotel', name: 'price_down' },
  { kind: 'car', name: 'even' },
];
const base = { onPartial: 'all_or_nothing', payment: 'card' } as const;

/** A flight, a hotel and a car together, paid in every way and ended in every way. */
export const FAULT_JOURNEYS = {
  booked: { ...base, buys: MIXED, end: 'booked' },
  /** The flight is refused when hotel and car are booked already: both are given back. */
  undone: { ...base, buys: REFUSED, end: 'undone' },
  partial: { ...base, buys: REFUSED, onPartial: 'keep_confirmed', end: 'partial' },
  agent: { ...base, buys: MIXED, payment: 'agent', end: 'booked' },
  /** The money comes after the quote has run out: everything is priced again. */
  late: { ...base, buys: MIXED, payment: 'late', end: 'booked' },
  /** Everything is paid at the hotel: no processor is asked. */
  unpaid: { ...base, buys: [{ kind: 'hotel', name: 'pay_at_property' }], payment: 'none', end: 'booked' },
  flight: { ...base, buys: [{ kind: 'flight', name: 'QAG' }], end: 'booked' },
  refused: { ...base, buys: [{ kind: 'flight', name: 'QAI' }], end: 'undone' },
} as const satisfies Record<string, FaultJourney>;
export type FaultJourneyName = keyof typeof FAULT_JOURNEYS;

/** Points with journeys of their own: changes of what was sold, orders over HTTP, Stripe, UCP, archive. */
const OTHER_JOURNEYS: readonly string[] = [
  'archive.',
  'cancellation.',
  'change.',
  'exchange.',
  'execute.',
  'invoice.',
  'order.',
  'schedule.',
  'services.',
  'stripe.',
  'ucp.',
  'webhook.',
];
/** Every point on the way of a trip and of its mail. */
export const TRIP_POINTS: readonly FaultPoint[] = FAULT_POINTS.filter(
  (point) => !OTHER_JOURNEYS.some((prefix) => point.startsWith(prefix)),
);

/** A mixed trip that passes a point. */
export function journeyOf(point: FaultPoint): FaultJourney {
  return point.startsWith('release.') || point.startsWith('fulfil.after_cancel')
    ? FAULT_JOURNEYS.undone
    : FAULT_JOURNEYS.booked;
}

/**
 * Kills the server at a point of a paid trip's way, starts it again (to be killed again at `thenAt`, if its recovery
 * passes there), and proves that the trip ends as if nothing had happened.
 */
export async function dieAndRecover(
  fixture: CrashFixture,
  server: Server,
  at: { readonly point: FaultPoint | Boundary; readonly journey: FaultJourney },
  thenAt?: FaultPoint,
): Promise<Server> {
  const { point, journey } = at;
  if ((typeof point === 'string' ? point : point.point).startsWith('checkout.')) {
    const next = await dieAtCheckout(fixture, server, at);
    return thenAt === undefined ? next : dieAndRecover(fixture, next, { point: thenAt, journey: journeyOf(thenAt) });
  }
  const trip = await checkOutJourney(server, journey);
  fixture.arm(point);
  await pay(server, trip.tripId, journey).catch(() => undefined);
  if (journey.payment === 'late') await moveClock(server, LATE_SECONDS).catch(() => undefined);
  expect(await endedWithin(server, DIE_TIMEOUT_MS), JSON.stringify(point)).toBe('SIGKILL');
  await fixture.endJobLeases();
  const next = await startAgain(fixture, { tripId: trip.tripId, journey }, thenAt);
  try {
    await settle(next, trip.tripId, journey);
    await expectEnd(next, trip, journey);
  } catch (failure) {
    // Its caller knows only the process before.
    await next.kill();
    throw failure;
  }
  return next;
}

/**
 * The same where nobody has paid yet: the trip is a draft again, or its quote stands, and is paid by the next process.
 */
async function dieAtCheckout(
  fixture: CrashFixture,
  server: Server,
  { point, journey }: { readonly point: FaultPoint | Boundary; readonly journey: FaultJourney },
): Promise<Server> {
  const tripId = await buildTrip(server, journey);
  fixture.arm(point);
  await server.call('POST', '/v1/checkout', { trip_id: tripId, on_partial: journey.onPartial }).catch(() => undefined);
  expect(await endedWithin(server, DIE_TIMEOUT_MS), JSON.stringify(point)).toBe('SIGKILL');
  await endLeases(fixture);
  fixture.arm(undefined);
  const next = await fixture.start();
  try {
    const trip = await checkOutTrip(next, tripId, journey);
    await pay(next, tripId, journey);
    await settle(next, tripId, journey);
    await expectEnd(next, trip, journey);
  } catch (failure) {
    await next.kill();
    throw failure;
  }
  return next;
}

/** As if the minute that a checkout may hold a trip were over. */
async function endLeases(fixture: CrashFixture): Promise<void> {
  const db = await fixture.openDatabase();
  await sql`update trip set lease_until = now() - interval '1 second' where status = 'quoting'`.execute(db.q);
  await db.close();
}

/** Every boundary that an undisturbed trip of a journey passes, in order. */
export async function traceJourney(
  fixture: CrashFixture,
  server: Server,
  journey: FaultJourney,
): Promise<readonly Boundary[]> {
  const tripId = await buildTrip(server, journey);
  const readTrace = fixture.trace();
  const trip = await checkOutTrip(server, tripId, journey);
  await pay(server, trip.tripId, journey);
  if (journey.payment === 'late') {
    await moveClock(server, LATE_SECONDS);
    // Settling would check out and pay once more while the money is still on its way: boundaries that no other run
    // passes.
    await until(
      async () => (await server.call('GET', `/v1/trip/${tripId}`)).body.status !== 'quoted',
      RECOVER_TIMEOUT_MS,
    );
  }
  await settle(server, trip.tripId, journey);
  const boundaries = readTrace();
  await expectEnd(server, trip, journey);
  // The mail of the end is sent on its own; it has a test of its own.
  return boundaries.filter(({ point }) => !point.startsWith('mail.'));
}

/** How long a slow authorisation takes: longer than a quote lives. */
const AUTHORISE_DELAY_SECONDS = 400;
const LATE_SECONDS = 500;

async function pay(server: Server, tripId: string, { payment }: FaultJourney): Promise<Answer> {
  switch (payment) {
    case 'card':
      return server.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
    case 'late':
      return server.call('POST', '/v1/sandbox/pay', {
        trip_id: tripId,
        card: CARD_OK,
        authorise_delay_seconds: AUTHORISE_DELAY_SECONDS,
      });
    case 'none':
      return server.call('POST', '/v1/sandbox/pay', { trip_id: tripId });
    case 'agent':
      return server.call('POST', '/v1/submit_agent_payment', { trip_id: tripId, shared_payment_token: 'spt_test_ok' });
    default:
      return payment satisfies never;
  }
}

async function moveClock(server: Server, seconds: number): Promise<void> {
  await server.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds });
}

interface PaidTrip {
  readonly tripId: string;
  readonly journey: FaultJourney;
}

async function startAgain(
  fixture: CrashFixture,
  { tripId, journey }: PaidTrip,
  thenAt: FaultPoint | undefined,
): Promise<Server> {
  fixture.arm(thenAt);
  const next = await fixture.start();
  if (thenAt === undefined) return next;
  const isDead = next.ended.then(() => 'dead' as const);
  const end = await Promise.race([
    isDead,
    settle(next, tripId, journey).then(
      () => 'settled' as const,
      () => isDead,
    ),
  ]);
  fixture.arm(undefined);
  // It may die of it at this very moment: only an answer from now on shows that it did not.
  const isAlive =
    end !== 'dead' &&
    (await next.call('GET', `/v1/trip/${tripId}`).then(
      () => true,
      () => false,
    ));
  if (isAlive) return next;
  await next.ended;
  await fixture.endJobLeases();
  return fixture.start();
}

/** Checks flights out, one trip; answers what it is asked to pay. */
export async function checkOut(server: Pick<Server, 'call'>, routes: readonly string[]): Promise<CheckedOut> {
  return checkOutJourney(server, { ...base, buys: routes.map((name) => ({ kind: 'flight', name })), end: 'booked' });
}

/** A trip that waits to be paid. */
export interface CheckedOut {
  readonly tripId: string;
  readonly total: number;
  readonly items: readonly { readonly kind: string; readonly amount: number }[];
}

async function checkOutJourney(server: Pick<Server, 'call'>, journey: FaultJourney): Promise<CheckedOut> {
  return checkOutTrip(server, await buildTrip(server, journey), journey);
}

async function buildTrip(server: Pick<Server, 'call'>, { buys }: FaultJourney): Promise<string> {
  let tripId: string | undefined;
  for (const wish of buys) {
    const token = await findToken(server, wish);
    const trip = await server.call('POST', '/v1/trip', {
      ...(tripId === undefined ? {} : { trip_id: tripId }),
      add_item: { trip_item_token: token },
      upsert_travelers: { travelers: [DRIVER], contact: CONTACT },
    });
    tripId = String(trip.body.trip_id);
  }
  if (tripId === undefined) throw new Error('a trip needs something to buy');
  return tripId;
}

async function checkOutTrip(
  server: Pick<Server, 'call'>,
  tripId: string,
  { onPartial }: FaultJourney,
): Promise<CheckedOut> {
  const checkout = await server.call('POST', '/v1/checkout', { trip_id: tripId, on_partial: onPartial });
  expect(checkout.status, checkout.text).toBe(200);
  const items = checkout.body.items.map((item: { kind: string; price: { amount: number } }) => ({
    kind: item.kind,
    amount: item.price.amount,
  }));
  return { tripId, total: checkout.body.total_amount.amount, items };
}

async function findToken(server: Pick<Server, 'call'>, { kind, name }: Shopping[number]): Promise<string> {
  const from = daysAhead(60);
  const to = addDays(from, NIGHTS);
  switch (kind) {
    case 'flight': {
      const { body } = await server.call('POST', '/v1/flight_search', {
        origin: 'QAA',
        destination: name,
        departure_date: from,
      });
      return body.live_offers[0].fares[0].trip_item_token;
    }
    case 'hotel': {
      const { body } = await server.call('POST', '/v1/hotel_search', {
        hotel_ids: [`bhnemo-${name}`],
        checkin: from,
        checkout: to,
        adults: 1,
      });
      const rates: { offer_id: string; is_refundable: boolean }[] = body.hotels[0].rooms.flatMap(
        (room: { rates: unknown[] }) => room.rates,
      );
      return rates.find((rate) => rate.is_refundable || name === 'pay_at_property')?.offer_id ?? '';
    }
    case 'car': {
      const { body } = await server.call('POST', '/v1/car_search', {
        pick_up: { location: 'QAA', location_type: 'airport', date_time: `${from}T10:00:00` },
        drop_off: { date_time: `${to}T10:00:00` },
        driver_age: 36,
        free_cancellation_only: true,
      });
      return body.offers.find((offer: { vehicle: { name: string } }) => offer.vehicle.name.startsWith(name)).offer_id;
    }
    default:
      return kind satisfies never;
  }
}

/**
 * Lets the restarted process bring the trip to its end; a payer whose attempt never reached the processor pays once
 * more.
 */
async function settle(server: Server, tripId: string, journey: FaultJourney): Promise<void> {
  const before = await server.call('GET', `/v1/trip/${tripId}`);
  if (before.body.status === 'quoted') {
    await moveClock(server, journey.payment === 'late' ? LATE_SECONDS : RESOLVE_SECONDS);
    await until(async () => hasResolved(server, tripId, journey), RECOVER_TIMEOUT_MS);
  }
  await until(async () => {
    const { body } = await server.call('GET', `/v1/trip/${tripId}`);
    return body.status === 'fulfilled' || body.status === 'failed';
  }, RECOVER_TIMEOUT_MS);
}

/**
 * Paying again is refused while the first attempt is not known; it is either fulfilled by then, or open to a second
 * one.
 */
async function hasResolved(server: Server, tripId: string, journey: FaultJourney): Promise<boolean> {
  const { body } = await server.call('GET', `/v1/trip/${tripId}`);
  if (body.status !== 'quoted') return true;
  // A quote that ran out while nobody had paid is made anew, as a payer would.
  await server.call('POST', '/v1/checkout', { trip_id: tripId, on_partial: journey.onPartial });
  const paid = await pay(server, tripId, {
    ...journey,
    payment: journey.payment === 'late' ? 'card' : journey.payment,
  });
  return paid.status === 200 && paid.body.status === 'authorised';
}

/** One booking, one capture of what was booked, one event, and every account at its end. */
async function expectEnd(server: Server, { tripId, total, items }: CheckedOut, { end }: FaultJourney): Promise<void> {
  const kept = items.filter(({ kind }) => kind !== 'flight').reduce((sum, { amount }) => sum + amount, 0);
  const captured = { booked: total, undone: 0, partial: kept }[end];
  const trip = (await server.call('GET', `/v1/trip/${tripId}`)).body;
  expect([trip.status, trip.fulfillment.status]).toEqual(
    { booked: ['fulfilled', 'completed'], undone: ['failed', 'failed'], partial: ['fulfilled', 'partial'] }[end],
  );
  const { booking } = (await server.call('GET', `/v1/bookings/${trip.booking_ref}`)).body;
  expect(booking.total_paid.amount).toBe(captured);
  const ledger = (await server.call('GET', `/v1/trip/${tripId}/ledger`)).body;
  expect(ledger.balanced).toBe(true);
  const lines: readonly { account: string; direction: string; amount: { value: number } }[] = ledger.entries.flatMap(
    (entry: { lines: unknown[] }) => entry.lines,
  );
  const cash = lines
    .filter((line) => line.account === 'processor_cash')
    .reduce((sum, line) => sum + (line.direction === 'debit' ? 1 : -1) * line.amount.value, 0);
  expect(cash).toBe(captured);
  const {
    body: { events },
  } = await server.call('GET', `/v1/events?booking_ref=${trip.booking_ref}`);
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    end === 'undone' ? 'booking.failed' : 'booking.completed',
  ]);
}

/** How a process ended, or that it lives. */
export async function endedWithin(server: Server, timeoutMs: number): Promise<NodeJS.Signals | null | 'alive'> {
  const { promise, resolve } = Promise.withResolvers<'alive'>();
  const timer = setTimeout(() => resolve('alive'), timeoutMs);
  try {
    return await Promise.race([server.ended, promise]);
  } finally {
    clearTimeout(timer);
  }
}
