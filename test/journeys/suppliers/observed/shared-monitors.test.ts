import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkMonitor } from '../../../../src/flights/monitors/check-monitor.ts';
import type { OrganizationId } from '../../../../src/platform/ids.ts';
import type { DuffelStub } from '../../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { departureDate } from '../../../support/faults/trip-journeys.ts';
import { addAccountForAdmin } from '../../../../src/supplier-accounts/administer-accounts.ts';
import { startService, type TestService } from '../../../support/service/service.ts';
import { startStubWith } from '../../../support/suppliers/duffel-service.ts';

/** Monitors of one journey at a supplier whose searches are counted: one search for all who watch it. */
const OWN_TOKEN = 'duffel_test_ofItsOwnOrganization';
let stub: DuffelStub;
let service: TestService;
beforeAll(async () => {
  stub = await startStubWith(OWN_TOKEN);
  // Four of these are for monitors.
  const duffel = {
    token: stub.token,
    isLive: false,
    baseUrl: stub.url,
    webhookSecret: undefined,
    searchesPerDayMax: 40,
  };
  service = await startService({ config: { suppliers: { enabled: ['duffel'], duffel } } });
});
afterAll(async () => {
  await service.close();
  await stub.close();
});
beforeEach(() => stub.control.forgetCalls());

interface Watcher {
  readonly organizationId: OrganizationId;
  readonly key: string;
  readonly monitorId: string;
}
async function watch(destination: string): Promise<Watcher> {
  const { key, organizationId } = await service.makeKey();
  const body = { origin: 'LHR', destination, departure_date: departureDate(), watch: { below: 1 } };
  const answer = await service.call('POST', '/v1/price_monitoring', body, { 'x-api-key': key });
  expect(answer.status, answer.text).toBe(200);
  return { key, organizationId, monitorId: answer.body.monitor_id };
}
const read = async ({ key, monitorId }: Watcher) =>
  (await service.call('GET', `/v1/price_monitoring/${monitorId}`, undefined, { 'x-api-key': key })).body;
/** Runs the check that is due next, at its time. */
async function check(watcher: Watcher) {
  const now = new Date((await read(watcher)).next_check_at);
  const { organizationId, monitorId } = watcher;
  await checkMonitor(service.app, monitorId, { organizationId, now, attempt: 1, signal: new AbortController().signal });
  return await read(watcher);
}
const searched = (control = stub.control) => control.calls()['search'] ?? 0;

test('two organizations that watch one journey are due at one time, and one search answers both', async () => {
  const [one, other] = [await watch('MAD'), await watch('MAD')];
  expect((await read(one)).next_check_at).toBe((await read(other)).next_check_at);
  stub.control.forgetCalls();
  const checked = [await check(one), await check(other)];
  expect(searched()).toBe(1);
  for (const { last_check, last_price } of checked) {
    expect(last_check.status).toBe('ok');
    expect(last_price).toEqual(checked[0].last_price);
  }
});

test('an organization with an account of its own shares no search with others, nor their budget', async () => {
  const [one, own] = [await watch('VIE'), await watch('VIE')];
  const { organizationId } = own;
  await addAccountForAdmin(service.app, { organizationId, supplier: 'duffel', token: OWN_TOKEN });
  stub.control.forgetCalls();
  await check(one);
  expect([searched(), searched(stub.controlOf(OWN_TOKEN))]).toEqual([1, 0]);
  await check(own);
  expect([searched(), searched(stub.controlOf(OWN_TOKEN))]).toEqual([1, 1]);
});

test('when the share of monitors is used up a monitor says that it is stale, and keeps its last price and when it was', async () => {
  // Four searches of the day are for monitors: the tests before have made two.
  for (const destination of ['FCO', 'OSL'])
    expect((await check(await watch(destination))).last_check.status).toBe('ok');
  const late = await watch('ARN');
  const price = (await read(late)).last_price;
  stub.control.forgetCalls();
  const checked = await check(late);
  expect(searched()).toBe(0);
  expect(checked.last_check.status).toBe('stale');
  expect(checked.last_price).toEqual(price);
  expect(checked.triggered_at).toEqual([]);
  expect(price).not.toBeNull();
});
