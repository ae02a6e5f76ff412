import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { AccountChecks } from '../common/account-check.ts';
import { checkDuffelKey, checkDuffelOrder } from '../duffel/check-key.ts';
import { checkLiteapiBooking, checkLiteapiKey } from '../liteapi/check-key.ts';

/** Asks whichever supplier a key is for: for who saves one, for `bly admin` and for `bly doctor`. */
export function createAccountChecks(outbound: Pick<Outbound, 'toTrusted'>): AccountChecks {
  return {
    check(key) {
      switch (key.supplier) {
        case 'duffel':
          return checkDuffelKey(outbound, key);
        case 'liteapi':
          return checkLiteapiKey(outbound, key);
        default:
          return key.supplier satisfies never;
      }
    },
    checkOrder(key, orderId) {
      switch (key.supplier) {
        case 'duffel':
          return checkDuffelOrder(outbound, key, orderId);
        case 'liteapi':
          return checkLiteapiBooking(outbound, key, orderId);
        default:
          return key.supplier satisfies never;
      }
    },
  };
}
