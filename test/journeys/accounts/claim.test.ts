import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { makeFirstKey } from '../../../src/identity/keys/ensure-first-key.ts';
import { isClaimOpen } from '../../../src/identity/claim-organization.ts';
import { findUserWithEmail } from '../../../src/identity/read-user.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { actionsOf, aVisitor, signIn, signUp, wordsOf } from '../../support/accounts.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let key: string;
let organizationId: OrganizationId;

beforeAll(async () => {
  service = await startService();
  // As the first start of a sandbox makes them.
  ({ key, organizationId } = await service.makeKey({ quotaCalls: 'unlimited' }));
});
afterAll(() => service.close());

const problem = 'This is not the first key';

test('a stranger without the key gets an organization of their own, whatever they type', async () => {
  const page = await aVisitor(service).get('/sign-up');
  expect(wordsOf(page)).toContain('Own the organization of this sandbox’s first key');
  const { key: second } = await createApiKey(service.app, {
    organizationId,
    name: 'first key',
  });
  for (const wrong of ['bly_s0000000000000000000000000000000000', 'x', second, `${key}x`, 'eyJhbGciOiJub25lIn0.e30.']) {
    const answer = await signUp(service, 'stranger@example.com', { firstKey: wrong });
    expect([answer.status, wordsOf(answer)], wrong).toEqual([422, expect.stringContaining(problem)]);
    expect(answer.text).not.toContain(wrong === 'x' ? 'value="x"' : wrong);
  }
  expect(await findUserWithEmail(service.app, 'stranger@example.com')).toBeUndefined();
  expect((await signUp(service, 'stranger@example.com', { organization: 'Stranger Ltd' })).status).toBe(200);
  expect((await findUserWithEmail(service.app, 'stranger@example.com'))?.organizationId).not.toBe(organizationId);
});

test('of many who come with the first key at once one owns its organization, under the name they typed', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map((n) => signUp(service, `claimer${n}@example.com`, { firstKey: key, organization: `Claimed ${n}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  const winner = answers.findIndex(({ status }) => status === 200) + 1;
  const user = await findUserWithEmail(service.app, `claimer${winner}@example.com`);
  expect([user?.organizationId, user?.role]).toEqual([organizationId, 'owner']);
  expect(await actionsOf(service, `claimer${winner}@example.com`)).toContain('organization.claimed');
  const { visitor } = await signIn(service, `claimer${winner}@example.com`);
  expect(wordsOf(await visitor.get('/account'))).toContain(`Claimed ${winner}`);
  for (const n of [1, 2, 3].filter((m) => m !== winner))
    expect(await findUserWithEmail(service.app, `claimer${n}@example.com`)).toBeUndefined();
});

test('nobody claims what somebody owns, and the page no longer offers it', async () => {
  expect(await isClaimOpen(service.app)).toBe(false);
  expect(wordsOf(await aVisitor(service).get('/sign-up'))).not.toContain('first key');
  expect((await signUp(service, 'late@example.com', { firstKey: key })).status).toBe(422);
});

test('in production there is nothing to claim', async () => {
  const config = { ...service.app.config, environment: 'production' as const };
  expect(await isClaimOpen({ ...service.app, config })).toBe(false);
  expect(await makeFirstKey({ ...service.app, config })).toBeUndefined();
});
