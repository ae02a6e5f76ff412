import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { App } from '../../src/context.ts';
import { asId } from '../../src/platform/ids.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { AnyJob, JobDeclaration, JobRun } from '../../src/platform/jobs/job.ts';
import { advanceOrganizationClock, resetOrganizationClock } from '../../src/platform/organization-clock.ts';
import { openTestDatabase } from '../support/service/database.ts';
import type { TestDatabase } from '../support/service/database.ts';
import { createPlatformApp, heldStatements } from '../support/service/platform.ts';

type Payload = { readonly id: string };
const organizationId = asId('organization', 'org_jobs');
let db: TestDatabase;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  await sql`delete from job`.execute(db.q);
  await db.transaction((tx) => resetOrganizationClock(tx, organizationId));
});
afterAll(() => db.close());

/** A kind of job that notes its runs and does what the test says. */
function aJob(
  work: (payload: Payload, run: JobRun, app: App) => ReturnType<JobDeclaration<Payload>['run']>,
  more: Partial<JobDeclaration<Payload>> = {},
): JobDeclaration<Payload> {
  return {
    name: 'test.note',
    payload: z.object({ id: z.string() }),
    retryDelaysSeconds: [],
    concurrency: 4,
    timeoutSeconds: 5,
    run: (payload, app, run) => work(payload, run, app),
    ...more,
  };
}

/** A queue of its own over the test's database, as another process would have. */
function queueOf(...declarations: AnyJob[]) {
  const { jobs } = createPlatformApp(db, declarations);
  return {
    jobs,
    enqueue: (
      job: JobDeclaration<Payload>,
      id: string,
      more: { dueAt?: Date; key?: string; concurrencyKey?: string; organizationId?: OrganizationId } = {},
    ) => db.transaction((tx) => jobs.enqueue(tx, job, { organizationId, payload: { id }, ...more })),
    advance: (seconds: number) => db.transaction((tx) => advanceOrganizationClock(tx, organizationId, seconds)),
    rows: async () =>
      (
        await sql<{ state: string; attempt: number; last_error: string | null; in_seconds: number }>`
      select state, attempt, last_error, round(extract(epoch from due_at - now()))::int as in_seconds from job order by job_id`.execute(
          db.q,
        )
      ).rows,
  };
}

