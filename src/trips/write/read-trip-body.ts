import * as z from 'zod';
import { asId } from '../../platform/ids.ts';
import { isVisible } from '../../platform/text/visible-text.ts';
import { isIsoDate } from '../../travel/dates.ts';
import { PASSENGER_TYPES } from '../../travel/passengers.ts';
import type { AncillaryChoice } from '../model/items/ancillaries.ts';
import type { SeatChoice } from '../model/items/seats.ts';
import type { TravelerInput } from '../model/travelers.ts';
import type { RequestedChange } from './update-trip.ts';

const travelersMax = 18;
const nameLengthMax = 60;
const idLengthMax = 64;
const tokenLengthMax = 8_192;
const selectionsMax = 100;
const quantityMax = 20;
const seatsMax = 200;
/** Rooms booked together (contract, section 6). */
const [roomsMin, roomsMax] = [2, 8];
const seatNumberLengthMax = 8;
const metadataPairsMax = 20;
const metadataKeyLengthMax = 40;
const metadataValueLengthMax = 500;
const emailLengthMax = 254;

/**
 * A name stands on pages, mails and documents, beside what is true: nothing in it may change how the rest reads, or
 * look like another name.
 */
const NO_CONTROL = /^[^\p{Cc}\p{Bidi_Control}]*$/u;
/** What stands before the first letter holds none: a text of a megabyte is tried in one way only. */
const NAME = /^[^\p{Cc}\p{Bidi_Control}\p{L}]*\p{L}[^\p{Cc}\p{Bidi_Control}]*$/u;
const name = z
  .string()
  .trim()
  .max(nameLengthMax)
  .regex(NAME, 'must hold a letter and no control characters')
  .refine(isVisible, 'must hold no invisible characters');
const shortText = z
  .string()
  .trim()
  .min(1)
  .max(nameLengthMax)
  .regex(NO_CONTROL, 'must hold no control characters')
  .refine(isVisible, 'must hold no invisible characters');
const isoDate = z.string().refine(isIsoDate, 'must be a date YYYY-MM-DD');
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code (ISO 3166)');

/** A traveler of a request (contract, section 6). */
const TravelerBody = z
  .object({
    pax_ref_id: z
      .string()
      .max(idLengthMax)
      .optional()
      .describe('Repeats the id of a traveler already in the trip; omitted, a person is recognised by name.'),
    first_name: name,
    last_name: name,
    passenger_type: z
      .enum(PASSENGER_TYPES)
      .describe('ADULT from 12, CHILD 2–11, INFANT under 2, on the last travel day.'),
    date_of_birth: isoDate.optional().describe('Needed by checkout once a flight is in the trip.'),
    gender: z.enum(['MALE', 'FEMALE']).optional().describe('Needed by checkout once a flight is in the trip.'),
    title: shortText.optional(),
    nationality: countryCode.optional(),
    passport_number: shortText.optional(),
    passport_expiry: isoDate.optional(),
    passport_country: countryCode.optional(),
    frequent_flyer: z.object({ airline: shortText, number: shortText }).optional(),
    known_traveler_number: shortText.optional(),
  })
  .superRefine(refusePassportWithoutNumber);

/** What belongs to a passport is nothing without its number: it is refused, not dropped. */
function refusePassportWithoutNumber(
  traveler: Readonly<Partial<Record<'passport_number' | 'passport_expiry' | 'passport_country', string | undefined>>>,
  check: z.RefinementCtx,
): void {
  if (traveler.passport_number !== undefined) return;
  for (const field of ['passport_expiry', 'passport_country'] as const) {
    if (traveler[field] !== undefined)
      check.addIssue({ code: 'custom', path: [field], message: `passport_number is required with ${field}` });
  }
}

/** Whom the booking is confirmed to. */
const ContactBody = z.object({
  email: z.email().max(emailLengthMax),
  phone: z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 number such as +33123456789'),
});

