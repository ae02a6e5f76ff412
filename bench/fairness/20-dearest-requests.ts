import { routes } from '../../src/routes.ts';
import { isWithin, startDearestCalls } from '../../test/support/hostile/dearest-calls.ts';
import { PIECE_MS, slowness, spendingLimits } from '../../test/support/service/processor-time.ts';
import type { Benchmark } from '../harness.ts';

const shown = 8;

/**
 * Budget 20: the dearest request that each operation accepts is worked in pieces of at most 50 ms of processor time, on
 * a core as fast as a server's of 2024, and stays within what it may spend in all.
 */
export const dearestRequestsBenchmark: Benchmark = {
  number: 20,
  name: "Each operation's dearest request: longest piece of work, operations beyond what they may spend",
  async measure() {
    const calls = await startDearestCalls();
    try {
      const slow = slowness();
      const measured = [];
      for (const route of routes) {
        const limits = spendingLimits(route, slow);
        const { answer, spent } = await calls.measure(route, limits);
        measured.push({ name: route.operationId, answer, spent, isWithin: isWithin(spent, limits) });
      }
      measured.sort((a, b) => b.spent.longestMs - a.spent.longestMs);
      const beyond = measured.filter((one) => !one.isWithin || one.answer.status >= 500);
      return {
        number: 20,
        name: this.name,
        target: `≤ ${PIECE_MS} ms, none`,
        result: `${ms((measured[0]?.spent.longestMs ?? Number.NaN) / slow)}, ${beyond.length} of ${measured.length} beyond`,
        isMet: beyond.length === 0,
        detail: [
          `this core is ${slow.toFixed(2)} × as slow as the one budgets are written for`,
          ...new Set([...beyond, ...measured.slice(0, shown)].map(describe)),
        ],
      };
    } finally {
      await calls.close();
    }
  },
};

function describe({
  name,
  answer,
  spent,
}: {
  readonly name: string;
  readonly answer: { readonly status: number };
  readonly spent: { readonly longestMs: number; readonly totalMs: number };
}): string {
  return `${name}: ${answer.status}, ${ms(spent.longestMs)} of ${ms(spent.totalMs)} in one piece`;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
