import { defineLifecycle, type StateOf } from '../../../platform/lifecycle.ts';

/**
 * The life of one order call.
 * - `intended`: nothing was sent yet
 * - `called`: it may have been sent, its outcome is not known
 * - `known`: the supplier's order is known, or it is proven that there is none; only then it may be intended again
 *
 * From `intended` to `known` goes who looks it up before it was called: the call is void from then on.
 */
export const supplierBookingLifecycle = defineLifecycle('An order call', {
  intended: ['called', 'known'],
  called: ['known'],
  known: ['intended'],
});
export type SupplierBookingStatus = StateOf<typeof supplierBookingLifecycle>;

/** What a new intent may replace, where no order is known. */
export const REPLACEABLE: readonly SupplierBookingStatus[] = [
  ...supplierBookingLifecycle.allowedFrom('intended'),
  'intended',
];
/** What may still become known: an order also where it was proven, wrongly, that there is none. */
export const SETTLEABLE: readonly SupplierBookingStatus[] = [...supplierBookingLifecycle.allowedFrom('known'), 'known'];
