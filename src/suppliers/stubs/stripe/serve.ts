import type { IncomingMessage, ServerResponse } from 'node:http';
import { StubAccount } from './account.ts';
import type { StubEvent } from './deliver.ts';
import { readForm } from './form.ts';
import { PAGE_PATH, servePage } from './hosted-page.ts';
import { createIdempotentAnswers, refuse, type StubAnswer } from './idempotent-answers.ts';
import { presentObject, type StubObject } from './objects.ts';
import { routeRequest, type StubRequest } from './route-request.ts';

/**
 * How the stub misbehaves. `before` and `after` say whether the request is carried out: a connection that breaks leaves
 * the caller ignorant of that.
 */
export type StubTrouble = 'hang' | 'reset_before' | 'reset_after' | 'error_before' | 'error_after' | 'rate_limited';

/** Trouble that waits for requests whose method and path match; `left` of them. */
interface ArmedTrouble {
  readonly match: RegExp;
  readonly kind: StubTrouble;
  left: number;
}

const bodyBytesMax = 1_000_000;

/** What the stub is made of; `url` is known once it listens. */
export class StubServer {
  url = '';
  readonly account: StubAccount;
  readonly requests: StubRequest[] = [];
  readonly events: StubEvent[] = [];
  readonly troubles: ArmedTrouble[] = [];
  /** Called, and dropped, when the next request that hangs has arrived. */
  readonly hungListeners: (() => void)[] = [];
  readonly answers = createIdempotentAnswers();
  readonly #secretKey: string;
  readonly #onEvent: (event: StubEvent) => void;

  /** `onEvent` is called with each event as it happens. */
  constructor(secretKey: string, onEvent: (event: StubEvent) => void) {
    this.#secretKey = secretKey;
    this.#onEvent = onEvent;
    this.account = new StubAccount(
      () => this.url,
      (type, object) => this.#emit(type, object),
    );
  }

  /** Answers one request. Never throws: what the stub cannot read is answered 400. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await this.#read(request).catch(() => undefined);
    if (read === undefined) return send(response, refuse(400, 'invalid_request_error', 'The request cannot be read.'));
    if (read.path.startsWith(PAGE_PATH)) return this.#sendPage(read, response);
    this.requests.push(read);
    if (headerOf(request, 'authorization') !== `Bearer ${this.#secretKey}`)
      return send(response, refuse(401, 'invalid_request_error', 'Invalid API Key provided.'));
    this.#answer(read, response);
  }

  async #read(request: IncomingMessage): Promise<StubRequest> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) throw new Error('The body is too long.');
      chunks.push(chunk);
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    return {
      method: request.method ?? '',
      path: pathname,
      form: readForm(Buffer.concat(chunks).toString('utf8') || searchParams.toString()),
      idempotencyKey: headerOf(request, 'idempotency-key'),
      version: headerOf(request, 'stripe-version'),
    };
  }

  #sendPage(read: StubRequest, response: ServerResponse): void {
    const { status, html, location } = servePage(this.account, read);
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      ...(location === undefined ? {} : { location }),
    });
    response.end(html);
  }

  #answer(request: StubRequest, response: ServerResponse): void {
    const trouble = this.troubles.find(
      ({ match, left }) => left > 0 && match.test(`${request.method} ${request.path}`),
    );
    if (trouble) trouble.left -= 1;
    const answer = this.#troubled(request, trouble?.kind);
    if (answer === 'reset') response.destroy();
    else if (answer !== 'nothing') send(response, answer);
  }

  #troubled(request: StubRequest, kind: StubTrouble | undefined): StubAnswer | 'nothing' | 'reset' {
    const carryOut = () => routeRequest(this.account, request);
    switch (kind) {
      case undefined:
        return this.answers.run(request, carryOut);
      case 'hang':
        for (const notify of this.hungListeners.splice(0)) notify();
        return 'nothing';
      case 'reset_before':
        return 'reset';
      case 'reset_after':
        this.answers.run(request, carryOut);
        return 'reset';
      // Begun and not finished: the failure becomes the answer of the key, whether or not the request was carried out.
      case 'error_before':
        return this.answers.run(request, () => refuse(500, 'api_error', 'Something went wrong.'));
      case 'error_after':
        return this.answers.run(request, () => {
          carryOut();
          return refuse(500, 'api_error', 'Something went wrong.');
        });
      case 'rate_limited':
        return refuse(429, 'invalid_request_error', 'Too many requests.');
      default:
        return kind satisfies never;
    }
  }

  #emit(type: string, object: StubObject): void {
    const id = `evt_stub${Date.now()}n${this.events.length + 1}`;
    const created = Math.floor(Date.now() / 1_000);
    const data = { object: presentObject(object) };
    const event = { type, body: JSON.stringify({ id, object: 'event', type, livemode: false, created, data }) };
    this.events.push(event);
    this.#onEvent(event);
  }
}

function send(response: ServerResponse, { status, body }: StubAnswer): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stub' })
    .end(JSON.stringify(body));
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
