import type { Clock } from '../../platform/clock.ts';

/** A clock that can be moved, with things that are due on it. */
export interface StubClock extends Clock {
  /** Runs `task` once the clock shows `instant`: by itself as time passes, or when the clock is moved there. */
  at(instant: Date, task: () => void | Promise<void>): void;
  /** Moves the clock (backwards with a negative number) and runs what became due. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the clock to an instant and runs what became due. */
  moveTo(instant: Date): Promise<void>;
  /** Runs what is due now: needed where the clock below was moved from outside. */
  runDue(): Promise<void>;
  /** Forgets everything that is due and its timer. */
  stop(): void;
}

interface DueTask {
  readonly at: number;
  readonly run: () => void | Promise<void>;
}

/** A clock stands still below ours in some tests: it is looked at again at this pace, not in a tight loop. */
const timerMillisecondsMin = 20;
const timerMillisecondsMax = 60_000;

/** Makes a clock that runs with `base` until it is moved. */
export function createStubClock(base: Clock): StubClock {
  let offset = 0;
  let due: DueTask[] = [];
  let timer: NodeJS.Timeout | undefined;

  const milliseconds = (): number => base.now().getTime() + offset;

  async function runDue(): Promise<void> {
    for (let next = takeDue(); next !== undefined; next = takeDue()) await next.run();
    arm();
  }

  /** The earliest task that is due, removed: one that adds another while it runs is followed by that one. */
  function takeDue(): DueTask | undefined {
    const next = due[0];
    if (next === undefined || next.at > milliseconds()) return undefined;
    due = due.slice(1);
    return next;
  }

  function arm(): void {
    clearTimeout(timer);
    const next = due[0];
    if (next === undefined) return;
    const wait = Math.min(Math.max(next.at - milliseconds(), timerMillisecondsMin), timerMillisecondsMax);
    timer = setTimeout(() => void runDue(), wait);
    timer.unref();
  }

  return {
    now: () => new Date(milliseconds()),
    at(instant, run) {
      const task = { at: instant.getTime(), run };
      const index = due.findIndex((other) => other.at > task.at);
      due = index === -1 ? [...due, task] : due.toSpliced(index, 0, task);
      arm();
    },
    async advance(by) {
      offset += by;
      await runDue();
    },
    async moveTo(instant) {
      offset += instant.getTime() - milliseconds();
      await runDue();
    },
    runDue,
    stop() {
      clearTimeout(timer);
      due = [];
    },
  };
}
