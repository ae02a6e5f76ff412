import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Handle, ReadHandle, Tx } from '../../platform/db/db.ts';
import { LIFT_STATEMENT_TIMEOUT } from '../../platform/db/driver.ts';
import { isIsoDate, type IsoDate } from '../../travel/dates.ts';
import type { CountedUnit, SliceAxis } from '../model/counts/build-slices.ts';
import { ANY, type DemandKind, LEAD_BOUNDS, STAY_BOUNDS, UNKNOWN_MARKET } from '../model/demand-event.ts';

/** Any number nobody else locks: one process at a time counts. */
const ROLL_UP_LOCK = 7_220_193;
/** What one sort or hash of a roll-up may take: one of them runs at a time in the whole installation. */
const WORK_MEMORY = '64MB';
/** Units read at once: a few hundred kB. */
const UNITS_A_FETCH = 2_000;
/**
 * Pages (8 kB) of a table that a statement takes at once: some thousand rows, tens of milliseconds on the embedded
 * database.
 */
const PAGES_A_PIECE = 64;

/**
 * What the units of a month are cut by, the finest first (decision 28); what has too few callers falls to the next. All
 * but the last three are units of a day.
 */
const LADDER = [
  ['kind', 'destination', 'day', 'market_country', 'market_city', 'audience'],
  ['kind', 'destination', 'day', 'market_country', 'audience'],
  ['kind', 'destination', 'day', 'market_country'],
  ['kind', 'destination', 'day'],
  ['kind', 'destination', 'market_country', 'audience'],
  ['kind', 'destination', 'market_country'],
  ['kind', 'destination'],
] as const;
const STEPS_OF_A_DAY = 4;
/** Stands for the stay of a journey one way; 4 bits hold every bin beside it. */
const NO_BIN = sql.lit(15);
/** What distinguishes units in a month. */
const UNIT_KEY = sql.raw('kind, destination, market_country, market_city, audience');
const DAY = sql`extract(day from day)::smallint`;
const LEAD_BIN = sql`width_bucket(lead_days::integer, ${aboveBounds(LEAD_BOUNDS)})::smallint`;
const STAY_BIN = sql`width_bucket(stay_days::integer, ${aboveBounds(STAY_BOUNDS)})::smallint`;

/** How far the days are closed, and how far what they hold is counted. */
export interface DemandProgress {
  readonly closedThrough: IsoDate;
  readonly countedThrough: IsoDate;
}

/** Which events of a month count, and how they are distinguished. */
export interface RollUpRules {
  /** The first day. */
  readonly month: IsoDate;
  /** The last day that counts; undefined: all of the month. */
  readonly through: IsoDate | undefined;
  /** Distinct callers a unit needs. */
  readonly callersMin: number;
  /** Whether what is too small by day is counted by month: once the month is over. */
  readonly isOver: boolean;
}

