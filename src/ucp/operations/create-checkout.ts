import { SyncResponse } from '../presented-api.ts';
import { asId } from '../../platform/ids.ts';
import { callOperation, type UcpAnswer, type UcpCall } from '../call.ts';
import { presentError, readErrors } from '../model/messages.ts';
import { AP2_MANDATE } from '../model/names.ts';
import { knows } from '../model/negotiate.ts';
import { findLineErrors, readCheckout, type SentCheckout } from '../read-payload.ts';
import { showCheckout } from '../show-checkout.ts';
import { findCheckout, insertCheckout } from '../store.ts';
import { placeOfAction, type TripActions, travelerActions } from '../trip-actions.ts';

/** `create_checkout`: a trip of the offers, all of them or none. */
export async function createCheckout(call: UcpCall): Promise<UcpAnswer> {
  const sent = readCheckout(call.request.payload);
  const wrong = findLineErrors(sent, 'unrecoverable');
  if (wrong.length > 0) return presentError(wrong);
  const actions = createActions(sent);
  const answer = await callOperation(call, SyncResponse, {
    method: 'POST',
    path: '/api/v1/shop/sync',
    body: { actions: actions.actions },
    step: 'trip',
  });
  if (answer.kind === 'refused')
    return presentError(readErrors(answer, 'unrecoverable', (path) => placeOfAction(actions, path)));
  call.context.app.faults.pass('ucp.after_trip');
  const { trip_id: tripId, items } = answer.body;
  if (items.length !== sent.line_items.length) return await giveUp(call, tripId);
  const { app } = call.context;
  const { organizationId } = call.identity;
  const stored = {
    organizationId,
    tripId: asId('trip', tripId),
    platformProfile: call.platformProfile,
    lines: Object.fromEntries(items.map(({ item_id: id }, index) => [id, sent.line_items[index]?.item.id ?? id])),
    attribution: sent.attribution,
    shown: undefined,
    isSecured: knows(call.shared, AP2_MANDATE),
  };
  await insertCheckout(app.db, stored, await app.organizationNow(organizationId));
  app.faults.pass('ucp.after_stored');
  return await showCheckout(call, (await findCheckout(app.db, organizationId, tripId)) ?? stored, [], 201);
}

function createActions(sent: SentCheckout): TripActions {
  const [first, ...others] = sent.line_items.map(({ item }) => ({ trip_item_token: item.id }));
  const currency = sent.context?.currency === undefined ? {} : { currency: sent.context.currency };
  const travelers = travelerActions(sent);
  return {
    actions: [
      { action: 'create', ...currency, ...first },
      ...others.map((item) => ({ action: 'add_product', ...item })),
      ...travelers.actions,
    ],
    places: [...sent.line_items.map((_, index) => `$.line_items[${index}]`), ...travelers.places],
  };
}

/** Two tokens of one offer are one item of a trip: which of the lines was meant is not known. */
async function giveUp(call: UcpCall, tripId: string): Promise<UcpAnswer> {
  await callOperation(call, SyncResponse.partial(), {
    method: 'POST',
    path: '/v1/cancel_trip',
    body: { trip_id: tripId },
  });
  const content = 'Two lines are the same offer. Send it once.';
  return presentError([{ code: 'duplicate_item', content, severity: 'unrecoverable', path: '$.line_items' }]);
}
