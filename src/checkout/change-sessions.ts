import type { CardFormView, CheckoutView } from '../../web/checkout/view.ts';
import type { RegisteredApp } from '../platform/registered-app.ts';
import type { FormOutcome } from './model/form-outcome.ts';
import type { PayerSession } from './model/session.ts';

/**
 * The hosted page of sessions that pay for a change of a booking. `app.ts` registers it, so that checkout knows no one
 * above it.
 */
export interface ChangeSessions {
  /** What the page shows now. Reading it changes nothing. */
  view(app: RegisteredApp, guest: PayerSession, form: CardFormView): Promise<CheckoutView>;
  /** Submits a form of the page. The caller has checked its link and its form token. */
  submit(app: RegisteredApp, guest: PayerSession, form: Readonly<Record<string, string>>): Promise<FormOutcome>;
}
