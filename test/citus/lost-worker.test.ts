import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { createDb } from '../../src/platform/db/create-db.ts';
import { distribute } from '../../src/platform/db/distribution/distribute.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openServer } from '../../src/platform/db/server/server-database.ts';
import { CARD_OK } from '../support/faults/trip-journeys.ts';
import { joinNodes, nodesOf, onEach, urlOf } from '../support/servers/cluster.ts';
import { fulfilAll, makeCheckouts, startOnServer } from '../support/servers/service-on-server.ts';
import { until } from '../support/servers/postgres-servers.ts';
import { openTcpSwitch, type TcpSwitch } from '../support/servers/tcp-switch.ts';
import type { Answer, TestService } from '../support/service/service.ts';

const log = pino({ level: 'silent' });
const coordinator = process.env['BLY_TEST_DATABASE_URL'] ?? '';
const name = `bly_t_${randomBytes(6).toString('hex')}`;
/** Commits of one payment that are tried at most: it makes fewer. */
const COMMITS_MAX = 40;
/** Later than the first time a payment whose outcome nobody heard of is asked about. */
const RESOLVE_SECONDS = 60;

let nodes: readonly string[];
let switches: readonly TcpSwitch[];
let service: TestService;
/** Workers that the coordinator reaches through switches. */
beforeAll(async () => {
  nodes = await nodesOf(coordinator);
  await onEach(nodes, `create database ${name}`);
  switches = await Promise.all(nodes.slice(1).map((node) => openTcpSwitch(Number(new URL(node).port))));
  await joinNodes([coordinator, ...switches.map(({ port }) => `postgres://postgres@127.0.0.1:${port}/`)], name);
  const url = urlOf(coordinator, name);
  const db = createDb('server', openServer({ url, poolMax: 1 }, log), log);
  await migrate(db);
  await distribute(db);
  await db.close();
  service = await startOnServer({ url });
});
afterAll(async () => {
  await service.close();
  for (const one of switches) one.close();
  await onEach(nodes, `drop database ${name} with (force)`);
});

/**
 * As an honest client: what the database refuses for the moment is asked again, under its key; after a conflict the
 * trip's status is read, and where nothing was paid it pays again. Returns what was answered.
 */
async function buy(tripId: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let payments = 1;
  await until(async () => {
    const key = `pay ${tripId} ${payments}`;
    const body = { trip_id: tripId, card: CARD_OK };
    const answer = await service.call('POST', '/v1/sandbox/pay', body, { 'idempotency-key': key });
    answers.push(answer);
    if (answer.status === 200) return true;
    if (answer.status !== 409) return false;
    payments += 1;
    // Nobody heard whether the bank has taken it: the job that asks is due then.
    await service.advance(RESOLVE_SECONDS).catch(() => undefined);
    return await isFulfilled(tripId);
  });
  return answers;
}

async function isFulfilled(tripId: string): Promise<boolean> {
  const { status, body } = await service.call('POST', '/v1/trip_status', { trip_id: tripId });
  return status === 200 && body.status === 'fulfilled';
}

test.each(['to server', 'back'] as const)(
  'a worker that is lost at any commit of a payment, cut %s: 503, then it passes, or is found to have, once',
  async (direction) => {
    const { bookings } = await reconcile(service.app);
    const answers: Answer[] = [];
    let orders = 0;
    for (let isCut = true; isCut && orders < COMMITS_MAX; orders += 1) {
      const [tripId = ''] = await makeCheckouts(service, 1);
      const areCut = switches.map((one) => one.cutAt('COMMIT\0', direction, orders + 1));
      answers.push(...(await buy(tripId)));
      isCut = areCut.some((wasCut) => wasCut());
      for (const one of switches) one.watchNothing();
      await fulfilAll(service, [tripId]);
    }
    expect(orders).toBeGreaterThan(2);
    expect(orders).toBeLessThan(COMMITS_MAX);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(503);
    for (const { status, headers } of answers) if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await reconcile(service.app)).toMatchObject({ bookings: bookings + orders, problems: [] });
  },
);