const SelectionBody = z.object({
  offer_id: z.string().min(1).max(tokenLengthMax).describe("Of the item's available_ancillaries."),
  pax_ref_id: z.string().max(idLengthMax).optional().describe('Needed when several people travel.'),
  segment_ref_ids: z.array(z.string().max(idLengthMax)).max(selectionsMax).optional(),
  quantity: z.int().min(1).max(quantityMax),
});

/** The extras an item shall end up with; `[]` removes every one. */
export const SelectAncillariesBody = z.object({
  item_id: z.string().min(1).max(idLengthMax),
  selections: z.array(SelectionBody).max(selectionsMax),
});

const SeatBody = z.object({
  segment_id: z.string().min(1).max(idLengthMax).describe("Of the item's segments, as seat_maps names them."),
  pax_ref_id: z
    .string()
    .max(idLengthMax)
    .optional()
    .describe('A traveler of the trip. Needed unless exactly one traveler needs a seat.'),
  seat_number: z.string().min(1).max(seatNumberLengthMax).describe('Row and column: 12A.'),
});

const ItemTokenBody = z
  .string()
  .min(1)
  .max(tokenLengthMax)
  .describe('The trip_item_token (tit_…) of a flight fare, or the offer_id of a hotel rate (htl_…) or a car (car_…).');
const RoomsBody = z
  .array(z.object({ trip_item_token: ItemTokenBody }))
  .min(roomsMin)
  .max(roomsMax)
  .describe(
    'Several rooms of one hotel for the same nights, booked together: the offer_id (htl_…) of one rate each. Two equal rates are two rooms.',
  );

const AddItemBody = z
  .object({
    trip_item_token: ItemTokenBody.optional(),
    rooms: RoomsBody.optional(),
    seats: z
      .array(SeatBody)
      .max(seatsMax)
      .optional()
      .describe(
        'The seats a flight shall end up with: sent again they replace the selection, [] removes it, omitted leaves it.',
      ),
  })
  .superRefine((item, context) => {
    if (item.trip_item_token === undefined && item.rooms === undefined)
      context.addIssue({ code: 'custom', path: ['trip_item_token'], message: 'is required, unless rooms are sent' });
    if (item.trip_item_token !== undefined && item.rooms !== undefined)
      context.addIssue({ code: 'custom', path: ['rooms'], message: 'Send either trip_item_token or rooms, not both.' });
  });
const RemoveItemBody = z.object({ item_id: z.string().min(1).max(idLengthMax) });
const UpsertTravelersBody = z.object({
  travelers: z
    .array(TravelerBody)
    .min(1)
    .max(travelersMax)
    .optional()
    .describe('The whole party: the list replaces the travelers there were.'),
  contact: ContactBody.optional(),
});

/** `POST /v1/trip`: any of its parts, applied in the order they stand here, all or nothing. */
export const TripBody = z.object({
  trip_id: z.string().min(1).max(idLengthMax).optional().describe('Omit to make a new trip.'),
  remove_item: RemoveItemBody.optional(),
  currency: z
    .string()
    .optional()
    .describe("ISO 4217, three capital letters. Default: the first item's. Fixed from the first quote."),
  add_item: AddItemBody.optional(),
  upsert_travelers: UpsertTravelersBody.optional(),
  select_ancillaries: SelectAncillariesBody.optional(),
  metadata: z
    .record(z.string().min(1).max(metadataKeyLengthMax), z.string().max(metadataValueLengthMax))
    .refine((pairs) => Object.keys(pairs).length <= metadataPairsMax, `must have at most ${metadataPairsMax} entries`)
    .optional(),
});
export type TripBody = z.infer<typeof TripBody>;

/** The most actions one `POST /api/v1/shop/sync` may hold. */
export const actionsMax = 20;
const SYNC_ACTIONS = ['create', 'add_product', 'remove_product', 'set_travelers', 'remove_travelers'] as const;

