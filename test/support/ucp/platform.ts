import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownNames } from '../../../src/ucp/model/names.ts';
import type { Answer, TestService } from '../service/service.ts';

/** An order as it was sent to a platform. */
export interface SentOrder {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A platform: its profile and its address for orders on this machine, and its requests to a service. */
export interface Platform {
  readonly profileUrl: string;
  /** Where it hears of orders. */
  readonly webhookUrl: string;
  /** What its profile says; a test may change it before the first request. */
  profile: unknown;
  /** What it answers to orders. */
  orderStatus: number;
  /** Every order that was sent to it. */
  readonly orders: readonly SentOrder[];
  /** Requests over REST: `POST /checkout-sessions`. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The same to the lodging draft: `POST /booking-sessions`. */
  book(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts a platform that knows everything a service can do. */
export async function startPlatform(service: Pick<TestService, 'url' | 'call'>): Promise<Platform> {
  const orders: SentOrder[] = [];
  const state: { profile: unknown; orderStatus: number } = { profile: undefined, orderStatus: 200 };
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      orders.push({ headers: request.headers, text: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(state.orderStatus).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' });
    response.end(JSON.stringify(state.profile));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const urls = { profileUrl: `${origin}/profile.json`, webhookUrl: `${origin}/orders` };
  state.profile = profileOf(service, urls.webhookUrl);
  const requests =
    (base: string) =>
    (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      service.call(method, `${base}${path}`, body, { 'ucp-agent': `profile="${urls.profileUrl}"`, ...headers });
  return Object.assign(state, {
    ...urls,
    orders,
    call: requests('/ucp/v1'),
    book: requests('/ucp/lodging/v1'),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
}

function profileOf(service: Pick<TestService, 'url'>, webhookUrl: string): unknown {
  const known = (version: string, more: object = {}) => [
    { version, spec: 'https://ucp.dev/', schema: 'https://ucp.dev/schema.json', ...more },
  ];
  return {
    ucp: {
      version: '2026-08-25',
      services: {},
      payment_handlers: {},
      capabilities: {
        'dev.ucp.shopping.checkout': known('2026-08-25'),
        'dev.ucp.shopping.order': known('2026-08-25', { config: { webhook_url: webhookUrl } }),
        'dev.ucp.shopping.payment_terms': known('2026-08-25'),
        [ownNames(service.url).travel]: known('2026-11-28'),
        'dev.ucp.lodging.booking': known('2026-11-28'),
        'dev.ucp.lodging.policy.cancellation': known('2026-11-28'),
        'dev.ucp.common.payment.terms': known('2026-11-28'),
      },
    },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the platform listens nowhere');
  return address.port;
}
