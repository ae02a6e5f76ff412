import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { asId, type OrganizationId } from '../../src/platform/ids.ts';
import type { JobDeclaration } from '../../src/platform/jobs/job.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { createPlatformApp } from '../support/service/platform.ts';

type Payload = { readonly id: 'stuck' | 'live' };
const crowd = asId('organization', 'org_crowd');
const neighbour = asId('organization', 'org_neighbour');
let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

test.each([
  { how: 'as the database says', queue: {} },
  { how: 'as on a distributed database', queue: { isDistributed: true } },
])(
  'an organization runs no more jobs at once than declared whatever their lanes, keeps nobody else waiting, and all of its jobs run ($how)',
  async ({ queue }) => {
    const release = Promise.withResolvers<void>();
    const ran: string[] = [];
    const running = { now: 0, most: 0 };
    const job: JobDeclaration<Payload> = {
      name: 'test.share',
      payload: z.object({ id: z.enum(['stuck', 'live']) }),
      retryDelaysSeconds: [],
      timeoutSeconds: 5,
      concurrency: 12,
      concurrencyPerKey: 3,
      organizationConcurrency: 5,
      async run({ id }) {
        if (id === 'stuck') {
          running.now += 1;
          running.most = Math.max(running.most, running.now);
          await release.promise;
          running.now -= 1;
        }
        ran.push(id);
        return undefined;
      },
    };
    const { jobs } = createPlatformApp(db, [job], queue);
    const enqueue = (organizationId: OrganizationId, id: Payload['id'], concurrencyKey: string) =>
      db.transaction((tx) => jobs.enqueue(tx, job, { organizationId, payload: { id }, concurrencyKey }));
    for (let index = 0; index < 60; index += 1) await enqueue(crowd, 'stuck', `lane${index % 6}`);
    jobs.start();
    await expect.poll(() => running.now).toBe(5);
    for (let index = 0; index < 10; index += 1) await enqueue(neighbour, 'live', 'live');
    await expect.poll(() => ran.length).toBe(10);
    expect([running.now, new Set(ran)]).toEqual([5, new Set(['live'])]);
    release.resolve();
    while (ran.length < 70) await jobs.drain();
    await jobs.stop(1_000);
    expect(running.most).toBe(5);
  },
);
