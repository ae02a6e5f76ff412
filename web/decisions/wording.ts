import type { CaseProblem, CaseView } from './view.ts';

/** Every sentence of the page on which people of the seller decide changes. */
export interface DecisionMessages {
  readonly title: string;
  readonly text: string;
  readonly none: string;
  readonly whoDecides: string;
  readonly waitsFor: Readonly<Record<CaseView['waitsFor'], string>>;
  readonly decided: Readonly<Record<'cancel' | 'refund' | 'decline' | 'settled', string>>;
  readonly problems: Readonly<Record<CaseProblem['kind'], string>>;
  readonly since: (moment: string) => string;
  readonly why: string;
  readonly traveler: string;
  readonly contact: string;
  readonly product: string;
  readonly supplier: string;
  readonly order: string;
  readonly paid: string;
  readonly agreed: string;
  /** What the person who decides has to know. */
  readonly guidance: string;
  /** What they have to know of what is cancelled and was charged for. */
  readonly guidanceCharged: string;
  /** What they have to know of money that could not be moved. */
  readonly guidanceByHand: string;
  readonly refund: (currency: string) => string;
  readonly refundHint: (max: string) => string;
  readonly refundHintCharged: (max: string) => string;
  readonly cancel: string;
  readonly giveBack: string;
  readonly reason: string;
  readonly reasonHint: string;
  readonly decline: string;
  readonly byHand: string;
  readonly byHandHint: string;
  readonly settle: string;
}
