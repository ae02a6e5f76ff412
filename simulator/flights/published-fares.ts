import { addDays } from '../../src/travel/dates.ts';
import type { Money } from '../../src/travel/money.ts';

const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;
/** The schedule repeats weekly, so the same flights stand three weeks either side: same season, same weekday. */
const WEEKS_AWAY = [-3, -2, -1, 1, 2, 3] as const;
const FLIGHT_DATE = /(?<=[A-Z]{6})(\d{2})(\d{2})(\d{2})(?=[_~]|$)/g;

/** The total of an offer's cheapest fare as it is sold at `now`; undefined where it is not. */
export type TotalReader = (offerKey: string, now: Date) => Money | undefined;

/**
 * The lowest fares these flights are filed at in the weeks around, bought just as long ahead: the key's dates and the
 * moment of buying move together, so season and route stay and the lead time is the same.
 */
export function samplePublishedFares(
  offerKeys: readonly string[],
  now: Date,
  readTotal: TotalReader,
): readonly Money[] {
  return offerKeys.flatMap((offerKey) =>
    WEEKS_AWAY.flatMap((weeks) => {
      const days = weeks * WEEK_DAYS;
      return readTotal(moveOfferKey(offerKey, days), new Date(now.getTime() + days * DAY_MS)) ?? [];
    }),
  );
}

/** The key of the same flights some days later (or earlier); dates stand in it as `YYMMDD`. */
export function moveOfferKey(offerKey: string, days: number): string {
  return offerKey.replaceAll(FLIGHT_DATE, (_, year, month, day) =>
    addDays(`20${year}-${month}-${day}`, days).slice(2).replaceAll('-', ''),
  );
}
