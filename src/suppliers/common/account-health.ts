import type { CallEvidence } from './account-calls.ts';
import type { SupplierAccount } from './account.ts';

/**
 * How an account does at its supplier.
 * - `ok`: the last call was answered
 * - `degraded`: it is answered in part: some calls fail, it is asked to slow down, or its money ran out
 * - `unauthorised`: the key is wrong, expired, suspended or lacks a permission; nothing is sold with it
 * - `unreachable`: the supplier does not answer; nothing is sold with it until a probe succeeds
 * - `unknown`: nothing was asked with it lately
 */
export type AccountStatus = 'ok' | 'degraded' | 'unauthorised' | 'unreachable' | 'unknown';

/** What a call, or the circuit breaker over several, found. */
export interface AccountReport {
  readonly status: Exclude<AccountStatus, 'unknown'>;
  /** Plain words for operators, without key or personal data: `401 access_token_not_found`. */
  readonly detail?: string;
  /** The call that found it, where one failed. */
  readonly failure?: CallFailure;
}

/** A call that failed, as the supplier's support wants to know it. */
export interface CallFailure extends CallEvidence {
  readonly detail: string;
}

/** What is known of an account now. */
export interface AccountCondition {
  readonly status: AccountStatus;
  /** Real time at which the status began. */
  readonly since: Date | undefined;
  readonly detail: string | undefined;
  /** The last call that failed, and when; absent where none is on record. */
  readonly lastFailure?: (CallFailure & { readonly at: Date }) | undefined;
}

/** Which account is meant. */
export type AccountName = Pick<SupplierAccount, 'supplier' | 'accountId'>;

/** The record of how accounts do, shared by the processes of an installation within seconds. */
export interface AccountHealth {
  /**
   * Notes what was found. Cheap, to be called after every call: a repeated status is written once a minute, a new one
   * at once, off the request path. Never throws; a report that is lost costs nothing but its news.
   */
  report(account: AccountName, report: AccountReport): void;
  /** Never throws: what cannot be read is `unknown`. */
  read(account: AccountName): Promise<AccountCondition>;
}
