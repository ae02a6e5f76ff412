import { createHash } from 'node:crypto';
import { type CancellationSchedule, type CancelledShare, penaltyAt } from '../../src/travel/cancellation.ts';
import type { Money } from '../../src/travel/money.ts';
import type { CancelOutcome } from '../../src/suppliers/ports/booking.ts';
import { describeOrder, type OrderState } from './order-states.ts';

/** What is sold out of a stock that is counted by the day: rooms and cars. */
const STOCK_KINDS = ['stay', 'rental'] as const;
export type StockKind = (typeof STOCK_KINDS)[number];

/** How many of one day's stock an order takes. */
export interface StockUse {
  /** As the world counts it (`soldRoomsKey`, `soldCarsKey`). */
  readonly key: string;
  readonly date: string;
  readonly count: number;
}

/** An extra ordered with a car, how often in all. */
export interface StockExtra {
  readonly ancillaryKey: string;
  readonly quantity: number;
}

/** One room, or the car: its price, by which penalties are measured, and what of it was paid with the booking. */
type StockShare = Omit<CancelledShare, 'schedule'>;

/** How a rental comes to stand in the place of another. */
export interface StockExchange {
  /** Reference of the order it replaces once it is confirmed. */
  readonly of: string;
  /** Its prices are those of this instant. */
  readonly pricedAt: Date;
  /** No car will have been found in time: at `confirmedAt` the exchange ends refused. */
  readonly isDeclined: boolean;
}

/** An order as the sandbox hotel or car system keeps it. */
export interface StockOrder extends OrderState {
  readonly kind: StockKind;
  /** The rate keys of a stay, one for each room; the one offer key of a rental. */
  readonly keys: readonly string[];
  readonly extras: readonly StockExtra[];
  readonly uses: readonly StockUse[];
  /** What the property or the rental counter collects. */
  readonly dueLater: Money;
  /** As they were when it was booked: one for each room, or one for the car. */
  readonly cancellations: readonly CancellationSchedule[];
  /** What each of these schedules is about, in the same order; none in orders made before they were stored. */
  readonly shares: readonly StockShare[];
  /** Check-out or drop-off; undefined in such orders. */
  readonly endsAt: Date | undefined;
  /** Of rentals that replace another. */
  readonly exchange?: StockExchange | undefined;
  /** Reference of the latest exchange that was begun of it. */
  readonly exchangedBy?: string | undefined;
}

/**
 * Whether an order may be undone free of charge: while the seller has not accepted it, and while no room's or car's
 * schedule asks for anything. `undefined` = it may. An order cancelled before answers as it did then. There is no void
 * window: a plan that cannot be given back is sold cheaper for exactly that.
 */
export function judgeStockCancellation(order: StockOrder, now: Date): CancelOutcome | undefined {
  const state = describeOrder(order, now);
  if (state.kind === 'cancelled') return { kind: 'cancelled', refund: order.total };
  if (state.kind === 'unknown') return state;
  if (state.kind === 'pending') return undefined;
  const isFree = order.cancellations.every((schedule) => penaltyAt(schedule, now, order.total.currency).value === 0);
  return isFree ? undefined : { kind: 'refused', reason: 'It cannot be undone free of charge.' };
}

/**
 * Uses of one key and day are one, and all stand in the order of their keys: two bookings never wait for each other in
 * a ring.
 */
export function gatherUses(uses: readonly StockUse[]): readonly StockUse[] {
  const byKey = new Map<string, StockUse>();
  for (const use of uses) byKey.set(use.key, { ...use, count: use.count + (byKey.get(use.key)?.count ?? 0) });
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Never a 0 in front: a guest reads it out at the reception. */
const HOTEL_NUMBER_MIN = 10_000_000;
const CAR_NUMBER_MIN = 100_000_000;
/** No I and no O, which a guest would read as 1 and 0. */
const CAR_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A property's confirmation number: eight digits, the same for the same order in every process. */
export function hotelConfirmationNumber(organizationId: string, reference: string): string {
  return String(
    HOTEL_NUMBER_MIN + (digestOf('hotel', organizationId, reference).readUInt32BE(0) % (9 * HOTEL_NUMBER_MIN)),
  );
}

/** A rental company's: a letter, nine digits and the letters of the country, as counters write them. */
export function carConfirmationNumber(organizationId: string, reference: string, country: string): string {
  const digest = digestOf('car', organizationId, reference);
  const letter = CAR_LETTERS[(digest[4] ?? 0) % CAR_LETTERS.length];
  return `${letter}${CAR_NUMBER_MIN + (digest.readUInt32BE(0) % (9 * CAR_NUMBER_MIN))}${country}`;
}

const HOUR_MS = 3_600_000;
/** A rental company looks for a car in one to six hours. */
const ON_REQUEST_MINUTES_SPREAD = 5 * 60;

/**
 * How long a car on request waits for its confirmation: one to six hours, the same for the same order in every process.
 */
export function onRequestMs(organizationId: string, reference: string): number {
  const minutes = digestOf('on_request', organizationId, reference).readUInt32BE(0) % (ON_REQUEST_MINUTES_SPREAD + 1);
  return HOUR_MS + minutes * 60_000;
}

function digestOf(what: string, organizationId: string, reference: string): Buffer {
  return createHash('sha256').update(`${what}|${organizationId}|${reference}`).digest();
}
