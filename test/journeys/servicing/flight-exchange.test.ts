import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { openPage, submitPage } from '../../support/faults/page-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { CARD_3DS, CARD_OK, CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';

let service: TestService;
/** Two days on which the same flights cost differently. */
let dear: string;
let cheap: string;

beforeAll(async () => {
  service = await startService();
  const days = await Promise.all(
    [60, 63, 66, 69, 72, 75].map(async (ahead) => {
      const date = daysAhead(ahead);
      const { body } = await service.call('POST', '/v1/flight_search', {
        origin: 'QAA',
        destination: 'QAL',
        departure_date: date,
      });
      return { date, value: Number(body.live_offers[0].fares[0].total_price.value) };
    }),
  );
  const byPrice = days.toSorted((a, b) => a.value - b.value);
  cheap = byPrice[0]?.date ?? '';
  dear = byPrice.at(-1)?.date ?? '';
});
afterAll(() => service.close());

interface Booked {
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly tripId: string;
  readonly item: Answer['body'];
}

interface Wanted {
  readonly brand: string;
  readonly to?: string;
  readonly date?: string;
  readonly search?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hasBag?: boolean;
}

async function book({
  brand,
  to = 'QAL',
  date = dear,
  search = {},
  headers = {},
  hasBag = false,
}: Wanted): Promise<Booked> {
  const found = await service.call(
    'POST',
    '/v1/flight_search',
    { origin: 'QAA', destination: to, departure_date: date, ...search },
    headers,
  );
  const fare = found.body.live_offers[0].fares.find(
    (candidate: { fare_brand_code: string }) => candidate.fare_brand_code === brand,
  );
  const trip = await service.call(
    'POST',
    '/v1/trip',
    {
      add_item: { trip_item_token: fare.trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    },
    headers,
  );
  const tripId = trip.body.trip_id;
  if (hasBag) await addBag(tripId, trip.body.items[0].item_id);
  await service.call('POST', '/v1/checkout', { trip_id: tripId }, headers);
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK }, headers);
  await service.drain();
  const ref = (await service.call('GET', `/v1/trip/${tripId}`, undefined, headers)).body.booking_ref;
  const { body } = await service.call('GET', `/v1/bookings/${ref}`, undefined, headers);
  return { pair: { booking_ref: ref, last_name: 'Bly' }, tripId, item: body.booking.items[0] };
}

