import { describe, expect, test } from 'vitest';
import {
  book,
  codesOf,
  type DuffelReply,
  type Json,
  openDuffelCalls,
  openWithOffer,
  orderData,
} from '../../../../../test/support/suppliers/duffel-calls.ts';

const MINUTE = 60_000;

describe('what an order must be', () => {
  test('a complete one is booked: its flights under new ids, the ticket of each passenger, the metadata', async () => {
    const party = { passengers: [{ type: 'adult' }, { age: 7 }, { age: 1 }] };
    const { call, stub, offer, ...rest } = await openWithOffer('LHR-JFK', party);
    const { status, body } = await book({ call, stub, ...rest }, offer, { metadata: { bly_ref: 'bki_1' } });
    expect(status).toBe(201);
    const order = body.data;
    expect(order).toMatchObject({
      offer_id: offer.id,
      type: 'instant',
      total_amount: offer.total_amount,
      metadata: { bly_ref: 'bki_1' },
      available_actions: ['cancel', 'update'],
      payment_status: { awaiting_payment: false, paid_at: '2027-01-10T09:00:00.000Z' },
      cancelled_at: null,
      void_window_ends_at: '2027-01-11T09:00:00.000Z',
    });
    expect(order.booking_reference).toMatch(/^[A-Z0-9]{6}$/);
    expect(order.documents).toHaveLength(3);
    expect(order.passengers[0].infant_passenger_id).toBe(order.passengers[2].id);
    const flights = ({ slices }: Json): unknown =>
      slices.map(({ segments }: Json) => segments.map(({ departing_at }: Json) => departing_at));
    expect(flights(order)).toEqual(flights(offer));
    expect(order.slices[0].id).not.toBe(offer.slices[0].id);
    expect((await call('GET', `/air/orders/${order.id}`)).body.data).toEqual(order);
    expect(stub.control.orders()).toMatchObject([{ id: order.id, metadata: { bly_ref: 'bki_1' } }]);
  });

  test('each thing that is wrong with passengers is refused by its code, and nothing is booked', async () => {
    const party = { passengers: [{ type: 'adult' }, { type: 'adult' }, { age: 1 }] };
    const { offer, ...calls } = await openWithOffer('LHR-JFK', party);
    const refused = async (index: number, change: object): Promise<readonly unknown[]> => {
      const data = orderData(offer);
      data.passengers[index] = { ...data.passengers[index], ...change };
      const reply = await calls.call('POST', '/air/orders', data);
      expect(reply.status).toBe(422);
      return codesOf(reply);
    };
    expect(await refused(0, { given_name: 'Æthelred' })).toEqual(['invalid_passenger_name']);
    expect(await refused(0, { given_name: 'A name of more than twenty' })).toEqual(['invalid_passenger_name']);
    expect(await refused(0, { given_name: undefined })).toEqual(['validation_required']);
    expect(await refused(0, { title: 'sir' })).toEqual(['validation_inclusion']);
    expect(await refused(0, { gender: 'x' })).toEqual(['validation_inclusion']);
    expect(await refused(0, { phone_number: '020 8016 0509' })).toEqual(['invalid_phone_number']);
    expect(await refused(0, { email: 'nellie' })).toEqual(['invalid_email_address']);
    expect(await refused(0, { born_on: '2015-05-05' })).toEqual(['order_passengers_incompatible_with_offer']);
    expect(await refused(2, { born_on: '2024-01-01' })).toEqual(['order_passengers_incompatible_with_offer']);
    expect(await refused(0, { born_on: '1990-02-30' })).toEqual(['validation_format']);
    expect(await refused(0, { infant_passenger_id: undefined })).toEqual(['validation_required']);
    expect(await refused(1, { infant_passenger_id: offer.passengers[2].id })).toEqual(['validation_required']);
    expect(await refused(1, { infant_passenger_id: offer.passengers[0].id })).toEqual(['validation_inclusion']);
    expect(await refused(1, { given_name: 'Nellie' })).toEqual(['duplicate_passenger_name']);
    expect(await refused(0, { id: 'pas_of_another_search' })).toEqual(['order_passengers_incompatible_with_offer']);
    const document = { type: 'passport', unique_identifier: '1', issuing_country_code: 'GB', expires_on: '2030-01-01' };
    expect(await refused(0, { identity_documents: [document, document] })).toEqual(['validation_length']);
    expect(calls.stub.control.orders()).toEqual([]);
    expect((await book(calls, offer)).status).toBe(201);
  });

  test('passengers of another search of the same flights are refused', async () => {
    const { offer, ...calls } = await openWithOffer();
    const other = (await calls.search('LHR-JFK')).offers[0];
    const reply = await book(calls, offer, { passengers: orderData(other).passengers });
    expect(codesOf(reply)).toEqual(['order_passengers_incompatible_with_offer']);
  });

  test('documents are wanted where the offer says so', async () => {
    const { offer, ...calls } = await openWithOffer();
    calls.stub.control.set({ documents_required: true });
    const wanted = (await calls.search('LHR-JFK')).offers[0];
    expect(wanted.passenger_identity_documents_required).toBe(true);
    expect(codesOf(await book(calls, wanted))).toEqual(['validation_required']);
    const data = orderData(wanted);
    const passport = {
      type: 'passport',
      unique_identifier: '19KL56147',
      issuing_country_code: 'GB',
      expires_on: '2035-04-25',
    };
    data.passengers[0].identity_documents = [passport];
    expect((await calls.call('POST', '/air/orders', data)).status).toBe(201);
    expect((await book(calls, offer)).status).toBe(201);
  });

  test('one offer, one payment, to the last unit and in the offer’s currency', async () => {
    const { offer, ...calls } = await openWithOffer();
    const amount = offer.total_amount;
    const refused = async (changes: object): Promise<readonly unknown[]> => codesOf(await book(calls, offer, changes));
    const pay = (payment: object): object => ({ payments: [{ type: 'balance', amount, currency: 'GBP', ...payment }] });
    expect(await refused({ selected_offers: [offer.id, offer.id] })).toEqual(['validation_length']);
    expect(await refused({ selected_offers: ['off_0000AnotherOffer000000000'] })).toEqual(['not_found']);
    expect(await refused({ payments: [] })).toEqual(['validation_required']);
    expect(await refused(pay({ amount: (Number(amount) + 0.01).toFixed(2) }))).toEqual([
      'payment_amount_does_not_match_order_amount',
    ]);
    expect(await refused(pay({ currency: 'EUR' }))).toEqual(['payment_currency_does_not_match_order_currency']);
    expect(await refused(pay({ type: 'card' }))).toEqual(['three_d_secure_session_not_found']);
    expect(await refused({ metadata: { key: 'x'.repeat(501) } })).toEqual(['validation_length']);
    expect(
      await refused({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])) }),
    ).toEqual(['validation_format']);
    expect((await book(calls, offer, pay({ type: 'card', three_d_secure_session_id: '3ds_1' }))).status).toBe(201);
  });

  test('bags and seats are the offer’s own, within their quantity, and in the price', async () => {
    const { offer, ...calls } = await openWithOffer();
    const { available_services: services } = (
      await calls.call('GET', `/air/offers/${offer.id}?return_available_services=true`)
    ).body.data;
    const maps = (await calls.call('GET', `/air/seat_maps?offer_id=${offer.id}`)).body.data;
    const elements = maps[0].cabins[0].rows.flatMap(({ sections }: Json) =>
      sections.flatMap((one: Json) => one.elements),
    );
    const seat = elements.find(({ available_services }: Json) => (available_services ?? []).length > 0);
    expect(
      elements.some(({ type, available_services }: Json) => type === 'seat' && available_services.length === 0),
    ).toBe(true);
    const bag = services.find(({ metadata }: Json) => metadata.type === 'checked');
    const [{ id: seatId, total_amount: seatAmount }] = seat.available_services;
    const total = Number(offer.total_amount) + 2 * Number(bag.total_amount) + Number(seatAmount);
    const wanted = [
      { id: bag.id, quantity: 2 },
      { id: seatId, quantity: 1 },
    ];
    const payments = [{ type: 'balance', currency: 'GBP', amount: total.toFixed(2) }];
    const refused = async (list: object[]): Promise<readonly unknown[]> =>
      codesOf(await book(calls, offer, { services: list, payments }));
    expect(await refused([{ id: bag.id, quantity: 3 }])).toEqual(['validation_inclusion']);
    expect(await refused([{ id: seatId, quantity: 2 }])).toEqual(['validation_inclusion']);
    expect(await refused([{ id: 'ase_0000Unknown', quantity: 1 }])).toEqual(['not_valid_with_selected_offer']);
    const { body } = await book(calls, offer, { services: wanted, payments });
    expect(body.data.total_amount).toBe(total.toFixed(2));
    expect(body.data.services.map(({ type, quantity }: Json) => [type, quantity])).toEqual([
      ['baggage', 2],
      ['seat', 1],
    ]);
    const [segment] = body.data.slices[0].segments;
    expect(segment.passengers[0].seat.designator).toBe(seat.designator);
    expect(body.data.services[1].segment_ids).toEqual([segment.id]);
    const byOrder = (await calls.call('GET', `/air/seat_maps?order_id=${body.data.id}`)).body.data;
    expect(byOrder[0].segment_id).toBe(segment.id);
  });
});

