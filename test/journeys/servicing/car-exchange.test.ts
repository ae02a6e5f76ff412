import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type BookedCar, bookScenarioCar, carPickUp } from '../../support/products/booked-cars.ts';
import { callFor } from '../../support/faults/mixed-journeys.ts';
import { CARD_OK } from '../../support/faults/trip-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

type Body = Answer['body'];
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const TEN_MINUTES = 600;
const usd = (value: number) => ({ value, currency: 'USD', decimal_places: 2 });
const preview = ({ pair }: BookedCar, wish: object = {}) =>
  callFor(service, '/v1/car_exchange_preview', { ...pair, ...wish });
const offerOf = (previewed: Body, name: string): Body =>
  previewed.offers.find((offer: Body) => offer.rental.vehicle.name === name);
const tryCommit = ({ pair }: BookedCar, previewed: Body, offer: Body, more: object = {}) =>
  service.call('POST', '/v1/car_exchange_commit', {
    ...pair,
    exchange_id: previewed.exchange_id,
    exchange_offer_token: offer.exchange_offer_token,
    ...more,
  });
const commit = (car: BookedCar, previewed: Body, offer: Body, more: object = {}) =>
  tryCommit(car, previewed, offer, more).then(({ status, body, text }) => {
    if (status !== 200) throw new Error(text);
    return body;
  });
const getBooking = async ({ pair }: BookedCar): Promise<Body> =>
  (await callFor(service, '/v1/get_booking', pair)).booking;
const statusOf = ({ pair }: BookedCar, more: object = {}) =>
  callFor(service, '/v1/car_exchange_status', { ...pair, ...more });
