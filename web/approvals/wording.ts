import type { ApprovalProblem, MandateView } from './view.ts';

/** A mail to an owner. */
interface ApprovalMailMessages {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  readonly link: string;
}

/** Every sentence of the page on which owners decide what agents may buy. */
export interface ApprovalMessages {
  readonly title: string;
  readonly text: string;
  readonly none: string;
  readonly ownersOnly: string;
  readonly mandate: string;
  readonly purchase: string;
  readonly decided: Readonly<Record<'approve' | 'decline' | 'revoke', string>>;
  readonly problems: Readonly<Record<ApprovalProblem['kind'], string>>;
  readonly since: (moment: string) => string;
  readonly agent: string;
  /** Above text that the requester wrote. */
  readonly note: string;
  readonly budget: string;
  readonly perTrip: string;
  readonly perItem: string;
  readonly perPeriod: Readonly<Record<NonNullable<MandateView['perPeriod']>['period'], string>>;
  readonly tripsMax: string;
  readonly askAbove: string;
  readonly valid: string;
  readonly span: (from: string, until: string) => string;
  readonly rules: string;
  readonly noRules: string;
  readonly paidFrom: string;
  readonly items: string;
  readonly total: string;
  readonly totalMax: string;
  readonly open: string;
  readonly wantedAndFound: (wanted: string, found: string) => string;
  readonly until: string;
  /** What a yes to a mandate means. */
  readonly guidanceMandate: string;
  /** What a yes to a purchase means. */
  readonly guidancePurchase: string;
  readonly reason: string;
  readonly passwordHint: string;
  readonly approve: string;
  readonly decline: string;
  /** Above the budgets that agents buy with. */
  readonly inForce: string;
  readonly remaining: string;
  /** What revoking one does. */
  readonly guidanceRevoke: string;
  readonly revoke: string;
  readonly mails: Readonly<
    Record<'mandate_waits' | 'purchase_waits' | 'mandate_granted' | 'mandate_exhausted', ApprovalMailMessages>
  > & {
    readonly mandate: string;
    readonly validUntil: string;
    readonly by: string;
    readonly spent: string;
    readonly why: string;
  };
}
