import { setTimeout as wait } from 'node:timers/promises';
import type { Benchmark } from './harness.ts';
import { collectTokens, order, settled } from './journey.ts';
import { freshDatabase, startProduct } from './service.ts';
import { countingProxy } from './wire-counter.ts';

const commitsMax = 14;
const statementsMax = 45;
const orders = 40;
const idleSeconds = 3;
/** Mails of an order go out two seconds after it, and the poll that finds them runs once a second. */
const settleMs = 5_000;

/**
 * Budget 12: commits and statements of one order, counted on the wire between process and PostgreSQL, everything
 * included.
 */
export const statementsBenchmark: Benchmark = {
  number: 12,
  name: 'Commits and statements for a one-flight order, all background rows included',
  async measure() {
    const { commits, statements, detail } = await countOrder();
    return {
      number: 12,
      name: this.name,
      target: `≤ ${commitsMax} commits, ≤ ${statementsMax} statements`,
      result: `${commits.toFixed(1)} commits, ${statements.toFixed(1)} statements`,
      isMet: commits <= commitsMax && statements <= statementsMax,
      detail,
    };
  },
};

/** What one order costs on the wire. */
export interface OrderCount {
  readonly commits: number;
  /** Begin and commit among them. */
  readonly statements: number;
  /** `begin` and `commit` of explicit transactions, which `statements` counts too. */
  readonly brackets: number;
  readonly detail: readonly string[];
}

/**
 * Commits and statements of one order, the mean of several that are placed one after the other on a process and
 * database of their own.
 */
export async function countOrder(): Promise<OrderCount> {
  const database = await freshDatabase();
  const proxy = await countingProxy(database.url);
  const product = await startProduct(proxy.url, 18_106);
  try {
    const tokens = await collectTokens(product, orders + 5);
    for (let i = 0; i < 5; i += 1) await settled(product, await order(product, tokens.pop() ?? ''));
    await wait(settleMs);
    const idle = await proxy.during(() => wait(idleSeconds * 1_000));
    const start = performance.now();
    const counted = await proxy.during(async () => {
      for (let i = 0; i < orders; i += 1) {
        await order(product, tokens.pop() ?? '');
        // Lets the jobs of one order finish before the next begins: no sharing of claims between orders.
        await wait(100);
      }
      await wait(settleMs);
    });
    const seconds = (performance.now() - start) / 1_000;
    const per = (of: 'statements' | 'commits'): number => (counted[of] - (idle[of] / idleSeconds) * seconds) / orders;
    const brackets =
      counted.top.reduce((sum, [text, count]) => sum + (text === 'begin' || text === 'commit' ? count : 0), 0) / orders;
    return {
      commits: per('commits'),
      statements: per('statements'),
      brackets,
      detail: [
        `${orders} orders; idle polling of ${(idle.statements / idleSeconds).toFixed(1)} statements/s subtracted`,
        ...counted.top.map(([text, count]) => `${(count / orders).toFixed(2)} × ${text}`),
      ],
    };
  } finally {
    await product.stop();
    await proxy.close();
    await database.drop();
  }
}
