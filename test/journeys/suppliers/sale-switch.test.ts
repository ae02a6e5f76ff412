import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { User } from '../../../src/identity/model/user.ts';
import { asId } from '../../../src/platform/ids.ts';
import { switchSaleForAdmin } from '../../../src/supplier-accounts/sale/administer-sale.ts';
import { addDays } from '../../../src/travel/dates.ts';
import {
  CARD_DECLINED,
  CARD_OK,
  departureDate,
  makeCheckout,
  makeTrip,
  searchFares,
} from '../../support/faults/trip-journeys.ts';
import { openCliFixture, type CliFixture } from '../../support/process/cli.ts';
import { openTestDatabase } from '../../support/service/database.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

let service: TestService;
/** A second process on the same database. */
let other: TestService;
let owner: User;
let cli: CliFixture;
beforeAll(async () => {
  const db = await openTestDatabase();
  service = await startService({ users: trustingUsers, db });
  other = await startService({ users: trustingUsers, db: { ...db, close: async () => undefined } });
  const { body } = await service.call('GET', '/v1/account');
  const organizationId = asId('organization', body.organization.organization_id);
  owner = await makeUser(service, { email: 'owner@example.com', organizationId, role: 'owner' });
  cli = openCliFixture({});
});
afterAll(async () => {
  await cli.remove();
  await other.close();
  await service.close();
});

const ROUTE = { origin: 'QAA', destination: 'QAG' };
const REASON = 'Wrong bags since noon';
const put = (user: User, supplier: string, body: object) =>
  service.call('PUT', `/v1/suppliers/${supplier}/sale`, body, signInAs(user));
const off = (supplier = 'sandbox') => put(owner, supplier, { for_sale: false, reason: REASON });
const on = (supplier = 'sandbox') => put(owner, supplier, { for_sale: true });
const search = (at: TestService) => at.call('POST', '/v1/flight_search', { departure_date: departureDate(), ...ROUTE });
const pay = (at: TestService, tripId: string) => at.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
afterEach(async () => {
  await on();
});

const OFF = { supplier: 'sandbox', switched_off_by: 'organization', reason: REASON };

test('what is switched off is searched no more, by any process, with cached answers or without', async () => {
  expect((await search(service)).status).toBe(200);
  expect((await search(other)).status).toBe(200);
  const said = await off();
  expect([said.status, said.body]).toMatchObject([
    200,
    { supplier: 'sandbox', for_sale: false, switched_off: { by: 'organization', reason: REASON } },
  ]);
  const refused = await search(service);
  expect([refused.status, refused.body]).toMatchObject([
    503,
    { error: { code: 'UPSTREAM_UNAVAILABLE' }, suppliers: [OFF] },
  ]);
  expect(refused.body.error.message).toContain('PUT /v1/suppliers/sandbox/sale');
  await expect.poll(async () => (await search(other)).status).toBe(503);
  const stay = { check_in: departureDate(), destination: 'PAR', nights: 2 };
  expect((await service.call('POST', '/v1/hotel_search', stay)).body.error?.code).not.toBe('UPSTREAM_UNAVAILABLE');
  expect((await on()).body).toMatchObject({ for_sale: true });
  expect((await search(service)).status).toBe(200);
  await expect.poll(async () => (await search(other)).status).toBe(200);
});

test('however many combinations of suppliers are off, each repeats what it has just found', async () => {
  const flights = { path: '/v1/flight_search', body: { departure_date: departureDate(), ...ROUTE } };
  const [checkin, checkout] = [departureDate(), addDays(departureDate(), 2)];
  const stays = { path: '/v1/hotel_search', body: { city_name: 'Lisbon', checkin, checkout } };
  const combinations = [
    { off: [], search: flights },
    { off: ['sandbox_hotels'], search: flights },
    { off: ['sandbox_cars'], search: flights },
    { off: ['sandbox_hotels', 'sandbox_cars'], search: flights },
    { off: ['sandbox'], search: stays },
    { off: ['sandbox', 'sandbox_cars'], search: stays },
  ];
  const searches = await Promise.all(
    combinations.map(async ({ off: suppliers, search: { path, body } }) => {
      const { key, organizationId } = await service.makeKey();
      for (const supplier of suppliers)
        await switchSaleForAdmin(service.app, { supplier, isForSale: false, reason: REASON, organizationId });
      return () => service.call('POST', path, body, { 'x-api-key': key });
    }),
  );
  const first = [];
  for (const searchAgain of searches) first.push(await searchAgain());
  expect(first.map(({ status }) => status)).toEqual(combinations.map(() => 200));
  // Tokens are sealed anew by every search: equal bytes are the answer that was cached.
  for (const [at, searchAgain] of searches.entries()) expect((await searchAgain()).text).toBe(first[at]?.text);
  expect(new Set(first.map(({ text }) => text)).size).toBe(combinations.length);
});

