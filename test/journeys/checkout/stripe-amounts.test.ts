import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealFlightItem } from '../../../src/offers/token/offer-token.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { aFare, anOffer, aSupplier } from '../../support/products/flights.ts';
import type { Answer } from '../../support/service/service.ts';
import { locationOf, payerOf, type StripeService, startStripeService } from '../../support/faults/stripe-journeys.ts';
import { CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';

/** What Stripe can charge to the last unit is quoted; what it cannot is refused before anything is opened. */
let stripe: StripeService;
let headers: Readonly<Record<string, string>>;
let organizationId: OrganizationId;
/** What the flight costs. */
let fare = { price: 0, currency: 'USD' };
const fareNow = () => ({ ...aFare({ ...fare }), passengerPrices: [], rules: [] });

beforeAll(async () => {
  const supplier = aSupplier({
    id: 'fake',
    getOffer: async () => anOffer({ fares: [fareNow()], ancillaries: [] }),
    price: async () => ({
      kind: 'priced',
      flight: { offer: anOffer({ fares: [fareNow()], ancillaries: [] }), fare: fareNow() },
    }),
    book: async ({ total }) => ({
      kind: 'confirmed',
      order: { orderId: 'o1', confirmationNumber: 'ABCDEF', tickets: [], total },
    }),
  });
  stripe = await startStripeService({ flightSuppliers: [supplier] });
  const made = await stripe.service.makeKey();
  headers = { 'x-api-key': made.key };
  organizationId = made.organizationId;
});
afterAll(() => stripe.close());

async function checkOut(price: number, currency: string): Promise<Answer> {
  fare = { price, currency };
  const token = sealFlightItem(stripe.service.app, organizationId, {
    supplierId: 'fake',
    offerKey: anOffer().offerKey,
    fareKey: 'light',
    displayCurrency: currency,
    originPrice: fareNow().total,
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const trip = await stripe.service.call(
    'POST',
    '/v1/trip',
    { add_item: { trip_item_token: token }, upsert_travelers: { travelers: [NELLIE], contact: CONTACT } },
    headers,
  );
  if (trip.status !== 200) throw new Error(`no trip: ${trip.text}`);
  return stripe.service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id }, headers);
}

test.each([
  ['JPY', 50_001, 50_001],
  ['KWD', 123_450, 123_450],
  ['KRW', 70_001, 70_001],
  ['USD', 50_001, 50_001],
])('%s %i is held, captured and booked exactly', async (currency, ours, theirs) => {
  const payer = payerOf(stripe.service, (await checkOut(ours, currency)).body, headers);
  const sent = await payer.press();
  const session = stripe.stub.pay(locationOf(sent), 'authorise');
  expect([session.amount_total, session.currency]).toEqual([theirs, currency.toLowerCase()]);
  await payer.look('?paid=1');
  await stripe.service.drain();
  expect(session.payment_intent).toMatchObject({ status: 'succeeded', amount_received: theirs });
  expect(await payer.readTrip()).toMatchObject({
    status: 'fulfilled',
    bookings: [{ total_paid: { amount: ours, currency } }],
  });
});

test('KWD 123.456 cannot be charged: refused at checkout with the currencies that can, the trip as it was, Stripe never asked', async () => {
  const before = stripe.stub.requests.length;
  const refused = await checkOut(123_456, 'KWD');
  expect(refused.status).toBe(422);
  expect(refused.body.error).toMatchObject({
    code: 'CURRENCY_UNSUPPORTED',
    message:
      'KWD 123.456 cannot be charged exactly: Stripe takes KWD in steps of KWD 0.010. Build the trip in another currency.',
  });
  expect(refused.body.supported).toContain('USD');
  expect(refused.body.supported).not.toContain('KWD');
  expect(stripe.stub.requests.length).toBe(before);
});

test.each([
  [123_440, 'fulfilled', 'succeeded', 123_440],
  [123_443, 'failed', 'canceled', 0],
])(
  'a price that has fallen to KWD %i fils while the payer was at Stripe ends %s',
  async (price, tripStatus, status, received) => {
    const payer = payerOf(stripe.service, (await checkOut(123_450, 'KWD')).body, headers);
    const url = locationOf(await payer.press());
    await stripe.service.call('POST', '/v1/sandbox/clock', { advance_seconds: 301 }, headers);
    fare = { price, currency: 'KWD' };
    const session = stripe.stub.pay(url, 'authorise');
    await payer.look('?paid=1');
    await stripe.service.drain();
    expect((await payer.readTrip()).status).toBe(tripStatus);
    expect(session.payment_intent).toMatchObject({ status, amount_received: received });
  },
);
