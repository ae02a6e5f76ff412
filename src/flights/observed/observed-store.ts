import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { PackedBytes, ReadBytes } from './pack-offers.ts';
import {
  ONE_WAY_STAY,
  type ObservedParty,
  type ObservedRoute,
  type QueriedSupplier,
  type StoredDates,
} from '../model/observed-fare.ts';

/** What identifies a row. */
export interface ObservedKey extends ObservedRoute, StoredDates, QueriedSupplier {
  /** Who queried, hashed; empty for the installation itself. */
  readonly caller: string;
}

/** One row on its way to the table. */
export interface NewObservedFareRow extends ObservedKey {
  /** The lowest total, minor units; undefined: nothing flies. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly seenAt: Date;
  readonly seenOn: IsoDate;
  readonly expiresOn: IsoDate;
  readonly bytes: PackedBytes;
}

/** The key columns of a JSON list of keys, as `json_to_recordset` reads them. */
const KEY_COLUMNS = sql.raw(
  'origin text, cabin_class text, party text, destination text, departure_date date, stay_days smallint, ' +
    'supplier text, account text',
);

/**
 * Writes a batch in one statement. Of two rows of one caller the later one stays; the keys of a batch must differ.
 * Rows are written in the order of their keys, so that two processes never wait for each other.
 */
export async function upsertObserved(tx: Tx, rows: readonly NewObservedFareRow[]): Promise<void> {
  await sql`
    insert into observed_fare (origin, cabin_class, party, destination, departure_date, stay_days, supplier, account, caller,
      amount, currency, seen_at, looked_on, expires_on, cheapest_small, cheapest, offers)
    select origin, cabin_class, party, destination, departure_date, stay_days, supplier, account, caller,
      amount, currency, seen_at, seen_on, expires_on, decode(cheapest_small, 'base64'), decode(cheapest, 'base64'), decode(offers, 'base64')
    from json_to_recordset(${JSON.stringify(rows.map(toRecord))}::json) as seen(${KEY_COLUMNS}, caller text,
      amount bigint, currency text, seen_at timestamptz, seen_on date, expires_on date, cheapest_small text, cheapest text, offers text)
    order by origin, cabin_class, party, destination, departure_date, stay_days, supplier, account, caller
    on conflict (origin, cabin_class, party, destination, departure_date, stay_days, supplier, account, caller)
      do update set amount = excluded.amount, currency = excluded.currency, seen_at = excluded.seen_at, looked_on = excluded.looked_on,
        expires_on = excluded.expires_on, cheapest_small = excluded.cheapest_small, cheapest = excluded.cheapest, offers = excluded.offers
      where excluded.seen_at >= observed_fare.seen_at`.execute(tx.q);
}

/**
 * Deletes all but the newest `callersMax` callers of each journey named: once so many have seen a fare, everybody sees
 * the newest, and further rows would only be read in vain.
 */
export async function deleteFurtherCallers(tx: Tx, rows: readonly ObservedKey[], callersMax: number): Promise<void> {
  await sql`
    delete from observed_fare where ctid = any(array(
      select place from (
        select fare.ctid as place, row_number() over (
          partition by fare.origin, fare.cabin_class, fare.party, fare.destination, fare.departure_date, fare.stay_days,
            fare.supplier, fare.account order by fare.seen_at desc, fare.caller) as number
        from (select distinct * from json_to_recordset(${JSON.stringify(rows.map(toKeyRecord))}::json) as key(${KEY_COLUMNS})) as key
        join observed_fare as fare using (origin, cabin_class, party, destination, departure_date, stay_days, supplier, account)
        where fare.caller <> ''
      ) as numbered where number > ${callersMax}::integer))`.execute(tx.q);
}

/** Which fares may be shown to whom. */
export interface ObservedFareRule {
  /** The caller that asks, hashed. */
  readonly caller: string;
  /** Distinct callers that make a fare everybody's. */
  readonly callersMin: number;
  /** Only fares seen since. */
  readonly since: Date;
  /** The suppliers queried about, each with the account the caller sells through. */
  readonly suppliers: readonly QueriedSupplier[];
}

/** One observed fare as it is stored. */
export interface ObservedFareRow extends StoredDates, ReadBytes {
  readonly supplierId: string;
  readonly accountId: string;
  readonly caller: string;
  readonly seenAt: Date;
  readonly lookedOn: IsoDate;
  /** The lowest total, minor units; undefined: nothing flies. */
  readonly amount: number | undefined;
}

/** The cheapest offers of each row alone, or all of them: see `PackedBytes`. */
export type OffersRead = 'cheapest' | 'all';

interface ObservedFareColumns {
  departure_date: string;
  stay_days: number;
  supplier: string;
  account: string;
  caller: string;
  seen_at: Date;
  looked_on: string;
  amount: number | null;
  cheapest_small: Uint8Array | null;
  cheapest: Uint8Array | null;
  others: Uint8Array | null;
}

/**
 * The newest row of each date pair and supplier that the caller may see: its own, the installation's, and everybody's
 * where enough callers have seen the journey.
 */
export async function listObservedFares(
  h: Handle,
  route: ObservedRoute,
  dates: readonly StoredDates[],
  rule: ObservedFareRule,
  wanted: OffersRead,
): Promise<readonly ObservedFareRow[]> {
  const { rows } = await sql<ObservedFareColumns>`
    with visible as materialized (
      select distinct on (stay_days, departure_date, supplier) stay_days, departure_date, supplier, account, caller from (
        select stay_days, departure_date, supplier, account, caller, seen_at, ${ofJourney(rule)}
        from observed_fare
        where ${ofRoute(route)} and ${ofDates(dates)} and ${ofRule(rule)}
        window journey as (partition by stay_days, departure_date, supplier)
      ) as seen
      where ${isNewest(rule)} order by stay_days, departure_date, supplier
    )
    select departure_date, stay_days, supplier, account, caller, seen_at, looked_on, amount, cheapest_small,
      case when cheapest_small is null then coalesce(cheapest, offers) else cheapest end as cheapest,
      ${wanted === 'all' ? sql`offers` : sql`null::bytea`} as others
    from visible join observed_fare using (stay_days, departure_date, supplier, account, caller)
    where ${ofRoute(route)}`.execute(h.q);
  return rows.map(toObservedFareRow);
}

/**
 * The rows of `listObservedFares` with their cheapest offers alone, from the index `observed_fare_calendar`: the table
 * is not read. `cheapestSmall` is undefined where the index does not hold them.
 */
export async function listSmallObservedFares(
  h: Handle,
  route: ObservedRoute,
  dates: readonly StoredDates[],
  rule: ObservedFareRule,
): Promise<readonly ObservedFareRow[]> {
  const { rows } = await sql<ObservedFareColumns>`
    select distinct on (stay_days, departure_date, supplier) departure_date, stay_days, supplier, account, caller, seen_at,
      looked_on, amount, cheapest_small, null::bytea as cheapest, null::bytea as others
    from (
      select stay_days, departure_date, supplier, account, caller, seen_at, looked_on, amount, cheapest_small, ${ofJourney(rule)}
      from observed_fare
      where ${ofRoute(route)} and ${ofDates(dates)} and ${ofRule(rule)}
      window journey as (partition by stay_days, departure_date, supplier)
    ) as seen
    where ${isNewest(rule)} order by stay_days, departure_date, supplier`.execute(h.q);
  return rows.map(toObservedFareRow);
}

function toObservedFareRow(row: ObservedFareColumns): ObservedFareRow {
  return {
    departureDate: row.departure_date,
    stayDays: row.stay_days,
    supplierId: row.supplier,
    accountId: row.account,
    caller: row.caller,
    seenAt: row.seen_at,
    lookedOn: row.looked_on,
    amount: row.amount ?? undefined,
    cheapestSmall: row.cheapest_small ?? undefined,
    cheapest: row.cheapest ?? undefined,
    others: row.others ?? undefined,
  };
}

/**
 * Of these journeys, how many suppliers have a row that the caller may see; those without one are left out.
 * `position` is the index in the list.
 */
export async function listKnown(
  h: Handle,
  journeys: readonly (ObservedRoute & StoredDates)[],
  rule: ObservedFareRule,
): Promise<readonly { readonly position: number; readonly suppliers: number }[]> {
  const list = journeys.map((journey, position) => ({ position, ...toKeyRecord({ ...journey, ...NO_SUPPLIER }) }));
  const { rows } = await sql<{ position: number; suppliers: number }>`
    select position, count(*)::integer as suppliers from (
      select key.position from json_to_recordset(${JSON.stringify(list)}::json) as key(position integer, origin text, cabin_class text,
        party text, destination text, departure_date date, stay_days smallint)
      join observed_fare as fare using (origin, cabin_class, party, destination, departure_date, stay_days)
      where ${ofRule(rule)}
      group by key.position, fare.supplier
      having bool_or(fare.caller in ('', ${rule.caller})) or count(distinct fare.caller) >= ${rule.callersMin}::integer
    ) as seen group by position order by position`.execute(h.q);
  return rows;
}
const NO_SUPPLIER: QueriedSupplier = { supplierId: '', accountId: '' };

/** A lowest total and who saw it. */
export interface LowestRow extends StoredDates {
  readonly amount: number;
  readonly currency: string;
  readonly seenAt: Date;
  readonly caller: string;
}

/** The newest lowest total of each date pair and supplier that the caller may see, by day of departure. */
export async function listLowest(
  h: Handle,
  route: ObservedRoute,
  { from, to, isRoundTrip }: { readonly from: IsoDate; readonly to: IsoDate; readonly isRoundTrip: boolean },
  rule: ObservedFareRule,
): Promise<readonly LowestRow[]> {
  const { rows } = await sql<{
    departure_date: string;
    stay_days: number;
    amount: number;
    currency: string;
    seen_at: Date;
    caller: string;
  }>`
    select departure_date, stay_days, amount, currency, seen_at, caller from (
      select distinct on (stay_days, departure_date, supplier) departure_date, stay_days, amount, currency, seen_at, caller from (
        select stay_days, departure_date, supplier, amount, currency, seen_at, caller, ${ofJourney(rule)}
        from observed_fare
        where ${ofRoute(route)} and departure_date between ${from}::date and ${to}::date
          and ${isRoundTrip ? sql`stay_days >= 0` : sql`stay_days = ${ONE_WAY_STAY}`} and ${ofRule(rule)}
        window journey as (partition by stay_days, departure_date, supplier)
      ) as seen
      where ${isNewest(rule)} order by stay_days, departure_date, supplier
    ) as newest where amount is not null order by departure_date, stay_days limit ${LOWEST_MAX}`.execute(h.q);
  return rows.map((row) => ({
    departureDate: row.departure_date,
    stayDays: row.stay_days,
    amount: row.amount,
    currency: row.currency,
    seenAt: row.seen_at,
    caller: row.caller,
  }));
}
const LOWEST_MAX = 2_000;

/** Which places are queried about. */
export interface ReachFilter extends ObservedParty {
  readonly origin: string;
  /** Place keys; undefined: every city. */
  readonly destinations: readonly string[] | undefined;
  readonly dates: readonly StoredDates[];
  /** How many date pairs of a place and currency are answered. */
  readonly perPlace: number;
}

/** A place that was reached, a date pair, and the lowest total seen. */
export interface ReachedFare extends StoredDates {
  readonly destination: string;
  readonly amount: number;
  readonly currency: string;
}

/** The cheapest date pairs of every place that was seen from an origin, by the rule of `listObservedFares`. */
export async function listReached(
  h: Handle,
  filter: ReachFilter,
  rule: ObservedFareRule,
): Promise<readonly ReachedFare[]> {
  const { origin, cabinClass, party, destinations } = filter;
  const ofParty = sql`origin = ${origin} and cabin_class = ${cabinClass} and party = ${party}`;
  // The places seen are found one by one, each by a step in the index: beside them it holds all days and stays.
  const places =
    destinations === undefined
      ? sql`(select destination from observed_fare where ${ofParty} order by destination limit 1)
        union all
        select (select destination from observed_fare where ${ofParty} and destination > place.name order by destination limit 1)
        from place where place.name is not null`
      : sql`select distinct unnest(${[...destinations]}::text[])`;
  const { rows } = await sql<{
    destination: string;
    departure_date: string;
    stay_days: number;
    amount: number;
    currency: string;
  }>`
    with recursive place(name) as (${places})
    select place.name as destination, departure_date, stay_days, amount, currency from place cross join lateral (
      select *, row_number() over (partition by currency order by amount, departure_date, stay_days) as number from (
        select distinct on (stay_days, departure_date, supplier) stay_days, departure_date, amount, currency from (
          select stay_days, departure_date, supplier, caller, seen_at, amount, currency, ${ofJourney(rule)}
          from observed_fare
          where ${ofParty} and destination = place.name and ${ofDates(filter.dates)} and ${ofRule(rule)}
          window journey as (partition by stay_days, departure_date, supplier)
        ) as seen
        where ${isNewest(rule)} order by stay_days, departure_date, supplier
      ) as newest where amount is not null
    ) as ranked
    where number <= ${filter.perPlace}::integer ${destinations === undefined ? sql`and place.name not like '@%'` : sql``}
    order by place.name, amount`.execute(h.q);
  return rows.map((row) => ({
    destination: row.destination,
    departureDate: row.departure_date,
    stayDays: row.stay_days,
    amount: row.amount,
    currency: row.currency,
  }));
}

/** Rows of these dates. The range is what an index finds; few dates far apart would otherwise read a year. */
function ofDates(dates: readonly StoredDates[]) {
  const days = [...new Set(dates.map(({ departureDate }) => departureDate))].toSorted();
  const stays = [...new Set(dates.map(({ stayDays }) => stayDays))];
  const pairs = dates.map(({ departureDate, stayDays }) => `${departureDate}/${stayDays}`);
  // One stay is an equality, by which the index returns the days in their order.
  const ofStay =
    stays.length === 1 ? sql`stay_days = ${stays[0]}::smallint` : sql`stay_days = any(${stays}::smallint[])`;
  const inWindow = sql`departure_date between ${days[0] ?? '0001-01-01'}::date and ${days.at(-1) ?? '0001-01-01'}::date
    and ${ofStay}`;
  // Where the window holds every combination there is, the pairs need not be compared one by one.
  return days.length * stays.length === dates.length && isGapless(days)
    ? inWindow
    : sql`${inWindow} and departure_date || '/' || stay_days = any(${pairs}::text[])`;
}

function isGapless(days: readonly IsoDate[]): boolean {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (Date.parse(last) - Date.parse(first)) / DAY_MS === days.length - 1;
}
const DAY_MS = 86_400_000;

function ofRoute({ origin, destination, cabinClass, party }: ObservedRoute) {
  return sql`origin = ${origin} and cabin_class = ${cabinClass} and party = ${party} and destination = ${destination}`;
}

/** Rows of the suppliers that are queried about. Compared column by column, as the index holds them. */
function ofRule({ since, suppliers }: ObservedFareRule) {
  const named = suppliers.map(
    ({ supplierId, accountId }) => sql`(supplier = ${supplierId} and account = ${accountId})`,
  );
  return sql`seen_at > ${since} and (${named.length === 0 ? sql`false` : sql.join(named, sql` or `)})`;
}

/**
 * What a row is judged by, over the window `journey`: how many callers have seen the journey, when its newest row
 * was made, and when the newest of the caller's own and the installation's. A window in place of a sort by time reads
 * the rows in the order of the index.
 */
function ofJourney({ caller }: ObservedFareRule) {
  return sql`count(*) filter (where caller <> '') over journey as callers, max(seen_at) over journey as newest,
    max(seen_at) filter (where caller in ('', ${caller})) over journey as newest_own`;
}

/** Whether a row is the newest the caller may see: of all once enough callers have seen the journey, else its own. */
function isNewest({ caller, callersMin }: ObservedFareRule) {
  return sql`(case when callers >= ${callersMin}::integer then seen_at = newest
    else seen_at = newest_own and caller in ('', ${caller}) end)`;
}

/** Notes that rows were part of an answer, once a day each. */
export async function updateLookedOn(tx: Tx, keys: readonly ObservedKey[], today: IsoDate): Promise<void> {
  await sql`
    update observed_fare as fare set looked_on = ${today}::date
    from json_to_recordset(${JSON.stringify(keys.map((key) => ({ ...toKeyRecord(key), caller: key.caller })))}::json)
      as key(${KEY_COLUMNS}, caller text)
    where fare.origin = key.origin and fare.cabin_class = key.cabin_class and fare.party = key.party
      and fare.destination = key.destination and fare.departure_date = key.departure_date and fare.stay_days = key.stay_days
      and fare.supplier = key.supplier and fare.account = key.account and fare.caller = key.caller
      and fare.looked_on < ${today}::date`.execute(tx.q);
}

function toKeyRecord(key: Omit<ObservedKey, 'caller'>) {
  return {
    origin: key.origin,
    cabin_class: key.cabinClass,
    party: key.party,
    destination: key.destination,
    departure_date: key.departureDate,
    stay_days: key.stayDays,
    supplier: key.supplierId,
    account: key.accountId,
  };
}

function toRecord(row: NewObservedFareRow) {
  return {
    ...toKeyRecord(row),
    caller: row.caller,
    amount: row.amount ?? null,
    currency: row.currency ?? null,
    seen_at: row.seenAt,
    seen_on: row.seenOn,
    expires_on: row.expiresOn,
    cheapest_small: row.bytes.cheapestSmall?.toString('base64') ?? null,
    cheapest: row.bytes.cheapest?.toString('base64') ?? null,
    offers: row.bytes.others.toString('base64'),
  };
}
