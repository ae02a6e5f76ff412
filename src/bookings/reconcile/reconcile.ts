import type { App } from '../../context.ts';
import { listLedgerBalances } from '../../ledger/read-ledger.ts';
import { askAboutPayment, listAllPayments, listPaymentsOfTrips } from '../../payments/list-payments.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { MONEY_HELD } from '../../payments/model/payment-states.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { listPaidTrips, type PaidTrip } from '../../trips/read/list-paid-trips.ts';
import { loadTrip } from '../../trips/read/read-trip.ts';
import { listBookingEvents } from '../../webhooks/list-booking-events.ts';
import type { Booking } from '../model/booking.ts';
import { describeDrift } from '../model/costs/cost-drift.ts';
import { findBookingProblems } from '../model/reconcile-booking.ts';
import { checkSuppliers, type LookUpBudget } from './reconcile-suppliers.ts';
import { listBookingRefsOfTrips, listBookingsAfter } from '../store-read.ts';

/** Something that does not agree, and where. */
interface ReconcileProblem {
  readonly organizationId: string;
  readonly subject: string;
  readonly problem: string;
}
/** The proof, or what stands against it. */
export interface ReconcileReport {
  readonly bookings: number;
  readonly payments: number;
  readonly trips: number;
  readonly problems: readonly ReconcileProblem[];
  /** Unsold items whose supplier did not answer: neither proven nor disproven. */
  readonly unchecked: readonly ReconcileProblem[];
  /** Items that cost another sum than was quoted: entered in the ledger, and ours to bear. */
  readonly drifted: readonly ReconcileProblem[];
}

const PAGE_SIZE = 200;
const PROBLEMS_MAX = 1000;
/** Look-ups at suppliers in one reading: what is beyond them is reported as not checked. */
const LOOK_UPS_MAX = 5000;
/** Two readings and their last answers have to fit into the 120 s that an administrator's question may take. */
const LOOK_UPS_SECONDS = 40;
/** Events are retained for 30 days and a booking ends within 5: those of a younger booking are all there. */
const EVENTS_KEPT_DAYS = 24;

/**
 * Proves that money = bookings for the whole database: every booking agrees with its trip, payment, ledger and event;
 * every payment that holds or has taken money belongs to a booking and is what the processor says; every paid trip has
 * its booking; and no supplier holds an item that ended failed or cancelled. A supplier that does not answer is
 * reported as `unchecked`.
 */
export async function reconcile(app: App): Promise<ReconcileReport> {
  const first = await readAll(app);
  if (first.problems.length === 0) return first;
  // The service may be at work while its rows are read one after the other: what is wrong is wrong twice.
  const again = await readAll(app);
  const seen = new Set(first.problems.map(({ subject, problem }) => `${subject} ${problem}`));
  return { ...again, problems: again.problems.filter(({ subject, problem }) => seen.has(`${subject} ${problem}`)) };
}

async function readAll(app: App): Promise<ReconcileReport> {
  const problems: ReconcileProblem[] = [];
  const unchecked: ReconcileProblem[] = [];
  const drifted: ReconcileProblem[] = [];
  const reportTo =
    (list: ReconcileProblem[]): Report =>
    (organizationId, subject, found) => {
      for (const problem of found) if (list.length < PROBLEMS_MAX) list.push({ organizationId, subject, problem });
    };
  const [report, reportUnchecked, reportDrift] = [reportTo(problems), reportTo(unchecked), reportTo(drifted)];
  const budget: LookUpBudget = {
    left: LOOK_UPS_MAX,
    until: new Date(app.clock.now().getTime() + LOOK_UPS_SECONDS * 1000),
    unanswered: new Map(),
  };
  const bookings = await eachPage(
    (after) => listBookingsAfter(app.db, { organizationId: after.organizationId, bookingRef: after.id }, PAGE_SIZE),
    (booking) => booking.bookingRef,
    async (organizationId, page) => {
      await checkBookings(app, organizationId, page, report);
      for (const { bookingRef, items } of page) reportDrift(organizationId, bookingRef, items.flatMap(describeDrift));
      const findings = await checkSuppliers(app, page, await app.organizationNow(organizationId), budget);
      for (const { booking, problem, isChecked } of findings)
        (isChecked ? report : reportUnchecked)(organizationId, booking.bookingRef, [problem]);
    },
  );
  const payments = await eachPage(
    (after) => listAllPayments(app.db, { organizationId: after.organizationId, paymentId: after.id }, PAGE_SIZE),
    (payment) => payment.paymentId,
    (organizationId, page) => askAboutPayments(app, organizationId, page, report),
  );
  const trips = await eachPage(
    (after) => listPaidTrips(app.db, { organizationId: after.organizationId, tripId: after.id }, PAGE_SIZE),
    (trip) => trip.tripId,
    (organizationId, page) => checkTrips(app, organizationId, page, report),
  );
  return { bookings, payments, trips, problems, unchecked, drifted };
}

type Report = (organizationId: string, subject: string, problems: readonly string[]) => void;

/**
 * Walks every row in the order of its key, a page at a time and one organization at a time; answers how many there
 * were.
 */
