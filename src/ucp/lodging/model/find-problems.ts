import type { Trip } from '../../../trips/model/trip.ts';
import type { ErrorMessage } from '../../model/messages.ts';
import type { StoredCheckout } from '../../model/stored-checkout.ts';
import { describeParty, isOfNights, type MatchedStay, matchStays } from './match-stays.ts';
import { contactOf, hasLead, travelersOf } from './party.ts';

/**
 * What differs between what a platform requested and what its offers sell, and who has to be named before anything is
 * paid. All of it is put right by replacing the session.
 */
export function findBookingProblems(
  stored: Pick<StoredCheckout, 'lines' | 'stays' | 'party'>,
  { items, travelers }: Pick<Trip, 'items' | 'travelers'>,
): readonly ErrorMessage[] {
  const matched = matchStays(stored, items);
  return [
    ...findPropertyProblems(stored, matched),
    ...findMissingStays(stored, matched),
    ...findOtherTravelers(stored, travelers),
    ...matched.flatMap((stay) => findStayProblems(stay, stored)),
    ...findLeadProblems(stored),
  ];
}

function problem(code: string, path: string, content: string): ErrorMessage {
  return { code, content, severity: 'recoverable', path };
}

function findPropertyProblems({ stays }: Pick<StoredCheckout, 'stays'>, matched: readonly MatchedStay[]) {
  const other = matched.find(({ item }) => item.stay.hotel.hotelId !== stays?.propertyId);
  if (other === undefined) return [];
  const { name, hotelId } = other.item.stay.hotel;
  return [problem('invalid', '$.property.id', `A stay is at ${name}, whose property id is ${hotelId}.`)];
}

const CUT_OFF = 'The session is not what was sent last. Replace it once more.';

/** The trip is what is sold: where it is not what was requested, a replacement was cut off. */
function findMissingStays({ stays }: Pick<StoredCheckout, 'stays'>, matched: readonly MatchedStay[]) {
  const requested = stays?.stays.length ?? 0;
  const isWhole = matched.length === requested && matched.every(({ index }) => index !== undefined);
  return isWhole ? [] : [problem('invalid', '$.stays', CUT_OFF)];
}

/** Who is shown must be who will be booked: otherwise a replacement was cut off before its people were stored. */
function findOtherTravelers({ party }: Pick<StoredCheckout, 'party'>, travelers: Trip['travelers']) {
  if (party === undefined) return [];
  const fold = (first: unknown, last: unknown) => `${first} ${last}`.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const requested = travelersOf(party).map(({ traveler }) => fold(traveler['first_name'], traveler['last_name']));
  const booked = travelers.map(({ firstName, lastName }) => fold(firstName.trim(), lastName.trim()));
  const isEqual = requested.length === booked.length && requested.every((name, index) => name === booked[index]);
  return isEqual ? [] : [problem('invalid', '$.guests', CUT_OFF)];
}

function findStayProblems(
  { requested, index, item, rate }: MatchedStay,
  { party }: Pick<StoredCheckout, 'party'>,
): readonly ErrorMessage[] {
  if (requested === undefined || index === undefined) return [];
  const { stay } = item;
  const path = `$.stays[${index}]`;
  const sleepers = rate.party.adults + rate.party.childrenAges.length;
  const assigned = party?.assignments[index]?.length ?? 0;
  const dates = `This stay is from ${stay.checkIn} to ${stay.checkOut}. Search again for other nights.`;
  return [
    ...(isOfNights(requested, stay) ? [] : [problem('invalid', `${path}.stay_dates`, dates)]),
    ...findOccupancyProblems({ requested, path, rate }, sleepers),
    ...(assigned > sleepers
      ? [problem('occupancy_exceeded_capacity', `${path}.guest_assignments`, tooMany(rate))]
      : []),
  ];
}

const tooMany = (rate: MatchedStay['rate']) =>
  `This stay is for ${describeParty(rate)}. Search again for a larger party.`;

function findOccupancyProblems(
  {
    requested,
    path,
    rate,
  }: Pick<MatchedStay, 'rate'> & { readonly requested: NonNullable<MatchedStay['requested']>; path: string },
  sleepers: number,
): readonly ErrorMessage[] {
  const { occupancy } = requested;
  if (occupancy === undefined) return [];
  const { adults, childrenAges } = rate.party;
  const at = `${path}.occupancy`;
  if (occupancy.total > sleepers) return [problem('occupancy_exceeded_capacity', at, tooMany(rate))];
  const ages = (list: readonly number[]) => [...list].sort((a, b) => a - b).join();
  const isEqual =
    occupancy.total === sleepers &&
    (occupancy.adults ?? adults) === adults &&
    (occupancy.children ?? childrenAges.length) === childrenAges.length &&
    ages(occupancy.childAges ?? childrenAges) === ages(childrenAges);
  const content = `This stay is priced for ${describeParty(rate)}. Search again for another party.`;
  return isEqual ? [] : [problem('invalid', at, content)];
}

/** Names and a contact are needed before a property takes a booking; each that is missing is a problem at its field. */
function findLeadProblems({ party }: Pick<StoredCheckout, 'party'>): readonly ErrorMessage[] {
  if (party === undefined) return [];
  const { email, phone, emailPath, phonePath } = contactOf(party);
  return [
    ...(hasLead(party)
      ? []
      : [
          problem(
            'field_required',
            '$.booker',
            'The name of the booker, or of a guest whose role is primary, is needed.',
          ),
        ]),
    ...(email === undefined ? [problem('field_required', emailPath, 'An e-mail address is needed.')] : []),
    ...(phone === undefined ? [problem('field_required', phonePath, 'A telephone number is needed.')] : []),
    ...(travelersOf(party).length > 0
      ? []
      : [problem('field_required', '$.guests', 'The names of the guests are needed.')]),
  ];
}