/** How a month's units differ from those there were. */
export interface UnitChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** Lets one process at a time count, until the transaction ends, and gives it time and memory to do so. */
export async function lockRollUp(tx: Tx): Promise<void> {
  // First: anyone who is before us may take longer than a statement may.
  await sql.raw(LIFT_STATEMENT_TIMEOUT).execute(tx.q);
  await sql`select pg_advisory_xact_lock(${ROLL_UP_LOCK}::bigint)`.execute(tx.q);
  // A table that was just written has no statistics: joins one by one would look good, and take the square of the time.
  // Compiling does not pay.
  await sql`select set_config('work_mem', ${WORK_MEMORY}, true), set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(
    tx.q,
  );
}

/** How far things are. */
export async function getProgress(h: ReadHandle): Promise<DemandProgress> {
  const { rows } = await sql<{ closed: string; counted: string }>`
    select closed_through as closed, counted_through as counted from demand_progress`.execute(h.q);
  const row = rows[0];
  if (row === undefined) throw new Error('demand_progress has no row.');
  return { closedThrough: row.closed, countedThrough: row.counted };
}

/**
 * Closes the days up to `through`: waits for events that are being written, and none is counted on those days any more.
 * Never opens one again.
 */
export async function closeDays(tx: Tx, through: IsoDate): Promise<void> {
  await sql`select 1 from demand_progress for update`.execute(tx.q);
  await sql`update demand_progress set closed_through = ${through}::date where closed_through < ${through}::date`.execute(
    tx.q,
  );
}

/** Notes that the days up to `through` are counted. */
export async function noteCounted(h: Handle, through: IsoDate): Promise<void> {
  await sql`update demand_progress set counted_through = ${through}::date where counted_through < ${through}::date`.execute(
    h.q,
  );
}

/** Deletes the keys of callers of months before this one: from then on nobody can say who they were. */
export async function deleteCallerKeysBefore(h: Handle, month: IsoDate): Promise<void> {
  await sql`delete from demand_caller_key where month < ${month}::date`.execute(h.q);
}

/** The months from `from` to that of `to`, by their first days, in which events are counted, oldest first. */
export async function listEventMonths(h: Handle, from: IsoDate, to: IsoDate): Promise<readonly IsoDate[]> {
  const { rows } = await sql<{ month: string }>`
    select month::date as month
    from generate_series(date_trunc('month', ${from}::timestamp), ${to}::timestamp, interval '1 month') as month
    where exists (select 1 from demand_event where day >= month::date and day < (month + interval '1 month')::date)
    order by 1`.execute(h.q);
  return rows.map(({ month }) => month);
}

/**
 * The months from `from` on of which not all events, or more than there are, are counted: days are compared by their
 * numbers of events, out of an index. Only where every event is shown, that is with units of one caller.
 */
export async function listUncountedMonths(h: Handle, from: IsoDate): Promise<readonly IsoDate[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', coalesce(written.day, counted.day)::timestamp)::date as month
    from (select day, sum(count) as events from demand_event where day >= ${from}::date group by day) as written
    full join (
      select (slice.month + (total.slot - 2)::integer) as day, sum(total.events) as events
      from demand_slice as slice cross join lateral unnest(slice.day_totals) with ordinality as total(events, slot)
      where slice.axis = 'destination' and slice.place = ${ANY} and slice.audience = ${ANY} and slice.kind in ('search', 'trip', 'booking')
        and slice.month >= ${from}::date and total.events > 0 group by 1
    ) as counted using (day)
    where written.events is distinct from counted.events order by 1`.execute(h.q);
  return rows.map(({ month }) => month);
}

/** Counts a month's events into `demand_unit`, a table of this transaction. Run under the lock. */
export async function countUnits(tx: Tx, rules: RollUpRules): Promise<void> {
  // Where every event is shown there is no ladder, and nobody's callers to be distinguished.
  if (rules.callersMin === 1) return createUnits(tx, selectUnits(everyEvent(rules), 1));
  await createSigns(tx, rules);
  const steps = rules.isOver ? LADDER.length : STEPS_OF_A_DAY;
  for (let step = 0; step < steps; step += 1) await takeStep(tx, step, rules.callersMin);
  await createUnits(tx, selectUnits(takenSigns(), rules.callersMin));
}

/** The events of the month, alike ones of a caller together; `step` is that of the ladder, null where none is found. */
async function createSigns(tx: Tx, rules: RollUpRules): Promise<void> {
  await sql`
    create temporary table demand_sign on commit drop as
    select kind, destination, market_country, market_city, audience, ${DAY} as day, ${LEAD_BIN} as lead_bin, ${STAY_BIN} as stay_bin,
      caller, sum(count)::integer as events, min(price_usd) filter (where product = 'flight') as lowest_fare, null::integer as step
    from demand_event where ${isCounted(rules)}
    group by kind, destination, market_country, market_city, audience, day, lead_bin, stay_bin, caller`.execute(tx.q);
  // A city has one country in a month, even when the world's data change in between: its slice is one.
  await sql`
    update demand_sign as sign set market_country = city.country
    from (select market_city, max(market_country) as country from demand_sign where market_city <> ${sql.lit(UNKNOWN_MARKET)}
      group by market_city having min(market_country) <> max(market_country)) as city
    where sign.market_city = city.market_city`.execute(tx.q);
  await sql`analyze demand_sign`.execute(tx.q);
}

