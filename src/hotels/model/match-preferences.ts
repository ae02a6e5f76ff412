import { freeUntil, isAlwaysFree } from '../../travel/cancellation.ts';
import type { BoardType, StayRate } from '../../travel/stay.ts';
import type { RefundPreference } from './query-text.ts';

/**
 * What the text asked for that a rate can be judged by, with the price already in minor units of the shown currency.
 */
export interface RatePreferences {
  readonly boards: readonly BoardType[] | undefined;
  /** For one room, all nights, everything that must be paid included. */
  readonly payableMax: number | undefined;
  readonly refund: RefundPreference | undefined;
}
/** What a rate costs in the shown currency, minor units, and whether that is all it costs. */
export interface RatePrice {
  readonly payable: number;
  readonly isAllStated: boolean;
}
/** `semantic_matches`: undefined where the text asked for nothing of the kind. */
export interface RateMatches {
  readonly boardType: boolean | undefined;
  readonly priceMax: boolean | undefined;
  readonly refundable: boolean | undefined;
  /** Nothing that was asked for is missing. */
  readonly isAll: boolean;
}

const NOTHING_ASKED: RateMatches = { boardType: undefined, priceMax: undefined, refundable: undefined, isAll: true };

/** Judges a rate by what the text asked for. What its supplier does not state is no match. */
export function matchPreferences(
  preferences: RatePreferences,
  rate: StayRate,
  price: RatePrice,
  now: Date,
): RateMatches {
  const { boards, payableMax, refund } = preferences;
  if (boards === undefined && payableMax === undefined && refund === undefined) return NOTHING_ASKED;
  const boardType = boards && rate.boardType !== undefined && boards.includes(rate.boardType);
  const priceMax = payableMax === undefined ? undefined : price.isAllStated && price.payable <= payableMax;
  const refundable = refund === undefined ? undefined : meetsRefundPreference(refund, rate, now);
  return { boardType, priceMax, refundable, isAll: boardType !== false && priceMax !== false && refundable !== false };
}

function meetsRefundPreference(preference: RefundPreference, rate: StayRate, now: Date): boolean {
  switch (preference) {
    case 'refundable':
      return rate.isRefundable === true;
    case 'free_cancellation':
      return (
        rate.isRefundable === true &&
        (isAlwaysFree(rate.cancellation) || freeUntil(rate.cancellation, now) !== undefined)
      );
    case 'non_refundable':
      return rate.isRefundable === false;
    default:
      return preference satisfies never;
  }
}
