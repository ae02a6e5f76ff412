import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service/service.ts';
import { CONTACT, departureDate, makeTrip, NELLIE, searchFares } from '../support/faults/trip-journeys.ts';

const PARIS_LONDON = { origin: 'PAR', destination: 'LON' } as const;
const dayAndALittle = 24 * 3_600 + 1;
let service: TestService;
let stranger: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService();
  stranger = { 'x-api-key': (await service.makeKey()).key };
});
afterAll(() => service.close());

const readTrip = (tripId: string) => service.call('GET', `/v1/trip/${tripId}`);
const writeTrip = (body: unknown, headers = {}) => service.call('POST', '/v1/trip', body, headers);

describe('making a trip', () => {
  test('one call makes it, adds a flight and sets the travelers', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    expect(body).toMatchObject({
      status: 'draft',
      actions_performed: ['created', 'item_added', 'travelers_updated'],
      quote: { status: 'none' },
      fulfillment: { status: 'pending' },
      travelers: [{ first_name: 'Nellie', passenger_type: 'ADULT' }],
      contact: CONTACT,
      bookings: [],
    });
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({ type: 'flight', status: 'added' });
    expect(body.items[0].details.slices[0].segments[0].depart.time_local).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/);
    expect(body.totals.total).toBe(body.items[0].price.amount);
    expect(body.travelers[0].pax_ref_id).toMatch(/^pax_/);
    expect((await readTrip(body.trip_id)).body).toEqual({ ...body, actions_performed: [] });
  });

  test('of an offer the fare that was chosen is kept, and no other', async () => {
    const { body: found } = await service.call('POST', '/v1/flight_search', {
      ...PARIS_LONDON,
      departure_date: departureDate(),
    });
    const [, second] = found.live_offers[0].fares;
    const { body: made } = await writeTrip({ add_item: { trip_item_token: second.trip_item_token } });
    const { body } = await readTrip(made.trip_id);
    expect([body.items[0].details.brand_name, body.items[0].price.amount]).toEqual([
      second.brand_name,
      second.total_price.value,
    ]);
  });

  test('without a trip_id every call makes another trip', async () => {
    const [first, second] = [await writeTrip({}), await writeTrip({})];
    expect(first.body.actions_performed).toEqual(['created']);
    expect(first.body.totals).toEqual({ total: 0, currency: 'USD', decimal_places: 2 });
    expect(second.body.trip_id).not.toBe(first.body.trip_id);
  });

  test('the same Idempotency-Key makes one trip', async () => {
    const first = await writeTrip({ metadata: { ref: 'a' } }, { 'idempotency-key': 'trip-once' });
    const second = await writeTrip({ metadata: { ref: 'a' } }, { 'idempotency-key': 'trip-once' });
    expect(second.body.trip_id).toBe(first.body.trip_id);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('writing to a trip', () => {
  test('the same offer twice leaves one item, the same travelers twice one set, and nothing is touched', async () => {
    const { fares } = await searchFares(service, PARIS_LONDON);
    const write = {
      add_item: { trip_item_token: fares[0]?.trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    };
    const first = await writeTrip(write);
    // Another search answers another token of the same fare: identity is what it names, not its text.
    const again = (await searchFares(service, PARIS_LONDON)).fares[0]?.trip_item_token;
    const second = await writeTrip({ ...write, add_item: { trip_item_token: again }, trip_id: first.body.trip_id });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ ...first.body, actions_performed: [] });
  });

  test('travelers replace the set, and whoever was there keeps the id', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const robert = { ...NELLIE, first_name: 'Robert', gender: 'MALE' };
    const changed = await writeTrip({
      trip_id: body.trip_id,
      upsert_travelers: { travelers: [robert, { ...NELLIE, title: 'Ms' }] },
    });
    expect(changed.body.travelers.map((traveler: { first_name: string }) => traveler.first_name)).toEqual([
      'Robert',
      'Nellie',
    ]);
    expect(changed.body.travelers[1]).toMatchObject({ pax_ref_id: body.travelers[0].pax_ref_id, title: 'Ms' });
    expect(changed.body.contact).toEqual(CONTACT);
  });

  test('parts are applied in order, all of them or none', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const { fares } = await searchFares(service, { origin: 'PAR', destination: 'ROM' });
    const failed = await writeTrip({
      trip_id: body.trip_id,
      remove_item: { item_id: body.items[0].item_id },
      add_item: { trip_item_token: fares[0]?.trip_item_token },
      select_ancillaries: { item_id: 'itm_none', selections: [] },
    });
    expect(failed).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expect((await readTrip(body.trip_id)).body.items).toEqual(body.items);
    const done = await writeTrip({
      trip_id: body.trip_id,
      remove_item: { item_id: body.items[0].item_id },
      add_item: { trip_item_token: fares[0]?.trip_item_token },
    });
    expect(done.body.actions_performed).toEqual(['item_removed', 'item_added']);
    expect(done.body.items).toHaveLength(1);
    expect(done.body.items[0].item_id).not.toBe(body.items[0].item_id);
  });

  test('two writers at once both apply', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const { fares } = await searchFares(service, { origin: 'PAR', destination: 'ROM' });
    const answers = await Promise.all([
      writeTrip({ trip_id: body.trip_id, add_item: { trip_item_token: fares[0]?.trip_item_token } }),
      writeTrip({ trip_id: body.trip_id, upsert_travelers: { contact: { ...CONTACT, email: 'other@example.com' } } }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const { items, contact } = (await readTrip(body.trip_id)).body;
    expect(items).toHaveLength(2);
    expect(contact.email).toBe('other@example.com');
  });

  test('the currency converts every item, and an unsupported one says which are', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const yen = await writeTrip({ trip_id: body.trip_id, currency: 'JPY' });
    expect(yen.body.totals).toMatchObject({ currency: 'JPY', decimal_places: 0 });
    expect(yen.body.items[0].price.currency).toBe('JPY');
    expect(yen.body.items[0].origin_price).toEqual(body.items[0].origin_price);
    const none = await writeTrip({ trip_id: body.trip_id, currency: 'XXQ' });
    expect(none).toMatchObject({ status: 422, body: { error: { code: 'CURRENCY_UNSUPPORTED' } } });
    expect(none.body.supported).toContain('EUR');
    for (const currency of ['eur', 'EURO', ''])
      expect(await writeTrip({ trip_id: body.trip_id, currency }), currency).toMatchObject({
        status: 422,
        body: none.body,
      });
  });

  test('a chosen extra is priced, replaced as a whole and removed by an empty list', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const listed = await service.call('GET', `/v1/trip/${body.trip_id}/ancillaries`);
    const [extra] = listed.body.items[0].available_ancillaries;
    const selection = {
      trip_id: body.trip_id,
      item_id: body.items[0].item_id,
      selections: [{ offer_id: extra.offer_id, quantity: 1 }],
    };
    const chosen = await service.call('POST', '/v1/select_ancillaries', selection);
    expect(chosen.body.actions_performed).toEqual(['ancillaries_selected']);
    expect(chosen.body.items[0].selected_ancillaries).toEqual([
      { offer_id: extra.offer_id, pax_ref_id: body.travelers[0].pax_ref_id, quantity: 1 },
    ]);
    expect(chosen.body.totals.total).toBeGreaterThan(body.totals.total);
    expect((await service.call('POST', '/v1/select_ancillaries', selection)).body.actions_performed).toEqual([]);
    const removed = await service.call('POST', '/v1/select_ancillaries', { ...selection, selections: [] });
    expect(removed.body.totals).toEqual(body.totals);
    await service.call('POST', '/v1/select_ancillaries', selection);
    const rename = (first_name: string, more = {}) =>
      writeTrip({ trip_id: body.trip_id, upsert_travelers: { travelers: [{ ...NELLIE, first_name, ...more }] } });
    expect((await rename('Nelly')).body).toMatchObject({
      actions_performed: ['travelers_updated'],
      items: chosen.body.items,
      totals: chosen.body.totals,
    });
    const other = await rename('Tim', { passenger_type: 'CHILD', date_of_birth: '2018-05-05' });
    expect(other.body).toMatchObject({
      actions_performed: ['travelers_updated', 'ancillaries_selected'],
      totals: body.totals,
    });
    const tooMany = await service.call('POST', '/v1/select_ancillaries', {
      ...selection,
      selections: [{ offer_id: extra.offer_id, quantity: 20 }],
    });
    expect(tooMany.body.fields[0].path).toBe('selections[0].quantity');
  });
});

