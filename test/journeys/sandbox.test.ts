import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCredits } from '../../src/metering/change-credits.ts';
import { publishEvent } from '../../src/webhooks/publish-event.ts';
import { startReceiver } from '../support/service/receiver.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let key: string;
const generous = { quotaCalls: 100_000, rate: { perSecond: 1_000, burst: 10_000 } };

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ key } = await service.makeKey(generous));
});

function call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  return service.call(method, path, body, { 'x-api-key': key, ...headers });
}

/** A trip from Paris to Tokyo, checked out and ready to be paid. */
async function checkedOutTrip(): Promise<string> {
  const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const found = await call('POST', '/v1/flight_search', {
    origin: 'PAR',
    destination: 'TYO',
    departure_date: departure,
    trip_type: 'oneway',
  });
  const token = found.body.live_offers[0].fares[0].trip_item_token;
  const travelers = [
    { first_name: 'Nellie', last_name: 'Bly', date_of_birth: '1984-05-05', gender: 'FEMALE', passenger_type: 'ADULT' },
  ];
  const contact = { email: 'nellie@example.com', phone: '+33612345678' };
  const trip = await call('POST', '/v1/trip', {
    add_item: { trip_item_token: token },
    upsert_travelers: { travelers, contact },
  });
  expect(trip.status).toBe(200);
  expect((await call('POST', '/v1/checkout', { trip_id: trip.body.trip_id })).status).toBe(200);
  return trip.body.trip_id;
}

describe('the clock', () => {
  test('moves forward for its own organization, by whole seconds, and stays there', async () => {
    const { key: stranger } = await service.makeKey(generous);
    const moved = await call('POST', '/v1/sandbox/clock', { advance_seconds: 86_400 });
    expect(moved.status).toBe(200);
    const ahead = Date.parse(moved.body.now) - Date.now();
    expect(Math.abs(ahead - 86_400_000)).toBeLessThan(60_000);
    await call('POST', '/v1/sandbox/clock', { advance_seconds: 0 });
    expect(Date.parse((await call('GET', '/v1/sandbox/clock')).body.now) - Date.now()).toBeGreaterThan(86_340_000);
    const theirs = await service.call('GET', '/v1/sandbox/clock', undefined, { 'x-api-key': stranger });
    expect(Math.abs(Date.parse(theirs.body.now) - Date.now())).toBeLessThan(60_000);
  });

  test('refuses to go back, to fractions and to the far future', async () => {
    for (const advance of [-1, 1.5, '60', 401 * 86_400, null]) {
      expect(await call('POST', '/v1/sandbox/clock', { advance_seconds: advance })).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'advance_seconds' }] },
      });
    }
  });
});

