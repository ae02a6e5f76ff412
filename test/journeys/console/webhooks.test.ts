import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, wordsOf } from '../../support/accounts.ts';
import { type Receiver, startReceiver } from '../../support/service/receiver.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { aStaffMember, organizationOf } from '../../support/staff.ts';

let service: TestService;
let receiver: Receiver;
let owner: Visitor;
let support: Visitor;
let stranger: Visitor;
let path: string;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startService({ config: { webhookAllowLocal: true } }), startReceiver()]);
  const organizationId = await organizationOf(service);
  owner = await aStaffMember(service, 'owner', organizationId);
  support = await aStaffMember(service, 'support', organizationId);
  stranger = await aStaffMember(service, 'owner', (await service.makeKey()).organizationId);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

test('an endpoint is registered, and its secret is shown once', async () => {
  expect(wordsOf(await owner.get('/console/webhooks'))).toContain('No endpoints yet');
  const form = { url: receiver.url, 'event_booking.completed': 'on' };
  const answer = await owner.post('/console/webhooks', form);
  expect(answer.text).toContain('whsec_');
  path = /href="(\/console\/webhooks\/\d+)"/.exec(answer.text)?.[1] ?? '';
  const page = await owner.get(path);
  expect(wordsOf(page)).toContain('booking.completed');
  expect(page.text).not.toContain('whsec_');
});

test('a test is sent; its attempts and payload can be looked at, and it is sent again', async () => {
  expect((await owner.post(`${path}/test`, {})).headers.get('location')).toBe(`${path}?done=sent`);
  await service.drain();
  await receiver.waitFor(1);
  const page = await support.get(path);
  expect(wordsOf(page)).toContain('One attempt: 200');
  const payload = await support.get(/href="([^"]+\/events\/[^"]+)"/.exec(page.text)?.[1] ?? '');
  expect(payload.text).toContain('&quot;livemode&quot;: false');
  await support.get(path);
  const resend = /action="([^"]+\/resend)"/.exec(page.text)?.[1] ?? '';
  expect((await support.post(resend, {})).status).toBe(303);
  await service.drain();
  await receiver.waitFor(2);
  expect((await owner.get(`${path}/events/evt_of_nobody`)).status).toBe(404);
});

test('deliveries are narrowed by status; an endpoint is switched off and on', async () => {
  expect(wordsOf(await owner.get(`${path}?status=failed`))).toContain('No deliveries');
  await owner.post(`${path}/status`, { status: 'disabled' });
  expect(wordsOf(await owner.get(path))).toContain('By people of yours');
  await owner.post(`${path}/status`, { status: 'active' });
  expect(wordsOf(await owner.get(path))).toContain('Switch off');
});

test('support sends again and changes no endpoint; another organization finds nothing', async () => {
  const page = await support.get(path);
  expect(page.text).not.toContain('/test"');
  for (const to of ['/test', '/status']) {
    await support.get(path);
    expect((await support.post(`${path}${to}`, { status: 'disabled' })).status, to).toBe(403);
  }
  await support.get('/console/webhooks');
  expect((await support.post('/console/webhooks', { url: receiver.url })).status).toBe(403);
  await stranger.get('/console');
  expect((await stranger.get(path)).status).toBe(404);
  await stranger.get('/console');
  for (const to of ['/test', '/status', '/deliveries/dlv_x/resend']) {
    expect((await stranger.post(`${path}${to}`, { status: 'disabled' })).status, to).toBe(404);
    await stranger.get('/console');
  }
});
