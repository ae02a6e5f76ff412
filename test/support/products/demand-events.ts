import fc from 'fast-check';
import { sql } from 'kysely';
import {
  type Audience,
  AUDIENCES,
  type DayRange,
  type DemandCell,
  type DemandFilter,
  type DemandKind,
  type DemandProduct,
  LEAD_BOUNDS,
  STAY_BOUNDS,
} from '../../../src/demand/model/demand-event.ts';
import type { ObservedRanking, RankedBy } from '../../../src/demand/read/read-observed.ts';
import type { Db } from '../../../src/platform/db/db.ts';

/** An event as it lies in the table. */
export interface WrittenEvent {
  readonly day: string;
  readonly kind: DemandKind;
  readonly product: DemandProduct;
  readonly destination: string;
  readonly market: readonly [country: string, city: string];
  readonly audience: Audience;
  readonly leadDays: number;
  readonly stayDays: number | null;
  readonly priceUsd: number | null;
  readonly caller: string;
}

/**
 * Events shown together or not at all, as a naive reading of decision 28 cuts them. `day` 0: of the month as a whole.
 */
export interface NaiveUnit {
  readonly month: string;
  readonly day: number;
  readonly kind: string;
  readonly destination: string;
  readonly country: string;
  readonly city: string;
  readonly audience: string;
  /** Callers a unit needs, and a fare. */
  readonly callersMin: number;
  readonly events: readonly WrittenEvent[];
}

/** Few places, days and callers over two months, so that some of everything falls on every step of the ladder. */
export const someEvents = fc.array(
  fc.record<WrittenEvent>({
    day: fc.constantFrom(
      '2026-01-01',
      '2026-01-14',
      '2026-01-15',
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
      '2026-02-28',
    ),
    kind: fc.constantFrom('search', 'search', 'search', 'booking'),
    product: fc.constantFrom('flight', 'flight', 'hotel'),
    destination: fc.constantFrom('LIS', 'LIS', 'NYC', 'OPO'),
    market: fc.constantFrom(['FR', 'PAR'], ['FR', 'PAR'], ['FR', 'LYS'], ['DE', 'BER'], ['??', '??']),
    audience: fc.constantFrom('solo', 'couple', 'couple', 'family'),
    leadDays: fc.nat(400),
    stayDays: fc.option(fc.nat(400)),
    priceUsd: fc.option(fc.integer({ min: 1, max: 5_000_000_000 })),
    caller: fc.constantFrom(...'abcdefghijkl'),
  }),
  { minLength: 1, maxLength: 260, size: 'max' },
);

/** Empties all tables of demand and writes these events. */
export async function writeOnly(db: Db, events: readonly WrittenEvent[]): Promise<void> {
  await sql`truncate demand_event, demand_rollup, demand_slice, demand_caller_key`.execute(db.q);
  await sql`update demand_progress set closed_through = '2000-01-01', counted_through = '2000-01-01'`.execute(db.q);
  await sql`
    insert into demand_event (occurred_at, day, kind, product, destination, market_country, market_city, audience, lead_days, stay_days, price_usd, caller)
    select day::timestamp at time zone 'UTC', day, kind, product, destination, market->>0, market->>1, audience, "leadDays", "stayDays", "priceUsd", caller
    from json_to_recordset(${JSON.stringify(events)}::json) as event(day date, kind text, product text, destination text, market json, audience text,
      "leadDays" smallint, "stayDays" smallint, "priceUsd" bigint, caller text)`.execute(db.q);
}

