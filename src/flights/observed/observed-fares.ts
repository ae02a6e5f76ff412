import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { Logger } from 'pino';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { type BatchWriter, createBatchWriter } from '../../platform/scheduling/batch-writer.ts';
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
  type StoredDates,
} from '../model/observed-fare.ts';
import {
  deleteFurtherCallers,
  listKnown,
  listLowest,
  listReached,
  type NewObservedFareRow,
  type ObservedFareRow,
  type ObservedFareRule,
  type ObservedKey,
  type OffersRead,
  type ReachedFare,
  updateLookedOn,
  upsertObserved,
} from './observed-store.ts';
import { packOffers } from './pack-offers.ts';
import { isOwn, type ObservedDates, readObservedRows, toHour } from './read-observed-rows.ts';
import { selectOffers } from './select-offers.ts';

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
  ): Promise<readonly ObservedDates[]>;
  /** The places that were seen from an origin on these dates, each with its three cheapest date pairs. */
  reach(
    query: ObservedParty & {
      readonly origin: string;
      /** Place keys; undefined: every city. */
      readonly destinations: readonly string[] | undefined;
      readonly dates: readonly StoredDates[];
    },
    reader: ObservedReader,
  ): Promise<readonly ReachedFare[]>;
  /**
   * The newest lowest total of each date pair and supplier that leaves in a season, as far as the reader may see it, by
   * day of departure; where nothing flies there is none. At most 2,000.
   */
  lowest(route: ObservedRoute, season: ObservedSeason, reader: ObservedReader): Promise<readonly ObservedLowest[]>;
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
export interface ObservedLowest extends StoredDates {
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

/** Owner of what is not written yet. */
class StoredFares implements ObservedFares {
  readonly #parts: ObservedFaresParts;
  readonly #rows: BatchWriter<NewObservedFareRow>;
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
  ): Promise<readonly ObservedDates[]> {
    if (reader.suppliers.length === 0) return [];
    const reading = { route, rule: this.#ruleFor(reader), signal: reader.signal };
    return await readObservedRows(this.#parts.db, reading, { dates, wanted }, (rows) => this.#noteLooks(route, rows));
  }

  async reach(
    query: ObservedParty & {
      readonly origin: string;
      readonly destinations: readonly string[] | undefined;
      readonly dates: readonly StoredDates[];
    },
    reader: ObservedReader,
  ): Promise<readonly ReachedFare[]> {
    if (reader.suppliers.length === 0 || query.dates.length === 0) return [];
    const filter = { ...query, perPlace: REACHED_PER_PLACE };
    return await listReached(this.#parts.db, filter, this.#ruleFor(reader));
  }

  async lowest(
    route: ObservedRoute,
    season: ObservedSeason,
    reader: ObservedReader,
  ): Promise<readonly ObservedLowest[]> {
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

  #ruleFor({ organizationId, suppliers }: ObservedReader): ObservedFareRule {
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

  #noteLooks(route: ObservedRoute, rows: readonly ObservedFareRow[]): void {
    const today = todayIn('UTC', this.#parts.clock.now());
    this.#looks.add(
      rows
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

/** One statement writes a row once: of a batch's rows with one key the last counts. */
function newestOfEach(rows: readonly NewObservedFareRow[]): readonly NewObservedFareRow[] {
  return [...new Map(rows.map((row) => [keyTextOf(row), row])).values()];
}

function keyTextOf(key: ObservedKey): string {
  const { origin, destination, cabinClass, party, departureDate, stayDays, supplierId, accountId, caller } = key;
  return [origin, destination, cabinClass, party, departureDate, stayDays, supplierId, accountId, caller].join('|');
}
