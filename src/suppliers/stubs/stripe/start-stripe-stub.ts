import { createServer, type Server } from 'node:http';
import type { StubAccount } from './account.ts';
import { deliverEvent, postEvent, type StubEvent } from './deliver.ts';
import type { StubSession } from './objects.ts';
import type { Outcome } from './outcomes.ts';
import type { StubRequest } from './route-request.ts';
import { StubServer, type StubTrouble } from './serve.ts';

/** How a stub is started. */
export interface StripeStubOptions {
  /** 0: any free port. */
  readonly port?: number;
  /** The key it takes. */
  readonly secretKey?: string;
  /** Signs its events. */
  readonly webhookSecret?: string;
  /** Where events are posted as they happen; without it they wait to be delivered by a test. */
  readonly webhook?: string;
}

/** A stub of Stripe's payments that serves: a real HTTP server on loopback. */
export interface StripeStub {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly account: StubAccount;
  readonly requests: readonly StubRequest[];
  /** Every event so far, in the order they happened. */
  readonly events: readonly StubEvent[];
  /** Makes the next requests whose method and path match go wrong: `times` of them (default 1). */
  trouble(match: RegExp, kind: StubTrouble, times?: number): void;
  /** Resolves when the next request that is left hanging has arrived. */
  nextHung(): Promise<void>;
  /** A day has passed: keys are forgotten, objects are not. */
  forgetKeys(): void;
  /** The payer tries a card on the page at this address. */
  pay(pageUrl: string, outcome: Outcome): StubSession;
  /** Posts an event once, signed now by default, and answers the receiver's status. */
  deliver(
    to: string,
    event: StubEvent,
    options?: { readonly signedAt?: Date; readonly secret?: string },
  ): Promise<number>;
  /** Lets go of everything that hangs and stops. */
  close(): Promise<void>;
}

const SECRET_KEY = 'sk_test_stub0123456789abcdefghij';
const WEBHOOK_SECRET = 'whsec_stub0123456789abcdefghij';

/** Starts a stub. Rejects where the port is taken. */
export async function startStripeStub(options: StripeStubOptions = {}): Promise<StripeStub> {
  const { secretKey = SECRET_KEY, webhookSecret = WEBHOOK_SECRET, webhook } = options;
  const closing = new AbortController();
  const state = new StubServer(secretKey, (event) => {
    if (webhook !== undefined) void deliverEvent(event, { to: webhook, secret: webhookSecret, signal: closing.signal });
  });
  const server = createServer((request, response) => void state.serve(request, response));
  state.url = await listen(server, options.port ?? 0);
  return {
    url: state.url,
    secretKey,
    webhookSecret,
    account: state.account,
    requests: state.requests,
    events: state.events,
    trouble: (match, kind, times = 1) => void state.troubles.push({ match, kind, left: times }),
    nextHung: () => new Promise((resolve) => void state.hungListeners.push(resolve)),
    forgetKeys: () => state.answers.forget(),
    pay: (pageUrl, outcome) => state.account.payOnPage(new URL(pageUrl).pathname.split('/').at(-1) ?? '', outcome),
    deliver: (to, event, { signedAt, secret = webhookSecret } = {}) =>
      postEvent(event, { to, secret, ...(signedAt === undefined ? {} : { signedAt }) }),
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.');
  return `http://127.0.0.1:${address.port}`;
}
