import { accountJobs, accountStandingJobs } from './accounts/jobs.ts';
import { bookingJobs, bookingStandingJobs } from './bookings/jobs.ts';
import { demandStandingJobs } from './demand/jobs.ts';
import { exportStandingJobs } from './exports/jobs.ts';
import { flightJobs, flightStandingJobs } from './flights/jobs.ts';
import { hotelJobs, hotelStandingJobs } from './hotels/content/jobs.ts';
import { identityJobs, identityStandingJobs } from './identity/jobs.ts';
import { invoiceJobs } from './invoices/jobs.ts';
import { mandateJobs } from './mandates/jobs.ts';
import { mailJobs } from './mail/jobs.ts';
import { meteringJobs } from './metering/jobs.ts';
import { oauthJobs } from './oauth/jobs.ts';
import { paymentJobs } from './payments/jobs.ts';
import { httpJobs } from './platform/http/jobs.ts';
import type { AnyJob } from './platform/jobs/job.ts';
import { ratesStandingJobs } from './rates/jobs.ts';
import { retentionStandingJobs } from './retention/jobs.ts';
import { servicingJobs, servicingStandingJobs } from './servicing/jobs.ts';
import { supplierJobs } from './suppliers/common/jobs.ts';
import { supplierAccountJobs } from './supplier-accounts/jobs.ts';
import { signatureStandingJobs } from './signatures/jobs.ts';
import { tripStandingJobs } from './trips/jobs.ts';
import { ucpJobs } from './ucp/jobs.ts';
import { webhookJobs, webhookStandingJobs } from './webhooks/jobs.ts';

/** Every kind of job a worker of this service runs. */
export const jobDeclarations: readonly AnyJob[] = [
  ...paymentJobs,
  ...tripStandingJobs,
  ...bookingJobs,
  ...servicingJobs,
  ...invoiceJobs,
  ...mandateJobs,
  ...webhookJobs,
  ...ucpJobs,
  ...mailJobs,
  ...accountJobs,
  ...identityJobs,
  ...supplierAccountJobs,
  ...meteringJobs,
  ...httpJobs,
  ...oauthJobs,
  ...demandStandingJobs,
  ...flightJobs,
  ...hotelJobs,
  ...supplierJobs,
  ...ratesStandingJobs,
  ...signatureStandingJobs,
  ...retentionStandingJobs,
  ...exportStandingJobs,
];

/**
 * Jobs that the installation itself needs, hour after hour; put into the queue at every start, where they are at most
 * once.
 */
export const standingJobs = [
  ...accountStandingJobs,
  ...oauthJobs,
  ...identityStandingJobs,
  ...supplierAccountJobs,
  ...meteringJobs,
  ...httpJobs,
  ...webhookStandingJobs,
  ...demandStandingJobs,
  ...bookingStandingJobs,
  ...tripStandingJobs,
  ...flightStandingJobs,
  ...hotelStandingJobs,
  ...servicingStandingJobs,
  ...supplierJobs,
  ...ratesStandingJobs,
  ...signatureStandingJobs,
  ...retentionStandingJobs,
  ...exportStandingJobs,
];
