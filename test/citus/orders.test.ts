import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { onServer } from '../support/servers/cluster.ts';
import { fulfilAll, makeCheckouts, payOnce } from '../support/servers/service-on-server.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { type Receiver, startReceiver } from '../support/service/receiver.ts';
import { startService, type TestService } from '../support/service/service.ts';

const ORDERS = 5;
const Notice = z.object({ message: z.string() });
/** What Citus says on the way of a statement that more than one shard is asked with. */
const ACROSS_SHARDS = 'multi-task query about to be executed';

const Running = z.object({ text: z.string() });
/** How the queue asks all nodes which jobs are due, however many orders there are. */
const LOOK_OF_QUEUE = 'min(job.due_at)';

/** The statements that have notices of this text, on every connection of this process from now on. */
function listNoticed(text: string): readonly string[] {
  const statements: string[] = [];
  const emit: unknown = Reflect.get(pg.Client.prototype, 'emit');
  if (typeof emit !== 'function') throw new Error('pg has changed');
  Reflect.set(pg.Client.prototype, 'emit', function counted(this: unknown, ...given: unknown[]): unknown {
    if (given[0] === 'notice' && Notice.safeParse(given[1]).data?.message === text)
      statements.push(Running.parse(Reflect.get(this ?? {}, '_activeQuery')).text);
    return Reflect.apply(emit, this, given);
  });
  return statements;
}

let db: TestDatabase;
let service: TestService;
let hook: Receiver;
let across: readonly string[];
beforeAll(async () => {
  db = await openTestDatabase();
  const { pathname } = new URL(url());
  await ask(`alter database ${pathname.slice(1)} set citus.multi_task_query_log_level = 'notice'`);
  across = listNoticed(ACROSS_SHARDS);
  service = await startService({ db });
  hook = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await db.close();
  await hook.close();
});

const url = (): string => db.databaseUrl ?? '';
const ask = (statement: string) => onServer(url(), async (client) => (await client.query(statement)).rows);
/** Citus writes down every part of a commit in two phases. */
const countTwoPhase = async () => Number((await ask('select count(*) from pg_dist_transaction'))[0]?.count);

test('an order, from its payment to its webhook, asks across shards once, whether its reference is taken, and commits nothing in two phases', async () => {
  const events = ['booking.completed'];
  expect((await service.call('POST', '/v1/webhooks', { url: hook.url, events })).status).toBe(201);
  const before = await countTwoPhase();
  await service.makeKey();
  const twoPhase = await countTwoPhase();
  // A key is a row on every node.
  expect(twoPhase).toBeGreaterThan(before);
  const tripIds = await makeCheckouts(service, ORDERS);
  await service.drain();
  const first = across.length;
  for (const tripId of tripIds) expect((await payOnce(service, tripId)).status).toBe(200);
  await fulfilAll(service, tripIds);
  await service.drain();
  await hook.waitFor(ORDERS);
  const asked = across.slice(first).filter((statement) => !statement.includes(LOOK_OF_QUEUE));
  expect(asked).toHaveLength(ORDERS);
  expect(asked.filter((statement) => !statement.includes('from guest_directory'))).toEqual([]);
  expect(await countTwoPhase()).toBe(twoPhase);
});

test('looking for due jobs asks across shards once, for one organization and for a hundred', async () => {
  await service.drain();
  const few = await countFewest();
  expect(few).toBeGreaterThan(0);
  for (let made = 0; made < 100; made += 1) await service.makeKey();
  expect(await countFewest()).toBe(few);
});

async function countDuring(work: () => Promise<unknown>): Promise<number> {
  const before = across.length;
  await work();
  return across.length - before;
}

/** What a drain that finds nothing costs: of several the one in which no job of the clock's came due. */
async function countFewest(): Promise<number> {
  const counts: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) counts.push(await countDuring(() => service.drain()));
  return Math.min(...counts);
}
