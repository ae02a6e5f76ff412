import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import { asId } from '../../platform/ids.ts';
import type { RequestedChange } from './update-trip.ts';
import {
  actionsMax,
  readAddition as readItem,
  readTripBody,
  readUpsert,
  SyncAction,
  TripBody,
} from './read-trip-body.ts';

/** `POST /api/v1/shop/sync`: the body of POST /v1/trip, or a list of actions applied in its own order. */
export const SyncBody = TripBody.extend({ actions: z.array(SyncAction).min(1).max(actionsMax).optional() });
export type SyncBody = z.infer<typeof SyncBody>;

/** Either form as changes. Actions and flat fields together are refused: their order would be a guess. */
export function readSyncBody(body: SyncBody): readonly RequestedChange[] {
  const { actions, ...flat } = body;
  const flatChanges = readTripBody(flat);
  if (!actions) return flatChanges;
  if (flatChanges.length > 0)
    throw refuseFields([{ path: 'actions', problem: 'Send either actions or the flat fields, not both.' }]);
  return actions.flatMap((action, index) =>
    readAction(action, { path: `actions[${index}]`, isFirst: index === 0, hasTrip: body.trip_id !== undefined }),
  );
}

interface ActionPlace {
  readonly path: string;
  readonly isFirst: boolean;
  readonly hasTrip: boolean;
}

/**
 * One action's fields; one that means nothing to it, or is sent twice with two values, is refused and never dropped.
 */
function readAction(action: SyncAction, place: ActionPlace): readonly RequestedChange[] {
  const { path } = place;
  refuseMisplaced(action, path);
  const currency: readonly RequestedChange[] =
    action.currency === undefined ? [] : [{ kind: 'set_currency', currency: action.currency }];
  switch (action.action) {
    case 'create':
      if (place.hasTrip)
        throw refuseFields([{ path: `${path}.action`, problem: 'create makes a new trip: leave trip_id out.' }]);
      if (!place.isFirst)
        throw refuseFields([{ path: `${path}.action`, problem: 'create can only be the first action.' }]);
      return [
        ...currency,
        ...(hasAny(action, ITEM_FIELDS) ? [readAddition(action, path)] : []),
        ...(hasAny(action, TRAVELER_FIELDS) ? [readTravelers(action, path)] : []),
      ];
    case 'add_product':
      return [...currency, readAddition(action, path)];
    case 'remove_product':
      return [readRemoval(action, path), ...currency];
    case 'set_travelers':
      return [...currency, readTravelers(action, path)];
    case 'remove_travelers':
      return [
        ...currency,
        {
          kind: 'remove_travelers',
          travelerIds: action.pax_ref_ids?.map((id) => asId('traveler', id)),
          path: `${path}.pax_ref_ids`,
        },
      ];
    default:
      return action.action satisfies never;
  }
}

type ActionField = Exclude<keyof SyncAction, 'action'>;
const ITEM_FIELDS = ['trip_item_token', 'rooms', 'seats', 'add_item'] as const;
const REMOVAL_FIELDS = ['item_id', 'remove_item'] as const;
const TRAVELER_FIELDS = ['travelers', 'contact', 'upsert_travelers'] as const;

/** What each action takes: what the flat form's field of that name means to it. The trip's currency goes with any. */
const FIELDS_OF = {
  create: ['currency', ...ITEM_FIELDS, ...TRAVELER_FIELDS],
  add_product: ['currency', ...ITEM_FIELDS],
  remove_product: ['currency', ...REMOVAL_FIELDS],
  set_travelers: ['currency', ...TRAVELER_FIELDS],
  remove_travelers: ['currency', 'pax_ref_ids'],
} as const satisfies Record<SyncAction['action'], readonly ActionField[]>;
const ACTION_FIELDS = [
  'currency',
  ...ITEM_FIELDS,
  ...REMOVAL_FIELDS,
  ...TRAVELER_FIELDS,
  'pax_ref_ids',
] as const satisfies readonly ActionField[];

function hasAny(action: SyncAction, fields: readonly ActionField[]): boolean {
  return fields.some((field) => action[field] !== undefined);
}

function refuseMisplaced(action: SyncAction, path: string): void {
  const taken: readonly ActionField[] = FIELDS_OF[action.action];
  const misplaced = ACTION_FIELDS.filter((field) => action[field] !== undefined && !taken.includes(field)).map(
    (field) => ({ path: `${path}.${field}`, problem: `${action.action} does not take this field.` }),
  );
  const [problem, ...more] = [...misplaced, ...findTwice(action, path)];
  if (problem) throw refuseFields([problem, ...more]);
}

/**
 * What stands in the action directly and, with another value, under its name in the flat form: which one is meant would
 * be a guess.
 */
function findTwice(
  { add_item, remove_item, upsert_travelers, ...direct }: SyncAction,
  path: string,
): readonly FieldProblem[] {
  const pairs = [
    ['add_item.trip_item_token', add_item?.trip_item_token, direct.trip_item_token],
    ['add_item.rooms', add_item?.rooms, direct.rooms],
    ['add_item.seats', add_item?.seats, direct.seats],
    ['remove_item.item_id', remove_item?.item_id, direct.item_id],
    ['upsert_travelers.travelers', upsert_travelers?.travelers, direct.travelers],
    ['upsert_travelers.contact', upsert_travelers?.contact, direct.contact],
  ] as const;
  const differing = pairs.filter(
    ([, nested, own]) => nested !== undefined && own !== undefined && !isDeepStrictEqual(nested, own),
  );
  return differing.map(([field]) => ({
    path: `${path}.${field}`,
    problem: 'is sent directly, too, with another value. Send it once.',
  }));
}

function readAddition(action: SyncAction, path: string): RequestedChange {
  const { add_item: nested } = action;
  const token = action.trip_item_token ?? nested?.trip_item_token;
  const rooms = action.rooms ?? nested?.rooms;
  if (token === undefined && rooms === undefined)
    throw refuseFields([{ path: `${path}.trip_item_token`, problem: 'is required, unless rooms are sent' }]);
  if (token !== undefined && rooms !== undefined)
    throw refuseFields([{ path: `${path}.rooms`, problem: 'Send either trip_item_token or rooms, not both.' }]);
  const seatsPath = action.seats ? `${path}.seats` : `${path}.add_item.seats`;
  return readItem(
    { trip_item_token: token, rooms, seats: action.seats ?? nested?.seats },
    { item: nested ? `${path}.add_item` : path, seats: seatsPath },
  );
}

function readRemoval(action: SyncAction, path: string): RequestedChange {
  const itemId = action.item_id ?? action.remove_item?.item_id;
  if (itemId === undefined) throw refuseFields([{ path: `${path}.item_id`, problem: 'is required' }]);
  return { kind: 'remove_item', itemId: asId('item', itemId) };
}

function readTravelers(action: SyncAction, path: string): RequestedChange {
  const nested = action.upsert_travelers;
  const upsert = { travelers: action.travelers ?? nested?.travelers, contact: action.contact ?? nested?.contact };
  if (!upsert.travelers && !upsert.contact) throw refuseFields([{ path: `${path}.travelers`, problem: 'is required' }]);
  return readUpsert(upsert, nested?.travelers ? `${path}.upsert_travelers.travelers` : `${path}.travelers`);
}
