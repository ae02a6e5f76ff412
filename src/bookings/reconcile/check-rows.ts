import type { App } from '../../context.ts';
import { listLedgerBalances } from '../../ledger/read-ledger.ts';
import { askAboutPayment, listPaymentsOfTrips } from '../../payments/list-payments.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { MONEY_HELD } from '../../payments/model/payment-states.ts';
import type { ReadHandle } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { PaidTrip } from '../../trips/read/list-paid-trips.ts';
import { loadTrips } from '../../trips/read/read-trip.ts';
import { listBookingEvents } from '../../webhooks/list-booking-events.ts';
import { readArchiveMonths } from '../archive/move-items.ts';
import type { Booking } from '../model/booking.ts';
import { findBookingProblems } from '../model/reconcile-booking.ts';
import { listBookingRefsOfTrips } from '../store-read.ts';

/** Events are retained for 30 days and a booking ends within 5: those of a younger booking are all there. */
const EVENTS_KEPT_DAYS = 24;
/** How many of the processor's answers are waited for at once. */
const PAYMENTS_AT_ONCE = 8;

/** What a problem is about. */
export interface ReconcileSubject {
  readonly organizationId: string;
  readonly tripId: string;
  /** A booking's reference, or the id of a payment or a trip. */
  readonly subject: string;
}
/** Takes down what does not agree. */
export type Report = (about: ReconcileSubject, problems: readonly string[]) => void;
/** What rows are read with, and where goes what they disagree in. */
export interface RowCheck {
  readonly rows: ReadHandle;
  readonly report: Report;
}

/**
 * Every booking agrees with its trip, payments, ledger and event. One whose items an operator took out of the database
 * cannot be proven, and is passed over.
 */
export async function checkBookings(
  app: App,
  organizationId: OrganizationId,
  found: readonly Booking[],
  { rows, report }: RowCheck,
): Promise<void> {
  const bookings = await withoutTakenOut(rows, found);
  const tripIds = bookings.map((booking) => booking.tripId);
  const [trips, payments, balances, events, now] = await Promise.all([
    loadTrips(rows, organizationId, tripIds),
    listPaymentsOfTrips(rows, organizationId, tripIds),
    listLedgerBalances(rows, organizationId, tripIds),
    listBookingEvents(
      rows,
      organizationId,
      bookings.map((booking) => booking.bookingRef),
    ),
    app.organizationNow(organizationId),
  ]);
  for (const booking of bookings) {
    const trip = trips.get(booking.tripId);
    const isItsTrip = trip?.bookingRef === booking.bookingRef;
    const problems = findBookingProblems({
      booking,
      tripStatus: isItsTrip ? trip.status : undefined,
      tripOutcome: isItsTrip ? trip.outcome : undefined,
      payments: payments.filter((payment) => payment.tripId === booking.tripId),
      balances: balances.filter((balance) => balance.tripId === booking.tripId),
      eventTypes: events.filter((event) => event.bookingRef === booking.bookingRef).map((event) => event.type),
      areEventsStored: booking.createdAt.getTime() > now.getTime() - EVENTS_KEPT_DAYS * 86_400_000,
    });
    report({ organizationId, tripId: booking.tripId, subject: booking.bookingRef }, problems);
  }
}

/** A booking whose items are not in a month that is there is one of the problems. */
async function withoutTakenOut(rows: ReadHandle, bookings: readonly Booking[]): Promise<readonly Booking[]> {
  if (bookings.every(({ items }) => items.length > 0)) return bookings;
  const months = await readArchiveMonths(rows);
  const attached = new Set(months.flatMap(({ month, isAttached }) => (isAttached ? [month] : [])));
  return bookings.filter(
    ({ items, archivedMonth }) => items.length > 0 || archivedMonth === undefined || attached.has(archivedMonth),
  );
}

/** Every payment that holds or has taken money belongs to a booking, and is what the processor says. */
export async function checkPayments(
  app: App,
  organizationId: OrganizationId,
  payments: readonly Payment[],
  { rows, report }: RowCheck,
): Promise<void> {
  const refs = await listBookingRefsOfTrips(
    rows,
    organizationId,
    payments.map((payment) => payment.tripId),
  );
  const owned = new Set(refs.map((ref) => ref.paymentId));
  const queue = payments.values();
  const ask = async (): Promise<void> => {
    for (const payment of queue) {
      const about = { organizationId, tripId: payment.tripId, subject: payment.paymentId };
      if (MONEY_HELD.includes(payment.status) && payment.purpose.kind === 'trip' && !owned.has(payment.paymentId))
        report(about, [`it is ${payment.status} and no booking knows it`]);
      report(about, await findProcessorProblems(app, payment));
    }
  };
  await Promise.all(Array.from({ length: PAYMENTS_AT_ONCE }, ask));
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

/** Every paid trip has its booking. */
export async function checkTrips(
  rows: ReadHandle,
  organizationId: OrganizationId,
  trips: readonly PaidTrip[],
  report: Report,
): Promise<void> {
  const refs = await listBookingRefsOfTrips(
    rows,
    organizationId,
    trips.map((trip) => trip.tripId),
  );
  for (const trip of trips) {
    const ref = refs.find((candidate) => candidate.tripId === trip.tripId)?.bookingRef;
    const about = { organizationId, tripId: trip.tripId, subject: trip.tripId };
    if (ref === undefined) report(about, [`it is ${trip.status} and has no booking`]);
    else if (ref !== trip.bookingRef)
      report(about, [`it names ${trip.bookingRef ?? 'no booking'}, its booking is ${ref}`]);
  }
}
