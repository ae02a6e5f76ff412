import { sql } from 'kysely';
import type { Handle, ReadHandle } from '../platform/db/db.ts';
import type { IsoDate } from '../travel/dates.ts';
import type { CabinClass } from '../travel/flight.ts';
import type { FareMarket, TripKind } from './model/fare-market.ts';
import { type FareObservation, OBSERVED_CURRENCY } from './model/observed-search.ts';

/** Writes a batch in one statement; its text is the same for every size, so that it stays prepared. */
export async function insertObservations(h: Handle, observations: readonly FareObservation[]): Promise<void> {
  await sql`
    insert into fare_observation (observed_at, seen_on, origin_city, destination_city, origin_airport, destination_airport, departure_date,
      departure_month, return_date, trip_kind, lead_days, cabin_class, adult_price, currency, carriers, stops, source, caller)
    select observed_at, seen_on, origin_city, destination_city, origin_airport, destination_airport, departure_date,
      departure_month, return_date, trip_kind, lead_days, cabin_class, adult_price, currency, carriers, stops, source, caller
    from json_to_recordset(${JSON.stringify(observations.map(toRow))}::json) as seen(observed_at timestamptz, seen_on date, origin_city text,
      destination_city text, origin_airport text, destination_airport text, departure_date date, departure_month date, return_date date,
      trip_kind text, lead_days smallint, cabin_class text, adult_price bigint, currency text, carriers text[], stops smallint, source text, caller text)`.execute(
    h.q,
  );
}

function toRow(seen: FareObservation) {
  return {
    observed_at: seen.observedAt,
    seen_on: seen.seenOn,
    origin_city: seen.market.originCity,
    destination_city: seen.market.destinationCity,
    origin_airport: seen.originAirport,
    destination_airport: seen.destinationAirport,
    departure_date: seen.departureDate,
    departure_month: seen.market.departureMonth,
    return_date: seen.returnDate ?? null,
    trip_kind: seen.market.tripKind,
    lead_days: seen.market.leadDays,
    cabin_class: seen.market.cabinClass,
    adult_price: seen.adultPrice,
    currency: OBSERVED_CURRENCY,
    carriers: seen.carriers,
    stops: seen.stops,
    source: seen.source,
    caller: seen.caller ?? null,
  };
}

/** A market under the name its answer is found by. */
export interface NamedMarket {
  readonly key: string;
  readonly market: FareMarket;
}

/**
 * The newest fares of each market, oldest first, at most `limit` each; markets of which nothing was seen are left out.
 * One statement.
 */
