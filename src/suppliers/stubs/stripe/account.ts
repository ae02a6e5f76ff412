import { type FormValue, textAt, textsAt } from './form.ts';
import type { StubCharge, StubDecline, StubIntent, StubObject, StubRefund, StubSession } from './objects.ts';
import { GrantedTokens } from './granted-tokens.ts';
import { DECLINES, type Outcome, type Wallet } from './outcomes.ts';
import { StubError } from './stub-error.ts';

const HOLD_SECONDS = 7 * 86_400;
const SESSION_SECONDS_MIN = 30 * 60;
const SESSION_SECONDS_MAX = 24 * 3600;

/**
 * One account at the stub: objects and what may be done to them, nothing of HTTP. `pageBase` answers the origin of the
 * hosted pages; `emit` is called with each event as it happens. Methods throw a StubError where Stripe would refuse.
 */
export class StubAccount {
  readonly sessions = new Map<string, StubSession>();
  readonly intents = new Map<string, StubIntent>();
  readonly refunds: StubRefund[] = [];
  readonly tokens = new GrantedTokens(() => this.#id('spt'));
  /** Which token an intent was paid with. */
  readonly #paidWith = new Map<string, string>();
  readonly #wallets = new Map<StubIntent, Wallet>();
  readonly #pageBase: () => string;
  readonly #emit: (type: string, object: StubObject) => void;
  /** Ids are new in every run: a database that outlives the stub never meets one again. */
  readonly #run = Date.now();
  #count = 0;

  constructor(pageBase: () => string, emit: (type: string, object: StubObject) => void) {
    this.#pageBase = pageBase;
    this.#emit = emit;
  }

  /** Opens a hosted page for one payment. */
  createSession(form: FormValue): StubSession {
    const price = (name: string) => textAt(form, 'line_items', '0', 'price_data', name);
    const [now, expiresAt] = [seconds(), Number(textAt(form, 'expires_at') ?? seconds() + SESSION_SECONDS_MAX)];
    if (textAt(form, 'mode') !== 'payment')
      throw new StubError(400, 'parameter_missing', 'Missing required param: mode.');
    if (expiresAt < now + SESSION_SECONDS_MIN || expiresAt > now + SESSION_SECONDS_MAX)
      throw new StubError(400, 'parameter_invalid', 'expires_at must be between 30 minutes and 24 hours ahead.');
    const id = this.#id('cs_test');
    const session: StubSession = {
      id,
      object: 'checkout.session',
      created: now,
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      url: `${this.#pageBase()}/c/pay/${id}`,
      payment_intent: null,
      client_reference_id: textAt(form, 'client_reference_id') ?? null,
      metadata: textsAt(form, 'metadata'),
      amount_total:
        checkAmount(price('unit_amount'), price('currency')) * Number(textAt(form, 'line_items', '0', 'quantity')),
      currency: price('currency') ?? '',
      expires_at: expiresAt,
      success_url: textAt(form, 'success_url') ?? '',
      cancel_url: textAt(form, 'cancel_url') ?? '',
      intentMetadata: textsAt(form, 'payment_intent_data', 'metadata'),
      captureMethod: textAt(form, 'payment_intent_data', 'capture_method') ?? 'automatic',
      description: textAt(form, 'payment_intent_data', 'description') ?? null,
    };
    this.sessions.set(id, session);
    return session;
  }

  /** Closes a page that is open, and cancels what was begun on it. */
  expireSession(id: string): StubSession {
    const session = this.getSession(id);
    if (session.status !== 'open')
      throw new StubError(
        400,
        'resource_missing',
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    Object.assign(session, { status: 'expired', url: null });
    if (session.payment_intent) this.#cancel(session.payment_intent, 'expired');
    this.#emit('checkout.session.expired', session);
    return session;
  }

  /** Makes a PaymentIntent that is captured by hand. */
  createIntent(form: FormValue): StubIntent {
    const currency = textAt(form, 'currency');
    return this.#addIntent({
      amount: checkAmount(textAt(form, 'amount'), currency),
      currency: currency ?? '',
      capture_method: textAt(form, 'capture_method') ?? 'automatic',
      description: textAt(form, 'description') ?? null,
      metadata: textsAt(form, 'metadata'),
    });
  }

