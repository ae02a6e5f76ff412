import type { PenaltyRule } from './flight.ts';

/** From when until when a rule holds; `from` undefined: from the moment of the sale. The end is not a part of it. */
export interface RuleWindow {
  readonly from: Date | undefined;
  readonly until: Date;
}

/** The window of a rule of a journey. */
export function windowOfRule(rule: PenaltyRule, departure: Date): RuleWindow {
  const at = (minutesAfter: number): Date => new Date(departure.getTime() + minutesAfter * 60_000);
  const { minMinutesBeforeDeparture, maxMinutesBeforeDeparture, maxMinutesAfterDeparture } = rule;
  return {
    from: maxMinutesBeforeDeparture === undefined ? undefined : at(-maxMinutesBeforeDeparture),
    until: at(maxMinutesAfterDeparture ?? -(minMinutesBeforeDeparture ?? 0)),
  };
}

/**
 * The refund rule that holds at an instant: of several the one that ends first. Undefined: none does, and nothing comes
 * back.
 */
export function findRefundRule(rules: readonly PenaltyRule[], departure: Date, at: Date): PenaltyRule | undefined {
  const holding = rules
    .filter(({ ruleType }) => ruleType === 'refund')
    .map((rule) => ({ rule, window: windowOfRule(rule, departure) }))
    .filter(({ window }) => (window.from === undefined || window.from <= at) && at < window.until)
    .sort((a, b) => a.window.until.getTime() - b.window.until.getTime());
  return holding[0]?.rule;
}
