import pino from 'pino';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import type { SupplierAccount } from '../../../src/suppliers/common/account.ts';
import type { CallHealth } from '../../../src/suppliers/common/account-calls.ts';
import { createDuffelClient, type DuffelClient } from '../../../src/suppliers/duffel/client.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { STUB_NOW } from './duffel-calls.ts';

/** A client of the adapter in front of a stub. */
export interface DuffelClientFixture {
  readonly stub: DuffelStub;
  readonly client: DuffelClient;
  readonly account: SupplierAccount;
  /** What the answers said about the account, in order. */
  readonly healths: readonly CallHealth[];
}

/** Starts a stub and a client for one test; both end with it. */
export async function openDuffelClient(): Promise<DuffelClientFixture> {
  const stub = await startDuffelStub({ clock: { now: () => new Date(STUB_NOW) } });
  onTestFinished(() => stub.close());
  const outbound = createOutbound({ allowLocal: true, log: pino({ level: 'silent' }), clock: systemClock });
  onTestFinished(() => outbound.close());
  const healths: CallHealth[] = [];
  const client = createDuffelClient({
    outbound,
    calls: {
      async call(_account, _context, { send, health }) {
        const answer = await send();
        healths.push(health(answer));
        return answer;
      },
    },
  });
  return { stub, client, account: duffelAccount(stub), healths };
}

/** The account of a stub's first key. */
export function duffelAccount({ token, url }: Pick<DuffelStub, 'token' | 'url'>): SupplierAccount {
  return {
    accountId: 'installation',
    supplier: 'duffel',
    organizationId: undefined,
    token,
    webhookSecret: undefined,
    baseUrl: url,
    isLive: false,
    searchesPerDayMax: undefined,
  };
}

/** A context of a call at the stub's time. */
export function duffelContext(changes: Partial<SupplierContext> = {}): SupplierContext {
  const deadlineMs = changes.deadlineMs ?? 10_000;
  return {
    organizationId: newId('organization'),
    now: new Date(STUB_NOW),
    signal: AbortSignal.timeout(deadlineMs),
    deadlineMs,
    purpose: 'search',
    log: pino({ level: 'silent' }),
    ...changes,
  };
}
