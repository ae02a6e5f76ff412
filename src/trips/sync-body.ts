import * as z from 'zod';
import { refuseFields } from '../platform/errors.ts';
import { asId } from '../platform/ids.ts';
import type { RequestedChange } from './write-trip.ts';
import { actionsMax, readAddition as readItem, readTripBody, readUpsert, SyncAction, TripBody } from './write-body.ts';

/** `POST /api/v1/shop/sync`: the body of POST /v1/trip, or a list of actions applied in its own order. */
export const SyncBody = TripBody.extend({ actions: z.array(SyncAction).min(1).max(actionsMax).optional() });
export type SyncBody = z.infer<typeof SyncBody>;

/** Either form as changes. Actions and flat fields together are refused: their order would be a guess. */
export function readSyncBody(body: SyncBody): readonly RequestedChange[] {
  const { actions, ...flat } = body;
  const flatChanges = readTripBody(flat);
  if (!actions) return flatChanges;
  if (flatChanges.length > 0) throw refuseFields([{ path: 'actions', problem: 'Send either actions or the flat fields, not both.' }]);
  return actions.flatMap((action, index) => readAction(action, { path: `actions[${index}]`, isFirst: index === 0, hasTrip: body.trip_id !== undefined }));
}

interface ActionPlace {
  readonly path: string;
  readonly isFirst: boolean;
  readonly hasTrip: boolean;
}

function readAction(action: SyncAction, place: ActionPlace): readonly RequestedChange[] {
  const currency: readonly RequestedChange[] = action.currency === undefined ? [] : [{ kind: 'set_currency', currency: action.currency }];
  switch (action.action) {
    case 'create':
      if (place.hasTrip) throw refuseFields([{ path: `${place.path}.action`, problem: 'create makes a new trip: leave trip_id out.' }]);
      if (!place.isFirst) throw refuseFields([{ path: `${place.path}.action`, problem: 'create can only be the first action.' }]);
      return currency;
    case 'add_product':
      return [...currency, readAddition(action, place.path)];
    case 'remove_product':
      return [readRemoval(action, place.path)];
    case 'set_travelers':
      return [readTravelers(action, place.path)];
    case 'remove_travelers':
      return [{ kind: 'remove_travelers', travelerIds: action.pax_ref_ids?.map((id) => asId('traveler', id)) }];
    default:
      return action.action satisfies never;
  }
}

function readAddition(action: SyncAction, path: string): RequestedChange {
  const { trip_item_token: token, rooms, add_item: nested } = action;
  const isNested = token === undefined && rooms === undefined && nested !== undefined;
  if (!isNested && token === undefined && rooms === undefined) throw refuseFields([{ path: `${path}.trip_item_token`, problem: 'is required, unless rooms are sent' }]);
  if (token !== undefined && rooms !== undefined) throw refuseFields([{ path: `${path}.rooms`, problem: 'Send either trip_item_token or rooms, not both.' }]);
  const seatsPath = action.seats ? `${path}.seats` : `${path}.add_item.seats`;
  const item = isNested ? nested : { trip_item_token: token, rooms };
  return readItem({ ...item, seats: action.seats ?? nested?.seats }, { item: isNested ? `${path}.add_item` : path, seats: seatsPath });
}

function readRemoval(action: SyncAction, path: string): RequestedChange {
  const itemId = action.item_id ?? action.remove_item?.item_id;
  if (itemId === undefined) throw refuseFields([{ path: `${path}.item_id`, problem: 'is required' }]);
  return { kind: 'remove_item', itemId: asId('item', itemId) };
}

function readTravelers(action: SyncAction, path: string): RequestedChange {
  const upsert = action.upsert_travelers ?? { travelers: action.travelers, contact: action.contact };
  if (!upsert.travelers && !upsert.contact) throw refuseFields([{ path: `${path}.travelers`, problem: 'is required' }]);
  return readUpsert(upsert, `${path}.travelers`);
}
