import { SyncResponse, TripResponse } from '../presented-api.ts';
import { callOperation, type UcpAnswer, type UcpCall } from '../call.ts';
import { errorOf, type Message, notFound, warningOf } from '../model/messages.ts';
import { TERM_ID } from '../model/payment-terms.ts';
import { findOwnCheckout, progressOf, readRefusal, showCheckout } from '../show-checkout.ts';
import type { StoredCheckout } from '../model/stored-checkout.ts';
import { findCheckout, replaceSession } from '../store.ts';
import type { Surface, WantedSession } from '../surfaces/surface.ts';
import { itemFields, lineOf, placeOfAction, placeOfItem, type TripActions } from '../trip-actions.ts';

/**
 * `update_checkout`, `update_booking_session`: the session becomes what was sent. Offers that it has stay, others are
 * added, those that were not sent are taken out. What is refused changes nothing, and the answer says what and why.
 */
export async function updateCheckout(call: UcpCall, surface: Surface): Promise<UcpAnswer> {
  const stored = await findOwnCheckout(call, surface);
  if (!stored) return notFound(surface.thing);
  const wanted = await surface.read(call, stored);
  const { isOpen, isEnded } = await progressOf(call, stored.tripId);
  if (!isOpen)
    return await showCheckout(call, surface, { stored, messages: [errorOf(isEnded ? CLOSED : IN_PROGRESS)] });
  const wrong = wanted.findErrors('recoverable').map(errorOf);
  if (wrong.length > 0) return await showCheckout(call, surface, { stored, messages: wrong });
  const messages = [...(await replace(call, surface, { stored, wanted })), ...termMessages(wanted)];
  const { app } = call.context;
  const after = (await findCheckout(app.db, stored.organizationId, stored.tripId)) ?? stored;
  return await showCheckout(call, surface, { stored: after, messages });
}

/** There is one term at most, and no other is put in the place of one that was selected without a word. */
function termMessages({ selectedTermId }: WantedSession): readonly Message[] {
  if (selectedTermId === undefined || selectedTermId === TERM_ID) return [];
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

interface Replacement {
  readonly stored: StoredCheckout;
  readonly wanted: WantedSession;
}

async function replace(call: UcpCall, surface: Surface, { stored, wanted }: Replacement): Promise<readonly Message[]> {
  const trip = await callOperation(call, TripResponse, { method: 'GET', path: `/v1/trip/${stored.tripId}` });
  if (trip.kind === 'refused') return [errorOf({ ...CLOSED, content: trip.message })];
  const { items, travelers } = trip.body;
  const before = items.map(({ item_id: id }) => id);
  const difference = differenceOf(before, surface, { stored, wanted });
  const actions = combine(difference, partyActions(wanted, travelers.length));
  const { app } = call.context;
  let added: readonly string[] = [];
  if (actions.actions.length > 0) {
    const answer = await callOperation(call, SyncResponse, {
      method: 'POST',
      path: '/api/v1/shop/sync',
      body: { trip_id: stored.tripId, actions: actions.actions },
    });
    if (answer.kind === 'refused') {
      const place = (path: string) => placeOfAction(actions, path);
      return readRefusal(surface, answer, { severity: 'recoverable', place }).map(errorOf);
    }
    app.faults.pass('ucp.after_replaced');
    added = answer.body.items.map(({ item_id: id }) => id).filter((id) => !before.includes(id));
  }
  await replaceSession(app.db, {
    organizationId: stored.organizationId,
    tripId: stored.tripId,
    platformProfile: call.platformProfile,
    lines: Object.fromEntries(added.map((id, index) => [id, difference.added[index] ?? id])),
    ...wanted.stored,
  });
  app.faults.pass('ucp.after_session_replaced');
  return added.length === difference.added.length ? [] : [errorOf({ ...DUPLICATE, path: surface.itemsPath })];
}

const DUPLICATE = {
  code: 'duplicate_item',
  content: 'Two lines are the same offer: it is in the checkout once.',
  severity: 'recoverable',
} as const;

/**
 * New offers first, then what goes: a trip is never left empty in between. Before them goes an item that has no line:
 * an update added it whose process died before it stored the lines. Its offer, sent again, is a new item with a line.
 */
function differenceOf(
  before: readonly string[],
  { itemsPath }: Surface,
  { stored: { lines }, wanted: { items } }: Replacement,
): TripActions & { readonly added: readonly string[] } {
  const lineOfItem = (id: string) => (Object.hasOwn(lines, id) ? lines[id] : id) ?? id;
  const present = new Set(before.map(lineOfItem));
  const wanted = new Set(items.map(lineOf));
  const added = items.filter((item) => !present.has(lineOf(item)));
  const going = before.filter((id) => !wanted.has(lineOfItem(id)));
  const lost = going.filter((id) => !Object.hasOwn(lines, id));
  const removed = going.filter((id) => Object.hasOwn(lines, id));
  const remove = (id: string) => ({ action: 'remove_product', item_id: id });
  const atItems = () => itemsPath;
  return {
    added: added.map(lineOf),
    actions: [
      ...lost.map(remove),
      ...added.map((item) => ({ action: 'add_product', ...itemFields(item) })),
      ...removed.map(remove),
    ],
    places: [...lost.map(() => atItems), ...added.map(placeOfItem), ...removed.map(() => atItems)],
  };
}

/** A replacement that names nobody takes the travelers out. */
function partyActions({ party }: WantedSession, travelers: number): TripActions {
  const names = party.actions.some((action) => 'travelers' in action);
  if (names || travelers === 0) return party;
  return { actions: [{ action: 'remove_travelers' }, ...party.actions], places: [() => '$', ...party.places] };
}

function combine(...parts: readonly TripActions[]): TripActions {
  return { actions: parts.flatMap(({ actions }) => actions), places: parts.flatMap(({ places }) => places) };
}
