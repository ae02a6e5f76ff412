import { isDeepStrictEqual } from 'node:util';
import { type FieldProblem, refuse, refuseFields } from '../../platform/errors.ts';
import type { ItemId, TravelerId } from '../../platform/ids.ts';
import type { SellingRate } from '../../suppliers/ports/exchange-rates.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { type ItemFee, withServiceFee } from './items/item-fee.ts';
import { type AncillaryChoice, dropForeignSelections, replaceSelection } from './items/ancillaries.ts';
import { originPriceOf, priceInCurrency, withProduct } from './items/product.ts';
import { dropForeignSeats, replaceSeats, type WantedSeats } from './items/seats.ts';
import { findAgeProblems, findPersonProblems, replaceTravelers, type TravelerInput } from './travelers.ts';
import type { Contact, Product, Trip, TripItem } from './trip.ts';

/** A trip holds at most this many items. */
export const tripItemsMax = 10;

/** Something somebody wants in the trip: what its tokens say, and what its supplier answered when asked just before. */
export interface WantedItem {
  readonly supplierId: string;
  /** Of `identityOf`. */
  readonly identity: string;
  readonly displayCurrency: string;
  readonly answer:
    | { readonly kind: 'found'; readonly product: Product; readonly description: string }
    | { readonly kind: 'gone' }
    | { readonly kind: 'failed'; readonly failure: Error };
}

/** One change to a trip. A write is a list of them, applied in order, all or nothing. */
export type TripChange =
  | { readonly kind: 'remove_item'; readonly itemId: ItemId }
  | { readonly kind: 'set_currency'; readonly currency: string }
  /** `seats` undefined leaves the seats of an item that is already there as they are. */
  | { readonly kind: 'add_item'; readonly wanted: WantedItem; readonly seats?: WantedSeats | undefined }
  | {
      readonly kind: 'set_travelers';
      readonly travelers: readonly TravelerInput[] | undefined;
      readonly contact: Contact | undefined;
      readonly path: string;
    }
  /** `path` is where the ids stood in the request; without ids everybody is removed. */
  | {
      readonly kind: 'remove_travelers';
      readonly travelerIds: readonly TravelerId[] | undefined;
      readonly path: string;
    }
  | { readonly kind: 'select_ancillaries'; readonly itemId: ItemId; readonly choices: readonly AncillaryChoice[] }
  | { readonly kind: 'set_metadata'; readonly metadata: Readonly<Record<string, string>> };

/** `actions_performed` on the wire: what a write really changed. */
export type TripAction =
  | 'created'
  | 'item_added'
  | 'item_removed'
  | 'travelers_updated'
  | 'ancillaries_selected'
  | 'seats_selected';

/** What the rules need from outside: rates, fresh ids and the date. */
export interface WriteTools {
  /** The latest date it is anywhere on earth: nobody travelling now was born after it. */
  readonly today: IsoDate;
  readonly selling: (from: string, to: string) => SellingRate;
  /** As the organization's rules are now. */
  readonly feeOf: ItemFee;
  readonly newItemId: () => ItemId;
  readonly newTravelerId: () => TravelerId;
}

/** A trip after a list of changes. `isChanged` false means a pure repeat: nothing may be written. */
export interface WrittenTrip {
  readonly trip: Trip;
  readonly actions: readonly TripAction[];
  readonly isChanged: boolean;
}

/**
 * Applies the changes in order; throws the first refusal, and then nothing has changed. Seats are given out last, when
 * it is known who travels, and then every item that costs something else by now gets its service fee. Status and quote
 * are the caller's business.
 */
export function applyChanges(trip: Trip, changes: readonly TripChange[], tools: WriteTools): WrittenTrip {
  const actions: TripAction[] = [];
  let after = trip;
  for (const change of changes) {
    const next = applyChange(after, change, tools);
    if (next === after) continue;
    for (const action of actionsOf(change, after, next)) if (!actions.includes(action)) actions.push(action);
    after = next;
  }
  const seated = changes.reduce(giveSeats, after);
  if (seated !== after && !actions.includes('seats_selected')) actions.push('seats_selected');
  return { trip: withServiceFees(seated, trip, tools.feeOf), actions, isChanged: seated !== trip };
}

/**
 * The fees of items that are new or were put together otherwise. An item that stayed as it was stays at its price, even
 * when the rules have changed since: the next quote reports that as a moved price.
 */
function withServiceFees(trip: Trip, before: Trip, feeOf: ItemFee): Trip {
  if (trip.items === before.items) return trip;
  return {
    ...trip,
    items: trip.items.map((item) => (before.items.includes(item) ? item : withServiceFee(item, feeOf))),
  };
}

/** The seats asked for with an item; nothing where a later change has removed the item. */
function giveSeats(trip: Trip, change: TripChange): Trip {
  if (change.kind !== 'add_item' || change.seats === undefined) return trip;
  const item = trip.items.find((candidate) => candidate.identity === change.wanted.identity);
  return item ? withItem(trip, item, replaceSeats(item, trip.travelers, change.seats)) : trip;
}

/** What a change did: an extra or a seat that left together with its traveler is reported, too. */
function actionsOf(change: TripChange, before: Trip, after: Trip): readonly TripAction[] {
  const action = ACTION_OF[change.kind];
  const hasChanged = (part: 'ancillaries' | 'seats'): boolean =>
    after.items.some((item) =>
      before.items.some((known) => known.itemId === item.itemId && known[part] !== item[part]),
    );
  return [
    ...(action ? [action] : []),
    ...(hasChanged('ancillaries') ? ['ancillaries_selected' as const] : []),
    ...(hasChanged('seats') ? ['seats_selected' as const] : []),
  ];
}

