import type { CardFormView, ClosedReason } from '../../../web/checkout/view.ts';

/** What became of a submitted form. `done`: look at the page again, it shows the new state. */
export type FormOutcome =
  | { readonly kind: 'done' }
  /** The payer goes on at the processor's own page. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'incomplete'; readonly form: CardFormView }
  | { readonly kind: 'closed'; readonly reason: ClosedReason };
