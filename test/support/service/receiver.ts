import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** One POST as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads freely.
  readonly event: any;
}

/** How the receiver answers; `hang` holds the connection open until the receiver is closed or released. */
export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang';

/** A customer's webhook endpoint, for real, on a port of its own. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What every POST from now on is answered with. */
  answerWith(answer: ReceiverAnswer): void;
  /** Resolves once `count` POSTs have arrived in all. */
  waitFor(count: number): Promise<void>;
  /** Answers everything that hangs with 200. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a receiver that answers 200 until told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const hanging = new Set<ServerResponse>();
  const watchers = new Set<() => void>();
  let answer: ReceiverAnswer = { status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) });
      if (answer === 'hang') hanging.add(response);
      else response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
      for (const look of watchers) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answerWith(next) {
      answer = next;
    },
    waitFor(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        if (received.length >= count) resolve();
      };
      watchers.add(look);
      look();
      return promise.finally(() => watchers.delete(look));
    },
    release() {
      for (const response of hanging) response.end('late');
      hanging.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a POST carries this secret's `X-Service-Signature`, judged from the specification alone. */
export function isSignedWith(post: Received, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`${post.headers['x-service-timestamp']}.${post.body}`).digest();
  const sent = Buffer.from(String(post.headers['x-service-signature']).replace(/^sha256=/, ''), 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** Whether the Standard Webhooks library accepts a POST with this secret. */
export function isStandardSignedWith(post: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(post.body, {
      'webhook-id': String(post.headers['webhook-id']),
      'webhook-timestamp': String(post.headers['webhook-timestamp']),
      'webhook-signature': String(post.headers['webhook-signature']),
    });
    return true;
  } catch {
    return false;
  }
}
