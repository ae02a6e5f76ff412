import * as z from 'zod';
import { TravelerRequirementsShape } from '../offers/describe/present-requirements.ts';
import { PENALTY_BASES } from '../travel/cancellation.ts';
import { SelectedSeatShape } from './contract-seats.ts';

const AmountShape = z.looseObject({ amount: z.int(), currency: z.string(), decimal_places: z.int() });
const ValueShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
const PenaltyShape = z.looseObject({
  cancel_time: z.iso.datetime().describe('From then on cancelling costs this; before the first it is free.'),
  amount: z.number(),
  currency: z.string(),
  type: z.enum(PENALTY_BASES),
  amount_money: ValueShape,
});
const StopShape = z.looseObject({
  branch_id: z.string(),
  branch_name: z.string(),
  city: z.string(),
  country: z.string(),
  address: z.string(),
  airport: z.string().nullable(),
  date_time: z.string().describe('Branch-local, no zone.'),
  opens: z.string().nullable(),
  closes: z.string().nullable(),
});

const ScheduleKnown = z
  .literal(false)
  .optional()
  .describe('Present where cancellation_schedule is null: what cancelling costs is not stated. It is not free.');

/** What stands in the details of hotels and cars alone. */
const groundFields = {
  cancellation_schedule: z
    .array(PenaltyShape)
    .nullable()
    .optional()
    .describe('Of cars; of hotels each room has its own.'),
  cancellation_schedule_known: ScheduleKnown,
  pay_now: AmountShape.optional(),
};
const stayFields = {
  hotel: z
    .looseObject({
      hotel_id: z.string(),
      name: z.string(),
      address: z.string(),
      city: z.string(),
      country: z.string(),
      star_rating: z.number().nullable(),
    })
    .optional(),
  checkin: z.string().optional(),
  checkout: z.string().optional(),
  nights: z.int().optional(),
  checkin_time: z.string().nullable().optional(),
  checkout_time: z.string().nullable().optional(),
  rooms: z
    .array(
      z.looseObject({
        room_id: z.string(),
        room_name: z.string(),
        occupancy: z.looseObject({ adults: z.int(), children_ages: z.array(z.int()) }),
        board_type: z.string().nullable(),
        board_name: z.string().nullable(),
        plan_name: z.string().nullable(),
        payment_types: z.array(z.string()),
        currency: z.string(),
        total_amount: z.number(),
        total_amount_money: ValueShape,
        is_refundable: z.boolean().nullable(),
        cancellation_schedule: z.array(PenaltyShape).nullable(),
        cancellation_schedule_known: ScheduleKnown,
        taxes_breakdown: z.array(
          z.looseObject({
            description: z.string(),
            amount: z.number().nullable(),
            amount_known: z.literal(false).optional(),
            currency: z.string().nullable(),
            included: z.boolean(),
          }),
        ),
      }),
    )
    .optional(),
  due_at_property: AmountShape.nullable().optional(),
  due_at_property_known: z.literal(false).optional(),
};
const rentalFields = {
  vendor: z.string().optional(),
  vehicle: z
    .looseObject({ name: z.string(), category: z.string().nullable(), acriss_code: z.string().nullable() })
    .optional(),
  pick_up: StopShape.optional(),
  drop_off: StopShape.optional(),
  days: z.int().optional(),
  driver_age: z.int().optional(),
  charges: z
    .array(z.looseObject({ description: z.string(), amount: AmountShape, paid_at: z.enum(['now', 'local']) }))
    .optional(),
  due_at_desk: AmountShape.optional(),
  deposit: AmountShape.nullable().optional(),
  deposit_known: z.literal(false).optional().describe('Present where deposit is null: the rental company sets it.'),
  on_request: z.boolean().optional(),
  fuel_policy: z.string().nullable().optional(),
  mileage: z
    .looseObject({ unlimited: z.boolean(), included_km: z.number().nullable(), extra_per_km: AmountShape.nullable() })
    .nullable()
    .optional(),
};

/**
 * `details` of an item on the wire: of a flight its slices, fare and seats, of a hotel its nights and rooms, of a car
 * its branches and charges.
 */
export const ItemDetailsShape = z.looseObject({
  seats: z.array(SelectedSeatShape).optional().describe('Of flights.'),
  slices: z.array(z.looseObject({})).optional().describe('Of flights, as in search.'),
  traveler_requirements: TravelerRequirementsShape.optional(),
  ...stayFields,
  ...rentalFields,
  ...groundFields,
  is_refundable: z.boolean().nullable().optional().describe('Of flights and cars.'),
});
