import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { createOrganization } from '../../../src/identity/create-organization.ts';
import { ensureBootstrapKey, makeFirstKey } from '../../../src/identity/keys/ensure-first-key.ts';
import { makeKeyForAdmin } from '../../../src/identity/keys/make-key-for-admin.ts';
import { listKeys } from '../../../src/identity/read-organization.ts';
import { revokeApiKey } from '../../../src/identity/keys/revoke-api-key.ts';
import { readMigrations } from '../../../src/platform/db/migrate.ts';
import { readSteps } from '../../../src/platform/db/migration-steps.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { readRoute } from '../../support/hostile/probe-routes.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    routes: [readRoute('read', { scope: 'search' }), readRoute('manage', { scope: 'manage' })],
  });
});
afterAll(async () => {
  await service.close();
});
const statusOf = async (key: string, name = 'read') =>
  (await service.call('GET', `/v1/probe/${name}`, undefined, { 'x-api-key': key })).status;
async function quotasOf(db: TestDatabase) {
  const rows = await db.q
    .withTables<{ api_key: { name: string; quota_calls: number | null; created_at: Date } }>()
    .selectFrom('api_key')
    .selectAll()
    .orderBy('created_at')
    .execute();
  return rows.map(({ name, quota_calls }) => [name, quota_calls]);
}

describe('a key', () => {
  test('is bly_, the environment’s letter and 32 base62 characters, and only its hash is stored', async () => {
    const { key } = await service.makeKey();
    expect(key).toMatch(/^bly_s[0-9A-Za-z]{32}$/);
    const rows = await service.app.db.q
      .withTables<{ api_key: { key_hash: string } }>()
      .selectFrom('api_key')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows.every(({ key_hash }) => /^[0-9a-f]{64}$/.test(key_hash))).toBe(true);
  });
  test('of the other environment, mistyped or absurdly long is 401', async () => {
    const { key } = await service.makeKey();
    expect(await statusOf(key)).toBe(200);
    for (const wrong of [
      key.replace('bly_s', 'bly_p'),
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
      'x'.repeat(5_000),
    ])
      expect(await statusOf(wrong)).toBe(401);
  });
  test('does what its scopes say and no more', async () => {
    const { key } = await service.makeKey({ scopes: ['search'] });
    expect([await statusOf(key), await statusOf(key, 'manage')]).toEqual([200, 403]);
  });
  test('that only searches reads no trip, no ledger and no booking, and moves no clock or money of the sandbox', async () => {
    const { key } = await service.makeKey({ scopes: ['search'] });
    const closed = [
      ['GET', '/v1/trips'],
      ['GET', '/v1/trip/trip_0'],
      ['GET', '/v1/trip/trip_0/ledger'],
      ['GET', '/v1/trip/trip_0/ancillaries'],
      ['GET', '/v1/trip/trip_0/seat_maps'],
      ['POST', '/v1/trip_status'],
      ['GET', '/v1/bookings'],
      ['POST', '/v1/sandbox/pay'],
      ['POST', '/v1/sandbox/bookings'],
      ['POST', '/v1/sandbox/clock'],
      ['POST', '/v1/sandbox/credits'],
      ['POST', '/v1/sandbox/reset'],
    ] as const;
    for (const [method, path] of closed) {
      const answer = await service.call(method, path, method === 'POST' ? {} : undefined, { 'x-api-key': key });
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, 'FORBIDDEN']);
    }
    expect((await service.call('GET', '/v1/places?query=lis', undefined, { 'x-api-key': key })).status).toBe(200);
  });
  test('that is revoked stops working within a second, and revoking it again is 404', async () => {
    const { organizationId } = await createOrganization(service.app, { name: 'Test' });
    const { key, keyId } = await createApiKey(service.app, { organizationId, name: 'short' });
    expect(await statusOf(key)).toBe(200);
    await revokeApiKey(service.app, { organizationId, keyId });
    const revokedAt = performance.now();
    // Whenever a busy machine gets to it: what counts is when a request began.
    const taken: number[] = [];
    await expect
      .poll(
        async () => {
          const begunAt = performance.now();
          const status = await statusOf(key);
          if (status === 200) taken.push(begunAt - revokedAt);
          return status;
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(401);
    expect(taken.filter((afterMs) => afterMs > 1_000)).toEqual([]);
    await expect(revokeApiKey(service.app, { organizationId, keyId })).rejects.toThrow('No API key has this id.');
  });
  test('has the time of its last use written, off the request path', async () => {
    const db = await openTestDatabase();
    const other = await startService({ db, routes: [readRoute('read')] });
    const { organizationId } = await createOrganization(other.app, { name: 'Test' });
    const { key } = await createApiKey(other.app, { organizationId, name: 'used' });
    await other.call('GET', '/v1/probe/read', undefined, { 'x-api-key': key });
    expect((await listKeys(other.app, organizationId))[0]?.lastUsedAt).toBeUndefined();
    await other.app.gate.stop();
    expect((await listKeys(other.app, organizationId))[0]?.lastUsedAt).toBeInstanceOf(Date);
    await other.close();
  });
});

