import type { App } from '../context.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import { mayHaveNews, resolvePaymentJob } from './resolve-payment.ts';
import { findPayment } from './store.ts';

/** Whose payment a callback is about. */
export interface PaymentUpdate {
  readonly organizationId: OrganizationId;
  /** Our payment's id, as the processor knows it. */
  readonly reference: string;
  /** Name and id of the event, for the log. */
  readonly what: string;
}

/**
 * Asks the processor about a payment at once, by the job that would ask later anyhow: however often and in whatever
 * order callbacks come, there is one queued look and one completion path. A payment that is not ours, or over, is left
 * alone.
 */
export async function handlePaymentUpdate(app: App, news: PaymentUpdate): Promise<void> {
  const { organizationId } = news;
  const key = { organizationId, paymentId: asId('payment', news.reference) };
  const payment = await findPayment(app.db, key);
  const isOurs =
    payment !== undefined && (payment.processorId === undefined || payment.processorId === app.paymentProcessor?.id);
  if (!isOurs || !mayHaveNews(payment)) {
    app.log.debug({ what: news.what, isOurs }, "a processor's callback changes nothing");
    return;
  }
  await app.db.transaction((tx) =>
    app.jobs.enqueue(tx, resolvePaymentJob, {
      organizationId,
      payload: { payment_id: payment.paymentId },
      key: payment.paymentId,
    }),
  );
}
