import * as z from 'zod';
import type { BookingInvoices } from '../bookings/booking-invoices.ts';
import { asBookingRef } from '../platform/ids.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import type { App } from '../context.ts';
import { issueDocuments } from './issue-documents.ts';

const IssuePayload = z.object({ booking_ref: z.string() });
/** A database that is away for two days leaves no document out. */
const RETRY_DELAYS_SECONDS: readonly number[] = [10, 60, 600, ...Array.from({ length: 48 }, () => 3_600)];

/** Issues the documents of a booking that are missing. It may run twice: each document is issued once. */
const issueDocumentsJob: JobDeclaration<z.infer<typeof IssuePayload>> = {
  name: 'invoices.issue',
  payload: IssuePayload,
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  jitter: 0.1,
  concurrency: 4,
  organizationConcurrency: 1,
  timeoutSeconds: 60,
  async run(payload, app, { organizationId }) {
    await issueDocuments(app, { organizationId, bookingRef: asBookingRef(payload.booking_ref) });
    return undefined;
  },
};

/** Every job of this folder. */
export const invoiceJobs = [issueDocumentsJob] as const;

/** The documents of bookings, registered by `app.ts` so that servicing needs to know no one above it. */
export const bookingInvoices: BookingInvoices = {
  async enqueue(tx, { organizationId, bookingRef, changeId }, app: App) {
    await app.jobs.enqueue(tx, issueDocumentsJob, {
      organizationId,
      payload: { booking_ref: bookingRef },
      key: changeId,
    });
  },
};