async function eachPage<T extends { readonly organizationId: OrganizationId }>(
  read: (after: { readonly organizationId: string; readonly id: string }) => Promise<readonly T[]>,
  idOf: (row: T) => string,
  check: (organizationId: OrganizationId, rows: readonly T[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  let after = { organizationId: '', id: '' };
  for (;;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return count;
    for (const [organizationId, rows] of Map.groupBy(page, (row) => row.organizationId))
      await check(organizationId, rows);
    count += page.length;
    after = { organizationId: last.organizationId, id: idOf(last) };
  }
}

async function checkBookings(
  app: App,
  organizationId: OrganizationId,
  bookings: readonly Booking[],
  report: Report,
): Promise<void> {
  const tripIds = bookings.map((booking) => booking.tripId);
  const [payments, balances, events, now] = await Promise.all([
    listPaymentsOfTrips(app.db, organizationId, tripIds),
    listLedgerBalances(app.db, organizationId, tripIds),
    listBookingEvents(
      app.db,
      organizationId,
      bookings.map((booking) => booking.bookingRef),
    ),
    app.organizationNow(organizationId),
  ]);
  for (const booking of bookings) {
    const trip = await loadTrip(app.db, organizationId, booking.tripId);
    const isItsTrip = trip?.bookingRef === booking.bookingRef;
    const found = findBookingProblems({
      booking,
      tripStatus: isItsTrip ? trip.status : undefined,
      tripOutcome: isItsTrip ? trip.outcome : undefined,
      payments: payments.filter((payment) => payment.tripId === booking.tripId),
      balances: balances.filter((balance) => balance.tripId === booking.tripId),
      eventTypes: events.filter((event) => event.bookingRef === booking.bookingRef).map((event) => event.type),
      areEventsStored: booking.createdAt.getTime() > now.getTime() - EVENTS_KEPT_DAYS * 86_400_000,
    });
    report(organizationId, booking.bookingRef, found);
  }
}

async function askAboutPayments(
  app: App,
  organizationId: OrganizationId,
  payments: readonly Payment[],
  report: Report,
): Promise<void> {
  const refs = await listBookingRefsOfTrips(
    app.db,
    organizationId,
    payments.map((payment) => payment.tripId),
  );
  const owned = new Set(refs.map((ref) => ref.paymentId));
  for (const payment of payments) {
    if (MONEY_HELD.includes(payment.status) && payment.purpose.kind === 'trip' && !owned.has(payment.paymentId))
      report(organizationId, payment.paymentId, [`it is ${payment.status} and no booking knows it`]);
    report(organizationId, payment.paymentId, await findProcessorProblems(app, payment));
  }
}

/** Our row against the processor's own answer. Intents may be ahead of it or behind; what is settled may not. */
async function findProcessorProblems(app: App, payment: Payment): Promise<readonly string[]> {
  const answer = await askAboutPayment(app, payment);
  if (answer?.kind !== 'known') return [];
  const { status, amountCaptured, amountRefunded } = answer.payment;
  const problems: string[] = [];
  const ours = { captured: payment.amountCaptured.value, refunded: payment.amountRefunded.value };
  if (payment.status !== 'capturing' && amountCaptured.value !== ours.captured) {
    problems.push(`the processor has captured ${amountCaptured.value}, we ${ours.captured}`);
  }
  if (amountRefunded.value < ours.refunded)
    problems.push(`the processor has refunded ${amountRefunded.value}, we ${ours.refunded}`);
  if (payment.status === 'released' && status !== 'released')
    problems.push(`it is released here and ${status} at the processor`);
  if ((payment.status === 'declined' || payment.status === 'created') && status === 'authorised') {
    problems.push(`the processor holds money for a payment that is ${payment.status}`);
  }
  return problems;
}

async function checkTrips(
  app: App,
  organizationId: OrganizationId,
  trips: readonly PaidTrip[],
  report: Report,
): Promise<void> {
  const refs = await listBookingRefsOfTrips(
    app.db,
    organizationId,
    trips.map((trip) => trip.tripId),
  );
  for (const trip of trips) {
    const ref = refs.find((candidate) => candidate.tripId === trip.tripId)?.bookingRef;
    if (ref === undefined) report(organizationId, trip.tripId, [`it is ${trip.status} and has no booking`]);
    else if (ref !== trip.bookingRef)
      report(organizationId, trip.tripId, [`it names ${trip.bookingRef ?? 'no booking'}, its booking is ${ref}`]);
  }
}

/** The report as an administrator reads it. */
export function describeReport(report: ReconcileReport): string {
  const counted = `${report.bookings} bookings, ${report.payments} payments, ${report.trips} paid trips`;
  const list = (problems: readonly ReconcileProblem[]) =>
    problems.map(({ organizationId, subject, problem }) => `  ${organizationId} ${subject}: ${problem}`);
  const unheard =
    report.unchecked.length === 0
      ? []
      : ['Not checked, for their suppliers gave no answer:', ...list(report.unchecked)];
  const drifted = report.drifted.length === 0 ? [] : ['Cost another sum than was quoted:', ...list(report.drifted)];
  if (report.problems.length === 0)
    return [`Money = bookings: ${counted}, nothing stands against it.`, ...drifted, ...unheard].join('\n');
  return [`Money and bookings do not agree (${counted}):`, ...list(report.problems), ...drifted, ...unheard].join('\n');
}
