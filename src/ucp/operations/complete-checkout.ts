import { AgentPaymentResponse } from '../presented-api.ts';
import { callOperation, type OperationRefusal, type UcpAnswer, type UcpCall } from '../call.ts';
import { errorOf, type ErrorMessage, type Message, notFound, UNAVAILABLE } from '../model/messages.ts';
import { HANDLER_ID } from '../model/names.ts';
import { readCompletion, type SentCompletion } from '../read-payload.ts';
import type { ShownCheckout } from '../present-checkout.ts';
import { answerCheckout, findOwnCheckout, loadShown, progressOf, showCheckout, toShown } from '../show-checkout.ts';
import { type AcceptedMandate, presentMandate, refusePurchase } from '../secured/secured-checkout.ts';
import type { StoredCheckout } from '../model/stored-checkout.ts';
import type { Surface } from '../surfaces/surface.ts';

/**
 * `complete_checkout`, `complete_booking_session`: pays the price that the platform was shown, and nothing else. When
 * that price has run out, the checkout is priced anew: where it buys the same for as much it is paid, otherwise the
 * answer shows what has changed.
 */
export async function completeCheckout(call: UcpCall, surface: Surface): Promise<UcpAnswer> {
  const stored = await findOwnCheckout(call, surface);
  if (!stored) return notFound(surface.thing);
  const sent = readCompletion(call.request.payload);
  // A platform that comes second gets the state of the attempt that came first.
  if (!(await progressOf(call, stored.tripId)).isOpen) return await showCheckout(call, surface, { stored });
  const shown = await loadShown(call, surface, { stored });
  if (!shown.quote || shown.problems.length > 0) return await answerCheckout(call, surface, shown);
  if (!isAsShown(shown))
    return await answerCheckout(call, surface, { ...shown, messages: [...shown.messages, NOT_PAID] });
  const token = readToken(sent);
  if (token.kind === 'error') return await answerCheckout(call, surface, withError(shown, token.error));
  const payment = { token: token.token, quoteId: shown.quote.quote_id };
  const mandate = stored.isSecured ? await presentMandate(call, shown, sent.ap2?.checkout_mandate) : undefined;
  if (mandate && 'refusal' in mandate)
    return await answerCheckout(call, surface, withError(shown, mandate.refusal), 200, {
      refusedReceipt: mandate.receipt,
    });
  if (mandate) call.context.app.faults.pass('ucp.after_mandate');
  const messages = await pay(call, stored, payment, mandate);
  // The quote that was shown has been paid or refused: the price that the answer shows is of that same checkout.
  return await showCheckout(call, surface, { stored, messages });
}

const NOT_PAID = errorOf({
  code: 'totals_changed',
  content: 'What is bought or its price is not what was shown last. Nothing was paid: show it, then complete again.',
  severity: 'recoverable',
  path: '$.totals',
});

/** Whether a quote is the one that was shown, or buys what that one bought for as much. */
function isAsShown({ quote, stored: { shown } }: ShownCheckout): boolean {
  if (!quote || !shown) return false;
  const now = toShown(quote);
  return (
    now.quoteId === shown.quoteId ||
    (now.total === shown.total && now.currency === shown.currency && now.contentHash === shown.contentHash)
  );
}

type Token =
  | { readonly kind: 'token'; readonly token: string | undefined }
  | { readonly kind: 'error'; readonly error: ErrorMessage };

/**
 * The instrument that was chosen: the selected one, or the only one of which nothing else was said. A total of nothing
 * needs none.
 */
function readToken({ payment }: SentCompletion): Token {
  const instruments = payment?.instruments ?? [];
  const selected = instruments.filter(({ selected: isSelected }) => isSelected === true);
  const unnamed = instruments.filter(({ selected: isSelected }) => isSelected === undefined);
  const [instrument, ...others] = selected.length > 0 ? selected : unnamed;
  const wrong = (content: string): Token => ({
    kind: 'error',
    error: { code: 'payment_instrument_invalid', content, severity: 'recoverable', path: '$.payment.instruments' },
  });
  if (others.length > 0 || (instrument === undefined && instruments.length > 0))
    return wrong('Select exactly one payment instrument.');
  if (!instrument) return { kind: 'token', token: undefined };
  const { handler_id: handler, credential } = instrument;
  if (handler !== HANDLER_ID || credential?.type !== HANDLER_ID || credential.token === undefined)
    return wrong(`Send an instrument of the handler ${HANDLER_ID} whose credential has that type and a token.`);
  return { kind: 'token', token: credential.token };
}

async function pay(
  call: UcpCall,
  stored: StoredCheckout,
  { token, quoteId }: { readonly token: string | undefined; readonly quoteId: string },
  mandate: AcceptedMandate | undefined,
): Promise<readonly Message[]> {
  const answer = await callOperation(call, AgentPaymentResponse, {
    method: 'POST',
    path: '/v1/submit_agent_payment',
    body: {
      trip_id: stored.tripId,
      quote_id: quoteId,
      ...(token === undefined ? {} : { shared_payment_token: token }),
    },
    step: `pay ${quoteId}`,
  });
  const messages = answer.kind === 'refused' ? [toError(answer)] : readOutcome(answer.body);
  if (mandate && messages.length > 0) await refusePurchase(call, mandate);
  return messages;
}

function readOutcome({
  status,
  decline_reason: reason,
}: {
  readonly status: string;
  readonly decline_reason?: unknown;
}): readonly Message[] {
  if (status !== 'declined') return [];
  const content = `The payment was declined${typeof reason === 'string' ? ` (${reason})` : ''}. Nothing is booked; pay with another instrument.`;
  return [errorOf({ code: 'payment_failed', content, severity: 'recoverable', path: '$.payment.instruments' })];
}

function toError({ code, message, fields: [field] }: OperationRefusal): Message {
  if (code === 'QUOTE_EXPIRED')
    return errorOf({
      code: 'quote_expired',
      content:
        'The price ran out before it was paid. Nothing was paid: show the price of this answer, then complete again.',
      severity: 'recoverable',
      path: '$.totals',
    });
  if (code === 'OFFER_UNAVAILABLE')
    return errorOf({ code: 'item_unavailable', content: UNAVAILABLE, severity: 'recoverable', path: '$.line_items' });
  const content = field === undefined ? message : `${field.path} ${field.problem}`;
  return errorOf({ code: 'payment_failed', content, severity: 'recoverable', path: '$.payment.instruments' });
}

function withError(shown: ShownCheckout, error: ErrorMessage): ShownCheckout {
  return { ...shown, messages: [...shown.messages, errorOf(error)] };
}
