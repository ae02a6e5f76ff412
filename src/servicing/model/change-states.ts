import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of a change. Staying is always allowed and does nothing.
 *
 * - `quoted`: shown, nothing committed
 * - `paying`: waits for the payer
 * - `deciding`: committed to, but nobody knows what comes back, or the supplier took none of our calls: people of the
 *   seller decide whether the supplier is asked, and what the payer gets
 * - `requested`: the intent, committed before the supplier is called
 * - `unknown`: the supplier's answer never came; it is looked up, never repeated blindly
 * - `pending`: accepted by the supplier, which decides later, perhaps by people
 * - `settling`: done by the supplier; money moves
 * - `done`: money has moved
 * - `partial`: done by the supplier, but the money could not be moved: people must
 * - `failed`: nothing was changed and nothing was taken
 */
export const changeLifecycle = defineLifecycle('A change', {
  quoted: ['paying', 'deciding', 'requested'],
  deciding: ['requested', 'failed'],
  // A decline leaves it as it is: the payer may try another card. Failed: paid for too late, or for an item that has
  // changed since.
  paying: ['requested', 'failed'],
  requested: ['unknown', 'pending', 'settling', 'failed'],
  // Back to requested only when the supplier has proven that our reference never arrived; to deciding once it has
  // proven that often enough.
  unknown: ['requested', 'pending', 'deciding', 'settling', 'failed'],
  pending: ['unknown', 'settling', 'failed'],
  settling: ['done', 'partial'],
  done: [],
  // People have moved it.
  partial: ['done'],
  failed: [],
});
export type ChangeStatus = StateOf<typeof changeLifecycle>;

/** The moved value; staying returns the value itself, any other move is a programming error and throws. */
export function moveChange<C extends { readonly status: ChangeStatus }>(change: C, to: ChangeStatus): C {
  return change.status === to ? change : { ...change, status: changeLifecycle.move(change.status, to) };
}

/** Nobody has committed to the change: it may lapse, and hides behind newer quotes. */
export const UNCOMMITTED: readonly ChangeStatus[] = ['quoted', 'paying'];

/** Committed changes that somebody still has to act on; after a `partial` one people here move the money. */
export const WAITING: readonly ChangeStatus[] = changeLifecycle.open.filter((status) => !UNCOMMITTED.includes(status));

/**
 * The supplier has the word, or money moves: nobody else may change the item. A payer who may pay, and has not, closes
 * nothing, and neither does money that people have to move.
 */
export const UNDER_WAY: readonly ChangeStatus[] = WAITING.filter((status) => status !== 'partial');

/** The supplier has made the change. */
export const MADE: readonly ChangeStatus[] = ['done', 'partial'];