describe('queue', () => {
  test('a job runs after the commit that queued it, once, and is gone', async () => {
    const ran: string[] = [];
    const job = aJob(async ({ id }) => void ran.push(id));
    const { jobs, enqueue, rows } = queueOf(job);
    await enqueue(job, 'a');
    expect(await jobs.drain()).toBe(1);
    expect(await jobs.drain()).toBe(0);
    expect(ran).toEqual(['a']);
    expect(await rows()).toEqual([]);
  });

  test('a job whose transaction is rolled back never existed', async () => {
    const job = aJob(async () => undefined);
    const { jobs } = queueOf(job);
    await expect(
      db.transaction(async (tx) => {
        await jobs.enqueue(tx, job, { organizationId, payload: { id: 'a' } });
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await jobs.drain()).toBe(0);
  });

  test('a started worker runs what is queued without being asked', async () => {
    const done = Promise.withResolvers<string>();
    const job = aJob(async ({ id }) => void done.resolve(id));
    const { jobs, enqueue } = queueOf(job);
    jobs.start();
    await enqueue(job, 'a');
    expect(await done.promise).toBe('a');
    await jobs.stop(1_000);
  });

  test('what is queued while a started worker is claiming is claimed next, without waiting for its next look', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const done = Promise.withResolvers<string>();
    const job = aJob(async ({ id }) => void done.resolve(id));
    const claimed = Promise.withResolvers<void>();
    const isQueued = Promise.withResolvers<void>();
    const { jobs } = createPlatformApp(
      heldStatements(db, "state in ('queued')", () => {
        claimed.resolve();
        return isQueued.promise;
      }),
      [job],
    );
    jobs.start();
    await claimed.promise;
    await db.transaction((tx) => jobs.enqueue(tx, job, { organizationId, payload: { id: 'a' } }));
    isQueued.resolve();
    expect(await done.promise).toBe('a');
    await jobs.stop(1_000);
    vi.useRealTimers();
  }, 10_000);

  test('what a job queues is drained with it', async () => {
    const ran: string[] = [];
    const job: JobDeclaration<Payload> = aJob(async ({ id }, _run, app) => {
      ran.push(id);
      if (id.length < 4)
        await app.db.transaction((tx) => app.jobs.enqueue(tx, job, { organizationId, payload: { id: `${id}.` } }));
    });
    const { jobs, enqueue } = queueOf(job);
    await enqueue(job, '.');
    expect(await jobs.drain()).toBe(4);
    expect(ran).toEqual(['.', '..', '...', '....']);
  });

  test("a job due later waits for the organization's clock, and for no other", async () => {
    const ran: string[] = [];
    const job = aJob(async ({ id }) => void ran.push(id));
    const { jobs, enqueue, advance } = queueOf(job);
    const inAnHour = new Date(Date.now() + 3_600_000);
    await enqueue(job, 'ours', { dueAt: inAnHour });
    await enqueue(job, 'theirs', { dueAt: inAnHour, organizationId: asId('organization', 'org_other') });
    await advance(3_590);
    expect(await jobs.drain()).toBe(0);
    await advance(11);
    expect(await jobs.drain()).toBe(1);
    expect(ran).toEqual(['ours']);
  });

  test('one key is one queued job; a second after the first has begun is another', async () => {
    const ran: string[] = [];
    const job: JobDeclaration<Payload> = aJob(async ({ id }, _run, app) => {
      ran.push(id);
      if (id === 'first')
        await app.db.transaction((tx) =>
          app.jobs.enqueue(tx, job, { organizationId, key: 'k', payload: { id: 'during' } }),
        );
    });
    const { jobs, enqueue } = queueOf(job);
    await enqueue(job, 'first', { key: 'k' });
    await enqueue(job, 'second', { key: 'k' });
    await enqueue(job, 'other', { key: 'k', organizationId: asId('organization', 'org_other') });
    expect(await jobs.drain()).toBe(3);
    expect(ran.toSorted()).toEqual(['during', 'first', 'other']);
  });

  test('a repeat of a queued key brings it forward, never back', async () => {
    const job = aJob(async () => undefined);
    const { jobs, enqueue } = queueOf(job);
    await enqueue(job, 'later', { key: 'k', dueAt: new Date(Date.now() + 60_000) });
    await enqueue(job, 'now', { key: 'k' });
    await enqueue(job, 'later still', { key: 'k', dueAt: new Date(Date.now() + 90_000) });
    expect(await jobs.drain()).toBe(1);
  });

  test('a queued job can be cancelled by its key', async () => {
    const job = aJob(async () => undefined);
    const { jobs, enqueue } = queueOf(job);
    await enqueue(job, 'a', { key: 'k' });
    await db.transaction((tx) => jobs.cancel(tx, job, { organizationId, key: 'k' }));
    expect(await jobs.drain()).toBe(0);
  });

  test('a job nobody declared is refused when it is queued, and two of one name when the queue is built', async () => {
    const job = aJob(async () => undefined);
    const { enqueue } = queueOf(job);
    await expect(enqueue({ ...job, name: 'test.unknown' }, 'a')).rejects.toThrow(/not listed/);
    expect(() => queueOf(job, job)).toThrow(/Two jobs/);
  });
});

describe('failures', () => {
  test("the retry schedule follows the organization's clock, is visible in the row, and ends with one call of exhausted", async () => {
    const attempts: number[] = [];
    const exhausted: number[] = [];
    const job = aJob(
      async (_payload, run) => {
        attempts.push(run.attempt);
        throw new Error('no answer from "nellie@example.com"');
      },
      { retryDelaysSeconds: [5, 60, 600], exhausted: async (_payload, _app, run) => void exhausted.push(run.attempt) },
    );
    const { jobs, enqueue, advance, rows } = queueOf(job);
    await enqueue(job, 'a');
    for (const [index, delay] of [5, 60, 600].entries()) {
      expect(await jobs.drain()).toBe(1);
      expect(await rows()).toMatchObject([
        { state: 'queued', attempt: index + 1, last_error: 'Error: no answer from …' },
      ]);
      await advance(delay - 1);
      expect(await jobs.drain()).toBe(0);
      await advance(2);
    }
    expect(exhausted).toEqual([]);
    expect(await jobs.drain()).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'dead', attempt: 4, last_error: 'Error: no answer from …' }]);
    expect(attempts).toEqual([1, 2, 3, 4]);
    expect(exhausted).toEqual([4]);
    await advance(86_400);
    expect(await jobs.drain()).toBe(0);
  });

  test('last words that fail are said again a minute later, and only then is the job dead', async () => {
    let calls = 0;
    const job = aJob(
      async () => {
        throw new Error('no');
      },
      {
        exhausted: async () => {
          calls += 1;
          if (calls === 1) throw new Error('the database is away');
        },
      },
    );
    const { jobs, enqueue, advance, rows } = queueOf(job);
    await enqueue(job, 'a');
    await jobs.drain();
    expect(await rows()).toMatchObject([{ state: 'queued' }]);
    await advance(61);
    await jobs.drain();
    expect(calls).toBe(2);
    expect(await rows()).toMatchObject([{ state: 'dead' }]);
  });

  test('a run that asks for another is not a failure: attempts begin anew', async () => {
    const attempts: number[] = [];
    const job = aJob(
      async (_payload, run) => {
        attempts.push(run.attempt);
        if (attempts.length === 1) throw new Error('once');
        return attempts.length < 4 ? { runAgainInSeconds: 30 } : undefined;
      },
      { retryDelaysSeconds: [1] },
    );
    const { jobs, enqueue, advance, rows } = queueOf(job);
    await enqueue(job, 'a');
    for (let round = 0; round < 4; round += 1) {
      expect(await jobs.drain()).toBe(1);
      await advance(31);
    }
    expect(attempts).toEqual([1, 2, 1, 1]);
    expect(await rows()).toEqual([]);
  });

  test('a payload that does not fit its declaration is a failure like any other', async () => {
    const job = aJob(async () => undefined);
    const { jobs, rows } = queueOf(job);
    const before: AnyJob = { ...job, payload: z.object({ id: z.number() }) };
    await db.transaction((tx) => jobs.enqueue(tx, before, { organizationId, payload: { id: 1 } }));
    await jobs.drain();
    expect(await rows()).toMatchObject([{ state: 'dead' }]);
  });

  test('a run that takes too long is told to stop and counts as failed', async () => {
    let wasAborted = false;
    const job = aJob(
      async (_payload, run) => {
        await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
        wasAborted = true;
      },
      { timeoutSeconds: 0.05, retryDelaysSeconds: [60] },
    );
    const { jobs, enqueue, rows } = queueOf(job);
    await enqueue(job, 'a');
    await jobs.drain();
    expect(wasAborted).toBe(true);
    expect(await rows()).toMatchObject([
      { state: 'queued', attempt: 1, last_error: 'JobTimeout: The job did not end within 0.05 s.' },
    ]);
  });

  test('a retry whose key was queued anew meanwhile is the same job', async () => {
    const ran: string[] = [];
    const job: JobDeclaration<Payload> = aJob(
      async ({ id }, _run, app) => {
        ran.push(id);
        if (id !== 'first') return;
        await app.db.transaction((tx) =>
          app.jobs.enqueue(tx, job, { organizationId, key: 'k', payload: { id: 'twin' } }),
        );
        throw new Error('no');
      },
      { retryDelaysSeconds: [1], concurrency: 1 },
    );
    const { jobs, enqueue, advance } = queueOf(job);
    await enqueue(job, 'first', { key: 'k' });
    await jobs.drain();
    await advance(10);
    await jobs.drain();
    expect(ran).toEqual(['first', 'twin']);
  });
});

