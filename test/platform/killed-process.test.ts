import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { asId } from '../../src/platform/ids.ts';
import { openTestDatabase } from '../support/service/database.ts';
import type { TestDatabase } from '../support/service/database.ts';
import { hangingJob } from '../support/process/job-worker.ts';
import { createPlatformApp } from '../support/service/platform.ts';
import { QUICK_NODE_ARGS, QUICK_NODE_ENV } from '../support/process/small-world.ts';
import { testSecretKey } from '../support/service/secret-key.ts';

/** What contract and worker promise: a lease of 14 s, a look each second. */
const LEASE_SECONDS = 14;
/** Many looks of a second each: a machine that does much else is not what is tested. */
const NOTICED_WITHIN_MS = 10_000;
const START_TIMEOUT_MS = 40_000;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test('what was committed survives kill -9 the moment after its commit resolved, and what was not is gone', async () => {
  const place = await aPlace();
  await withDatabase(place.dataDir, (db) =>
    sql`create table survivor (number int primary key, padding text)`.execute(db.q),
  );
  let said = 0;
  for (let round = 0; round < 3; round += 1) {
    await withDatabase(place.dataDir, (db) => sql`delete from survivor`.execute(db.q));
    const child = start('committing-process.ts', place.env);
    said = await killAfter(child, 60 + round * 97);
    const { rows } = await withDatabase(place.dataDir, (db) =>
      sql<{ count: number; last: number }>`select count(*) as count, max(number) as last from survivor`.execute(db.q),
    );
    // One more may have been committed in the moment between its commit and its word.
    expect(rows[0]?.count).toBeGreaterThanOrEqual(said);
    expect(rows[0]?.count).toBeLessThanOrEqual(said + 1);
    expect(rows[0]?.last).toBe(rows[0]?.count);
  }
  expect(said).toBeGreaterThan(60);
}, 60_000);

test(
  'a job whose worker is killed with kill -9 in the middle of it is leased for 14 s at most, and then runs again, as its next attempt',
  async () => {
    const place = await aPlace();
    const notes = join(place.dataDir, 'notes');
    await withDatabase(place.dataDir, async (db) => {
      const { jobs } = createPlatformApp(db, [hangingJob]);
      await db.transaction((tx) =>
        jobs.enqueue(tx, hangingJob, { organizationId: asId('organization', 'org_kill'), payload: { id: 'a' } }),
      );
    });
    const killed = start('job-worker.ts', { ...place.env, NOTES: notes, HANGS: '1' });
    await until(() => linesOf(notes).length === 1, START_TIMEOUT_MS);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const killedAt = Date.now();
    const { rows } = await withDatabase(place.dataDir, (db) =>
      sql<{
        state: string;
        left: number;
      }>`select state, extract(epoch from leased_until - now())::float8 as left from job`.execute(db.q),
    );
    expect(rows).toEqual([{ state: 'running', left: expect.any(Number) }]);
    expect(rows[0]?.left).toBeLessThanOrEqual(LEASE_SECONDS);
    const next = start('job-worker.ts', { ...place.env, NOTES: notes });
    await once(next.stdout ?? next, 'data');
    const dueAt = Math.max(Date.now(), killedAt + LEASE_SECONDS * 1_000);
    const isGone = () => next.exitCode !== null || next.signalCode !== null;
    await until(() => linesOf(notes).length === 2 || isGone(), 2 * START_TIMEOUT_MS);
    expect([next.exitCode, next.signalCode]).toEqual([null, null]);
    expect(linesOf(notes)).toEqual([`a 1 ${killed.pid}`, `a 2 ${next.pid}`]);
    expect(Date.now() - dueAt).toBeLessThan(NOTICED_WITHIN_MS);
  },
  4 * START_TIMEOUT_MS,
);

interface Place {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

async function aPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-kill-'));
  const { databaseUrl } = await withDatabase(dataDir, async (db) => db);
  const server = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, BLY_SECRET_KEYS: testSecretKey(3) };
  return { dataDir, env: { BLY_DATA_DIR: dataDir, ...server } };
}

async function withDatabase<T>(dataDir: string, work: (db: TestDatabase) => Promise<T>): Promise<T> {
  const db = await openTestDatabase({ dataDir });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function start(script: string, env: Readonly<Record<string, string>>): ChildProcess {
  const path = fileURLToPath(new URL(`../support/process/${script}`, import.meta.url));
  const child = spawn(process.execPath, [...QUICK_NODE_ARGS, path], {
    env: { PATH: process.env['PATH'], ...QUICK_NODE_ENV, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

/** Kills the process once it has said this many numbers; answers the last one it said. */
async function killAfter(child: ChildProcess, numbers: number): Promise<number> {
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += String(chunk);
    if (text.split('\n').length > numbers) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return Number(text.trimEnd().split('\n').at(-1));
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

async function until(isTrue: () => boolean, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`It did not happen in ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
