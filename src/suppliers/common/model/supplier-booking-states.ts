import { defineLifecycle, type StateOf } from '../../../platform/lifecycle.ts';

/**
 * The life of one order call.
 * - `intended`: nothing was sent yet
 * - `called`: it may have been sent, its outcome is not known
 * - `known`: the supplier's order is known, or it is proven that there is none
 *
 * From `intended` to `known` goes a look-up before the call: the call is void from then on. From `known` back to
 * `intended` goes only a proof without a reason. A proof with a reason is a refusal, and final: its caller was answered
 * that there is no order, so there must never be one. An order that is known is final, too.
 */
export const supplierBookingLifecycle = defineLifecycle('An order call', {
  intended: ['called', 'known'],
  called: ['known'],
  known: ['intended'],
});
export type SupplierBookingStatus = StateOf<typeof supplierBookingLifecycle>;

/** What a new intent or a refusal without a call may replace, where neither an order nor a reason is known. */
export const REPLACEABLE: readonly SupplierBookingStatus[] = [
  ...supplierBookingLifecycle.allowedFrom('intended'),
  'intended',
];
/** What a proof may settle: a call whose outcome is open. */
export const PROVABLE: readonly SupplierBookingStatus[] = supplierBookingLifecycle.allowedFrom('known');
/** What an order may settle: also what was proven, wrongly, to have come to nothing. */
export const SETTLEABLE: readonly SupplierBookingStatus[] = [...PROVABLE, 'known'];
