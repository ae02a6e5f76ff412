import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter } from '../../support/products/sold-bookings.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { writtenMail } from '../../support/written-mail.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
const { sell, post, read, advanceTo } = openCounter(() => service);

test('what a property charges for a late cancellation is still said once it is committed: on the booking and by mail', async () => {
  const sold = await sell({ kind: 'hotel', scenario: 'pay_at_property' });
  const [free] = (await read(sold)).items[0].cancellation_timeline;
  expect(free.penalty.amount).toBe(0);
  expect(await advanceTo(sold, free.until, 60)).toBe(true);
  const preview = (await post(sold, '/v1/hotel_cancel', { action: 'preview' })).body;
  const [warning = ''] = preview.warnings.filter((text: string) => text.includes('collects'));
  expect(warning).toMatch(/^The property collects USD [\d,.]+ for the late cancellation\.$/);
  expect((await post(sold, '/v1/hotel_cancel', { action: 'commit' })).status).toBe(200);

  const { refund } = (await read(sold)).items[0];
  const { amount, currency } = refund.collected_at_property;
  expect(warning).toContain(`${currency} ${(amount / 100).toFixed(2)}`);
  expect(refund.penalty.amount).toBe(0);
  const { events } = (await service.call('GET', `/v1/events?booking_ref=${sold.pair.booking_ref}`, undefined, sold.as))
    .body;
  const [cancelled] = events.filter(({ event }: { event: string }) => event === 'booking.item_cancelled');
  const mail = await writtenMail(service.app, cancelled.event_id);
  expect(mail?.text).toMatch(new RegExp(`Charged on the spot: US\\$${(amount / 100).toFixed(2)}`));
});

test('a cancellation in time has none', async () => {
  const sold = await sell({ kind: 'hotel', scenario: 'pay_at_property' });
  await post(sold, '/v1/hotel_cancel', { action: 'preview' });
  await post(sold, '/v1/hotel_cancel', { action: 'commit' });
  expect((await read(sold)).items[0].refund).not.toHaveProperty('collected_at_property');
});
