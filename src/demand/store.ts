import { sql } from 'kysely';
import type { Handle } from '../platform/db/db.ts';
import type { IsoDate } from '../travel/dates.ts';
import type { FareMarket } from './model/fare-market.ts';
import { type FareObservation, OBSERVED_CURRENCY } from './model/observed-search.ts';

/** Writes a batch in one statement; its text is the same for every size, so that it stays prepared. */
export async function insertObservations(h: Handle, observations: readonly FareObservation[]): Promise<void> {
  await sql`
    insert into fare_observation (observed_at, seen_on, origin_city, destination_city, origin_airport, destination_airport, departure_date,
      departure_month, return_date, trip_kind, lead_days, cabin_class, adult_price, currency, carriers, stops, source)
    select observed_at, seen_on, origin_city, destination_city, origin_airport, destination_airport, departure_date,
      departure_month, return_date, trip_kind, lead_days, cabin_class, adult_price, currency, carriers, stops, source
    from json_to_recordset(${JSON.stringify(observations.map(toRow))}::json) as seen(observed_at timestamptz, seen_on date, origin_city text,
      destination_city text, origin_airport text, destination_airport text, departure_date date, departure_month date, return_date date,
      trip_kind text, lead_days smallint, cabin_class text, adult_price bigint, currency text, carriers text[], stops smallint, source text)`
    .execute(h.q);
}

function toRow(seen: FareObservation) {
  return {
    observed_at: seen.observedAt, seen_on: seen.seenOn, origin_city: seen.market.originCity, destination_city: seen.market.destinationCity,
    origin_airport: seen.originAirport, destination_airport: seen.destinationAirport, departure_date: seen.departureDate,
    departure_month: seen.market.departureMonth, return_date: seen.returnDate ?? null, trip_kind: seen.market.tripKind,
    lead_days: seen.market.leadDays, cabin_class: seen.market.cabinClass, adult_price: seen.adultPrice, currency: OBSERVED_CURRENCY,
    carriers: seen.carriers, stops: seen.stops, source: seen.source,
  };
}

/** A market under the name its answer is found by. */
export interface NamedMarket {
  readonly key: string;
  readonly market: FareMarket;
}

/** The newest fares of each market, oldest first, at most `limit` each; markets of which nothing was seen are left out. One statement. */
export async function listMarketFares(h: Handle, markets: readonly NamedMarket[], limit: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const asked = markets.map(({ key, market }) => ({
    key, origin: market.originCity, destination: market.destinationCity, month: market.departureMonth, cabin: market.cabinClass,
    kind: market.tripKind, lead: market.leadDays,
  }));
  const { rows } = await sql<{ key: string; fares: number[] | null }>`
    select asked.key, seen.fares
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked(key text, origin text, destination text, month date, cabin text, kind text, lead smallint)
    cross join lateral (
      select json_agg(newest.adult_price order by newest.observed_at) as fares from (
        select adult_price, observed_at from fare_observation
        where origin_city = asked.origin and destination_city = asked.destination and departure_month = asked.month
          and cabin_class = asked.cabin and trip_kind = asked.kind and lead_days = asked.lead
        order by observed_at desc limit ${limit}
      ) as newest
    ) as seen`.execute(h.q);
  return new Map(rows.flatMap(({ key, fares }) => (fares === null ? [] : [[key, fares] as const])));
}

/** Which fares a history is of. */
export interface HistoryFilter {
  readonly originCity: string;
  readonly destinationCity: string;
  readonly originAirports: readonly string[];
  readonly destinationAirports: readonly string[];
  readonly departureDate: IsoDate;
  readonly returnDate: IsoDate | undefined;
  readonly cabinClass: string;
  /** Every flight is sold by one of these; empty: by anyone. */
  readonly includeCarriers: readonly string[];
  /** No flight is sold by one of these. */
  readonly excludeCarriers: readonly string[];
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** A day and the lowest fare seen on it, for one adult, minor units of USD. */
export interface DailyLowest {
  readonly date: IsoDate;
  readonly adultPrice: number;
}

/** The lowest fare of each day on which any was seen, oldest first; `from` and `to` bound it. */
export async function listDailyLowestRows(h: Handle, filter: HistoryFilter): Promise<readonly DailyLowest[]> {
  const { rows } = await sql<{ seen_on: string; lowest: number }>`
    select seen_on, min(adult_price) as lowest from fare_observation
    where origin_city = ${filter.originCity} and destination_city = ${filter.destinationCity}
      and departure_date = ${filter.departureDate} and return_date is not distinct from ${filter.returnDate ?? null}::date
      and cabin_class = ${filter.cabinClass} and seen_on >= ${filter.from} and seen_on <= ${filter.to}
      and origin_airport = any(${[...filter.originAirports]}::text[]) and destination_airport = any(${[...filter.destinationAirports]}::text[])
      and (cardinality(${[...filter.includeCarriers]}::text[]) = 0 or carriers <@ ${[...filter.includeCarriers]}::text[])
      and not carriers && ${[...filter.excludeCarriers]}::text[]
    group by seen_on order by seen_on`.execute(h.q);
  return rows.map((row) => ({ date: row.seen_on, adultPrice: row.lowest }));
}
