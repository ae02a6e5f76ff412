import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { UNKNOWN_MARKET } from '../model/demand-event.ts';
import {
  countPages,
  eventColumns,
  isCounted,
  letOthersRun,
  pageRanges,
  type RollUpRules,
  selectUnits,
} from './rollup-store.ts';

/** Events whose units are counted with one statement, about: 50 to 100 ms of the embedded database. */
const EVENTS_A_PART = 3_000;
const PARTS_MAX = 256;

/**
 * As `countUnits` where every event is shown, in many short statements and with pauses between them: for the embedded
 * database, which holds up the whole process for as long as a statement takes. On a server it would be slower. Run
 * under the lock.
 */
export async function countUnitsInParts(tx: Tx, rules: RollUpRules): Promise<void> {
  const parts = await copyEvents(tx, rules);
  await sql`
    create temporary table demand_city on commit drop as
    select market_city, max(market_country) as country from demand_sign where market_city <> ${sql.lit(UNKNOWN_MARKET)}
    group by market_city having min(market_country) <> max(market_country)`.execute(tx.q);
  await letOthersRun();
  // A unit is in one part, whatever country its city is first found in.
  const taken = (part: number) => sql`
    select kind, destination, coalesce(city.country, market_country) as market_country, market_city, audience, day, lead_bin, stay_bin, events, lowest_fare
    from demand_sign left join demand_city as city using (market_city) where part = ${sql.lit(part)}`;
  await sql`create temporary table demand_unit on commit drop as ${selectUnits(taken(0), 1)}`.execute(tx.q);
  // Read in the order of an index there is nothing to sort at once. The names are those `readUnits` orders by.
  await sql`create index on demand_unit (kind collate "C", market_country collate "C", market_city collate "C")`.execute(
    tx.q,
  );
  await sql`create index on demand_unit (kind collate "C", destination collate "C")`.execute(tx.q);
  for (let part = 1; part < parts; part += 1) {
    await letOthersRun();
    await sql`insert into demand_unit ${selectUnits(taken(part), 1)}`.execute(tx.q);
  }
  await sql`select set_config('enable_sort', 'off', true)`.execute(tx.q);
}

/** Copies the month's events into `demand_sign`, distinguished by part; answers how many parts there are. */
async function copyEvents(tx: Tx, rules: RollUpRules): Promise<number> {
  const { rows } = await sql<{
    events: number;
  }>`select count(*)::integer as events from demand_event where ${isCounted(rules)}`.execute(tx.q);
  const parts = Math.min(PARTS_MAX, Math.ceil((rows[0]?.events ?? 0) / EVENTS_A_PART)) || 1;
  // Any number that is the same for all events of a unit.
  const select = sql`
    select (hashtext(kind || destination || market_city || audience)::bigint + 2147483648) % ${sql.lit(parts)} as part,
      kind, destination, market_country, market_city, audience, ${eventColumns()}
    from demand_event where ${isCounted(rules)}`;
  await sql`create temporary table demand_sign on commit drop as ${select} and false`.execute(tx.q);
  await sql`create index on demand_sign (part)`.execute(tx.q);
  for (const pages of pageRanges(await countPages(tx, 'demand_event'))) {
    await letOthersRun();
    await sql`insert into demand_sign ${select} and ${pages}`.execute(tx.q);
  }
  return parts;
}
