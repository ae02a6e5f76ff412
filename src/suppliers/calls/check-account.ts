import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { AccountChecks } from '../common/account-check.ts';
import { checkDuffelKey, checkDuffelOrder } from '../duffel/check-key.ts';

/** Asks whichever supplier a key is for: for who saves one, for `bly admin` and for `bly doctor`. */
export function createAccountChecks(outbound: Pick<Outbound, 'toTrusted'>): AccountChecks {
  return {
    check(key) {
      switch (key.supplier) {
        case 'duffel':
          return checkDuffelKey(outbound, key);
        default:
          return key.supplier satisfies never;
      }
    },
    checkOrder(key, orderId) {
      switch (key.supplier) {
        case 'duffel':
          return checkDuffelOrder(outbound, key, orderId);
        default:
          return key.supplier satisfies never;
      }
    },
  };
}
