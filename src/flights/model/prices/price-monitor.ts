import type { IsoDate } from '../../../travel/dates.ts';
import type { CabinClass } from '../../../travel/flight.ts';
import type { PlaceType } from '../flight-search.ts';

/** Monitors of one organization that have not ended. */
export const LIVE_MONITORS_MAX = 100;
/** Between two checks, on the organization's clock. */
export const CHECK_INTERVAL_SECONDS = 6 * 3_600;
/** After a check that no supplier answered. */
const STALE_CHECK_INTERVAL_SECONDS = 1_800;
/** An ended monitor can still be read for this long: as long as its events (contract, section 9). */
export const ENDED_MONITOR_RETENTION_SECONDS = 30 * 86_400;
/** Times of triggering stored with a monitor: the newest. */
const TRIGGERS_MAX = 100;

/** What is searched for again and again, as the caller worded it. */
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

/**
 * How a look at the suppliers ended: `stale` means that none could be asked, so that no price is known to be today's.
 */
export const PRICE_STATUSES = ['ok', 'stale'] as const;
export type PriceStatus = (typeof PRICE_STATUSES)[number];

/** A watch on one journey's lowest price. Amounts in minor units of its currency, for the whole party. */
export interface PriceMonitor {
  readonly monitorId: string;
  readonly priceQuery: PriceQuery;
  readonly currency: string;
  /** Triggers when the price falls under it; undefined: never. */
  readonly below: number | undefined;
  /** Whether triggering publishes an event. */
  readonly hasWebhook: boolean;
  readonly createdAt: Date;
  /** Midnight after the day of departure, at the origin. */
  readonly endsAt: Date;
  readonly checkNumber: number;
  readonly checkedAt: Date | undefined;
  readonly checkStatus: PriceStatus | undefined;
  /** The last price the suppliers gave; undefined while they never gave any, and where they last had no flights. */
  readonly price: number | undefined;
  readonly pricedAt: Date | undefined;
  /** The last price was under `below`: it must have been at or above it before the monitor triggers again. */
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
 * The monitor after a check, and whether this check is the one that crossed. Only a fresh price moves anything but the
 * time of the check.
 */
export function recordCheck(
  monitor: PriceMonitor,
  check: PriceCheck,
): { readonly monitor: PriceMonitor; readonly isTriggered: boolean } {
  const checked = { ...monitor, checkNumber: monitor.checkNumber + 1, checkedAt: check.at, checkStatus: check.status };
  if (check.status === 'stale') return { monitor: checked, isTriggered: false };
  const priced = { ...checked, price: check.price, pricedAt: check.at };
  // No flights is no price: it neither crosses nor re-arms.
  if (check.price === undefined || monitor.below === undefined) return { monitor: priced, isTriggered: false };
  const isBelow = check.price < monitor.below;
  const isTriggered = isBelow && !monitor.isBelow;
  const triggeredAt = isTriggered ? [...monitor.triggeredAt, check.at].slice(-TRIGGERS_MAX) : monitor.triggeredAt;
  return { monitor: { ...priced, isBelow, triggeredAt }, isTriggered };
}

/** Whether its journey can still be bought at an instant of the organization's clock. */
export function isMonitorLive(monitor: Pick<PriceMonitor, 'endsAt'>, now: Date): boolean {
  return now < monitor.endsAt;
}

/** When an active monitor is looked at next; never after its end. */
export function nextCheckAt(monitor: Pick<PriceMonitor, 'checkedAt' | 'checkStatus' | 'createdAt' | 'endsAt'>): Date {
  const seconds = monitor.checkStatus === 'stale' ? STALE_CHECK_INTERVAL_SECONDS : CHECK_INTERVAL_SECONDS;
  const next = (monitor.checkedAt ?? monitor.createdAt).getTime() + seconds * 1_000;
  return new Date(Math.min(next, monitor.endsAt.getTime()));
}