describe('bad input', () => {
  test('a stranger gets the same answer as for a trip that does not exist', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const mine = await service.call('GET', `/v1/trip/${body.trip_id}`, undefined, stranger);
    const none = await service.call('GET', '/v1/trip/trip_none', undefined, stranger);
    expect(mine.status).toBe(404);
    expect(mine.body).toEqual(none.body);
    expect((await writeTrip({ trip_id: body.trip_id, currency: 'EUR' }, stranger)).status).toBe(404);
    expect((await service.call('POST', '/v1/cancel_trip', { trip_id: body.trip_id }, stranger)).status).toBe(404);
    expect((await service.call('GET', '/v1/trips', undefined, stranger)).body.trips).toEqual([]);
  });

  test("a tampered token, another organization's, an offer token and an expired one each say so", async () => {
    const { fares, offerToken } = await searchFares(service, PARIS_LONDON);
    const token = String(fares[0]?.trip_item_token);
    const altered = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    expect(await writeTrip({ add_item: { trip_item_token: altered } })).toMatchObject({
      status: 422,
      body: { error: { code: 'BAD_REQUEST' } },
    });
    expect((await writeTrip({ add_item: { trip_item_token: token } }, stranger)).status).toBe(422);
    const wrongKind = await writeTrip({ add_item: { trip_item_token: offerToken } });
    expect(wrongKind.body.fields[0]).toMatchObject({
      path: 'add_item.trip_item_token',
      problem: expect.stringContaining('trip_item_token'),
    });
    const { fares: old } = await searchFares(service, { origin: 'QAA', destination: 'QAE' });
    expect(await writeTrip({ add_item: { trip_item_token: old[0]?.trip_item_token } })).toMatchObject({
      status: 410,
      body: { error: { code: 'OFFER_EXPIRED' } },
    });
  });

  test('wrong travelers are named field by field', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const wrong = await writeTrip({
      upsert_travelers: {
        travelers: [{ first_name: '', last_name: 'Bly', passenger_type: 'PILOT', date_of_birth: '2026-02-30' }],
        contact: { email: 'x', phone: '12' },
      },
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.fields.map((field: { path: string }) => field.path).sort()).toEqual([
      'upsert_travelers.contact.email',
      'upsert_travelers.contact.phone',
      'upsert_travelers.travelers[0].date_of_birth',
      'upsert_travelers.travelers[0].first_name',
      'upsert_travelers.travelers[0].passenger_type',
    ]);
    const child = await writeTrip({
      trip_id: body.trip_id,
      upsert_travelers: { travelers: [{ ...NELLIE, passenger_type: 'CHILD' }] },
    });
    expect(child.body.fields[0].path).toBe('upsert_travelers.travelers[0].date_of_birth');
  });
});