async function addBag(tripId: string, itemId: string): Promise<void> {
  const { body } = await service.call('GET', `/v1/trip/${tripId}/ancillaries`);
  const traveler = (await service.call('GET', `/v1/trip/${tripId}`)).body.travelers[0].pax_ref_id;
  const offerId = JSON.stringify(body).match(/"offer_id":"([^"]+)"/)?.[1];
  const chosen = await service.call('POST', '/v1/select_ancillaries', {
    trip_id: tripId,
    item_id: itemId,
    selections: [{ offer_id: offerId, pax_ref_id: traveler, quantity: 1 }],
  });
  if (chosen.status !== 200) throw new Error(chosen.text);
}

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', path, body, headers);
const shop = async ({ pair }: Booked, date: string, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
  post('/v1/exchange_shop', { ...pair, preferred_departure_date: date, ...more });
/** The offer of the same brand on other flights than those booked, cheapest first. */
const sameBrand = (answer: Answer, { item }: Booked) =>
  answer.body.offers.find((offer: Answer['body']) => offer.itinerary.fare_brand_code === item.details.fare_brand_code);
async function quote(booked: Booked, date: string): Promise<Answer> {
  const offer = sameBrand(await shop(booked, date), booked);
  return post('/v1/exchange_price', { ...booked.pair, offer_id: offer.offer_id });
}
/**
 * A quote that asks for more money: of some days the first that costs more than what was bought. Of the days soon to
 * come all fares that are bought well ahead are gone.
 */
async function quoteToPay(booked: Booked): Promise<Answer['body']> {
  for (const ahead of [60, 63, 66, 69, 72, 75, 50, 40, 30, 20, 14, 10, 8, 6, 5, 4]) {
    const { body } = await quote(booked, daysAhead(ahead));
    if (body.total_due.value > 0) return body;
  }
  throw new Error('On none of the days does the flight cost more.');
}
const readBooking = async ({ pair }: Booked) => (await post('/v1/get_booking', pair)).body.booking;
const ledgerOf = async ({ tripId }: Booked) => (await service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
async function eventsOf({ pair }: Booked): Promise<readonly string[]> {
  return (await service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`)).body.events.map(
    ({ event }: Answer['body']) => event,
  );
}
const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });

describe('an exchange that costs more', () => {
  test('paid with a shared token: authorised, exchanged, captured; a repeat answers the same', async () => {
    const booked = await book({ brand: 'STANDARD' });
    const quoted = await quote(booked, dear);
    expect(quoted.body).toMatchObject({
      session_reference: expect.stringMatching(/^exc_/),
      payment_outcome: 'collect',
      fare_difference: usd(0),
      penalty_amount: usd(7_000),
      total_due: usd(7_000),
      total_refund: usd(0),
      warnings: [],
    });
    const commit = () =>
      post('/v1/exchange_commit', {
        ...booked.pair,
        session_reference: quoted.body.session_reference,
        shared_payment_token: 'spt_test_ok',
      });
    await commit();
    await service.drain();
    const done = await commit();
    expect(done.body).toMatchObject({
      exchange_reference: quoted.body.session_reference,
      status: 'CONFIRMED',
      payment_outcome: 'collect',
      original_ticket_status: 'exchanged',
      new_ticket_numbers: [expect.stringMatching(/^\d{13}$/)],
    });
    expect(done.body.new_ticket_numbers).not.toEqual(booked.item.ticket_numbers);
    expect(
      (await post('/v1/exchange_status', { ...booked.pair, session_reference: quoted.body.session_reference })).body,
    ).toEqual(done.body);
    expect((await post('/v1/exchange_status', booked.pair)).body).toEqual(done.body);
    // However the reference is written.
    const named = { session_reference: quoted.body.session_reference };
    for (const booking_ref of [booked.pair.booking_ref.slice('BLY-'.length), booked.pair.booking_ref.toLowerCase()]) {
      const pair = { ...booked.pair, booking_ref };
      expect((await post('/v1/exchange_status', { ...pair, ...named })).body).toEqual(done.body);
      expect((await post('/v1/exchange_commit', { ...pair, ...named })).body).toEqual(done.body);
    }
    const { items, status } = await readBooking(booked);
    expect([status, ...items.map((item: Answer['body']) => item.status)]).toEqual([
      'confirmed',
      'exchanged',
      'confirmed',
    ]);
    expect(items[1].ticket_numbers).toEqual(done.body.new_ticket_numbers);
    expect(items[1].details.slices[0].segments[0].depart.time_local.slice(0, 10)).toBe(dear);
    const ledger = await ledgerOf(booked);
    expect(ledger.balanced).toBe(true);
    expect(ledger.entries.filter((entry: Answer['body']) => entry.step === 'capture')).toHaveLength(2);
    // Repeated without its session_reference, too; a later quote of the new flight that has run out is another matter.
    expect((await post('/v1/exchange_commit', booked.pair)).body).toEqual(done.body);
    await quote(booked, cheap);
    await service.advance(601);
    expect((await post('/v1/exchange_commit', booked.pair)).status).toBe(410);
  });

  test('paid on the page: checkout_url first, then the tickets', async () => {
    const booked = await book({ brand: 'STANDARD' });
    const {
      body: { session_reference },
    } = await quote(booked, dear);
    const commit = () => post('/v1/exchange_commit', { ...booked.pair, session_reference });
    const waiting = await commit();
    expect(waiting.body).toMatchObject({
      status: 'PENDING',
      original_ticket_status: 'open',
      new_ticket_numbers: [],
      checkout_url: expect.stringContaining('/checkout/cs_'),
    });
    expect((await commit()).body.checkout_url).toBe(waiting.body.checkout_url);
    expect((await post('/v1/exchange_commit', booked.pair)).body).toEqual(waiting.body);
    const path = new URL(waiting.body.checkout_url).pathname;
    await submitPage(service, path, await openPage(service, path));
    await service.drain();
    const done = await commit();
    expect(done.body).toMatchObject({ status: 'CONFIRMED', original_ticket_status: 'exchanged' });
    expect(done.body.checkout_url).toBeUndefined();
  });

  test.each([
    ['spt_test_yen', 'currency'],
    ['spt_test_expired', 'expired'],
    ['spt_test_revoked', 'deactivated'],
  ])('%s is refused before anything is held, and another token pays', async (token, reason) => {
    const booked = await book({ brand: 'STANDARD' });
    const {
      body: { session_reference },
    } = await quote(booked, dear);
    const commit = (shared_payment_token: string) =>
      post('/v1/exchange_commit', { ...booked.pair, session_reference, shared_payment_token });
    const refused = await commit(token);
    expect(refused).toMatchObject({ status: 422, body: { reason, fields: [{ path: 'shared_payment_token' }] } });
    expect(refused.text).not.toContain(token);
    expect((await readBooking(booked)).items).toHaveLength(1);
    await commit('spt_test_ok');
    await service.drain();
    expect((await post('/v1/exchange_status', booked.pair)).body.status).toBe('CONFIRMED');
  });

  test('a declined token leaves everything as it was, and the page open', async () => {
    const booked = await book({ brand: 'STANDARD' });
    const {
      body: { session_reference },
    } = await quote(booked, dear);
    const declined = await post('/v1/exchange_commit', {
      ...booked.pair,
      session_reference,
      shared_payment_token: 'spt_test_declined',
    });
    await service.drain();
    expect(declined.body).toMatchObject({
      status: 'PENDING',
      reason: 'card_declined',
      original_ticket_status: 'open',
      checkout_url: expect.stringContaining('/checkout/cs_'),
    });
    expect((await post('/v1/exchange_status', booked.pair)).body).toEqual(declined.body);
    expect((await readBooking(booked)).items).toHaveLength(1);
  });

  test.each(['its quote has run out', 'the flight was given up', 'nobody ever asks', "the bank's challenge is left"])(
    'that nobody pays for ends FAILED with its event: %s',
    async (end) => {
      const booked = await book({ brand: 'STANDARD' });
      const {
        body: { session_reference },
      } = await quote(booked, dear);
      const commit = () => post('/v1/exchange_commit', { ...booked.pair, session_reference });
      const { pathname } = new URL((await commit()).body.checkout_url);
      if (end === 'its quote has run out') await service.advance(601);
      if (end === 'the flight was given up') {
        await post('/v1/refund_check', booked.pair);
        expect((await post('/v1/refund_commit', booked.pair)).body.refund_status).toBe('refunded');
      }
      if (end === "the bank's challenge is left")
        await submitPage(service, pathname, await openPage(service, pathname), { card_number: CARD_3DS });
      if (end === 'nobody ever asks' || end === "the bank's challenge is left") {
        await service.advance(601);
        // A challenge may still be answered.
        if (end !== 'nobody ever asks')
          expect((await commit()).body).toMatchObject({
            status: 'PENDING',
            checkout_url: expect.stringContaining(pathname),
          });
        expect(await eventsOf(booked)).not.toContain('booking.exchange_failed');
        await service.advance(900);
        expect(await eventsOf(booked)).toContain('booking.exchange_failed');
      }
      const { body: failed } = await post('/v1/exchange_status', { ...booked.pair, session_reference });
      expect(failed).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(/^Nobody paid/) });
      expect(failed.checkout_url).toBeUndefined();
      expect((await commit()).body).toEqual(failed);
      expect((await eventsOf(booked)).filter((event) => event === 'booking.exchange_failed')).toHaveLength(1);
      expect((await openPage(service, pathname)).text).not.toContain('card_number');
    },
  );
});

describe('an exchange that costs less, or nothing', () => {
  test('cheaper: the difference comes back, and no cent more', async () => {
    const booked = await book({ brand: 'FLEX' });
    const quoted = (await quote(booked, cheap)).body;
    expect(quoted).toMatchObject({ payment_outcome: 'refund', penalty_amount: usd(0), total_due: usd(0) });
    expect(quoted.total_refund.value).toBe(-quoted.fare_difference.value);
    await post('/v1/exchange_commit', { ...booked.pair, session_reference: quoted.session_reference });
    await service.drain();
    const done = await post('/v1/exchange_commit', { ...booked.pair, session_reference: quoted.session_reference });
    expect(done.body).toMatchObject({
      status: 'CONFIRMED',
      payment_outcome: 'refund',
      original_ticket_status: 'exchanged',
    });
    const ledger = await ledgerOf(booked);
    expect(ledger.balanced).toBe(true);
    expect(ledger.entries.find((entry: Answer['body']) => entry.step === 'refund').lines[0].amount.value).toBe(
      quoted.total_refund.value,
    );
    const events = (await service.call('GET', `/v1/events?booking_ref=${booked.pair.booking_ref}`)).body.events;
    expect(events.map((event: { event: string }) => event.event)).toContain('booking.exchanged');
    // Giving the new ticket up brings back what it cost, not what was paid at first.
    const refund = await post('/v1/refund_check', booked.pair);
    const [old, fresh] = (await readBooking(booked)).items;
    expect(old.status).toBe('exchanged');
    expect(refund.body.refund_amount.value).toBe(fresh.confirmation.total_paid.amount);
  });

  test('other flights of the day at the same price: even, committed without a session_reference', async () => {
    const booked = await book({ brand: 'FLEX' });
    expect((await quote(booked, dear)).body).toMatchObject({
      payment_outcome: 'even',
      total_due: usd(0),
      total_refund: usd(0),
    });
    expect((await post('/v1/exchange_commit', booked.pair)).body).toMatchObject({
      status: 'CONFIRMED',
      payment_outcome: 'even',
    });
  });

  test("in another currency than the airline's, to the letter at the rate the price was frozen at", async () => {
    const booked = await book({ brand: 'STANDARD', to: 'QAR', search: { currency: 'JPY' } });
    const { body } = await quote(booked, cheap);
    expect(body.total_due).toMatchObject({ currency: 'JPY', decimal_places: 0 });
    expect(body.total_due.value - body.total_refund.value).toBe(body.fare_difference.value + body.penalty_amount.value);
  });
});

test('extras of the old ticket are not carried over: said so, and neither they nor the fee come back later', async () => {
  const booked = await book({ brand: 'STANDARD', hasBag: true });
  const { body: quoted } = await quote(booked, dear);
  expect(quoted.warnings).toEqual([expect.stringContaining('Extras and seats')]);
  await post('/v1/exchange_commit', {
    ...booked.pair,
    session_reference: quoted.session_reference,
    shared_payment_token: 'spt_test_ok',
  });
  await service.drain();
  const [, fresh] = (await readBooking(booked)).items;
  const check = (await post('/v1/refund_check', booked.pair)).body;
  const fare = (await shop(booked, dear)).body.offers.find(
    (offer: Answer['body']) => offer.itinerary.fare_brand_code === 'STANDARD',
  ).price.value;
  expect(check.refund_amount.value).toBe(fare);
  expect(check.penalty_amount.value).toBeGreaterThan(7_000);
  expect(check.refund_amount.value + check.penalty_amount.value).toBe(fresh.confirmation.total_paid.amount);
  expect(fresh.cancellation_timeline[0].refund.amount).toBe(fare);
  // Exchanged once more: another fee is gone, the fare is not.
  const again = await quote(booked, dear);
  expect(again.body).toMatchObject({ total_due: usd(7_000), warnings: [] });
  await post('/v1/exchange_commit', {
    ...booked.pair,
    session_reference: again.body.session_reference,
    shared_payment_token: 'spt_test_ok',
  });
  await service.drain();
  const { body: last } = await post('/v1/refund_check', booked.pair);
  expect([last.refund_amount.value, last.penalty_amount.value]).toEqual([fare, check.penalty_amount.value + 7_000]);
});

describe('per slice', () => {
  test('the way back alone, by its place or its segment; the way out keeps its very flights', async () => {
    const booked = await book({ brand: 'FLEX', search: { return_date: daysAhead(80) } });
    const [out, back] = booked.item.details.slices;
    const byPlace = await shop(booked, daysAhead(82), { segments_to_exchange: [1] });
    const bySegment = await shop(booked, daysAhead(82), { segments_to_exchange: [back.segments[0].segment_id] });
    expect([byPlace.body.offers.length > 0, byPlace.body.offers.length]).toEqual([true, bySegment.body.offers.length]);
    for (const offer of byPlace.body.offers) expect(offer.itinerary.slices[0]).toEqual(out);
    expect((await shop(booked, cheap, { return: daysAhead(84) })).body.offers[0].itinerary.slices).toHaveLength(2);
    const { body: none } = await shop(booked, daysAhead(81));
    expect(none).toMatchObject({
      exchangeable: true,
      offers: [],
      reason: expect.stringContaining('Ask for one of the nearest dates'),
    });
    expect((await shop(booked, none.nearest_dates[0].preferred_departure_date)).body.offers.length).toBeGreaterThan(0);
    expect((await shop(booked, daysAhead(120))).body).toMatchObject({
      exchangeable: false,
      offers: [],
      reason: expect.stringContaining('nor within 7 days'),
    });
  });

  test('after the airline has moved the way out and that was accepted: the way back alone is not exchangeable and the new times stay; the way out is, and its money is right', async () => {
    const booked = await book({ brand: 'FLEX', search: { return_date: daysAhead(80) } });
    const [out, back] = booked.item.details.slices;
    expect(
      (
        await post(`/v1/sandbox/bookings/${booked.pair.booking_ref}/schedule_change`, {
          minutes: 95,
          segment: out.segments[0].segment_id,
        })
      ).status,
    ).toBe(200);
    const { item: accepted } = (await post('/v1/schedule_change_accept', booked.pair)).body;
    const [{ new: moved }] = accepted.schedule_change.segments;
    expect(accepted.details.slices[0].segments[0]).toMatchObject({
      depart: { time_local: moved.departs_local },
      arrive: { time_local: moved.arrives_local },
    });
    expect(moved.departs_local).not.toBe(out.segments[0].depart.time_local);

    const alone = await shop(booked, daysAhead(82), { segments_to_exchange: [1] });
    expect([alone.status, alone.body.exchangeable, alone.body.offers]).toEqual([200, false, []]);
    expect(alone.body.reason).toBe(
      'The airline has moved flight 1 of the journey: only a change of that flight, too, can be made.',
    );
    const standing = (await readBooking(booked)).items;
    expect(standing).toHaveLength(1);
    expect(standing[0].details.slices).toEqual([accepted.details.slices[0], back]);

    const found = await shop(booked, cheap, { segments_to_exchange: [0] });
    for (const offer of found.body.offers) expect(offer.itinerary.slices[1]).toEqual(back);
    const paid = booked.item.confirmation.total_paid.amount;
    const { body: quoted } = await post('/v1/exchange_price', {
      ...booked.pair,
      offer_id: sameBrand(found, booked).offer_id,
    });
    expect(quoted.total_due.value - quoted.total_refund.value).toBe(
      quoted.fare_difference.value + quoted.penalty_amount.value,
    );
    await post('/v1/exchange_commit', {
      ...booked.pair,
      session_reference: quoted.session_reference,
      shared_payment_token: 'spt_test_ok',
    });
    await service.drain();
    const [old, fresh] = (await readBooking(booked)).items;
    expect([old.status, old.schedule_change.status, fresh.status, fresh.schedule_change]).toEqual([
      'exchanged',
      'accepted',
      'confirmed',
      undefined,
    ]);
    expect(fresh.details.slices[0].segments[0].depart.time_local.slice(0, 10)).toBe(cheap);
    expect(fresh.details.slices[1]).toEqual(back);
    expect(fresh.confirmation.total_paid.amount).toBe(paid + quoted.total_due.value - quoted.total_refund.value);
    const refund = (await post('/v1/refund_check', booked.pair)).body;
    expect(refund.refund_amount.value + refund.penalty_amount.value).toBe(fresh.confirmation.total_paid.amount);
    expect((await ledgerOf(booked)).balanced).toBe(true);
  });

  test.each([
    ['a slice that is not there', { segments_to_exchange: [7] }, 'segments_to_exchange[0]'],
    ['a segment that is not there', { segments_to_exchange: ['s9-9'] }, 'segments_to_exchange[0]'],
    ['two slices and one day', { segments_to_exchange: [0, 1] }, 'return'],
    ['one slice and two days', { segments_to_exchange: [0], return: daysAhead(90) }, 'return'],
    ['a way back before the way out', { return: daysAhead(10) }, 'return'],
    ['a day that has passed', { preferred_departure_date: '2020-01-01' }, 'preferred_departure_date'],
    ['no calendar day', { preferred_departure_date: '2027-02-31' }, 'preferred_departure_date'],
    ['no name', { last_name: '' }, 'last_name'],
  ])('%s is 422', async (_, wrong, path) => {
    aReturn ??= await book({ brand: 'FLEX', search: { return_date: daysAhead(80) } });
    const answer = await shop(aReturn, daysAhead(70), wrong);
    expect(answer.status).toBe(422);
    expect(answer.body.fields[0].path).toBe(path);
  });
  let aReturn: Booked | undefined;
});

describe('what cannot be exchanged', () => {
  test('a fare without changes: 200, exchangeable false and why', async () => {
    const booked = await book({ brand: 'LIGHT' });
    const answer = await shop(booked, cheap);
    expect([answer.status, answer.body.exchangeable, answer.body.reason, answer.body.offers]).toEqual([
      200,
      false,
      'The fare Economy Light does not allow changes.',
      [],
    ]);
  });

  test("somebody else's: wrong pair 404, foreign and altered offers 422, a foreign session 404", async () => {
    const booked = await book({ brand: 'FLEX' });
    const other = await book({ brand: 'FLEX' });
    const [offer] = (await shop(booked, cheap)).body.offers;
    const {
      body: { session_reference },
    } = await quote(booked, cheap);
    expect(
      (await post('/v1/exchange_shop', { ...booked.pair, last_name: 'Smith', preferred_departure_date: cheap })).status,
    ).toBe(404);
    expect(
      (await post('/v1/exchange_price', { ...booked.pair, last_name: 'Smith', offer_id: offer.offer_id })).status,
    ).toBe(404);
    expect((await post('/v1/exchange_price', { ...other.pair, offer_id: offer.offer_id })).status).toBe(422);
    expect((await post('/v1/exchange_price', { ...booked.pair, offer_id: `${offer.offer_id}A` })).status).toBe(422);
    expect((await post('/v1/exchange_price', { ...booked.pair, offer_id: 'tit_x' })).status).toBe(422);
    expect((await post('/v1/exchange_commit', { ...other.pair, session_reference })).status).toBe(404);
    expect((await post('/v1/exchange_commit', { ...booked.pair, last_name: 'Smith', session_reference })).status).toBe(
      404,
    );
    expect((await post('/v1/exchange_status', { ...booked.pair, session_reference })).status).toBe(404);
    const { key } = await service.makeKey();
    const as = { 'x-api-key': key };
    // To another organization the pair is as wrong as any, whatever the offer: it is judged first.
    expect((await post('/v1/exchange_price', { ...booked.pair, offer_id: offer.offer_id }, as)).status).toBe(404);
    for (const path of ['/v1/exchange_price', '/api/v1/flights/exchange-price'])
      expect((await post(path, { ...booked.pair, last_name: 'Smith', offer_id: 'exo_x' })).status).toBe(404);
    expect((await post('/v1/exchange_commit', { ...booked.pair, session_reference }, as)).status).toBe(404);
    expect((await readBooking(booked)).items).toHaveLength(1);
  });

  test('what no booking has is 404 however long it is, as in get_booking; null is not said', async () => {
    const booked = await book({ brand: 'LIGHT' });
    const long = 'x'.repeat(201);
    for (const wrong of [
      { booking_ref: long },
      { last_name: long },
      { item_id: long },
      { order_id: long },
      { ticket_numbers: [long] },
    ]) {
      expect((await post('/v1/refund_check', { ...booked.pair, ...wrong })).status).toBe(404);
    }
    expect((await post('/v1/exchange_status', { ...booked.pair, session_reference: long })).status).toBe(404);
    const nulls = { item_id: null, order_id: null, provider: null, ticket_numbers: null };
    expect((await post('/v1/refund_check', { ...booked.pair, ...nulls })).body.item_id).toBe(booked.item.item_id);
  });

  test('on the fuller surface the provider of the query counts', async () => {
    const booked = await book({ brand: 'FLEX' });
    const [offer] = (await shop(booked, cheap)).body.offers;
    const body = {
      ...booked.pair,
      offer_id: offer.offer_id,
      order_id: booked.item.order_id,
      ticket_numbers: booked.item.ticket_numbers,
    };
    expect((await post('/api/v1/flights/exchange-price?provider=sandbox', { ...body, provider: 'other' })).status).toBe(
      200,
    );
    expect((await post('/api/v1/flights/exchange-price?provider=other', { ...body, provider: 'sandbox' })).status).toBe(
      404,
    );
  });

  test('of two quotes committed at once one exchanges the flight, the other is 409; a third quote is refused', async () => {
    const booked = await book({ brand: 'FLEX' });
    const quotes = [await quote(booked, dear), await quote(booked, dear)];
    const answers = await Promise.all(
      quotes.map(({ body }) =>
        post('/v1/exchange_commit', { ...booked.pair, session_reference: body.session_reference }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { items } = await readBooking(booked);
    expect(items.map((item: Answer['body']) => item.status)).toEqual(['exchanged', 'confirmed']);
    const gone = await shop(booked, cheap, { item_id: items[0].item_id });
    expect([gone.body.exchangeable, gone.body.reason]).toEqual([false, 'The flight was exchanged for another.']);
  });
});

test('QAI: the airline refuses the new tickets: the hold goes back, the old ticket stands, and it is told', async () => {
  const { body: sold } = await post('/v1/sandbox/bookings', { kind: 'flight', scenario: 'QAI' });
  const pair = { booking_ref: sold.booking_ref, last_name: sold.last_name };
  const {
    body: {
      booking: { trip_id: tripId },
    },
  } = await post('/v1/get_booking', pair);
  const booked: Booked = { pair, tripId, item: sold.items[0] };
  const { session_reference } = await quoteToPay(booked);
  const failed = await post('/v1/exchange_commit', {
    ...booked.pair,
    session_reference,
    shared_payment_token: 'spt_test_ok',
  });
  await service.drain();
  expect(failed.body).toMatchObject({
    status: 'FAILED',
    reason: 'ticketing was refused by the airline',
    original_ticket_status: 'open',
    new_ticket_numbers: [],
  });
  expect((await readBooking(booked)).items.map((item: Answer['body']) => item.status)).toEqual(['confirmed']);
  const { balanced, entries } = await ledgerOf(booked);
  expect([balanced, entries.at(-1).step]).toEqual([true, 'release']);
  const { events } = (await service.call('GET', `/v1/events?booking_ref=${booked.pair.booking_ref}`)).body;
  expect(events.map((event: { event: string }) => event.event)).toContain('booking.exchange_failed');
});

test('QAO: the airline does not answer, the exchange stays PENDING, and ten minutes later it is found', async () => {
  const { key } = await service.makeKey();
  const as = { 'x-api-key': key };
  const found = await book({ brand: 'FLEX', to: 'QAO', headers: as });
  const advance = async (seconds: number) => {
    await post('/v1/sandbox/clock', { advance_seconds: seconds }, as);
    await service.drain();
  };
  await advance(660);
  const offer = (await post('/v1/exchange_shop', { ...found.pair, preferred_departure_date: cheap }, as)).body
    .offers[0];
  const {
    body: { session_reference },
  } = await post('/v1/exchange_price', { ...found.pair, offer_id: offer.offer_id }, as);
  // Without draining: a status asks the airline by itself.
  const status = async () => (await post('/v1/exchange_status', { ...found.pair, session_reference }, as)).body.status;
  await post('/v1/exchange_commit', { ...found.pair, session_reference, shared_payment_token: 'spt_test_ok' }, as);
  await service.drain();
  expect(await status()).toBe('PENDING');
  await post('/v1/sandbox/clock', { advance_seconds: 900 }, as);
  expect(await status()).toBe('CONFIRMED');
});

test('after ten minutes offers and quotes are 410, and nothing was changed', async () => {
  const booked = await book({ brand: 'FLEX' });
  const [offer] = (await shop(booked, cheap)).body.offers;
  const {
    body: { session_reference },
  } = await quote(booked, cheap);
  await service.advance(600);
  expect((await post('/v1/exchange_price', { ...booked.pair, offer_id: offer.offer_id })).body.error.code).toBe(
    'OFFER_EXPIRED',
  );
  const late = await post('/v1/exchange_commit', { ...booked.pair, session_reference });
  expect([late.status, late.body.error.code]).toEqual([410, 'QUOTE_EXPIRED']);
  expect((await post('/v1/exchange_commit', booked.pair)).status).toBe(410);
  expect((await readBooking(booked)).items[0].status).toBe('confirmed');
});

test('after all of it money and bookings agree', async () => {
  await service.drain();
  expect((await reconcile(service.app)).problems).toEqual([]);
});
