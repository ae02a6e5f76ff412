import type { ChangeStatus } from './change.ts';

/** The life of a change. Staying is always allowed and does nothing. */
export const NEXT_CHANGE_STATUS = {
  quoted: ['paying', 'requested'],
  // A decline leaves it as it is: the payer may try another card. Failed: paid for too late, or for an item that has
  // changed since.
  paying: ['requested', 'failed'],
  requested: ['unknown', 'pending', 'settling', 'failed'],
  // Back to requested only when the supplier has proven that our reference never arrived.
  unknown: ['requested', 'pending', 'settling', 'failed'],
  pending: ['unknown', 'settling', 'failed'],
  settling: ['done', 'partial'],
  done: [],
  partial: [],
  failed: [],
} as const satisfies Record<ChangeStatus, readonly ChangeStatus[]>;

/** The moved value; staying answers the same value, any other move is a programming error and throws. */
export function moveChange<C extends { readonly status: ChangeStatus }>(change: C, to: ChangeStatus): C {
  if (change.status === to) return change;
  const next: readonly ChangeStatus[] = NEXT_CHANGE_STATUS[change.status];
  if (!next.includes(to)) throw new Error(`A change cannot go from ${change.status} to ${to}.`);
  return { ...change, status: to };
}
