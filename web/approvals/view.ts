import type { Money } from '../../src/travel/money.ts';

/** What every request shows: who asks, and in whose words. */
interface RequestView {
  readonly id: string;
  /** The key or program that would buy, as people named it. */
  readonly agent: string;
  /** The requester's own text: quoted, never trusted. */
  readonly note: string | undefined;
  readonly since: Date;
}

/** A mandate that an agent asks for. */
export interface MandateView extends RequestView {
  readonly kind: 'mandate';
  readonly name: string;
  readonly budget: Money;
  readonly perTrip: Money | undefined;
  readonly perItem: Money | undefined;
  readonly perPeriod: { readonly amount: Money; readonly period: 'day' | 'week' | 'month' } | undefined;
  readonly tripsMax: number | undefined;
  readonly askAbove: Money | undefined;
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** Rules in the contract's own notation. */
  readonly rules: readonly string[];
}

/** A purchase that an agent proposes and may not make alone. */
export interface PurchaseView extends RequestView {
  readonly kind: 'purchase';
  /** The mandate it would be paid out of. */
  readonly mandate: string;
  /** What the trip holds, as travelers see it. */
  readonly items: readonly string[];
  readonly total: Money;
  /** The most that the approval lets it cost. */
  readonly totalMax: Money;
  /** Why a person is asked: limits and rules that do not pass by themselves. */
  readonly open: readonly { readonly rule: string; readonly wanted: string; readonly found: string }[];
  readonly until: Date;
}

/** A mandate that agents may buy with until it ends, and what is left of it. */
export interface MandateInForceView {
  readonly id: string;
  readonly name: string;
  readonly agent: string;
  readonly budget: Money;
  /** Neither held for a purchase under way nor spent. */
  readonly remaining: Money;
  readonly validUntil: Date;
}

export type ApprovalView = MandateView | PurchaseView;

/** Why a decision was not taken. */
export interface ApprovalProblem {
  readonly id: string;
  /** `gone`: decided, withdrawn or run out meanwhile. `locked`: too many wrong passwords. */
  readonly kind: 'password_wrong' | 'code_wrong' | 'locked' | 'gone';
}

/** What waits for an owner's decision, and what became of the last one. */
export interface ApprovalsView {
  readonly requests: readonly ApprovalView[];
  /** Somebody followed the link to one request; there is none where it no longer waits. */
  readonly isOne: boolean;
  /** The reader has a second factor: its code is asked for, too. */
  readonly asksCode: boolean;
  /** Empty where one request alone is shown. */
  readonly inForce: readonly MandateInForceView[];
  readonly decided: 'approve' | 'decline' | 'revoke' | undefined;
  readonly problem: ApprovalProblem | undefined;
}
