import pino from 'pino';
import { systemClock } from '../../../src/platform/clock.ts';
import { noFaultPoints } from '../../../src/platform/fault-points.ts';
import { createMetrics } from '../../../src/platform/observability/metrics.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { createMemoryState } from '../../../src/platform/shared-state/shared-state-memory.ts';
import type { SupplierAccount } from '../../../src/suppliers/common/account.ts';
import type { AccountHealth } from '../../../src/suppliers/common/account-health.ts';
import { createAccountCalls } from '../../../src/suppliers/common/door/create-account-calls.ts';
import { createDuffel } from '../../../src/suppliers/duffel/create-duffel.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import { type DuffelStub, startDuffelStub } from '../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { openTestDatabase } from '../service/database.ts';
import { aSealer } from '../service/sealer.ts';
import { reference } from './duffel-reading.ts';

/** The whole adapter as an installation has it, door and stored answers included, in front of a stub. */
export interface DuffelSupplierFixture {
  readonly stub: DuffelStub;
  readonly flights: FlightSupplier;
  close(): Promise<void>;
}

/** Starts both, by real time. */
export async function openDuffelSupplier(): Promise<DuffelSupplierFixture> {
  const log = pino({ level: 'silent' });
  const [stub, db] = await Promise.all([startDuffelStub(), openTestDatabase()]);
  const outbound = createOutbound({ allowLocal: true, log, clock: systemClock });
  const account: SupplierAccount = {
    accountId: 'installation',
    supplier: 'duffel',
    organizationId: undefined,
    token: stub.token,
    webhookSecret: undefined,
    baseUrl: stub.url,
    isLive: false,
    searchesPerDayMax: undefined,
  };
  const parts = { db, shared: createMemoryState(), sealer: aSealer(), metrics: createMetrics(), log };
  const health: AccountHealth = {
    report: () => undefined,
    read: async () => ({ status: 'unknown', since: undefined, detail: undefined }),
  };
  const calls = createAccountCalls({ ...parts, health, limits: { perMinute: 6_000, concurrency: 50 } });
  const flights = createDuffel({
    ...parts,
    ...reference,
    outbound,
    calls,
    accounts: { findForSale: async () => account, get: async () => account },
    clock: systemClock,
    faults: noFaultPoints,
  });
  return {
    stub,
    flights,
    async close() {
      await stub.close();
      await outbound.close();
      await db.close();
    },
  };
}
