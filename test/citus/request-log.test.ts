import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { asId } from '../../src/platform/ids.ts';
import { createMetrics } from '../../src/platform/observability/metrics.ts';
import { createRequestRecorder } from '../../src/request-log/request-recorder.ts';
import { onServer } from '../support/servers/cluster.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

// Eight organizations over four shards and two workers.
const ORGANIZATIONS = Array.from({ length: 8 }, (_, n) => asId('organization', `org_${n}`));

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const ask = (statement: string) =>
  onServer(db.databaseUrl ?? '', async (client) => (await client.query(statement)).rows);
const count = async (statement: string) => Number((await ask(`select count(*) as count from ${statement}`))[0]?.count);

function recordersOn(on: Db) {
  const clock = { now: () => new Date('2026-03-10T12:30:00.000Z') };
  const metrics = createMetrics();
  const recorder = createRequestRecorder({ db: on, clock, log: pino({ level: 'silent' }), metrics });
  return {
    countOf: async (name: string) => (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value,
    settle: () => recorder.settle(),
    recordOne: (organizationId: (typeof ORGANIZATIONS)[number]) =>
      recorder.record({
        organizationId,
        ...{ requestId: 'req_1', method: 'GET', path: '/v1/account', params: {}, operationId: 'account' },
        ...{ status: 200, elapsedMs: 3, condition: undefined, limit: undefined },
        principal: { kind: 'api_key', keyId: asId('apiKey', 'key_1') },
      }),
  };
}

test('calls of many organizations and what was lost of them commit nothing in two phases', async () => {
  let isDown = true;
  const { recordOne, settle } = recordersOn({
    ...db,
    transaction: (work) => (isDown ? Promise.reject(new Error('the database is gone')) : db.transaction(work)),
  });
  // What placing the tables has left on record goes.
  await ask('select recover_prepared_transactions()');
  expect(await count('pg_dist_transaction')).toBe(0);
  for (const organization of ORGANIZATIONS) recordOne(organization);
  await settle();
  isDown = false;
  for (const organization of ORGANIZATIONS) recordOne(organization);
  await settle();
  expect(await count('request_log')).toBe(ORGANIZATIONS.length);
  expect(await ask('select organization_id, calls from request_log_gap order by 1')).toEqual(
    ORGANIZATIONS.map((organization) => ({ organization_id: organization, calls: '1' })),
  );
  expect(await count('pg_dist_transaction')).toBe(0);
});

test('where one organization’s node takes nothing, its calls alone are counted as lost, in the metrics, too', async () => {
  await ask('truncate request_log');
  await ask('truncate request_log_gap');
  let failing = 1;
  const { recordOne, settle, countOf } = recordersOn({
    ...db,
    transaction(work) {
      failing -= 1;
      return failing === 0 ? Promise.reject(new Error('the node is gone')) : db.transaction(work);
    },
  });
  for (const organization of ORGANIZATIONS) recordOne(organization);
  await settle();
  expect(await count('request_log')).toBe(ORGANIZATIONS.length - 1);
  expect(await ask('select organization_id, calls from request_log_gap')).toEqual([
    { organization_id: ORGANIZATIONS[0], calls: '1' },
  ]);
  expect(await countOf('bly_request_log_written_total')).toBe(ORGANIZATIONS.length - 1);
  expect(await countOf('bly_request_log_dropped_total')).toBe(1);
});
