import type { App } from '../../context.ts';
import { refuseUnusableToken, refuseUnusableTokenFor } from '../../payments/check-shared-token.ts';
import {
  ATTEMPT_LIFETIME_SECONDS,
  isPaymentInFlight,
  type Payment,
  type PurposeKind,
} from '../../payments/model/payment.ts';
import { getPayment, newPayment, openPayment } from '../../payments/open-payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import { executeChangeJob } from '../engine/execute-change.ts';
import { refuseExpired, refuseUnlessFree, requireChange } from '../engine/commit-change.ts';
import { type BookingChange, type ChangeKind, type ChangePlan, dueOf } from '../model/change.ts';
import { describeServices } from '../model/planned-service.ts';
import { moveChange } from '../model/change-states.ts';
import { startChangeAttempt, submitAttempt } from './pay-change.ts';
import { findChange, listSession, saveChange } from '../store.ts';

/**
 * What a commit that costs something comes to. `pay`: somebody has to pay at `checkoutUrl` first. `committed`: as the
 * change stands.
 */
export type Collecting =
  | { readonly kind: 'committed'; readonly change: BookingChange }
  | { readonly kind: 'pay'; readonly change: BookingChange; readonly checkoutUrl: string };

/** How the difference is to be paid, and when that is asked for. Without a token a person pays on the page. */
export interface CollectingMeans {
  readonly sharedPaymentToken: string | undefined;
  readonly now: Date;
}

const DESCRIPTION_LENGTH_MAX = 200;

/**
 * Asks for what a change costs, and with a token pays it and carries the change out as far as it goes now. A
 * repeat answers the same session, or the change as it stands; it never makes a second attempt beside one that is under
 * way or has succeeded. Throws quote_expired when the quote has run out, state_conflict when the item cannot be
 * exchanged any more.
 */
export async function collectPayment(app: App, change: BookingChange, means: CollectingMeans): Promise<Collecting> {
  const token = means.sharedPaymentToken;
  if (token !== undefined) await readToken(app, change, token);
  const begun = await app.db.transaction(async (tx) => begin(tx, app, change, means));
  app.faults.pass('change.after_paying');
  if (begun.started === undefined || token === undefined) return present(app, begun.change);
  await submitAttempt(app, change, begun.started, { kind: 'shared_token', token });
  return present(app, (await findChange(app.db, change)) ?? begun.change);
}

/** A token that is certain not to pay is refused before anything is asked for; one that pays already is not read. */
async function readToken(app: App, change: BookingChange, token: string): Promise<void> {
  const { organizationId, paymentId, status, plan } = change;
  if (paymentId !== undefined) await refuseUnusableTokenFor(app, { organizationId, paymentId }, token);
  else if (status === 'quoted') await refuseUnusableToken(app, { organizationId, amount: dueOf(plan), token });
}

interface Begun {
  readonly change: BookingChange;
  /** The attempt that is ours to submit. */
  readonly started: Payment | undefined;
}

/** Session and attempt come into being together: of fifty who commit at once with a token, one pays. */
async function begin(
  tx: Tx,
  app: App,
  key: BookingChange,
  { sharedPaymentToken, now }: CollectingMeans,
): Promise<Begun> {
  const change = await requireChange(tx, key);
  const paying = change.status === 'quoted' ? await openSession(tx, app, change, now) : change;
  if (paying.status !== 'paying') return { change: paying, started: undefined };
  if (sharedPaymentToken !== undefined)
    return { change: paying, started: await startChangeAttempt(tx, app, paying, now) };
  await refuseLapsed(tx, paying, now);
  return { change: paying, started: undefined };
}

async function openSession(tx: Tx, app: App, change: BookingChange, now: Date): Promise<BookingChange> {
  const { organizationId, changeId, tripId, expiresAt, plan, kind } = change;
  const due = dueOf(plan);
  if (due.value <= 0 || !isPaidKind(kind)) {
    throw new Error(`The change ${changeId} asks for no money.`);
  }
  if (now >= expiresAt) throw refuseExpired();
  refuseUnpayable(app, due);
  await refuseUnlessFree(tx, change);
  const description = `${change.bookingRef}: ${describePlan(plan)}`.slice(0, DESCRIPTION_LENGTH_MAX);
  const sessionId = newId('session');
  const payment = newPayment({
    organizationId,
    purpose: { kind, id: changeId },
    tripId,
    sessionId,
    amount: due,
    description,
    expiresAt,
    now,
  });
  const paying: BookingChange = { ...moveChange(change, 'paying'), paymentId: payment.paymentId, sessionId };
  if (!(await saveChange(tx, change, paying)))
    throw new Error(`The locked change ${changeId} was moved by somebody else.`);
  await openPayment(tx, payment);
  await listSession(tx, organizationId, sessionId);
  await endLater(tx, app, paying);
  return { ...paying, version: change.version + 1 };
}

/** Nobody may ever come back to pay: by then no attempt is under way any more, and the change ends. */
async function endLater(
  tx: Tx,
  app: App,
  { organizationId, changeId, bookingRef, expiresAt }: BookingChange,
): Promise<void> {
  const dueAt = new Date(expiresAt.getTime() + ATTEMPT_LIFETIME_SECONDS * 1000);
  await app.jobs.enqueue(tx, executeChangeJob, {
    organizationId,
    payload: { change_id: changeId },
    key: changeId,
    concurrencyKey: bookingRef,
    dueAt,
  });
}

/** A change that may cost its payer something: each of these kinds is a purpose of payments. */
function isPaidKind(kind: ChangeKind): kind is Extract<ChangeKind, PurposeKind> {
  return kind === 'flight_exchange' || kind === 'car_exchange' || kind === 'flight_services';
}

/** What is paid for, as the payer's statement and page name it. */
function describePlan(plan: ChangePlan): string {
  switch (plan.kind) {
    case 'exchange':
      return plan.replacement.description;
    case 'services':
      return describeServices(plan.services);
    case 'cancellation':
      throw new Error('Giving something up costs its payer nothing.');
    default:
      return plan satisfies never;
  }
}

/** What the processor could not charge to the last unit is not asked for. */
function refuseUnpayable(app: App, due: Money): void {
  const obstacle = app.paymentProcessor?.findObstacle?.(due);
  if (obstacle !== undefined)
    throw refuse('state_conflict', { message: `${obstacle} This change cannot be paid for here.` });
}

/** The page of a quote that has run out takes no card any more; one that is being paid goes on. */
async function refuseLapsed(tx: Tx, change: BookingChange, now: Date): Promise<void> {
  if (now < change.expiresAt || change.paymentId === undefined) return;
  const payment = await getPayment(tx, { organizationId: change.organizationId, paymentId: change.paymentId });
  if (!isPaymentInFlight(payment, now)) throw refuseExpired();
}

function present(app: App, change: BookingChange): Collecting {
  if (change.status !== 'paying' || change.sessionId === undefined) return { kind: 'committed', change };
  return { kind: 'pay', change, checkoutUrl: `${app.config.publicUrl}/checkout/${change.sessionId}` };
}
