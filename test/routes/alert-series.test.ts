import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobDeclarations } from '../../src/jobs.ts';
import type { DuffelStub } from '../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { startStubWith, suppliersOf } from '../support/suppliers/duffel-service.ts';

let stub: DuffelStub;
let service: TestService;
beforeAll(async () => {
  stub = await startStubWith();
  service = await startService({ config: { suppliers: suppliersOf(stub, ['duffel']) } });
});
afterAll(async () => {
  await service.close();
  await stub.close();
});

test('the series that alerts take the increase of are there, at 0, before the first incident', async () => {
  const { text } = await service.call('GET', '/metrics', undefined, { 'x-api-key': '' });
  const lines = text.split('\n');
  expect(jobDeclarations.length).toBeGreaterThan(10);
  for (const { name } of jobDeclarations)
    expect(lines).toContain(`bly_job_runs_total{job="${name}",end="exhausted"} 0`);
  for (const kind of ['other_flights', 'account', 'refund_short', 'unrecorded'])
    expect(lines).toContain(`bly_supplier_order_alarms_total{supplier="duffel",kind="${kind}"} 0`);
});
