import { isGone } from './item-status.ts';
import type { AccountBalance } from '../../ledger/model/entry.ts';
import type { Payment } from '../../payments/model/payment.ts';
import type { TripOutcome } from '../../trips/model/trip.ts';
import type { TripStatus } from '../../trips/model/trip-states.ts';
import type { Booking } from './booking.ts';
import { driftOf } from './costs/cost-drift.ts';
import { feeOf, retainedFeeOf, supplierPartOf } from './costs/service-fee.ts';
import { retainedOf, retainedTotal } from './retained-total.ts';

/** Everything that must agree about one booking. */
export interface BookingEvidence {
  readonly booking: Booking;
  readonly tripStatus: TripStatus | undefined;
  /** What the trip recorded at the end. */
  readonly tripOutcome: TripOutcome | undefined;
  /** Every payment ever made or tried for the trip. */
  readonly payments: readonly Payment[];
  readonly balances: readonly AccountBalance[];
  readonly eventTypes: readonly string[];
  /** False once events of that age are deleted. */
  readonly areEventsStored: boolean;
}

const TRIP_STATUS = {
  pending: 'fulfilling',
  confirmed: 'fulfilled',
  cancelled: 'fulfilled',
  failed: 'failed',
} as const;

/** What does not agree, a sentence each; nothing for a booking whose money and state are proven. */
export function findBookingProblems(evidence: BookingEvidence): readonly string[] {
  const { booking, tripStatus, payments } = evidence;
  const payment = payments.find((candidate) => candidate.paymentId === booking.paymentId);
  if (payment === undefined) return ['its payment does not exist'];
  return [
    ...(tripStatus === TRIP_STATUS[booking.status]
      ? []
      : [`the booking is ${booking.status}, its trip ${tripStatus ?? 'missing'}`]),
    ...payments
      .filter((other) => other.amountCaptured.value > 0 && other !== payment && other.purpose.kind === 'trip')
      .map((other) => `${other.paymentId} was captured too`),
    ...findOutcomeProblems(booking, evidence.tripOutcome),
    ...findStateProblems(booking, payment),
    ...findRefundProblems(booking, payments),
    ...findEventProblems(evidence),
    ...findLedgerProblems(booking, payments, evidence.balances),
  ];
}

/** The trip stores the end of its booking: what it stores must still be so. */
function findOutcomeProblems(booking: Booking, outcome: TripOutcome | undefined): readonly string[] {
  if (booking.phase !== 'done') return outcome === undefined ? [] : ['its trip tells an end that has not come'];
  const charged = outcome?.charged.value;
  const fresh = new Set(booking.items.map((item) => item.replacedBy));
  const items = booking.items.filter(
    (item) =>
      !fresh.has(item.itemId) &&
      outcome?.items.find((reported) => reported.itemId === item.itemId)?.status !== soldAs(item),
  );
  return [
    ...(charged === booking.totalPaid.value
      ? []
      : [`paid ${booking.totalPaid.value}, its trip says ${charged ?? 'nothing'}`]),
    ...items.map((item) => `${item.itemId} is ${item.status}, its trip says otherwise`),
  ];
}

/** What the sale made of it: the trip does not hear of what is changed afterwards. */
function soldAs(item: Booking['items'][number]): string {
  return item.status === 'exchanged' || item.refunded !== undefined ? 'confirmed' : item.status;
}

function findStateProblems(booking: Booking, payment: Payment): readonly string[] {
  const isEnded = booking.status !== 'pending';
  const problems: string[] = [];
  if (isEnded !== (booking.phase === 'done'))
    problems.push(`the booking is ${booking.status} in phase ${booking.phase}`);
  const captured = payment.amountCaptured.value;
  if (captured !== booking.totalPaid.value) problems.push(`captured ${captured}, paid ${booking.totalPaid.value}`);
  if (booking.status === 'failed' && payment.status !== 'released')
    problems.push(`the booking failed, its payment is ${payment.status}`);
  if (booking.status === 'confirmed' || booking.status === 'cancelled') {
    if (payment.status !== 'captured')
      problems.push(`the booking is ${booking.status}, its payment is ${payment.status}`);
    const sold = retainedTotal(booking).value + booking.totalRefunded.value - booking.totalCollected.value;
    if (sold !== captured) problems.push(`captured ${captured}, booked ${sold}`);
    const isStanding = booking.items.some(
      (item) => item.status === 'confirmed' && !isGone(item) && item.confirmationNumber !== undefined,
    );
    if (isStanding !== (booking.status === 'confirmed'))
      problems.push(isStanding ? 'an item of a cancelled booking is confirmed' : 'no item is confirmed');
  }
  if (isEnded)
    for (const item of booking.items)
      if (!isSettled(item.status)) problems.push(`${item.itemId} is still ${item.status}`);
  return problems;
}

