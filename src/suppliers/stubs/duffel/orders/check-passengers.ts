import { ageOn } from '../../../../travel/dates.ts';
import { isDuffelName } from '../passenger-names.ts';
import { DuffelRefusal, entryOf, type RefusalEntry, refusal } from '../refusals.ts';
import type { StoredOffer } from '../search/offer-shelf.ts';
import type { OrderData, PassengerData } from './read-order-data.ts';

const PHONE = /^\+[1-9]\d{6,14}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const adultFrom = 18;
const infantBelow = 2;

/** Refuses passengers that are not the offer's, or that an airline would not take. */
export function checkPassengers({ passengers }: OrderData, stored: StoredOffer): void {
  const expected = stored.passengers.map(({ id }) => id);
  const given = passengers.map(({ id }) => id);
  if (expected.length !== given.length || expected.some((id) => !given.includes(id)))
    throw refusal('order_passengers_incompatible_with_offer', undefined, '/passengers');
  const problems = [
    ...passengers.flatMap((passenger, index) => findProblems(passenger, `/passengers/${index}`, stored)),
    ...findInfantProblems(passengers, stored),
  ];
  if (problems.length > 0) throw new DuffelRefusal(422, problems);
  const names = passengers.map(({ given_name, family_name }) => `${given_name} ${family_name}`.toLowerCase());
  if (new Set(names).size < names.length) throw refusal('duplicate_passenger_name', undefined, '/passengers');
}

function findProblems(passenger: PassengerData, at: string, { offer, passengers }: StoredOffer): RefusalEntry[] {
  const problems: RefusalEntry[] = [];
  for (const field of ['given_name', 'family_name'] as const)
    if (!isDuffelName(passenger[field])) problems.push(entryOf('invalid_passenger_name', undefined, `${at}/${field}`));
  if (!PHONE.test(passenger.phone_number))
    problems.push(entryOf('invalid_phone_number', undefined, `${at}/phone_number`));
  if (!EMAIL.test(passenger.email)) problems.push(entryOf('invalid_email_address', undefined, `${at}/email`));
  const searched = passengers.find(({ id }) => id === passenger.id)?.age;
  const departure = offer.slices.at(-1)?.segments[0]?.departing_at.slice(0, 10) ?? '';
  const age = ageOn(passenger.born_on, departure);
  if (searched === undefined ? age < adultFrom : age !== searched)
    problems.push(
      entryOf(
        'order_passengers_incompatible_with_offer',
        `Field 'born_on' makes the passenger ${age} at the last departure; searched for was ${searched ?? 'an adult'}.`,
        `${at}/born_on`,
      ),
    );
  if (offer.passenger_identity_documents_required && (passenger.identity_documents ?? []).length === 0)
    problems.push(
      entryOf('validation_required', `Field 'identity_documents' can't be blank`, `${at}/identity_documents`),
    );
  for (const [index, { type }] of (passenger.identity_documents ?? []).entries())
    if (!offer.supported_passenger_identity_document_types.includes(type))
      problems.push(entryOf('not_valid_with_selected_offer', undefined, `${at}/identity_documents/${index}/type`));
  return problems;
}

/** Every infant travels with one adult, who names it; nobody else does. */
function findInfantProblems(passengers: readonly PassengerData[], stored: StoredOffer): RefusalEntry[] {
  const ageOf = (id: string): number | undefined => stored.passengers.find((passenger) => passenger.id === id)?.age;
  const isInfant = (id: string): boolean => (ageOf(id) ?? adultFrom) < infantBelow;
  const named = passengers.flatMap(({ infant_passenger_id }) => infant_passenger_id ?? []);
  const missing = passengers
    .filter(({ id }) => isInfant(id) && named.filter((infant) => infant === id).length !== 1)
    .map(({ id }) => entryOf('validation_required', `Infant ${id} is with no adult, or with two.`, '/passengers'));
  const wrong = passengers.flatMap(({ id, infant_passenger_id: infant }, index) =>
    infant != null && (!isInfant(infant) || (ageOf(id) ?? adultFrom) < adultFrom)
      ? [entryOf('validation_inclusion', undefined, `/passengers/${index}/infant_passenger_id`)]
      : [],
  );
  return [...missing, ...wrong];
}
