import type { ManualCase } from '../../src/servicing/manual-cases.ts';
import type { TravelCreditView } from '../checkout/travel-credits.ts';

/** One change that waits for people. */
export interface CaseView extends ManualCase {
  readonly credits: readonly TravelCreditView[];
}

/** Why a decision was not taken. */
export interface CaseProblem {
  readonly changeId: string;
  /** `refused`: more than can be given back, or something else of the booking is under way. */
  readonly kind: 'amount_invalid' | 'reason_missing' | 'refused' | 'gone';
}

/** What waits for people, and what became of the last decision. */
export interface DecisionsView {
  readonly cases: readonly CaseView[];
  /** The member's role lets them decide. */
  readonly canDecide: boolean;
  readonly decided: 'cancel' | 'refund' | 'decline' | 'settled' | undefined;
  readonly problem: CaseProblem | undefined;
}