describe('offers that cannot be booked', () => {
  test('an offer that ran out on the stub’s clock is an error, or an offer of the past', async () => {
    const { offer, ...calls } = await openWithOffer();
    await calls.stub.clock.advance(31 * MINUTE);
    const read = (): Promise<DuffelReply> => calls.call('GET', `/air/offers/${offer.id}`);
    expect(codesOf(await read())).toEqual(['offer_no_longer_available']);
    expect(codesOf(await book(calls, offer))).toEqual(['offer_no_longer_available']);
    calls.stub.control.set({ expired_offer: 'offer_expired' });
    expect(codesOf(await read())).toEqual(['offer_expired']);
    calls.stub.control.set({ expired_offer: 'payload' });
    expect((await read()).body.data.expires_at < calls.stub.clock.now().toISOString()).toBe(true);
    expect(codesOf(await book(calls, offer))).toEqual(['offer_expired']);
  });

  test('an offer that was booked is refused again, or booked a second time, as set', async () => {
    const { offer, ...calls } = await openWithOffer();
    expect((await book(calls, offer)).status).toBe(201);
    expect(codesOf(await book(calls, offer))).toEqual(['order_creation_already_attempted']);
    calls.stub.control.set({ repeat: 'second_order' });
    expect((await book(calls, offer)).status).toBe(201);
    expect(calls.stub.control.orders()).toHaveLength(2);
  });

  test('a balance pays what it holds and no more', async () => {
    const { offer, ...calls } = await openWithOffer();
    calls.stub.control.set({ balance: '10.00' });
    expect(codesOf(await book(calls, offer))).toEqual(['insufficient_balance']);
    calls.stub.control.set({ balance: (Number(offer.total_amount) + 0.5).toFixed(2) });
    expect((await book(calls, offer)).status).toBe(201);
    expect(calls.stub.control.settings.balance).toBe('0.50');
  });
});

