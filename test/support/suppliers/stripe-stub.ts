import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type FormValue, readForm, textAt, textsAt } from './stripe-stub-form.ts';
import {
  type Outcome,
  StubAccount,
  StubError,
  type StubIntent,
  type StubRefund,
  type StubSession,
} from './stripe-stub-account.ts';

/** One request as it arrived, but for its secrets. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly form: FormValue;
  readonly idempotencyKey: string | undefined;
  readonly version: string | undefined;
}
/**
 * How the stub misbehaves. `before` and `after` say whether the request is carried out: a connection that breaks tells
 * the caller nothing about that.
 */
export type StubTrouble = 'hang' | 'reset_before' | 'reset_after' | 'error_before' | 'error_after' | 'rate_limited';
/** A signed event, to be delivered how and as often as a test likes. */
export interface StubEvent {
  readonly type: string;
  readonly body: string;
}

/** Stripe as suppliers.md 2.3 describes it, over real HTTP: no more and no less. */
export interface StripeStub {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly account: StubAccount;
  readonly requests: readonly StubRequest[];
  /** Every event so far, in the order they happened. */
  readonly events: readonly StubEvent[];
  /** The next requests whose method and path match go wrong; `times` of them (1 unless told). */
  trouble(match: RegExp, kind: StubTrouble, times?: number): void;
  /** Resolves when the next request that is left hanging has arrived. */
  nextHung(): Promise<void>;
  /** A day has passed: keys are forgotten, objects are not. */
  forgetKeys(): void;
  /** The payer tries a card on the page at this address. */
  pay(pageUrl: string, outcome: Outcome): StubSession;
  /** Posts an event, signed now unless told, to an address; answers the status. */
  deliver(
    to: string,
    event: StubEvent,
    options?: { readonly signedAt?: Date; readonly secret?: string },
  ): Promise<number>;
  /** Lets go of everything that hangs and stops. */
  close(): Promise<void>;
}

const PAGE_PATH = '/c/pay/';
const OUTCOMES: readonly Outcome[] = [
  'authorise',
  'decline',
  'insufficient_funds',
  'processing_error',
  'challenge',
  'process',
];
const SECRET_KEY = 'sk_test_stub0123456789abcdefghij';
const WEBHOOK_SECRET = 'whsec_stub0123456789abcdefghij';

