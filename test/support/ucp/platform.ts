import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownNames } from '../../../src/ucp/model/names.ts';
import type { Answer, TestService } from '../service/service.ts';

/** A platform: its profile at an address of this machine, and its requests to a service. */
export interface Platform {
  readonly profileUrl: string;
  /** What its profile says; a test may change it before the first request. */
  profile: unknown;
  /** Requests over REST: `POST /checkout-sessions`. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts a platform that knows everything a service can do. */
export async function startPlatform(service: TestService): Promise<Platform> {
  const { travel } = ownNames(service.url);
  const known = (version: string) => [{ version, spec: 'https://ucp.dev/', schema: 'https://ucp.dev/schema.json' }];
  const platform = {
    profile: {
      ucp: {
        version: '2026-08-25',
        services: {},
        payment_handlers: {},
        capabilities: { 'dev.ucp.shopping.checkout': known('2026-08-25'), [travel]: known('2026-11-28') },
      },
    } as unknown,
  };
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' });
    response.end(JSON.stringify(platform.profile));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const profileUrl = `http://127.0.0.1:${portOf(server)}/profile.json`;
  return Object.assign(platform, {
    profileUrl,
    call: (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      service.call(method, `/ucp/v1${path}`, body, { 'ucp-agent': `profile="${profileUrl}"`, ...headers }),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the platform listens nowhere');
  return address.port;
}
