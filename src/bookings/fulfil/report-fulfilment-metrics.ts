import type { App } from '../../context.ts';
import { AGE_BANDS, countOpenBookings, countOpenItems } from '../store-open.ts';
import { OPEN_ITEM_STATUSES } from '../model/booking-item-states.ts';

/**
 * Shows in /metrics how many fulfilments have not ended, by age, and what their items wait for. Counted in the database
 * at each look, so that a fulfilment whose job is lost is seen as well; every process of an installation shows the
 * same.
 */
export function watchFulfilments(app: App): void {
  const { metrics } = app;
  const open = metrics.gauge(
    'bly_fulfilments_open',
    'Paid trips whose fulfilment has not ended, by age. The same in every process.',
    ['age'],
    async () => {
      const counts = await countOpenBookings(app.db, app.clock.now());
      for (const age of AGE_BANDS) open.set({ age }, counts.get(age) ?? 0);
    },
    'max',
  );
  const items = metrics.gauge(
    'bly_booking_items_open',
    'Items whose supplier has not given its final word. The same in every process.',
    ['status'],
    async () => {
      const counts = await countOpenItems(app.db);
      for (const status of OPEN_ITEM_STATUSES) items.set({ status }, counts.get(status) ?? 0);
    },
    'max',
  );
}
