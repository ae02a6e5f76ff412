import { SyncResponse } from '../presented-api.ts';
import { asId } from '../../platform/ids.ts';
import { callOperation, type UcpAnswer, type UcpCall } from '../call.ts';
import { presentError } from '../model/messages.ts';
import { AP2_MANDATE } from '../model/names.ts';
import { readRefusal, showCheckout } from '../show-checkout.ts';
import { findCheckout, insertCheckout } from '../store.ts';
import type { Surface, WantedSession } from '../surfaces/surface.ts';
import { itemFields, lineOf, placeOfAction, placeOfItem, type TripActions } from '../trip-actions.ts';

/** `create_checkout`, `create_booking_session`: a trip of the offers, all of them or none. */
export async function createCheckout(call: UcpCall, surface: Surface): Promise<UcpAnswer> {
  const wanted = await surface.read(call, undefined);
  const wrong = wanted.findErrors('unrecoverable');
  if (wrong.length > 0) return presentError(wrong);
  const actions = createActions(wanted);
  const answer = await callOperation(call, SyncResponse, {
    method: 'POST',
    path: '/api/v1/shop/sync',
    body: { actions: actions.actions },
    step: 'trip',
  });
  if (answer.kind === 'refused')
    return presentError(
      readRefusal(surface, answer, { severity: 'unrecoverable', place: (path) => placeOfAction(actions, path) }),
    );
  call.context.app.faults.pass('ucp.after_trip');
  const { trip_id: tripId, items } = answer.body;
  if (items.length !== wanted.items.length) return await giveUp(call, surface, tripId);
  const { app } = call.context;
  const { organizationId } = call.identity;
  const stored = {
    organizationId,
    tripId: asId('trip', tripId),
    platformProfile: call.platformProfile,
    lines: Object.fromEntries(items.map(({ item_id: id }, index) => [id, lineAt(wanted, index) ?? id])),
    shown: undefined,
    // Mandates are spoken of checkouts: what they do not extend is not secured by them.
    isSecured: call.shared.some(({ name, parents }) => name === AP2_MANDATE && parents.includes(surface.root)),
    ...wanted.stored,
  };
  await insertCheckout(app.db, stored, await app.organizationNow(organizationId));
  app.faults.pass('ucp.after_stored');
  return await showCheckout(call, surface, {
    stored: (await findCheckout(app.db, organizationId, tripId)) ?? stored,
    status: 201,
  });
}

function lineAt({ items }: WantedSession, index: number): string | undefined {
  const item = items[index];
  return item && lineOf(item);
}

function createActions({ items, currency, party }: WantedSession): TripActions {
  const [first, ...others] = items;
  return {
    actions: [
      { action: 'create', ...(currency === undefined ? {} : { currency }), ...itemFields(first) },
      ...others.map((item) => ({ action: 'add_product', ...itemFields(item) })),
      ...party.actions,
    ],
    places: [...items.map(placeOfItem), ...party.places],
  };
}

/** Two tokens of one offer are one item of a trip: which of the lines was meant is not known. */
async function giveUp(call: UcpCall, { itemsPath }: Surface, tripId: string): Promise<UcpAnswer> {
  await callOperation(call, SyncResponse.partial(), {
    method: 'POST',
    path: '/v1/cancel_trip',
    body: { trip_id: tripId },
  });
  const content = 'Two lines are the same offer. Send it once.';
  return presentError([{ code: 'duplicate_item', content, severity: 'unrecoverable', path: itemsPath }]);
}