/**
 * Refunds never exceed captures, of any payment or all of them together, and an item gives back no more than was paid
 * for it.
 */
function findRefundProblems(booking: Booking, payments: readonly Payment[]): readonly string[] {
  const over = payments.filter(({ amountRefunded, amountCaptured }) => amountRefunded.value > amountCaptured.value);
  const items = booking.items.filter(
    ({ refunded, total, nonRefundable }) =>
      refunded !== undefined && refunded.value + nonRefundable.value > total.value,
  );
  const made = payments.reduce((sum, { amountRefunded }) => sum + amountRefunded.value, 0);
  const { totalRefunded, totalRefundRefused: refused } = booking;
  return [
    ...(refused.value > totalRefunded.value
      ? [`${refused.value} was refused, ${totalRefunded.value} was to be given back`]
      : []),
    ...over.map(
      ({ paymentId, amountRefunded, amountCaptured }) =>
        `${paymentId} gave back ${amountRefunded.value} of ${amountCaptured.value}`,
    ),
    ...items.map(({ itemId, refunded, total }) => `${itemId} gives back ${refunded?.value ?? 0} of ${total.value}`),
    ...(booking.phase === 'done' && made > booking.totalRefunded.value
      ? [`${made} was given back, ${booking.totalRefunded.value} of it by the booking's word`]
      : []),
  ];
}

function isSettled(status: Booking['items'][number]['status']): boolean {
  return (
    status === 'confirmed' ||
    status === 'failed' ||
    status === 'cancelled' ||
    status === 'refunded' ||
    status === 'exchanged'
  );
}

/** Exactly one of the two events that end a booking; none before it has ended. */
function findEventProblems({ booking, eventTypes, areEventsStored }: BookingEvidence): readonly string[] {
  if (!areEventsStored) return [];
  const ends = eventTypes.filter((type) => type === 'booking.completed' || type === 'booking.failed');
  if (booking.status === 'pending') return ends.length === 0 ? [] : [`${ends.join(', ')} was published before the end`];
  const expected = booking.status === 'failed' ? 'booking.failed' : 'booking.completed';
  return ends.length === 1 && ends[0] === expected ? [] : [`published [${ends.join(', ')}], not one ${expected}`];
}

