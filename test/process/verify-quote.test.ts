import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAhead, makeCheckout } from '../support/faults/trip-journeys.ts';
import { type CliFixture, openCliFixture } from '../support/process/cli.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
let cli: CliFixture;
beforeAll(async () => {
  service = await startService();
  cli = openCliFixture({ BLY_URL: service.url });
});
afterAll(async () => {
  await cli.remove();
  await service.close();
});
const file = (name: string, text: string): string => {
  const path = join(cli.home, name);
  writeFileSync(path, text);
  return path;
};

test('bly verify-quote takes a file, the whole answer of a checkout, the text itself and standard input', async () => {
  const { checkout } = await makeCheckout(service, { origin: 'PAR', destination: 'LON' });
  const jws: string = checkout.quote_jws;
  const answers = await Promise.all([
    cli.run(['verify-quote', file('quote.jws', `${jws}\n`)]),
    cli.run(['verify-quote', file('checkout.json', JSON.stringify(checkout))]),
    cli.run(['verify-quote', jws, '--issuer', service.url]),
    cli.run(['verify-quote', '-', '--json'], { input: jws }),
  ]);
  expect(answers.map(({ code, errors }) => [code, errors])).toEqual(Array(4).fill([0, '']));
  expect(answers[0]?.output).toContain(`Genuine. Quote ${checkout.quote_id} of trip ${checkout.trip_id}, sandbox`);
  expect(answers[0]?.output).toContain(checkout.content_hash);
  expect(JSON.parse(answers[3]?.output ?? '')).toMatchObject({
    quote_id: checkout.quote_id,
    total: checkout.total_amount,
  });
});

test('it verifies without a connection where the keys are given, and says why it accepts none', async () => {
  const { checkout } = await makeCheckout(service, { origin: 'PAR', destination: 'LON' });
  const jws: string = checkout.quote_jws;
  const { text } = await service.call('GET', '/.well-known/jwks.json');
  const keys = ['--keys', file('keys.json', text)];
  const offline = { env: { BLY_URL: 'http://127.0.0.1:9' } };
  const altered = `${jws.slice(0, 200)}${jws[200] === 'A' ? 'B' : 'A'}${jws.slice(201)}`;
  const [good, bad, stranger, foreign, none, unreachable, fetched] = await Promise.all([
    cli.run(['verify-quote', jws, ...keys], offline),
    cli.run(['verify-quote', altered, ...keys], offline),
    cli.run(['verify-quote', jws, '--keys', file('none.json', '{"keys":[]}')], offline),
    cli.run(['verify-quote', jws, ...keys, '--issuer', 'https://travel.example.com'], offline),
    cli.run(['verify-quote', join(cli.home, 'absent'), ...keys], offline),
    cli.run(['verify-quote', jws], offline),
    cli.run(['verify-quote', jws, '--keys', `${service.url}/.well-known/jwks.json`], offline),
  ]);
  expect([good?.code, fetched?.code]).toEqual([0, 0]);
  expect([bad?.code, bad?.errors]).toEqual([1, expect.stringMatching(/signature_mismatch|malformed/)]);
  expect([stranger?.code, stranger?.errors]).toEqual([1, expect.stringContaining('unknown_key')]);
  expect([foreign?.code, foreign?.errors]).toEqual([1, expect.stringContaining('wrong_issuer')]);
  expect([none?.code, none?.errors]).toEqual([2, expect.stringContaining('neither a signed text nor a file')]);
  expect([unreachable?.code, unreachable?.errors]).toEqual([6, expect.stringContaining('--keys FILE')]);
});

test('bly verify-approval says what a person allowed, from the whole answer of get_mandate, and refuses a quote', async () => {
  const wanted = { name: 'Trips', currency: 'USD', budget: 900, valid_until: `${daysAhead(60)}T00:00:00Z` };
  const { mandate_id } = (await service.call('POST', '/v1/mandate_request', wanted)).body;
  await service.call('POST', '/v1/sandbox/approve', { mandate_id, decision: 'approve' });
  const mandate = (await service.call('GET', `/v1/mandates/${mandate_id}`)).body;
  const { checkout } = await makeCheckout(service, { origin: 'PAR', destination: 'LON' });
  const { text } = await service.call('GET', '/.well-known/jwks.json');
  const keys = ['--keys', file('approval-keys.json', text)];
  const offline = { env: { BLY_URL: 'http://127.0.0.1:9' } };
  const [good, quote] = await Promise.all([
    cli.run(['verify-approval', file('mandate.json', JSON.stringify(mandate)), ...keys], offline),
    cli.run(['verify-approval', checkout.quote_jws, ...keys], offline),
  ]);
  expect([good?.code, good?.output]).toEqual([
    0,
    expect.stringContaining(`Genuine. Approval of mandate ${mandate_id}`),
  ]);
  expect(good?.output).toContain('by sandbox (none)');
  expect([quote?.code, quote?.errors]).toEqual([1, expect.stringContaining('wrong_type')]);
});
