import { refundPaymentJob } from './refund-payment.ts';
import { releasePaymentJob } from './release-payment.ts';
import { resolvePaymentJob } from './resolve-payment.ts';

/** Every job of this folder. */
export const paymentJobs = [resolvePaymentJob, releasePaymentJob, refundPaymentJob] as const;
