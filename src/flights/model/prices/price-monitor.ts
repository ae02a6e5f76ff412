import type { IsoDate } from '../../../travel/dates.ts';
import { hashText } from '../../../reference/hash.ts';
import type { CabinClass } from '../../../travel/flight.ts';
import type { PlaceType } from '../flight-search.ts';

/** How many monitors of one organization may be active. */
export const LIVE_MONITORS_MAX = 100;
/** Seconds between two checks, on the organization's clock. */
export const CHECK_INTERVAL_SECONDS = 6 * 3_600;
/** Seconds to the next check after one that no supplier answered. */
const STALE_CHECK_INTERVAL_SECONDS = 1_800;
/** How long an ended monitor can still be read: as long as its events (contract, section 9). */
export const ENDED_MONITOR_RETENTION_SECONDS = 30 * 86_400;
/** How many times of triggering a monitor stores; the oldest are dropped. */
const TRIGGERS_MAX = 100;

/** The search a monitor repeats, as the caller wrote it. */
export interface PriceQuery {
  readonly origin: string;
  readonly originType: PlaceType | undefined;
  readonly destination: string;
  readonly destinationType: PlaceType | undefined;
  readonly departureDate: IsoDate;
  readonly returnDate: IsoDate | undefined;
  readonly cabinClass: CabinClass | undefined;
  /** Major units of the currency. */
  readonly priceMax: number | undefined;
  readonly includeCarriers: readonly string[];
  readonly excludeCarriers: readonly string[];
  readonly adults: number;
  readonly children: number;
  readonly infants: number;
  readonly ages: readonly number[] | undefined;
  readonly currency: string | undefined;
}

/** How a check ended. `stale`: no supplier answered, so no current price is known. */
export const PRICE_STATUSES = ['ok', 'stale'] as const;
export type PriceStatus = (typeof PRICE_STATUSES)[number];

/**
 * A monitor of one journey's lowest price. Amounts are minor units of its currency, for the whole party, with the
 * organization's service fee: what the traveler would pay. Changed pricing rules move the price as a fare does.
 */
export interface PriceMonitor {
  readonly monitorId: string;
  readonly priceQuery: PriceQuery;
  readonly currency: string;
  /** The monitor triggers when the price falls below this; undefined: never. */
  readonly below: number | undefined;
  /** Whether triggering publishes an event. */
  readonly hasWebhook: boolean;
  readonly createdAt: Date;
  /** Midnight after the day of departure, at the origin. */
  readonly endsAt: Date;
  readonly checkNumber: number;
  readonly checkedAt: Date | undefined;
  readonly checkStatus: PriceStatus | undefined;
  /** The last price a supplier answered. Undefined before the first one, and when the last search found no flights. */
  readonly price: number | undefined;
  readonly pricedAt: Date | undefined;
  /**
   * Whether the last price was below `below`. The price must rise to `below` or above before the monitor triggers
   * again.
   */
  readonly isBelow: boolean;
  /** Oldest first. */
  readonly triggeredAt: readonly Date[];
}

/** What one check found. `price` undefined: no flights. */
export interface PriceCheck {
  readonly at: Date;
  readonly status: PriceStatus;
  readonly price: number | undefined;
}

/**
 * Applies a check to a monitor and says whether it triggers. A stale check changes only the number, time and status of
 * the check.
 *
 * With `below` at EUR 500.00, the prices 520.00, 480.00, 460.00, 510.00 and 490.00 trigger at 480.00 and again at
 * 490.00: at 460.00 the monitor has already triggered, and 510.00 re-arms it.
 */
export function recordCheck(
  monitor: PriceMonitor,
  check: PriceCheck,
): { readonly monitor: PriceMonitor; readonly isTriggered: boolean } {
  const checked = { ...monitor, checkNumber: monitor.checkNumber + 1, checkedAt: check.at, checkStatus: check.status };
  if (check.status === 'stale') return { monitor: checked, isTriggered: false };
  const priced = { ...checked, price: check.price, pricedAt: check.at };
  // A search without flights has no price: it neither triggers nor re-arms.
  if (check.price === undefined || monitor.below === undefined) return { monitor: priced, isTriggered: false };
  const isBelow = check.price < monitor.below;
  const isTriggered = isBelow && !monitor.isBelow;
  const triggeredAt = isTriggered ? [...monitor.triggeredAt, check.at].slice(-TRIGGERS_MAX) : monitor.triggeredAt;
  return { monitor: { ...priced, isBelow, triggeredAt }, isTriggered };
}

/** Whether the journey of a monitor can still be bought at an instant of the organization's clock. */
export function isMonitorLive(monitor: Pick<PriceMonitor, 'endsAt'>, now: Date): boolean {
  return now < monitor.endsAt;
}

/**
 * When an active monitor is checked next; at its end at the latest. Every six hours, at a time of day that follows from
 * the journey: all who watch it are due at once, so that one search answers them all, and other journeys are due at
 * other times. The first check therefore comes within six hours.
 */
export function nextCheckAt(
  monitor: Pick<PriceMonitor, 'checkedAt' | 'checkStatus' | 'createdAt' | 'endsAt' | 'priceQuery'>,
): Date {
  const last = (monitor.checkedAt ?? monitor.createdAt).getTime();
  const next =
    monitor.checkStatus === 'stale'
      ? last + STALE_CHECK_INTERVAL_SECONDS * 1_000
      : nextSlotMs(last, phaseOf(monitor.priceQuery));
  return new Date(Math.min(next, monitor.endsAt.getTime()));
}

function nextSlotMs(lastMs: number, phaseSeconds: number): number {
  const last = lastMs / 1_000;
  const slots = Math.floor((last - phaseSeconds) / CHECK_INTERVAL_SECONDS) + 1;
  return (slots * CHECK_INTERVAL_SECONDS + phaseSeconds) * 1_000;
}

/** Seconds into each six hours. */
function phaseOf({ origin, destination, departureDate, returnDate }: PriceQuery): number {
  return hashText([origin, destination, departureDate, returnDate].join('|')) % CHECK_INTERVAL_SECONDS;
}
