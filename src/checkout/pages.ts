import { renderCheckout } from '../../web/checkout/render-checkout.ts';
import type { BackView, CardFormView, CheckoutView, PayView } from '../../web/checkout/view.ts';
import { viewSeller } from '../identity/profile/view-seller.ts';
import { notingWrite } from '../platform/db/reads/noting-write.ts';
import { sellsNothingReal } from '../platform/config.ts';
import { Refusal } from '../platform/errors.ts';
import { canContinueElsewhere } from '../payments/redirect-payer.ts';
import { resolvePayment } from '../payments/resolve-payment.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { leadTo, leaveSession } from './returning/leave-session.ts';
import { addressOf, isOnward, leavingFactsOf } from './returning/outcome.ts';
import { isStillListed } from './returning/return-addresses.ts';
import { submitSessionForm } from './submit-session-form.ts';
import type { PayerSession } from './model/session.ts';
import { findPayerSession, readSession } from './view-session.ts';
import { requestedLanguage } from '../../web/kit/requested-language.ts';

/**
 * `GET /checkout/{session_id}`: whatever there is to see or do now. Reading it changes nothing but what any read of a
 * trip does (24 idle hours end it); coming back from the processor's page asks what became of the payment.
 */
export const showCheckoutPage: PageDeclaration = {
  method: 'GET',
  path: '/checkout/:session_id',
  async handle(context) {
    const guest = await findReturningGuest(context);
    return guest ? await showSession(context, guest) : await answer(context, undefined, UNKNOWN);
  },
};

/**
 * `POST /checkout/{session_id}`: pays, or answers the bank's challenge. Ends in a redirect to the page of the new
 * state.
 */
export const payCheckoutPage: PageDeclaration = {
  method: 'POST',
  path: '/checkout/:session_id',
  async handle(context) {
    const guest = await findPayerSession(context.app, context.params['session_id'] ?? '');
    if (!guest) return await answer(context, undefined, UNKNOWN);
    // Before the payment, whose outcome is mailed in this language.
    await context.app.bookingMail.rememberLanguage(context.app, guest.session, requestedLanguage(context));
    const outcome = await notingWrite(context.app, guest.session.organizationId, () =>
      submitSessionForm(context.app, guest, context.form),
    );
    switch (outcome.kind) {
      case 'done':
        return seeOther(context, guest.session.sessionId);
      case 'elsewhere':
        return { status: 303, location: outcome.url };
      case 'unheard':
        return seeOther(context, guest.session.sessionId, { paid: '1' });
      case 'closed':
        return await answer(context, guest, { kind: 'closed', reason: outcome.reason });
      case 'incomplete':
        return await showSession(context, guest, outcome.form);
      default:
        return outcome satisfies never;
    }
  },
};

/**
 * `GET /checkout/{session_id}/return`: back to the seller's shop, with the outcome signed. It is a page of its own, so
 * that what is signed is how things stand when the payer leaves, not when the page was loaded.
 */
export const leaveCheckoutPage: PageDeclaration = {
  method: 'GET',
  path: '/checkout/:session_id/return',
  async handle(context) {
    const guest = await findPayerSession(context.app, context.params['session_id'] ?? '');
    if (!guest) return await answer(context, undefined, UNKNOWN);
    const leaving = await leaveSession(context.app, guest);
    switch (leaving.kind) {
      case 'to':
        return leadTo(leaving.url);
      case 'moved':
        return { status: 303, location: `/checkout/${leaving.sessionId}/return` };
      case 'nowhere':
        return seeOther(context, guest.session.sessionId);
      case 'too_often':
        return await answer(context, guest, { kind: 'closed', reason: 'too_many_attempts' });
      default:
        return leaving satisfies never;
    }
  },
};

const UNKNOWN: CheckoutView = { kind: 'closed', reason: 'unknown' };

/** How often one link may make us ask the processor. */
const lookBucket = { burst: 5, perSecond: 0.25 } as const;

/**
 * A payer who comes back from the processor's page does not wait for its callback: the processor is queried at once.
 */
