import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { Logger } from 'pino';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { type BatchWriter, createBatchWriter } from '../../platform/scheduling/batch-writer.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { Sealer } from '../../platform/security/crypto.ts';
import { CALLERS_MIN } from '../../demand/model/callers-min.ts';
import { type IsoDate, todayIn } from '../../travel/dates.ts';
import type { FlightOffer } from '../../travel/flight.ts';
import {
  type QueriedSupplier,
  expiryOf,
  OBSERVED_DAYS_MAX,
  type ObservedParty,
  type ObservedRoute,
  type SeenOffers,
  type StoredDates,
} from '../model/observed-fare.ts';
import {
  deleteFurtherCallers,
  listKnown,
  listLowest,
  listReached,
  listSights,
  listSmallSights,
  type OffersRead,
  type ObservedKey,
  type ObservedRow,
  type ObservedSight,
  type ReachedSight,
  type SightRule,
  updateLookedOn,
  upsertObserved,
} from './observed-store.ts';
import { packOffers, unpackOffers } from './pack-offers.ts';
import { createScratch, type Scratch } from './pack-small.ts';
import { selectOffers } from './select-offers.ts';

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
/** How many date pairs of a place `reach` answers. */
const REACHED_PER_PLACE = 3;
/** 96 bits: two organizations never meet. */
const CALLER_LENGTH = 16;
const DAY_MS = 86_400_000;

/** Who asks: an organization; undefined is the installation itself, whose fares anybody may see. */
export type ObservedAsker = OrganizationId | undefined;

/** One answer of a supplier to one date pair. */
export interface ObservedAnswer extends ObservedRoute, StoredDates, QueriedSupplier {
  readonly asker: ObservedAsker;
  readonly supplierName: string;
  /** Everything the supplier answered; empty where nothing flies. */
  readonly found: readonly FlightOffer[];
  /** Whether the supplier left out journeys beyond the bound of the query. */
  readonly isCut: boolean;
}

/** Who reads, and what they sell through. */
export interface ObservedReader {
  readonly organizationId: OrganizationId;
  readonly suppliers: readonly QueriedSupplier[];
  readonly signal?: AbortSignal | undefined;
}

/** What was seen of one date pair at one supplier. */
export interface SeenDates extends StoredDates {
  readonly seen: SeenOffers;
}

/**
 * Fares that live searches have found at suppliers that publish none, shared by all processes of the installation. A
 * fare is shown to those who have seen it, and to everybody once five organizations have (in the sandbox, one). Fares
 * that the installation itself searched for (`bly admin warm-fares`) are shown to everybody. A fare lives 30 days.
 * Written behind the answers, within a second.
 */
export interface ObservedFares {
  /** Takes what a search found. Never throws and never waits. */
  record(answer: ObservedAnswer): void;
  /**
   * The newest fares of these date pairs that the reader may see; what nobody has seen is left out. Of each search all
   * that was stored, or the cheapest offers alone, which takes a sixth of the time.
   */
  read(
    route: ObservedRoute,
    dates: readonly StoredDates[],
    reader: ObservedReader,
    wanted: OffersRead,
  ): Promise<readonly SeenDates[]>;
  /** The places that were seen from an origin on these dates, each with its three cheapest date pairs. */
  reach(
    query: ObservedParty & {
      readonly origin: string;
      /** Place keys; undefined: every city. */
      readonly destinations: readonly string[] | undefined;
      readonly dates: readonly StoredDates[];
    },
    reader: ObservedReader,
  ): Promise<readonly ReachedSight[]>;
  /**
   * The newest lowest total of each date pair and supplier that leaves in a season, as far as the reader may see it, by
   * day of departure; where nothing flies there is none. At most 2,000.
   */
  lowest(route: ObservedRoute, season: ObservedSeason, reader: ObservedReader): Promise<readonly SeenLowest[]>;
  /**
   * Which of these journeys the reader may see a fare of, seen since then at every supplier it sells through: their
   * indexes. Asking is no look: it does not make a fare count as used.
   */
  findKnown(journeys: readonly ObservedJourneyKey[], since: Date, reader: ObservedReader): Promise<ReadonlySet<number>>;
  /** Writes what is held, now. */
  settle(): Promise<void>;
  /** Writes what is held, for at most 2 s. Nothing is taken any more. */
  stop(): Promise<void>;
}

/** Days of departure, both included, of one-way journeys or of round trips. */
export interface ObservedSeason {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly isRoundTrip: boolean;
}

/** The lowest total that was seen of a date pair, minor units. */
export interface SeenLowest extends StoredDates {
  readonly amount: number;
  readonly currency: string;
  /** To the hour where others have seen it. */
  readonly seenAt: Date;
}

/** A journey as fares are stored under it. */
export type ObservedJourneyKey = ObservedRoute & StoredDates;

/** What it is made of. */
export interface ObservedFaresParts {
  readonly config: Pick<Config, 'environment'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sealer: Sealer;
}

/** Opens the store for a process. */
export function createObservedFares(parts: ObservedFaresParts): ObservedFares {
  return new StoredFares(parts);
}

