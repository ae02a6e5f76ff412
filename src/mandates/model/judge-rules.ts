import {
  judgeAdvance,
  judgeContent,
  judgeDates,
  judgeProduct,
  judgeRoute,
  judgeSupplier,
  judgeTraveler,
} from './judge-journey.ts';
import { judgeBoard, judgeCabin, judgeCarClass, judgeCarrier, judgeStars, judgeStops } from './judge-products.ts';
import { judgeChangeFee, judgeDueLater, judgeNightly, judgeRefundable } from './judge-terms.ts';
import type { RuleContext } from './rule-context.ts';
import type { Rule } from './rules.ts';
import type { Judgement } from './verdict.ts';

/** A named answer, of a rule or of a limit. */
export interface NamedJudgement extends Judgement {
  readonly rule: string;
}

/** What each rule says of a trip, in the order of the mandate. */
export function judgeRules(rules: readonly Rule[], context: RuleContext): readonly NamedJudgement[] {
  return rules.map((rule) => ({ rule: rule.type, ...judgeRule(rule, context) }));
}

function judgeRule(rule: Rule, context: RuleContext): Judgement {
  switch (rule.type) {
    case 'product':
      return judgeProduct(rule, context);
    case 'traveler':
      return judgeTraveler(rule, context);
    case 'route':
      return judgeRoute(rule, context);
    case 'dates':
      return judgeDates(rule, context);
    case 'advance':
      return judgeAdvance(rule, context);
    case 'cabin_max':
      return judgeCabin(rule, context);
    case 'stops_max':
      return judgeStops(rule, context);
    case 'carrier':
      return judgeCarrier(rule, context);
    case 'hotel_nightly_max':
      return judgeNightly(rule, context);
    case 'stars':
      return judgeStars(rule, context);
    case 'board':
      return judgeBoard(rule, context);
    case 'car_class':
      return judgeCarClass(rule, context);
    case 'refundable_until':
      return judgeRefundable(rule, context);
    case 'change_fee_max':
      return judgeChangeFee(rule, context);
    case 'due_later_max':
      return judgeDueLater(rule, context);
    case 'supplier':
      return judgeSupplier(rule, context);
    case 'content':
      return judgeContent(rule, context);
    default:
      return rule satisfies never;
  }
}