describe('travelers nobody can book', () => {
  const problemsOf = async (...travelers: readonly object[]) => {
    const { status, body } = await writeTrip({ upsert_travelers: { travelers } });
    expect(status).toBe(422);
    return body.fields.map((field: { path: string }) => field.path.replace('upsert_travelers.', ''));
  };

  test('what belongs to a passport is refused without its number, never dropped', async () => {
    expect(await problemsOf({ ...NELLIE, passport_expiry: '2036-01-01', passport_country: 'FR' })).toEqual([
      'travelers[0].passport_expiry',
      'travelers[0].passport_country',
    ]);
    const { body } = await writeTrip({
      upsert_travelers: { travelers: [{ ...NELLIE, passport_number: 'X1', passport_expiry: '2036-01-01' }] },
    });
    expect(body.travelers[0]).toMatchObject({ passport_number: 'X1', passport_expiry: '2036-01-01' });
  });

  test('nobody is born in the future, and an infant leads no party', async () => {
    expect(await problemsOf({ ...NELLIE, date_of_birth: '2999-01-01' })).toEqual(['travelers[0].date_of_birth']);
    expect(await problemsOf({ ...NELLIE, passenger_type: 'INFANT', date_of_birth: '2026-01-01' }, NELLIE)).toEqual([
      'travelers[0].passenger_type',
    ]);
  });

  test('a passport that ends before the journey is named at checkout', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const passport = { passport_number: 'X1', passport_expiry: '2026-01-01' };
    expect(
      (await writeTrip({ trip_id: body.trip_id, upsert_travelers: { travelers: [{ ...NELLIE, ...passport }] } }))
        .status,
    ).toBe(200);
    expect(await service.call('POST', '/v1/checkout', { trip_id: body.trip_id })).toMatchObject({
      status: 422,
      body: { error: { code: 'MISSING_CUSTOMER_DETAILS' }, missing: [{ path: 'travelers[0].passport_expiry' }] },
    });
  });
});