describe('paying', () => {
  test('a checked-out trip fulfils it, as the page would, with a card as text or as an object', async () => {
    for (const card of ['4242 4242 4242 4242', { number: '4242424242424242', holder: 'N. Bly' }]) {
      const tripId = await checkedOutTrip();
      const paid = await call('POST', '/v1/sandbox/pay', { trip_id: tripId, card });
      expect(paid).toMatchObject({
        status: 200,
        body: { trip_id: tripId, status: 'authorised', booking_ref: expect.stringMatching(/^BLY-/) },
      });
      await service.drain();
      expect((await call('GET', `/v1/trip/${tripId}`)).body.status).toBe('fulfilled');
      expect(await call('POST', '/v1/sandbox/pay', { trip_id: tripId, card })).toMatchObject({
        status: 409,
        body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'fulfilled' },
      });
    }
  });

  test('no card for an amount that is due is refused at the field, and the trip can be paid right after', async () => {
    const tripId = await checkedOutTrip();
    expect(await call('POST', '/v1/sandbox/pay', { trip_id: tripId })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'card' }] },
    });
    expect((await call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: '4242424242424242' })).body.status).toBe(
      'authorised',
    );
  });

  test('a declined card says why and may be followed by another', async () => {
    const tripId = await checkedOutTrip();
    expect((await call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: '4000000000009995' })).body).toMatchObject({
      status: 'declined',
      decline_reason: 'insufficient_funds',
    });
    expect((await call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: '4242424242424242' })).body.status).toBe(
      'authorised',
    );
  });

  test('a card with a challenge waits for it, or has it answered', async () => {
    const waiting = await checkedOutTrip();
    expect((await call('POST', '/v1/sandbox/pay', { trip_id: waiting, card: '4000002500003155' })).body.status).toBe(
      'requires_action',
    );
    const approved = await checkedOutTrip();
    expect(
      (await call('POST', '/v1/sandbox/pay', { trip_id: approved, card: '4000002500003155', challenge: 'approve' }))
        .body.status,
    ).toBe('authorised');
    const rejected = await checkedOutTrip();
    expect(
      (await call('POST', '/v1/sandbox/pay', { trip_id: rejected, card: '4000002500003155', challenge: 'reject' })).body
        .status,
    ).toBe('declined');
  });

  test.each([
    ['', { card: '4242424242424242' }],
    [', after a 3DS pause too,', { card: '4000002500003155', challenge: 'approve' }],
  ])(
    'an authorisation that takes longer than the quote lives%s is judged when it becomes known',
    async (_pause, means) => {
      const tripId = await checkedOutTrip();
      const paid = await call('POST', '/v1/sandbox/pay', { trip_id: tripId, ...means, authorise_delay_seconds: 400 });
      expect(paid.body.status).toBe('processing');
      await service.drain();
      expect((await call('GET', `/v1/trip/${tripId}`)).body.status).toBe('quoted');
      await call('POST', '/v1/sandbox/clock', { advance_seconds: 500 });
      await service.drain();
      expect((await call('GET', `/v1/trip/${tripId}`)).body).toMatchObject({
        status: 'fulfilled',
        booking_ref: expect.stringMatching(/^BLY-/),
      });
    },
  );

  test('refuses what cannot be paid', async () => {
    expect(await call('POST', '/v1/sandbox/pay', { trip_id: 'trip_none', card: '4242424242424242' })).toMatchObject({
      status: 404,
    });
    expect(await call('POST', '/v1/sandbox/pay', { trip_id: 'trip_none', card: 'four' })).toMatchObject({
      status: 422,
    });
    const { body: draft } = await call('POST', '/v1/trip', {});
    expect(await call('POST', '/v1/sandbox/pay', { trip_id: draft.trip_id, card: '4242424242424242' })).toMatchObject({
      status: 409,
      body: { status: 'draft' },
    });
    const tripId = await checkedOutTrip();
    await call('POST', '/v1/sandbox/clock', { advance_seconds: 301 });
    expect(await call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: '4242424242424242' })).toMatchObject({
      status: 410,
      body: { error: { code: 'QUOTE_EXPIRED' } },
    });
  });
});

describe('credits', () => {
  test('top the balance up by whole amounts', async () => {
    const { body: before } = await call('POST', '/v1/sandbox/credits', { amount: 1 });
    expect((await call('POST', '/v1/sandbox/credits', { amount: 500 })).body.balance).toBe(before.balance + 500);
    for (const amount of [0, -5, 1.5, '10'])
      expect((await call('POST', '/v1/sandbox/credits', { amount })).status).toBe(422);
  });
});

