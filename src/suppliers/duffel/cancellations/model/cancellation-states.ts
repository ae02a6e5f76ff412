import { defineLifecycle, type StateOf } from '../../../../platform/lifecycle.ts';

/**
 * The life of one cancellation at Duffel.
 * - `intended`: no quote was confirmed, the order stands as far as we are concerned
 * - `confirming`: the confirmation of a quote may have been sent, its outcome is not known
 * - `accepted`: Duffel has taken the confirmation and not said what came of it
 * - `cancelled`: the order is cancelled · `refused`: it is not, and will not be by this cancellation
 *
 * Back to `intended` goes a confirmation that is proven not to have been carried out. From `intended` to `cancelled`
 * goes one whose order turned out to be cancelled already, by nobody of ours.
 */
export const supplierCancellationLifecycle = defineLifecycle('A cancellation at a supplier', {
  intended: ['confirming', 'cancelled', 'refused'],
  confirming: ['intended', 'accepted', 'cancelled', 'refused'],
  accepted: ['intended', 'cancelled', 'refused'],
  cancelled: [],
  refused: [],
});
export type SupplierCancellationStatus = StateOf<typeof supplierCancellationLifecycle>;