test('a trip is not added to, quoted or paid while it is off, keeps what it has, and is sold once it is on again', async () => {
  const { fares } = await searchFares(service, ROUTE);
  const trip = await makeTrip(service, ROUTE);
  const tripId = trip.body.trip_id;
  const itemId = trip.body.items[0].item_id;
  await off();
  const added = await other.call('POST', '/v1/trip', { add_item: { trip_item_token: fares[0]?.trip_item_token } });
  expect([added.status, added.body.error.code, added.body.suppliers]).toMatchObject([409, 'OFFER_UNAVAILABLE', [OFF]]);
  const unquoted = await other.call('POST', '/v1/checkout', { trip_id: tripId });
  expect([unquoted.status, unquoted.body]).toMatchObject([
    409,
    { error: { code: 'OFFER_UNAVAILABLE' }, suppliers: [OFF], items: [{ item_id: itemId }] },
  ]);
  expect((await service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('draft');
  await on();
  expect((await other.call('POST', '/v1/checkout', { trip_id: tripId })).status).toBe(200);
  await off();
  expect((await other.call('POST', '/v1/checkout', { trip_id: tripId })).status).toBe(409);
  const unpaid = await pay(other, tripId);
  expect([unpaid.status, unpaid.body.error.code]).toEqual([409, 'OFFER_UNAVAILABLE']);
  await on();
  // A card that failed before makes the next one no better.
  const declined = await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_DECLINED });
  expect([declined.status, declined.body.status]).toEqual([200, 'declined']);
  await off();
  const again = await pay(other, tripId);
  expect([again.status, again.body.error.code]).toEqual([409, 'OFFER_UNAVAILABLE']);
  await on();
  expect((await pay(other, tripId)).status).toBe(200);
  await service.drain();
  expect((await service.call('GET', `/v1/trip/${tripId}`)).body.status).toBe('fulfilled');
});

test('an unpaid trip shows no seats of a supplier that is off; a paid one shows them as before', async () => {
  const [unpaid, { tripId: paid }] = [await makeTrip(service, ROUTE), await makeCheckout(service, ROUTE)];
  expect((await pay(service, paid)).status).toBe(200);
  const unpaidId = unpaid.body.trip_id as string;
  const countMaps = async (at: TestService, tripId: string) => {
    const { status, body } = await at.call('GET', `/v1/trip/${tripId}/seat_maps`);
    expect([status, body.items.length]).toEqual([200, 1]);
    return body.items[0].seat_maps.length as number;
  };
  const inOrder = async (at: TestService) => [await countMaps(at, unpaidId), await countMaps(at, paid)];
  const [shown] = await inOrder(service);
  expect(shown).toBeGreaterThan(0);
  await off();
  expect(await inOrder(service)).toEqual([0, shown]);
  await expect.poll(() => inOrder(other)).toEqual([0, shown]);
  await service.drain();
  expect((await service.call('GET', `/v1/trip/${paid}`)).body.status).toBe('fulfilled');
  expect(await countMaps(service, paid)).toBe(shown);
  await on();
  expect(await countMaps(service, unpaidId)).toBe(shown);
});

test('the page of a checkout takes no money while it is off, and says so to the traveler', async () => {
  const { checkout } = await makeCheckout(service, ROUTE);
  const path = new URL(checkout.checkout_url).pathname;
  const page = await service.call('GET', path);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  await off();
  const form = new URLSearchParams({
    csrf,
    card_number: CARD_OK,
    card_expiry: '12/39',
    card_cvc: '123',
    card_holder: 'Nellie Bly',
  });
  const posted = await other.call('POST', path, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-api-key': '',
  });
  expect(posted.status).toBe(409);
  expect(posted.text).toContain('no longer');
  await on();
});

