import { appendFileSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

/**
 * What a test file used, written as JSON lines into the folder that BLY_TEST_MEASURES names; nothing without it.
 * `spent.jsonl`: processor seconds of this process and of the processes it started. `store-calls.jsonl`: the functions
 * of stores the file was the first of its process to call: scripts/test-deep.ts compares them with those there are.
 */
export interface FileMeasure {
  end(testFile: string): Promise<void>;
}

/** A store holds the SQL of its folder (see ARCHITECTURE.md). */
const STORE = /\/((?:src|simulator)\/\S*\/[a-z-]*store[a-z-]*\.ts)$/;
const TICKS_PER_SECOND = 100;

const folder = process.env['BLY_TEST_MEASURES'];
const coverage = folder === undefined ? undefined : await startCoverage();

/** Begins before anything of the test file is loaded. */
export function measureFile(): FileMeasure {
  if (folder === undefined || coverage === undefined) return { end: async () => undefined };
  const begun = readSpent();
  return {
    async end(testFile) {
      const now = readSpent();
      const spent = { testFile, own: now.own - begun.own, started: now.started - begun.started };
      appendFileSync(join(folder, 'spent.jsonl'), `${JSON.stringify(spent)}\n`);
      const { result } = await coverage.post('Profiler.takePreciseCoverage');
      for (const { url, functions } of result) {
        const store = STORE.exec(url)?.[1];
        if (store === undefined) continue;
        const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
        const names = called.map(({ functionName }) => functionName).filter((name) => name !== '');
        if (names.length === 0) continue;
        appendFileSync(join(folder, 'store-calls.jsonl'), `${JSON.stringify({ testFile, store, names })}\n`);
      }
    },
  };
}

async function startCoverage(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  // Calls are not counted: what counts them is compiled without optimizing, and takes twice the time.
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
  return session;
}

/** Linux counts the processor time of children that have ended as their parent's. */
function readSpent(): { readonly own: number; readonly started: number } {
  const { user, system } = process.cpuUsage();
  const fields = (readFileSync('/proc/self/stat', 'utf8').split(') ')[1] ?? '').split(' ');
  return {
    own: (user + system) / 1e6,
    started: (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND,
  };
}