  /** Pays with a shared payment token. */
  confirmIntent(id: string, form: FormValue): StubIntent {
    const intent = this.getIntent(id);
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
      throw unexpectedState(intent, 'confirm');
    const token = textAt(form, 'payment_method_data', 'shared_payment_granted_token') ?? '';
    this.attempt(intent, this.tokens.judge(token, intent));
    this.#paidWith.set(intent.id, token);
    const failure = intent.last_payment_error;
    if (failure) throw new StubError(402, failure.code, failure.message, failure.decline_code);
    return intent;
  }

  /** Takes what is held, or a part of it: the rest is let go. */
  captureIntent(id: string, form: FormValue): StubIntent {
    const intent = this.getIntent(id);
    if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'capture');
    const amount = Number(textAt(form, 'amount_to_capture') ?? intent.amount);
    if (amount > intent.amount_capturable || amount <= 0)
      throw new StubError(400, 'amount_too_large', 'Amount is larger than what can be captured.');
    Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 });
    this.tokens.use(this.#paidWith.get(id) ?? '', amount);
    this.#emit('payment_intent.succeeded', intent);
    return intent;
  }

  /** Lets go of what is held; refused while the hosted page that made it is open. */
  cancelIntent(id: string, form: FormValue): StubIntent {
    const intent = this.getIntent(id);
    const isOnOpenPage = [...this.sessions.values()].some(
      (session) => session.payment_intent === intent && session.status === 'open',
    );
    if (isOnOpenPage || intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
      throw unexpectedState(intent, 'cancel');
    this.#cancel(intent, textAt(form, 'cancellation_reason') ?? null);
    return intent;
  }

  /** Gives back what was captured, or a part of it. */
  createRefund(form: FormValue): StubRefund {
    const intent = this.getIntent(textAt(form, 'payment_intent') ?? '');
    const amount = Number(textAt(form, 'amount') ?? intent.amount_received);
    const refunded = this.listRefunds(intent.id)
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (intent.status !== 'succeeded')
      throw new StubError(400, 'charge_not_captured', 'This PaymentIntent has no captured charge to refund.');
    if (amount <= 0 || refunded + amount > intent.amount_received)
      throw new StubError(400, 'charge_already_refunded', 'Refund amount is greater than unrefunded amount on charge.');
    const refund: StubRefund = {
      id: this.#id('re'),
      object: 'refund',
      status: 'succeeded',
      amount,
      payment_intent: intent.id,
      metadata: textsAt(form, 'metadata'),
    };
    this.refunds.push(refund);
    this.#emit('refund.updated', refund);
    return refund;
  }

  /** The refunds of a PaymentIntent, newest first as on the wire. */
  listRefunds(intentId: string): readonly StubRefund[] {
    return this.refunds.filter((refund) => refund.payment_intent === intentId).reverse();
  }

  /** The session with this id. */
  getSession(id: string): StubSession {
    const session = this.sessions.get(id);
    if (!session) throw new StubError(404, 'resource_missing', `No such checkout.session: '${id}'`);
    return session;
  }

  /** The PaymentIntent with this id. */
  getIntent(id: string): StubIntent {
    const intent = this.intents.get(id);
    if (!intent) throw new StubError(404, 'resource_missing', `No such payment_intent: '${id}'`);
    return intent;
  }

  /** The payer tries a card on the hosted page. A decline leaves the page open for another. */
  payOnPage(sessionId: string, outcome: Outcome, wallet?: Wallet): StubSession {
    const session = this.getSession(sessionId);
    if (session.status !== 'open') throw new StubError(400, 'resource_missing', 'This page has been closed.');
    session.payment_intent ??= this.#addIntent({
      amount: session.amount_total,
      currency: session.currency,
      capture_method: session.captureMethod,
      description: session.description,
      metadata: session.intentMetadata,
    });
    if (wallet !== undefined) this.#wallets.set(session.payment_intent, wallet);
    this.attempt(session.payment_intent, outcome);
    this.#completeIfPaid(session);
    return session;
  }

  /** The payer answers the bank, wherever it asked. */
  answerBank(intent: StubIntent, isApproved: boolean): void {
    if (intent.status !== 'requires_action') throw unexpectedState(intent, 'answer');
    if (isApproved) this.#hold(intent);
    else this.#decline(intent, DECLINES.authentication);
    const session = [...this.sessions.values()].find((candidate) => candidate.payment_intent === intent);
    if (session) this.#completeIfPaid(session);
  }

  /** A payment that was processing becomes known. */
  finishProcessing(intent: StubIntent, isPaid: boolean): void {
    if (intent.status !== 'processing') throw unexpectedState(intent, 'finish');
    if (isPaid) this.#hold(intent);
    else this.#decline(intent, DECLINES.decline);
  }

  /** One attempt to pay, whatever it was made with. */
  attempt(intent: StubIntent, outcome: Outcome): void {
    intent.last_payment_error = null;
    switch (outcome) {
      case 'authorise':
        this.#hold(intent);
        break;
      case 'challenge':
        intent.status = 'requires_action';
        break;
      case 'process':
        intent.status = 'processing';
        break;
      case 'decline':
      case 'insufficient_funds':
      case 'processing_error':
        this.#decline(intent, DECLINES[outcome]);
        break;
      default:
        outcome satisfies never;
    }
  }

  #completeIfPaid(session: StubSession): void {
    const { status } = session.payment_intent ?? {};
    if (session.status !== 'open' || (status !== 'requires_capture' && status !== 'processing')) return;
    Object.assign(session, { status: 'complete', url: null });
    this.#emit('checkout.session.completed', session);
  }

  #hold(intent: StubIntent): void {
    const captureBefore = seconds() + HOLD_SECONDS;
    Object.assign(intent, {
      status: 'requires_capture',
      amount_capturable: intent.amount,
      latest_charge: {
        id: this.#id('ch'),
        object: 'charge',
        payment_method_details: detailsOf(captureBefore, this.#wallets.get(intent)),
      },
    });
    this.#emit('payment_intent.amount_capturable_updated', intent);
  }

  #decline(intent: StubIntent, failure: StubDecline): void {
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: failure });
    this.#emit('payment_intent.payment_failed', intent);
  }

  #cancel(intent: StubIntent, reason: string | null): void {
    Object.assign(intent, { status: 'canceled', amount_capturable: 0, cancellation_reason: reason });
    this.#emit('payment_intent.canceled', intent);
  }

  #addIntent(
    made: Pick<StubIntent, 'amount' | 'currency' | 'capture_method' | 'description' | 'metadata'>,
  ): StubIntent {
    const intent: StubIntent = {
      ...made,
      id: this.#id('pi'),
      object: 'payment_intent',
      created: seconds(),
      livemode: false,
      status: 'requires_payment_method',
      amount_capturable: 0,
      amount_received: 0,
      latest_charge: null,
      last_payment_error: null,
      cancellation_reason: null,
    };
    if (intent.capture_method !== 'manual')
      throw new StubError(400, 'parameter_invalid', 'The stub holds money only with capture_method=manual.');
    this.intents.set(intent.id, intent);
    return intent;
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}_stub${this.#run}${String(this.#count).padStart(6, '0')}`;
  }
}

