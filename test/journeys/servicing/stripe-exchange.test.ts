import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import type { Answer } from '../../support/service/service.ts';
import {
  eventsSince,
  locationOf,
  type Payer,
  payerOf,
  type StripeService,
  startStripeService,
} from '../../support/faults/stripe-journeys.ts';
import { CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';

/** What an exchange costs, paid on Stripe's page: over HTTP on both sides, paid and abandoned. */
let stripe: StripeService;
beforeAll(async () => {
  stripe = await startStripeService();
});
afterAll(async () => {
  expect((await reconcile(stripe.service.app)).problems).toEqual([]);
  await stripe.close();
});

const post = (path: string, body: unknown) => stripe.service.call('POST', path, body);
/** Sends the payer to Stripe's page. */
async function goToStripe(payer: Payer): Promise<string> {
  const sent = await payer.press();
  expect(sent.status, sent.text.slice(0, 300)).toBe(303);
  expect(locationOf(sent)).toMatch(/\/c\/pay\/cs_test_stub\d+$/);
  return locationOf(sent);
}
const sessionAt = (url: string) => stripe.stub.account.getSession(url.split('/').at(-1) ?? '');

interface Exchanging {
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly tripId: string;
  readonly quote: Answer['body'];
  /** At the page of the exchange. */
  readonly payer: Payer;
}

/** A flight bought on Stripe's page, and an exchange of it that costs more, waiting for its payer. */
async function exchange(): Promise<Exchanging> {
  const found = await post('/v1/flight_search', { origin: 'QAA', destination: 'QAL', departure_date: daysAhead(60) });
  const fare = found.body.live_offers[0].fares.find(
    (candidate: { fare_brand_code: string }) => candidate.fare_brand_code === 'STANDARD',
  );
  const trip = await post('/v1/trip', {
    add_item: { trip_item_token: fare.trip_item_token },
    upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
  });
  const tripId = trip.body.trip_id;
  const buyer = payerOf(stripe.service, { ...(await post('/v1/checkout', { trip_id: tripId })).body, trip_id: tripId });
  stripe.stub.pay(await goToStripe(buyer), 'authorise');
  await buyer.look('?paid=1');
  await stripe.service.drain();
  const pair = { booking_ref: (await buyer.readTrip()).booking_ref, last_name: 'Bly' };
  const { offers } = (await post('/v1/exchange_shop', { ...pair, preferred_departure_date: daysAhead(60) })).body;
  const offer = offers.find((candidate: Answer['body']) => candidate.itinerary.fare_brand_code === 'STANDARD');
  const quote = (await post('/v1/exchange_price', { ...pair, offer_id: offer.offer_id })).body;
  const waiting = await post('/v1/exchange_commit', { ...pair, session_reference: quote.session_reference });
  expect(waiting.body).toMatchObject({
    status: 'PENDING',
    payment_outcome: 'collect',
    checkout_url: expect.stringContaining(`${stripe.service.url}/checkout/cs_`),
  });
  const session = new URL(waiting.body.checkout_url).pathname.slice('/checkout/'.length);
  return {
    pair,
    tripId,
    quote,
    payer: payerOf(stripe.service, {
      session_id: session,
      trip_id: tripId,
      total_amount: { amount: quote.total_due.value },
    }),
  };
}
const statusOf = async ({ pair, quote }: Exchanging) =>
  (await post('/v1/exchange_status', { ...pair, session_reference: quote.session_reference })).body;
const itemsOf = async ({ pair }: Exchanging) =>
  (await post('/v1/get_booking', pair)).body.booking.items.map((item: { status: string }) => item.status);
const stepsOf = async ({ tripId }: Exchanging) =>
  (await stripe.service.call('GET', `/v1/trip/${tripId}/ledger`)).body.entries.map(
    (entry: { step: string }) => entry.step,
  );

describe('an exchange that costs more', () => {
  test('asks for no card; the payer is sent to Stripe for what is due, comes back, and has new tickets: without any callback', async () => {
    const exchanging = await exchange();
    const { payer } = exchanging;
    const page = await payer.look();
    expect(page.text).not.toMatch(/card_number|card_security_code/);
    expect(page.text).toContain('secure page of our payment provider');
    const url = await goToStripe(payer);
    const session = stripe.stub.pay(url, 'authorise');
    expect(session.success_url).toBe(`${stripe.service.url}${payer.path}?paid=1`);
    expect(session.payment_intent).toMatchObject({ amount: exchanging.quote.total_due.value });
    expect((await payer.look('?paid=1')).text).toContain('We are changing your booking now');
    await stripe.service.advance(3);
    expect((await payer.look()).text).toContain('Your booking has been changed');
    expect(await statusOf(exchanging)).toMatchObject({
      status: 'CONFIRMED',
      new_ticket_numbers: [expect.stringMatching(/^\d{13}$/)],
    });
    expect(await itemsOf(exchanging)).toEqual(['exchanged', 'confirmed']);
    expect(sessionAt(url).payment_intent).toMatchObject({
      status: 'succeeded',
      amount_received: exchanging.quote.total_due.value,
    });
    expect((await stepsOf(exchanging)).filter((step: string) => step === 'capture')).toHaveLength(2);
  });

  test('the payer is never back and only the callback comes', async () => {
    const exchanging = await exchange();
    const told = stripe.stub.events.length;
    stripe.stub.pay(await goToStripe(exchanging.payer), 'authorise');
    const event = eventsSince(stripe.stub, told).at(-1);
    expect(event && (await stripe.stub.deliver(stripe.webhookUrl, event))).toBe(200);
    await stripe.service.drain();
    expect((await statusOf(exchanging)).status).toBe('CONFIRMED');
  });

  test('who comes back without paying, or was declined, is sent to the same page again', async () => {
    const exchanging = await exchange();
    const { payer } = exchanging;
    const url = await goToStripe(payer);
    const back = await payer.look();
    expect(back.status).toBe(200);
    expect(back.text).toContain('secure page of our payment provider');
    expect(await goToStripe(payer)).toBe(url);
    const told = stripe.stub.events.length;
    stripe.stub.pay(url, 'insufficient_funds');
    const event = eventsSince(stripe.stub, told).at(-1);
    expect(event && (await stripe.stub.deliver(stripe.webhookUrl, event))).toBe(200);
    await stripe.service.drain();
    expect((await payer.look()).text).toContain('The card has insufficient funds.');
    stripe.stub.pay(await goToStripe(payer), 'authorise');
    await payer.look('?paid=1');
    await stripe.service.drain();
    expect((await statusOf(exchanging)).status).toBe('CONFIRMED');
    expect((await stepsOf(exchanging)).filter((step: string) => step === 'capture')).toHaveLength(2);
  });

  test("abandoned: it ends unpaid, Stripe's page is closed, the booking stands, and the page says so", async () => {
    const exchanging = await exchange();
    const { payer } = exchanging;
    const url = await goToStripe(payer);
    for (const seconds of [600, 1_200, 600, 60]) await stripe.service.advance(seconds);
    expect((await statusOf(exchanging)).status).toBe('FAILED');
    expect(sessionAt(url)).toMatchObject({ status: 'expired', payment_intent: null });
    expect(await itemsOf(exchanging)).toEqual(['confirmed']);
    const gone = await payer.look();
    expect(gone.status).toBe(410);
    expect(gone.text).toContain(
      'It was not paid in time. Your booking stands as it was and you have not been charged.',
    );
    expect((await stepsOf(exchanging)).filter((step: string) => step === 'capture')).toHaveLength(1);
  });
});
