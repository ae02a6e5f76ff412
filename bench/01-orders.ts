import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { countOrder } from './12-statements.ts';
import { interleave, median, percent, ratePerSecond, type Benchmark } from './harness.ts';
import { collectTokens, order } from './journey.ts';
import { freshDatabase, startProcess, startProduct } from './service.ts';

const target = 0.25;
const inFlight = 8;
const seconds = 8;
const ordersMax = 6_000;
const settlePollsMax = 600;
const failedShareMax = 0.05;

/**
 * Budget 1: whole orders a second at 8 in flight, fulfilled, captured and with the event recorded, against five bare
 * commits.
 */
export const ordersBenchmark: Benchmark = {
  number: 1,
  name: 'Booking flow, orders/s at 8 in flight, against node:http + pg doing 5 calls and 5 commits',
  async measure() {
    const count = await countOrder();
    const [statements, commits] = [Math.round(count.statements - count.brackets), Math.round(count.commits)];
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_101);
    const bare = await startProcess(['bench/anchors/bare-orders.ts'], 18_102, { DATABASE_URL: database.url });
    const reader = new pg.Client({ connectionString: database.url });
    try {
      const tokens = await collectTokens(product, ordersMax);
      await reader.connect();
      const rounds = await interleave([
        { name: 'bly', round: () => ordersToTheEnd(() => order(product, tokens.pop() ?? ''), reader) },
        {
          name: 'bare',
          round: () =>
            ratePerSecond(
              async () => {
                const id = randomUUID();
                for (let step = 0; step < 5; step += 1)
                  await bare.call('POST', '/', { id, step, note: 'x'.repeat(200) });
              },
              { seconds, inFlight },
            ),
        },
        { name: 'floor', round: () => bareStatements(database.url, statements, commits) },
      ]);
      const [bly, anchor, floor] = [
        median(rounds.get('bly') ?? []),
        median(rounds.get('bare') ?? []),
        median(rounds.get('floor') ?? []),
      ];
      return {
        number: 1,
        name: this.name,
        target: `≥ ${percent(target)}`,
        result: percent(bly / anchor),
        isMet: bly / anchor >= target,
        detail: [
          `orders/s fulfilled: ${bly.toFixed(1)}`,
          `bare orders/s: ${anchor.toFixed(1)}`,
          `a bare pg program sending an order's ${statements} statements in ${commits} commits, no HTTP, no logic: ${floor.toFixed(1)} orders/s, ${percent(floor / anchor)}`,
        ],
      };
    } finally {
      await reader.end();
      await product.stop();
      await bare.stop();
      await database.drop();
    }
  },
};

/** Orders a second of a program that only sends statements: what is left to win below our own. */
async function bareStatements(databaseUrl: string, statements: number, commits: number): Promise<number> {
  const args = ['bench/anchors/bare-statements.ts', ...[statements, commits, inFlight, seconds].map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return Number(stdout);
}

/** Orders fulfilled a second, counted from the first call until the last of them has ended one way or the other. */
async function ordersToTheEnd(one: () => Promise<string>, reader: pg.Client): Promise<number> {
  const start = performance.now();
  const before = await countEnded(reader);
  let placed = 0;
  await ratePerSecond(
    async () => {
      await one();
      placed += 1;
    },
    { seconds, inFlight },
  );
  const endedBy = async (): Promise<number> => {
    const { fulfilled, failed } = await countEnded(reader);
    return fulfilled + failed - before.fulfilled - before.failed;
  };
  for (let poll = 0; poll < settlePollsMax && (await endedBy()) < placed; poll += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const after = await countEnded(reader);
  const done = after.fulfilled - before.fulfilled;
  const failed = after.failed - before.failed;
  if (done + failed < placed) throw new Error(`${placed} orders placed, ${done} fulfilled, ${failed} failed`);
  // Two that want the last cheap seats of one flight at once: the loser's price has moved, and its hold is released.
  if (failed > placed * failedShareMax) throw new Error(`${failed} of ${placed} orders failed`);
  return done / ((performance.now() - start) / 1_000);
}

async function countEnded(reader: pg.Client): Promise<{ readonly fulfilled: number; readonly failed: number }> {
  const answer = await reader.query<{ fulfilled: number; failed: number }>(
    "select count(*) filter (where status = 'fulfilled')::int as fulfilled, count(*) filter (where status = 'failed')::int as failed from trip",
  );
  return answer.rows[0] ?? { fulfilled: 0, failed: 0 };
}
