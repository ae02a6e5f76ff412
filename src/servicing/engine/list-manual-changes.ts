import * as z from 'zod';
import type { App } from '../../context.ts';
import { listManualChanges } from '../store-open.ts';

/** More than anybody sees to in a day. */
const CHANGES_MAX = 500;

/** What an administrator sees of one change that people have to see to; crosses the socket as JSON. */
export const ManualChangesAnswer = z.array(
  z.object({
    organizationId: z.string(),
    bookingRef: z.string(),
    reference: z.string(),
    kind: z.string(),
    waitsFor: z.enum(['people', 'us']),
    committedAt: z.string(),
    why: z.string(),
  }),
);

/**
 * Changes that wait for people, oldest first: `people`, those at the supplier, who decide on a refund; `us`, where the
 * supplier has done its part and the money could not be moved, has charged for a cancellation what it had not said, or
 * nobody knows what a cancellation brings back.
 */
export async function listChangesForPeople({ db }: Pick<App, 'db'>): Promise<z.infer<typeof ManualChangesAnswer>> {
  const changes = await listManualChanges(db, CHANGES_MAX);
  return changes.map(({ organizationId, bookingRef, changeId, kind, wait, committedAt, why }) => ({
    organizationId,
    bookingRef,
    reference: changeId,
    kind,
    waitsFor: wait === 'us' ? 'us' : 'people',
    committedAt: committedAt.toISOString(),
    why: why ?? '',
  }));
}
