import { archiveItems, openArchiveMonth, readArchiveMonths } from '../../bookings/archive/move-items.ts';
import type { App } from '../../context.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { monthsBefore } from '../model/erasure-cutoff.ts';
import { archiveTrips, openTripArchiveMonth, readTripArchiveMonths } from '../../trips/archive/move-documents.ts';
import { closedMonth, staysFor } from './model/may-archive.ts';
import {
  findOrganizationToArchive,
  listOldBookings,
  lockOldBookings,
  type OldBooking,
  type OldBookingKey,
} from './store.ts';

/** Bookings that are looked at together, and of which one transaction moves those that may go: some tens of ms. */
const batchMax = 100;
/** One organization's share of a round: then the others have theirs, until none has anything left. */
const batchesOfShare = 20;
/** Of items and of trips: a booking moves where the month is open in both. */
const ARCHIVES = [
  { read: readArchiveMonths, open: openArchiveMonth },
  { read: readTripArchiveMonths, open: openTripArchiveMonth },
];
/** One run looks at so many at most; the rest waits for the next. */
const bookingsMax = 100_000;

/** What archiving needs of the App. */
export type ArchiveApp = Pick<App, 'db' | 'config' | 'clock' | 'organizationNow' | 'faults'>;

/** What a run has done. */
export interface ArchiveRun {
  /** Bookings whose items were moved. */
  readonly bookings: number;
  /** True where it stopped before everything had been looked at. */
  readonly hasMore: boolean;
}

/** How far a run has come with one organization. */
interface Progress {
  readonly organizationId: OrganizationId;
  readonly before: Date;
  readonly after: OldBookingKey | undefined;
}

/**
 * Moves the items of bookings that were over so many months ago, by the clock of their organization, and the documents
 * of their trips into the archive, one organization's share after the other's. It may be cut short anywhere, and the
 * next run goes on by itself: what has moved says so in its row. Nothing where it is switched off.
 */
export async function archiveDueBookings(app: ArchiveApp, signal: AbortSignal): Promise<ArchiveRun> {
  const { archiveAfterMonths: months } = app.config;
  if (months === undefined) return { bookings: 0, hasMore: false };
  let [bookings, seen] = [0, 0];
  for (let round = await listOrganizations(app, months); round.length > 0; ) {
    const next: Progress[] = [];
    for (const organization of round) {
      let progress: Progress | undefined = organization;
      for (let batch = 0; batch < batchesOfShare && progress !== undefined; batch += 1) {
        if (signal.aborted || seen >= bookingsMax) return { bookings, hasMore: true };
        const done = await archiveBatch(app, progress);
        [bookings, seen, progress] = [bookings + done.moved, seen + done.seen, done.next];
      }
      if (progress !== undefined) next.push(progress);
    }
    round = next;
  }
  return { bookings, hasMore: false };
}

async function listOrganizations(app: ArchiveApp, months: number): Promise<readonly Progress[]> {
  const found: Progress[] = [];
  for (let owner = ''; ; ) {
    const organizationId = await findOrganizationToArchive(app.db, owner);
    if (organizationId === undefined) return found;
    const before = monthsBefore(await app.organizationNow(organizationId), months);
    found.push({ organizationId, before, after: undefined });
    owner = organizationId;
  }
}

interface Batch {
  readonly seen: number;
  readonly moved: number;
  /** Where the next batch begins; undefined where this was the last. */
  readonly next: Progress | undefined;
}

async function archiveBatch(app: ArchiveApp, progress: Progress): Promise<Batch> {
  const { organizationId, before, after } = progress;
  const old = await listOldBookings(app.db, organizationId, { before, after, limit: batchMax });
  app.faults.pass('archive.after_list');
  const last = old.length === batchMax ? old.at(-1) : undefined;
  const next = last && {
    ...progress,
    after: { lastArrivalAt: last.facts.lastArrivalAt, bookingRef: last.bookingRef },
  };
  const due = await inOpenMonths(app, mayGo(old, before));
  if (due.length === 0) return { seen: old.length, moved: 0, next };
  app.faults.pass('archive.after_partition');
  const moved = await app.db.transaction(async (tx) => {
    // Looked at again once they are locked: what has changed meanwhile is left for another day.
    const locked = await lockOldBookings(
      tx,
      organizationId,
      due.map(({ tripId }) => tripId),
    );
    const going = mayGo(locked, before);
    for (const [month, ofMonth] of Map.groupBy(going, ({ facts }) => closedMonth(facts))) {
      await archiveItems(tx, organizationId, { month, bookingRefs: ofMonth.map(({ bookingRef }) => bookingRef) });
      app.faults.pass('archive.after_move');
      await archiveTrips(tx, organizationId, { month, tripIds: ofMonth.map(({ tripId }) => tripId) });
      app.faults.pass('archive.after_trips');
    }
    return going.length;
  });
  app.faults.pass('archive.after_commit');
  return { seen: old.length, moved, next };
}

const mayGo = (bookings: readonly OldBooking[], before: Date) =>
  bookings.filter(({ facts }) => staysFor(facts, before) === undefined);

/** Those of months that have a partition; makes the ones that are missing. What an operator took out stays out. */
async function inOpenMonths(app: ArchiveApp, bookings: readonly OldBooking[]): Promise<readonly OldBooking[]> {
  if (bookings.length === 0) return [];
  const wanted = new Set<IsoDate>(bookings.map(({ facts }) => closedMonth(facts)));
  const takenOut = new Set<string>();
  for (const { read, open } of ARCHIVES) {
    const known = new Map((await read(app.db)).map(({ month, isAttached }) => [month, isAttached]));
    for (const month of wanted) {
      if (!known.has(month)) await open(app.db, month);
      else if (known.get(month) === false) takenOut.add(month);
    }
  }
  return bookings.filter(({ facts }) => !takenOut.has(closedMonth(facts)));
}
