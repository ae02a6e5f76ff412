import type { BagAllowance, PenaltyRule } from '../../src/travel/flight.ts';
import { penaltyWindows, type PenaltyWindows } from './fare-families.ts';
import type { FareFamily, FamilySet, PenaltyLadder } from './fare-family.ts';
import { type Filing, fileUsd } from './filing.ts';

/** What a brand allows and includes, whatever the flights: shared by all fares of it that one carrier files. */
export interface BrandTerms {
  readonly rules: readonly PenaltyRule[];
  readonly checkedBags: BagAllowance;
  readonly carryOn: BagAllowance;
}

const HOLD_BAG = '158 cm';
/** A bag that goes under the seat, and one that goes overhead. */
const SMALL_CABIN_BAG = '40 x 30 x 20 cm';
const CABIN_BAG = '55 x 40 x 23 cm';
const SMALL_CABIN_BAG_KG_MAX = 7;

/** The terms of a brand, with fees in the carrier's currency. */
export function brandTerms(set: FamilySet, family: FareFamily, filing: Filing): BrandTerms {
  const windows = penaltyWindows(set);
  const isUnderSeat =
    set.startsWith('low_cost') && family.carryOnPieces === 1 && family.carryOnKg <= SMALL_CABIN_BAG_KG_MAX;
  return {
    rules: [
      ...ladderRules('change', family.change, windows, filing),
      ...ladderRules('refund', family.refund, windows, filing),
      noShowRule(family, windows, filing),
    ],
    checkedBags: {
      pieces: family.checkedPieces,
      weight: family.checkedPieces > 0 ? family.checkedKg : undefined,
      dimensions: family.checkedPieces > 0 ? HOLD_BAG : undefined,
    },
    carryOn: {
      pieces: family.carryOnPieces,
      weight: family.carryOnKg,
      dimensions: isUnderSeat ? SMALL_CABIN_BAG : CABIN_BAG,
    },
  };
}

/**
 * One rule where the fee is the same to the end, else one for each window; one without bounds where it is not allowed.
 */
function ladderRules(
  ruleType: 'change' | 'refund',
  penaltyLadder: PenaltyLadder | undefined,
  { earlyMinutes, cutOffMinutes }: PenaltyWindows,
  filing: Filing,
): readonly PenaltyRule[] {
  const rule = (usd: number, min: number, max: number | undefined): PenaltyRule => ({
    ruleType,
    isAllowed: true,
    fee: feeOf(usd, filing),
    minMinutesBeforeDeparture: min,
    maxMinutesBeforeDeparture: max,
    maxMinutesAfterDeparture: undefined,
  });
  if (!penaltyLadder) {
    return [{ ...rule(0, 0, undefined), isAllowed: false, minMinutesBeforeDeparture: undefined }];
  }
  if (penaltyLadder.earlyUsd === penaltyLadder.lateUsd) return [rule(penaltyLadder.earlyUsd, cutOffMinutes, undefined)];
  return [
    rule(penaltyLadder.earlyUsd, earlyMinutes, undefined),
    rule(penaltyLadder.lateUsd, cutOffMinutes, earlyMinutes),
  ];
}

/** Once the counter has closed: flying on for a fee until some time after departure, or nothing. */
function noShowRule(
  { noShowUsd }: FareFamily,
  { cutOffMinutes, noShowMinutes }: PenaltyWindows,
  filing: Filing,
): PenaltyRule {
  const isAllowed = noShowUsd !== undefined;
  return {
    ruleType: 'no_show',
    isAllowed,
    fee: feeOf(noShowUsd ?? 0, filing),
    minMinutesBeforeDeparture: undefined,
    maxMinutesBeforeDeparture: cutOffMinutes,
    maxMinutesAfterDeparture: isAllowed ? noShowMinutes : undefined,
  };
}

function feeOf(usd: number, filing: Filing): PenaltyRule['fee'] {
  return usd > 0 ? fileUsd(filing, usd) : undefined;
}
