import { asId } from '../platform/ids.ts';
import { callOperation, isId, type OperationRefusal, type UcpAnswer, type UcpCall } from './call.ts';
import { errorOf, type Message, readErrors, warningOf } from './model/messages.ts';
import { presentCheckout, type ShownCheckout } from './present-checkout.ts';
import { CheckoutResponse, type Quote, TripResponse } from './presented-api.ts';
import { type Progress, readProgress } from './read-progress.ts';
import { type SecuredOptions, secureAnswer } from './secured/secured-checkout.ts';
import { findCheckout, recordShown, type ShownQuote, type StoredCheckout } from './store.ts';

/** The checkout that a request names; undefined where the organization has none of this id. */
export async function findOwnCheckout({ context, identity, request }: UcpCall): Promise<StoredCheckout | undefined> {
  if (!isId(request.id)) return undefined;
  return await findCheckout(context.app.db, identity.organizationId, request.id);
}

/** How far a checkout is. */
export function progressOf({ context, identity }: UcpCall, tripId: string): Promise<Progress> {
  return readProgress(context.app, identity.organizationId, asId('trip', tripId));
}

/**
 * The checkout as it stands. One that is not paid is priced at its suppliers when its last price has run out; a total
 * that is another one than the platform was shown is said to be so.
 */
export async function loadShown(
  call: UcpCall,
  stored: StoredCheckout,
  messages: readonly Message[] = [],
): Promise<ShownCheckout> {
  const before = await progressOf(call, stored.tripId);
  const { isOpen } = before;
  const quoted = isOpen ? await quote(call, stored) : undefined;
  const progress = isOpen ? await progressOf(call, stored.tripId) : before;
  const answer = await callOperation(call, TripResponse, { method: 'GET', path: `/v1/trip/${stored.tripId}` });
  if (answer.kind === 'refused')
    throw new Error(`The trip ${stored.tripId} of a UCP checkout was refused: ${answer.code}`);
  const all = [...messages, ...(quoted?.messages ?? [])];
  return { stored, trip: answer.body, quote: quoted?.quote, progress, messages: all };
}

/** Answers the checkout, signed where it is secured, and records which quote was shown. */
export async function answerCheckout(
  call: UcpCall,
  shown: ShownCheckout,
  status: UcpAnswer['status'] = 200,
  secured: SecuredOptions = {},
): Promise<UcpAnswer> {
  const { stored, quote: current } = shown;
  const now = current && toShown(current);
  if (now && now.quoteId !== stored.shown?.quoteId) await recordShown(call.context.app.db, stored, now);
  const answer = presentCheckout(call, shown, status);
  return stored.isSecured ? await secureAnswer(call, stored, answer, secured) : answer;
}

/** Loads and answers. */
export async function showCheckout(
  call: UcpCall,
  stored: StoredCheckout,
  messages: readonly Message[] = [],
  status: UcpAnswer['status'] = 200,
): Promise<UcpAnswer> {
  return await answerCheckout(call, await loadShown(call, stored, messages), status);
}

/** What is recorded of a quote that a platform is shown. */
export function toShown({ quote_id: quoteId, total_amount: total, content_hash: contentHash }: Quote): ShownQuote {
  return { quoteId, total: total.amount, currency: total.currency, contentHash };
}

async function quote(
  call: UcpCall,
  { tripId, shown }: StoredCheckout,
): Promise<{ readonly quote: Quote | undefined; readonly messages: readonly Message[] }> {
  const answer = await callOperation(call, CheckoutResponse, {
    method: 'POST',
    path: '/v1/checkout',
    body: { trip_id: tripId },
  });
  if (answer.kind === 'refused') return { quote: undefined, messages: readCheckoutErrors(answer) };
  const { amount, currency } = answer.body.total_amount;
  const isMoved = shown !== undefined && (shown.total !== amount || shown.currency !== currency);
  return { quote: answer.body, messages: isMoved ? [TOTALS_CHANGED] : [] };
}

const TOTALS_CHANGED = warningOf({
  code: 'totals_changed',
  content: 'The price has changed since it was shown last.',
  presentation: 'disclosure',
  path: '$.totals',
});

function readCheckoutErrors(refusal: OperationRefusal): readonly Message[] {
  return readErrors(refusal, 'recoverable', placeOfDetail).map(errorOf);
}

/** Where in a checkout the details are that a trip lacks. */
function placeOfDetail(path: string): string | undefined {
  if (path.startsWith('travelers')) return `$.${path}`;
  if (path.startsWith('contact')) return '$.buyer';
  return path === 'trip_id' ? '$.line_items' : undefined;
}
