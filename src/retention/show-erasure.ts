import * as z from 'zod';
import { organizationNow } from '../platform/organization-clock.ts';
import type { ErasePlace } from './erase-booking.ts';
import { monthsBefore } from './model/erasure-cutoff.ts';
import { countErasure, findNextSeller } from './store.ts';

/** What the next run would erase, and what was. Nothing is changed. */
export const ErasureReport = z.object({
  /** Null: personal data is never erased. */
  afterMonths: z.number().nullable(),
  organizations: z.array(
    z.object({ organizationId: z.string(), due: z.number(), erased: z.number(), others: z.number() }),
  ),
});

/** Counts, for every organization that has sold something. */
export async function showErasureForAdmin(place: ErasePlace): Promise<z.infer<typeof ErasureReport>> {
  const { eraseAfterMonths: months } = place.config;
  const organizations: z.infer<typeof ErasureReport>['organizations'] = [];
  for (let after = ''; ; ) {
    const seller = await findNextSeller(place.db, after);
    if (seller === undefined) return { afterMonths: months ?? null, organizations };
    const now = await organizationNow(place, seller);
    const before = months === undefined ? undefined : monthsBefore(now, months);
    organizations.push(await countErasure(place.db, seller, before));
    after = seller;
  }
}
