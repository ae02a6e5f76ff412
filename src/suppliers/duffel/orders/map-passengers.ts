import { ageOn, type IsoDate } from '../../../travel/dates.ts';
import type { SupplierContact, SupplierTraveler } from '../../ports/supplier.ts';
import type { OrderableOffer } from './wire-orders.ts';

/** Duffel's ids of our travelers, by our ids. */
export type PassengerIds = Readonly<Record<string, string>>;

/** From this age on a passenger is searched for without an age. */
const adultFrom = 18;
/** Below it a passenger sits in an adult's lap. */
const infantBelow = 2;
const TITLES: ReadonlySet<string> = new Set(['mr', 'ms', 'mrs', 'miss', 'dr']);
const E164 = /^\+[1-9]\d{6,14}$/;
/** An order needs them of every passenger. */
const NEEDED = [
  ['dateOfBirth', 'birth date'],
  ['gender', 'gender'],
] as const satisfies readonly (readonly [keyof SupplierTraveler, string])[];

/** Something of the travelers that stands in the way of an order, in a sentence without their data. */
export interface Obstacle {
  readonly kind: 'obstacle';
  readonly reason: string;
}
const obstacle = (reason: string): Obstacle => ({ kind: 'obstacle', reason });

type OfferPassenger = OrderableOffer['passengers'][number];

/**
 * Says which passenger of an offer each traveler is. Duffel counts ages on the day of the last slice's departure, and
 * airlines call the same child by different types, so ages decide where the offer states them, types elsewhere. Who is
 * not the only one of an age takes the first free passenger, in the order of both lists.
 */
export function matchPassengers(
  { passengers, slices }: Pick<OrderableOffer, 'passengers' | 'slices'>,
  travelers: readonly SupplierTraveler[],
): { readonly kind: 'matched'; readonly ids: PassengerIds } | Obstacle {
  const lastDay = slices.at(-1)?.segments[0]?.departing_at.slice(0, 10) ?? '';
  const free = new Set(travelers);
  const ids: Record<string, string> = {};
  // Those of a stated age first: an adult could be taken for any of them.
  const stated = passengers.toSorted((one, other) => Number(one.age == null) - Number(other.age == null));
  for (const passenger of stated) {
    const traveler = [...free].find((candidate) => isPassenger(passenger, candidate, lastDay));
    if (traveler === undefined) return obstacle('The travelers are not of the ages that the offer is for.');
    free.delete(traveler);
    ids[traveler.travelerId] = passenger.id;
  }
  return free.size === 0 ? { kind: 'matched', ids } : obstacle('The offer is for fewer travelers.');
}

function isPassenger({ age, type }: OfferPassenger, { dateOfBirth, ...traveler }: SupplierTraveler, day: IsoDate) {
  const years = dateOfBirth === undefined ? undefined : ageOn(dateOfBirth, day);
  if (age != null) return years === age;
  if (type == null || type === 'adult') return years === undefined ? traveler.type === 'ADULT' : years >= adultFrom;
  if (type.startsWith('infant')) return years === undefined ? traveler.type === 'INFANT' : years < infantBelow;
  return years === undefined ? traveler.type === 'CHILD' : years >= infantBelow && years < adultFrom;
}

/** The passengers of an order, or what is missing of a traveler. */
export function toPassengers(
  offer: OrderableOffer,
  travelers: readonly SupplierTraveler[],
  { ids, contact }: { readonly ids: PassengerIds; readonly contact: SupplierContact },
): { readonly kind: 'passengers'; readonly passengers: readonly object[] } | Obstacle {
  const missing = NEEDED.find(([field]) => travelers.some((traveler) => traveler[field] === undefined));
  if (missing !== undefined) return obstacle(`The ${missing[1]} of a traveler is missing.`);
  if (!E164.test(contact.phone)) return obstacle('The telephone number is not in its international form.');
  const carriers = toCarriers(offer, travelers);
  const passengers = travelers.map((traveler) => {
    const infant = carriers.get(traveler.travelerId);
    return {
      id: ids[traveler.travelerId],
      title: toTitle(traveler),
      gender: traveler.gender === 'MALE' ? 'm' : 'f',
      given_name: toName(traveler.firstName),
      family_name: toName(traveler.lastName),
      born_on: traveler.dateOfBirth,
      email: contact.email,
      phone_number: contact.phone,
      ...(infant === undefined ? {} : { infant_passenger_id: ids[infant] }),
      ...documentsOf(traveler, offer),
      ...loyaltyOf(traveler, offer),
    };
  });
  return { kind: 'passengers', passengers };
}

/**
 * Who carries which infant, by our ids: the adult named by the infant, else the first adult with free arms. An infant
 * without one is left to Duffel to refuse.
 */
function toCarriers({ slices }: OrderableOffer, travelers: readonly SupplierTraveler[]): ReadonlyMap<string, string> {
  const lastDay = slices.at(-1)?.segments[0]?.departing_at.slice(0, 10) ?? '';
  const ageOf = ({ dateOfBirth }: SupplierTraveler) =>
    dateOfBirth === undefined ? adultFrom : ageOn(dateOfBirth, lastDay);
  const adults = travelers.filter((traveler) => ageOf(traveler) >= adultFrom);
  const infants = travelers.filter((traveler) => ageOf(traveler) < infantBelow);
  const carriers = new Map<string, string>();
  for (const { travelerId, accompaniedBy } of infants) {
    const free = adults.filter((adult) => !carriers.has(adult.travelerId));
    const carrier = free.find((adult) => adult.travelerId === accompaniedBy) ?? free[0];
    if (carrier !== undefined) carriers.set(carrier.travelerId, travelerId);
  }
  return carriers;
}

/** Duffel takes five titles; another one, and none, is what the gender says. */
function toTitle({ title, gender }: SupplierTraveler): string {
  const word = title?.toLowerCase().replaceAll('.', '').trim() ?? '';
  if (TITLES.has(word)) return word;
  return gender === 'MALE' ? 'mr' : 'ms';
}

/** One form of each letter, and the apostrophe Duffel knows. */
function toName(name: string): string {
  return name.normalize('NFC').replaceAll('’', "'").trim();
}

/** At most one document was ever accepted for a passenger. */
function documentsOf({ passport, knownTravelerNumber, nationality }: SupplierTraveler, offer: OrderableOffer): object {
  const supported = offer.supported_passenger_identity_document_types ?? [];
  if (passport !== undefined && supported.includes('passport')) {
    const country = passport.country ?? nationality;
    const document = {
      type: 'passport',
      unique_identifier: passport.number,
      ...(country === undefined ? {} : { issuing_country_code: country }),
      ...(passport.expiry === undefined ? {} : { expires_on: passport.expiry }),
    };
    return { identity_documents: [document] };
  }
  if (knownTravelerNumber === undefined || !supported.includes('known_traveler_number')) return {};
  return { identity_documents: [{ type: 'known_traveler_number', unique_identifier: knownTravelerNumber }] };
}

function loyaltyOf({ frequentFlyer }: SupplierTraveler, offer: OrderableOffer): object {
  if (frequentFlyer === undefined || offer.supported_loyalty_programmes?.includes(frequentFlyer.airline) !== true)
    return {};
  const { airline, number } = frequentFlyer;
  return { loyalty_programme_accounts: [{ airline_iata_code: airline, account_number: number }] };
}