/** Amounts are whole numbers; those of three-decimal currencies end in 0. */
/** Link pays by itself, and says of no card; the wallets of telephones say which card they paid with. */
function detailsOf(captureBefore: number, wallet: Wallet | undefined): StubCharge['payment_method_details'] {
  if (wallet === 'link') return { type: 'link', link: { country: null } };
  return {
    type: 'card',
    card: {
      capture_before: captureBefore,
      brand: 'visa',
      last4: '4242',
      wallet: wallet === undefined ? null : { type: wallet },
    },
  };
}

function checkAmount(text: string | undefined, currency: string | undefined): number {
  const amount = Number(text);
  if (!Number.isSafeInteger(amount) || amount <= 0 || !/^[a-z]{3}$/.test(currency ?? ''))
    throw new StubError(400, 'parameter_invalid_integer', `Invalid amount: ${text} ${currency}`);
  if (['bhd', 'jod', 'kwd', 'omr', 'tnd'].includes(currency ?? '') && amount % 10 !== 0)
    throw new StubError(400, 'parameter_invalid_integer', 'Three-decimal amounts must end in 0.');
  return amount;
}

function unexpectedState(intent: StubIntent, verb: string): StubError {
  return new StubError(
    400,
    'payment_intent_unexpected_state',
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
  );
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