describe('the end of a trip', () => {
  test('it lapses on the first read after 24 idle hours and is final then; an unread one is renewed by a write', async () => {
    const read = (await makeTrip(service, PARIS_LONDON)).body.trip_id;
    const renewed = (await makeTrip(service, PARIS_LONDON)).body.trip_id;
    await service.advance(dayAndALittle);
    const write = await writeTrip({ trip_id: renewed, metadata: { note: 'still here' } });
    expect(write).toMatchObject({ status: 200, body: { status: 'draft' } });
    expect((await service.call('POST', '/v1/trip_status', { trip_id: read })).body.status).toBe('expired');
    expect((await readTrip(renewed)).body.status).toBe('draft');
    const refused = await writeTrip({ trip_id: read, metadata: { note: 'too late' } });
    expect(refused).toMatchObject({ status: 410, body: { error: { code: 'TRIP_EXPIRED' }, status: 'expired' } });
    expect(await service.call('POST', '/v1/checkout', { trip_id: read })).toMatchObject({
      status: 410,
      body: { error: { code: 'TRIP_EXPIRED' } },
    });
  });

  test('a cancelled trip takes no more writes; cancelling again changes nothing', async () => {
    const { body } = await makeTrip(service, PARIS_LONDON);
    const cancelled = await service.call('POST', '/v1/cancel_trip', { trip_id: body.trip_id });
    expect(cancelled.body.status).toBe('cancelled');
    expect((await service.call('POST', '/v1/cancel_trip', { trip_id: body.trip_id })).body).toEqual(cancelled.body);
    expect(await writeTrip({ trip_id: body.trip_id, currency: 'EUR' })).toMatchObject({
      status: 409,
      body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'cancelled' },
    });
  });

  test('trips are listed newest first, page by page, by the status a read shows', async () => {
    const { key } = await service.makeKey();
    const headers = { 'x-api-key': key };
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.unshift((await writeTrip({}, headers)).body.trip_id);
    await service.call('POST', '/v1/cancel_trip', { trip_id: ids[1] }, headers);
    const idsOf = (answer: { body: { trips: { trip_id: string }[] } }) => answer.body.trips.map((trip) => trip.trip_id);
    const first = await service.call('GET', '/v1/trips?limit=2', undefined, headers);
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const second = await service.call(
      'GET',
      `/v1/trips?limit=2&page_token=${encodeURIComponent(first.body.next_page_token)}`,
      undefined,
      headers,
    );
    expect(idsOf(second)).toEqual(ids.slice(2));
    expect(second.body.next_page_token).toBeUndefined();
    expect(idsOf(await service.call('GET', '/v1/trips?status=cancelled', undefined, headers))).toEqual([ids[1]]);
    expect((await service.call('GET', '/v1/trips?page_token=abc', undefined, headers)).status).toBe(422);
    expect((await service.call('GET', '/v1/trips?limit=101', undefined, headers)).status).toBe(422);
  });
});

