import { typeOfAge } from '../../../trips/model/ages.ts';
import type { StoredParty } from '../../model/stored-checkout.ts';
import type { TripActions } from '../../trip-actions.ts';

/** Somebody of a booking session who is taken to travel, and where they stand in it. */
interface PartyTraveler {
  readonly path: string;
  readonly traveler: Readonly<Record<string, unknown>>;
}
type Person = Omit<StoredParty['guests'][number], 'id' | 'age'>;

/**
 * Who travels: the guests who have a name, those first in whose name a stay is. Where no guest is sent, the booker
 * travels. A guest without an age is an adult.
 */
export function travelersOf(party: StoredParty): readonly PartyTraveler[] {
  const { booker, guests } = party;
  if (guests.length === 0) return toTraveler(booker, '$.booker', undefined);
  const leads = new Set(primaryIds(party));
  const all = guests.map((guest, index) => ({ guest, path: `$.guests[${index}]` }));
  return [
    ...all.filter(({ guest }) => leads.has(guest.id)),
    ...all.filter(({ guest }) => !leads.has(guest.id)),
  ].flatMap(({ guest, path }) => toTraveler(guest, path, guest.age));
}

function toTraveler(person: Person | undefined, path: string, age: number | undefined): readonly PartyTraveler[] {
  const { firstName, lastName } = person ?? {};
  if (firstName === undefined || lastName === undefined) return [];
  const type = age === undefined ? 'ADULT' : typeOfAge(age);
  return [{ path, traveler: { first_name: firstName, last_name: lastName, passenger_type: type } }];
}

/** Guests in whose name a stay is. Any role but `primary` is that of somebody who accompanies. */
function primaryIds({ assignments }: StoredParty): readonly string[] {
  return assignments.flat().flatMap(({ guestId, role }) => (role === 'primary' ? [guestId] : []));
}

/** The first guest in whose name a stay is. */
function primaryOf(party: StoredParty): { readonly path: string; readonly guest: Person } | undefined {
  const [id] = primaryIds(party);
  const index = party.guests.findIndex((guest) => guest.id === id);
  const guest = party.guests[index];
  return guest && { path: `$.guests[${index}]`, guest };
}

/** Whom the property and we write to: the booker, and what the booker lacks of the primary guest. */
export function contactOf(party: StoredParty): {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly emailPath: string;
  readonly phonePath: string;
} {
  const { booker } = party;
  const primary = primaryOf(party);
  const pathOf = (field: 'email' | 'phone') =>
    booker?.[field] === undefined && primary?.guest[field] !== undefined ? primary.path : '$.booker';
  return {
    email: booker?.email ?? primary?.guest.email,
    phone: booker?.phone ?? primary?.guest.phone,
    emailPath: `${pathOf('email')}.email`,
    phonePath: `${pathOf('phone')}.phone_number`,
  };
}

/** Whether somebody is named in whose name the reservation is: the booker, or a primary guest. */
export function hasLead(party: StoredParty): boolean {
  return [party.booker, primaryOf(party)?.guest].some(
    (person) => person?.firstName !== undefined && person.lastName !== undefined,
  );
}

/** The travelers and the contact as an action of one write of a trip; none where nobody is named. */
export function partyActions(party: StoredParty): TripActions {
  const travelers = travelersOf(party);
  const { email, phone } = contactOf(party);
  const named = travelers.length === 0 ? {} : { travelers: travelers.map(({ traveler }) => traveler) };
  const contact = email !== undefined && phone !== undefined ? { contact: { email, phone } } : {};
  if (Object.keys(named).length + Object.keys(contact).length === 0) return { actions: [], places: [] };
  return {
    actions: [{ action: 'set_travelers', ...named, ...contact }],
    places: [(field) => placeOfPerson(party, field)],
  };
}

/** Where a field of the travelers or the contact of a trip came from: `travelers[1].first_name`. */
export function placeOfPerson(party: StoredParty, field: string): string {
  const { emailPath, phonePath } = contactOf(party);
  if (field.startsWith('contact')) return field === 'contact.phone' ? phonePath : emailPath;
  const [, index = '', name = ''] = /^travelers\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  const path = index === '' ? undefined : travelersOf(party)[Number(index)]?.path;
  if (path === undefined) return '$.guests';
  return name === 'first_name' || name === 'last_name' ? `${path}.${name}` : path;
}
