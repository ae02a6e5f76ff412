import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { openCounter, type Sold } from '../../support/products/sold-bookings.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const { problems } = await reconcile(service.app);
  expect(problems).toEqual([]);
  await service.close();
});

const { sell, post, read, advanceTo } = openCounter(() => service);
const cancel = (sold: Sold, kind: string, action: string, more: object = {}) =>
  post(sold, `/v1/${kind}_cancel`, { action, ...more });

describe.each(['hotel', 'car'])('a %s', (kind) => {
  test('is previewed, given up once, and told the same afterwards', async () => {
    const sold = await sell({ kind, currency: 'EUR' });
    expect(sold.items[0].available_actions).toContain(`${kind}_cancel`);
    const preview = await cancel(sold, kind, 'preview');
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({
      action: 'preview',
      quote_id: expect.stringMatching(/^rfq_/),
      is_refundable: true,
      support_level: 'full',
      penalty_amount: { value: 0 },
    });
    expect(preview.body.refund_amount).toEqual(preview.body.total_paid);
    const { quote_id } = preview.body;
    const [first, second] = await Promise.all([
      cancel(sold, kind, 'commit', { quote_id }),
      cancel(sold, kind, 'commit', { quote_id }),
    ]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    const repeat = await cancel(sold, kind, 'commit');
    expect(repeat.body).toMatchObject({
      action: 'commit',
      quote_id,
      refund_status: 'refunded',
      confirmed_refund_amount: preview.body.refund_amount,
    });
    expect((await cancel(sold, kind, 'status')).body).toEqual({ ...repeat.body, action: 'status' });
    expect(await read(sold)).toMatchObject({
      status: 'cancelled',
      total_refunded: { amount: preview.body.refund_amount.value },
      items: [{ status: 'refunded', available_actions: [] }],
    });
    expect((await cancel(sold, kind, 'preview')).body).toMatchObject({
      quote_id: null,
      is_refundable: false,
      warnings: ['It has been given up and refunded already.'],
    });
  });

  test('costs what its timeline says in the last minute of every step of it', async () => {
    const sold = await sell({ kind, currency: 'JPY' });
    const [item] = (await read(sold)).items;
    for (const { until, refund } of item.cancellation_timeline) {
      await advanceTo(sold, until, -50);
      const {
        refund_amount: quoted,
        total_paid: paid,
        penalty_amount: penalty,
      } = (await cancel(sold, kind, 'preview')).body;
      expect([until, quoted.value, quoted.value + penalty.value]).toEqual([until, refund.amount, paid.value]);
    }
    await advanceTo(sold, item.cancellation_timeline.at(-1).until);
    expect((await cancel(sold, kind, 'preview')).body).toMatchObject({
      is_refundable: false,
      quote_id: null,
      warnings: [expect.stringContaining('is over')],
    });
    expect((await read(sold)).items[0].available_actions).toEqual([]);
  });

  test('without a quote cannot be committed, and an unknown action is 422', async () => {
    const sold = await sell({ kind });
    expect(await cancel(sold, kind, 'commit')).toMatchObject({
      status: 410,
      body: { error: { code: 'QUOTE_EXPIRED' } },
    });
    expect((await cancel(sold, kind, 'status')).status).toBe(404);
    expect((await cancel(sold, kind, 'delete')).body.fields[0].path).toBe('action');
    expect((await cancel(sold, kind, 'preview', { last_name: 'Smith' })).status).toBe(404);
    for (const quote_id of ['rfq_none', 'x'.repeat(300)])
      expect((await cancel(sold, kind, 'commit', { quote_id })).status).toBe(404);
    expect((await post(sold, '/v1/refund_check')).status).toBe(404);
  });
});

test('an item or a quote of the booking that is of another kind is a 404 that says so; what it does not have says nothing', async () => {
  const sold = await sell({ kind: 'trip' });
  const idOf = (kind: string): string => sold.items.find((item: { kind: string }) => item.kind === kind).item_id;
  const wrong = async (more: object) => {
    const { status, body } = await cancel(sold, 'car', 'commit', more);
    return [status, body.error.code, body.error.message];
  };
  expect(await wrong({ item_id: idOf('flight') })).toEqual([
    404,
    'NOT_FOUND',
    'This is a flight of the booking, not a car. Send an item_id of kind car, as get_booking lists them.',
  ]);
  const { quote_id: ofTheStay } = (await cancel(sold, 'hotel', 'preview')).body;
  expect(await wrong({ item_id: idOf('car'), quote_id: ofTheStay })).toEqual([
    404,
    'NOT_FOUND',
    'quote_id names a quote of this booking, but of another item or operation. Ask for a quote of this one.',
  ]);
  expect(await wrong({ quote_id: ofTheStay })).toEqual([
    404,
    'NOT_FOUND',
    expect.stringMatching(/^This is a hotel of the booking, not a car\./),
  ]);
  const unknownPair = [404, 'NOT_FOUND', 'No booking matches this reference and last name.'];
  for (const more of [{ item_id: 'itm_none' }, { quote_id: 'rfq_none' }, { order_id: 'ord_none' }])
    expect([more, await wrong(more)]).toEqual([more, unknownPair]);
  expect(await wrong({ last_name: 'Smith', item_id: idOf('flight'), quote_id: ofTheStay })).toEqual(unknownPair);
  const hotel = await sell({ kind: 'hotel' });
  expect((await cancel(hotel, 'car', 'preview')).body.error.message).toBe('The booking has no item of kind car.');
});

test('while an exchange of the car runs, a commit without a quote is 409', async () => {
  const sold = await sell({ kind: 'car', scenario: 'even' });
  const found = (await post(sold, '/v1/car_exchange_preview')).body;
  const offer = found.offers.find((one: { on_request: boolean }) => one.on_request);
  const exchange = await post(sold, '/v1/car_exchange_commit', {
    exchange_id: found.exchange_id,
    exchange_offer_token: offer.exchange_offer_token,
    shared_payment_token: 'spt_test_ok',
  });
  expect(exchange.body.status).toBe('pending');
  expect(await cancel(sold, 'car', 'commit')).toMatchObject({
    status: 409,
    body: {
      error: { code: 'CONFLICT', message: expect.stringMatching(/^Another change of this booking is under way/) },
    },
  });
});

test('a stay that returns nothing can be given up all the same, ends cancelled, and no money moves', async () => {
  const sold = await sell({ kind: 'hotel', scenario: 'non_refundable' });
  const preview = (await cancel(sold, 'hotel', 'preview')).body;
  expect(preview).toMatchObject({
    is_refundable: false,
    support_level: 'none',
    refund_amount: { value: 0 },
    penalty_amount: preview.total_paid,
    warnings: ['Nothing of what was paid comes back.'],
  });
  expect((await cancel(sold, 'hotel', 'commit', { quote_id: preview.quote_id })).body).toMatchObject({
    refund_status: 'refunded',
    confirmed_refund_amount: { value: 0 },
  });
  expect(await read(sold)).toMatchObject({
    status: 'cancelled',
    total_refunded: { amount: 0 },
    items: [{ status: 'cancelled' }],
  });
});

test('a stay that is paid at the property costs what its timeline says: the penalty is what the property collects', async () => {
  const sold = await sell({ kind: 'hotel', scenario: 'pay_at_property' });
  const [first, second] = (await read(sold)).items[0].cancellation_timeline;
  expect((await cancel(sold, 'hotel', 'preview')).body).toMatchObject({
    is_refundable: true,
    refund_amount: { value: 0 },
    penalty_amount: { value: 0 },
    warnings: [],
  });
  await advanceTo(sold, first.until, 1);
  expect((await cancel(sold, 'hotel', 'preview')).body).toMatchObject({
    is_refundable: false,
    refund_amount: { value: second.refund.amount },
    penalty_amount: { value: second.penalty.amount },
    warnings: [expect.stringMatching(/^The property collects USD \d+\.\d\d/)],
  });
  expect([second.refund.amount, second.penalty.amount]).toEqual([0, 9_300]);
  expect((await cancel(sold, 'hotel', 'commit')).body).toMatchObject({
    refund_status: 'refunded',
    confirmed_refund_amount: { value: 0 },
    penalty_amount: { value: 9_300 },
  });
});

test('of a trip each item is given up by itself, and the booking is cancelled with the last', async () => {
  const sold = await sell({ kind: 'trip', currency: 'USD' });
  const paid = (await read(sold)).total_paid.amount;
  for (const kind of ['hotel', 'car']) {
    await cancel(sold, kind, 'preview');
    expect((await cancel(sold, kind, 'commit')).body.refund_status).toBe('refunded');
    expect((await read(sold)).status).toBe('confirmed');
  }
  const eventsOf = async (type: string) =>
    (await service.call('GET', `/v1/events?booking_ref=${sold.pair.booking_ref}&type=${type}`, undefined, sold.as)).body
      .events;
  expect([(await eventsOf('booking.item_cancelled')).length, (await eventsOf('booking.cancelled')).length]).toEqual([
    2, 0,
  ]);
  const check = (await post(sold, '/v1/refund_check')).body;
  if (check.quote_id !== null) await post(sold, '/v1/refund_commit');
  const booking = await read(sold);
  expect([booking.status, booking.total_paid.amount]).toEqual([
    check.quote_id === null ? 'confirmed' : 'cancelled',
    paid,
  ]);
  const itemIds = booking.items
    .filter(({ status }: { status: string }) => status !== 'confirmed')
    .map(({ item_id }: { item_id: string }) => item_id)
    .sort();
  const given = (await eventsOf('booking.item_cancelled')).map(
    ({ data }: { data: { item_id: string } }) => data.item_id,
  );
  const whole = await eventsOf('booking.cancelled');
  expect([
    given.sort(),
    whole.map(({ status, data }: { status: string; data: { item_ids: string[] } }) => [
      status,
      [...data.item_ids].sort(),
    ]),
  ]).toEqual([itemIds, check.quote_id === null ? [] : [['cancelled', itemIds]]]);
});
