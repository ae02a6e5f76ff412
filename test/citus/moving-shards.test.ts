import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { daysAhead, makeCheckout } from '../support/faults/trip-journeys.ts';
import { onServer } from '../support/servers/cluster.ts';
import { fulfilAll, payOnce } from '../support/servers/service-on-server.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** Orders at one time. */
const CLIENTS = 2;
/** What each of them still orders once the shards have moved. */
const ORDERS_AFTER = 3;
const DAYS = 200;

let db: TestDatabase;
let service: TestService;
beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

/** On a connection that may move tables with triggers, as the guide says. */
const ask = (statement: string, values: readonly unknown[] = []) =>
  onServer(db.databaseUrl ?? '', async (client) => {
    await client.query('set citus.enable_unsafe_triggers = on');
    return (await client.query(statement, [...values])).rows;
  });

let days = 0;
const checkOut = async (as: TestService) => {
  days += 1;
  return (await makeCheckout(as, { origin: 'PAR', destination: 'LIS', departure_date: daysAhead(30 + (days % DAYS)) }))
    .tripId;
};

/** Where the rows of the organization lie that has a trip, and a node where they do not. */
async function findMove() {
  const [from] = await ask(`
    select shardid, nodename, nodeport from citus_shards
    where shardid = (select get_shard_id_for_distribution_column('trip', organization_id) from trip limit 1)`);
  const [to] = await ask('select nodename, nodeport from pg_dist_node where shouldhaveshards and nodeport <> $1', [
    from?.['nodeport'],
  ]);
  return { shard: from?.['shardid'], from: from?.['nodeport'], to: to?.['nodeport'] };
}

/** An honest client: what is refused for the moment is asked again. Everything it was answered is counted. */
function patient(answers: Map<number, number>): TestService {
  return {
    ...service,
    call: async (...given) => {
      for (;;) {
        const answer = await service.call(...given);
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
        if (answer.status !== 503) return answer;
      }
    },
  };
}

test('an organization’s shards move to another node while it sells: every acknowledged order is there, once', async () => {
  const paid = [await checkOut(service)];
  await payOnce(service, paid[0] ?? '');
  const { shard, from, to } = await findMove();
  let isMoving = true;
  const move = ask(`select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3)`, [
    shard,
    from,
    to,
  ]).finally(() => {
    isMoving = false;
  });
  const answers = new Map<number, number>();
  const client = patient(answers);
  let during = 0;
  async function sell(): Promise<void> {
    for (let after = 0; after < ORDERS_AFTER; after += isMoving ? 0 : 1) {
      const tripId = await checkOut(client);
      if ((await payOnce(client, tripId)).status === 200) paid.push(tripId);
      if (isMoving) during += 1;
      await service.drain();
    }
  }
  await Promise.all([move, ...Array.from({ length: CLIENTS }, sell)]);
  expect([...answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(during).toBeGreaterThan(CLIENTS);
  await fulfilAll(service, paid);
  const { length } = paid;
  expect(await reconcile(service.app)).toMatchObject({ bookings: length, payments: length, problems: [] });
  const placed = await ask('select nodeport from citus_shards where shardid = $1', [shard]);
  expect(placed).toEqual([{ nodeport: to }]);
});
