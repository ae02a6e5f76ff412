import type { UcpOrders } from '../webhooks/ucp-orders.ts';
import { sendOrderJob } from './jobs.ts';
import { insertOrderEvent } from './order-store.ts';

/** Orders of UCP platforms: `app.ucpOrders`. */
export const ucpOrders: UcpOrders = {
  async record(tx, event, app) {
    // Nothing was sold: the checkout says so, and there is no order to speak of.
    if (event.type === 'booking.failed') return;
    const checkoutId = await insertOrderEvent(tx, event);
    if (checkoutId === undefined) return;
    await app.jobs.enqueue(tx, sendOrderJob, {
      organizationId: event.organizationId,
      payload: { event_id: event.eventId },
      concurrencyKey: checkoutId,
    });
  },
};
