import type { CardFormView, ClosedReason } from '../../../web/checkout/view.ts';

/** What became of a submitted form. `done`: look at the page again, it shows the new state. */
export type FormOutcome =
  | { readonly kind: 'done' }
  /** The payer goes on at the processor's own page. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  /** The processor does not say what became of the payment: the page shows it as under way, and asks again. */
  | { readonly kind: 'unheard' }
  | { readonly kind: 'incomplete'; readonly form: CardFormView }
  | { readonly kind: 'closed'; readonly reason: ClosedReason };