test('what was paid before is booked, shown and refunded', async () => {
  const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAF' });
  expect((await pay(service, tripId)).status).toBe(200);
  await off();
  await other.drain();
  const { body: trip } = await service.call('GET', `/v1/trip/${tripId}`);
  expect(trip.status).toBe('fulfilled');
  const item = { booking_ref: trip.booking_ref, last_name: 'Bly' };
  const check = await other.call('POST', '/v1/refund_check', item);
  expect([check.status, check.text]).toEqual([200, expect.any(String)]);
  const refund = await other.call('POST', '/v1/refund_commit', { ...item, quote_id: check.body.quote_id });
  expect([refund.status, refund.text]).toEqual([200, expect.any(String)]);
  await on();
});

test('owners and admins switch, on record; nobody else, no API key, and not what nobody connected', async () => {
  const { organizationId } = owner;
  const admin = await makeUser(service, { email: 'admin@example.com', organizationId, role: 'admin' });
  const member = await makeUser(service, { email: 'member@example.com', organizationId });
  const wanted = { for_sale: false, reason: REASON };
  expect((await put(member, 'sandbox_cars', wanted)).status).toBe(403);
  expect((await service.call('PUT', '/v1/suppliers/sandbox_cars/sale', wanted)).status).toBe(403);
  expect((await put(admin, 'nobody', wanted)).status).toBe(404);
  expect((await put(admin, 'sandbox_cars', { for_sale: false })).body.fields).toMatchObject([{ path: 'reason' }]);
  expect((await put(admin, 'sandbox_cars', wanted)).status).toBe(200);
  expect((await put(admin, 'sandbox_cars', wanted)).status).toBe(200);
  const list = await service.call('GET', '/v1/suppliers', undefined, signInAs(member));
  expect(
    list.body.suppliers.map((one: { supplier: string; for_sale: boolean }) => [one.supplier, one.for_sale]),
  ).toEqual([
    ['sandbox', true],
    ['sandbox_hotels', true],
    ['sandbox_cars', false],
  ]);
  await put(admin, 'sandbox_cars', { for_sale: true });
  const log = async (action: string) =>
    (await service.call('GET', `/v1/audit_log?action=${action}`, undefined, signInAs(owner))).body.events;
  const mine = (await log('supplier.switched_off')).filter(
    ({ target }: { target: string }) => target === 'sandbox_cars',
  );
  expect(mine).toMatchObject([{ actor: { id: admin.userId }, detail: { reason: REASON } }]);
  expect((await log('supplier.switched_on'))[0]).toMatchObject({ target: 'sandbox_cars' });
  const stranger = await makeUser(service, { email: 'stranger@example.com' });
  await put(stranger, 'sandbox', wanted);
  expect((await search(service)).status).toBe(200);
});

test('the operator switches a supplier off for everybody; no organization switches it on', async () => {
  const admin = (...args: readonly string[]) => cli.run(['admin', ...args], { env: { BLY_DATA_DIR: service.dataDir } });
  expect(await admin('switch-supplier', 'sandbox', '--off')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('reason'),
  });
  const switched = await admin('switch-supplier', 'sandbox', '--off', '--reason', 'Contract ended');
  expect([switched.code, switched.errors]).toEqual([0, '']);
  expect(switched.output).toMatch(/^sandbox {2}switched off\n {2}by the operator since \S+: Contract ended\n/);
  expect((await on()).body).toMatchObject({ for_sale: false, switched_off: { by: 'installation' } });
  const refused = await search(service);
  expect([refused.status, refused.body.suppliers]).toMatchObject([503, [{ switched_off_by: 'installation' }]]);
  const { key } = await service.makeKey();
  const elsewhere = { departure_date: departureDate(), ...ROUTE };
  await expect
    .poll(async () => (await other.call('POST', '/v1/flight_search', elsewhere, { 'x-api-key': key })).status)
    .toBe(503);
  expect((await admin('switch-supplier', 'sandbox', '--on')).output).toContain('sandbox  for sale');
  expect((await search(service)).status).toBe(200);
  expect((await admin('switch-supplier', 'nobody', '--on')).errors).toContain('there are: sandbox, sandbox_hotels');
});