export async function listMarketFares(
  h: Handle,
  markets: readonly NamedMarket[],
  limit: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const requested = markets.map(({ key, market }) => ({
    key,
    origin: market.originCity,
    destination: market.destinationCity,
    month: market.departureMonth,
    cabin: market.cabinClass,
    kind: market.tripKind,
    lead: market.leadDays,
  }));
  const { rows } = await sql<{ key: string; fares: number[] | null }>`
    select asked.key, seen.fares
    from json_to_recordset(${JSON.stringify(requested)}::json) as asked(key text, origin text, destination text, month date, cabin text, kind text, lead smallint)
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
export async function listDailyLowestRows(h: ReadHandle, filter: HistoryFilter): Promise<readonly DailyLowest[]> {
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

/** Which fares a price history is made of. */
export interface PriceHistoryFilter {
  readonly originCity: string;
  readonly destinationCity: string;
  readonly originAirports: readonly string[];
  readonly destinationAirports: readonly string[];
  readonly cabinClass: CabinClass;
  readonly tripKind: TripKind;
  /** First day of the month of departure; undefined: any. */
  readonly departureMonth: IsoDate | undefined;
  /** Days seen, both included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Earlier days are put together by weeks (the Monday, at the earliest `from`). */
  readonly dailyFrom: IsoDate;
  /**
   * Distinct callers a unit needs before its fares count (decision 28); 1: all fares do. With more, `to` is a Sunday
   * and no day comes after `dailyFrom`.
   */
  readonly callersMin: number;
}

/** Five points of a number of prices for one adult, minor units of USD: linear between neighbours, rounded. */
interface MeasuredRange {
  readonly count: number;
  readonly minFare: number;
  readonly percentile25: number;
  readonly percentile50: number;
  readonly percentile75: number;
  readonly maxFare: number;
}
/**
 * Measures of all fares, and by day seen, month of departure (its first day) and bucket of lead times, each in order.
 */
export interface MeasuredFares {
  readonly all: MeasuredRange | undefined;
  readonly bySeen: readonly (readonly [IsoDate, MeasuredRange])[];
  readonly byMonth: readonly (readonly [IsoDate, MeasuredRange])[];
  readonly byLead: readonly (readonly [number, MeasuredRange])[];
}

interface MeasuredRow {
  readonly point: string | null;
  readonly departure_month: string | null;
  readonly lead_days: number | null;
  readonly count: number;
  readonly lowest: number;
  readonly quartiles: number[];
  readonly highest: number;
}

/** Fares of a route, measured in one pass over its rows. */
export async function listMeasuredFares(h: ReadHandle, filter: PriceHistoryFilter): Promise<MeasuredFares> {
  const { rows } = await sql<MeasuredRow>`
    select point, departure_month, lead_days, count(*) as count, min(adult_price) as lowest, max(adult_price) as highest,
      array_to_json(percentile_cont(array[0.25, 0.5, 0.75]) within group (order by adult_price)) as quartiles
    from (
      select case when seen_on >= ${filter.dailyFrom}::date then seen_on
          else greatest(seen_on - (extract(isodow from seen_on)::integer - 1), ${filter.from}::date) end as point,
        departure_month, lead_days, adult_price
      from ${shownFares(filter)} as shown
    ) as seen
    group by grouping sets ((), (point), (departure_month), (lead_days))
    order by point, departure_month, lead_days`.execute(h.q);
  return {
    all: rows
      .filter(
        ({ count, point, departure_month, lead_days }) =>
          count > 0 && point === null && departure_month === null && lead_days === null,
      )
      .map(toRange)[0],
    bySeen: rows.flatMap((row) => (row.point === null ? [] : [[row.point, toRange(row)] as const])),
    byMonth: rows.flatMap((row) =>
      row.departure_month === null ? [] : [[row.departure_month, toRange(row)] as const],
    ),
    byLead: rows.flatMap((row) => (row.lead_days === null ? [] : [[row.lead_days, toRange(row)] as const])),
  };
}

function toRange({
  count,
  lowest,
  highest,
  quartiles: [low = lowest, middle = lowest, high = highest],
}: MeasuredRow): MeasuredRange {
  return {
    count,
    minFare: lowest,
    percentile25: Math.round(low),
    percentile50: Math.round(middle),
    percentile75: Math.round(high),
    maxFare: highest,
  };
}

/** One fare for one adult, minor units of USD. */
export interface SeenFareRow {
  readonly price: number;
  readonly seenOn: IsoDate;
  /** First day of the month of departure. */
  readonly departureMonth: IsoDate;
  readonly leadDays: number;
}

/** The newest fares of a route, one by one. */
export async function listSeenFares(
  h: ReadHandle,
  filter: PriceHistoryFilter,
  limit: number,
): Promise<readonly SeenFareRow[]> {
  const { rows } = await sql<{ adult_price: number; seen_on: string; departure_month: string; lead_days: number }>`
    select adult_price, seen_on, departure_month, lead_days from ${shownFares(filter)} as shown
    order by observed_at desc limit ${limit}`.execute(h.q);
  return rows.map((row) => ({
    price: row.adult_price,
    seenOn: row.seen_on,
    departureMonth: row.departure_month,
    leadDays: row.lead_days,
  }));
}

/**
 * The fares of a route that may be shown. A unit is airports, month of departure, lead time, and week seen, cut where a
 * month ends, in the cabin and trip kind asked for: shown whole or not at all. Callers of two months cannot be reported
 * apart, so only those hashed under the key of the month the week lies in count.
 */
function shownFares(filter: PriceHistoryFilter) {
  const columns = sql`seen_on, observed_at, departure_month, lead_days, adult_price`;
  if (filter.callersMin === 1) return sql`(select ${columns} from fare_observation where ${ofRoute(filter)})`;
  return sql`(
    with seen as (
      select ${columns}, caller, origin_airport, destination_airport, seen_on - (extract(isodow from seen_on)::integer - 1) as week,
        seen_on - (extract(day from seen_on)::integer - 1) as month
      from fare_observation where ${ofRoute(filter)}
    ), unit as (
      select origin_airport, destination_airport, departure_month, lead_days, week, month from seen
      group by origin_airport, destination_airport, departure_month, lead_days, week, month
      having count(distinct caller) filter (where date_trunc('month', observed_at at time zone 'UTC')::date = month) >= ${filter.callersMin}::integer
    )
    select ${columns} from seen join unit using (origin_airport, destination_airport, departure_month, lead_days, week, month))`;
}

function ofRoute({
  originCity,
  destinationCity,
  originAirports,
  destinationAirports,
  cabinClass,
  tripKind,
  departureMonth,
  from,
  to,
}: PriceHistoryFilter) {
  const ofMonth = departureMonth === undefined ? sql`true` : sql`departure_month = ${departureMonth}`;
  return sql`origin_city = ${originCity} and destination_city = ${destinationCity} and ${ofMonth} and cabin_class = ${cabinClass} and trip_kind = ${tripKind}
    and seen_on >= ${from} and seen_on <= ${to}
    and origin_airport = any(${[...originAirports]}::text[]) and destination_airport = any(${[...destinationAirports]}::text[])`;
}
