import { defineLifecycle, type StateOf } from '../../src/platform/lifecycle.ts';

/** The life of a payment at the built-in processor. A payment that nobody has tried to pay has no row: it is `open`. */
export const sandboxPaymentLifecycle = defineLifecycle('A sandbox payment', {
  open: ['requires_action', 'processing', 'authorised', 'declined', 'released'],
  requires_action: ['processing', 'authorised', 'declined', 'released'],
  processing: ['authorised', 'released'],
  authorised: ['captured', 'released'],
  declined: ['requires_action', 'processing', 'authorised', 'released'],
  captured: [],
  released: [],
});
export type SandboxPaymentStatus = StateOf<typeof sandboxPaymentLifecycle>;

/** A payment that takes another card: not held, not captured, not closed. A second declined card stays declined. */
export const PAYABLE: readonly SandboxPaymentStatus[] = ['open', 'declined', 'requires_action'];