async function eventsOf({ pair }: BookedCar): Promise<readonly string[]> {
  const { body } = await service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`);
  return body.events.map(({ event }: Body) => event);
}
async function isBalanced({ tripId }: BookedCar): Promise<boolean> {
  return (await service.call('GET', `/v1/trip/${tripId}/ledger`)).body.balanced;
}
const codes = ({ status, body }: Answer) => [
  status,
  body.error.code,
  ...(body.fields ?? []).map(({ path }: Body) => path),
];

describe('the preview', () => {
  test('shows the booking as it stands and every vehicle with the extras asked for, and changes nothing', async () => {
    const car = await bookScenarioCar(service, 'even', { extras: [{ offer_id: 'child_seat', quantity: 1 }] });
    const pickUp = { branch_name: 'Bly Test Rentals Atlantis Airport', city: 'Atlantis', date_time: carPickUp() };
    const childSeat = { offer_id: 'child_seat', label: 'Child seat', quantity: 1, paid_at: 'now', price: usd(4_500) };
    const found = await preview(car);
    expect(found).toMatchObject({ exchangeable: true, paid: usd(24_500), warnings: [] });
    expect(found.exchange_id).toMatch(/^exc_/);
    expect(found.reason).toBeUndefined();
    expect(found.current).toEqual({
      vehicle: { name: 'even', category: 'Compact', acriss_code: 'CCAR' },
      pick_up: pickUp,
      drop_off: { ...pickUp, date_time: carPickUp(5) },
      ancillaries: [childSeat],
    });
    expect(
      found.offers.map(({ rental, price, delta }: Body) => [
        rental.vehicle.name,
        price.value,
        delta.direction,
        delta.amount?.value,
      ]),
    ).toEqual([
      ['busy', 22_500, 'refund', 2_000],
      ['even', 24_500, 'even', undefined],
      ['add_collect', 25_500, 'add_collect', 1_000],
      ['refund', 26_500, 'add_collect', 2_000],
      ['not_exchangeable', 28_500, 'add_collect', 4_000],
      ['on_request', 49_500, 'add_collect', 25_000],
    ]);
    expect(
      found.offers.every(
        ({ exchange_offer_token: token, rental }: Body) =>
          token.startsWith('cxo_') && rental.ancillaries[0].offer_id === 'child_seat',
      ),
    ).toBe(true);
    expect(found.offers.map((offer: Body) => offer.on_request)).toEqual([false, false, false, false, false, true]);

    // Replace semantics: what the counter collects is shown, and is part of neither price nor delta.
    const replaced = await preview(car, { ancillaries: [{ offer_id: 'gps', quantity: 1 }] });
    const gps = { offer_id: 'gps', label: 'Navigation system', quantity: 1, paid_at: 'local', price: usd(5_000) };
    expect(replaced.offers).toMatchObject([
      {
        rental: { ...found.current, ancillaries: [gps] },
        price: usd(20_000),
        delta: { direction: 'refund', amount: usd(4_500) },
      },
    ]);
    const removed = await preview(car, { ancillaries: [] });
    expect(removed.offers).toHaveLength(1);
    expect(removed.offers[0].rental.ancillaries).toBeUndefined();
    // The calculation of the guide: six days of an intermediate at USD 42.00 and two seats at USD 54.00, against USD
    // 245.00.
    const longer = await preview(car, {
      drop_off_date_time: carPickUp(6),
      ancillaries: [{ offer_id: 'child_seat', quantity: 2 }],
    });
    expect(offerOf(longer, 'add_collect')).toMatchObject({
      price: usd(36_000),
      delta: { direction: 'add_collect', amount: usd(11_500) },
    });
    expect(longer.offers.map(({ price }: Body) => price.value)).toEqual([
      32_400, 34_800, 36_000, 37_200, 39_600, 64_800,
    ]);
    expect((await service.call('POST', '/v1/car_exchange_status', car.pair)).status).toBe(404);
    expect((await getBooking(car)).items).toMatchObject([{ item_id: car.itemId, status: 'confirmed' }]);
  });

  test.each(['not_exchangeable', 'busy'])(
    'of the scenario %s: not exchangeable, with a reason and without ids or prices',
    async (scenario) => {
      const answer = await preview(await bookScenarioCar(service, scenario));
      expect(answer).toMatchObject({ exchangeable: false, current: { vehicle: { name: scenario } }, offers: [] });
      expect(answer.reason).toMatch(/\w/);
      expect([answer.exchange_id, answer.paid]).toEqual([undefined, undefined]);
    },
  );
});

describe('the commit', () => {
  test('even: a day later at the same price, a new number, a repeat answers the same, another offer of the preview is refused', async () => {
    const car = await bookScenarioCar(service, 'even');
    const before = (await getBooking(car)).items[0].confirmation.confirmation_number;
    const found = await preview(car, { pick_up_date_time: carPickUp(1), drop_off_date_time: carPickUp(6) });
    const done = await commit(car, found, offerOf(found, 'even'));
    expect(done).toMatchObject({
      status: 'confirmed',
      booking_ref: car.pair.booking_ref,
      rental: { pick_up: { date_time: carPickUp(1) } },
      delta: { direction: 'even' },
    });
    expect([done.delta.amount, done.refund, done.checkout_url]).toEqual([undefined, undefined, undefined]);
    expect(await commit(car, found, offerOf(found, 'even'))).toEqual(done);
    expect(codes(await tryCommit(car, found, offerOf(found, 'busy')))).toEqual([409, 'CONFLICT']);
    expect([
      await statusOf(car),
      await statusOf(car, { exchange_id: found.exchange_id }),
      await statusOf(car, { exchange_id: done.exchange_reference }),
    ]).toEqual([done, done, done]);
    const { items, total_paid: paid } = await getBooking(car);
    expect(items.map(({ status }: Body) => status)).toEqual(['exchanged', 'confirmed']);
    expect(items[1].confirmation.confirmation_number).not.toBe(before);
    expect(paid.amount).toBe(20_000);
    // The new rental is exchanged like any other; the old one is found by its id alone.
    expect(await preview(car)).toMatchObject({ exchangeable: true, current: { pick_up: { date_time: carPickUp(1) } } });
    expect(await preview(car, { item_id: car.itemId })).toMatchObject({
      exchangeable: false,
      reason: 'The car has been exchanged for another already.',
    });
  });

  test('refund: the difference goes back to the original payment, once', async () => {
    const car = await bookScenarioCar(service, 'refund');
    const found = await preview(car);
    const offer = offerOf(found, 'even');
    expect(offer).toMatchObject({ price: usd(20_000), delta: { direction: 'refund', amount: usd(2_000) } });
    const done = await commit(car, found, offer);
    expect(done).toMatchObject({
      status: 'confirmed',
      delta: { direction: 'refund', amount: usd(2_000) },
      refund: usd(2_000),
    });
    expect(await commit(car, found, offer)).toEqual(done);
    expect(await isBalanced(car)).toBe(true);
    expect(await eventsOf(car)).toEqual(expect.arrayContaining(['booking.completed', 'booking.exchanged']));
    expect(await preview(car)).toMatchObject({ paid: usd(20_000) });
  });

  test('add_collect: a declined token leaves a link, a good one pays and exchanges; the extra money can come back later', async () => {
    const car = await bookScenarioCar(service, 'add_collect');
    const found = await preview(car);
    const offer = offerOf(found, 'refund');
    expect(offer.delta).toEqual({ direction: 'add_collect', amount: usd(1_000) });
    const open = await commit(car, found, offer);
    expect(open).toMatchObject({
      status: 'payment_required',
      rental: { vehicle: { name: 'refund' } },
      delta: offer.delta,
    });
    expect(open.checkout_url).toMatch(/\/checkout\/cs_/);
    const declined = { ...open, reason: 'card_declined' };
    expect(await commit(car, found, offer, { shared_payment_token: 'spt_test_declined' })).toEqual(declined);
    expect(await statusOf(car)).toEqual(declined);
    expect((await getBooking(car)).items).toMatchObject([{ status: 'confirmed' }]);
    const done = await commit(car, found, offer, { shared_payment_token: 'spt_test_ok' });
    expect(done).toMatchObject({ status: 'confirmed', delta: offer.delta });
    expect([done.checkout_url, done.refund]).toEqual([undefined, undefined]);
    expect(await isBalanced(car)).toBe(true);
    const back = await preview(car);
    expect(back.paid).toEqual(usd(22_000));
    expect(await commit(car, back, offerOf(back, 'add_collect'))).toMatchObject({
      status: 'confirmed',
      refund: usd(1_000),
    });
    expect(await isBalanced(car)).toBe(true);
  });

  test('add_collect whose payment is under way is pending: nobody is sent to pay again', async () => {
    const car = await bookScenarioCar(service, 'add_collect');
    const found = await preview(car);
    const offer = offerOf(found, 'refund');
    const open = await commit(car, found, offer);
    const sessionId = new URL(open.checkout_url).pathname.slice('/checkout/'.length);
    const slow = { session_id: sessionId, card: CARD_OK, authorise_delay_seconds: 300 };
    expect(await callFor(service, '/v1/sandbox/pay', slow)).toMatchObject({ status: 'processing' });
    const pending = await commit(car, found, offer);
    expect([pending.status, pending.checkout_url]).toEqual(['pending', undefined]);
    expect(await statusOf(car)).toEqual(pending);
    await service.advance(302);
    expect(await statusOf(car)).toMatchObject({ status: 'confirmed' });
    expect(await isBalanced(car)).toBe(true);
  });

  test('add_collect that nobody pays for: failed with its event once its ten minutes are over or the car is given up', async () => {
    const unpaid = async (end: (car: BookedCar) => Promise<unknown>) => {
      const car = await bookScenarioCar(service, 'add_collect');
      const found = await preview(car);
      const offer = offerOf(found, 'refund');
      expect(await commit(car, found, offer)).toMatchObject({ status: 'payment_required' });
      await end(car);
      const failed = await statusOf(car);
      expect(failed).toMatchObject({
        status: 'failed',
        reason: expect.stringMatching(/^Nobody paid/),
        rental: { vehicle: { name: 'add_collect' } },
      });
      expect(failed.checkout_url).toBeUndefined();
      expect(await commit(car, found, offer, { shared_payment_token: 'spt_test_ok' })).toEqual(failed);
      expect((await eventsOf(car)).filter((event) => event === 'booking.exchange_failed')).toHaveLength(1);
      expect(await isBalanced(car)).toBe(true);
    };
    await unpaid(() => service.advance(TEN_MINUTES));
    await unpaid(async (car) => {
      await callFor(service, '/v1/car_cancel', { ...car.pair, action: 'preview' });
      await callFor(service, '/v1/car_cancel', { ...car.pair, action: 'commit' });
    });
  });

  test('on request: pending for two hours while the old rental stands, then confirmed with its event', async () => {
    const car = await bookScenarioCar(service, 'on_request');
    await service.advance(6 * 3_600);
    const [found, other] = [await preview(car), await preview(car)];
    expect(found.offers.every((offer: Body) => offer.on_request)).toBe(true);
    const pending = await commit(car, found, offerOf(found, 'on_request'));
    expect(pending).toMatchObject({ status: 'pending', delta: { direction: 'even' } });
    expect(await preview(car)).toMatchObject({
      exchangeable: false,
      reason: 'An exchange of this car is in progress.',
    });
    expect(await commit(car, found, offerOf(found, 'on_request'))).toEqual(pending);
    expect(codes(await tryCommit(car, other, offerOf(other, 'even')))).toEqual([409, 'CONFLICT']);
    await service.advance(2 * 3_600 - 60);
    expect(await statusOf(car)).toEqual(pending);
    expect((await getBooking(car)).items).toMatchObject([{ status: 'confirmed' }]);
    await service.advance(60);
    expect(await statusOf(car)).toEqual({ ...pending, status: 'confirmed' });
    expect(await eventsOf(car)).toEqual(expect.arrayContaining(['booking.exchanged']));
  });

  test('on request and not found before the pick-up: failed with its event, nothing is charged and the old rental stands', async () => {
    const car = await bookScenarioCar(service, 'even');
    const { now } = (await service.call('GET', '/v1/sandbox/clock')).body;
    const soon = new Date(Date.parse(now) + 3_600_000).toISOString().slice(0, 19);
    const found = await preview(car, { pick_up_date_time: soon });
    const offer = offerOf(found, 'on_request');
    expect(await commit(car, found, offer, { shared_payment_token: 'spt_test_ok' })).toMatchObject({
      status: 'pending',
    });
    await service.advance(3_600);
    expect(await statusOf(car)).toMatchObject({
      status: 'failed',
      rental: { vehicle: { name: 'even' }, pick_up: { date_time: carPickUp() } },
    });
    expect(await eventsOf(car)).toEqual(expect.arrayContaining(['booking.exchange_failed']));
    expect(await preview(car)).toMatchObject({ exchangeable: true, paid: usd(20_000) });
    expect(await isBalanced(car)).toBe(true);
  });

  test('on request and confirmed after the hold has lapsed: made, our loss, and never given back as if it had been paid', async () => {
    const car = await bookScenarioCar(service, 'even');
    const found = await preview(car);
    expect(
      await commit(car, found, offerOf(found, 'on_request'), { shared_payment_token: 'spt_test_ok' }),
    ).toMatchObject({ status: 'pending', delta: { amount: usd(25_000) } });
    await service.advance(8 * 86_400);
    expect(await statusOf(car)).toMatchObject({ status: 'confirmed' });
    expect((await getBooking(car)).total_paid.amount).toBe(20_000);
    expect((await reconcile(service.app)).problems).toEqual([]);
    expect(await preview(car)).toMatchObject({ paid: usd(20_000), current: { vehicle: { name: 'on_request' } } });
    expect(await callFor(service, '/v1/car_cancel', { ...car.pair, action: 'preview' })).toMatchObject({
      refund_amount: usd(20_000),
    });
    await callFor(service, '/v1/car_cancel', { ...car.pair, action: 'commit' });
    expect(await getBooking(car)).toMatchObject({ status: 'cancelled', total_refunded: { amount: 20_000 } });
    expect((await reconcile(service.app)).problems).toEqual([]);
    expect(await isBalanced(car)).toBe(true);
  });

  test('decided while money of another item still moves: it waits for that, and is made then', async () => {
    const two = await bookScenarioCar(service, 'even', { also: 'refund' });
    const found = await preview(two, { item_id: two.itemId });
    expect(
      await commit(two, found, offerOf(found, 'on_request'), { shared_payment_token: 'spt_test_ok' }),
    ).toMatchObject({ status: 'pending' });
    const other: string = (await getBooking(two)).items[1].item_id;
    for (const action of ['preview', 'commit'])
      await callFor(service, '/v1/car_cancel', { ...two.pair, item_id: other, action });
    const move = (from: string, to: string) =>
      sql`update booking_change set status = ${to} where booking_ref = ${two.pair.booking_ref} and item_id = ${other} and status = ${from}`.execute(
        service.app.db.q,
      );
    // Its job has ended by then: nobody ends the cancellation but this test.
    await service.advance(60);
    await move('done', 'settling');
    await service.advance(6 * 3_600);
    expect(await statusOf(two)).toMatchObject({ status: 'pending' });
    await move('settling', 'done');
    expect(await statusOf(two)).toMatchObject({ status: 'confirmed' });
  });

  test('in yen: price, paid and delta at the frozen rate of the purchase', async () => {
    const car = await bookScenarioCar(service, 'even', { currency: 'JPY' });
    const found = await preview(car, { ancillaries: [{ offer_id: 'child_seat', quantity: 2 }] });
    const [{ price, delta, rental }] = found.offers;
    expect([found.paid.currency, price.currency, delta.amount.currency, delta.amount.decimal_places]).toEqual([
      'JPY',
      'JPY',
      'JPY',
      0,
    ]);
    expect(price.value).toBe(found.paid.value + 2 * rental.ancillaries[0].price.value);
    expect(delta).toMatchObject({ direction: 'add_collect', amount: { value: 2 * rental.ancillaries[0].price.value } });
    expect(await commit(car, found, found.offers[0], { shared_payment_token: 'spt_test_ok' })).toMatchObject({
      status: 'confirmed',
    });
    expect((await preview(car)).paid).toEqual(price);
  });
});

describe('who sends garbage, twice, at once or too late', () => {
  let car: BookedCar;
  beforeAll(async () => {
    car = await bookScenarioCar(service, 'even', { days: 10 });
  });

  test.each<readonly [string, object, readonly unknown[]]>([
    ['a time with a zone', { pick_up_date_time: '2027-03-05T10:00:00Z' }, [422, 'BAD_REQUEST', 'pick_up_date_time']],
    ['a date alone', { drop_off_date_time: '2027-03-05' }, [422, 'BAD_REQUEST', 'drop_off_date_time']],
    [
      'a day that does not exist',
      { pick_up_date_time: '2027-02-30T10:00:00' },
      [422, 'BAD_REQUEST', 'pick_up_date_time'],
    ],
    ['a pick-up in the past', { pick_up_date_time: '2020-01-01T10:00:00' }, [422, 'BAD_REQUEST', 'pick_up_date_time']],
    [
      'a drop-off before the pick-up',
      { drop_off_date_time: '2026-12-01T10:00:00' },
      [422, 'BAD_REQUEST', 'drop_off_date_time'],
    ],
    [
      'quantity 0',
      { ancillaries: [{ offer_id: 'gps', quantity: 0 }] },
      [422, 'BAD_REQUEST', 'ancillaries[0].quantity'],
    ],
    [
      'half of an extra',
      { ancillaries: [{ offer_id: 'child_seat', quantity: 0.5 }] },
      [422, 'BAD_REQUEST', 'ancillaries[0].quantity'],
    ],
    [
      'an unknown extra',
      { ancillaries: [{ offer_id: 'jacuzzi', quantity: 1 }] },
      [422, 'BAD_REQUEST', 'ancillaries[0].offer_id'],
    ],
    [
      'too many',
      { ancillaries: [{ offer_id: 'child_seat', quantity: 4 }] },
      [422, 'BAD_REQUEST', 'ancillaries[0].quantity'],
    ],
    ['no last name', { last_name: '' }, [422, 'BAD_REQUEST', 'last_name']],
    ['the wrong last name', { last_name: 'Cochrane' }, [404, 'NOT_FOUND']],
    ['an item of nobody', { item_id: 'itm_nobody' }, [404, 'NOT_FOUND']],
    ['a provider of something else', { provider: 'sandbox_hotels' }, [404, 'NOT_FOUND']],
  ])('%s', async (_name, wish, answer) => {
    expect(codes(await service.call('POST', '/v1/car_exchange_preview', { ...car.pair, ...wish }))).toEqual(answer);
  });

  test('malformed JSON is 400, another organization finds nothing', async () => {
    expect(codes(await service.call('POST', '/v1/car_exchange_preview', '{"booking_ref":'))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    const { key } = await service.makeKey();
    expect(codes(await service.call('POST', '/v1/car_exchange_preview', car.pair, { 'x-api-key': key }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  test('ids of another preview, of another booking, altered or of another kind are 422', async () => {
    const [found, other] = [await preview(car), await preview(car)];
    const stranger = await bookScenarioCar(service, 'even');
    const foreign = await preview(stranger);
    const [offer] = found.offers;
    expect(codes(await tryCommit(car, found, other.offers[0]))).toEqual([422, 'BAD_REQUEST', 'exchange_offer_token']);
    expect(codes(await tryCommit(car, foreign, foreign.offers[0]))).toEqual([422, 'BAD_REQUEST', 'exchange_id']);
    expect(codes(await tryCommit(car, { exchange_id: `${found.exchange_id}A` }, offer))).toEqual([
      422,
      'BAD_REQUEST',
      'exchange_id',
    ]);
    expect(codes(await tryCommit(car, { exchange_id: offer.exchange_offer_token }, offer))).toEqual([
      422,
      'BAD_REQUEST',
      'exchange_id',
    ]);
    expect(codes(await tryCommit(car, found, { exchange_offer_token: `cxo_${found.exchange_id.slice(4)}` }))).toEqual([
      422,
      'BAD_REQUEST',
      'exchange_offer_token',
    ]);
    expect(codes(await tryCommit({ ...car, pair: { ...car.pair, last_name: 'Cochrane' } }, found, offer))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(
      codes(await service.call('POST', '/v1/car_exchange_status', { ...car.pair, exchange_id: foreign.exchange_id })),
    ).toEqual([422, 'BAD_REQUEST', 'exchange_id']);
  });

  test('two commits of two previews at once: one exchanges, the other is 409; the same one twice is one exchange', async () => {
    const [found, other] = [await preview(car), await preview(car, { pick_up_date_time: carPickUp(11) })];
    const answers = await Promise.all([
      tryCommit(car, found, offerOf(found, 'even')),
      tryCommit(car, found, offerOf(found, 'even')),
      tryCommit(car, other, offerOf(other, 'refund'), { shared_payment_token: 'spt_test_ok' }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await getBooking(car)).items.map(({ status }: Body) => status)).toEqual(['exchanged', 'confirmed']);
    expect(await isBalanced(car)).toBe(true);
  });

  test('ten minutes after the preview its id has run out, and a committed one still answers', async () => {
    const [found, kept] = [await preview(car), await preview(car)];
    const done = await commit(car, kept, offerOf(kept, 'busy'));
    await service.advance(TEN_MINUTES);
    expect(codes(await tryCommit(car, found, offerOf(found, 'busy')))).toEqual([410, 'QUOTE_EXPIRED']);
    expect(await commit(car, kept, offerOf(kept, 'busy'))).toEqual(done);
  });

  test('a cancelled car is not exchangeable, and a preview made before is 409', async () => {
    const doomed = await bookScenarioCar(service, 'even');
    const found = await preview(doomed);
    await callFor(service, '/v1/car_cancel', { ...doomed.pair, action: 'preview' });
    await callFor(service, '/v1/car_cancel', { ...doomed.pair, action: 'commit' });
    expect(await preview(doomed)).toMatchObject({
      exchangeable: false,
      reason: 'The car has been cancelled.',
      offers: [],
    });
    expect(codes(await tryCommit(doomed, found, offerOf(found, 'even')))).toEqual([409, 'CONFLICT']);
  });

  test('with two cars in a booking 409 lists them, and item_id says which; the other stays as it is', async () => {
    const two = await bookScenarioCar(service, 'even', { also: 'refund' });
    const answer = await service.call('POST', '/v1/car_exchange_preview', two.pair);
    expect(codes(answer)).toEqual([409, 'CONFLICT']);
    expect(answer.body.items).toHaveLength(2);
    const found = await preview(two, { item_id: two.itemId });
    expect(found).toMatchObject({ paid: usd(20_000), current: { vehicle: { name: 'even' } } });
    const other: string = answer.body.items.find((item: Body) => item.item_id !== two.itemId).item_id;
    expect(codes(await tryCommit(two, found, offerOf(found, 'busy'), { item_id: other }))).toEqual([
      422,
      'BAD_REQUEST',
      'exchange_id',
    ]);
    expect(await commit(two, found, offerOf(found, 'busy'))).toMatchObject({ status: 'confirmed', refund: usd(2_000) });
    expect((await getBooking(two)).items.map((item: Body) => [item.details.vehicle.name, item.status])).toEqual([
      ['even', 'exchanged'],
      ['refund', 'confirmed'],
      ['busy', 'confirmed'],
    ]);
  });
});