/** Starts one on a free port. */
export async function startStripeStub(): Promise<StripeStub> {
  const state = new StubServer();
  const server = createServer((request, response) => void state.serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.');
  state.url = `http://127.0.0.1:${address.port}`;
  return {
    url: state.url,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    account: state.account,
    requests: state.requests,
    events: state.events,
    trouble: (match, kind, times = 1) => void state.troubles.push({ match, kind, left: times }),
    nextHung: () => new Promise((resolve) => void state.hungListeners.push(resolve)),
    forgetKeys: () => state.forgetKeys(),
    pay: (pageUrl, outcome) => state.account.payOnPage(new URL(pageUrl).pathname.split('/').at(-1) ?? '', outcome),
    async deliver(to, event, { signedAt = new Date(), secret = WEBHOOK_SECRET } = {}) {
      const answer = await fetch(to, {
        method: 'POST',
        body: event.body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(event.body, secret, signedAt),
        },
      });
      await answer.text();
      return answer.status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `t=…,v1=…` over `t.` and the raw body (suppliers.md 2.3). */
export function signatureOf(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** A first answer, stored under the key of its request; `running` while there is none. */
interface StoredAnswer {
  readonly print: string;
  answer: Answer | 'running';
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

class StubServer {
  url = '';
  readonly requests: StubRequest[] = [];
  readonly events: StubEvent[] = [];
  readonly troubles: { readonly match: RegExp; readonly kind: StubTrouble; left: number }[] = [];
  readonly hungListeners: (() => void)[] = [];
  readonly #stored = new Map<string, StoredAnswer>();
  readonly account = new StubAccount(
    () => this.url,
    (type, object) => this.#emit(type, object),
  );

  forgetKeys(): void {
    this.#stored.clear();
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const seen: StubRequest = {
      method: request.method ?? '',
      path: pathname,
      form: readForm(Buffer.concat(chunks).toString('utf8') || searchParams.toString()),
      idempotencyKey: headerOf(request, 'idempotency-key'),
      version: headerOf(request, 'stripe-version'),
    };
    if (pathname.startsWith(PAGE_PATH)) {
      this.#servePage(pathname.slice(PAGE_PATH.length), seen, response);
      return;
    }
    this.requests.push(seen);
    if (headerOf(request, 'authorization') === `Bearer ${SECRET_KEY}`) this.#answer(seen, response);
    else send(response, failure(401, 'invalid_request_error', 'Invalid API Key provided.'));
  }

  /** The hosted page: a button for each thing a card can do. */
  #servePage(id: string, { method, form }: StubRequest, response: ServerResponse): void {
    const session = this.account.getSession(id);
    const outcome = OUTCOMES.find((name) => name === textAt(form, 'outcome'));
    if (method === 'POST' && outcome) this.account.payOnPage(id, outcome);
    if (session.status === 'complete') {
      response.writeHead(303, { location: session.success_url }).end();
      return;
    }
    const buttons = OUTCOMES.map((name) => `<button name="outcome" value="${name}">${name}</button>`).join('');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>Pay</title><h1>${session.status}</h1><form method="post">${buttons}</form><a href="${session.cancel_url}">Back</a>`,
    );
  }

  #answer(seen: StubRequest, response: ServerResponse): void {
    const trouble = this.troubles.find(({ match, left }) => left > 0 && match.test(`${seen.method} ${seen.path}`));
    if (trouble) trouble.left -= 1;
    const answer = this.#troubled(seen, trouble?.kind);
    if (answer === 'reset') response.destroy();
    else if (answer !== 'nothing') send(response, answer);
  }

  #troubled(seen: StubRequest, kind: StubTrouble | undefined): Answer | 'nothing' | 'reset' {
    switch (kind) {
      case undefined:
        return this.#keyed(seen, () => this.#run(seen));
      case 'hang':
        for (const tell of this.hungListeners.splice(0)) tell();
        return 'nothing';
      case 'reset_before':
        return 'reset';
      case 'reset_after':
        this.#keyed(seen, () => this.#run(seen));
        return 'reset';
      // Begun and not finished: the failure itself is kept under the key, whether or not the request was carried out.
      case 'error_before':
        return this.#keyed(seen, () => failure(500, 'api_error', 'Something went wrong.'));
      case 'error_after':
        return this.#keyed(seen, () => {
          this.#run(seen);
          return failure(500, 'api_error', 'Something went wrong.');
        });
      case 'rate_limited':
        return failure(429, 'invalid_request_error', 'Too many requests.');
      default:
        return kind satisfies never;
    }
  }

  /**
   * Idempotency v1: the first answer of a key is given again, whatever it was; other parameters under it are an error.
   */
  #keyed(seen: StubRequest, work: () => Answer): Answer {
    const key = seen.idempotencyKey;
    if (key === undefined || seen.method !== 'POST') return work();
    const print = JSON.stringify([seen.path, seen.form]);
    const stored = this.#stored.get(key);
    if (stored && stored.print !== print)
      return failure(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    if (stored)
      return stored.answer === 'running'
        ? failure(409, 'idempotency_error', 'There is currently another in-progress request using this key.')
        : stored.answer;
    const fresh: StoredAnswer = { print, answer: 'running' };
    this.#stored.set(key, fresh);
    const { status, body } = work();
    fresh.answer = { status, body: structuredClone(body) };
    return fresh.answer;
  }

  #run(seen: StubRequest): Answer {
    try {
      return { status: 200, body: this.#route(seen) };
    } catch (error) {
      if (!(error instanceof StubError)) throw error;
      return { status: error.status, body: { error: error.body } };
    }
  }

  #route({ method, path, form }: StubRequest): unknown {
    const id = /(?:cs_test|pi)_stub\d+/.exec(path)?.[0] ?? '';
    const { account } = this;
    const expand = Object.values(textsAt(form, 'expand'));
    switch (`${method} ${path.replace(id || ':none', ':id')}`) {
      case 'POST /v1/checkout/sessions':
        return presentSession(account.createSession(form), expand);
      case 'GET /v1/checkout/sessions/:id':
        return presentSession(account.getSession(id), expand);
      case 'POST /v1/checkout/sessions/:id/expire':
        return presentSession(account.expireSession(id), expand);
      case 'POST /v1/payment_intents':
        return presentIntent(account.createIntent(form), expand);
      case 'GET /v1/payment_intents/:id':
        return presentIntent(account.getIntent(id), expand);
      case 'POST /v1/payment_intents/:id/confirm':
        return presentIntent(account.confirmIntent(id, form), expand);
      case 'POST /v1/payment_intents/:id/capture':
        return presentIntent(account.captureIntent(id, form), expand);
      case 'POST /v1/payment_intents/:id/cancel':
        return presentIntent(account.cancelIntent(id, form), expand);
      case 'POST /v1/refunds':
        return account.createRefund(form);
      case 'GET /v1/refunds':
        return { object: 'list', has_more: false, data: account.listRefunds(textAt(form, 'payment_intent') ?? '') };
      default:
        throw new StubError(404, 'resource_missing', `Unrecognized request URL (${method}: ${path}).`);
    }
  }

  #emit(type: string, object: StubSession | StubIntent | StubRefund): void {
    const id = `evt_stub${this.events.length + 1}`;
    const told =
      object.object === 'checkout.session'
        ? presentSession(object, [])
        : object.object === 'refund'
          ? object
          : presentIntent(object, []);
    this.events.push({
      type,
      body: JSON.stringify({
        id,
        object: 'event',
        type,
        livemode: false,
        created: Math.floor(Date.now() / 1000),
        data: { object: told },
      }),
    });
  }
}

/** Without what only the stub knows; what belongs to it by its id unless it was asked for (`expand`). */
function presentSession(
  { intentMetadata, captureMethod, description, ...session }: StubSession,
  expand: readonly string[],
): unknown {
  const intent = session.payment_intent;
  const isExpanded = expand.some((path) => path === 'payment_intent' || path.startsWith('payment_intent.'));
  const inner = expand.map((path) => path.replace(/^payment_intent\./, ''));
  return { ...session, payment_intent: intent && (isExpanded ? presentIntent(intent, inner) : intent.id) };
}

function presentIntent(intent: StubIntent, expand: readonly string[]): unknown {
  return expand.includes('latest_charge') ? intent : { ...intent, latest_charge: intent.latest_charge?.id ?? null };
}

function failure(status: number, type: string, message: string): Answer {
  return { status, body: { error: { type, message } } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stub' })
    .end(JSON.stringify(body));
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
