import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { SupplierFailure } from '../../src/suppliers/ports/supplier.ts';
import { startScripted } from '../support/suppliers/scripted-supplier.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CARD_OK, CONTACT, departureDate, NELLIE } from '../support/faults/trip-journeys.ts';

const ROUTE = { origin: 'QAA', destination: 'QAK' } as const;
let service: TestService;
let stranger: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService();
  stranger = { 'x-api-key': (await service.makeKey()).key };
});
afterAll(() => service.close());

interface SeatOnWire {
  readonly seat_number: string;
  readonly availability: string;
  readonly features: readonly string[];
  readonly price: { readonly value: number; readonly currency: string };
}
const seatsIn = (
  maps: readonly { readonly rows: readonly { readonly seats: readonly SeatOnWire[] }[] }[],
): readonly SeatOnWire[] => maps.flatMap((map) => map.rows.flatMap((row) => row.seats));
function freeSeat(maps: Parameters<typeof seatsIn>[0], feature = 'middle'): SeatOnWire {
  const seat = seatsIn(maps).find(
    ({ availability, features }) => availability === 'available' && features.join() === feature,
  );
  if (!seat) throw new Error(`no ${feature} seat is free`);
  return seat;
}
const post = (path: string, body: unknown, headers = {}) => service.call('POST', path, body, headers);
const writeTrip = (body: unknown, headers = {}) => post('/v1/trip', body, headers);
const seatMapsOf = async (tripId: string, headers = {}) =>
  (await service.call('GET', `/v1/trip/${tripId}/seat_maps`, undefined, headers)).body;

