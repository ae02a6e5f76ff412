import type { App } from '../../context.ts';
import { getPayment } from '../../payments/open-payment.ts';
import type { BookingChange } from '../model/change.ts';

/** Where somebody has to pay first, and what became of the last attempt; neither where nobody has to. */
export interface OpenPayment {
  readonly checkoutUrl: string | undefined;
  /** The bank's word of the last attempt, where it was declined. */
  readonly declineReason: string | undefined;
}

/** What a change still waits to be paid with. */
export async function findOpenPayment(
  app: App,
  { organizationId, status, paymentId, sessionId }: BookingChange,
): Promise<OpenPayment> {
  if (status !== 'paying' || paymentId === undefined || sessionId === undefined)
    return { checkoutUrl: undefined, declineReason: undefined };
  const payment = await getPayment(app.db, { organizationId, paymentId });
  return {
    checkoutUrl: `${app.config.publicUrl}/checkout/${sessionId}`,
    declineReason: payment.status === 'declined' ? payment.declineReason : undefined,
  };
}
