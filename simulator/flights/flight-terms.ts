import type { FlightOffer, PenaltyRule } from '../../src/travel/flight.ts';
import { money, subtractMoney, zeroMoney } from '../../src/travel/money.ts';
import { partyPenalty, type TicketPrice } from '../../src/travel/penalty.ts';
import { findRefundRule } from '../../src/travel/refund-rules.ts';
import type { SandboxQuote } from '../order-book/cancellation-service.ts';
import { type SoldFare, soldTickets } from './flights-order.ts';
import { describeOrder, type OrderState } from '../order-book/order-states.ts';

/** What a ticket may be given back for, as it was when it was bought: later fares have rules of their own. */
export interface FlightTerms {
  /** Fees are per passenger. */
  readonly rules: readonly PenaltyRule[];
  readonly tickets: readonly TicketPrice[];
  readonly support: 'automatic' | 'manual';
  readonly departsAt: Date;
  /** When the ticket was first issued, where that was before this order: the void window counts from there. */
  readonly firstIssuedAt?: Date;
  /** The airline has moved a flight too far, and the travelers have not agreed to it. */
  readonly isFreeToLeave?: boolean;
}

const VOID_WINDOW_MS = 24 * 3_600_000;
const MANUAL_REASON =
  'The airline does not refund this fare by itself: people there decide, which takes about three days.';

/** The terms of a fare that was sold of an offer. */
export function flightTermsOf(offer: FlightOffer, fare: SoldFare): FlightTerms {
  const departures = offer.slices.flatMap(({ segments }) => segments.map(({ depart }) => depart.instant.getTime()));
  return {
    rules: fare.rules,
    tickets: soldTickets(fare),
    support: fare.refundSupport ?? 'automatic',
    departsAt: new Date(Math.min(...departures)),
    ...(fare.firstIssuedAt && { firstIssuedAt: fare.firstIssuedAt }),
  };
}

/**
 * What giving the tickets of an order back brings at an instant. The void window comes before anything else, scenarios
 * included.
 */
export function judgeFlightRefund(order: OrderState & { readonly terms: FlightTerms }, now: Date): SandboxQuote {
  const { terms, total } = order;
  const state = describeOrder(order, now);
  if (state.kind === 'cancelled') return { kind: 'refused', reason: 'The tickets have been given back already.' };
  if (state.kind !== 'confirmed') return { kind: 'refused', reason: 'The airline has not confirmed the booking yet.' };
  const hasLeft = now >= terms.departsAt;
  if (
    !hasLeft &&
    (terms.isFreeToLeave === true ||
      now.getTime() - (terms.firstIssuedAt ?? order.confirmedAt).getTime() < VOID_WINDOW_MS)
  ) {
    return {
      kind: 'quoted',
      terms: { refund: total, penalty: zeroMoney(total.currency), support: 'automatic', manualReason: undefined },
    };
  }
  const rule = findRefundRule(terms.rules, terms.departsAt, now);
  if (hasLeft && rule?.isAllowed !== true)
    return {
      kind: 'refused',
      reason:
        'The tickets are used, in part at least: the first flight has left, and the fare returns nothing after that.',
    };
  // The simulator's rules always say what they cost.
  const fee = (rule?.isAllowed === true ? partyPenalty(rule, terms.tickets, total.currency) : undefined) ?? total;
  const penalty = money(Math.min(fee.value, total.value), total.currency);
  const manualReason = terms.support === 'manual' ? MANUAL_REASON : undefined;
  return {
    kind: 'quoted',
    terms: { refund: subtractMoney(total, penalty), penalty, support: terms.support, manualReason },
  };
}
