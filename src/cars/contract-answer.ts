import * as z from 'zod';
import { Amount, SupplierStatusShape } from '../offers/contract-search.ts';
import { PENALTY_BASES } from '../travel/cancellation.ts';
import { PAID_AT, TRANSMISSIONS } from '../travel/rental.ts';
import { BODY_TYPES } from './model/acriss.ts';
import { EMPTY_REASONS } from './model/car-search.ts';

const Counts = z.record(z.string(), z.int()).describe('Value to number of offers.');
const Instant = z.string().describe('ISO 8601, UTC.');

const Vehicle = z
  .looseObject({
    name: z.string().describe('A class is rented, never one certain car: `… or similar`.'),
    category: z
      .string()
      .nullable()
      .describe('The first ACRISS letter in words, as the supplier puts it. Null here and below: not stated.'),
    body_type: z.enum(BODY_TYPES).nullable(),
    acriss_code: z.string().nullable(),
    transmission: z.enum(TRANSMISSIONS).nullable(),
    fuel: z.string().nullable(),
    air_conditioning: z.boolean().nullable(),
    seats: z.int().nullable(),
    doors: z.int().nullable(),
    bags_large: z.int().nullable(),
    bags_small: z.int().nullable(),
    image: z.string().describe('A drawing of the class, in the paint of the vendor.'),
  })
  .meta({ id: 'RentalVehicle' });
const Stop = z
  .looseObject({
    branch_id: z.string(),
    branch_name: z.string(),
    city: z.string(),
    city_code: z.string().nullable(),
    country: z.string(),
    address: z.string(),
    airport: z.string().nullable().describe('IATA code where the branch is at an airport.'),
    latitude: z.number(),
    longitude: z.number(),
    date_time: z.string().describe('Branch-local, no zone.'),
    opens: z.string().nullable().describe("That day's hours, HH:MM, branch-local. Null: not stated."),
    closes: z.string().nullable().describe('24:00 where it does not close before midnight.'),
  })
  .meta({ id: 'RentalStop' });
const Ancillary = z.looseObject({
  offer_id: z.string().describe('Goes into select_ancillaries once the car is in a trip.'),
  label: z.string(),
  description: z.string(),
  type: z
    .string()
    .describe(
      'child_seat, booster_seat, infant_seat, gps, additional_driver, winter_tyres, snow_chains, full_protection.',
    ),
  paid_at: z
    .enum(PAID_AT)
    .describe('now: charged by us and part of the price once chosen; local: collected at the desk.'),
  price: Amount.describe('For the whole rental, at quantity one.'),
  max_quantity: z.int().nullable(),
});

/** A vehicle class that can be rented now. */
const CarOffer = z
  .looseObject({
    offer_id: z.string().describe('`car_…`: goes into add_item of POST /v1/trip as trip_item_token.'),
    expires_at: Instant,
    provider: z.string(),
    vendor: z.string().describe('The rental company, as on the desk.'),
    vehicle: Vehicle,
    pick_up: Stop,
    drop_off: Stop,
    days: z.int().describe('Days of 24 hours begun: what is charged for.'),
    price: Amount.describe('Paid now, with the booking: the sum of the charges paid now, and service_fee.'),
    service_fee: Amount.optional().describe(
      'What your organization adds to what is paid now (its pricing rules), inside price and total. Absent where it adds nothing.',
    ),
    due_at_desk: z.array(z.looseObject({ description: z.string(), price: Amount })).describe('What the desk collects.'),
    due_at_desk_total: Amount,
    total: Amount.describe('price and due_at_desk_total. Neither extras nor deposit are in it.'),
    charges: z
      .array(z.looseObject({ description: z.string(), price: Amount, paid_at: z.enum(PAID_AT) }))
      .describe('Everything the total is made of, but service_fee.'),
    deposit: Amount.nullable().describe("Held on the driver's card at the desk, and given back."),
    deposit_known: z.literal(false).optional().describe('Present where deposit is null: the rental company sets it.'),
    on_request: z.boolean().describe('True: the supplier confirms after the booking rather than at once.'),
    mileage: z
      .looseObject({ unlimited: z.boolean(), included_km: z.int().nullable(), extra_per_km: Amount.nullable() })
      .nullable()
      .describe('Null: not stated; never take it for unlimited.'),
    fuel_policy: z.string().nullable().describe('full_to_full, prepaid, same_to_same. Null: not stated.'),
    is_refundable: z.boolean().nullable().describe('Null: not stated; never take it for true or false.'),
    free_cancellation_until: Instant.nullable().describe('Null: cancelling costs something from now on, or may do so.'),
    cancellation_schedule: z
      .array(z.looseObject({ cancel_time: Instant, penalty: Amount, type: z.enum(PENALTY_BASES) }))
      .nullable()
      .describe(
        'From cancel_time on cancelling costs the penalty, until the next line; before the first it is free. nights: rental days.',
      ),
    cancellation_schedule_known: z
      .literal(false)
      .optional()
      .describe(
        'Present where cancellation_schedule is null: the rental company sets what cancelling costs. It is not free.',
      ),
    available_ancillaries: z.array(Ancillary),
    conversion_rate: z.number().describe("Units of the answer's currency per unit of the supplier's."),
    origin_price: Amount.describe("The price in the supplier's currency."),
    origin_due_at_desk_total: Amount.describe('What the desk collects, in the currency it is filed in.'),
    cars_left: z.int().nullable(),
  })
  .meta({ id: 'CarOffer' });

/** The answer of a car search. */
export const CarSearchResponse = z.looseObject({
  offers: z.array(CarOffer).describe('Cheapest total first.'),
  total: z.int().describe('Over the whole result, before limit and offset.'),
  pagination: z.looseObject({ next_page_token: z.string().optional().describe('Absent on the last page.') }),
  driver: z.looseObject({
    age: z.int(),
    is_age_assumed: z.boolean().describe('True: driver_age was not sent and the rentals are priced for this one.'),
    residence_country: z.string().nullable(),
  }),
  facets: z.looseObject({ categories: Counts, body_types: Counts, transmissions: Counts, vendors: Counts }),
  filters_applied: z.array(z.string()),
  empty_reason: z
    .enum(EMPTY_REASONS)
    .nullable()
    .describe(
      'Why offers is empty. no_cars: no supplier rents one out there, then, to this driver (branches may be closed); filtered_out: none passes the filters (with categories or transmission there may be no others either); past_last_offer.',
    ),
  supplier_statuses: z.array(SupplierStatusShape),
  left_out: z
    .looseObject({
      hidden_offers: z
        .int()
        .nullable()
        .describe('Hidden by the filters. Null: not known, as suppliers apply categories and transmission themselves.'),
      beyond_supplier_bound: z
        .int()
        .describe('Dearer offers that suppliers had beyond the number asked for: in no total and on no page.'),
    })
    .describe('What was found and is not shown.'),
});