/** One action of `POST /api/v1/shop/sync`: the same fields as the flat form, directly or under their name there. */
export const SyncAction = z.object({
  action: z.enum(SYNC_ACTIONS),
  trip_item_token: ItemTokenBody.optional(),
  rooms: RoomsBody.optional(),
  seats: AddItemBody.shape.seats,
  add_item: AddItemBody.optional(),
  item_id: RemoveItemBody.shape.item_id.optional(),
  remove_item: RemoveItemBody.optional(),
  travelers: UpsertTravelersBody.shape.travelers,
  contact: ContactBody.optional(),
  upsert_travelers: UpsertTravelersBody.optional(),
  pax_ref_ids: z
    .array(z.string().max(idLengthMax))
    .max(travelersMax)
    .optional()
    .describe('Of remove_travelers; omitted removes all.'),
  currency: TripBody.shape.currency,
});
export type SyncAction = z.infer<typeof SyncAction>;

/** The flat form as changes in the contract's order. */
export function readTripBody(body: TripBody): readonly RequestedChange[] {
  const { remove_item, currency, add_item, upsert_travelers, select_ancillaries, metadata } = body;
  const changes: RequestedChange[] = [];
  if (remove_item) changes.push({ kind: 'remove_item', itemId: asId('item', remove_item.item_id) });
  if (currency !== undefined) changes.push({ kind: 'set_currency', currency });
  if (add_item) changes.push(readAddition(add_item, { item: 'add_item', seats: 'add_item.seats' }));
  if (upsert_travelers) changes.push(readUpsert(upsert_travelers, 'upsert_travelers.travelers'));
  if (select_ancillaries) changes.push(readSelection(select_ancillaries));
  if (metadata) changes.push({ kind: 'set_metadata', metadata });
  return changes;
}

/**
 * An item as a change; `paths` say where its parts stood in the request: the field that holds its token or its rooms.
 */
export function readAddition(
  body: z.infer<typeof AddItemBody>,
  paths: { readonly item: string; readonly seats: string },
): RequestedChange {
  const seats = body.seats && { choices: body.seats.map(readSeat), path: paths.seats };
  const rooms =
    body.rooms?.map((room, index) => ({
      token: room.trip_item_token,
      path: `${paths.item}.rooms[${index}].trip_item_token`,
    })) ?? [];
  const [first = { token: body.trip_item_token ?? '', path: `${paths.item}.trip_item_token` }, ...others] = rooms;
  return { kind: 'add_item', tokens: [first, ...others], seats };
}

/** A selection as a change. */
export function readSelection(body: z.infer<typeof SelectAncillariesBody>): RequestedChange {
  return { kind: 'select_ancillaries', itemId: asId('item', body.item_id), choices: body.selections.map(readChoice) };
}

/** Travelers and contact as a change; `path` is where the travelers stood in the request. */
export function readUpsert(body: z.infer<typeof UpsertTravelersBody>, path: string): RequestedChange {
  return { kind: 'set_travelers', travelers: body.travelers?.map(readTraveler), contact: body.contact, path };
}

function readSeat(line: z.infer<typeof SeatBody>): SeatChoice {
  const travelerId = line.pax_ref_id === undefined ? undefined : asId('traveler', line.pax_ref_id);
  return { segmentId: line.segment_id, seatNumber: line.seat_number, travelerId };
}

function readChoice(line: z.infer<typeof SelectionBody>): AncillaryChoice {
  return {
    ancillaryKey: line.offer_id,
    quantity: line.quantity,
    segmentIds: line.segment_ref_ids ?? [],
    travelerId: line.pax_ref_id === undefined ? undefined : asId('traveler', line.pax_ref_id),
  };
}

function readTraveler(body: z.infer<typeof TravelerBody>): TravelerInput {
  return {
    travelerId: body.pax_ref_id === undefined ? undefined : asId('traveler', body.pax_ref_id),
    firstName: body.first_name,
    lastName: body.last_name,
    passengerType: body.passenger_type,
    dateOfBirth: body.date_of_birth,
    gender: body.gender,
    title: body.title,
    nationality: body.nationality,
    passport:
      body.passport_number === undefined
        ? undefined
        : { number: body.passport_number, expiry: body.passport_expiry, country: body.passport_country },
    frequentFlyer: body.frequent_flyer,
    knownTravelerNumber: body.known_traveler_number,
  };
}
