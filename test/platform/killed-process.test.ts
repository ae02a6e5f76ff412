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
import { openTestDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { hangingJob } from '../support/job-worker.ts';
import { createPlatformApp } from '../support/platform.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test('what was committed survives kill -9 the moment after its commit resolved, and what was not is gone', async () => {
  const place = await aPlace();
  await withDatabase(place.dataDir, (db) => sql`create table survivor (number int primary key, padding text)`.execute(db.q));
  let said = 0;
  for (let round = 0; round < 3; round += 1) {
    await withDatabase(place.dataDir, (db) => sql`delete from survivor`.execute(db.q));
    const child = start('committing-process.ts', place.env);
    said = await killAfter(child, 60 + round * 97);
    const { rows } = await withDatabase(place.dataDir, (db) => sql<{ count: number; last: number }>`select count(*) as count, max(number) as last from survivor`.execute(db.q));
    // One more may have been committed in the moment between its commit and its word.
    expect(rows[0]?.count).toBeGreaterThanOrEqual(said);
    expect(rows[0]?.count).toBeLessThanOrEqual(said + 1);
    expect(rows[0]?.last).toBe(rows[0]?.count);
  }
  expect(said).toBeGreaterThan(60);
}, 60_000);

test('a job whose worker is killed with kill -9 in the middle of it runs again within 17 s, as its next attempt', async () => {
  const place = await aPlace();
  const notes = join(place.dataDir, 'notes');
  await withDatabase(place.dataDir, async (db) => {
    const { jobs } = createPlatformApp(db, [hangingJob]);
    await db.transaction((tx) => jobs.enqueue(tx, hangingJob, { organizationId: asId('organization', 'org_kill'), payload: { id: 'a' } }));
  });
  const killed = start('job-worker.ts', { ...place.env, NOTES: notes, HANGS: '1' });
  await until(() => linesOf(notes).length === 1, 20_000);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const killedAt = Date.now();
  const next = start('job-worker.ts', { ...place.env, NOTES: notes });
  await until(() => linesOf(notes).length === 2, 25_000);
  expect(linesOf(notes)).toEqual([`a 1 ${killed.pid}`, `a 2 ${next.pid}`]);
  expect(Date.now() - killedAt).toBeLessThan(17_000);
}, 60_000);

interface Place {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

async function aPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bly-kill-'));
  const { databaseUrl } = await withDatabase(dataDir, async (db) => db);
  const server = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, BLY_SECRET_KEYS: Buffer.alloc(32, 3).toString('base64') };
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
  const path = fileURLToPath(new URL(`../support/${script}`, import.meta.url));
  const child = spawn(process.execPath, [path], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
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
