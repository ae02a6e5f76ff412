import { afterAll, expect, test } from 'vitest';
import { openCliFixture } from '../support/process/cli.ts';

const cli = openCliFixture({});
afterAll(() => cli.remove());

test('the command serves a stub, says how Bly reaches it and which routes do what, and ends when asked', async () => {
  const webhook = ['--webhook', 'http://127.0.0.1:9/hook', '--webhook-secret', 'secret-of-the-test'];
  const command = cli.start([
    'supplier-stub',
    'duffel',
    '--port',
    '0',
    '--token',
    'duffel_test_rehearsal1',
    ...webhook,
  ]);
  const output = await command.saying(/_stub with the same token/);
  expect(output).toContain('BLY_DUFFEL_TOKEN=duffel_test_rehearsal1');
  expect(output).toContain('BLY_DUFFEL_WEBHOOK_SECRET=secret-of-the-test');
  expect(output).toContain('PVD → RAI   no offers');
  const [, url] = /BLY_DUFFEL_URL=(http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
  const response = await fetch(`${url}/air/airlines?limit=1`, {
    headers: { authorization: 'Bearer duffel_test_rehearsal1', 'duffel-version': 'v2' },
  });
  expect(await response.json()).toMatchObject({ data: [{ iata_code: 'ZZ', name: 'Duffel Airways' }] });
  command.interrupt();
  expect((await command.ended).code).toBe(0);
});

test('a token that Duffel would not issue is refused in one line', async () => {
  const { code, errors } = await cli.run(['supplier-stub', 'duffel', '--port', '0', '--token', 'sk_test_1']);
  expect([code, errors.trim().split('\n').length]).toEqual([1, 1]);
  expect(errors).toContain('A token begins with duffel_test_ or duffel_live_');
});

test('the command serves a stub of LiteAPI, says how Bly reaches it and where it has hotels', async () => {
  const options = ['--key', 'sand_rehearsal1', '--webhook', 'http://127.0.0.1:9/hook'];
  const command = cli.start(['supplier-stub', 'liteapi', '--port', '0', ...options]);
  const output = await command.saying(/_stub with the same key/);
  expect(output).toContain('BLY_LITEAPI_KEY=sand_rehearsal1');
  expect(output).toContain('Lisbon (PT), 96 hotels and more');
  const [, url] = /BLY_LITEAPI_URL=(http:\/\/127\.0\.0\.1:\d+\/v3\.0)/.exec(output) ?? [];
  const response = await fetch(`${url}/data/cities?countryCode=FR`, { headers: { 'x-api-key': 'sand_rehearsal1' } });
  expect(await response.json()).toEqual({ data: [{ city: 'Paris' }] });
  command.interrupt();
  expect((await command.ended).code).toBe(0);
});

test('a key that is too short is refused in one line', async () => {
  const { code, errors } = await cli.run(['supplier-stub', 'liteapi', '--port', '0', '--key', 'sand_1']);
  expect([code, errors.trim().split('\n').length]).toEqual([1, 1]);
  expect(errors).toContain('A key is 8 letters, digits, _ or - or more');
});

test('the command serves a stub of Stripe whose page curl can pay, and says how Bly reaches it', async () => {
  const secrets = ['--secret-key', 'sk_test_rehearsal1', '--webhook-secret', 'whsec_rehearsal1'];
  const command = cli.start(['supplier-stub', 'stripe', '--port', '0', ...secrets]);
  const output = await command.saying(/Events are sent nowhere/);
  expect(output).toContain('BLY_STRIPE_SECRET_KEY=sk_test_rehearsal1\n  BLY_STRIPE_WEBHOOK_SECRET=whsec_rehearsal1');
  const [, url] = /BLY_STRIPE_API_BASE=(http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
  const response = await fetch(`${url}/v1/refunds`, { headers: { authorization: 'Bearer sk_test_rehearsal1' } });
  expect(await response.json()).toEqual({ object: 'list', has_more: false, data: [] });
  command.interrupt();
  expect((await command.ended).code).toBe(0);
});

test.each([
  ['--secret-key', 'sk_live_rehearsal1', 'A secret key begins with sk_test_'],
  ['--webhook-secret', 'secret', 'A webhook secret begins with whsec_'],
])('%s %s is refused in one line', async (option, value, problem) => {
  const { code, errors } = await cli.run(['supplier-stub', 'stripe', '--port', '0', option, value]);
  expect([code, errors.trim().split('\n').length]).toEqual([1, 1]);
  expect(errors).toContain(problem);
});