describe('routes of test mode', () => {
  test('searches: none, holds only, connections, one stop, no bags, no services, a time-out', async () => {
    const { call, search } = await openDuffelCalls();
    expect((await search('PVD-RAI')).offers).toEqual([]);
    const held = (await search('JFK-EWR')).offers.map(({ payment_requirements }: Json) => payment_requirements);
    expect(held.filter(Boolean).every(({ requires_instant_payment }: Json) => !requires_instant_payment)).toBe(true);
    const connections = (await search('LHR-DXB')).offers.map(({ slices }: Json) => slices[0].segments.length);
    expect(new Set(connections)).toEqual(new Set([2]));
    const stops = (await search('DXB-AMS')).offers.map(({ slices }: Json) => [
      slices[0].segments.length,
      slices[0].segments[0].stops.length,
    ]);
    expect(new Set(stops.map(String))).toEqual(new Set(['1,1']));
    const bags = (await search('BTS-MRU')).offers.flatMap(({ slices }: Json) =>
      slices[0].segments.flatMap(({ passengers }: Json) => passengers[0].baggages),
    );
    expect(bags).toEqual([]);
    const [offer] = (await search('BTS-ABV')).offers;
    const read = await call('GET', `/air/offers/${offer.id}?return_available_services=true`);
    expect(read.body.data.available_services).toEqual([]);
    await expect(search('STN-LHR')).rejects.toThrow('504');
  });

  test('offers: gone when read or booked; dearer at each reading, and then the price has changed', async () => {
    const { offer: gone, ...first } = await openWithOffer('LGW-LHR');
    expect(codesOf(await first.call('GET', `/air/offers/${gone.id}`))).toEqual(['offer_no_longer_available']);
    expect(codesOf(await book(first, gone))).toEqual(['offer_no_longer_available']);
    const { offer, ...calls } = await openWithOffer('LHR-STN');
    const read = async (): Promise<number> =>
      Number((await calls.call('GET', `/air/offers/${offer.id}`)).body.data.total_amount);
    const [once, twice] = [await read(), await read()];
    expect([once - Number(offer.total_amount), twice - once]).toEqual([expect.closeTo(10), expect.closeTo(10)]);
    expect(codesOf(await book(calls, offer))).toEqual(['price_changed']);
    expect(calls.stub.control.orders()).toEqual([]);
  });

  test('orders: an airline that fails, no balance; nothing is booked', async () => {
    const { offer, ...calls } = await openWithOffer('LHR-LGW');
    expect(await book(calls, offer)).toMatchObject({ status: 502, body: { errors: [{ code: 'airline_unknown' }] } });
    const [poor] = (await calls.search('LGW-STN')).offers;
    expect(codesOf(await book(calls, poor))).toEqual(['insufficient_balance']);
    expect(calls.stub.control.orders()).toEqual([]);
  });

  test('200 with the event later; 202 with the order, or its failure, later', async () => {
    const { offer, ...calls } = await openWithOffer('LTN-STN');
    const incomplete = await book(calls, offer);
    expect([incomplete.status, Object.keys(incomplete.body.data).sort()]).toEqual([
      200,
      ['id', 'live_mode', 'offer_id'],
    ]);
    expect(calls.stub.control.events()).toEqual([]);
    await calls.stub.clock.advance(31_000);
    expect(calls.stub.control.events()).toMatchObject([
      { type: 'order.created', data: { object: { offer_id: offer.id } } },
    ]);

    const [accepted] = (await calls.search('SEN-STN')).offers;
    expect((await book(calls, accepted)).status).toBe(202);
    const listed = async (): Promise<number> =>
      (await calls.call('GET', `/air/orders?offer_id=${accepted.id}`)).body.data.length;
    expect(await listed()).toBe(0);
    expect(codesOf(await book(calls, accepted))).toEqual(['order_creation_already_attempted']);
    await calls.stub.clock.advance(31_000);
    expect(await listed()).toBe(1);

    const [failing] = (await calls.search('LCY-STN')).offers;
    calls.stub.control.set({ balance: '5000.00' });
    expect((await book(calls, failing)).status).toBe(202);
    await calls.stub.clock.advance(31_000);
    expect(calls.stub.control.events().at(-1)).toMatchObject({
      type: 'order.creation_failed',
      idempotency_key: Buffer.from(failing.id).toString('base64'),
      data: { object: { offer_id: failing.id } },
    });
    expect(calls.stub.control.settings.balance).toBe('5000.00');
    calls.stub.control.set({ payment_routes: 'card' });
    const [other] = (await calls.search('LCY-STN')).offers;
    expect((await book(calls, other)).status).toBe(201);
  });
});
