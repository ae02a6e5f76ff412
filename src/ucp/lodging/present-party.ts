import type { PresentedTrip } from '../presented-api.ts';
import type { StoredParty } from '../model/stored-checkout.ts';
import { hasLead } from './model/party.ts';

/**
 * Booker and guests as the platform named them. Where nobody was named in whose name the reservation is, and a person
 * has paid on our page all the same, it is the first traveler of the trip.
 */
export function presentParty(party: StoredParty | undefined, trip: PresentedTrip): Readonly<Record<string, unknown>> {
  if (party === undefined) return {};
  const { booker, guests } = party;
  const [first] = trip.travelers;
  const isSold = trip.booking_ref !== undefined;
  const lead =
    isSold && !hasLead(party) && first !== undefined && trip.contact !== undefined
      ? {
          first_name: first.first_name,
          last_name: first.last_name,
          email: trip.contact.email,
          phone_number: trip.contact.phone,
        }
      : booker && presentPerson(booker);
  return {
    ...(lead === undefined ? {} : { booker: lead }),
    ...(guests.length === 0
      ? {}
      : {
          guests: guests.map(({ id, age, ...person }) => ({
            id,
            ...presentPerson(person),
            ...(age === undefined ? {} : { age }),
          })),
        }),
  };
}

function presentPerson({ firstName, lastName, email, phone }: NonNullable<StoredParty['booker']>) {
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone_number: phone }),
  };
}
