import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFreePort } from './free-port.ts';
import { randomText } from '../src/platform/ids.ts';

/** A server the demo talks to, and how to be done with it. */
export interface DemoServer {
  readonly url: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

const startDeadlineMs = 60_000;
const stopDeadlineMs = 12_000;
const pollMs = 50;
const logTailMax = 4_000;

/** Starts a sandbox server of its own on a free port with a data directory that is thrown away. */
export async function startDemoServer(worldDir: string | undefined): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bly-demo-'));
  const port = await claimFreePort();
  const apiKey = `bly_s${randomText(40)}`;
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env['PATH'],
      BLY_ENVIRONMENT: 'sandbox', BLY_HOST: '127.0.0.1', BLY_PORT: String(port), BLY_DATA_DIR: dataDir, BLY_BOOTSTRAP_API_KEY: apiKey,
      BLY_WEBHOOK_ALLOW_LOCAL: '1', BLY_LOG_LEVEL: 'warn', ...(worldDir === undefined ? {} : { BLY_WORLD_DIR: worldDir }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = keepTail(child);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(url, child);
  } catch (error) {
    await stop();
    throw new Error(`The server did not start:\n${log()}`, { cause: error });
  }
  return { url, apiKey, stop };
}

/** The end of what the server printed, for when it does not start. */
function keepTail(child: ChildProcess): () => string {
  let tail = '';
  const keep = (chunk: unknown) => {
    tail = `${tail}${String(chunk)}`.slice(-logTailMax);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => tail;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const isReady = await fetch(`${url}/readyz`).then((response) => response.ok, () => false);
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`Not ready after ${startDeadlineMs} ms.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await ended;
  clearTimeout(timer);
}
