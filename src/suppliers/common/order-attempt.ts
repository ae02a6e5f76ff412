import type { Counter } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { FaultPoints } from '../../platform/fault-points.ts';
import type { LookUpOutcome } from '../ports/booking.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import type { SupplierAccount, SupplierAccounts } from './account.ts';
import type { IntendedBooking, SupplierBooking, SupplierBookingKey, SupplierBookings } from './supplier-bookings.ts';

/** What an order call is made with, whichever the supplier. */
export interface AttemptTools {
  readonly bookings: SupplierBookings;
  /** Real time. */
  readonly clock: Clock;
  readonly faults: FaultPoints;
  /** Counts what operators have to look at, by `supplier` and `kind`. */
  readonly alarms: Counter;
}

/** A refusal in the words of a port. */
interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
  readonly proof?: string;
}
interface Unknown {
  readonly kind: 'unknown';
  readonly detail: string;
}
interface Unsent {
  readonly kind: 'unsent';
  readonly proof: string;
}

/** One reference that is to be ordered at most once, and how its supplier says so. */
export interface OrderAttempt<R extends Refused> {
  readonly key: SupplierBookingKey;
  /** The fault points that are passed: `order.after_intent` and so on. */
  readonly step: 'order' | 'exchange' | 'services';
  /** What proves a refusal before any call: "no order call was made". */
  readonly noCall: string;
  /** Why the outcome is unknown where a call may have been made: "an order call was made before". */
  readonly calledBefore: string;
  readonly refusalOf: (reason: string, proof?: string) => R;
}

/**
 * What the answer to a call that spends money proves, where it did not say that it was made.
 * - `refused`: nothing was made, for this reason · `unsent`: nothing was, and the same call may be made later
 * - `unknown`: something may have been
 */
export type NotMade =
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly proof: string;
      readonly requestId?: string | undefined;
      /** The money of the account ran out, or its key: the traveler has nothing to do with it. */
      readonly isOurs: boolean;
    }
  | Unsent
  | Unknown;

/** The call of an attempt, and what its reply comes to in the words of the port. */
interface OrderCall<Reply, Outcome> {
  readonly send: () => Promise<Reply>;
  readonly settle: (called: SupplierBooking, reply: Reply | Unsent) => Promise<Outcome>;
}

/**
 * Orders once. What is to be ordered is written down and committed before the call, so that no second order is ever
 * made where a first may have been: then the answer is `unknown` and the look-up decides. Before it the caller has
 * answered what is recorded (`answerRecorded`), and recorded every refusal of its own (`recordRefusal`).
 */
export async function attemptOrder<R extends Refused, Reply, Outcome>(
  tools: AttemptTools,
  attempt: OrderAttempt<R>,
  intended: Pick<IntendedBooking, 'accountId' | 'offerId' | 'total' | 'ordered'>,
  { send, settle }: OrderCall<Reply, Outcome>,
): Promise<Outcome | R | Unknown> {
  const { key, step } = attempt;
  const intent = await tools.bookings.intend({ ...key, ...intended, searchId: undefined });
  if (intent === undefined) return answerAgain(tools, attempt);
  tools.faults.pass(`${step}.after_intent`);
  const called = await tools.bookings.beginCall(intent, tools.clock.now());
  if (called === undefined) return answerAgain(tools, attempt);
  tools.faults.pass(`${step}.after_begin`);
  const reply = await sendOrProve(send);
  tools.faults.pass(`${step}.after_call`);
  const outcome = await settle(called, reply);
  tools.faults.pass(`${step}.after_settle`);
  return outcome;
}

/** Makes the call. Where the account's turn did not come, the client promises that nothing was sent. */
async function sendOrProve<Reply>(send: () => Promise<Reply>): Promise<Reply | Unsent> {
  try {
    return await send();
  } catch (failure) {
    if (failure instanceof SupplierFailure) return { kind: 'unsent', proof: `nothing was sent: ${failure.message}` };
    throw failure;
  }
}

/** What a reference that may not be ordered is answered: its refusal for ever, else the look-up decides. */
export function answerRecorded<R extends Refused>(
  { calledBefore, refusalOf }: OrderAttempt<R>,
  { reason, proof }: Pick<SupplierBooking, 'reason' | 'proof'>,
): R | Unknown {
  return reason === undefined ? { kind: 'unknown', detail: calledBefore } : refusalOf(reason, proof);
}

