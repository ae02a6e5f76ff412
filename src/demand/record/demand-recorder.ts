import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBatchWriter } from '../../platform/scheduling/batch-writer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/security/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import type { SellingRates } from '../../suppliers/ports/exchange-rates.ts';
import { addDays, daysBetween, epochDayToIsoDate, type IsoDate } from '../../travel/dates.ts';
import type { CabinClass } from '../../travel/flight.ts';
import { convertMoney, type Money } from '../../travel/money.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { FICTIONAL_COUNTRY } from '../../travel/places.ts';
import { type CallerKeys, createCallerKeys } from './caller-key.ts';
import { holdClosedThrough, insertEvents } from './event-store.ts';
import { audienceOf } from '../model/audience.ts';
import { type DemandEvents, type DemandKind, type DemandProduct, UNKNOWN_MARKET } from '../model/demand-event.ts';
import { monthOf } from '../model/fare-market.ts';

/** The demand signal of a search, a trip or a booking. */
export interface DemandSignal {
  /** Only to be hashed. */
  readonly organizationId: OrganizationId;
  readonly kind: DemandKind;
  readonly product: DemandProduct;
  /** City code. */
  readonly destination: string;
  /** City code; undefined where it is not known. */
  readonly origin: string | undefined;
  readonly adults: number;
  /** Children and infants. */
  readonly minors: number;
  /** The organization's today: what lead times are counted from. */
  readonly today: IsoDate;
  readonly departure: IsoDate;
  /** Undefined one way. */
  readonly return: IsoDate | undefined;
  readonly cabin: CabinClass | undefined;
  /** The lowest price seen, in any currency: for one adult by air, a night in a room of a hotel, a day with a car. */
  readonly price: Money | undefined;
}

/** Reports of an answer that it has been given; to be called each time it is. Never throws and never waits. */
export type RecordSignal = () => void;

/** Takes demand signals. */
export interface DemandRecorder {
  /** Never throws and never waits; a fictional place is nobody's demand and is left out. */
  record(signal: DemandSignal): void;
  /**
   * Prepares the recording of one answer. The signal is read from it once, when the answer is on its way: it costs the
   * caller nothing, and an answer in which no signal can be read is logged and given all the same. The recorder
   * releases what `read` holds at that moment: a cached answer holds only its signal, and as long as that waits to be
   * written, recording it again adds one to its count.
   */
  prepare(read: () => DemandSignal | undefined): RecordSignal;
  /** Writes what is held, now. */
  settle(): Promise<void>;
  /**
   * Writes what is held, for at most 2 s: what is not written by then is counted as dropped. Nothing is taken any more.
   */
  stop(): Promise<void>;
}

/** What the recorder is made of. */
export interface DemandRecorderParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly sealer: Sealer;
  readonly places: PlaceDirectory;
  readonly rates: SellingRates;
}

/** The most days a row can hold. */
const DAYS_MAX = 32_767;
const DAY_MS = 86_400_000;
/** The currency prices are stored in. */
const KEPT_CURRENCY = 'USD';

/**
 * Builds the recorder of a process. Taking a signal is two look-ups and a place in a list, of one that waits there an
 * increment; all else is done behind the requests.
 */
export function createDemandRecorder(parts: DemandRecorderParts): DemandRecorder {
  const { clock, log, metrics } = parts;
  const dropped = metrics.counter(
    'bly_demand_events_dropped_total',
    'Demand events lost: too many were held, or they could not be written.',
  );
  const keys = createCallerKeys(parts.sealer);
  const rows = createBatchWriter<PendingSignals>({
    log,
    name: 'Demand events',
    written: metrics.counter('bly_demand_events_written_total', 'Demand events written to the database.'),
    dropped,
    write: (held) => writeEvents(parts, keys, held),
    seal(held) {
      held.isOpen = false;
      return held.count;
    },
  });
  const lose: RecordSignal = () => dropped.inc(1);
  const recordSignal = (signal: DemandSignal): RecordSignal => {
    let held: PendingSignals | undefined;
    return () => {
      const at = clock.now();
      const day = toEpochDay(at);
      if (held?.isOpen && held.day === day) {
        held.count += 1;
      } else {
        held = { signal, at, day, count: 1, isOpen: true };
        rows.add([held]);
      }
    };
  };
  /** Looks at a signal once, however often it is given. */
  const admit = (signal: DemandSignal): RecordSignal => {
    if (isNobodys(parts.places, signal)) return () => undefined;
    return hasDates(signal) ? recordSignal(signal) : lose;
  };
  return {
    record: (signal) => admit(signal)(),
    prepare(read) {
      let unread: typeof read | undefined = read;
      let admitted: RecordSignal | undefined;
      const recordRead = (): void => {
        if (unread !== undefined) admitted = admitRead({ log, lose }, unread, admit);
        unread = undefined;
        admitted?.();
      };
      return () => {
        // Behind the answer, and no later: what is to be read stays alive until then.
        if (admitted === undefined) process.nextTick(recordRead);
        else admitted();
      };
    },
    // Signals that answers of this very moment report are taken first.
    async settle() {
      await nextTurn();
      await rows.settle();
    },
    async stop() {
      await nextTurn();
      for (const held of rows.unwritten()) held.isOpen = false;
      await rows.stop();
    },
  };
}

