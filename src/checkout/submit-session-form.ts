import type { CardProblem } from '../../web/checkout/view.ts';
import type { App } from '../context.ts';
import { isPaymentInFlight } from '../payments/model/payment.ts';
import { isPaidElsewhere } from '../payments/processor.ts';
import { canContinueElsewhere } from '../payments/redirect-payer.ts';
import { type ConditionName, Refusal } from '../platform/errors.ts';
import { SupplierFailure } from '../suppliers/ports/supplier.ts';
import { type Money, money } from '../travel/money.ts';
import type { Quote } from '../trips/model/trip.ts';
import { readCardForm } from './model/card-form.ts';
import type { FormOutcome } from './model/form-outcome.ts';
import { hasLinkExpired, type PayerSession } from './model/session.ts';
import { completeChallenge, continueSession, meansOfCard, openSessionPage, paySession } from './pay-session.ts';
import { requoteSession } from './requote-session.ts';
import { findMovedFrom, isFormToken } from './view-session.ts';

type Form = Readonly<Record<string, string>>;

/** Attempts one session may make in a burst, and how fast they come back: a stolen card list is not tried out here. */
const attemptBucket = { burst: 10, perSecond: 0.1 } as const;
const DONE: FormOutcome = { kind: 'done' };

/**
 * Takes a form of the hosted page: a card to pay with, the choice to pay on the processor's page, or the answer to the
 * bank's challenge.
 */
export async function submitSessionForm(app: App, guest: PayerSession, form: Form): Promise<FormOutcome> {
  const { session, payment, now } = guest;
  // The bank's question may still be answered: it was asked while the link lived.
  if (hasLinkExpired(session, now) && !isPaymentInFlight(payment, now)) return DONE;
  if (!isFormToken(app, session.sessionId, form['csrf'] ?? '')) return { kind: 'closed', reason: 'form_stale' };
  const { isAllowed } = await app.shared.takeToken(`checkout-form:${session.sessionId}`, attemptBucket, 1);
  if (!isAllowed) return { kind: 'closed', reason: 'too_many_attempts' };
  try {
    return await submit(app, guest, form);
  } catch (error) {
    return outcomeOf(error);
  }
}

async function submit(app: App, guest: PayerSession, form: Form): Promise<FormOutcome> {
  const { organizationId, sessionId } = guest.session;
  const { payment, now } = guest;
  if (isPaymentInFlight(payment, now) && canContinueElsewhere(app, payment)) return await continueSession(app, guest);
  if (payment.purpose.kind !== 'trip') return app.changeSessions.submit(app, guest, form);
  const action = form['action'];
  if (action === 'approve' || action === 'reject') {
    await completeChallenge(app, { organizationId, sessionId, result: action });
    return DONE;
  }
  return await pay(app, guest, form);
}

/**
 * Pays at a price the payer has seen. A quote that has run out is renewed first; if the price moved by that, nothing is
 * taken: the page shows the new price and asks.
 */
async function pay(app: App, guest: PayerSession, form: Form): Promise<FormOutcome> {
  const trip = await requoteSession(app, guest.session);
  const { quote } = trip;
  if (!quote) return DONE;
  const shownTotal = readShownTotal(form, quote);
  const needsAcceptance = findMovedFrom(quote, shownTotal) !== undefined && form['accept_price'] !== quote.quoteId;
  const isElsewhere = quote.total.value !== 0 && isPaidElsewhere(app);
  const card = quote.total.value === 0 || isElsewhere ? undefined : readCardForm(form, guest.now);
  if (needsAcceptance || card?.kind === 'problems') {
    const errors: CardProblem[] = card?.kind === 'problems' ? [...card.problems] : [];
    if (needsAcceptance) errors.unshift({ field: 'accept', kind: 'missing' });
    return {
      kind: 'incomplete',
      form: { holder: form['card_holder'] ?? '', expiry: form['card_expiry'] ?? '', shownTotal, errors },
    };
  }
  const { organizationId, sessionId, tripId } = guest.session;
  const attempt = { organizationId, sessionId, tripId, quoteId: quote.quoteId };
  if (isElsewhere) return goTo(await openSessionPage(app, attempt));
  await paySession(app, { ...attempt, means: meansOfCard(card?.card) });
  return DONE;
}

function goTo(url: string | undefined): FormOutcome {
  return url === undefined ? DONE : { kind: 'elsewhere', url };
}

/** The total on the page that was sent back; only the payer's own consent hangs on it. */
function readShownTotal(form: Form, quote: Quote): Money | undefined {
  const text = form['shown_total'] ?? '';
  return /^\d{1,15}$/.test(text) ? money(Number(text), quote.total.currency) : undefined;
}

/** What a refusal means to a payer. Whatever is not listed is for the error page. */
const MEANING: Partial<Record<ConditionName, FormOutcome>> = {
  // Somebody else is at it, or the trip has moved on: the page shows which.
  trip_state_conflict: DONE,
  state_conflict: DONE,
  quote_expired: DONE,
  trip_expired: DONE,
  resource_not_found: DONE,
  offer_unavailable: { kind: 'closed', reason: 'item_gone' },
};

function outcomeOf(error: unknown): FormOutcome {
  if (error instanceof SupplierFailure) return { kind: 'closed', reason: 'supplier_silent' };
  const meaning = error instanceof Refusal ? MEANING[error.condition] : undefined;
  if (!meaning) throw error;
  return meaning;
}
