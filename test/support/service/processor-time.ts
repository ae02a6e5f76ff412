import type { AnyRoute } from '../../../src/platform/http/route.ts';

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

/** What no piece of work may take on a core of a server of 2024: others wait that long at most. */
export const PIECE_MS = 50;
/**
 * What one request may take in all there: of operations whose work grows with what is asked for, of other long ones, of
 * any other.
 */
const BUDGET_MS = { sized: 8_000, long: 1_500, other: 500 } as const;

/** What an operation may spend, `times` as much as on a core of a server of 2024. */
export function spendingLimits({ longWork }: AnyRoute, times: number): Spent {
  const kind = longWork === undefined ? 'other' : longWork.size ? 'sized' : 'long';
  return { longestMs: PIECE_MS * times, totalMs: BUDGET_MS[kind] * times };
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
