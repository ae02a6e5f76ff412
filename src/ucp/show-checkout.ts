import { asId } from '../platform/ids.ts';
import { callOperation, isId, type OperationRefusal, type UcpAnswer, type UcpCall } from './call.ts';
import { type ErrorMessage, errorOf, type Message, readErrors, warningOf } from './model/messages.ts';
import type { ShownCheckout } from './present-checkout.ts';
import { CheckoutResponse, type PresentedCheckout, TripResponse } from './presented-api.ts';
import { type Progress, readProgress } from './read-progress.ts';
import { type SecuredOptions, secureAnswer } from './secured/secured-checkout.ts';
import type { ShownQuote, StoredCheckout } from './model/stored-checkout.ts';
import { findCheckout, recordShown } from './store.ts';
import type { Surface } from './surfaces/surface.ts';

/** The session that a request names; undefined where the organization has none of this id on this surface. */
export async function findOwnCheckout(
  { context, identity, request }: UcpCall,
  surface: Surface,
): Promise<StoredCheckout | undefined> {
  if (!isId(request.id)) return undefined;
  const stored = await findCheckout(context.app.db, identity.organizationId, request.id);
  return stored && surface.owns(stored) ? stored : undefined;
}

/** A refusal of the API in the words of a surface, one error for each field it names. */
export function readRefusal(
  { unavailableCode }: Surface,
  refusal: OperationRefusal,
  { severity, place }: Pick<ErrorMessage, 'severity'> & { readonly place: (path: string) => string | undefined },
): readonly ErrorMessage[] {
  return readErrors(refusal, severity, place).map((error) =>
    error.code === 'item_unavailable' ? { ...error, code: unavailableCode } : error,
  );
}

/** A session to be shown, and what the answer says beside it. */
interface ToShow {
  readonly stored: StoredCheckout;
  readonly messages?: readonly Message[];
  readonly status?: UcpAnswer['status'];
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
  surface: Surface,
  { stored, messages = [] }: ToShow,
): Promise<ShownCheckout> {
  const before = await progressOf(call, stored.tripId);
  const { isOpen } = before;
  const quoted =
    isOpen && !(await hasOldContact(call, surface, stored)) ? await quote(call, surface, stored) : undefined;
  const progress = isOpen ? await progressOf(call, stored.tripId) : before;
  const answer = await callOperation(call, TripResponse, { method: 'GET', path: `/v1/trip/${stored.tripId}` });
  if (answer.kind === 'refused')
    throw new Error(`The trip ${stored.tripId} of a UCP checkout was refused: ${answer.code}`);
  const all = [...messages, ...(quoted?.messages ?? [])];
  const shown = { stored, trip: answer.body, quote: quoted?.quote, progress, messages: all, problems: [] };
  return isOpen ? { ...shown, problems: await surface.findProblems(call, shown) } : shown;
}

/** Answers the checkout, signed where it is secured, and records which quote was shown. */
export async function answerCheckout(
  call: UcpCall,
  surface: Surface,
  shown: ShownCheckout,
  status: UcpAnswer['status'] = 200,
  secured: SecuredOptions = {},
): Promise<UcpAnswer> {
  const { stored, quote: current } = shown;
  const now = current && toShown(current);
  if (now && now.quoteId !== stored.shown?.quoteId) await recordShown(call.context.app.db, stored, now);
  const answer = await surface.present(call, shown, status);
  return stored.isSecured ? await secureAnswer(call, stored, answer, secured) : answer;
}

/** Loads and answers. */
export async function showCheckout(call: UcpCall, surface: Surface, toShow: ToShow): Promise<UcpAnswer> {
  return await answerCheckout(call, surface, await loadShown(call, surface, toShow), toShow.status);
}

/** What is recorded of a quote that a platform is shown. */
export function toShown({
  quote_id: quoteId,
  total_amount: total,
  content_hash: contentHash,
}: PresentedCheckout): ShownQuote {
  return { quoteId, total: total.amount, currency: total.currency, contentHash };
}

/** A trip keeps the contact it had: it is not sold to that one where what was sent last does not name it. */
async function hasOldContact(call: UcpCall, surface: Surface, stored: StoredCheckout): Promise<boolean> {
  if (surface.namesContact(stored)) return false;
  const trip = await callOperation(call, TripResponse, { method: 'GET', path: `/v1/trip/${stored.tripId}` });
  return trip.kind !== 'refused' && trip.body.contact != null;
}

async function quote(
  call: UcpCall,
  surface: Surface,
  stored: StoredCheckout,
): Promise<{ readonly quote: PresentedCheckout | undefined; readonly messages: readonly Message[] }> {
  const { tripId, shown } = stored;
  const answer = await callOperation(call, CheckoutResponse, {
    method: 'POST',
    path: '/v1/checkout',
    body: { trip_id: tripId },
  });
  if (answer.kind === 'refused') return { quote: undefined, messages: readCheckoutErrors(surface, stored, answer) };
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

function readCheckoutErrors(surface: Surface, stored: StoredCheckout, refusal: OperationRefusal): readonly Message[] {
  const place = (path: string) => surface.placeOfDetail(path, stored);
  const fields = refusal.fields.filter(({ path }) => !surface.saysDetail(path, stored));
  if (fields.length === 0 && refusal.fields.length > 0) return [];
  return readRefusal(surface, { ...refusal, fields }, { severity: 'recoverable', place }).map(errorOf);
}
