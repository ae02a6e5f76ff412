import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';

const LOCK_FILE = 'db.lock';
/** A lock of another machine (or container) is judged by the age of its last touch. */
const TOUCH_EVERY_MS = 5_000;
const FOREIGN_LOCK_LIFE_MS = 30_000;
const GUARD_LIFE_MS = 10_000;
const GUARD_WAIT_MS = 10;

const LockContent = z.object({ token: z.string(), pid: z.number().int(), started: z.string(), host: z.string() });
type LockContent = z.infer<typeof LockContent>;

/** The data directory is in use by a live process. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, owner: LockContent) {
    super(
      `${dataDir} is in use by process ${owner.pid} on ${owner.host}. Two processes on one embedded database lose data: stop the other one, choose another BLY_DATA_DIR, or set DATABASE_URL.`,
    );
    this.name = 'DataDirInUse';
  }
}

/**
 * Takes the exclusive lock of a data directory and answers how to give it back. A lock whose process is dead is taken
 * over. The lock file appears complete (a hard link of a written file), so nobody ever reads half of one.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, LOCK_FILE);
  const mine: LockContent = {
    token: randomUUID(),
    pid: process.pid,
    started: processStart(process.pid) ?? '',
    host: hostname(),
  };
  const draft = `${path}.${mine.token}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
  try {
    while (!(await tryLink(draft, path))) await removeIfStale(dataDir, path);
  } finally {
    await unlink(draft);
  }
  return keepLock(path, mine);
}

function keepLock(path: string, mine: LockContent): () => Promise<void> {
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), TOUCH_EVERY_MS);
  touching.unref();
  return async () => {
    clearInterval(touching);
    if ((await readLock(path))?.content.token === mine.token) await unlink(path);
  };
}

async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isError(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Throws while the owner lives; else removes its lock. Judging and removing happen under a guard file, so that nobody
 * removes the lock of somebody who has taken it over in between.
 */
async function removeIfStale(dataDir: string, path: string): Promise<void> {
  const found = await readLock(path);
  if (found === undefined) return;
  if (isAlive(found)) throw new DataDirInUse(dataDir, found.content);
  const guard = `${path}.takeover`;
  if (!(await takeGuard(guard))) return;
  try {
    if ((await readLock(path))?.content.token === found.content.token) await unlink(path);
  } finally {
    await unlink(guard);
  }
}

/**
 * False when another process holds the guard: the caller looks again. A guard is held for milliseconds; an old one was
 * left by a crash.
 */
async function takeGuard(guard: string): Promise<boolean> {
  try {
    await writeFile(guard, '', { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (!isError(error, 'EEXIST')) throw error;
    const age = await stat(guard).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > GUARD_LIFE_MS) await rm(guard, { force: true });
    await wait(GUARD_WAIT_MS);
    return false;
  }
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

interface FoundLock {
  readonly content: LockContent;
  readonly touchedAt: number;
}

async function readLock(path: string): Promise<FoundLock | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { content: LockContent.parse(JSON.parse(text)), touchedAt: mtimeMs };
  } catch (error) {
    if (isError(error, 'ENOENT')) return undefined;
    throw new Error(`${path} cannot be read. If no other process uses this directory, delete it.`, { cause: error });
  }
}

function isAlive({ content, touchedAt }: FoundLock): boolean {
  // Process numbers of another host or container mean nothing here; only the age of its touch does.
  if (content.host !== hostname()) return Date.now() - touchedAt < FOREIGN_LOCK_LIFE_MS;
  try {
    process.kill(content.pid, 0);
  } catch (error) {
    return isError(error, 'EPERM');
  }
  // The number may have been given to another process since (always 1 in a restarted container).
  return (processStart(content.pid) ?? '') === content.started;
}

/**
 * When a process started, in ticks since boot, where the system says so (Linux): two processes of one number differ in
 * it.
 */
function processStart(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may hold spaces; the 22nd field is the start.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
