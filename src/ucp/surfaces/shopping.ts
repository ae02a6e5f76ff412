import type { ErrorMessage } from '../model/messages.ts';
import { CHECKOUT } from '../model/names.ts';
import { presentCheckout } from '../present-checkout.ts';
import { findLineErrors, readCheckout, type SentCheckout } from '../read-payload.ts';
import type { StoredParty } from '../model/stored-checkout.ts';
import type { TripActions, WantedItem } from '../trip-actions.ts';
import type { Surface } from './surface.ts';

/** Checkouts of `dev.ucp.shopping`: lines, a buyer, and travelers by the travel extension. */
export const shopping: Surface = {
  thing: 'checkout',
  root: CHECKOUT,
  itemsPath: '$.line_items',
  unavailableCode: 'item_unavailable',
  owns: ({ stays }) => stays === undefined,
  async read({ request }) {
    const sent = readCheckout(request.payload);
    return {
      items: readItems(sent),
      party: travelerActions(sent),
      currency: sent.context?.currency,
      selectedTermId: sent.payment?.selected_term_id,
      stored: {
        attribution: sent.attribution,
        stays: undefined,
        party: { booker: readBuyer(sent), guests: [], assignments: [] },
      },
      findErrors: (severity) => findLineErrors(sent, severity),
    };
  },
  placeOfDetail(path) {
    if (path.startsWith('travelers')) return `$.${path}`;
    if (path.startsWith('contact')) return '$.buyer';
    return path === 'trip_id' ? '$.line_items' : undefined;
  },
  saysDetail: (path, { party }) => path.startsWith('contact') && party !== undefined,
  namesContact: ({ party }) => party === undefined || lackingOf(party).length === 0,
  findProblems: async (_call, { stored: { party } }) => (party === undefined ? [] : findContactProblems(party)),
  present: async (call, shown, status) => presentCheckout(call, shown, status),
};

function readItems({ line_items: [first, ...others] }: SentCheckout): readonly [WantedItem, ...WantedItem[]] {
  if (first === undefined) throw new Error('A checkout that was read has a line.');
  const toItem = ({ item }: typeof first, index: number): WantedItem => ({
    tokens: [item.id],
    placeOf: () => `$.line_items[${index}].item.id`,
  });
  return [toItem(first, 0), ...others.map((line, index) => toItem(line, index + 1))];
}

/** The travelers and the contact of a checkout as an action; none where it names nobody. */
function travelerActions({ travelers, buyer }: SentCheckout): TripActions {
  const named = travelers ?? travelersOf(buyer);
  const { email, phone_number: phone } = buyer ?? {};
  const contact = email !== undefined && phone !== undefined ? { contact: { email, phone } } : {};
  const party = named.length === 0 ? {} : { travelers: named.map(toTraveler) };
  if (Object.keys(contact).length + Object.keys(party).length === 0) return { actions: [], places: [] };
  return { actions: [{ action: 'set_travelers', ...party, ...contact }], places: [placeOfParty] };
}

function placeOfParty(field: string): string {
  if (field.startsWith('travelers')) return `$.${field}`;
  return field === 'contact.phone' ? '$.buyer.phone_number' : field === 'contact.email' ? '$.buyer.email' : '$.buyer';
}

function readBuyer({ buyer }: SentCheckout): StoredParty['booker'] {
  if (buyer === undefined) return undefined;
  const { first_name: firstName, last_name: lastName, email, phone_number: phone } = buyer;
  return { firstName, lastName, email, phone };
}

const CONTACT_FIELDS = [
  { field: 'email', path: '$.buyer.email', content: 'The e-mail address of the buyer is needed.' },
  { field: 'phone', path: '$.buyer.phone_number', content: 'The telephone number of the buyer is needed.' },
] as const;

function lackingOf({ booker }: StoredParty) {
  return CONTACT_FIELDS.filter(({ field }) => booker?.[field] === undefined);
}

/** A replacement names its contact anew: one of before is never taken in its place. */
function findContactProblems(party: StoredParty): readonly ErrorMessage[] {
  const lacking = lackingOf(party);
  const problem = { code: 'field_required', severity: 'recoverable' } as const;
  if (lacking.length < CONTACT_FIELDS.length)
    return lacking.map(({ path, content }) => ({ ...problem, path, content }));
  const content = 'The e-mail address and the telephone number of the buyer are needed.';
  return [{ ...problem, path: '$.buyer', content }];
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
