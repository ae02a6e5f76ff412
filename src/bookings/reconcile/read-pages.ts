import type { App } from '../../context.ts';
import { listAllPayments, listPaymentsOfTrips } from '../../payments/list-payments.ts';
import type { ReadHandle } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { listPaidTrips, listPaidTripsById } from '../../trips/read/list-paid-trips.ts';
import type { Booking } from '../model/booking.ts';
import { describeDrift } from '../model/costs/cost-drift.ts';
import { listBookingsAfter, listWholeBookingsOfTrips } from '../store-read.ts';
import { listChangedTrips } from './store-reconcile.ts';
import { checkBookings, checkPayments, checkTrips, type Report } from './check-rows.ts';
import { checkSuppliers, type LookUpBudget } from './reconcile-suppliers.ts';

/** What is read one after the other; `changed` alone, for a run over what has changed. */
export type ReconcilePart = 'bookings' | 'payments' | 'trips' | 'changed';
/** The last row that was checked. */
export interface ReconcileKey {
  readonly organizationId: string;
  readonly id: string;
}
/** Before the first row. */
export const FIRST_KEY: ReconcileKey = { organizationId: '', id: '' };

/** Where what is found goes. */
export interface Findings {
  readonly report: Report;
  readonly reportUnchecked: Report;
  readonly reportDrift: Report;
  readonly budget: LookUpBudget;
  /** What the rows are read with: all of one look with the same. */
  readonly rows: ReadHandle;
}

/** How many rows of each kind were checked. */
export interface ReconcileCounts {
  readonly bookings: number;
  readonly payments: number;
  readonly trips: number;
}
/** One page, and the key behind which the next begins; undefined: there was none. */
export type CheckedPage = { readonly counts: ReconcileCounts; readonly last: ReconcileKey } | undefined;

const PAGE_SIZE = 200;
const NONE: ReconcileCounts = { bookings: 0, payments: 0, trips: 0 };

/** Which page is checked. `since`: trips whose money or payments changed from then on, for the part `changed`. */
export interface PageToCheck {
  readonly part: ReconcilePart;
  readonly after: ReconcileKey;
  readonly since: Date;
}

/** Reads one page of a part in the order of its keys and checks it, one organization at a time. */
export async function checkPage(
  app: App,
  { part, after, since }: PageToCheck,
  findings: Findings,
): Promise<CheckedPage> {
  const { organizationId, id } = after;
  switch (part) {
    case 'bookings': {
      const rows = await listBookingsAfter(findings.rows, { organizationId, bookingRef: id }, PAGE_SIZE);
      await inGroups(rows, (owner, group) => checkBookingsWhole(app, owner, group, findings));
      return pageOf(rows, ({ bookingRef }) => bookingRef, { ...NONE, bookings: rows.length });
    }
    case 'payments': {
      const rows = await listAllPayments(findings.rows, { organizationId, paymentId: id }, PAGE_SIZE);
      await inGroups(rows, (owner, group) => checkPayments(app, owner, group, findings));
      return pageOf(rows, ({ paymentId }) => paymentId, { ...NONE, payments: rows.length });
    }
    case 'trips': {
      const rows = await listPaidTrips(findings.rows, { organizationId, tripId: id }, PAGE_SIZE);
      await inGroups(rows, (owner, group) => checkTrips(findings.rows, owner, group, findings.report));
      return pageOf(rows, ({ tripId }) => tripId, { ...NONE, trips: rows.length });
    }
    case 'changed': {
      const rows = await listChangedTrips(findings.rows, { since, after: { organizationId, tripId: id } }, PAGE_SIZE);
      let counts = NONE;
      await inGroups(rows, async (owner, group) => {
        counts = added(
          counts,
          await checkChanged(app, owner, { tripIds: group.map(({ tripId }) => tripId), findings }),
        );
      });
      return pageOf(rows, ({ tripId }) => tripId, counts);
    }
    default:
      return part satisfies never;
  }
}

/** All that belongs to trips of one organization. */
export async function checkChanged(
  app: App,
  organizationId: OrganizationId,
  { tripIds, findings }: { readonly tripIds: readonly string[]; readonly findings: Findings },
): Promise<ReconcileCounts> {
  const [bookings, payments, trips] = await Promise.all([
    listWholeBookingsOfTrips(findings.rows, organizationId, tripIds),
    listPaymentsOfTrips(findings.rows, organizationId, tripIds),
    listPaidTripsById(findings.rows, organizationId, tripIds),
  ]);
  await checkBookingsWhole(app, organizationId, bookings, findings);
  await checkPayments(app, organizationId, payments, findings);
  await checkTrips(findings.rows, organizationId, trips, findings.report);
  return { bookings: bookings.length, payments: payments.length, trips: trips.length };
}

/** Sums of both. */
export function added(one: ReconcileCounts, other: ReconcileCounts): ReconcileCounts {
  return {
    bookings: one.bookings + other.bookings,
    payments: one.payments + other.payments,
    trips: one.trips + other.trips,
  };
}

/** Bookings by our own rows, and by their suppliers' word. */
async function checkBookingsWhole(
  app: App,
  organizationId: OrganizationId,
  bookings: readonly Booking[],
  { report, reportUnchecked, reportDrift, budget, rows }: Findings,
): Promise<void> {
  if (bookings.length === 0) return;
  await checkBookings(app, organizationId, bookings, { report, rows });
  for (const { tripId, bookingRef: subject, items } of bookings)
    reportDrift({ organizationId, tripId, subject }, items.flatMap(describeDrift));
  const findings = await checkSuppliers(app, bookings, await app.organizationNow(organizationId), budget);
  for (const { booking, problem, isChecked } of findings)
    (isChecked ? report : reportUnchecked)({ organizationId, tripId: booking.tripId, subject: booking.bookingRef }, [
      problem,
    ]);
}

async function inGroups<T extends { readonly organizationId: OrganizationId }>(
  rows: readonly T[],
  check: (organizationId: OrganizationId, rows: readonly T[]) => Promise<void>,
): Promise<void> {
  for (const [organizationId, group] of Map.groupBy(rows, (row) => row.organizationId))
    await check(organizationId, group);
}

function pageOf<T extends { readonly organizationId: OrganizationId }>(
  rows: readonly T[],
  idOf: (row: T) => string,
  counts: ReconcileCounts,
): CheckedPage {
  const last = rows.at(-1);
  return last && { counts, last: { organizationId: last.organizationId, id: idOf(last) } };
}