function admitRead(
  { log, lose }: { readonly log: Logger; readonly lose: RecordSignal },
  read: () => DemandSignal | undefined,
  admit: (signal: DemandSignal) => RecordSignal,
): RecordSignal {
  try {
    const signal = read();
    return signal === undefined ? () => undefined : admit(signal);
  } catch (err) {
    log.error({ err }, 'No demand signal could be read from an answer.');
    return lose;
  }
}

/** A signal that waits to be written, and how often it was reported on its UTC day meanwhile: one row. */
interface PendingSignals {
  readonly signal: DemandSignal;
  /** The first time. */
  readonly at: Date;
  /** UTC days since 1970. */
  readonly day: number;
  count: number;
  /** Until it is being written, or lost: what is given later is a row of its own. */
  isOpen: boolean;
}

/** To a place that is none, or from one. */
function isNobodys(places: PlaceDirectory, { destination, origin }: DemandSignal): boolean {
  const city = places.city(destination);
  return (
    city === undefined ||
    city.country === FICTIONAL_COUNTRY ||
    (origin !== undefined && places.city(origin)?.country === FICTIONAL_COUNTRY)
  );
}

/** One row that is none would take its whole batch with it. */
function hasDates({ today, departure, return: back }: DemandSignal): boolean {
  return (
    Number.isFinite(daysBetween(today, departure)) &&
    (back === undefined || Number.isFinite(daysBetween(departure, back)))
  );
}

/**
 * Writes a batch. Callers are hashed under the key of the month their day falls in, so that all that is counted
 * together has one key; no day can be closed in between.
 */
async function writeEvents(
  parts: DemandRecorderParts,
  keys: CallerKeys,
  held: readonly PendingSignals[],
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const firstOpen = addDays(await holdClosedThrough(tx), 1);
    const months = new Set(held.map(({ day }) => countedMonth(day, firstOpen)));
    const callers = await keys.open(tx, [...months], monthOf(parts.clock.now().toISOString()));
    await insertEvents(
      tx,
      held.map((signs) => {
        const callerOf = callers.get(countedMonth(signs.day, firstOpen));
        if (callerOf === undefined) throw new Error('The keys of all months of a batch are opened.');
        return toEvents(parts, signs, callerOf(signs.signal.organizationId));
      }),
    );
  });
}

/** The month a day counts in, as the insert counts it. */
function countedMonth(epochDay: number, firstOpen: IsoDate): IsoDate {
  const day = epochDayToIsoDate(epochDay);
  return monthOf(day < firstOpen ? firstOpen : day);
}

function toEpochDay(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

function toEvents(
  { places, rates }: DemandRecorderParts,
  { signal, at: occurredAt, count }: PendingSignals,
  caller: string,
): DemandEvents {
  const { kind, product, destination, adults, minors, cabin, departure, return: back } = signal;
  const origin = signal.origin === undefined ? undefined : places.city(signal.origin);
  const leadDays = toDays(daysBetween(signal.today, departure));
  return {
    occurredAt,
    count,
    kind,
    product,
    destination,
    cabin,
    leadDays,
    caller,
    marketCountry: origin?.country ?? UNKNOWN_MARKET,
    marketCity: origin?.code ?? UNKNOWN_MARKET,
    audience: audienceOf({ adults, minors, cabin, departure, return: back, leadDays }),
    stayDays: back === undefined ? undefined : toDays(daysBetween(departure, back)),
    priceUsd: signal.price && toKeptPrice(rates, signal.price),
  };
}

/** Today's calendar is UTC's, and it may still be yesterday where the journey begins: no lead is negative. */
function toDays(days: number): number {
  return Math.min(Math.max(days, 0), DAYS_MAX);
}

/** What is free, or filed in a currency without a rate, is no price. */
function toKeptPrice(rates: SellingRates, price: Money): number | undefined {
  if (!rates.converts(price.currency, KEPT_CURRENCY)) return undefined;
  const { value } = convertMoney(price, KEPT_CURRENCY, rates.rate(price.currency, KEPT_CURRENCY));
  return value > 0 ? value : undefined;
}
