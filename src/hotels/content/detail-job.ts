import * as z from 'zod';
import type { App } from '../../context.ts';
import type { SoldBy } from '../../offers/describe/stay-facts.ts';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { readContent } from './read-content.ts';

const READ_TIMEOUT_MS = 20_000;
const Hotel = z.object({ supplier: z.string(), hotel_id: z.string() });

/** Reads all that a supplier says of one hotel, because a trip has a stay in it. */
export const readDetailJob: JobDeclaration<z.infer<typeof Hotel>> = {
  name: 'hotels.read_detail',
  payload: Hotel,
  retryDelaysSeconds: [30, 300],
  concurrency: 2,
  organizationConcurrency: 1,
  timeoutSeconds: 60,
  async run({ supplier: supplierId, hotel_id: hotelId }, app, { organizationId, now, signal }) {
    const supplier = findSupplier(app, { kind: 'hotel', supplierId });
    if (supplier === undefined) return undefined;
    const call = { organizationId, now, signal, purpose: 'discovery', timeoutMs: READ_TIMEOUT_MS } as const;
    await callSupplier(app, call, (context) => readContent(app, supplier, hotelId, context));
    return undefined;
  },
};

/** Has a hotel read in the background, once however many ask for it. */
export async function askForDetail(app: App, { organizationId, supplierId }: SoldBy, hotelId: string): Promise<void> {
  await app.db.transaction((tx) =>
    app.jobs.enqueue(tx, readDetailJob, {
      organizationId,
      payload: { supplier: supplierId, hotel_id: hotelId },
      key: `${supplierId} ${hotelId}`,
    }),
  );
}
