import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import { createOutbound, type Outbound } from '../../../src/platform/outbound/outbound.ts';
import type { SupplierAccount } from '../../../src/suppliers/common/account.ts';
import type { CallHealth } from '../../../src/suppliers/common/account-calls.ts';
import { createLiteapiClient, type LiteapiClient } from '../../../src/suppliers/liteapi/client.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';

/** A key as LiteAPI's sandbox has them. */
export const SAND_KEY = 'sand_0123456789';

/** A client of the adapter, and what the answers said about the account, in order. */
export interface LiteapiClientFixture {
  readonly client: LiteapiClient;
  readonly healths: readonly CallHealth[];
  /** The limit of a second that each call was made under. */
  readonly perSecond: readonly (number | undefined)[];
}

/** A client for one test, without the door's limits. */
export function openLiteapiClient(): LiteapiClientFixture {
  const healths: CallHealth[] = [];
  const perSecond: (number | undefined)[] = [];
  const client = createLiteapiClient({
    outbound: openOutbound(),
    calls: {
      async call(_account, _context, { send, health, perSecondMax }) {
        perSecond.push(perSecondMax);
        const answer = await send();
        healths.push(health(answer));
        return answer;
      },
    },
    sandboxPerSecondMax: 5,
  });
  return { client, healths, perSecond };
}

/** The door to other hosts for one test. */
export function openOutbound(): Outbound {
  const outbound = createOutbound({ allowLocal: true, log: pino({ level: 'silent' }), clock: systemClock });
  onTestFinished(() => outbound.close());
  return outbound;
}

/** A server for one test that answers as it is told, and the requests that came. */
export async function openServer(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly requests: readonly IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3.0`, requests };
}

/** The installation's account at a base address. */
export function liteapiAccount(baseUrl: string, token = SAND_KEY): SupplierAccount {
  return {
    accountId: 'installation',
    supplier: 'liteapi',
    organizationId: undefined,
    token,
    webhookSecret: undefined,
    baseUrl,
    isLive: false,
    searchesPerDayMax: undefined,
  };
}

/** A context of one call. */
export function liteapiContext(changes: Partial<SupplierContext> = {}): SupplierContext {
  const deadlineMs = changes.deadlineMs ?? 10_000;
  return {
    organizationId: newId('organization'),
    now: new Date(),
    signal: AbortSignal.timeout(deadlineMs),
    deadlineMs,
    purpose: 'search',
    log: pino({ level: 'silent' }),
    ...changes,
  };
}