/** One `read` under way. */
interface Reading {
  readonly route: ObservedRoute;
  readonly rule: SightRule;
  readonly signal: AbortSignal | undefined;
  readonly scratch: Scratch;
}

/** What was read, and the date pairs (`dateKeyOf`) with a sight whose offers are not where they were looked for. */
interface Read {
  readonly seen: readonly SeenDates[];
  readonly unread: ReadonlySet<string>;
}

/** Owner of what is not written yet. */
class StoredFares implements ObservedFares {
  readonly #parts: ObservedFaresParts;
  readonly #rows: BatchWriter<ObservedRow>;
  readonly #looks: BatchWriter<ObservedKey>;

  constructor(parts: ObservedFaresParts) {
    this.#parts = parts;
    const { db, log, metrics } = parts;
    const callersMax = CALLERS_MIN[parts.config.environment];
    this.#rows = createBatchWriter({
      log,
      name: 'Observed fares',
      written: metrics.counter('bly_observed_fares_written_total', 'Observed fares written to the database.'),
      dropped: metrics.counter(
        'bly_observed_fares_dropped_total',
        'Observed fares lost: too many were held, or they could not be written.',
      ),
      write: async (rows) => {
        const newest = newestOfEach(rows);
        await db.transaction(async (tx) => {
          await upsertObserved(tx, newest);
          await deleteFurtherCallers(tx, newest, callersMax);
        });
      },
    });
    this.#looks = createBatchWriter({
      log,
      name: 'Looks at observed fares',
      written: metrics.counter('bly_observed_fare_looks_written_total', 'Looks at observed fares that were noted.'),
      dropped: metrics.counter('bly_observed_fare_looks_dropped_total', 'Looks at observed fares that were lost.'),
      write: (keys) => db.transaction((tx) => updateLookedOn(tx, keys, todayIn('UTC', parts.clock.now()))),
    });
  }

  record(answer: ObservedAnswer): void {
    const now = this.#parts.clock.now();
    const { asker, supplierName, found, isCut, ...key } = answer;
    const seenOn = todayIn('UTC', now);
    const expiresOn = expiryOf(key.departureDate, seenOn);
    if (expiresOn <= seenOn) return;
    const { offers, isWhole } = selectOffers(found, key.cabinClass);
    const lowest = offers[0]?.fares[0]?.total;
    this.#rows.add([
      {
        ...key,
        caller: asker === undefined ? '' : this.#callerOf(asker),
        amount: lowest?.value,
        currency: lowest?.currency,
        seenAt: now,
        seenOn,
        expiresOn,
        bytes: packOffers({ supplierName, isWhole: isWhole && !isCut, offers }),
      },
    ]);
  }

  async read(
    route: ObservedRoute,
    dates: readonly StoredDates[],
    reader: ObservedReader,
    wanted: OffersRead,
  ): Promise<readonly SeenDates[]> {
    if (reader.suppliers.length === 0) return [];
    const reading: Reading = { route, rule: this.#ruleFor(reader), signal: reader.signal, scratch: createScratch() };
    if (wanted === 'all') return (await this.#readTable(reading, dates, wanted)).seen;
    const { seen, unread } = await this.#readIndex(reading, dates);
    if (unread.size === 0) return seen;
    const rest = await this.#readTable(
      reading,
      dates.filter((pair) => unread.has(dateKeyOf(pair))),
      wanted,
    );
    return [...seen.filter((pair) => !unread.has(dateKeyOf(pair))), ...rest.seen];
  }

  /** Neighbouring pages of an index: as many dates as a calendar shows in one statement. */
  async #readIndex(reading: Reading, dates: readonly StoredDates[]): Promise<Read> {
    const parts: Read[] = [];
    for (const part of chunksOf(dates, DATES_PER_INDEX_READ))
      parts.push(
        await this.#unpackSights(reading, await listSmallSights(this.#parts.db, reading.route, part, reading.rule)),
      );
    return joinReads(parts);
  }

  async #readTable(reading: Reading, dates: readonly StoredDates[], wanted: OffersRead): Promise<Read> {
    const { route, rule } = reading;
    const done: Read[] = [];
    const parts = chunksOf(dates, DATES_PER_READ);
    for (let start = 0; start < parts.length; start += READS_AT_ONCE) {
      const reads = parts
        .slice(start, start + READS_AT_ONCE)
        .map((part) => listSights(this.#parts.db, route, part, rule, wanted));
      done.push(await this.#unpackSights(reading, (await Promise.all(reads)).flat()));
    }
    return joinReads(done);
  }

  async #unpackSights({ route, rule, signal, scratch }: Reading, sights: readonly ObservedSight[]): Promise<Read> {
    const seen: SeenDates[] = [];
    const unread = new Set<string>();
    this.#noteLooks(route, sights);
    for (const [index, sight] of sights.entries()) {
      if (index % SIGHTS_PER_PART === 0) await yieldIfBusy(signal);
      const unpacked = unpackOffers(sight, scratch);
      // A process of an earlier version replaces a row's lowest total, but not what it does not know of.
      if (unpacked !== undefined && lowestTotal(unpacked.offers) === sight.amount)
        seen.push(toSeen(sight, unpacked, isOwn(sight, rule)));
      else unread.add(dateKeyOf(sight));
    }
    return { seen, unread };
  }

  async reach(
    query: ObservedParty & {
      readonly origin: string;
      readonly destinations: readonly string[] | undefined;
      readonly dates: readonly StoredDates[];
    },
    reader: ObservedReader,
  ): Promise<readonly ReachedSight[]> {
    if (reader.suppliers.length === 0 || query.dates.length === 0) return [];
    const filter = { ...query, perPlace: REACHED_PER_PLACE };
    return await listReached(this.#parts.db, filter, this.#ruleFor(reader));
  }

  async lowest(route: ObservedRoute, season: ObservedSeason, reader: ObservedReader): Promise<readonly SeenLowest[]> {
    if (reader.suppliers.length === 0) return [];
    const rule = this.#ruleFor(reader);
    const rows = await listLowest(this.#parts.db, route, season, rule);
    return rows.map(({ caller, seenAt, ...row }) => ({
      ...row,
      seenAt: isOwn({ caller }, rule) ? seenAt : toHour(seenAt),
    }));
  }

  async findKnown(
    journeys: readonly ObservedJourneyKey[],
    since: Date,
    reader: ObservedReader,
  ): Promise<ReadonlySet<number>> {
    if (reader.suppliers.length === 0 || journeys.length === 0) return new Set();
    const rule = this.#ruleFor(reader);
    const counts = await listKnown(this.#parts.db, journeys, {
      ...rule,
      since: since > rule.since ? since : rule.since,
    });
    return new Set(
      counts.filter(({ suppliers }) => suppliers >= reader.suppliers.length).map(({ position }) => position),
    );
  }

  async settle(): Promise<void> {
    await Promise.all([this.#rows.settle(), this.#looks.settle()]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#rows.stop(), this.#looks.stop()]);
  }

  #ruleFor({ organizationId, suppliers }: ObservedReader): SightRule {
    return {
      caller: this.#callerOf(organizationId),
      callersMin: CALLERS_MIN[this.#parts.config.environment],
      since: new Date(this.#parts.clock.now().getTime() - OBSERVED_DAYS_MAX * DAY_MS),
      suppliers,
    };
  }

  /** The organization under the installation's key: rows name nobody. */
  #callerOf(organizationId: OrganizationId): string {
    return this.#parts.sealer.keyedHash('observed_caller', organizationId).slice(0, CALLER_LENGTH);
  }

  #noteLooks(route: ObservedRoute, sights: readonly ObservedSight[]): void {
    const today = todayIn('UTC', this.#parts.clock.now());
    this.#looks.add(
      sights
        .filter(({ lookedOn }) => lookedOn < today)
        .map(({ departureDate, stayDays, supplierId, accountId, caller }) => ({
          ...route,
          departureDate,
          stayDays,
          supplierId,
          accountId,
          caller,
        })),
    );
  }
}

function chunksOf<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}

function joinReads(reads: readonly Read[]): Read {
  return { seen: reads.flatMap(({ seen }) => seen), unread: new Set(reads.flatMap(({ unread }) => [...unread])) };
}

function dateKeyOf({ departureDate, stayDays }: StoredDates): string {
  return `${departureDate}/${stayDays}`;
}

/** Whether the reader, or the installation itself, has seen it. */
function isOwn({ caller }: Pick<ObservedSight, 'caller'>, reader: Pick<SightRule, 'caller'>): boolean {
  return caller === '' || caller === reader.caller;
}

function lowestTotal([cheapest]: readonly FlightOffer[]): number | undefined {
  return cheapest?.fares[0]?.total.value;
}

/** When others saw a fare is said to the hour: nobody learns the minute in which somebody searched. */
const SEEN_BY_OTHERS_MS = 3_600_000;

function toHour(seenAt: Date): Date {
  return new Date(Math.floor(seenAt.getTime() / SEEN_BY_OTHERS_MS) * SEEN_BY_OTHERS_MS);
}

function toSeen(
  { departureDate, stayDays, supplierId, seenAt }: ObservedSight,
  { supplierName, isWhole, offers }: Pick<SeenOffers, 'supplierName' | 'isWhole' | 'offers'>,
  isOwn: boolean,
): SeenDates {
  const at = isOwn ? seenAt : toHour(seenAt);
  return { departureDate, stayDays, seen: { supplierId, supplierName, seenAt: at, isWhole, offers } };
}

/** One statement writes a row once: of a batch's rows with one key the last counts. */
function newestOfEach(rows: readonly ObservedRow[]): readonly ObservedRow[] {
  return [...new Map(rows.map((row) => [keyTextOf(row), row])).values()];
}

function keyTextOf(key: ObservedKey): string {
  const { origin, destination, cabinClass, party, departureDate, stayDays, supplierId, accountId, caller } = key;
  return [origin, destination, cabinClass, party, departureDate, stayDays, supplierId, accountId, caller].join('|');
}
