import { sql } from 'kysely';
import type { Handle, ReadHandle } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { monthOf } from '../model/fare-market.ts';
import { OBSERVED_CURRENCY } from '../model/observed-search.ts';
import type { StayObservation } from '../model/observed-stay.ts';

/** Writes a batch in one statement; its text is the same for every size, so that it stays prepared. */
export async function insertStayObservations(h: Handle, observations: readonly StayObservation[]): Promise<void> {
  await sql`
    insert into stay_observation (observed_at, seen_on, city_code, check_in, check_in_month, nights, adults, rooms, lowest_price, median_price, currency, hotels, caller)
    select observed_at, seen_on, city_code, check_in, check_in_month, nights, adults, rooms, lowest_price, median_price, currency, hotels, caller
    from json_to_recordset(${JSON.stringify(observations.map(toRow))}::json) as seen(observed_at timestamptz, seen_on date, city_code text, check_in date,
      check_in_month date, nights smallint, adults smallint, rooms smallint, lowest_price bigint, median_price bigint, currency text, hotels integer, caller text)`.execute(
    h.q,
  );
}

function toRow(seen: StayObservation) {
  return {
    observed_at: seen.observedAt,
    seen_on: seen.seenOn,
    city_code: seen.cityCode,
    check_in: seen.checkIn,
    check_in_month: monthOf(seen.checkIn),
    nights: seen.nights,
    adults: seen.adults,
    rooms: seen.rooms,
    lowest_price: seen.lowestPrice,
    median_price: seen.medianPrice,
    currency: OBSERVED_CURRENCY,
    hotels: seen.hotels,
    caller: seen.caller ?? null,
  };
}

/** Which nights an index is made of: of rooms for one or two adults. */
export interface NightFilter {
  readonly cityCode: string;
  /** Months of check-in by their first days, both included. */
  readonly fromMonth: IsoDate;
  readonly toMonth: IsoDate;
  /** The last day seen. */
  readonly seenTo: IsoDate;
  /**
   * Distinct callers a unit needs before its searches count (decision 28); 1: all searches do. With more, `seenTo` is a
   * Sunday.
   */
  readonly callersMin: number;
}

/**
 * What the searches of a month of check-in saw as a usual night: quartiles of their medians, minor units of USD, linear
 * between neighbours.
 */
export interface SeenNights {
  /** First day of the month. */
  readonly month: IsoDate;
  readonly count: number;
  readonly percentile25: number;
  readonly percentile50: number;
  readonly percentile75: number;
  /** The newest of the medians, as many as were asked for. */
  readonly newest: readonly number[];
}

/** The months of a city of which anything was seen, in order. */
export async function listSeenNights(
  h: ReadHandle,
  filter: NightFilter,
  newestMax: number,
): Promise<readonly SeenNights[]> {
  const { rows } = await sql<{ check_in_month: string; count: number; quartiles: number[]; newest: number[] }>`
    select check_in_month, count(*) as count, array_to_json(percentile_cont(array[0.25, 0.5, 0.75]) within group (order by median_price)) as quartiles,
      array_to_json((array_agg(median_price order by observed_at desc))[1:${newestMax}::integer]) as newest
    from ${shownNights(filter)} as shown
    group by check_in_month order by check_in_month`.execute(h.q);
  return rows.map(({ check_in_month: month, count, quartiles: [low = 0, middle = 0, high = 0], newest }) => ({
    month,
    count,
    percentile25: Math.round(low),
    percentile50: Math.round(middle),
    percentile75: Math.round(high),
    newest,
  }));
}

/**
 * The searches of a city that may be shown. A unit is month of check-in and week seen, cut where a month ends: shown
 * whole or not at all, and only callers hashed under the key of the month the week lies in count, as with fares
 * (`store.ts`).
 */
function shownNights({ cityCode, fromMonth, toMonth, seenTo, callersMin }: NightFilter) {
  const ofCity = sql`city_code = ${cityCode} and check_in_month >= ${fromMonth} and check_in_month <= ${toMonth}
      and seen_on <= ${seenTo} and adults between rooms and 2 * rooms`;
  const columns = sql`check_in_month, median_price, observed_at`;
  if (callersMin === 1) return sql`(select ${columns} from stay_observation where ${ofCity})`;
  return sql`(
    with seen as (
      select ${columns}, caller, seen_on - (extract(isodow from seen_on)::integer - 1) as week, seen_on - (extract(day from seen_on)::integer - 1) as month
      from stay_observation where ${ofCity}
    ), unit as (
      select check_in_month, week, month from seen group by check_in_month, week, month
      having count(distinct caller) filter (where date_trunc('month', observed_at at time zone 'UTC')::date = month) >= ${callersMin}::integer
    )
    select ${columns} from seen join unit using (check_in_month, week, month))`;
}
