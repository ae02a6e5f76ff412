import * as z from 'zod';
import { readArchiveMonths } from '../../bookings/archive/move-items.ts';
import { organizationNow } from '../../platform/organization-clock.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { ErasePlace } from '../erase-booking.ts';
import { readTripArchiveMonths } from '../../trips/archive/move-documents.ts';
import { monthsBefore } from '../model/erasure-cutoff.ts';
import { findNextSeller } from '../store.ts';
import { STAYS_FOR, staysFor } from './model/may-archive.ts';
import { countByMonth, listOldBookings, type OldBookingKey } from './store.ts';

const pageSize = 100;
/** Of one organization so many old bookings are looked at; the report says where there are more. */
const lookedAtMax = 10_000;

const Organization = z.object({
  organizationId: z.string(),
  /** Bookings whose items are in the archive, and those whose are not. */
  archived: z.number(),
  others: z.number(),
  /** Of the others, what the next run would move, and why it leaves what is as old. */
  due: z.number(),
  staying: z.record(z.enum(STAYS_FOR), z.number()),
  /** True where more bookings are as old than were looked at: `due` and `staying` are of the oldest. */
  hasMore: z.boolean(),
});
const Month = z.object({
  month: z.string(),
  /** False: taken out by an operator; null: bookings say that their items are there, and there is no such table. */
  isAttached: z.boolean().nullable(),
  bytes: z.number(),
  bookings: z.number(),
});
/** What the archive holds, and what the next run would move there. Nothing is changed. */
export const ArchiveReport = z.object({
  /** Null: nothing is ever moved. */
  afterMonths: z.number().nullable(),
  months: z.array(Month),
  organizations: z.array(Organization),
});
type ArchiveReport = z.infer<typeof ArchiveReport>;

/** Counts, for every organization that has sold something, and for every month of the archive. */
export async function showArchiveForAdmin(place: ErasePlace): Promise<ArchiveReport> {
  const { archiveAfterMonths } = place.config;
  const bookings = new Map<string, number>();
  const organizations: ArchiveReport['organizations'] = [];
  for (let seller = await findNextSeller(place.db, ''); seller !== undefined; ) {
    organizations.push(await showOrganization(place, seller, bookings));
    seller = await findNextSeller(place.db, seller);
  }
  const tables = Map.groupBy(
    [...(await readArchiveMonths(place.db)), ...(await readTripArchiveMonths(place.db))],
    ({ month }) => month,
  );
  const months = [...new Set([...tables.keys(), ...bookings.keys()])].sort().map((month) => ({
    month,
    isAttached: tables.get(month)?.every(({ isAttached }) => isAttached) ?? null,
    bytes: sum(tables.get(month)?.map(({ bytes }) => bytes) ?? []),
    bookings: bookings.get(month) ?? 0,
  }));
  return { afterMonths: archiveAfterMonths ?? null, months, organizations };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function showOrganization(
  place: ErasePlace,
  organizationId: OrganizationId,
  bookings: Map<string, number>,
): Promise<z.infer<typeof Organization>> {
  let [archived, others] = [0, 0];
  for (const { month, bookings: count } of await countByMonth(place.db, organizationId)) {
    if (month === null) others += count;
    else {
      archived += count;
      bookings.set(month, (bookings.get(month) ?? 0) + count);
    }
  }
  return { organizationId, archived, others, ...(await countDue(place, organizationId)) };
}

async function countDue(place: ErasePlace, organizationId: OrganizationId) {
  const { archiveAfterMonths: months } = place.config;
  const staying = { archived: 0, young: 0, fulfilment: 0, change: 0, money: 0 };
  let [due, seen] = [0, 0];
  if (months === undefined) return { due, staying, hasMore: false };
  const before = monthsBefore(await organizationNow(place, organizationId), months);
  for (let after: OldBookingKey | undefined; seen < lookedAtMax; ) {
    const old = await listOldBookings(place.db, organizationId, { before, after, limit: pageSize });
    for (const { facts } of old) {
      const reason = staysFor(facts, before);
      if (reason === undefined) due += 1;
      else staying[reason] += 1;
    }
    seen += old.length;
    const last = old.at(-1);
    if (last === undefined || old.length < pageSize) return { due, staying, hasMore: false };
    after = { lastArrivalAt: last.facts.lastArrivalAt, bookingRef: last.bookingRef };
  }
  return { due, staying, hasMore: true };
}
