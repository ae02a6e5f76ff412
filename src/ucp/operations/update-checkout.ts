import { SyncResponse, TripResponse } from '../presented-api.ts';
import { callOperation, type UcpAnswer, type UcpCall } from '../call.ts';
import { errorOf, type Message, notFound, readErrors, warningOf } from '../model/messages.ts';
import { TERM_ID } from '../model/payment-terms.ts';
import { findLineErrors, readCheckout, type SentCheckout } from '../read-payload.ts';
import { findOwnCheckout, progressOf, showCheckout } from '../show-checkout.ts';
import { addLines, findCheckout, type StoredCheckout } from '../store.ts';
import { placeOfAction, type TripActions, travelerActions } from '../trip-actions.ts';

/**
 * `update_checkout`: the checkout becomes what was sent. Offers that are in it stay, others are added, those that were
 * not sent are taken out. What is refused changes nothing, and the answer says what and why.
 */
export async function updateCheckout(call: UcpCall): Promise<UcpAnswer> {
  const stored = await findOwnCheckout(call);
  if (!stored) return notFound('checkout');
  const sent = readCheckout(call.request.payload);
  const { isOpen, isEnded } = await progressOf(call, stored.tripId);
  if (!isOpen) return await showCheckout(call, stored, [errorOf(isEnded ? CLOSED : IN_PROGRESS)]);
  const wrong = findLineErrors(sent, 'recoverable').map(errorOf);
  if (wrong.length > 0) return await showCheckout(call, stored, wrong);
  const messages = [...(await replace(call, stored, sent)), ...termMessages(sent)];
  const { app } = call.context;
  return await showCheckout(
    call,
    (await findCheckout(app.db, stored.organizationId, stored.tripId)) ?? stored,
    messages,
  );
}

/** There is one term at most, and no other is put in the place of one that was selected without a word. */
function termMessages({ payment }: SentCheckout): readonly Message[] {
  if (payment?.selected_term_id === undefined || payment.selected_term_id === TERM_ID) return [];
  const content = 'There is no such payment term. The one that is selected is the only one.';
  return [warningOf({ code: 'payment_term_changed', content, presentation: 'disclosure', path: '$.payment' })];
}

const IN_PROGRESS = {
  code: 'complete_in_progress',
  content: 'The checkout is being completed and cannot be changed.',
  severity: 'recoverable',
} as const;
const CLOSED = {
  code: 'checkout_closed',
  content: 'The checkout is completed or canceled and cannot be changed. Create another one.',
  severity: 'unrecoverable',
} as const;

async function replace(call: UcpCall, stored: StoredCheckout, sent: SentCheckout): Promise<readonly Message[]> {
  const trip = await callOperation(call, TripResponse, { method: 'GET', path: `/v1/trip/${stored.tripId}` });
  if (trip.kind === 'refused') return [errorOf({ ...CLOSED, content: trip.message })];
  const { items, travelers } = trip.body;
  const before = items.map(({ item_id: id }) => id);
  const difference = differenceOf(before, stored, sent);
  const actions = combine(difference, partyActions(sent, travelers.length));
  if (actions.actions.length === 0) return [];
  const answer = await callOperation(call, SyncResponse, {
    method: 'POST',
    path: '/api/v1/shop/sync',
    body: { trip_id: stored.tripId, actions: actions.actions },
  });
  if (answer.kind === 'refused')
    return readErrors(answer, 'recoverable', (path) => placeOfAction(actions, path)).map(errorOf);
  call.context.app.faults.pass('ucp.after_replaced');
  const added = answer.body.items.filter(({ item_id: id }) => !before.includes(id));
  await addLines(call.context.app.db, {
    organizationId: stored.organizationId,
    tripId: stored.tripId,
    platformProfile: call.platformProfile,
    lines: Object.fromEntries(added.map(({ item_id: id }, index) => [id, difference.added[index] ?? id])),
    attribution: sent.attribution,
  });
  return added.length === difference.added.length ? [] : [errorOf(DUPLICATE)];
}

const DUPLICATE = {
  code: 'duplicate_item',
  content: 'Two lines are the same offer: it is in the checkout once.',
  severity: 'recoverable',
  path: '$.line_items',
} as const;

/**
 * New offers first, then what goes: a trip is never left empty in between. Before them goes an item that has no line:
 * an update added it whose process died before it stored the lines. Its offer, sent again, is a new item with a line.
 */
function differenceOf(
  before: readonly string[],
  { lines }: StoredCheckout,
  { line_items: sent }: SentCheckout,
): TripActions & { readonly added: readonly string[] } {
  const tokenOf = (id: string) => (Object.hasOwn(lines, id) ? lines[id] : id) ?? id;
  const present = new Set(before.map(tokenOf));
  const wanted = new Set(sent.map(({ item }) => item.id));
  const added = sent.flatMap(({ item }, index) => (present.has(item.id) ? [] : [{ token: item.id, index }]));
  const going = before.filter((id) => !wanted.has(tokenOf(id)));
  const lost = going.filter((id) => !Object.hasOwn(lines, id));
  const removed = going.filter((id) => Object.hasOwn(lines, id));
  const remove = (id: string) => ({ action: 'remove_product', item_id: id });
  return {
    added: added.map(({ token }) => token),
    actions: [
      ...lost.map(remove),
      ...added.map(({ token }) => ({ action: 'add_product', trip_item_token: token })),
      ...removed.map(remove),
    ],
    places: [
      ...lost.map(() => '$.line_items'),
      ...added.map(({ index }) => `$.line_items[${index}]`),
      ...removed.map(() => '$.line_items'),
    ],
  };
}

/** A replacement that names nobody takes the travelers out. */
function partyActions(sent: SentCheckout, travelers: number): TripActions {
  const named = travelerActions(sent);
  const names = named.actions.some((action) => 'travelers' in action);
  if (names || travelers === 0) return named;
  return { actions: [{ action: 'remove_travelers' }, ...named.actions], places: ['$', ...named.places] };
}

function combine(...parts: readonly TripActions[]): TripActions {
  return { actions: parts.flatMap(({ actions }) => actions), places: parts.flatMap(({ places }) => places) };
}
