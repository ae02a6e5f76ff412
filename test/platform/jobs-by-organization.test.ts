import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { asId, type OrganizationId } from '../../src/platform/ids.ts';
import type { JobDeclaration } from '../../src/platform/jobs/job.ts';
import { advanceOrganizationClock, resetOrganizationClock } from '../../src/platform/organization-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { createPlatformApp } from '../support/service/platform.ts';

type Payload = { readonly id: string };
const one = asId('organization', 'org_one');
const other = asId('organization', 'org_other');
let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  await sql`delete from job`.execute(db.q);
  await db.transaction((tx) => resetOrganizationClock(tx, one));
});
afterAll(() => db.close());

/** A queue as on a distributed database, and what it has run. */
function queueByOrganization(concurrency = 4) {
  const ran: string[] = [];
  const job: JobDeclaration<Payload> = {
    name: 'test.served',
    payload: z.object({ id: z.string() }),
    retryDelaysSeconds: [],
    timeoutSeconds: 5,
    concurrency,
    async run({ id }) {
      ran.push(id);
      return undefined;
    },
  };
  const { jobs } = createPlatformApp(db, [job], { isDistributed: true });
  const enqueue = (organizationId: OrganizationId, id: string, dueAt?: Date) =>
    db.transaction((tx) =>
      jobs.enqueue(tx, job, { organizationId, payload: { id }, ...(dueAt === undefined ? {} : { dueAt }) }),
    );
  return { jobs, enqueue, ran };
}

test('one look finds the jobs that another process has queued, of every organization', async () => {
  const elsewhere = queueByOrganization();
  for (let index = 0; index < 9; index += 1) await elsewhere.enqueue(index % 3 === 0 ? other : one, `j${index}`);
  const { jobs, ran } = queueByOrganization();
  expect(await jobs.drain()).toBe(9);
  expect(ran.toSorted()).toEqual(['j0', 'j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7', 'j8']);
});

test('an organization with a long queue takes its share of the places, and leaves the others theirs', async () => {
  const elsewhere = queueByOrganization();
  for (let index = 0; index < 12; index += 1) await elsewhere.enqueue(one, `one${index}`);
  for (let index = 0; index < 2; index += 1) await elsewhere.enqueue(other, `other${index}`);
  const { jobs, ran } = queueByOrganization(4);
  await jobs.drain();
  expect(ran).toHaveLength(14);
  expect(ran.slice(0, 4)).toContain('other0');
});

test('a job is due on the clock of its organization, and nobody else', async () => {
  const { jobs, enqueue, ran } = queueByOrganization();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await enqueue(one, 'moved', tomorrow);
  await enqueue(other, 'still', tomorrow);
  expect(await jobs.drain()).toBe(0);
  await db.transaction((tx) => advanceOrganizationClock(tx, one, 2 * 86_400));
  expect(await jobs.drain()).toBe(1);
  expect(ran).toEqual(['moved']);
});

test('a job whose worker was lost is found again by a started worker', async () => {
  const { jobs, enqueue, ran } = queueByOrganization();
  await enqueue(one, 'lost');
  await sql`update job set state = 'running', worker = 'gone', leased_until = now() - interval '1 second'`.execute(
    db.q,
  );
  jobs.start();
  await expect.poll(() => ran).toEqual(['lost']);
  await jobs.stop(1_000);
});
