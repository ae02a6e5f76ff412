import type Stripe from 'stripe';
import type * as z from 'zod';
import { ConfigError } from '../../platform/config.ts';
import type { StripeConfig } from '../../platform/config-stripe.ts';
import { judgeFailure, type StripeReply, unknownReply } from './replies.ts';
import { StripeGrantedToken, StripeIntent, StripeRefund, StripeRefunds, StripeSession } from './wire.ts';

/**
 * Longest waits for one request (real time). A call of the port may need three; none may still be under way when the
 * payments folder asks what became of an attempt.
 */
const READ_TIMEOUT_MS = 8_000;
const WRITE_TIMEOUT_MS = 15_000;
/**
 * The version in which a PaymentIntent takes a shared payment token; the package has no types for it (suppliers.md
 * 2.3).
 */
const SHARED_TOKEN_VERSION = '2026-04-22.preview';
/** Refunds of one payment that are read; more than any booking has items. */
const REFUNDS_MAX = 100;
const EXPANDED_SESSION = ['payment_intent.latest_charge'];
const EXPANDED_INTENT = ['latest_charge'];

/** A request that writes: its key makes a repeat the same request. */
interface StripeWrite {
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The requests we make, each with its time-out, none retried by the package, every answer checked. */
export interface StripeClient {
  createSession(params: Stripe.Checkout.SessionCreateParams, write: StripeWrite): Promise<StripeReply<StripeSession>>;
  getSession(id: string, signal: AbortSignal): Promise<StripeReply<StripeSession>>;
  expireSession(id: string, write: StripeWrite): Promise<StripeReply<StripeSession>>;
  createIntent(params: Stripe.PaymentIntentCreateParams, write: StripeWrite): Promise<StripeReply<StripeIntent>>;
  /** Pays with a token an agent holds. */
  confirmIntent(
    id: string,
    paid: { readonly token: string; readonly returnUrl: string },
    write: StripeWrite,
  ): Promise<StripeReply<StripeIntent>>;
  /** What a token that an agent holds is good for. */
  getGrantedToken(token: string, signal: AbortSignal): Promise<StripeReply<StripeGrantedToken>>;
  getIntent(id: string, signal: AbortSignal): Promise<StripeReply<StripeIntent>>;
  captureIntent(id: string, amountToCapture: number, write: StripeWrite): Promise<StripeReply<StripeIntent>>;
  cancelIntent(id: string, write: StripeWrite): Promise<StripeReply<StripeIntent>>;
  createRefund(params: Stripe.RefundCreateParams, write: StripeWrite): Promise<StripeReply<StripeRefund>>;
  listRefunds(intentId: string, signal: AbortSignal): Promise<StripeReply<z.infer<typeof StripeRefunds>>>;
  /** The body as JSON if its signature is Stripe's and at most `toleranceSeconds` old; throws otherwise. */
  readSigned(
    body: Buffer,
    signature: string,
    signed: { readonly secret: string; readonly toleranceSeconds: number; readonly now: Date },
  ): unknown;
}

/** Loads the package. Throws ConfigError where it is not installed: it is optional, and only a key makes it needed. */
export async function loadStripe(
  config: StripeConfig,
  load: () => Promise<{ readonly default: typeof Stripe }> = () => import('stripe'),
): Promise<StripeClient> {
  return createClient(
    new (await loadPackage(load))(config.secretKey, {
      maxNetworkRetries: 0,
      timeout: WRITE_TIMEOUT_MS,
      telemetry: false,
      ...addressOf(config.apiBase),
    }),
  );
}

async function loadPackage(load: () => Promise<{ readonly default: typeof Stripe }>): Promise<typeof Stripe> {
  try {
    return (await load()).default;
  } catch (cause) {
    throw Object.assign(
      new ConfigError(
        'BLY_STRIPE_SECRET_KEY is set and the package stripe is not installed: run `npm ci --include=optional`.',
      ),
      { cause },
    );
  }
}

function addressOf(apiBase: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (apiBase === undefined) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  };
}

function createClient(stripe: Stripe): StripeClient {
  const read = { timeout: READ_TIMEOUT_MS, maxNetworkRetries: 0 };
  const write = ({ key }: StripeWrite) => ({ timeout: WRITE_TIMEOUT_MS, maxNetworkRetries: 0, idempotencyKey: key });
  return {
    createSession: (params, w) => ask(StripeSession, w.signal, () => stripe.checkout.sessions.create(params, write(w))),
    getSession: (id, signal) =>
      ask(StripeSession, signal, () => stripe.checkout.sessions.retrieve(id, { expand: EXPANDED_SESSION }, read)),
    expireSession: (id, w) => ask(StripeSession, w.signal, () => stripe.checkout.sessions.expire(id, {}, write(w))),
    createIntent: (params, w) => ask(StripeIntent, w.signal, () => stripe.paymentIntents.create(params, write(w))),
    confirmIntent: (id, { token, returnUrl }, w) =>
      ask(StripeIntent, w.signal, () =>
        stripe.rawRequest(
          'POST',
          `/v1/payment_intents/${encodeURIComponent(id)}/confirm`,
          {
            payment_method_data: { shared_payment_granted_token: token },
            return_url: returnUrl,
            expand: EXPANDED_INTENT,
          },
          { ...write(w), apiVersion: SHARED_TOKEN_VERSION },
        ),
      ),
    getGrantedToken: (token, signal) =>
      ask(StripeGrantedToken, signal, () =>
        stripe.rawRequest('GET', `/v1/shared_payment/granted_tokens/${encodeURIComponent(token)}`, undefined, {
          ...read,
          apiVersion: SHARED_TOKEN_VERSION,
        }),
      ),
    getIntent: (id, signal) =>
      ask(StripeIntent, signal, () => stripe.paymentIntents.retrieve(id, { expand: EXPANDED_INTENT }, read)),
    captureIntent: (id, amountToCapture, w) =>
      ask(StripeIntent, w.signal, () =>
        stripe.paymentIntents.capture(id, { amount_to_capture: amountToCapture, expand: EXPANDED_INTENT }, write(w)),
      ),
    cancelIntent: (id, w) =>
      ask(StripeIntent, w.signal, () =>
        stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned', expand: EXPANDED_INTENT }, write(w)),
      ),
    createRefund: (params, w) => ask(StripeRefund, w.signal, () => stripe.refunds.create(params, write(w))),
    listRefunds: (intentId, signal) =>
      ask(StripeRefunds, signal, () => stripe.refunds.list({ payment_intent: intentId, limit: REFUNDS_MAX }, read)),
    readSigned: (body, signature, { secret, toleranceSeconds, now }) =>
      stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime()),
  };
}

/** One request. Whatever is not proven to have been refused is unknown: the caller looks it up. */
async function ask<T>(shape: z.ZodType<T>, signal: AbortSignal, call: () => Promise<unknown>): Promise<StripeReply<T>> {
  try {
    signal.throwIfAborted();
    const parsed = shape.safeParse(await untilAborted(signal, call()));
    if (parsed.success) return { kind: 'done', value: parsed.data };
    return unknownReply(`Stripe's answer lacks ${parsed.error.issues[0]?.path.join('.') ?? 'something'}`);
  } catch (failure) {
    return judgeFailure(failure);
  }
}

/** The package takes no signal: past the caller's deadline its answer is not waited for. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
