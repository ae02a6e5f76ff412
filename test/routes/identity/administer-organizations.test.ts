import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCreditsForAdmin,
  listOrganizationsForAdmin,
  setLimitsForAdmin,
} from '../../../src/metering/administer-organizations.ts';
import { makeFundedKey } from '../../../src/metering/make-key-for-admin.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { makeUser, signInAs, trustingUsers } from '../../support/users.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ users: trustingUsers });
});
afterAll(async () => {
  await service.close();
});
const make = async (name: string) => await makeFundedKey(service.app, { name: 'server', newOrganizationName: name });
const balanceOf = async (key: string) =>
  (await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).body.balance;
const place = (key: string) => service.call('GET', '/v1/places?query=lisbon', undefined, { 'x-api-key': key });

test('credit that has run out is topped up, on record, and the very next call is answered', async () => {
  const { key, organizationId } = await make('Dry & Sons');
  expect(await addCreditsForAdmin(service.app, { organizationId, amount: -100_000 })).toEqual({
    organizationId,
    name: 'Dry & Sons',
    balance: 0,
  });
  expect((await place(key)).status).toBe(402);
  expect(await addCreditsForAdmin(service.app, { organizationId, amount: 7 })).toMatchObject({ balance: 7 });
  expect((await place(key)).status).toBe(200);
  expect(await balanceOf(key)).toBe(6);
  const reader = await makeUser(service, { email: 'dry@example.com', organizationId });
  const { body } = await service.call('GET', '/v1/audit_log?action=credits.changed', undefined, signInAs(reader));
  expect(body.events.map((event: { actor: object; detail: object }) => [event.actor, event.detail])).toEqual(
    expect.arrayContaining([
      [{ kind: 'admin' }, { amount: 7, balance: 7 }],
      [{ kind: 'admin' }, { amount: -100_000, balance: 0 }],
    ]),
  );
});

test('the command line, which counts no calls, tops up beside a running process: nobody is refused for what it remembers', async () => {
  const { key, organizationId } = await make('Beside');
  await addCreditsForAdmin(service.app, { organizationId, amount: -100_000 });
  expect((await place(key)).status).toBe(402);
  const { config, clock, db } = service.app;
  await addCreditsForAdmin({ config, clock, db }, { organizationId, amount: 50 });
  await expect.poll(async () => (await place(key)).status).toBe(200);
});

test('limits are taken away and given back, once each on record', async () => {
  const { key, organizationId } = await make('Boundless');
  await addCreditsForAdmin(service.app, { organizationId, amount: -100_000 });
  for (const isUnlimited of [true, true, false])
    expect(await setLimitsForAdmin(service.app, { organizationId, isUnlimited })).toEqual({
      organizationId,
      name: 'Boundless',
      isUnlimited,
    });
  await setLimitsForAdmin(service.app, { organizationId, isUnlimited: true });
  await expect.poll(async () => (await place(key)).status).toBe(200);
  const reader = await makeUser(service, { email: 'boundless@example.com', organizationId });
  const { body } = await service.call(
    'GET',
    '/v1/audit_log?action=organization.limits_changed',
    undefined,
    signInAs(reader),
  );
  expect(body.events.map((event: { detail: object }) => event.detail)).toHaveLength(3);
});

test('organizations are listed by a part of their name in any case, nothing in it read as a pattern', async () => {
  const { organizationId } = await make('100 % Holidays');
  await make('Another');
  const { organizations, isMore } = await listOrganizationsForAdmin(service.app, { name: '% HOLI' });
  expect(organizations).toMatchObject([
    { organizationId, name: '100 % Holidays', isUnlimited: false, balance: 100_000 },
  ]);
  expect(isMore).toBe(false);
  expect((await listOrganizationsForAdmin(service.app, {})).organizations.length).toBeGreaterThan(1);
});

test('what is wrong is told in a sentence, and nothing is changed', async () => {
  const { key, organizationId } = await make('Wronged');
  for (const [args, sentence] of [
    [{ organizationId, amount: 0 }, 'amount: must not be 0'],
    [{ organizationId, amount: 1.5 }, 'amount: must be a whole number'],
    [{ organizationId, amount: Number.NaN }, 'amount: must be a whole number'],
    [{ organizationId, amount: 2e9 }, 'amount: must be at most 1000000000'],
    [{ organizationId: 'org_none', amount: 5 }, 'no organization has the id org_none'],
    [{ amount: 5 }, 'organization id: is required'],
  ] as const)
    await expect(addCreditsForAdmin(service.app, args)).rejects.toThrow(sentence);
  await expect(setLimitsForAdmin(service.app, { organizationId: 'org_none', isUnlimited: true })).rejects.toThrow(
    'no organization has the id org_none',
  );
  expect(await balanceOf(key)).toBe(100_000);
});
