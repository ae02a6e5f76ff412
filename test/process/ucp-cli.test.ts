import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hotelStays, lowestRate, searchCars } from '../support/products/mixed-trips.ts';
import { openPage, submitPage } from '../support/faults/page-journeys.ts';
import { CONTACT, daysAhead, NELLIE, searchFares } from '../support/faults/trip-journeys.ts';
import { BOOTSTRAP_KEY, startService, type TestService } from '../support/service/service.ts';
import { type Platform, startPlatform } from '../support/ucp/platform.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../node_modules/@shopify/ucp-cli/dist/bin.js', import.meta.url));
let service: TestService;
let platform: Platform;
let home = '';
beforeAll(async () => {
  service = await startService();
  platform = await startPlatform(service);
  home = mkdtempSync(join(tmpdir(), 'bly-ucp-'));
});
afterAll(async () => {
  await platform.close();
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the client as a person would, and answers what it prints. */
// biome-ignore lint/suspicious/noExplicitAny: the client's output is looked into freely.
async function ucp(...args: readonly string[]): Promise<any> {
  const { stdout } = await run(
    process.execPath,
    [
      program,
      ...args,
      ...['--business', service.url, '--profile-url', platform.profileUrl, '--format', 'json'],
      ...(args[0] === 'discover' ? [] : ['--header', `x-api-key: ${BOOTSTRAP_KEY}`]),
    ],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        UCP_HOME: home,
        UCP_TEST_ALLOW_INSECURE_LOCALHOST: 'true',
        UCP_STRICT_SCHEMA: '1',
      },
    },
  ).catch((failure: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`ucp ${args.join(' ')}\n${failure.stdout}\n${failure.stderr}`);
  });
  return JSON.parse(stdout);
}
const create = (...tokens: readonly (string | undefined)[]) =>
  ucp(
    'checkout',
    'create',
    '--input',
    JSON.stringify({
      line_items: tokens.map((id) => ({ item: { id }, quantity: 1 })),
      buyer: { first_name: 'Nellie', last_name: 'Bly', email: CONTACT.email, phone_number: CONTACT.phone },
      travelers: [{ ...NELLIE, title: 'MS' }],
      context: { currency: 'EUR' },
    }),
  );
const complete = (id: string, token: string, ...more: readonly string[]) =>
  ucp(
    'checkout',
    'complete',
    id,
    '--input',
    JSON.stringify({
      payment: {
        instruments: [
          {
            id: 'i1',
            handler_id: 'shared_payment_token',
            type: 'shared_payment_token',
            selected: true,
            credential: { type: 'shared_payment_token', token },
          },
        ],
      },
    }),
    ...more,
  );
const stay = { checkin: daysAhead(60), checkout: daysAhead(65) };
const aFlight = async () =>
  (await searchFares(service, { origin: 'MUC', destination: 'LIS' })).fares[0]?.trip_item_token;
async function aRate(): Promise<string> {
  const { hotels } = await hotelStays(service, { city_name: 'Lisbon', country_code: 'PT' }, [{ adults: 1 }], {
    ...stay,
    currency: 'EUR',
  });
  return lowestRate(hotels[0]).offer_id;
}
async function aCar(): Promise<string> {
  const { offers } = await searchCars(service, {
    location: 'LIS',
    from: `${stay.checkin}T14:00:00`,
    to: `${stay.checkout}T10:00:00`,
  });
  return offers.find(({ on_request }: { on_request: boolean }) => !on_request).offer_id;
}

describe('a client that nobody here wrote', () => {
  test('discovers what is sold, and by which operations', async () => {
    const found = JSON.stringify(await ucp('discover'));
    for (const name of ['create_checkout', 'complete_checkout', 'get_order']) expect(found).toContain(name);
  });

  test.each([
    ['a flight', [aFlight]],
    ['a hotel', [aRate]],
    ['a flight, a hotel and a car', [aFlight, aRate, aCar]],
  ])('buys %s and reads its order', async (_name, products) => {
    const tokens = await Promise.all(products.map((find) => find()));
    const { result: checkout } = await create(...tokens);
    expect(checkout.status, JSON.stringify(checkout.messages)).toBe('ready_for_complete');
    expect((await complete(checkout.id, 'spt_test_ok')).result.status).toBe('complete_in_progress');
    await service.drain();
    const { result: bought } = await ucp('checkout', 'get', checkout.id);
    expect(bought.status).toBe('completed');
    const { result: order } = await ucp('order', 'get', bought.order.id);
    expect(order).toMatchObject({ id: bought.order.id, checkout_id: checkout.id });
    expect(order.line_items).toHaveLength(tokens.length);
    expect(JSON.parse(platform.orders.at(-1)?.text ?? '').id).toBe(order.id);
  });

  test('hands over to the page where the bank asks for a person, and goes on once it was answered', async () => {
    const { result: checkout } = await create(await aFlight());
    const seen = join(home, 'escalation.json');
    const asked = await complete(checkout.id, 'spt_test_step_up', '--on-escalation', `cat > '${seen}'`);
    expect(asked.result.status).toBe('requires_escalation');
    const told = JSON.parse(readFileSync(seen, 'utf8'));
    expect(told).toMatchObject({ status: 'requires_escalation', url: asked.result.continue_url });
    const page = new URL(told.url).pathname;
    await submitPage(service, page, await openPage(service, page), { action: 'approve' });
    await service.drain();
    expect((await ucp('checkout', 'get', checkout.id)).result.status).toBe('completed');
  });

  test('changes its mind, and gives up what it has not paid for', async () => {
    const { result: checkout } = await create(await aFlight());
    const other = await aRate();
    const { result: changed } = await ucp(
      'checkout',
      'update',
      checkout.id,
      '--input',
      JSON.stringify({
        line_items: [{ item: { id: other }, quantity: 1 }],
        buyer: { first_name: 'Nellie', last_name: 'Bly', email: CONTACT.email, phone_number: CONTACT.phone },
        travelers: [{ ...NELLIE, title: 'MS' }],
      }),
    );
    expect(changed.line_items.map(({ item }: { item: { id: string } }) => item.id)).toEqual([other]);
    expect((await ucp('checkout', 'cancel', checkout.id)).result.status).toBe('canceled');
  });
});