const ACTION_OF = {
  remove_item: 'item_removed',
  add_item: 'item_added',
  set_travelers: 'travelers_updated',
  remove_travelers: 'travelers_updated',
  select_ancillaries: 'ancillaries_selected',
  set_currency: undefined,
  set_metadata: undefined,
} as const satisfies Record<TripChange['kind'], TripAction | undefined>;

/** One change; the very same trip when it changes nothing. */
function applyChange(trip: Trip, change: TripChange, tools: WriteTools): Trip {
  switch (change.kind) {
    case 'remove_item':
      getItem(trip, change.itemId);
      return { ...trip, items: trip.items.filter((item) => item.itemId !== change.itemId) };
    case 'set_currency':
      return setCurrency(trip, change.currency, tools);
    case 'add_item':
      return addItem(trip, change.wanted, tools);
    case 'set_travelers':
      return setTravelers(trip, change, tools);
    case 'remove_travelers':
      return removeTravelers(trip, change);
    case 'select_ancillaries': {
      const item = getItem(trip, change.itemId);
      return withItem(trip, item, replaceSelection(item, trip.travelers, change.choices));
    }
    case 'set_metadata':
      return isDeepStrictEqual(trip.metadata, change.metadata) ? trip : { ...trip, metadata: change.metadata };
    default:
      return change satisfies never;
  }
}

function getItem(trip: Trip, itemId: ItemId): TripItem {
  const item = trip.items.find((candidate) => candidate.itemId === itemId);
  if (!item) throw refuse('trip_item_not_found');
  return item;
}

function withItem(trip: Trip, before: TripItem, after: TripItem): Trip {
  return after === before ? trip : { ...trip, items: trip.items.map((item) => (item === before ? after : item)) };
}

function setCurrency(trip: Trip, currency: string, tools: WriteTools): Trip {
  if (trip.currency === currency) return trip;
  if (trip.isCurrencyFixed) {
    throw refuseFields([
      {
        path: 'currency',
        problem: `The trip's currency is ${trip.currency} since its first quote. Build a new trip to change it.`,
      },
    ]);
  }
  return { ...trip, currency, items: trip.items.map((item) => inCurrency(item, currency, tools)) };
}

function inCurrency(item: TripItem, currency: string, tools: WriteTools): TripItem {
  const { rate, conversion } = tools.selling(item.originPrice.currency, currency);
  return { ...item, price: priceInCurrency(item, currency, rate), rate, conversion };
}

/**
 * What makes two additions the same: supplier and keys, never the token's text (contract, section 2). Of a stay the key
 * is the whole list of its rooms' keys in one order: the same rate twice is two rooms.
 */
export function identityOf(supplierId: string, keys: readonly string[]): string {
  return [supplierId, ...keys].join('|');
}

function addItem(trip: Trip, wanted: WantedItem, tools: WriteTools): Trip {
  const { answer, identity, supplierId } = wanted;
  // A repeat changes nothing, even when the supplier has sold out or is silent by now.
  if (trip.items.some((item) => item.identity === identity)) return trip;
  if (answer.kind === 'failed') throw answer.failure;
  if (answer.kind === 'gone') throw refuse('offer_unavailable');
  if (trip.items.length >= tripItemsMax)
    throw refuseFields([{ path: 'add_item', problem: `A trip holds at most ${tripItemsMax} items.` }]);
  const { product, description } = answer;
  const currency = trip.currency ?? wanted.displayCurrency;
  const originPrice = originPriceOf(product);
  const { rate, conversion } = tools.selling(originPrice.currency, currency);
  const price = priceInCurrency(product, currency, rate);
  const base = {
    itemId: tools.newItemId(),
    supplierId,
    identity,
    description,
    originPrice,
    price,
    rate,
    conversion,
    ancillaries: [],
    seats: [],
  };
  return { ...trip, currency, items: [...trip.items, withProduct(base, product)], hasHadItem: true };
}

function setTravelers(trip: Trip, change: Extract<TripChange, { kind: 'set_travelers' }>, tools: WriteTools): Trip {
  const travelers = change.travelers
    ? replaceTravelers(trip.travelers, change.travelers, tools.newTravelerId)
    : trip.travelers;
  const contact = change.contact && !isDeepStrictEqual(trip.contact, change.contact) ? change.contact : trip.contact;
  const [problem, ...more] = change.travelers
    ? [
        ...findPersonProblems(travelers, tools.today, change.path),
        ...findAgeProblems(travelers, trip.items, change.path),
      ]
    : [];
  if (problem) throw refuseFields([problem, ...more]);
  return withTravelers({ ...trip, contact }, trip, travelers);
}

function removeTravelers(trip: Trip, { travelerIds, path }: Extract<TripChange, { kind: 'remove_travelers' }>): Trip {
  const [stranger, ...more] = (travelerIds ?? []).flatMap((id, index): FieldProblem[] => {
    const isKnown = trip.travelers.some((traveler) => traveler.travelerId === id);
    return isKnown ? [] : [{ path: `${path}[${index}]`, problem: 'The trip has no traveler with this id.' }];
  });
  if (stranger) throw refuseFields([stranger, ...more]);
  const remaining =
    travelerIds === undefined ? [] : trip.travelers.filter((traveler) => !travelerIds.includes(traveler.travelerId));
  return withTravelers(trip, trip, remaining.length === trip.travelers.length ? trip.travelers : remaining);
}

function withTravelers(trip: Trip, before: Trip, travelers: Trip['travelers']): Trip {
  if (travelers === before.travelers && trip.contact === before.contact) return before;
  return {
    ...trip,
    travelers,
    items: trip.items.map((item) => dropForeignSeats(dropForeignSelections(item, travelers), travelers)),
  };
}
