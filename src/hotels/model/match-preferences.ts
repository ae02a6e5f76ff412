import { freeUntil } from '../../travel/cancellation.ts';
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
/** `semantic_matches`: undefined where the text asked for nothing of the kind. */
export interface RateMatches {
  readonly boardType: boolean | undefined;
  readonly priceMax: boolean | undefined;
  readonly refundable: boolean | undefined;
  /** Nothing that was asked for is missing. */
  readonly isAll: boolean;
}

const NOTHING_ASKED: RateMatches = { boardType: undefined, priceMax: undefined, refundable: undefined, isAll: true };

/** Judges a rate by what the text asked for. */
export function matchPreferences(
  preferences: RatePreferences,
  rate: StayRate,
  payable: number,
  now: Date,
): RateMatches {
  const { boards, payableMax, refund } = preferences;
  if (boards === undefined && payableMax === undefined && refund === undefined) return NOTHING_ASKED;
  const boardType = boards?.includes(rate.boardType);
  const priceMax = payableMax === undefined ? undefined : payable <= payableMax;
  const refundable = refund === undefined ? undefined : meetsRefundPreference(refund, rate, now);
  return { boardType, priceMax, refundable, isAll: boardType !== false && priceMax !== false && refundable !== false };
}

function meetsRefundPreference(preference: RefundPreference, rate: StayRate, now: Date): boolean {
  switch (preference) {
    case 'refundable':
      return rate.isRefundable;
    case 'free_cancellation':
      return rate.isRefundable && (rate.cancellation.length === 0 || freeUntil(rate.cancellation, now) !== undefined);
    case 'non_refundable':
      return !rate.isRefundable;
    default:
      return preference satisfies never;
  }
}