/** The answer where another process was faster with the reference, by what it has recorded. */
async function answerAgain<R extends Refused>(
  { bookings }: Pick<AttemptTools, 'bookings'>,
  attempt: OrderAttempt<R>,
): Promise<R | Unknown> {
  const row = await bookings.find(attempt.key);
  return row?.reason === undefined
    ? { kind: 'unknown', detail: 'another process was faster' }
    : answerRecorded(attempt, row);
}

/**
 * Records a refusal that came before any call, then answers it: from then on it is the answer, and a process that
 * orders the same reference at the same time cannot order what another one has refused. Another process may have called
 * by now, and be the very reason of the refusal: then the answer is not that refusal.
 */
export async function recordRefusal<R extends Refused>(
  { bookings }: Pick<AttemptTools, 'bookings'>,
  attempt: OrderAttempt<R>,
  refused: R,
  wanted: Pick<SupplierBooking, 'accountId' | 'offerId' | 'total'>,
): Promise<R | Unknown> {
  const { reason, proof = attempt.noCall } = refused;
  const isRecorded = await bookings.refuse({ ...attempt.key, ...wanted, searchId: undefined, proof, reason });
  return isRecorded ? refused : answerAgain({ bookings }, attempt);
}

/** Records what an answer proves that does not say that something was made, and says it in the words of the port. */
export async function settleNotMade<R extends Refused>(
  tools: AttemptTools,
  { refusalOf }: Pick<OrderAttempt<R>, 'refusalOf'>,
  { called, answer }: { readonly called: SupplierBooking; readonly answer: NotMade },
  context: Pick<SupplierContext, 'log'>,
): Promise<R | Unknown> {
  switch (answer.kind) {
    case 'refused': {
      const { proof, reason, requestId, isOurs } = answer;
      const { supplier, reference } = called;
      if (isOurs) raiseAlarm(tools, context, { supplier, kind: 'account', reference, detail: proof });
      // What is recorded otherwise by now was seen by a look-up: it knows more than this answer.
      return (await tools.bookings.settle(called, { proof, reason, requestId }))
        ? refusalOf(reason, proof)
        : { kind: 'unknown', detail: `something else is recorded than ${proof}` };
    }
    // Without a reason beside the proof the look-up answers `none`, and the same call is made once more.
    case 'unsent':
      await tools.bookings.settle(called, { proof: answer.proof });
      return { kind: 'unknown', detail: answer.proof };
    case 'unknown':
      return answer;
    default:
      return answer satisfies never;
  }
}

/** Whether another reference has ordered this offer, or may have: it is sold once. */
export async function isOrderedElsewhere(
  { bookings }: Pick<AttemptTools, 'bookings'>,
  { supplier, reference }: SupplierBookingKey,
  ids: { readonly accountId: string; readonly offerId: string },
): Promise<boolean> {
  const rows = await bookings.listByOrder({ supplier, ...ids });
  return rows.some((row) => row.reference !== reference && (row.status === 'called' || row.orderId !== undefined));
}

/**
 * Settles that a call was not made so far, and answers `none`: once this is recorded, the process that meant to make it
 * finds its intent void.
 */
export async function voidIntent<None extends { readonly kind: 'none' }>(
  { bookings }: Pick<AttemptTools, 'bookings'>,
  row: SupplierBooking,
  proof: string,
  none: None,
): Promise<None | Unknown> {
  return (await bookings.settle(row, { proof })) ? none : { kind: 'unknown', detail: 'another process was faster' };
}

/** What a look-up answers of a row with a proof: a refusal where one was given, else that there is none. */
export function sayProven({ reason }: Pick<SupplierBooking, 'reason'>, proof: string): LookUpOutcome {
  return reason === undefined ? { kind: 'none', proof } : { kind: 'refused', reason, proof };
}

/** The account that a row's call was made with; undefined where it is gone. */
export async function accountOf(
  { accounts }: { readonly accounts: SupplierAccounts },
  { supplier, accountId }: Pick<SupplierBooking, 'supplier' | 'accountId'>,
): Promise<SupplierAccount | undefined> {
  return accountId === undefined ? undefined : accounts.get(supplier, accountId);
}

/** Raises an alarm: one line of the log and a count. `detail` holds nothing of a person. */
export function raiseAlarm(
  { alarms }: Pick<AttemptTools, 'alarms'>,
  { log }: Pick<SupplierContext, 'log'>,
  { supplier, kind, reference, detail }: Alarm,
): void {
  alarms.inc({ supplier, kind });
  log.error({ supplier, reference, kind, detail }, 'An order at a supplier needs a look.');
}

interface Alarm extends Pick<SupplierBooking, 'supplier' | 'reference'> {
  readonly kind: string;
  readonly detail: string;
}
