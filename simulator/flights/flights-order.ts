import { createHash } from 'node:crypto';
import type { Fare } from '../../src/travel/flight.ts';
import { type TicketPrice, ticketPricesOf } from '../../src/travel/penalty.ts';
import { money } from '../../src/travel/money.ts';
import type { CancelOutcome } from '../../src/suppliers/ports/booking.ts';
import type { SupplierOrder } from '../../src/suppliers/ports/supplier.ts';
import type { SeatUse } from '../world.ts';
import { describeOrder, type OrderState } from '../order-book/order-states.ts';

/** The fare that was bought, as later changes go by it. Extras and seats are not in its total. */
export interface SoldFare
  extends Pick<
    Fare,
    'brandCode' | 'brandName' | 'total' | 'isChangeable' | 'isRefundable' | 'refundSupport' | 'rules'
  > {
  readonly passengerCount: number;
  /** What the total is made of; undefined for orders sold before it was stored. */
  readonly prices?: Pick<Fare, 'passengerPrices' | 'bookingFees'>;
  /** The moment whose prices it was sold at. */
  readonly pricedAt: Date;
  /** Of a ticket that was got by exchange: when the first of them was issued. A void window opens once. */
  readonly firstIssuedAt?: Date;
}

/** An order as the sandbox airline system keeps it. */
export interface SandboxOrder extends OrderState {
  readonly offerKey: string;
  readonly fareKey: string;
  readonly tickets: SupplierOrder['tickets'];
  readonly seats: readonly Pick<SeatUse, 'flightNumber' | 'departureDate' | 'cabin' | 'seats'>[];
  /** Undefined for orders sold before it was stored. */
  readonly fare: SoldFare | undefined;
  /** The reference of the order that took its place; its own status is `cancelled` then. */
  readonly exchangedFor: string | undefined;
}

/** What an order stores of a fare. */
export function soldFare(fare: Fare, pricedAt: Date): SoldFare {
  const {
    brandCode,
    brandName,
    total,
    isChangeable,
    isRefundable,
    refundSupport,
    rules,
    passengerPrices,
    bookingFees,
  } = fare;
  const passengerCount = passengerPrices.reduce((sum, { quantity }) => sum + quantity, 0);
  const support = refundSupport === undefined ? {} : { refundSupport };
  return {
    brandCode,
    brandName,
    total,
    isChangeable,
    isRefundable,
    ...support,
    rules,
    passengerCount,
    prices: { passengerPrices, bookingFees },
    pricedAt,
  };
}

/**
 * What each ticket of an order cost. An order from before ticket prices were stored spreads its total evenly over its
 * travelers.
 */
export function soldTickets({
  prices,
  passengerCount,
  total,
}: Pick<SoldFare, 'prices' | 'passengerCount' | 'total'>): readonly TicketPrice[] {
  return prices
    ? ticketPricesOf(prices.passengerPrices)
    : [{ quantity: passengerCount, price: money(Math.floor(total.value / passengerCount), total.currency) }];
}

const VOID_WINDOW_MS = 24 * 3_600_000;
const PNR_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const PNR_LENGTH = 6;

/**
 * Whether an order may be undone free of charge: while it is pending, and within 24 hours of ticketing. `undefined` =
 * it may. An order cancelled before answers as it did then.
 */
export function judgeCancellation(order: SandboxOrder, now: Date): CancelOutcome | undefined {
  if (order.exchangedFor !== undefined) return { kind: 'refused', reason: 'The ticket was exchanged for another.' };
  const state = describeOrder(order, now);
  if (state.kind === 'cancelled') return { kind: 'cancelled', refund: order.total };
  if (state.kind === 'unknown') return state;
  if (state.kind === 'pending' || now.getTime() - order.confirmedAt.getTime() < VOID_WINDOW_MS) return undefined;
  return { kind: 'refused', reason: 'The ticket was issued more than 24 hours ago.' };
}

/** The record locator of an order: six letters, none that looks like a digit. */
export function recordLocator(organizationId: string, reference: string): string {
  const digest = createHash('sha256').update(`pnr|${organizationId}|${reference}`).digest();
  let text = '';
  for (let i = 0; i < PNR_LENGTH; i += 1) text += PNR_LETTERS[(digest[i] ?? 0) % PNR_LETTERS.length];
  return text;
}

/** Who issues a ticket: the airline, and its three digits where they are known. */
export interface TicketIssuer {
  readonly code: string;
  readonly ticketPrefix?: string | undefined;
}

/**
 * A ticket number: three digits of the airline, nine of the document, and the remainder of those twelve divided by
 * seven.
 */
export function ticketNumber(issuer: TicketIssuer, organizationId: string, reference: string, index: number): string {
  const prefix = issuer.ticketPrefix ?? inventedPrefix(issuer.code);
  const serial =
    createHash('sha256').update(`ticket|${organizationId}|${reference}|${index}`).digest().readUInt32BE(0) %
    1_000_000_000;
  const digits = `${prefix}${String(serial).padStart(9, '0')}`;
  return `${digits}${Number(digits) % 7}`;
}

function inventedPrefix(airlineCode: string): string {
  return String(100 + (createHash('sha256').update(`airline|${airlineCode}`).digest().readUInt16BE(0) % 800));
}