describe('fairness', () => {
  test('no more jobs of a kind and of a lane run at once than declared, and all run', async () => {
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    const job = aJob(
      async ({ id }) => {
        for (const what of ['kind', id]) {
          running.set(what, (running.get(what) ?? 0) + 1);
          most.set(what, Math.max(most.get(what) ?? 0, running.get(what) ?? 0));
        }
        await new Promise((resolve) => setImmediate(resolve));
        for (const what of ['kind', id]) running.set(what, (running.get(what) ?? 0) - 1);
      },
      { concurrency: 6, concurrencyPerKey: 2 },
    );
    const { jobs, enqueue } = queueOf(job);
    for (let index = 0; index < 60; index += 1)
      await enqueue(job, `lane${index % 5}`, { concurrencyKey: `lane${index % 5}` });
    expect(await jobs.drain()).toBe(60);
    expect(most.get('kind')).toBeLessThanOrEqual(6);
    for (let lane = 0; lane < 5; lane += 1) expect(most.get(`lane${lane}`)).toBeLessThanOrEqual(2);
    expect(most.get('kind')).toBeGreaterThan(2);
  });

  test('a lane that comes free while a claim is under way is not forgotten', async () => {
    // The first of the lane ends this many turns of the event loop after another job: before, during or after the claim
    // which that one's end sets off.
    for (let turns = 0; turns < 50; turns += 1) {
      const ran: string[] = [];
      const first = Promise.withResolvers<void>();
      const inLane = aJob(
        async ({ id }) => {
          if (id === 'first') await first.promise;
          ran.push(id);
        },
        { concurrency: 4, concurrencyPerKey: 1 },
      );
      const aside = aJob(
        async () => {
          setImmediate(async () => {
            for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
            first.resolve();
          });
        },
        { name: 'test.aside' },
      );
      const { jobs, enqueue } = queueOf(inLane, aside);
      await enqueue(inLane, 'first', { concurrencyKey: 'lane' });
      await enqueue(inLane, 'second', { concurrencyKey: 'lane' });
      await enqueue(aside, 'aside');
      await jobs.drain();
      expect([turns, ...ran]).toEqual([turns, 'first', 'second']);
    }
  });

  test('a stuck lane with a long queue and a stuck kind do not delay others', async () => {
    const release = Promise.withResolvers<void>();
    const ran: string[] = [];
    let freed = 0;
    const lanes = aJob(
      async ({ id }) => {
        if (id !== 'stuck') return void ran.push(id);
        await release.promise;
        freed += 1;
      },
      { concurrency: 4, concurrencyPerKey: 2 },
    );
    const kind = aJob(async () => void (await release.promise), { name: 'test.stuck', concurrency: 1 });
    const { jobs, enqueue } = queueOf(lanes, kind);
    jobs.start();
    for (let index = 0; index < 50; index += 1) await enqueue(lanes, 'stuck', { concurrencyKey: 'dead endpoint' });
    await enqueue(kind, 'stuck');
    for (let index = 0; index < 10; index += 1)
      await enqueue(lanes, `live${index}`, { concurrencyKey: 'live endpoint' });
    await until(() => ran.length === 10);
    release.resolve();
    // The worker has its own share of them: what it is at this moment running, a drain cannot take.
    while (freed < 50) await jobs.drain();
    expect(await jobs.drain()).toBe(0);
    await jobs.stop(1_000);
  });
});

