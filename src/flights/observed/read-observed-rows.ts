import type { Handle } from '../../platform/db/db.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { FlightOffer } from '../../travel/flight.ts';
import type { ObservedOffers, ObservedRoute, StoredDates } from '../model/observed-fare.ts';
import {
  listObservedFares,
  listSmallObservedFares,
  type ObservedFareRow,
  type ObservedFareRule,
  type OffersRead,
} from './observed-store.ts';
import { type PackedOffers, unpackOffers } from './pack-offers.ts';
import { createScratch, type Scratch } from './pack-small.ts';

/**
 * Date pairs read in one statement. Each of them lies on a page of its own that may have to come from the disk, one
 * after the other within a statement: three statements at once wait a third as long.
 */
const DATES_PER_READ = 20;
const READS_AT_ONCE = 3;
/** Date pairs read in one statement where an index holds all that is read of them: they are neighbours in it. */
const DATES_PER_INDEX_READ = 62;
/** Rows unpacked before other requests may run. */
const ROWS_PER_PART = 10;
/** What was observed of one date pair at one supplier. */
export interface ObservedDates extends StoredDates {
  readonly observed: ObservedOffers;
}

/** One reading under way: who asks about which route. */
export interface Reading {
  readonly route: ObservedRoute;
  readonly rule: ObservedFareRule;
  readonly signal: AbortSignal | undefined;
}

/** What was read, and the date pairs (`dateKeyOf`) with a row whose offers are not where they were looked for. */
interface Read {
  readonly observed: readonly ObservedDates[];
  readonly unread: ReadonlySet<string>;
}

/**
 * The newest rows of these date pairs that may be shown. The cheapest offers alone lie in an index; those that do not
 * (`cheapest_small`) are read from the table. `onRows` is called with what was read.
 */
export async function readObservedRows(
  h: Handle,
  reading: Reading,
  { dates, wanted }: { readonly dates: readonly StoredDates[]; readonly wanted: OffersRead },
  onRows: (rows: readonly ObservedFareRow[]) => void,
): Promise<readonly ObservedDates[]> {
  const { route, rule } = reading;
  const scratch = createScratch();
  const readIn = async (
    parts: readonly (readonly StoredDates[])[],
    list: (part: readonly StoredDates[]) => Promise<readonly ObservedFareRow[]>,
  ): Promise<Read> => {
    const observed: ObservedDates[] = [];
    const unread = new Set<string>();
    for (let start = 0; start < parts.length; start += READS_AT_ONCE) {
      const rows = (await Promise.all(parts.slice(start, start + READS_AT_ONCE).map(list))).flat();
      onRows(rows);
      await unpackRows(reading, rows, scratch, { observed, unread });
    }
    return { observed, unread };
  };
  const readTable = (some: readonly StoredDates[]) =>
    readIn(chunksOf(some, DATES_PER_READ), (part) => listObservedFares(h, route, part, rule, wanted));
  if (wanted === 'all') return (await readTable(dates)).observed;
  const { observed, unread } = await readIn(chunksOf(dates, DATES_PER_INDEX_READ), (part) =>
    listSmallObservedFares(h, route, part, rule),
  );
  if (unread.size === 0) return observed;
  const isUnread = (pair: StoredDates) => unread.has(dateKeyOf(pair));
  const rest = await readTable(dates.filter(isUnread));
  return [...observed.filter((pair) => !isUnread(pair)), ...rest.observed];
}

/** Adds what can be shown of them to `observed`, and the date pairs of the others to `unread`. */
async function unpackRows(
  { rule, signal }: Reading,
  rows: readonly ObservedFareRow[],
  scratch: Scratch,
  { observed, unread }: { readonly observed: ObservedDates[]; readonly unread: Set<string> },
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_PART === 0) await yieldIfBusy(signal);
    const unpacked = unpackOffers(row, scratch);
    // A process of an earlier version replaces a row's lowest total, but not what it does not know of.
    if (unpacked !== undefined && lowestTotal(unpacked.offers) === row.amount)
      observed.push(toObserved(row, unpacked, isOwn(row, rule)));
    else unread.add(dateKeyOf(row));
  }
}

function chunksOf<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}

function dateKeyOf({ departureDate, stayDays }: StoredDates): string {
  return `${departureDate}/${stayDays}`;
}

/** Whether the reader, or the installation itself, has seen it. */
export function isOwn({ caller }: Pick<ObservedFareRow, 'caller'>, reader: Pick<ObservedFareRule, 'caller'>): boolean {
  return caller === '' || caller === reader.caller;
}

function lowestTotal([cheapest]: readonly FlightOffer[]): number | undefined {
  return cheapest?.fares[0]?.total.value;
}

/** When others saw a fare is said to the hour: nobody learns the minute in which somebody searched. */
const SEEN_BY_OTHERS_MS = 3_600_000;

/** The hour in which a fare was seen: what others may know of it. */
export function toHour(seenAt: Date): Date {
  return new Date(Math.floor(seenAt.getTime() / SEEN_BY_OTHERS_MS) * SEEN_BY_OTHERS_MS);
}

function toObserved(
  { departureDate, stayDays, supplierId, seenAt }: ObservedFareRow,
  { supplierName, isWhole, offers }: PackedOffers,
  isOwnRow: boolean,
): ObservedDates {
  const at = isOwnRow ? seenAt : toHour(seenAt);
  return { departureDate, stayDays, observed: { supplierId, supplierName, seenAt: at, isWhole, offers } };
}
