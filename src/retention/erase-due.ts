import type { App } from '../context.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { monthsBefore } from './model/erasure-cutoff.ts';
import { eraseEndedMandates, erasePersonalData, findOrganizationToErase, listBookingsToErase } from './store.ts';

/** Bookings of one transaction: some ten milliseconds. */
const batchMax = 100;
/** One run erases at most so many; the rest waits for the next. */
const bookingsMax = 200_000;

/** What erasing needs of the App. */
export type ErasureApp = Pick<App, 'db' | 'config' | 'clock' | 'organizationNow'>;

/**
 * Erases the personal data of bookings that were over so many months ago, by the clock of their organization, and of
 * mandates that ended as long ago. Answers how many bookings were erased. Nothing where it is switched off.
 */
export async function eraseDueBookings(app: ErasureApp, signal: AbortSignal): Promise<number> {
  const { eraseAfterMonths: months } = app.config;
  if (months === undefined) return 0;
  let erased = 0;
  for (let owner = ''; !signal.aborted && erased < bookingsMax; ) {
    const organizationId = await findOrganizationToErase(app.db, owner);
    if (organizationId === undefined) break;
    const now = await app.organizationNow(organizationId);
    erased += await eraseOfOrganization(app, { organizationId, now, before: monthsBefore(now, months) }, signal);
    owner = organizationId;
  }
  return erased;
}

async function eraseOfOrganization(
  app: ErasureApp,
  {
    organizationId,
    now,
    before,
  }: { readonly organizationId: OrganizationId; readonly now: Date; readonly before: Date },
  signal: AbortSignal,
): Promise<number> {
  let erased = 0;
  for (let last = batchMax; last === batchMax && !signal.aborted && erased < bookingsMax; ) {
    const bookings = await listBookingsToErase(app.db, organizationId, { before, limit: batchMax });
    // Fewer than were listed: some have begun to move, and are listed again the next day.
    last =
      bookings.length === 0
        ? 0
        : await app.db.transaction((tx) => erasePersonalData(tx, organizationId, bookings, now));
    erased += last;
  }
  await eraseEndedMandates(app.db, organizationId, { before, limit: batchMax });
  return erased;
}
