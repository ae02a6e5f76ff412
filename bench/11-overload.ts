import pg from 'pg';
import { interleave, median, percent, type Benchmark } from './harness.ts';
import { collectTokens, partyBody } from './journey.ts';
import { freshDatabase, type Service, startProduct } from './service.ts';

const shareMin = 0.9;
const calm = 8;
const crowded = 32;
const secondsPerRound = 8;
const ordersMax = 6_000;
const settlePollsMax = 3_000;
const settlePollMs = 20;

interface Tally {
  placed: number;
  refused: number;
  serverErrors: number;
}

/**
 * Budget 11: four times the orders at once cost at most a tenth of the rate, no order fails on our side, and nothing is
 * booked twice.
 */
export const overloadBenchmark: Benchmark = {
  number: 11,
  name: `Overload: orders/s at ${crowded} in flight against ${calm}, 5xx answers, double bookings`,
  async measure() {
    const database = await freshDatabase();
    const product = await startProduct(database.url, 18_118);
    const reader = new pg.Client({ connectionString: database.url });
    try {
      const tokens = await collectTokens(product, ordersMax);
      await reader.connect();
      const tally: Tally = { placed: 0, refused: 0, serverErrors: 0 };
      const rounds = await interleave(
        [calm, crowded].map((inFlight) => ({
          name: String(inFlight),
          round: () => ordersPerSecond(product, reader, { tokens, inFlight, tally }),
        })),
      );
      const [usual, loaded] = [median(rounds.get(String(calm)) ?? []), median(rounds.get(String(crowded)) ?? [])];
      const doubles = await countDoubles(reader);
      return {
        number: 11,
        name: this.name,
        target: `≥ ${percent(shareMin)}, 0, 0`,
        result: `${percent(loaded / usual)}, ${tally.serverErrors} 5xx, ${doubles.twice + doubles.unpaid} double or unpaid`,
        isMet: loaded / usual >= shareMin && tally.serverErrors === 0 && doubles.twice === 0 && doubles.unpaid === 0,
        detail: [
          `orders/s: ${usual.toFixed(1)} at ${calm}, ${loaded.toFixed(1)} at ${crowded}; ${tally.placed} placed, ${tally.refused} refused (4xx)`,
          `booked twice, captured twice or told twice: ${doubles.twice}; sold and not captured, or held and not sold: ${doubles.unpaid}`,
        ],
      };
    } finally {
      await reader.end();
      await product.stop();
      await database.drop();
    }
  },
};

interface Load {
  readonly tokens: string[];
  readonly inFlight: number;
  readonly tally: Tally;
}

/** Orders fulfilled a second, from the first call until the last order placed has ended. */
async function ordersPerSecond(
  product: Service,
  reader: pg.Client,
  { tokens, inFlight, tally }: Load,
): Promise<number> {
  const start = performance.now();
  const before = await countEnded(reader);
  let placed = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < start + secondsPerRound * 1_000)
        if (await tryOrder(product, tokens.pop() ?? '', tally)) placed += 1;
    }),
  );
  for (let poll = 0; (await countEnded(reader)) - before < placed; poll += 1) {
    if (poll === settlePollsMax) throw new Error(`Not all of ${placed} orders have ended.`);
    await new Promise((resolve) => setTimeout(resolve, settlePollMs));
  }
  tally.placed += placed;
  return placed / ((performance.now() - start) / 1_000);
}

/** One order; false where the offer was gone or dearer by then, which is an answer like any other. */
async function tryOrder(product: Service, token: string, tally: Tally): Promise<boolean> {
  const call = async (path: string, body: unknown): Promise<string | undefined> => {
    const answer = await product.call('POST', path, body);
    if (answer.status < 300) return answer.text;
    if (answer.status >= 500) tally.serverErrors += 1;
    else tally.refused += 1;
    return undefined;
  };
  const made = await call('/v1/trip', { add_item: { trip_item_token: token }, upsert_travelers: partyBody });
  if (made === undefined) return false;
  const { trip_id }: { readonly trip_id: string } = JSON.parse(made);
  if ((await call('/v1/checkout', { trip_id })) === undefined) return false;
  return (await call('/v1/sandbox/pay', { trip_id, card: '4242424242424242' })) !== undefined;
}

async function countEnded(reader: pg.Client): Promise<number> {
  const answer = await reader.query<{ ended: number }>(
    "select count(*)::int as ended from trip where status in ('fulfilled', 'failed')",
  );
  return answer.rows[0]?.ended ?? 0;
}

/** What no load may cause, counted where the supplier, the processor and we each keep our books. */
async function countDoubles(reader: pg.Client): Promise<{ readonly twice: number; readonly unpaid: number }> {
  const answer = await reader.query<{ twice: number; unpaid: number }>(`
    select (select count(*) from (select from booking group by trip_id having count(*) > 1) as doubled)::int
      + (select count(*) from (select from booking_item join sandbox_order using (organization_id, reference) where sandbox_order.status = 'booked'
          group by booking_item.organization_id, booking_ref, item_id having count(*) > 1) as doubled)::int
      + (select count(*) from (select from webhook_event where type in ('booking.completed', 'booking.failed') group by booking_ref having count(*) > 1) as doubled)::int
      + (select count(*) from (select from ledger_transfer where step = 'capture' group by trip_id, line having count(*) > 1) as doubled)::int as twice,
      (select count(*) from trip left join booking using (organization_id, trip_id) left join payment using (organization_id, payment_id)
        left join sandbox_payment on sandbox_payment.organization_id = payment.organization_id and sandbox_payment.processor_ref = payment.processor_ref
        where trip.status = 'fulfilled' and (payment.status is distinct from 'captured' or sandbox_payment.captured is distinct from booking.total_paid))::int
      + (select count(*) from sandbox_order left join booking_item using (organization_id, reference)
        where sandbox_order.status = 'booked' and booking_item.status is distinct from 'confirmed')::int as unpaid`);
  return answer.rows[0] ?? { twice: Number.NaN, unpaid: Number.NaN };
}
