import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import { openCounter, type Sold } from '../../support/products/sold-bookings.ts';

/** Exchanging a car late and then cancelling it must not be a way around its penalty (docs/decisions/0018). */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});
const { sell, post, read, advanceTo } = openCounter(() => service);

type Body = Answer['body'];
const standing = async (sold: Sold): Promise<Body> =>
  (await read(sold)).items.find(({ status }: Body) => status === 'confirmed');
const cancelPreview = async (sold: Sold): Promise<Body> =>
  (await post(sold, '/v1/car_cancel', { action: 'preview' })).body;
const later = (local: string, days: number) => `${addDays(local.slice(0, 10), days)}${local.slice(10)}`;

/** Previews so many days later. */
async function preview(sold: Sold, days: number): Promise<Body> {
  const { current } = (await post(sold, '/v1/car_exchange_preview')).body;
  return (
    await post(sold, '/v1/car_exchange_preview', {
      pick_up_date_time: later(current.pick_up.date_time, days),
      drop_off_date_time: later(current.drop_off.date_time, days),
    })
  ).body;
}

async function exchange(sold: Sold, found: Body, name: string): Promise<Body> {
  const offer = found.offers.find(({ rental }: Body) => rental.vehicle.name === name);
  const done = (
    await post(sold, '/v1/car_exchange_commit', {
      exchange_id: found.exchange_id,
      exchange_offer_token: offer.exchange_offer_token,
      shared_payment_token: 'spt_test_ok',
    })
  ).body;
  expect(done.status).toBe('confirmed');
  return done;
}

/**
 * In the last minute of each step of its timeline, and just after the one before it, giving it up costs what the
 * timeline says.
 */
async function expectTimelineHolds(sold: Sold): Promise<void> {
  const { cancellation_timeline: timeline } = await standing(sold);
  for (const [index, { until, refund }] of timeline.entries()) {
    for (const [instant, seconds] of [
      [timeline[index - 1]?.until ?? until, 1],
      [until, -50],
    ] as const) {
      if (index === 0 && seconds === 1) continue;
      await advanceTo(sold, instant, seconds);
      const { refund_amount: back, penalty_amount: penalty, total_paid: paid } = await cancelPreview(sold);
      expect([until, seconds, back.value, back.value + penalty.value]).toEqual([
        until,
        seconds,
        refund.amount,
        paid.value,
      ]);
    }
  }
}

test('before its penalty begins an exchanged car is as free to cancel as a new one', async () => {
  const sold = await sell({ kind: 'car', scenario: 'even' });
  const found = await preview(sold, 10);
  expect(found.warnings).toEqual([]);
  await exchange(sold, found, 'even');
  expect((await cancelPreview(sold)).penalty_amount.value).toBe(0);
  expect((await standing(sold)).cancellation_timeline.map(({ penalty }: Body) => penalty.amount)).toEqual(
    sold.item.cancellation_timeline.map(({ penalty }: Body) => penalty.amount),
  );
});

test('inside it, an exchange to a later day keeps what was forfeited, once, over a second exchange, a dearer car and every step to come', async () => {
  const sold = await sell({ kind: 'car', scenario: 'even' });
  const [free, late] = sold.item.cancellation_timeline;
  await advanceTo(sold, free.until, 3_600);
  expect((await cancelPreview(sold)).penalty_amount.value).toBe(late.penalty.amount);
  const found = await preview(sold, 10);
  expect(found.warnings).toEqual([
    expect.stringMatching(
      /^Cancelling this rental would cost USD \d+\.\d\d by now\. As much of what is paid is kept should its replacement be cancelled\.$/,
    ),
  ]);
  // To the letter of spec.md: the delta is the difference in price, whatever was forfeited.
  expect(found.offers.find(({ rental }: Body) => rental.vehicle.name === 'even').delta).toEqual({ direction: 'even' });
  await exchange(sold, found, 'even');
  expect((await cancelPreview(sold)).penalty_amount.value).toBe(late.penalty.amount);
  await exchange(sold, await preview(sold, 10), 'add_collect');
  const { total_paid: paid } = await read(sold);
  expect(await cancelPreview(sold)).toMatchObject({
    total_paid: { value: paid.amount },
    penalty_amount: { value: late.penalty.amount },
  });
  const { cancellation_timeline: timeline } = await standing(sold);
  expect(timeline.every(({ penalty }: Body) => penalty.amount >= late.penalty.amount)).toBe(true);
  expect(timeline.at(-1).refund.amount).toBe(0);
  await expectTimelineHolds(sold);
});

test('a cheaper car gives its difference back, and keeps what was forfeited of the rest', async () => {
  const sold = await sell({ kind: 'car', scenario: 'refund' });
  const [free, late] = sold.item.cancellation_timeline;
  await advanceTo(sold, free.until, 3_600);
  const { delta } = await exchange(sold, await preview(sold, 10), 'even');
  expect(delta.direction).toBe('refund');
  const preview2 = await cancelPreview(sold);
  expect(preview2.penalty_amount.value).toBe(late.penalty.amount);
  const committed = (await post(sold, '/v1/car_cancel', { action: 'commit', quote_id: preview2.quote_id })).body;
  expect(committed.confirmed_refund_amount.value).toBe(preview2.total_paid.value - late.penalty.amount);
});
