import type { OrganizationId } from '../../platform/ids.ts';
import type { SupplierContext } from '../ports/supplier.ts';
import type { SupplierAccount } from './account.ts';

/** What an answer says about the health of the account it was made with, beside what it says about the question. */
export type CallHealth = CallVerdict & CallEvidence;

/** What an answer that is a failure said of itself; absent where nothing was answered, or where it did not say. */
export interface CallEvidence {
  /** Its HTTP status. */
  readonly status?: number | undefined;
  /** The supplier's own id of the request, for its support. */
  readonly requestId?: string | undefined;
}

type CallVerdict =
  | { readonly kind: 'well' }
  /** The supplier's own word when the next call may be made (its date of reset). */
  | { readonly kind: 'slow_down'; readonly until: Date }
  /** The key is wrong, expired or suspended: nothing is sold with it until it works again; operators are alarmed. */
  | { readonly kind: 'unauthorised'; readonly detail: string }
  /** It could not be reached, or failed in a way that says nothing about the question. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** The account's money ran out: found before the next card is charged. */
  | { readonly kind: 'out_of_funds'; readonly detail: string };

/** How many calls of which kind an account may make. */
export interface AccountLimits {
  readonly perMinute: number;
  /** Calls under way at once, over all processes. */
  readonly concurrency: number;
  /** Calls that may begin within any second; absent: as many as the minute allows. */
  readonly perSecond?: number | undefined;
}

/**
 * The one door through which a keyed supplier is called. It waits for the account's turn (never beyond the context's
 * deadline, never in a queue without end), shares the day's budget out by purpose and among the organizations that ask,
 * and stops calling an account that fails until a probe succeeds. All of it is shared by the processes of an
 * installation.
 */
export interface AccountCalls {
  /**
   * Makes one call. Throws SupplierFailure where nothing was sent: `rate_limited` with `isOwnLimit` (out of turn or out
   * of budget; with the seconds to wait), `unavailable` (it failed too often just now, or its money ran out),
   * `unauthorised`, `timeout` (the context's signal fired first). Calls of purpose `booking` and `servicing` are never
   * refused for budget or for failures; the key stops all but `servicing`. Whatever `send` throws counts as a failed
   * call and is thrown on.
   */
  call<T>(account: SupplierAccount, context: SupplierContext, exchange: AccountExchange<T>): Promise<T>;
}

/** What accounts were asked. */
export interface AccountUsage {
  /** Searches of the UTC day so far: all that the account made, or those of one organization that shares it. */
  searchesToday(account: SupplierAccount, organizationId: OrganizationId): Promise<number>;
}

/** One call and its judge. */
export interface AccountExchange<T> {
  readonly send: () => Promise<T>;
  /** Judges what was answered. */
  readonly health: (answer: T) => CallHealth;
  /**
   * True for what leads to the account's money being spent: pricing for a checkout, and ordering. Such calls are
   * refused for a while after the money ran out, so that no card is charged for what cannot be bought.
   */
  readonly needsFunds?: boolean;
  /** Calls a second that the supplier takes under this key, where it says so. */
  readonly perSecondMax?: number | undefined;
  /** True for a further read of a search whose first call was counted: it costs none of the day's searches. */
  readonly isContinued?: boolean;
}
