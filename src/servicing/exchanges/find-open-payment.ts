import type { App } from '../../context.ts';
import { progressOf } from '../../payments/model/payment.ts';
import { getPayment } from '../../payments/open-payment.ts';
import type { BookingChange } from '../model/change.ts';

/** Where somebody has to pay first, and what became of the last attempt; nothing of it where nobody has to. */
export interface OpenPayment {
  readonly checkoutUrl: string | undefined;
  /** The bank's word of the last attempt, where it was declined. */
  readonly declineReason: string | undefined;
  /** An attempt is made, and its outcome is not known yet: nobody has to do anything. */
  readonly isBeingPaid: boolean;
}

/** What a change still waits to be paid with. */
export async function findOpenPayment(
  app: App,
  { organizationId, status, paymentId, sessionId }: BookingChange,
): Promise<OpenPayment> {
  if (status !== 'paying' || paymentId === undefined || sessionId === undefined)
    return { checkoutUrl: undefined, declineReason: undefined, isBeingPaid: false };
  const payment = await getPayment(app.db, { organizationId, paymentId });
  const isBeingPaid = progressOf(payment) === 'processing';
  return {
    checkoutUrl: isBeingPaid ? undefined : `${app.config.publicUrl}/checkout/${sessionId}`,
    declineReason: payment.status === 'declined' ? payment.declineReason : undefined,
    isBeingPaid,
  };
}
