import type { CardFormView } from '../../../web/checkout/view.ts';
import { readCardForm } from '../../checkout/model/card-form.ts';
import type { FormOutcome } from '../../checkout/model/form-outcome.ts';
import type { PayerSession } from '../../checkout/model/session.ts';
import type { App } from '../../context.ts';
import type { ChangeSessions } from '../../checkout/change-sessions.ts';
import { isPaidElsewhere } from '../../payments/processor.ts';
import { completeChangeChallenge, openChangePage, payChange } from './pay-change.ts';
import { findChangeBySession } from '../store.ts';
import { viewChangeSession } from './view-change-session.ts';

/** The hosted page of what an exchange costs; registered by `app.ts` as `changeSessions`. */
export const changeSessions: ChangeSessions = { view: viewChangeSession, submit: submitChangeForm };

const DONE: FormOutcome = { kind: 'done' };

/**
 * A card to pay with, the choice to pay on the processor's page, or the answer to the bank's challenge. What is due was
 * quoted and does not move, so there is no price to agree to anew: a quote that has run out takes no payment.
 */
async function submitChangeForm(
  app: App,
  { session, now }: PayerSession,
  form: Readonly<Record<string, string>>,
): Promise<FormOutcome> {
  const change = await findChangeBySession(app.db, session.organizationId, session.sessionId);
  if (change === undefined) return DONE;
  const action = form['action'];
  if (action === 'approve' || action === 'reject') {
    await completeChangeChallenge(app, change, action);
    return DONE;
  }
  if (isPaidElsewhere(app)) {
    const url = await openChangePage(app, change);
    return url === undefined ? DONE : { kind: 'elsewhere', url };
  }
  const card = readCardForm(form, now);
  if (card.kind === 'problems') {
    const shown: CardFormView = {
      holder: form['card_holder'] ?? '',
      expiry: form['card_expiry'] ?? '',
      shownTotal: undefined,
      errors: card.problems,
    };
    return { kind: 'incomplete', form: shown };
  }
  await payChange(app, change, { kind: 'card', card: card.card });
  return DONE;
}