/** Takes what has enough callers by the columns of a step, of what no step before has taken. */
async function takeStep(tx: Tx, step: number, callersMin: number): Promise<void> {
  const columns = LADDER[step] ?? [];
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const alike = sql.join(
    columns.map((column) => sql`sign.${sql.ref(column)} = unit.${sql.ref(column)}`),
    sql` and `,
  );
  await sql`
    update demand_sign as sign set step = ${step}::integer
    from (select ${list} from (select distinct ${list}, caller from demand_sign where step is null) as seen
      group by ${list} having count(*) >= ${callersMin}) as unit
    where sign.step is null and ${alike}`.execute(tx.q);
}

/** What the steps have taken, under the columns they cut by. Its fares are those of `fareOfCallers`. */
function takenSigns(): RawBuilder<unknown> {
  const any = sql.lit(ANY);
  const isRetained = (column: (typeof LADDER)[0][number]) =>
    sql.join(LADDER.flatMap((columns, step) => (columns.some((one) => one === column) ? [sql.lit(step)] : [])));
  const cut = (column: 'market_country' | 'market_city' | 'audience') =>
    sql`case when step in (${isRetained(column)}) then ${sql.ref(column)} else ${any} end as ${sql.ref(column)}`;
  return sql`
    select kind, destination, ${cut('market_country')}, ${cut('market_city')}, ${cut('audience')},
      case when step in (${isRetained('day')}) then day else 0::smallint end as day, lead_bin, stay_bin, events, lowest_fare, caller
    from demand_sign where step is not null`;
}

/** Columns of an event as `selectUnits` takes them, but for those that are as in the table. */
export function eventColumns(): RawBuilder<unknown> {
  return sql`${DAY} as day, ${LEAD_BIN} as lead_bin, ${STAY_BIN} as stay_bin, count as events, case when product = 'flight' then price_usd end as lowest_fare`;
}

/** Every event of the month. A city has one country here too. */
function everyEvent(rules: RollUpRules): RawBuilder<unknown> {
  return sql`
    with city as materialized (
      select market_city, max(market_country) as country from demand_event where ${isCounted(rules)} and market_city <> ${sql.lit(UNKNOWN_MARKET)}
      group by market_city having min(market_country) <> max(market_country)
    )
    select kind, destination, coalesce(city.country, market_country) as market_country, market_city, audience, ${eventColumns()}
    from demand_event
    left join city using (market_city) where ${isCounted(rules)}`;
}

async function createUnits(tx: Tx, units: RawBuilder<unknown>): Promise<void> {
  await sql`create temporary table demand_unit on commit drop as ${units}`.execute(tx.q);
}

/**
 * Counts what is taken, as the rows of `demand_rollup`. Day and bins of an event are one number, and those of a unit
 * one array: texts are grouped once and never sorted, which was most of the time this took.
 */