/** The trip's accounts say what the payment rows and the booked items say. */
function findLedgerProblems(
  booking: Booking,
  payments: readonly Payment[],
  balances: readonly AccountBalance[],
): readonly string[] {
  const { currency } = booking.totalQuoted;
  const of = (matches: (account: string) => boolean) =>
    balances
      .filter((balance) => balance.currency === currency && matches(balance.account))
      .reduce((sum, balance) => sum + balance.value, 0);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const held = sum(
    payments.filter((payment) => HOLDING.includes(payment.status)).map((payment) => payment.amount.value),
  );
  const cash = sum(payments.map((payment) => payment.amountCaptured.value - payment.amountRefunded.value));
  const fees = sum(booking.items.map((item) => feeOfBooked(booking, item)));
  const booked = sum(booking.items.map((item) => costOfBooked(booking, item))) - fees;
  const collected = sum(
    payments.filter((payment) => payment.purpose.kind !== 'trip').map((payment) => payment.amountCaptured.value),
  );
  const byHand = -of((account) => account === 'returned_by_hand');
  const unmade = booking.totalRefunded.value - byHand - sum(payments.map((payment) => payment.amountRefunded.value));
  // Held for an exchange that its supplier has not made yet.
  const ahead = sum(
    payments
      .filter((payment) => payment.purpose.kind !== 'trip' && AHEAD.includes(payment.status))
      .map((payment) => payment.amount.value),
  );
  const capturing = sum(
    payments
      .filter((payment) => payment.purpose.kind !== 'trip' && payment.status === 'capturing')
      .map((payment) => payment.amount.value),
  );
  const unpaid = unpaidOf(payments);
  const income = -of((account) => account === 'service_fee_income');
  const payable = -of((account) => account.startsWith('supplier_payable:'));
  const clearing = of((account) => account === 'trip_clearing');
  const problems: string[] = [];
  const ledger = {
    hold: of((account) => account === 'processor_hold'),
    cash: of((account) => account === 'processor_cash'),
  };
  if (ledger.hold !== held) problems.push(`the ledger holds ${ledger.hold}, the payments ${held}`);
  if (ledger.cash !== cash) problems.push(`the ledger has ${ledger.cash} in cash, the payments ${cash}`);
  const owed =
    owedOf(
      booking,
      booked,
      of((account) => account === 'penalty_cost'),
    ) + unpaid;
  const drift = of((account) => account === 'cost_drift');
  problems.push(...findDriftProblems(booking, drift));
  if (payable !== owed + drift)
    problems.push(`the ledger owes suppliers ${payable}, the booked items cost ${owed + drift}`);
  if (income !== fees) problems.push(`the ledger has ${income} of service fees, the booked items ${fees}`);
  if (booking.totalCollected.value !== collected + capturing)
    problems.push(
      `${booking.totalCollected.value} is to be collected for exchanges, the payments come to ${collected + capturing}`,
    );
  if (booking.phase === 'done' && clearing !== 0 - unmade - ahead)
    problems.push(`${clearing} was sold and not bought, or the other way round`);
  if (balances.some((balance) => balance.currency !== currency && balance.value !== 0))
    problems.push('the ledger has a second currency');
  return problems;
}

/** What an item has come to, its fee included: nothing before it is booked. */
function costOfBooked({ status }: Booking, item: Booking['items'][number]): number {
  if (item.bookedAt === undefined) return 0;
  const whole = item.status === 'cancelling' ? item.total : retainedOf(item);
  // The fee of what nobody has paid for was never earned.
  return whole.value - (status === 'failed' && whole.value > 0 ? feeOf(item).value : 0);
}

/** What of that is the service fee. */
function feeOfBooked(booking: Booking, item: Booking['items'][number]): number {
  if (item.bookedAt === undefined) return 0;
  return item.status === 'cancelling' ? feeOf(item).value : retainedFeeOf(booking, item).value;
}

/** What suppliers took beyond what was quoted, by the ledger and by the items. */
function findDriftProblems({ items }: Booking, drift: number): readonly string[] {
  const drifted = items.reduce((sum, item) => sum + driftOf(item).value, 0);
  return drift === drifted ? [] : [`the ledger has ${drift} of cost drift, the items ${drifted}`];
}

/** Bought and never paid for: the hold had lapsed before it was captured. Suppliers are owed it all the same. */
function unpaidOf(payments: readonly Payment[]): number {
  return payments
    .filter((payment) => payment.purpose.kind !== 'trip' && payment.status === 'released')
    .reduce((sum, payment) => sum + (payment.amountToCapture?.value ?? 0), 0);
}

/**
 * What suppliers are owed for what was booked. Of what nobody has paid for they may have let something go when it was
 * given up: then that is our loss no longer.
 */
function owedOf({ status, items }: Booking, booked: number, loss: number): number {
  const standing = items.reduce((sum, item) => sum + (item.status === 'confirmed' ? supplierPartOf(item).value : 0), 0);
  return status === 'failed' ? Math.min(booked, Math.max(standing, loss)) : booked;
}

const AHEAD: readonly Payment['status'][] = ['authorised', 'releasing'];
const HOLDING: readonly Payment['status'][] = ['authorised', 'capturing', 'releasing'];
