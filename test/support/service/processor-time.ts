/** What a request cost this thread. */
export interface Spent {
  readonly totalMs: number;
  /** The most that was worked without anything else having its turn. */
  readonly longestMs: number;
}

/** Processor time of this thread so far: what else the machine does counts for nothing. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Measures what is spent until `run` is done: in all, and in the longest turn of the event loop. */
export async function measureSpent(run: () => Promise<unknown>): Promise<Spent> {
  const begun = threadMs();
  let [last, longestMs, isOver] = [begun, 0, false];
  const watched = new Promise<void>((resolve) => {
    const look = () => {
      const now = threadMs();
      longestMs = Math.max(longestMs, now - last);
      last = now;
      if (isOver) resolve();
      else setImmediate(look);
    };
    setImmediate(look);
  });
  await run();
  isOver = true;
  await watched;
  return { totalMs: threadMs() - begun, longestMs };
}

const CALIBRATED_MS = 20;

/**
 * How much slower than a core of a server of 2024 this one is, at least 1: the processor time of a loop of sorting,
 * text and JSON as requests are made of, as a multiple of what it takes there.
 */
export function slowness(): number {
  const rounds = Array.from({ length: 5 }, () => {
    const begun = threadMs();
    const values = Array.from({ length: 20_000 }, (_, index) => ({
      key: `k${(index * 7_919) % 20_011}`,
      value: index,
    }));
    values.sort((a, b) => (a.key < b.key ? -1 : 1));
    JSON.parse(JSON.stringify(values));
    return threadMs() - begun;
  });
  return Math.max(1, Math.min(...rounds) / CALIBRATED_MS);
}
