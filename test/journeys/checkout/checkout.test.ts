import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';
import {
  CARD_DECLINED,
  CARD_OK,
  CONTACT,
  makeCheckout,
  makeTrip,
  NELLIE,
  searchFares,
} from '../../support/faults/trip-journeys.ts';

const PARIS_LONDON = { origin: 'PAR', destination: 'LON' } as const;
const scenario = (destination: string) => ({ origin: 'QAA', destination });
const quoteSeconds = 300;
let service: TestService;
let stranger: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService();
  stranger = { 'x-api-key': (await service.makeKey()).key };
});
afterAll(() => service.close());

const readTrip = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).body;
const checkOut = (tripId: string, flags = {}) => service.call('POST', '/v1/checkout', { trip_id: tripId, ...flags });
const pay = (tripId: string, card = CARD_OK) => service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card });

describe('an open checkout', () => {
  test("answers the spec's checkout response", async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    expect(checkout).toMatchObject({
      status: 'ready',
      price_changed: false,
      checkout_url: `${service.app.config.publicUrl}/checkout/${checkout.session_id}`,
      items: [{ kind: 'flight', pax_count: 1, selected_ancillaries: [], price: checkout.total_amount }],
      agent_spt_params: {
        max_amount: checkout.total_amount.amount,
        currency: checkout.total_amount.currency,
        expires_at: checkout.expires_at,
      },
    });
    expect(checkout.session_id).toMatch(/^cs_/);
    expect(checkout.items[0].price_changed).toBeUndefined();
    expect(await readTrip(tripId)).toMatchObject({
      status: 'quoted',
      quote: { status: 'ready', expires_at: checkout.expires_at },
      fulfillment: { status: 'awaiting_payment' },
    });
  });

  test("a repeat inside the quote's life answers the same, whatever the flags and the path", async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    expect((await checkOut(tripId, { fail_on_price_change: true })).body).toEqual(checkout);
    expect((await service.call('POST', '/api/v1/shop/sync/checkout', { trip_id: tripId })).body).toEqual(checkout);
    const book = await service.call('POST', '/v1/book', { trip_id: tripId });
    expect(book.body).toEqual(checkout);
    expect(book.headers.get('deprecation')).toBe('true');
    expect(book.headers.get('sunset')).toBe('Wed, 30 Jun 2027 00:00:00 GMT');
    expect(book.headers.get('link')).toBe('</v1/checkout>; rel="successor-version"');
  });

  test('two at the same moment make one session', async () => {
    const trip = (await makeTrip(service, PARIS_LONDON)).body.trip_id;
    const answers = await Promise.all([checkOut(trip), checkOut(trip), checkOut(trip)]);
    const sessions = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.session_id));
    expect(sessions.size).toBe(1);
    for (const answer of answers.filter((other) => other.status !== 200)) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'quoting' },
      });
    }
  });

  test('after 300 seconds it is quoted anew, with a new session', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    await service.advance(quoteSeconds);
    expect((await readTrip(tripId)).quote.status).toBe('expired');
    expect(await pay(tripId)).toMatchObject({ status: 410, body: { error: { code: 'QUOTE_EXPIRED' } } });
    const again = (await checkOut(tripId)).body;
    expect(again.session_id).not.toBe(checkout.session_id);
    expect(Date.parse(again.expires_at)).toBeGreaterThan(Date.parse(checkout.expires_at));
    expect((await pay(tripId)).body.status).toBe('authorised');
  });

  test('a write that changes something ends it; a repeat that changes nothing does not', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    await service.call('POST', '/v1/trip', {
      trip_id: tripId,
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    });
    expect((await checkOut(tripId)).body).toEqual(checkout);
    const changed = await service.call('POST', '/v1/trip', {
      trip_id: tripId,
      upsert_travelers: { contact: { ...CONTACT, email: 'new@example.com' } },
    });
    expect(changed.body).toMatchObject({ status: 'draft', quote: { status: 'none' } });
    expect(await pay(tripId)).toMatchObject({ status: 409, body: { status: 'draft' } });
    const session = await service.call('GET', `/checkout/${checkout.session_id}`);
    expect(session.status).toBe(410);
    expect((await checkOut(tripId)).body.session_id).not.toBe(checkout.session_id);
  });

  test('its currency stays', async () => {
    const { tripId } = await makeCheckout(service, PARIS_LONDON);
    const other = await service.call('POST', '/v1/trip', { trip_id: tripId, currency: 'JPY' });
    expect(other).toMatchObject({ status: 422, body: { fields: [{ path: 'currency' }] } });
    expect((await readTrip(tripId)).status).toBe('quoted');
  });

  test('it can be cancelled, and then not be paid', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    expect((await service.call('POST', '/v1/cancel_trip', { trip_id: tripId })).body.status).toBe('cancelled');
    expect(await pay(tripId)).toMatchObject({
      status: 409,
      body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'cancelled' },
    });
    expect((await service.call('GET', `/checkout/${checkout.session_id}`)).status).toBe(410);
  });
});