/** The first fare of a route and the seats it shows. */
async function shop(
  route: { readonly origin: string; readonly destination: string } = ROUTE,
  more: object = {},
  headers = {},
) {
  const found = await post('/v1/flight_search', { ...route, departure_date: departureDate(), ...more }, headers);
  const [listed] = found.body.live_offers;
  const repriced = await post('/v1/flight_search', { offer_token: listed.offer_token }, headers);
  const [offer] = repriced.body.live_offers;
  return {
    listed,
    offer,
    maps: offer.seat_maps,
    token: String(offer.fares[0].trip_item_token),
    total: Number(offer.fares[0].total_price.value),
  };
}
/** A trip of one adult with one seat, ready for checkout. */
async function seatedTrip(token: string, seatNumber: string, headers = {}) {
  const answer = await writeTrip(
    {
      add_item: { trip_item_token: token, seats: [{ segment_id: 's1-1', seat_number: seatNumber }] },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    },
    headers,
  );
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

describe('seeing seats', () => {
  test("lists have no seat maps; re-pricing one offer shows every segment's, in the currency asked for", async () => {
    const { listed, offer, maps } = await shop({ origin: 'PAR', destination: 'NYC' });
    expect(listed.seat_maps).toEqual([]);
    const segments = offer.outbound_flight.segments.map((segment: { segment_id: string }) => segment.segment_id);
    expect(maps.map((map: { segment_id: string }) => map.segment_id)).toEqual(segments);
    expect(maps[0]).toMatchObject({
      cabin_class: 'economy',
      aircraft_type: offer.outbound_flight.segments[0].aircraft_code,
    });
    const seats = seatsIn(maps);
    expect(new Set(seats.map((seat) => seat.availability))).toEqual(new Set(['available', 'occupied', 'blocked']));
    expect(seats.every((seat) => Number.isInteger(seat.price.value) && seat.price.currency === 'USD')).toBe(true);
  });

  test("a trip shows the seats of its own fare and what is chosen; an empty trip has none, a stranger's is not found", async () => {
    const { maps, token } = await shop();
    const seat = freeSeat(maps);
    const trip = await seatedTrip(token, seat.seat_number);
    const selected = {
      segment_id: 's1-1',
      pax_ref_id: trip.travelers[0].pax_ref_id,
      seat_number: seat.seat_number,
      price: seat.price,
    };
    expect(await seatMapsOf(trip.trip_id)).toEqual({
      trip_id: trip.trip_id,
      items: [{ item_id: trip.items[0].item_id, seat_maps: maps, selected_seats: [selected] }],
    });
    const empty = await writeTrip({});
    expect(await seatMapsOf(empty.body.trip_id)).toEqual({ trip_id: empty.body.trip_id, items: [] });
    const [mine, none] = [trip.trip_id, 'trip_none'].map((id) =>
      service.call('GET', `/v1/trip/${id}/seat_maps`, undefined, stranger),
    );
    expect(await mine).toMatchObject({ status: 404, body: (await none)?.body });
  });
});

describe('choosing seats', () => {
  test("a seat is in the item's details and price; other seats replace it, none removes it, a repeat changes nothing", async () => {
    const { maps, token, total } = await shop();
    const seat = freeSeat(maps);
    const trip = await seatedTrip(token, seat.seat_number);
    expect(trip.actions_performed).toEqual(['created', 'item_added', 'travelers_updated', 'seats_selected']);
    expect(trip.items[0].details.seats).toEqual([
      {
        segment_id: 's1-1',
        pax_ref_id: trip.travelers[0].pax_ref_id,
        seat_number: seat.seat_number,
        price: { amount: seat.price.value, currency: 'USD', decimal_places: 2 },
      },
    ]);
    expect(trip.totals.total).toBe(total + seat.price.value);
    const again = (seats?: readonly object[]) =>
      writeTrip({ trip_id: trip.trip_id, add_item: { trip_item_token: token, ...(seats ? { seats } : {}) } });
    expect((await again()).body).toEqual({ ...trip, actions_performed: [] });
    expect((await again([{ segment_id: 's1-1', seat_number: seat.seat_number }])).body).toEqual({
      ...trip,
      actions_performed: [],
    });
    const legroom = freeSeat(maps, 'middle,exit_row,extra_legroom');
    const moved = await again([
      { segment_id: 's1-1', seat_number: legroom.seat_number, pax_ref_id: trip.travelers[0].pax_ref_id },
    ]);
    expect(moved.body).toMatchObject({
      actions_performed: ['seats_selected'],
      totals: { total: total + legroom.price.value },
    });
    expect((await again([])).body).toMatchObject({ totals: { total }, items: [{ details: { seats: [] } }] });
  });

  test('bad lines are named where they stand, in both forms', async () => {
    const { token } = await shop();
    const seats = [{ segment_id: 's1-1', pax_ref_id: 'pax_none', seat_number: '99Z' }];
    const travelers = { travelers: [NELLIE], contact: CONTACT };
    const flat = await writeTrip({ add_item: { trip_item_token: token, seats }, upsert_travelers: travelers });
    expect(flat.status).toBe(422);
    expect(flat.body.fields.map((field: { path: string }) => field.path)).toEqual([
      'add_item.seats[0].seat_number',
      'add_item.seats[0].pax_ref_id',
    ]);
    const actions = [
      { action: 'create' },
      { action: 'add_product', trip_item_token: token, seats },
      { action: 'set_travelers', ...travelers },
    ];
    const listed = await post('/api/v1/shop/sync', { actions });
    expect(listed.body.fields.map((field: { path: string }) => field.path)).toEqual([
      'actions[1].seats[0].seat_number',
      'actions[1].seats[0].pax_ref_id',
    ]);
  });

  test('a trip stored before seats could be chosen has none', async () => {
    const { token } = await shop();
    const made = (await writeTrip({ add_item: { trip_item_token: token } })).body;
    await sql`update trip set items = (items #- '{0,seats}') where trip_id = ${made.trip_id}`.execute(service.app.db.q);
    expect((await service.call('GET', `/v1/trip/${made.trip_id}`)).body).toEqual({ ...made, actions_performed: [] });
  });

  test('changing a seat makes a quoted trip a draft again', async () => {
    const { maps, token } = await shop();
    const trip = await seatedTrip(token, freeSeat(maps).seat_number);
    await post('/v1/checkout', { trip_id: trip.trip_id });
    const changed = await writeTrip({ trip_id: trip.trip_id, add_item: { trip_item_token: token, seats: [] } });
    expect(changed.body).toMatchObject({ status: 'draft', quote: { status: 'none' } });
  });
});

describe('buying seats', () => {
  test('from search to booking: the seat is charged, shown, booked, and taken for this organization alone', async () => {
    const { maps, token, total } = await shop();
    const seat = freeSeat(maps);
    const trip = await seatedTrip(token, seat.seat_number);
    const checkout = await post('/v1/checkout', { trip_id: trip.trip_id });
    expect(checkout.body).toMatchObject({
      price_changed: false,
      total_amount: { amount: total + seat.price.value },
      items: [{ selected_seats: trip.items[0].details.seats }],
    });
    const page = await fetch(checkout.body.checkout_url).then((answer) => answer.text());
    expect(page).toContain(`Seat ${seat.seat_number}`);
    await post('/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
    await service.drain();
    const done = (await service.call('GET', `/v1/trip/${trip.trip_id}`)).body;
    expect(done).toMatchObject({ status: 'fulfilled', totals: { total: total + seat.price.value } });
    const { booking } = (await post('/v1/get_booking', { booking_ref: done.booking_ref, last_name: 'Bly' })).body;
    expect(booking.items[0].details.seats).toEqual(trip.items[0].details.seats);
    expect(booking.total_paid.amount).toBe(total + seat.price.value);
    expect((await service.call('GET', `/v1/trip/${trip.trip_id}/ledger`)).body.balanced).toBe(true);
    const stateFor = async (headers: object) =>
      seatsIn((await shop(ROUTE, {}, headers)).maps).find(({ seat_number }) => seat_number === seat.seat_number)
        ?.availability;
    expect([await stateFor({}), await stateFor(stranger)]).toEqual(['occupied', 'available']);
  });

  test('a seat taken since is named at checkout, the trip is a draft again, and another seat can be bought', async () => {
    const { maps, token } = await shop();
    const [seat, other] = [freeSeat(maps, 'window'), freeSeat(maps, 'aisle')];
    const [first, second] = [await seatedTrip(token, seat.seat_number), await seatedTrip(token, seat.seat_number)];
    await post('/v1/checkout', { trip_id: first.trip_id });
    await post('/v1/sandbox/pay', { trip_id: first.trip_id, card: CARD_OK });
    await service.drain();
    const late = await post('/v1/checkout', { trip_id: second.trip_id });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'OFFER_UNAVAILABLE' } } });
    expect(late.body.items).toEqual([
      {
        item_id: second.items[0].item_id,
        reason: expect.stringContaining(`seat ${seat.seat_number} on Q1`),
        seats: [{ segment_id: 's1-1', seat_number: seat.seat_number }],
      },
    ]);
    expect((await service.call('GET', `/v1/trip/${second.trip_id}`)).body.status).toBe('draft');
    const choose = (seat_number: string) =>
      writeTrip({
        trip_id: second.trip_id,
        add_item: { trip_item_token: token, seats: [{ segment_id: 's1-1', seat_number }] },
      });
    expect((await choose(other.seat_number)).status).toBe(200);
    expect(await choose(seat.seat_number)).toMatchObject({
      status: 409,
      body: { error: { code: 'OFFER_UNAVAILABLE' }, items: [{ segment_id: 's1-1', seat_number: seat.seat_number }] },
    });
    expect((await post('/v1/checkout', { trip_id: second.trip_id })).status).toBe(200);
  });

  test("two trips pay for one seat at once: one is booked, the other's money is released, and the books balance", async () => {
    const { maps, token } = await shop();
    const seat = freeSeat(maps, 'window');
    const trips = [await seatedTrip(token, seat.seat_number), await seatedTrip(token, seat.seat_number)];
    for (const trip of trips) expect((await post('/v1/checkout', { trip_id: trip.trip_id })).status).toBe(200);
    await Promise.all(trips.map((trip) => post('/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK })));
    await service.drain();
    const ends = await Promise.all(
      trips.map(async (trip) => (await service.call('GET', `/v1/trip/${trip.trip_id}`)).body),
    );
    expect(ends.map((trip) => trip.status).sort()).toEqual(['failed', 'fulfilled']);
    expect(ends.find((trip) => trip.status === 'failed')?.totals.total).toBe(0);
    expect((await reconcile(service.app)).problems).toEqual([]);
  });

  test('a trip that is undone because another flight was refused gives its seat back', async () => {
    const { maps, token } = await shop();
    const refused = await shop({ origin: 'QAA', destination: 'QAI' });
    const seat = freeSeat(maps, 'aisle');
    const trip = await seatedTrip(token, seat.seat_number);
    await writeTrip({ trip_id: trip.trip_id, add_item: { trip_item_token: refused.token } });
    await post('/v1/checkout', { trip_id: trip.trip_id });
    await post('/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK });
    await service.drain();
    expect((await service.call('GET', `/v1/trip/${trip.trip_id}`)).body.status).toBe('failed');
    expect(seatsIn((await shop()).maps).find(({ seat_number }) => seat_number === seat.seat_number)?.availability).toBe(
      'available',
    );
    expect((await reconcile(service.app)).problems).toEqual([]);
  });

  test('a quote that ran out before the money came is priced again with its seat, and the seat is still booked', async () => {
    const { maps, token } = await shop();
    const seat = freeSeat(maps, 'window');
    const trip = await seatedTrip(token, seat.seat_number);
    await post('/v1/checkout', { trip_id: trip.trip_id });
    await post('/v1/sandbox/pay', { trip_id: trip.trip_id, card: CARD_OK, authorise_delay_seconds: 400 });
    await service.advance(401);
    const done = (await service.call('GET', `/v1/trip/${trip.trip_id}`)).body;
    expect(done).toMatchObject({
      status: 'fulfilled',
      totals: trip.totals,
      items: [{ details: { seats: trip.items[0].details.seats } }],
    });
    expect(seatsIn((await shop()).maps).find(({ seat_number }) => seat_number === seat.seat_number)?.availability).toBe(
      'occupied',
    );
    expect((await reconcile(service.app)).problems).toEqual([]);
  });

  test("seats are charged in the trip's currency, each converted by itself", async () => {
    const { maps, token } = await shop(ROUTE, { adults: 2, currency: 'JPY' });
    const [one, two] = [freeSeat(maps, 'window'), freeSeat(maps, 'aisle')];
    const robert = { ...NELLIE, first_name: 'Robert', gender: 'MALE' };
    const made = await writeTrip({
      add_item: { trip_item_token: token },
      upsert_travelers: { travelers: [NELLIE, robert], contact: CONTACT },
    });
    const [nellie, other] = made.body.travelers.map((traveler: { pax_ref_id: string }) => traveler.pax_ref_id);
    const seats = [
      { segment_id: 's1-1', pax_ref_id: nellie, seat_number: one.seat_number },
      { segment_id: 's1-1', pax_ref_id: other, seat_number: two.seat_number },
    ];
    const seated = await writeTrip({ trip_id: made.body.trip_id, add_item: { trip_item_token: token, seats } });
    expect(seated.body.totals).toEqual({
      total: made.body.totals.total + one.price.value + two.price.value,
      currency: 'JPY',
      decimal_places: 0,
    });
    const alone = await writeTrip({
      trip_id: made.body.trip_id,
      upsert_travelers: { travelers: [NELLIE, { ...robert, first_name: 'Elizabeth', last_name: 'Bisland' }, robert] },
    });
    expect(alone.body.items[0].details.seats).toHaveLength(2);
    const gone = await post('/api/v1/shop/sync', {
      trip_id: made.body.trip_id,
      actions: [{ action: 'remove_travelers', pax_ref_ids: [other] }],
    });
    expect(gone.body).toMatchObject({
      actions_performed: ['travelers_updated', 'seats_selected'],
      items: [{ details: { seats: [{ pax_ref_id: nellie }] } }],
    });
  });
});

describe('a supplier that is wilful about seats', () => {
  test('moved seat prices are moved prices; while it is silent an offer is shown without seats, nothing is chosen, and a checkout gives the trip back', async () => {
    const scripted = await startScripted({ isBookIdempotent: true });
    try {
      const { script, flights } = scripted;
      const call = (path: string, body: unknown) => scripted.service.call('POST', path, body);
      const found = await call('/v1/flight_search', { ...ROUTE, departure_date: departureDate() });
      const [offer] = found.body.live_offers;
      const token = offer.fares[0].trip_item_token;
      const repriced = await call('/v1/flight_search', { offer_token: offer.offer_token });
      const seat = freeSeat(repriced.body.live_offers[0].seat_maps);
      const add_item = { trip_item_token: token, seats: [{ segment_id: 's1-1', seat_number: seat.seat_number }] };
      const trip = (await call('/v1/trip', { add_item, upsert_travelers: { travelers: [NELLIE], contact: CONTACT } }))
        .body;

      script.flights.seatMaps = () => Promise.reject(new SupplierFailure('unavailable', 'seats are down'));
      expect(
        (await call('/v1/flight_search', { offer_token: offer.offer_token })).body.live_offers[0].seat_maps,
      ).toEqual([]);
      expect((await call('/v1/trip', { trip_id: trip.trip_id, add_item })).body).toEqual({
        ...trip,
        actions_performed: [],
      });
      expect(
        (
          await call('/v1/trip', {
            trip_id: trip.trip_id,
            add_item: { ...add_item, seats: [{ segment_id: 's1-1', seat_number: '1A' }] },
          })
        ).status,
      ).toBe(503);
      expect((await call('/v1/checkout', { trip_id: trip.trip_id })).status).toBe(503);
      expect((await scripted.service.call('GET', `/v1/trip/${trip.trip_id}/seat_maps`)).status).toBe(503);

      script.flights.seatMaps = async (keys, context) => {
        const maps = (await flights.seatMaps?.(keys, context)) ?? [];
        const dearer = <
          T extends { readonly price: { readonly value: number; readonly currency: string } | undefined },
        >(
          held: T,
        ): T => ({ ...held, price: held.price && { ...held.price, value: held.price.value + 100 } });
        return maps.map((map) => ({ ...map, rows: map.rows.map((row) => ({ ...row, seats: row.seats.map(dearer) })) }));
      };
      const refused = await call('/v1/checkout', { trip_id: trip.trip_id, fail_on_price_change: true });
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { code: 'PRICE_CHANGED' }, items: [{ price: { amount: trip.totals.total + 100 } }] },
      });
      const accepted = await call('/v1/checkout', { trip_id: trip.trip_id });
      expect(accepted.body).toMatchObject({
        price_changed: true,
        total_amount: { amount: trip.totals.total + 100 },
        items: [{ selected_seats: [{ price: { amount: seat.price.value + 100 } }] }],
      });
    } finally {
      await scripted.close();
    }
  });
});