describe('the fuller surface', () => {
  test('actions are applied in their own order, all or nothing, and prices are numbers', async () => {
    const { fares } = await searchFares(service, PARIS_LONDON);
    const made = await service.call('POST', '/api/v1/shop/sync', {
      actions: [
        { action: 'create' },
        { action: 'set_travelers', travelers: [NELLIE], contact: CONTACT },
        { action: 'add_product', trip_item_token: fares[0]?.trip_item_token },
      ],
    });
    expect(made.body.actions_performed).toEqual(['created', 'travelers_updated', 'item_added']);
    expect(made.body.items[0].price).toBeTypeOf('number');
    expect(made.body.items[0].price).toBe(made.body.totals.total);
    const emptied = await service.call('POST', '/api/v1/shop/sync', {
      trip_id: made.body.trip_id,
      actions: [{ action: 'remove_product', item_id: made.body.items[0].item_id }, { action: 'remove_travelers' }],
    });
    expect(emptied.body).toMatchObject({
      actions_performed: ['item_removed', 'travelers_updated'],
      items: [],
      travelers: [],
      contact: CONTACT,
    });
    const failed = await service.call('POST', '/api/v1/shop/sync', {
      trip_id: made.body.trip_id,
      actions: [
        { action: 'set_travelers', travelers: [NELLIE] },
        { action: 'remove_product', item_id: 'itm_none' },
      ],
    });
    expect(failed.status).toBe(404);
    expect((await readTrip(made.body.trip_id)).body.travelers).toEqual([]);
    expect(
      (await service.call('POST', '/api/v1/shop/sync', { trip_id: made.body.trip_id, actions: [{ action: 'create' }] }))
        .status,
    ).toBe(422);
    expect((await service.call('POST', '/api/v1/shop/sync', { actions: [{ action: 'teleport' }] })).status).toBe(422);
  });

  test('a field of an action is applied or refused by name, never dropped', async () => {
    const { fares } = await searchFares(service, PARIS_LONDON);
    const product = { trip_item_token: fares[0]?.trip_item_token };
    const sync = (body: object) => service.call('POST', '/api/v1/shop/sync', body);
    const made = await sync({
      actions: [
        { action: 'create', currency: 'EUR', ...product, travelers: [NELLIE], upsert_travelers: { contact: CONTACT } },
      ],
    });
    expect(made.body, made.text).toMatchObject({
      items: [{ currency: 'EUR' }],
      travelers: [{ first_name: 'Nellie' }],
      contact: CONTACT,
    });
    const {
      trip_id: tripId,
      travelers: [{ pax_ref_id: nellie }],
    } = made.body;
    const change = (action: object) => sync({ trip_id: tripId, actions: [action] });
    const changed = await change({
      action: 'set_travelers',
      currency: 'GBP',
      travelers: [{ ...NELLIE, first_name: 'Elizabeth' }],
      upsert_travelers: { contact: { ...CONTACT, phone: '+33123456780' } },
    });
    expect(changed.body, changed.text).toMatchObject({
      items: [{ currency: 'GBP' }],
      travelers: [{ first_name: 'Elizabeth' }],
      contact: { phone: '+33123456780' },
    });
    const repeated = await change({
      action: 'set_travelers',
      travelers: [NELLIE],
      upsert_travelers: { travelers: [NELLIE] },
    });
    expect([repeated.status, repeated.body.travelers[0].first_name]).toEqual([200, 'Nellie']);
    const before = (await readTrip(tripId)).body;
    const refused: readonly (readonly [object, readonly string[]])[] = [
      [
        { action: 'add_product', ...product, add_item: { trip_item_token: fares[1]?.trip_item_token } },
        ['add_item.trip_item_token'],
      ],
      [{ action: 'add_product', ...product, travelers: [NELLIE], pax_ref_ids: [nellie] }, ['travelers', 'pax_ref_ids']],
      [{ action: 'remove_product', item_id: 'itm_1', remove_item: { item_id: 'itm_2' } }, ['remove_item.item_id']],
      [
        {
          action: 'set_travelers',
          travelers: [NELLIE],
          upsert_travelers: { travelers: [{ ...NELLIE, first_name: 'Eliza' }] },
        },
        ['upsert_travelers.travelers'],
      ],
      [{ action: 'set_travelers', travelers: [NELLIE], ...product }, ['trip_item_token']],
      [{ action: 'remove_travelers', travelers: [NELLIE] }, ['travelers']],
      [{ action: 'remove_travelers', pax_ref_ids: [nellie, 'pax_none'] }, ['pax_ref_ids[1]']],
    ];
    for (const [action, fields] of refused) {
      const answer = await change(action);
      expect([answer.status, answer.body.fields?.map((field: { path: string }) => field.path)], answer.text).toEqual([
        422,
        fields.map((field) => `actions[0].${field}`),
      ]);
    }
    expect((await readTrip(tripId)).body).toEqual(before);
  });
});