/** Every row of the roll-up and its slices as text, in order: equal texts are equal bytes. */
export async function dumpCounts(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    select demand_rollup::text as line from demand_rollup union all select demand_slice::text from demand_slice order by 1`.execute(
    db.q,
  );
  return rows.map(({ line }) => line);
}

/**
 * The units of decision 28 with `callersMin` callers, of the days up to `through`; a month whose last day is in it is
 * over.
 */
export function cutUnits(
  events: readonly WrittenEvent[],
  callersMin: number,
  through = '9999-12-31',
): readonly NaiveUnit[] {
  const units: NaiveUnit[] = [];
  let left = events.filter(({ day }) => day <= through);
  const cut = (unitOf: (event: WrittenEvent) => Omit<NaiveUnit, 'events' | 'callersMin'> | undefined) => {
    const groups = Map.groupBy(left, (event) => JSON.stringify(unitOf(event)));
    for (const [key, group] of groups) {
      if (key === undefined || new Set(group.map(({ caller }) => caller)).size < callersMin) continue;
      units.push({ ...JSON.parse(key), callersMin, events: group });
      left = left.filter((event) => !group.includes(event));
    }
  };
  const byDay = ({ day, kind, destination }: WrittenEvent) => ({
    month: day.slice(0, 7),
    day: Number(day.slice(8)),
    kind,
    destination,
  });
  const any = { country: '*', city: '*', audience: '*' };
  cut((event) => ({ ...byDay(event), country: event.market[0], city: event.market[1], audience: event.audience }));
  cut((event) => ({ ...byDay(event), ...any, country: event.market[0], audience: event.audience }));
  cut((event) => ({ ...byDay(event), ...any, country: event.market[0] }));
  cut((event) => ({ ...byDay(event), ...any }));
  const open = left;
  left = open.filter(({ day }) => through >= lastDay(day.slice(0, 7)));
  const byMonth = (event: WrittenEvent) => ({ ...byDay(event), day: 0 });
  cut((event) => ({ ...byMonth(event), ...any, country: event.market[0], audience: event.audience }));
  cut((event) => ({ ...byMonth(event), ...any, country: event.market[0] }));
  cut((event) => ({ ...byMonth(event), ...any }));
  return units;
}

/** The units an answer counts, by a naive reading of decision 28. */
export function unitsOf(units: readonly NaiveUnit[], filter: DemandFilter, days: DayRange): readonly NaiveUnit[] {
  return units.filter((unit) => matches(unit, filter) && isIn(unit, days));
}

/** A ranking by a naive reading of `readObservedRanking`. */
export function rankNaively(
  units: readonly NaiveUnit[],
  by: RankedBy,
  filter: DemandFilter,
  days: DayRange,
): ObservedRanking {
  const matching = units.filter(
    (unit) => matches(unit, filter) && unit.month >= days.from.slice(0, 7) && unit.month <= days.to.slice(0, 7),
  );
  const groups = Map.groupBy(
    matching,
    (unit) =>
      ({
        destination: unit.destination,
        market_city: unit.city,
        market_country: unit.country,
        audience: unit.audience,
      })[by],
  );
  const cells = [...groups]
    .filter(([key]) => key !== '*' && key !== '??')
    .map(([key, group]): [string, DemandCell] => [key, toCell(group, days)]);
  return { cells: new Map(cells.filter(([, { volume }]) => volume > 0)), total: toCell(matching, days) };
}

/** Days by a naive reading of `readObservedDays`. */
export function countDaysNaively(units: readonly NaiveUnit[], filter: DemandFilter, days: DayRange): readonly number[] {
  const length = (Date.parse(days.to) - Date.parse(days.from)) / 86_400_000 + 1;
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(days.from) + index * 86_400_000).toISOString().slice(0, 10);
    return unitsOf(units, filter, { from: day, to: day }).reduce(
      (sum, unit) => sum + (unit.day === 0 ? 0 : unit.events.length),
      0,
    );
  });
}

/** Questions of every kind: with and without each filter, periods of whole months and of parts. */
export function allFilters(): readonly DemandFilter[] {
  const filters: DemandFilter[] = [];
  for (const kind of ['search', 'booking'] as const)
    for (const destination of [undefined, 'LIS', 'OSL'])
      for (const market of [undefined, 'FR', 'PAR', 'BER'])
        for (const audience of [undefined, ...AUDIENCES.slice(0, 2)])
          filters.push({ kind, destination, market, audience });
  return filters;
}
export const PERIODS: readonly DayRange[] = [
  { from: '2026-01-01', to: '2026-02-28' },
  { from: '2026-01-01', to: '2026-01-31' },
  { from: '2026-01-01', to: '2026-01-30' },
  { from: '2026-01-15', to: '2026-01-15' },
  { from: '2026-01-15', to: '2026-02-01' },
  { from: '2025-12-31', to: '2026-02-01' },
  { from: '2026-02-01', to: '2026-02-28' },
  { from: '2026-02-02', to: '2026-04-30' },
];

function matches(unit: NaiveUnit, { kind, destination, market, audience }: DemandFilter): boolean {
  return (
    unit.kind === kind &&
    (destination === undefined || unit.destination === destination) &&
    (audience === undefined || unit.audience === audience) &&
    (market === undefined || market === unit.country || market === unit.city)
  );
}

function isIn(unit: NaiveUnit, { from, to }: DayRange): boolean {
  if (unit.day === 0) return from <= `${unit.month}-01` && to >= lastDay(unit.month);
  const day = `${unit.month}-${String(unit.day).padStart(2, '0')}`;
  return from <= day && day <= to;
}

function toCell(units: readonly NaiveUnit[], days: DayRange): DemandCell {
  const events = units.flatMap((unit) => unit.events);
  // Fares are those of a month's units of a key together: of the lowest of each caller the one that as many callers
  // have seen as a unit needs.
  const alike = Map.groupBy(units, ({ day: _day, events: _events, ...key }) => JSON.stringify(key)).values();
  const fares = [...alike].flatMap((group) => {
    const flights = group
      .flatMap((unit) => unit.events)
      .filter(({ product, priceUsd }) => product === 'flight' && priceUsd !== null);
    const lowest = [...Map.groupBy(flights, ({ caller }) => caller).values()].map((seen) =>
      Math.min(...seen.flatMap(({ priceUsd }) => priceUsd ?? [])),
    );
    return lowest.sort((one, other) => one - other)[(group[0]?.callersMin ?? 1) - 1] ?? [];
  });
  return {
    volume: units.filter((unit) => isIn(unit, days)).reduce((sum, unit) => sum + unit.events.length, 0),
    leadBins: LEAD_BOUNDS.map((_, bin) => events.filter(({ leadDays }) => binOf(leadDays, LEAD_BOUNDS) === bin).length),
    stayBins: STAY_BOUNDS.map(
      (_, bin) => events.filter(({ stayDays }) => stayDays !== null && binOf(stayDays, STAY_BOUNDS) === bin).length,
    ),
    lowestFare: fares.length === 0 ? undefined : Math.min(...fares),
  };
}

/** The bin of a number of days: the first bound that reaches it, else the last. */
function binOf(days: number, bounds: readonly number[]): number {
  const bin = bounds.findIndex((bound) => days <= bound);
  return bin === -1 ? bounds.length - 1 : bin;
}

function lastDay(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);
}