async function findReturningGuest({ app, params, query }: PageContext): Promise<PayerSession | undefined> {
  const linkId = params['session_id'] ?? '';
  const guest = await findPayerSession(app, linkId);
  if (!guest || query['paid'] === undefined || !canContinueElsewhere(app, guest.payment)) return guest;
  const { isAllowed } = await app.shared.takeToken(`checkout-look:${guest.session.sessionId}`, lookBucket, 1);
  if (isAllowed) await resolvePayment(app, guest.payment, guest.now);
  const after = await findPayerSession(app, linkId);
  return after && { ...after, isBackFromPaying: true };
}

async function showSession(context: PageContext, guest: PayerSession, form?: CardFormView): Promise<PageAnswer> {
  try {
    const places = context.app.places.inLanguage(requestedLanguage(context));
    const state = await readSession(context.app, { ...guest, places }, form);
    return state.kind === 'moved' ? seeOther(context, state.sessionId) : await answer(context, guest, state.view);
  } catch (error) {
    // The session outlives its trip only where a sandbox was reset.
    if (error instanceof Refusal && error.condition === 'trip_not_found')
      return await answer(context, undefined, UNKNOWN);
    throw error;
  }
}

function seeOther(context: PageContext, sessionId: string, more: Readonly<Record<string, string>> = {}): PageAnswer {
  const locale = context.query['locale'];
  const query = new URLSearchParams({ ...(locale === undefined ? {} : { locale }), ...more }).toString();
  return { status: 303, location: `/checkout/${sessionId}${query === '' ? '' : `?${query}`}` };
}

/** `guest`: whose page it is; undefined where a link leads to nobody's. */
async function answer(context: PageContext, guest: PayerSession | undefined, view: CheckoutView): Promise<PageAnswer> {
  const language = requestedLanguage(context);
  const facts = {
    sessionId: context.params['session_id'] ?? '',
    nonce: context.nonce,
    isSandbox: sellsNothingReal(context.app.config),
    isRehearsal: context.app.config.isRehearsal,
    ...(guest && (await viewSellerOf(context, guest, view))),
  };
  return {
    status: statusOf(view),
    html: renderCheckout(language, facts, view),
    formOrigins: findPayView(view)?.isPaidElsewhere ? (context.app.paymentProcessor?.pageOrigins ?? []) : [],
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-language': language,
      vary: 'accept-language',
    },
  };
}

/** Who sells, and the way back to them as far as this page has one. */
async function viewSellerOf(
  { app }: PageContext,
  { session }: PayerSession,
  view: CheckoutView,
): Promise<Pick<Parameters<typeof renderCheckout>[1], 'seller' | 'back'>> {
  const { organizationId, sessionId, returnTo } = session;
  const seller = viewSeller(await app.sellers.of(organizationId));
  const outcome = leavingFactsOf(view)?.outcome;
  const address = outcome && addressOf(outcome, returnTo);
  if (outcome === undefined || address === undefined || !(await isStillListed(app, organizationId, address)))
    return { seller };
  const back: BackView = { url: `/checkout/${sessionId}/return`, isOnward: isOnward(outcome) };
  return { seller, back };
}

function statusOf(view: CheckoutView): number {
  if (view.kind === 'closed') return CLOSED_STATUS[view.reason];
  return (findPayView(view)?.form.errors.length ?? 0) > 0 ? 422 : 200;
}

/** What the page asks to be paid, where it does. */
function findPayView(view: CheckoutView): PayView | undefined {
  if (view.kind === 'pay') return view;
  return view.kind === 'exchange' && view.state.kind === 'pay' ? view.state.pay : undefined;
}

const CLOSED_STATUS = {
  link_expired: 410,
  trip_changed: 410,
  trip_cancelled: 410,
  exchange_expired: 410,
  exchange_gone: 410,
  item_gone: 409,
  unknown: 404,
  form_stale: 403,
  too_many_attempts: 429,
  supplier_silent: 503,
} as const satisfies Record<Extract<CheckoutView, { kind: 'closed' }>['reason'], number>;