describe('a price that moves', () => {
  test('up: checkout proceeds and flags it, and the new price is the baseline from then on', async () => {
    const trip = (await makeTrip(service, scenario('QAF'))).body;
    const first = (await checkOut(trip.trip_id)).body;
    expect(first.price_changed).toBe(true);
    expect(first.items[0]).toMatchObject({ price_changed: true, previous_price: trip.items[0].price });
    expect(first.total_amount.amount / trip.totals.total).toBeCloseTo(1.07, 2);
    expect((await readTrip(trip.trip_id)).totals.total).toBe(first.total_amount.amount);
    await service.advance(quoteSeconds);
    expect((await checkOut(trip.trip_id)).body.price_changed).toBe(false);
  });

  test('down: it is flagged too', async () => {
    const trip = (await makeTrip(service, scenario('QAG'))).body;
    const { body } = await checkOut(trip.trip_id);
    expect(body.price_changed).toBe(true);
    expect(body.total_amount.amount / trip.totals.total).toBeCloseTo(0.93, 2);
  });

  test('with fail_on_price_change nothing is quoted, until a call without it accepts the price', async () => {
    const trip = (await makeTrip(service, scenario('QAF'))).body;
    for (let call = 0; call < 2; call += 1) {
      const refused = await checkOut(trip.trip_id, { fail_on_price_change: true });
      expect(refused).toMatchObject({
        status: 409,
        body: {
          error: { code: 'PRICE_CHANGED' },
          items: [{ item_id: trip.items[0].item_id, previous_price: trip.items[0].price }],
        },
      });
    }
    const { items, ...after } = await readTrip(trip.trip_id);
    expect(after).toMatchObject({ status: 'quoted', quote: { status: 'price_changed' }, totals: trip.totals });
    expect(items[0].price).toEqual(trip.items[0].price);
    expect(await pay(trip.trip_id)).toMatchObject({ status: 410, body: { error: { code: 'QUOTE_EXPIRED' } } });
    const accepted = await checkOut(trip.trip_id);
    expect(accepted.body.items[0]).toMatchObject({ price_changed: true, previous_price: trip.items[0].price });
    expect((await pay(trip.trip_id)).body.status).toBe('authorised');
  });

  test('max_price_increase draws the line', async () => {
    const trip = (await makeTrip(service, scenario('QAF'))).body;
    expect((await checkOut(trip.trip_id, { max_price_increase: { percent: 5 } })).body.error.code).toBe(
      'PRICE_CHANGED',
    );
    expect((await checkOut(trip.trip_id, { max_price_increase: { amount: 0.5 } })).body.error).toMatchObject({
      code: 'PRICE_CHANGED',
      message: expect.stringMatching(
        /^The trip has become USD \d+\.\d\d dearer, which is more than max_price_increase allows\./,
      ),
    });
    expect((await checkOut(trip.trip_id, { max_price_increase: { percent: 10 } })).body).toMatchObject({
      status: 'ready',
      price_changed: true,
    });
    expect((await checkOut(trip.trip_id, { max_price_increase: {} })).status).toBe(422);
  });

  test('an item that is gone says which, and the trip is a draft again', async () => {
    const trip = (await makeTrip(service, scenario('QAH'))).body;
    expect(await checkOut(trip.trip_id)).toMatchObject({
      status: 409,
      body: { error: { code: 'OFFER_UNAVAILABLE' }, items: [{ item_id: trip.items[0].item_id }] },
    });
    expect(await readTrip(trip.trip_id)).toMatchObject({ status: 'draft', quote: { status: 'none' } });
  });

  test('yen have no minor unit and dinars three places, all the way', async () => {
    for (const [destination, currency, places] of [
      ['QAQ', 'JPY', 0],
      ['QAR', 'KWD', 3],
    ] as const) {
      const { fares } = await searchFares(service, { ...scenario(destination), currency });
      const trip = await service.call('POST', '/v1/trip', {
        add_item: { trip_item_token: fares[0]?.trip_item_token },
        upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
      });
      const checkout = (await checkOut(trip.body.trip_id)).body;
      expect(checkout.total_amount).toEqual({ amount: fares[0]?.total_price.value, currency, decimal_places: places });
    }
  });
});

