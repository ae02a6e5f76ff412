import type { FulfilmentPhase } from './booking.ts';

/** The phases of the process between the authorisation and the end of the trip. */
export const NEXT_FULFILMENT_PHASE = {
  // The quote had run out when the money came: prices are asked for once more.
  repricing: ['booking', 'releasing'],
  booking: ['undoing', 'capturing', 'releasing'],
  undoing: ['capturing', 'releasing', 'done'],
  // Back to undoing when the hold had lapsed before it was captured.
  capturing: ['done', 'undoing'],
  releasing: ['done'],
  done: [],
} as const satisfies Record<FulfilmentPhase, readonly FulfilmentPhase[]>;

/** The moved value; staying answers the same value, any other move is a programming error and throws. */
export function moveFulfilment<B extends { readonly phase: FulfilmentPhase }>(booking: B, to: FulfilmentPhase): B {
  if (booking.phase === to) return booking;
  const next: readonly FulfilmentPhase[] = NEXT_FULFILMENT_PHASE[booking.phase];
  if (!next.includes(to)) throw new Error(`Fulfilment cannot go from ${booking.phase} to ${to}.`);
  return { ...booking, phase: to };
}
