import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** One POST as it arrived. */
export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** A webhook receiver, as small as a customer's could be. */
export interface DemoReceiver {
  readonly url: string;
  /** The first POST of this event, now or as soon as it comes. Rejects after `timeoutMs`. */
  next(event: string, timeoutMs: number): Promise<ReceivedEvent>;
  close(): Promise<void>;
}

/** Listens on a free port of this machine and answers every POST with 200. */
export async function startDemoReceiver(): Promise<DemoReceiver> {
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, body, event: JSON.parse(body) });
      response.end('ok');
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/bly`,
    next(event, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedEvent>();
      const timer = setTimeout(() => reject(new Error(`No ${event} arrived within ${timeoutMs} ms.`)), timeoutMs);
      const look = () => {
        const found = received.find((one) => one.event['event'] === event);
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Verifies both signatures from the documentation alone, with none of the service's code; throws when one does not fit.
 */
export function verifyEvent({ headers, body }: ReceivedEvent, secret: string): void {
  const expected = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest();
  const sent = Buffer.from(String(headers['x-service-signature']).replace(/^sha256=/, ''), 'hex');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new Error('X-Service-Signature does not fit.');
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}