describe('what a checkout refuses', () => {
  test('missing details, named one by one', async () => {
    const { fares } = await searchFares(service, PARIS_LONDON);
    const trip = await service.call('POST', '/v1/trip', { add_item: { trip_item_token: fares[0]?.trip_item_token } });
    const empty = await checkOut(trip.body.trip_id);
    expect(empty).toMatchObject({ status: 422, body: { error: { code: 'MISSING_CUSTOMER_DETAILS' } } });
    expect(empty.body.missing.map((field: { path: string }) => field.path)).toEqual(['travelers', 'contact']);
    const bare = { first_name: 'Nellie', last_name: 'Bly', passenger_type: 'ADULT' };
    await service.call('POST', '/v1/trip', {
      trip_id: trip.body.trip_id,
      upsert_travelers: { travelers: [bare, bare] },
    });
    expect((await checkOut(trip.body.trip_id)).body.missing.map((field: { path: string }) => field.path)).toEqual([
      'travelers',
      'travelers[0].date_of_birth',
      'travelers[0].gender',
      'travelers[1].date_of_birth',
      'travelers[1].gender',
      'contact',
    ]);
    expect((await readTrip(trip.body.trip_id)).status).toBe('draft');
  });

  test("an empty trip and a stranger's", async () => {
    const empty = await service.call('POST', '/v1/trip', {});
    expect(await checkOut(empty.body.trip_id)).toMatchObject({ status: 422, body: { fields: [{ path: 'trip_id' }] } });
    const { tripId } = await makeCheckout(service, PARIS_LONDON);
    for (const path of ['/v1/checkout', '/v1/book', '/api/v1/shop/sync/checkout']) {
      expect((await service.call('POST', path, { trip_id: tripId }, stranger)).status).toBe(404);
    }
    expect((await service.call('GET', `/v1/trip/${tripId}/ledger`, undefined, stranger)).status).toBe(404);
  });
});

describe('paying', () => {
  test('a declined card leaves the trip quoted; another one books it, and the ledger balances', async () => {
    const { tripId, checkout } = await makeCheckout(service, PARIS_LONDON);
    expect((await pay(tripId, CARD_DECLINED)).body).toMatchObject({
      status: 'declined',
      decline_reason: 'card_declined',
    });
    expect(await readTrip(tripId)).toMatchObject({ status: 'quoted', quote: { status: 'ready' } });
    expect((await checkOut(tripId)).body).toEqual(checkout);
    expect((await pay(tripId)).body.status).toBe('authorised');
    const fulfilling = await readTrip(tripId);
    expect(fulfilling).toMatchObject({ status: 'fulfilling', fulfillment: { status: 'processing' } });
    expect(await service.call('POST', '/v1/trip', { trip_id: tripId, metadata: {} })).toMatchObject({
      status: 409,
      body: { status: 'fulfilling' },
    });
    await service.drain();
    const done = await readTrip(tripId);
    expect(done).toMatchObject({
      status: 'fulfilled',
      fulfillment: { status: 'completed' },
      booking_ref: fulfilling.booking_ref,
    });
    const ledger = (await service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
    expect(ledger).toMatchObject({ trip_id: tripId, balanced: true });
    expect(ledger.entries.map((entry: { step: string }) => entry.step)).toContain('capture');
    expect(await pay(tripId)).toMatchObject({ status: 409, body: { status: 'fulfilled' } });
  });

  test('while an attempt waits for the bank, writes and checkouts are refused for 15 minutes at most', async () => {
    const { tripId } = await makeCheckout(service, PARIS_LONDON);
    expect((await pay(tripId, '4000002500003155')).body.status).toBe('requires_action');
    for (const [path, body] of [
      ['/v1/trip', { metadata: { a: 'b' } }],
      ['/v1/checkout', {}],
      ['/v1/cancel_trip', {}],
      ['/v1/sandbox/pay', { card: CARD_OK }],
    ] as const) {
      expect(await service.call('POST', path, { trip_id: tripId, ...body })).toMatchObject({
        status: 409,
        body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'quoted' },
      });
    }
    await service.advance(15 * 60);
    expect((await checkOut(tripId)).status).toBe(200);
    expect((await pay(tripId)).body.status).toBe('authorised');
  });

  test('of two cards at the same moment one pays', async () => {
    const { tripId } = await makeCheckout(service, PARIS_LONDON);
    const answers = await Promise.all([pay(tripId), pay(tripId), pay(tripId)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });
});