describe('the first key', () => {
  test('the bootstrap key works at once, and starting again changes nothing', async () => {
    expect(await statusOf(service.key)).toBe(200);
    const before = await service.app.db.q.withTables<{ api_key: object }>().selectFrom('api_key').selectAll().execute();
    await ensureBootstrapKey(service.app);
    expect(await makeFirstKey(service.app)).toBeUndefined();
    expect(
      await service.app.db.q.withTables<{ api_key: object }>().selectFrom('api_key').selectAll().execute(),
    ).toHaveLength(before.length);
  });
  test('without one, a sandbox makes exactly one key, once; production makes none', async () => {
    const db = await openTestDatabase();
    const context = { db, clock: service.app.clock, config: { ...service.app.config, bootstrapApiKey: undefined } };
    expect(
      await makeFirstKey({ ...context, config: { ...context.config, environment: 'production' } }),
    ).toBeUndefined();
    expect(await makeFirstKey(context)).toMatch(/^bly_s[0-9A-Za-z]{32}$/);
    expect(await makeFirstKey(context)).toBeUndefined();
    await db.close();
  });
  test('it has no quota, and a key made after it has that of any new key', async () => {
    const db = await openTestDatabase();
    const context = { db, clock: service.app.clock, config: { ...service.app.config, bootstrapApiKey: undefined } };
    await makeFirstKey(context);
    await makeKeyForAdmin(context, { name: 'second' });
    expect(await quotasOf(db)).toEqual([
      ['first key', null],
      ['second', 1_000],
    ]);
    await db.close();
  });
  test('the first key of an earlier version loses its quota by migration, and no other key does', async () => {
    const db = await openTestDatabase();
    const context = { db, clock: service.app.clock, config: { ...service.app.config, bootstrapApiKey: undefined } };
    await makeFirstKey(context);
    await makeKeyForAdmin({ ...context, clock: { now: () => new Date(Date.now() + 1_000) } }, { name: 'first key' });
    await sql`update api_key set quota_calls = 1000`.execute(db.q);
    const migration = readMigrations().find(({ name }) => name.endsWith('keys_without_quota'))?.text ?? '';
    // One by one: a distributed database takes no two at once that change tables.
    for (const { sql: step } of readSteps(migration)) await sql.raw(step).execute(db.q);
    expect(await quotasOf(db)).toEqual([
      ['first key', null],
      ['first key', 1_000],
    ]);
    await db.close();
  });
  test('two processes that start together make the bootstrap key once', async () => {
    const db = await openTestDatabase();
    const context = { ...service.app, db };
    await Promise.all([ensureBootstrapKey(context), ensureBootstrapKey(context), ensureBootstrapKey(context)]);
    expect(await db.q.withTables<{ api_key: object }>().selectFrom('api_key').selectAll().execute()).toHaveLength(1);
    await db.close();
  });
});