export function selectUnits(taken: RawBuilder<unknown>, callersMin: number): RawBuilder<unknown> {
  const bins = (column: string, count: number) =>
    sql.join(
      Array.from(
        { length: count },
        (_, bin) => sql`coalesce(sum(events) filter (where ${sql.ref(column)} = ${sql.lit(bin)}), 0)::integer`,
      ),
    );
  return sql`
    with taken as ${callersMin === 1 ? sql`not materialized` : sql`materialized`} (${taken}), unit as materialized (
      select row_number() over () as unit, ${UNIT_KEY}, min(lowest_fare) as lowest_fare,
        array_agg(((events::bigint * 32 + day) * 16 + lead_bin) * 16 + coalesce(stay_bin, ${NO_BIN})) as codes
      from taken group by ${UNIT_KEY}
    ), sign as materialized (
      select unit, (code >> 13)::integer as events, ((code >> 8) & 31)::smallint as day, ((code >> 4) & 15)::smallint as lead_bin, (code & 15)::smallint as stay_bin
      from unit cross join lateral unnest(codes) as code
    ), dated as (
      select unit, array_agg(day order by day) as days, array_agg(events order by day) as volumes
      from (select unit, day, sum(events)::integer as events from sign group by unit, day order by unit, day) as day group by unit
    ), binned as (
      select unit, array[${bins('lead_bin', LEAD_BOUNDS.length)}] as lead_bins, array[${bins('stay_bin', STAY_BOUNDS.length)}] as stay_bins from sign group by unit
    )
    select ${UNIT_KEY}, days, volumes, lead_bins, stay_bins, ${callersMin === 1 ? sql`unit.lowest_fare` : sql`fare.lowest_fare`} as lowest_fare
    from unit join dated using (unit) join binned using (unit) ${callersMin === 1 ? sql`` : sql`left join (${fareOfCallers(callersMin)}) as fare using (${UNIT_KEY})`}`;
}

/**
 * By unit, the lowest fare that so many callers have seen: of the lowest of each the one at this place. The lowest of
 * all is some one caller's.
 */
function fareOfCallers(callersMin: number): RawBuilder<unknown> {
  return sql`
    select ${UNIT_KEY}, lowest_fare from (
      select ${UNIT_KEY}, lowest_fare, row_number() over (partition by ${UNIT_KEY} order by lowest_fare) as place
      from (select ${UNIT_KEY}, caller, min(lowest_fare) as lowest_fare from taken where lowest_fare is not null group by ${UNIT_KEY}, caller) as seen
    ) as ranked where place = ${sql.lit(callersMin)}`;
}

/** How the units just counted differ from the month's rows. */
export async function compareUnits(tx: Tx, month: IsoDate): Promise<UnitChanges> {
  const { rows } = await sql<UnitChanges>`
    select count(*) filter (where old.month is null) as added, count(*) filter (where new.days is null) as removed,
      count(*) filter (where old.month is not null and new.days is not null) as changed
    from (select * from demand_rollup where month = ${month}::date) as old
    full join demand_unit as new using (kind, destination, market_country, market_city, audience)
    where (old.days, old.volumes, old.lead_bins, old.stay_bins, old.lowest_fare)
      is distinct from (new.days, new.volumes, new.lead_bins, new.stay_bins, new.lowest_fare)`.execute(tx.q);
  return rows[0] ?? { added: 0, removed: 0, changed: 0 };
}

/**
 * Puts the units just counted in the place of the month's rows, some thousand at a time; answers how many there are.
 */
export async function replaceUnits(tx: Tx, month: IsoDate): Promise<number> {
  await sql`delete from demand_rollup where month = ${month}::date`.execute(tx.q);
  let units = 0;
  for (const pages of pageRanges(await countPages(tx, 'demand_unit'))) {
    await letOthersRun();
    const { numAffectedRows } = await sql`
      insert into demand_rollup (month, kind, destination, market_country, market_city, audience, days, volumes, lead_bins, stay_bins, lowest_fare)
      select ${month}::date, kind, destination, market_country, market_city, audience, days, volumes, lead_bins, stay_bins, lowest_fare
      from demand_unit where ${pages}`.execute(tx.q);
    units += Number(numAffectedRows ?? 0n);
  }
  return units;
}

