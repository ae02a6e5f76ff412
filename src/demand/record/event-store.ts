import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { type DemandEvents, UNKNOWN_MARKET } from '../model/demand-event.ts';

/**
 * The last day that is closed. Until the transaction ends no further one is: closing takes the same row for itself
 * alone.
 */
export async function holdClosedThrough(tx: Tx): Promise<IsoDate> {
  const { rows } = await sql<{ closed_through: IsoDate }>`select closed_through from demand_progress for share`.execute(
    tx.q,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('demand_progress has lost its one row.');
  return row.closed_through;
}

/**
 * Writes a batch in one statement, whose text is the same for every size, so that it stays prepared. An event counts on
 * its UTC day, or on the first open one where that is closed already: the caller holds `holdClosedThrough`.
 */
export async function insertEvents(h: Handle, events: readonly DemandEvents[]): Promise<void> {
  await sql`
    insert into demand_event (occurred_at, day, kind, product, destination, market_country, market_city, audience, lead_days, stay_days, cabin, price_usd, caller, count)
    select instant, greatest((instant at time zone 'UTC')::date, closed_through + 1), kind, product, destination, market_country, market_city, audience,
      lead_days, stay_days, cabin, price_usd, caller, count
    from json_to_recordset(${JSON.stringify(events.map(toRow))}::json) as seen(moment float8, kind text, product text, destination text,
      market_country text, market_city text, audience text, lead_days smallint, stay_days smallint, cabin text, price_usd bigint, caller text, count integer),
      to_timestamp(moment / 1000) as instant, demand_progress`.execute(h.q);
}

function toRow(event: DemandEvents) {
  return {
    moment: event.occurredAt.getTime(),
    kind: event.kind,
    product: event.product,
    destination: event.destination,
    market_country: event.marketCountry,
    market_city: event.marketCity,
    audience: event.audience,
    lead_days: event.leadDays,
    stay_days: event.stayDays ?? null,
    cabin: event.cabin ?? null,
    price_usd: event.priceUsd ?? null,
    caller: event.caller,
    count: event.count,
  };
}

/** A route and a stay that were searched. */
export interface SearchedRoute {
  /** City codes. */
  readonly origin: string;
  readonly destination: string;
  /** Days until the way back; undefined: one way. */
  readonly stayDays: number | undefined;
}

/**
 * Routes of flights in economy by how often they were searched since `from`, most first. A caller's hash changes with
 * the month, so that callers are counted month by month, and one month must have `callersMin` of them.
 */
export async function listMostSearchedRoutes(
  h: Handle,
  { from, callersMin, limit }: { readonly from: IsoDate; readonly callersMin: number; readonly limit: number },
): Promise<readonly SearchedRoute[]> {
  const { rows } = await sql<{ market_city: string; destination: string; stay_days: number | null }>`
    select market_city, destination, stay_days from (
      select market_city, destination, stay_days, sum(count) as searches, count(distinct caller) as callers
      from demand_event
      where day >= ${from}::date and occurred_at >= ${from}::date and kind = 'search' and product = 'flight'
        and market_city <> ${UNKNOWN_MARKET} and coalesce(cabin, 'economy') = 'economy'
      group by market_city, destination, stay_days, date_trunc('month', occurred_at at time zone 'UTC')
    ) as monthly
    group by market_city, destination, stay_days
    having max(callers) >= ${callersMin}::integer
    order by sum(searches) desc, market_city, destination, stay_days nulls first
    limit ${limit}`.execute(h.q);
  return rows.map((row) => ({
    origin: row.market_city,
    destination: row.destination,
    stayDays: row.stay_days ?? undefined,
  }));
}
