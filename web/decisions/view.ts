import type { Money } from '../../src/travel/money.ts';
import type { TravelCreditView } from '../checkout/travel-credits.ts';

/** One change that waits for people. */
export interface CaseView {
  readonly changeId: string;
  /** As the traveler sees it. */
  readonly reference: string;
  readonly bookingRef: string;
  /** The lead traveler. */
  readonly traveler: string;
  readonly contact: { readonly email: string; readonly phone: string };
  readonly product: string;
  readonly supplier: string;
  readonly orderId: string | undefined;
  readonly confirmationNumber: string | undefined;
  readonly since: Date;
  /**
   * People here decide; people here decide what comes back of what is cancelled and was charged for; people here move
   * money; people at the supplier decide.
   */
  readonly waitsFor: 'decision' | 'charge' | 'money' | 'supplier';
  readonly why: string | undefined;
  /** False of what is cancelled already. */
  readonly canDecline: boolean;
  readonly paid: Money;
  /** The most that can be given back. */
  readonly refundMax: Money;
  /** What was agreed to be given back; undefined where that is to be decided. */
  readonly agreed: Money | undefined;
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
  readonly decided: 'cancel' | 'refund' | 'decline' | undefined;
  readonly problem: CaseProblem | undefined;
}
