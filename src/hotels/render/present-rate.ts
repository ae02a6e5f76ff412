import type { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import { freeUntil, type StatedSchedule } from '../../travel/cancellation.ts';
import { presentValue } from '../../travel/money.ts';
import type { BoardType, RoomParty, StayTax } from '../../travel/stay.ts';
import type { RateMatches } from '../model/match-preferences.ts';
import type { DisplayRate } from '../model/stay-search.ts';

/** What all rates of an answer share. */
export interface RateContext {
  readonly currency: DisplayCurrency;
  /** Boards in the language of the answer. */
  readonly boards: Readonly<Record<BoardType, string>>;
  readonly now: Date;
  /** Whether there is a rate from a currency into the answer's. */
  readonly converts: (currency: string) => boolean;
}

/** What one rate is sold under: its token, when that lapses, and for whom. */
export interface RateTerms {
  readonly token: string;
  readonly expiresAt: string;
  readonly occupancy: ReturnType<typeof presentOccupancy>;
}

/** One room of a stay at one price (`HotelRate`), in the order of its keys on the wire. */
export function presentRate(context: RateContext, shown: DisplayRate, { token, expiresAt, occupancy }: RateTerms) {
  const { currency } = context;
  const { rate, total } = shown;
  const free = rate.isRefundable ? freeUntil(rate.cancellation, context.now) : undefined;
  return {
    offer_id: token,
    board_name: rate.boardType === undefined ? (rate.boardName ?? null) : context.boards[rate.boardType],
    board_type: rate.boardType ?? null,
    plan_name: rate.planName ?? null,
    currency: currency.code,
    total_amount: currency.majorUnits(total),
    total_amount_money: currency.present(total),
    ...(shown.serviceFee > 0 && { service_fee: currency.present(shown.serviceFee) }),
    origin_total_amount: presentValue(rate.total),
    conversion_rate: currency.rate(rate.total.currency),
    is_refundable: rate.isRefundable ?? null,
    free_cancellation_until: free === undefined ? null : free.toISOString(),
    payment_types: [rate.paymentType],
    due_now: currency.present(shown.dueNow),
    ...presentDueAtProperty(currency, shown.dueAtProperty, shown.isDueStated),
    rooms_left: rate.roomsLeft ?? null,
    occupancy: occupancy.occupancy,
    occupancy_indexes: occupancy.occupancy_indexes,
    ...presentSchedule(currency, rate.cancellation),
    taxes_breakdown: rate.taxes.map((tax) => presentTax(context, tax)),
    ...(rate.togetherKey !== undefined && { together_key: rate.togetherKey }),
    semantic_matches: presentMatches(shown.matches),
    expires_at: expiresAt,
  };
}

/** The party of a rate, and which of the requested rooms (from 0) it is for. */
export function presentOccupancy({ adults, childrenAges }: RoomParty, indexes: readonly number[]) {
  return { occupancy: { adults, children_ages: childrenAges }, occupancy_indexes: indexes };
}

/** What the property collects; null where it collects more than its supplier states. */
export function presentDueAtProperty(currency: DisplayCurrency, amount: number, isKnown: boolean) {
  return isKnown
    ? { due_at_property: currency.present(amount) }
    : { due_at_property: null, due_at_property_known: false };
}

function presentSchedule(currency: DisplayCurrency, schedule: StatedSchedule) {
  if (schedule === 'unknown') return { cancellation_schedule: null, cancellation_schedule_known: false };
  return {
    cancellation_schedule: schedule.map(({ from, penalty, basis }) => {
      const amount = currency.convertMinor(penalty.value, penalty.currency);
      return {
        cancel_time: from.toISOString(),
        amount: currency.majorUnits(amount),
        amount_money: currency.present(amount),
        currency: currency.code,
        type: basis,
      };
    }),
  };
}

function presentTax({ currency, converts }: RateContext, { description, amount, isIncluded }: StayTax) {
  // A tax in a currency without a rate cannot be shown in this one.
  if (amount === undefined || !converts(amount.currency))
    return {
      description,
      amount: null,
      amount_money: null,
      amount_known: false,
      currency: amount?.currency ?? null,
      included: isIncluded,
    };
  const converted = currency.convertMinor(amount.value, amount.currency);
  return {
    description,
    amount: currency.majorUnits(converted),
    amount_money: currency.present(converted),
    currency: currency.code,
    included: isIncluded,
  };
}

function presentMatches({ boardType, priceMax, refundable }: RateMatches) {
  return { board_type: boardType ?? null, max_price: priceMax ?? null, refundable: refundable ?? null };
}
