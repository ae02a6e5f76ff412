import type { Handle } from '../../platform/db/db.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { FlightOffer } from '../../travel/flight.ts';
import type { ObservedRoute, SeenOffers, StoredDates } from '../model/observed-fare.ts';
import { listSights, listSmallSights, type ObservedSight, type OffersRead, type SightRule } from './observed-store.ts';
import { type PackedSight, unpackOffers } from './pack-offers.ts';
import { createScratch, type Scratch } from './pack-small.ts';

/**
 * Date pairs read in one statement. Each of them lies on a page of its own that may have to come from the disk, one
 * after the other within a statement: three statements at once wait a third as long.
 */
const DATES_PER_READ = 20;
const READS_AT_ONCE = 3;
/** Date pairs read in one statement where an index holds all that is read of them: they are neighbours in it. */
const DATES_PER_INDEX_READ = 62;
/** Sights unpacked before other requests may run. */
const SIGHTS_PER_PART = 10;
/** What was seen of one date pair at one supplier. */
export interface SeenDates extends StoredDates {
  readonly seen: SeenOffers;
}

/** One reading under way: who asks about which route. */
export interface Reading {
  readonly route: ObservedRoute;
  readonly rule: SightRule;
  readonly signal: AbortSignal | undefined;
}

/** What was read, and the date pairs (`dateKeyOf`) with a sight whose offers are not where they were looked for. */
interface Read {
  readonly seen: readonly SeenDates[];
  readonly unread: ReadonlySet<string>;
}

/**
 * The newest sights of these date pairs that may be shown. The cheapest offers alone lie in an index; those that do not
 * (`cheapest_small`) are read from the table. `onSights` is called with what was read.
 */
export async function readSights(
  h: Handle,
  reading: Reading,
  { dates, wanted }: { readonly dates: readonly StoredDates[]; readonly wanted: OffersRead },
  onSights: (sights: readonly ObservedSight[]) => void,
): Promise<readonly SeenDates[]> {
  const { route, rule } = reading;
  const scratch = createScratch();
  const readIn = async (
    parts: readonly (readonly StoredDates[])[],
    list: (part: readonly StoredDates[]) => Promise<readonly ObservedSight[]>,
  ): Promise<Read> => {
    const seen: SeenDates[] = [];
    const unread = new Set<string>();
    for (let start = 0; start < parts.length; start += READS_AT_ONCE) {
      const sights = (await Promise.all(parts.slice(start, start + READS_AT_ONCE).map(list))).flat();
      onSights(sights);
      await unpackSights(reading, sights, scratch, { seen, unread });
    }
    return { seen, unread };
  };
  const readTable = (some: readonly StoredDates[]) =>
    readIn(chunksOf(some, DATES_PER_READ), (part) => listSights(h, route, part, rule, wanted));
  if (wanted === 'all') return (await readTable(dates)).seen;
  const { seen, unread } = await readIn(chunksOf(dates, DATES_PER_INDEX_READ), (part) =>
    listSmallSights(h, route, part, rule),
  );
  if (unread.size === 0) return seen;
  const isUnread = (pair: StoredDates) => unread.has(dateKeyOf(pair));
  const rest = await readTable(dates.filter(isUnread));
  return [...seen.filter((pair) => !isUnread(pair)), ...rest.seen];
}

/** Adds what can be shown of them to `seen`, and the date pairs of the others to `unread`. */
async function unpackSights(
  { rule, signal }: Reading,
  sights: readonly ObservedSight[],
  scratch: Scratch,
  { seen, unread }: { readonly seen: SeenDates[]; readonly unread: Set<string> },
): Promise<void> {
  for (const [index, sight] of sights.entries()) {
    if (index % SIGHTS_PER_PART === 0) await yieldIfBusy(signal);
    const unpacked = unpackOffers(sight, scratch);
    // A process of an earlier version replaces a row's lowest total, but not what it does not know of.
    if (unpacked !== undefined && lowestTotal(unpacked.offers) === sight.amount)
      seen.push(toSeen(sight, unpacked, isOwn(sight, rule)));
    else unread.add(dateKeyOf(sight));
  }
}

function chunksOf<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}

function dateKeyOf({ departureDate, stayDays }: StoredDates): string {
  return `${departureDate}/${stayDays}`;
}

/** Whether the reader, or the installation itself, has seen it. */
export function isOwn({ caller }: Pick<ObservedSight, 'caller'>, reader: Pick<SightRule, 'caller'>): boolean {
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

function toSeen(
  { departureDate, stayDays, supplierId, seenAt }: ObservedSight,
  { supplierName, isWhole, offers }: PackedSight,
  isOwnSight: boolean,
): SeenDates {
  const at = isOwnSight ? seenAt : toHour(seenAt);
  return { departureDate, stayDays, seen: { supplierId, supplierName, seenAt: at, isWhole, offers } };
}
