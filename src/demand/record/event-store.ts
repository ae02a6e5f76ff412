import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { DemandEvents } from '../model/demand-event.ts';

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
