import * as z from 'zod';
import { isIsoDate } from '../../travel/dates.ts';
import { readPayload } from '../read-payload.ts';
import type { StoredParty } from '../model/stored-checkout.ts';

/** As many rooms as one stay may have. */
const staysMax = 8;
const guestsMax = 18;
const tokenLengthMax = 8_192;
const textLengthMax = 254;
const idLengthMax = 64;
const ageMax = 150;
const childAgeMax = 17;

const text = z.string().max(textLengthMax).optional();
const count = z.int().min(0).max(guestsMax);
const day = z.string().refine(isIsoDate, 'must be a date like 2026-12-24');
const person = { first_name: text, last_name: text, email: text, phone_number: text };

/** A booking session as it is created or replaced: what is read of the draft's `booking`. */
export const SentBooking = z.looseObject({
  property: z.looseObject({ id: z.string().min(1).max(textLengthMax).describe('hotel_id of the search.') }),
  stays: z
    .array(
      z.looseObject({
        id: z.string().min(1).max(tokenLengthMax).optional().describe('offer_id of a hotel rate.'),
        stay_dates: z.looseObject({ start_date: day, end_date: day }),
        occupancy: z
          .looseObject({
            total: z.int().min(1).max(guestsMax),
            adults: count.optional(),
            children: count.optional(),
            child_ages: z.array(z.int().min(0).max(childAgeMax)).max(guestsMax).optional(),
          })
          .optional(),
        guest_assignments: z
          .array(z.looseObject({ guest_id: z.string().min(1).max(idLengthMax), role: text }))
          .max(guestsMax)
          .optional(),
      }),
    )
    .min(1)
    .max(staysMax)
    .describe('One for each room.'),
  booker: z.looseObject(person).optional(),
  guests: z
    .array(
      z.looseObject({ id: z.string().min(1).max(idLengthMax), ...person, age: z.int().min(0).max(ageMax).optional() }),
    )
    .max(guestsMax)
    .optional()
    .describe('Everybody who stays; children with their age.'),
  context: z.looseObject({ currency: text }).optional(),
  payment: z.looseObject({ selected_term_id: text }).optional(),
});
export type SentBooking = z.infer<typeof SentBooking>;

/** Reads a booking session; throws a protocol failure that names the fields that are wrong. */
export const readBooking = (payload: unknown): SentBooking => readPayload(SentBooking, payload);

/** Whom a booking session names. What a property does not need to know (addresses, birth dates) is not taken along. */
export function partyOf({ booker, guests = [], stays }: SentBooking): StoredParty {
  return {
    ...(booker ? { booker: personOf(booker) } : {}),
    guests: guests.map(({ id, age, ...named }) => ({
      id,
      ...(age === undefined ? {} : { age }),
      ...personOf(named),
    })),
    assignments: stays.map(({ guest_assignments: assigned = [] }) =>
      assigned.map(({ guest_id: guestId, role }) => ({ guestId, ...(role === undefined ? {} : { role }) })),
    ),
  };
}

function personOf({ first_name, last_name, email, phone_number }: NonNullable<SentBooking['booker']>) {
  return {
    ...(first_name ? { firstName: first_name } : {}),
    ...(last_name ? { lastName: last_name } : {}),
    ...(email ? { email } : {}),
    ...(phone_number ? { phone: phone_number } : {}),
  };
}