/** How many pages a table has, or of a table in partitions the longest of them. */
export async function countPages(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select ceil(max(pg_relation_size(relid)) / current_setting('block_size')::integer)::integer as pages
    from (select ${table}::regclass as relid union all select inhrelid from pg_inherits where inhparent = ${table}::regclass) as part`.execute(
    tx.q,
  );
  return rows[0]?.pages ?? 0;
}

/** Conditions that together hold for each row of a table of so many pages once, each for some thousand rows of it. */
export function pageRanges(pages: number): readonly RawBuilder<boolean>[] {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(pages / PAGES_A_PIECE)) },
    (_, piece) => piece * PAGES_A_PIECE,
  );
  const at = (page: number) => sql`${sql.lit(`(${page},0)`)}::tid`;
  return starts.map((start, index) =>
    index === starts.length - 1
      ? sql<boolean>`ctid >= ${at(start)}`
      : sql<boolean>`ctid >= ${at(start)} and ctid < ${at(start + PAGES_A_PIECE)}`,
  );
}

/** The embedded database runs in this process: between two statements everybody else gets a turn. */
export async function letOthersRun(): Promise<void> {
  await setImmediate();
}

/** Reads the units just counted in the order `createSliceBuilder` wants for an axis, some thousand at a time. */
export async function* readUnits(tx: Tx, axis: SliceAxis): AsyncGenerator<readonly CountedUnit[]> {
  // By bytes: the language's order takes several times as long. Texts are made of arrays after the sort, not carried
  // through it.
  const order = sql.join(
    (axis === 'destination' ? ['kind', 'market_country', 'market_city'] : ['kind', 'destination']).map(
      (column) => sql`${sql.ref(column)} collate "C"`,
    ),
  );
  await sql`
    declare demand_units no scroll cursor for
    select kind, destination, market_country, market_city, audience, array_to_string(days, ',') as days, array_to_string(volumes, ',') as volumes,
      array_to_string(lead_bins, ',') as lead_bins, array_to_string(stay_bins, ',') as stay_bins, lowest_fare
    from (select * from demand_unit order by ${order} offset 0) as unit`.execute(tx.q);
  const fetchSome = async () =>
    (await sql<UnitRow>`fetch forward ${sql.lit(UNITS_A_FETCH)} from demand_units`.execute(tx.q)).rows;
  for (let rows = await fetchSome(); rows.length > 0; ) {
    // The server reads the next while these are taken.
    const next = fetchSome();
    // Anyone who takes these may fail first; then nobody awaits the rest.
    next.catch(() => undefined);
    yield rows.map(toUnit);
    rows = await next;
    await letOthersRun();
  }
  await sql`close demand_units`.execute(tx.q);
}

interface UnitRow {
  readonly kind: DemandKind;
  readonly destination: string;
  readonly market_country: string;
  readonly market_city: string;
  readonly audience: string;
  readonly days: string;
  readonly volumes: string;
  readonly lead_bins: string;
  readonly stay_bins: string;
  readonly lowest_fare: number | null;
}

function toUnit(row: UnitRow): CountedUnit {
  return {
    kind: row.kind,
    destination: row.destination,
    marketCountry: row.market_country,
    marketCity: row.market_city,
    audience: row.audience,
    days: toNumbers(row.days),
    volumes: toNumbers(row.volumes),
    leadBins: toNumbers(row.lead_bins),
    stayBins: toNumbers(row.stay_bins),
    lowestFare: row.lowest_fare ?? undefined,
  };
}

/** Arrays come as text: pg reads them letter by letter, and there are millions. */
function toNumbers(text: string): readonly number[] {
  return text.split(',').map(Number);
}

/**
 * Which events of a month count, as a condition. What stands in this text is checked: a temporary table takes no
 * parameters.
 */
export function isCounted({ month, through }: RollUpRules): RawBuilder<unknown> {
  const first = sql.lit(checked(month));
  return sql`day >= ${first}::date and day < (${first}::date + interval '1 month')::date and day <= ${sql.lit(through === undefined ? 'infinity' : checked(through))}::date`;
}

/** Thresholds for `width_bucket`: a bin is the first whose bound reaches the days, else the last. */
function aboveBounds(bounds: readonly number[]) {
  return sql.raw(
    `array[${bounds
      .slice(0, -1)
      .map((bound) => bound + 1)
      .join(', ')}]::integer[]`,
  );
}

function checked(date: IsoDate): IsoDate {
  if (!isIsoDate(date)) throw new RangeError(`Not a date: ${date}`);
  return date;
}
