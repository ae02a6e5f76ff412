import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import type { Payment } from '../../../src/payments/model/payment.ts';
import { findPaymentBySession } from '../../../src/payments/open-payment.ts';
import { resolvePayment } from '../../../src/payments/resolve-payment.ts';
import { findGuestOrganization } from '../../../src/platform/security/guest-directory.ts';
import { asId } from '../../../src/platform/ids.ts';
import { openPage, submitPage } from '../../support/faults/page-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, makeCheckout, makeTrip } from '../../support/faults/trip-journeys.ts';

/** Issue 5: so many at the same moment, and still one of everything. */
const AT_ONCE = 200;
const FLIGHT = { origin: 'PAR', destination: 'LON' } as const;
let service: TestService;
beforeAll(async () => {
  service = await startService({ runsJobs: true });
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

const many = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)));
const readTrip = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).body;
const payByCard = (tripId: string) => service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
const payAsAgent = (tripId: string) =>
  service.call('POST', '/v1/submit_agent_payment', { trip_id: tripId, shared_payment_token: 'spt_test_ok' });

/** What one trip has come to, counted where it is stored and at both ends outside. */
async function countAll(tripId: string): Promise<object | undefined> {
  const { rows } = await sql<object>`select
    (select count(*)::int from payment where purpose_id = ${tripId}) as payments,
    (select count(*)::int from payment where purpose_id = ${tripId} and status = 'captured') as captured,
    (select count(*)::int from sandbox_payment s join payment p on p.organization_id = s.organization_id and p.processor_ref = s.processor_ref
      where p.purpose_id = ${tripId} and s.captured > 0) as processor_captures,
    (select max(attempt) from payment where purpose_id = ${tripId}) as attempts,
    (select count(*)::int from booking where trip_id = ${tripId}) as bookings,
    (select count(*)::int from sandbox_order o join booking_item i on i.organization_id = o.organization_id and i.reference = o.reference
      join booking b on b.organization_id = i.organization_id and b.booking_ref = i.booking_ref
      where b.trip_id = ${tripId}) as orders,
    (select count(*)::int from webhook_event e join booking b on b.organization_id = e.organization_id and b.booking_ref = e.booking_ref
      where b.trip_id = ${tripId}) as events`.execute(service.app.db.q);
  return rows[0];
}

const ONE_OF_EVERYTHING = {
  payments: 1,
  captured: 1,
  processor_captures: 1,
  attempts: 1,
  bookings: 1,
  orders: 1,
  events: 1,
};

async function untilEnded(tripId: string): Promise<void> {
  await expect
    .poll(() => readTrip(tripId).then((trip) => trip.status), { timeout: 20_000, interval: 20 })
    .toBe('fulfilled');
}

test(`${AT_ONCE} checkouts of one trip at once: one session, one payment, and everybody else hears who is at it`, async () => {
  const tripId: string = (await makeTrip(service, FLIGHT)).body.trip_id;
  const answers = await many(() => service.call('POST', '/v1/checkout', { trip_id: tripId }));
  const opened = answers.filter((answer) => answer.status === 200);
  expect(new Set(opened.map((answer) => answer.body.session_id)).size).toBe(1);
  const refused = answers
    .filter((answer) => answer.status !== 200)
    .map(({ status, body }) => [status, body.error.code, body.status]);
  for (const refusal of refused) expect(refusal).toEqual([409, 'TRIP_STATE_CONFLICT', 'quoting']);
  const again = (await service.call('POST', '/v1/checkout', { trip_id: tripId })).body;
  expect(again).toEqual(opened[0]?.body);
  await payByCard(tripId);
  await untilEnded(tripId);
  expect(await countAll(tripId)).toEqual(ONE_OF_EVERYTHING);
});

test(`${AT_ONCE} payments of one trip at once, cards and tokens: one is taken`, async () => {
  const { tripId } = await makeCheckout(service, FLIGHT);
  const answers = await many((index) => (index % 2 === 0 ? payByCard(tripId) : payAsAgent(tripId)));
  const cards = answers.filter((_, index) => index % 2 === 0).map(({ status, body }) => [status, body.status]);
  const agents = answers.filter((_, index) => index % 2 === 1).map(({ status, body }) => [status, body.status]);
  for (const card of cards)
    expect([
      [200, 'authorised'],
      [409, 'quoted'],
      [409, 'fulfilling'],
      [409, 'fulfilled'],
    ]).toContainEqual(card);
  for (const agent of agents)
    expect([
      [200, 'authorised'],
      [200, 'processing'],
    ]).toContainEqual(agent);
  await untilEnded(tripId);
  expect(await countAll(tripId)).toEqual(ONE_OF_EVERYTHING);
});

test('checkouts, payments and reads of one trip at once: one session, one capture', async () => {
  const { tripId, checkout } = await makeCheckout(service, FLIGHT);
  await many((index) => {
    if (index % 4 === 0) return service.call('POST', '/v1/checkout', { trip_id: tripId });
    if (index % 4 === 1) return payByCard(tripId);
    return index % 4 === 2 ? payAsAgent(tripId) : readTrip(tripId);
  });
  await untilEnded(tripId);
  expect((await readTrip(tripId)).totals.total).toBe(checkout.total_amount.amount);
  expect(await countAll(tripId)).toEqual(ONE_OF_EVERYTHING);
});

test("page, agent and the processor's word at once, each many times: one attempt, one booking, one capture", async () => {
  const { tripId, checkout } = await makeCheckout(service, FLIGHT);
  const path = `/checkout/${checkout.session_id}`;
  const page = await openPage(service, path);
  const payment = await getPaymentOf(checkout.session_id);
  const hearProcessor = async () =>
    resolvePayment(service.app, payment, await service.app.organizationNow(payment.organizationId));
  await many(async (index) => {
    if (index % 3 === 0) await payAsAgent(tripId);
    else if (index % 3 === 1) await hearProcessor();
    else await submitPage(service, path, page);
  });
  await untilEnded(tripId);
  expect(await countAll(tripId)).toEqual(ONE_OF_EVERYTHING);
});

async function getPaymentOf(sessionId: string): Promise<Payment> {
  const organizationId = await findGuestOrganization(service.app.db, 'session', sessionId);
  const payment =
    organizationId && (await findPaymentBySession(service.app.db, organizationId, asId('session', sessionId)));
  if (!payment) throw new Error('the session has no payment');
  return payment;
}
