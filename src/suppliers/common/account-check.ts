import type { SupplierAccount } from './account.ts';

/** What a supplier's answer to a harmless question says about a key. */
export type KeyVerdict =
  | { readonly kind: 'works' }
  /** `detail`: the supplier's own code, for operators. */
  | { readonly kind: 'refused'; readonly reason: KeyRefusal; readonly detail: string }
  /** It did not answer, or in a way that says nothing about the key. */
  | { readonly kind: 'unreachable'; readonly detail: string; readonly retryAfterSeconds: number | undefined };

/** Why a supplier takes no calls with a key. */
export type KeyRefusal = 'wrong_key' | 'suspended' | 'not_permitted';

/** What is needed to ask with a key. */
export type KeyToCheck = Pick<SupplierAccount, 'supplier' | 'token' | 'baseUrl'>;

/** Asks suppliers whether keys work. */
export interface AccountChecks {
  /** Asks one question that changes nothing and costs nothing. Never throws. */
  check(key: KeyToCheck): Promise<KeyVerdict>;
  /**
   * Asks whether an order is one of the key's own. `another_account` where the supplier knows the key and not the
   * order. Never throws.
   */
  checkOrder(key: KeyToCheck, orderId: string): Promise<KeyVerdict | { readonly kind: 'another_account' }>;
}
