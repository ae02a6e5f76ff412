import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below what systems hand out by themselves (Linux: 32768 on), so no outgoing connection takes one meanwhile. */
const PORTS = { from: 20_000, count: 12_000 } as const;
const ATTEMPTS_MAX = 200;
/** Each user's own: whoever made a folder that all share would shut the others out. */
const CLAIMS = join(tmpdir(), `bly-ports-${process.getuid?.() ?? 'all'}`);

/**
 * A port of 127.0.0.1 that nobody listens on and that no other process gets from here while this one lives, also while
 * its server is down: tests kill servers and start them again, many side by side. Throws when none is found.
 */
export async function claimFreePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    if (claim(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port among ${PORTS.count}: remove ${CLAIMS} if nothing runs any more.`);
}

/** A claim is a file named by its port and its process: what a dead one has left behind counts no longer. */
function claim(port: number): boolean {
  const claims = readdirSync(CLAIMS).filter((name) => name.startsWith(`${port}-`));
  if (claims.some((name) => isAlive(Number(name.split('-')[1])))) return false;
  for (const name of claims) rmSync(join(CLAIMS, name), { force: true });
  writeFileSync(join(CLAIMS, `${port}-${process.pid}`), '');
  // Two that claimed it at the same moment see each other here, and both look elsewhere.
  return readdirSync(CLAIMS).every((name) => !name.startsWith(`${port}-`) || name === `${port}-${process.pid}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
