import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { type Visitor, wordsOf } from '../../support/accounts.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { aStaffMember, organizationOf } from '../../support/staff.ts';

let service: TestService;
let support: Visitor;
let stranger: Visitor;
let ref: string;
/** Of a key that is asked to call once a second. */
let slowKey: string;

beforeAll(async () => {
  service = await startService();
  const { key, organizationId } = await service.makeKey({ rate: { perSecond: 1_000, burst: 1_000 } });
  const sold = await service.call('POST', '/v1/sandbox/bookings', { kind: 'car' }, { 'x-api-key': key });
  ref = sold.body.booking_ref;
  support = await aStaffMember(service, 'support', organizationId);
  stranger = await aStaffMember(service, 'owner', await organizationOf(service));
  const limits = { rate: { perSecond: 1, burst: 1 } };
  slowKey = (await createApiKey(service.app, { name: 'till <3>', organizationId, ...limits })).key;
});
afterAll(() => service.close());

const withSlowKey = () => service.call('GET', '/v1/account', undefined, { 'x-api-key': slowKey });

test('why a key gets 429 is found by the id of the answer: in the field above every page, too', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, withSlowKey));
  const id = answers.find(({ status }) => status === 429)?.headers.get('x-request-id') ?? 'none';
  const found = await support.get(`/console/bookings?query=${id}`);
  expect([found.status, found.headers.get('location')]).toEqual([303, `/console/requests?request_id=${id}`]);
  const page = await support.get(`/console/requests?request_id=${id}`);
  for (const word of ['RATE_LIMITED', 'Calls at once: 1.', 'Left then 0', 'Free again'])
    expect(wordsOf(page)).toContain(word);
  expect(page.text).toContain('key “till &lt;3&gt;”');
  expect(wordsOf(await support.get('/console/requests?status=4xx'))).toContain('RATE_LIMITED');
});

test('an act of the console leads from the timeline to its call', async () => {
  await support.get(`/console/bookings/${ref}`);
  await support.post(`/console/bookings/${ref}/mails/evt_of_nobody/resend`, {});
  await support.get(`/console/bookings/${ref}`);
  const page = await support.get(`/console/bookings/${ref}`);
  const mail = /action="([^"]+\/mails\/[^"]+\/resend)"/.exec(page.text)?.[1] ?? '';
  await support.post(mail, {});
  const after = await support.get(`/console/bookings/${ref}`);
  const call = /href="(\/console\/requests\?request_id=[^"]+)">call</.exec(after.text)?.[1] ?? '';
  const words = wordsOf(await support.get(call));
  for (const word of [`POST /v1/bookings/${ref}/resend_mail`, 'resend_booking_mail', '202', 'Person support'])
    expect(words).toContain(word);
  const refused = wordsOf(await support.get(`/console/requests?status=4xx&path=/v1/bookings/${ref}`));
  expect(refused).toContain('NOT_FOUND');
});

test('nothing found, nothing that may be asked, and nothing of another organization', async () => {
  expect(wordsOf(await support.get('/console/requests?request_id=req_nobody'))).toContain('No call found');
  for (const query of ['path=account', 'from=yesterday', 'status=3xx', 'page_token=made-up'])
    expect((await support.get(`/console/requests?${query}`)).status, query).toBe(422);
  expect(wordsOf(await support.get('/console/requests?page_token=made-up'))).not.toMatch(/No calls yet|No call found/);
  expect(wordsOf(await stranger.get(`/console/requests?path=/v1/bookings/${ref}`))).toContain('No call found');
});
