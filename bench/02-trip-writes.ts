import { createTpcbLike } from './anchors/pgbench.ts';
import { median, quantile, type Benchmark } from './harness.ts';
import { collectTokens, expectOk, partyBody } from './journey.ts';
import { freshDatabase, type Service, startProduct } from './service.ts';

const timesMax = 8;
const rounds = 3;
const tripsPerRound = 400;
const warmUpTrips = 150;
const anchorSeconds = 4;

interface Round {
  readonly anchorMs: number;
  readonly addItem: readonly number[];
  readonly travelers: readonly number[];
}

/**
 * Budget 2: what putting a flight and a party into a trip takes at its slowest, against PostgreSQL's own small
 * transaction.
 */
export const tripWritesBenchmark: Benchmark = {
  number: 2,
  name: 'add_item and travelers, p99 at 1 in flight, against the mean of pgbench tpcb-like',
  async measure() {
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_117);
    try {
      const anchor = await createTpcbLike(database.url);
      const tokens = await collectTokens(product, warmUpTrips + rounds * tripsPerRound);
      await writeTrips(product, tokens.splice(0, warmUpTrips));
      const measured: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        measured.push({
          anchorMs: await anchor.meanMs(anchorSeconds),
          ...(await writeTrips(product, tokens.splice(0, tripsPerRound))),
        });
      }
      const times = (of: 'addItem' | 'travelers'): number =>
        median(measured.map((round) => quantile(round[of], 0.99) / round.anchorMs));
      const [addItem, travelers] = [times('addItem'), times('travelers')];
      return {
        number: 2,
        name: this.name,
        target: `≤ ${timesMax} ×`,
        result: `add_item ${addItem.toFixed(1)} ×, travelers ${travelers.toFixed(1)} ×`,
        isMet: addItem <= timesMax && travelers <= timesMax,
        detail: measured.map(
          (round) =>
            `${anchor.name} ${round.anchorMs.toFixed(2)} ms; add_item ${describe(round.addItem)}; travelers ${describe(round.travelers)}`,
        ),
      };
    } finally {
      await product.stop();
      await database.drop();
    }
  },
};

/** One trip after another: made empty, then a flight, then who travels. The two writes are timed. */
async function writeTrips(service: Service, tokens: readonly string[]): Promise<Pick<Round, 'addItem' | 'travelers'>> {
  const addItem: number[] = [];
  const travelers: number[] = [];
  for (const token of tokens) {
    const { trip_id } = await expectOk(service, '/v1/trip', {});
    addItem.push(await timed(() => expectOk(service, '/v1/trip', { trip_id, add_item: { trip_item_token: token } })));
    travelers.push(await timed(() => expectOk(service, '/v1/trip', { trip_id, upsert_travelers: partyBody })));
  }
  return { addItem, travelers };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function describe(values: readonly number[]): string {
  return `p50 ${quantile(values, 0.5).toFixed(2)}, p99 ${quantile(values, 0.99).toFixed(2)} ms`;
}
