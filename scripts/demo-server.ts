import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { claimFreePort } from './free-port.ts';
import { randomText } from '../src/platform/ids.ts';

/** A server the demo talks to, and how to be done with it. */
export interface DemoServer {
  readonly url: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** A laptop that does something else needs a minute; a shared machine several. */
const startDeadlineMs = 300_000;
const progressMs = 10_000;
const LogEntry = z.looseObject({ msg: z.string().optional(), err: z.looseObject({ message: z.string() }).optional() });
const stopDeadlineMs = 12_000;
const pollMs = 50;
const logTailMax = 20_000;
const logLinesMax = 8;

/**
 * Starts a sandbox server of its own on a free port with a data directory that is thrown away. `tell` is told how long
 * it takes where it takes long.
 */
export async function startDemoServer(worldDir: string | undefined, tell: (text: string) => void): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bly-demo-'));
  const port = await claimFreePort();
  const apiKey = `bly_s${randomText(40)}`;
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env['PATH'],
      BLY_ENVIRONMENT: 'sandbox',
      BLY_HOST: '127.0.0.1',
      BLY_PORT: String(port),
      BLY_DATA_DIR: dataDir,
      BLY_BOOTSTRAP_API_KEY: apiKey,
      BLY_WEBHOOK_ALLOW_LOCAL: '1',
      BLY_LOG_LEVEL: 'warn',
      ...(worldDir === undefined ? {} : { BLY_WORLD_DIR: worldDir }),
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
    await untilReady(url, child, tell);
  } catch (error) {
    // Before it is stopped: what it logs while it ends is not why.
    const lines = lastLines(log());
    await stop();
    throw new Error(describeFailedStart(error, lines), { cause: error });
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

/** Why it did not start, and what it said last: the reason is often there. */
function describeFailedStart(error: unknown, lines: readonly string[]): string {
  const reason = error instanceof Error ? error.message : String(error);
  const said = lines.length === 0 ? ['It printed nothing.'] : ['Its last lines:', ...lines.map((line) => `  ${line}`)];
  return [`The server did not start: ${reason}`, ...said].join('\n');
}

/** The end of a log for people: of entries in JSON their message and error, and no stack. */
export function lastLines(log: string): readonly string[] {
  return log
    .split('\n')
    .map(readLogLine)
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(-logLinesMax);
}

function readLogLine(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = LogEntry.parse(JSON.parse(line));
    return [msg, err?.message].filter((part) => part !== undefined).join(': ');
  } catch {
    return line;
  }
}

async function untilReady(url: string, child: ChildProcess, tell: (text: string) => void): Promise<void> {
  const started = Date.now();
  let toldAt = started;
  while (Date.now() - started < startDeadlineMs) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended by itself (${child.signalCode ?? `exit code ${child.exitCode}`}).`);
    if (Date.now() - toldAt >= progressMs) {
      toldAt = Date.now();
      tell(
        `The server is starting (${Math.round((toldAt - started) / 1_000)} s so far; a first start makes its database).`,
      );
    }
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(
    `it was not ready after ${startDeadlineMs / 60_000} minutes. Is the machine busy with something else? Start it by itself (npm start) and name it: BLY_URL=… BLY_API_KEY=… npm run demo.`,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
  await ended;
  clearTimeout(timer);
}