describe('a reset', () => {
  test('forgets trips, bookings and events, restores clock and balance, keeps keys and webhooks', async () => {
    const receiver = await startReceiver();
    const { body: webhook } = await call('POST', '/v1/webhooks', { url: receiver.url, events: ['booking.completed'] });
    const tripId = await checkedOutTrip();
    const { body: paid } = await call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: '4242424242424242' });
    await service.drain();
    expect(receiver.received).toHaveLength(1);
    await call('POST', '/v1/sandbox/clock', { advance_seconds: 3_600 });

    const reset = await call('POST', '/v1/sandbox/reset');
    expect(reset).toMatchObject({ status: 200, body: { balance: 100_000 } });
    expect(Math.abs(Date.parse((await call('GET', '/v1/sandbox/clock')).body.now) - Date.now())).toBeLessThan(60_000);
    expect((await call('GET', `/v1/trip/${tripId}`)).status).toBe(404);
    expect((await call('POST', '/v1/get_booking', { booking_ref: paid.booking_ref, last_name: 'Bly' })).status).toBe(
      404,
    );
    expect((await call('GET', '/v1/events')).body.events).toEqual([]);
    expect((await call('GET', '/v1/webhooks')).body.webhooks).toMatchObject([{ id: webhook.id, status: 'active' }]);
    expect(await checkedOutTrip()).toMatch(/^trip_/);
    await receiver.close();
  });
});

test('a reset forgets the Idempotency-Keys of what it deletes, and keeps those of what it keeps', async () => {
  const keyed = (path: string, body: object) => call('POST', path, body, { 'idempotency-key': `reset ${path}` });
  const webhook = { url: 'http://127.0.0.1:9/', events: ['booking.completed'] };
  const trip = await keyed('/v1/trip', {});
  const { body: endpoint } = await keyed('/v1/webhooks', webhook);
  const reset = await keyed('/v1/sandbox/reset', {});
  expect(reset.status).toBe(200);
  const repeated = await keyed('/v1/trip', {});
  expect(repeated.body.trip_id).not.toBe(trip.body.trip_id);
  expect((await keyed('/v1/trip', {})).body.trip_id).toBe(repeated.body.trip_id);
  expect((await keyed('/v1/webhooks', webhook)).body.id).toBe(endpoint.id);
  expect((await keyed('/v1/sandbox/reset', {})).headers.get('idempotent-replayed')).toBe('true');
  expect((await call('GET', `/v1/trip/${repeated.body.trip_id}`)).status).toBe(200);
});

describe('production', () => {
  test('has none of these paths, calls no local address, and its events are live', async () => {
    const production = await startService({
      config: { environment: 'production', bootstrapApiKey: undefined, webhookAllowLocal: false },
      flightSuppliers: [],
    });
    const { key: live, organizationId } = await production.makeKey();
    await addCredits(production.app, organizationId, 1_000);
    for (const [method, path, body] of [
      ['GET', '/v1/sandbox/clock', undefined],
      ['POST', '/v1/sandbox/clock', { advance_seconds: 1 }],
      ['POST', '/v1/sandbox/pay', {}],
      ['POST', '/v1/sandbox/credits', { amount: 1 }],
      ['POST', '/v1/sandbox/reset', {}],
      ['POST', '/v1/sandbox/bookings', { kind: 'car' }],
      ['POST', '/v1/sandbox/bookings/BLY-AAAAAA/schedule_change', {}],
    ] as const) {
      expect(await production.call(method, path, body, { 'x-api-key': live })).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      });
    }
    for (const url of [
      'http://hooks.example.com/',
      'http://127.0.0.1:4000/',
      'https://localhost/',
      'https://127.0.0.1/',
    ]) {
      expect(
        await production.call('POST', '/v1/webhooks', { url, events: ['booking.failed'] }, { 'x-api-key': live }),
      ).toMatchObject({ status: 422, body: { fields: [{ path: 'url' }] } });
    }
    await production.app.db.transaction((tx) =>
      publishEvent(
        tx,
        {
          organizationId,
          type: 'booking.completed',
          bookingRef: 'BLY-ABCDEF',
          status: 'confirmed',
          occurredAt: new Date(),
        },
        production.app,
      ),
    );
    const { body: feed } = await production.call('GET', '/v1/events', undefined, { 'x-api-key': live });
    expect(feed.events).toMatchObject([{ booking_ref: 'BLY-ABCDEF', livemode: true }]);
    await production.close();
  });
});
