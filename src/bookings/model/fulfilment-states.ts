import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/** The phases of the durable process between the authorisation and the end of the trip. */
export const fulfilmentLifecycle = defineLifecycle('Fulfilment', {
  // The quote had lapsed when the money came: suppliers are asked for prices once more.
  repricing: ['booking', 'releasing'],
  booking: ['undoing', 'capturing', 'releasing'],
  undoing: ['capturing', 'releasing', 'done'],
  // Back to undoing when the hold had lapsed before it was captured.
  capturing: ['done', 'undoing'],
  releasing: ['done'],
  done: [],
});
export type FulfilmentPhase = StateOf<typeof fulfilmentLifecycle>;

/** The moved value; staying returns the value itself, any other move is a programming error and throws. */
export function moveFulfilment<B extends { readonly phase: FulfilmentPhase }>(booking: B, to: FulfilmentPhase): B {
  return booking.phase === to ? booking : { ...booking, phase: fulfilmentLifecycle.move(booking.phase, to) };
}
