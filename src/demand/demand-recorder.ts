import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBatchWriter } from '../platform/batch-writer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sealer } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { ExchangeRates } from '../suppliers/ports.ts';
import { addDays, daysBetween, type IsoDate } from '../travel/dates.ts';
import type { CabinClass } from '../travel/flight.ts';
import { convertMoney, type Money } from '../travel/money.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { FICTIONAL_COUNTRY } from '../travel/places.ts';
import { type CallerKeys, createCallerKeys } from './caller-key.ts';
import { holdClosedThrough, insertEvents } from './event-store.ts';
import { audienceOf } from './model/audience.ts';
import { type DemandEvent, type DemandKind, type DemandProduct, UNKNOWN_MARKET } from './model/demand-event.ts';
import { monthOf } from './model/fare-market.ts';

/** What a search, a trip or a booking tells of what is wanted. */
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

/** Takes signs of demand. */
export interface DemandRecorder {
  /** Never throws and never waits; a fictional place is nobody's demand and is left out. */
  record(signal: DemandSignal): void;
  /** Writes what is held, now. */
  settle(): Promise<void>;
  /** Writes what is held, for at most 2 s: what is not written by then is counted as dropped. Nothing is taken any more. */
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
  readonly rates: ExchangeRates;
}

/** The most days a row can hold. */
const DAYS_MAX = 32_767;
/** The currency prices are kept in. */
const KEPT_CURRENCY = 'USD';

/** Builds the recorder of a process. Taking a sign is two look-ups and a place in a list; all else is done behind the requests. */
export function createDemandRecorder(parts: DemandRecorderParts): DemandRecorder {
  const { clock, log, metrics, places } = parts;
  const dropped = metrics.counter('bly_demand_events_dropped_total', 'Demand events lost: too many were held, or they could not be written.');
  const keys = createCallerKeys(parts.sealer);
  const rows = createBatchWriter<HeldSignal>({
    log,
    name: 'Demand events',
    written: metrics.counter('bly_demand_events_written_total', 'Demand events written to the database.'),
    dropped,
    write: (held) => writeEvents(parts, keys, held),
  });
  return {
    record(signal) {
      if (!isReal(places, signal.destination) || isFictional(places, signal.origin)) return;
      if (hasDates(signal)) rows.add([{ signal, at: clock.now() }]);
      else dropped.inc(1);
    },
    async settle() {
      await nextTurn();
      await rows.settle();
    },
    async stop() {
      await nextTurn();
      await rows.stop();
    },
  };
}

/** Signs that answers of this very moment give (`demandTeller`) are taken first. */
async function nextTurn(): Promise<void> {
  await setImmediate();
}

interface HeldSignal {
  readonly signal: DemandSignal;
  readonly at: Date;
}

function isReal(places: PlaceDirectory, cityCode: string): boolean {
  const city = places.city(cityCode);
  return city !== undefined && city.country !== FICTIONAL_COUNTRY;
}

function isFictional(places: PlaceDirectory, cityCode: string | undefined): boolean {
  return cityCode !== undefined && places.city(cityCode)?.country === FICTIONAL_COUNTRY;
}

/** One row that is none would take its whole batch with it. */
function hasDates({ today, departure, return: back }: DemandSignal): boolean {
  return Number.isFinite(daysBetween(today, departure)) && (back === undefined || Number.isFinite(daysBetween(departure, back)));
}

/**
 * Writes a batch. Callers are hashed under the key of the month their day falls in, so that all that is counted together has
 * one key; no day can be closed in between.
 */
async function writeEvents(parts: DemandRecorderParts, keys: CallerKeys, held: readonly HeldSignal[]): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const firstOpen = addDays(await holdClosedThrough(tx), 1);
    const months = held.map(({ at }) => monthOf(countedDay(at, firstOpen)));
    const callers = await keys.open(tx, [...new Set(months)], monthOf(parts.clock.now().toISOString()));
    const events = held.map((one, index) => {
      const callerOf = callers.get(months[index] ?? '');
      if (callerOf === undefined) throw new Error('The keys of all months of a batch are opened.');
      return toEvent(parts, one, callerOf(one.signal.organizationId));
    });
    await insertEvents(tx, events);
  });
}

/** As the insert counts it. */
function countedDay(at: Date, firstOpen: IsoDate): IsoDate {
  const day = at.toISOString().slice(0, 10);
  return day < firstOpen ? firstOpen : day;
}

function toEvent({ places, rates }: DemandRecorderParts, { signal, at }: HeldSignal, caller: string): DemandEvent {
  const { kind, product, destination, adults, minors, cabin, departure, return: back } = signal;
  const origin = signal.origin === undefined ? undefined : places.city(signal.origin);
  const leadDays = toDays(daysBetween(signal.today, departure));
  return {
    occurredAt: at, kind, product, destination, cabin, leadDays, caller,
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
function toKeptPrice(rates: ExchangeRates, price: Money): number | undefined {
  if (!rates.supports(price.currency)) return undefined;
  const { value } = convertMoney(price, KEPT_CURRENCY, rates.rate(price.currency, KEPT_CURRENCY));
  return value > 0 ? value : undefined;
}