describe('several workers', () => {
  test('no job runs twice, and none is left', async () => {
    const runs = new Map<string, number>();
    const job = aJob(async ({ id }) => void runs.set(id, (runs.get(id) ?? 0) + 1), { concurrency: 8 });
    const one = queueOf(job);
    const others = [queueOf(job), queueOf(job)];
    for (let index = 0; index < 200; index += 1) await one.enqueue(job, String(index));
    const counts = await Promise.all([one, ...others].map(({ jobs }) => jobs.drain()));
    expect(counts.reduce((total, count) => total + count, 0)).toBe(200);
    expect([...runs.values()].every((count) => count === 1)).toBe(true);
    expect(runs.size).toBe(200);
  });

  test('a worker that stops waits for its jobs, then hands back what is left as if it had never run', async () => {
    const begun = Promise.withResolvers<void>();
    const ran: string[] = [];
    let isSecondRun = false;
    const job = aJob(async ({ id }, run) => {
      if (isSecondRun) return void ran.push(`${id} attempt ${run.attempt}`);
      begun.resolve();
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    });
    const stopping = queueOf(job);
    stopping.jobs.start();
    await stopping.enqueue(job, 'a');
    await begun.promise;
    await stopping.jobs.stop(20);
    isSecondRun = true;
    const next = queueOf(job);
    expect(await next.jobs.drain()).toBe(1);
    expect(ran).toEqual(['a attempt 1']);
  });

  test('jobs whose lease has run out come back; the lost run counts, and the late end of the old run changes nothing', async () => {
    const release = Promise.withResolvers<void>();
    const attempts: number[] = [];
    const job = aJob(
      async (_payload, run) => {
        attempts.push(run.attempt);
        if (run.attempt === 1) await release.promise;
      },
      { retryDelaysSeconds: [1, 1] },
    );
    const frozen = queueOf(job);
    await frozen.enqueue(job, 'a');
    const lost = frozen.jobs.drain();
    await until(() => attempts.length === 1);
    await sql`update job set leased_until = now() - interval '1 second'`.execute(db.q);
    const other = queueOf(job);
    other.jobs.start();
    await until(() => attempts.length === 2);
    release.resolve();
    await lost;
    await other.jobs.stop(1_000);
    expect(attempts).toEqual([1, 2]);
    expect(await other.rows()).toEqual([]);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('It did not happen in a minute.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
