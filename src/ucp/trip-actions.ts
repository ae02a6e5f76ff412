import type { SentCheckout } from './read-payload.ts';

/** Actions of one write of a trip, and where in the checkout each of them came from. */
export interface TripActions {
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  /** JSONPath of the part of the checkout that the action of the same index carries. */
  readonly places: readonly string[];
}

/** The travelers and the contact of a checkout as an action; none where it names nobody. */
export function travelerActions({ travelers, buyer }: SentCheckout): TripActions {
  const named = travelers ?? travelersOf(buyer);
  const { email, phone_number: phone } = buyer ?? {};
  const contact = email !== undefined && phone !== undefined ? { contact: { email, phone } } : {};
  const party = named.length === 0 ? {} : { travelers: named.map(toTraveler) };
  if (named.length === 0 && email === undefined) return { actions: [], places: [] };
  if (Object.keys(contact).length + Object.keys(party).length === 0) return { actions: [], places: [] };
  return { actions: [{ action: 'set_travelers', ...party, ...contact }], places: ['$'] };
}

/** Where in the checkout a field of the write is: `actions[1].travelers[0].first_name`. */
export function placeOfAction({ places }: TripActions, path: string): string | undefined {
  const [, index = '', field = ''] = /^actions\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const place = places[Number(index)];
  if (index === '' || place === undefined) return undefined;
  if (place !== '$') return `${place}.item.id`;
  if (field.startsWith('travelers')) return `$.${field}`;
  return field === 'contact.phone' ? '$.buyer.phone_number' : field === 'contact.email' ? '$.buyer.email' : '$.buyer';
}

/** Without travelers the buyer is taken to travel: a stay for one needs no more. */
function travelersOf(buyer: SentCheckout['buyer']): readonly Readonly<Record<string, unknown>>[] {
  const { first_name, last_name } = buyer ?? {};
  if (first_name === undefined || last_name === undefined) return [];
  return [{ first_name, last_name, passenger_type: 'ADULT' }];
}

/** A platform may have ids of its own: ours are known by their prefix, and others mean nothing here. */
function toTraveler({ id, ...traveler }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return typeof id === 'string' && id.startsWith('pax_') ? { ...traveler, pax_ref_id: id } : traveler;
}
