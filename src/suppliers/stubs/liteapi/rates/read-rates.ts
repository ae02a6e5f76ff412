import * as z from 'zod';
import { addDays, daysBetween, isIsoDate, LAST_ZONE, todayIn } from '../../../../travel/dates.ts';
import type { ExchangeRates } from '../../../ports/exchange-rates.ts';
import { CountryCode } from '../content/find-hotels.ts';
import { readFields } from '../read-fields.ts';
import { refusal } from '../refusals.ts';

const IsoDate = z.string().refine(isIsoDate, 'a date YYYY-MM-DD');
const Currency = z.string().regex(/^[A-Z]{3}$/, 'three letters of ISO 4217');
const roomsMax = 9;
const childrenMax = 6;
const adultsMax = 10;
const nightsMax = 60;
const limitDefault = 200;
const limitMax = 5_000;
const hotelIdsMax = 5_000;

const Occupancies = z
  .array(
    z.strictObject({
      adults: z.int().min(1).max(adultsMax),
      children: z.array(z.int().min(0).max(17)).max(childrenMax).default([]),
    }),
  )
  .min(1)
  .max(roomsMax);

const Stay = {
  checkin: IsoDate,
  checkout: IsoDate,
  currency: Currency,
  guestNationality: CountryCode,
  occupancies: Occupancies,
  timeout: z.number().positive().max(60).optional(),
};

/** What `/hotels/rates` takes. */
const RatesRequest = z.strictObject({
  ...Stay,
  hotelIds: z.array(z.string().min(1)).min(1).max(hotelIdsMax).optional(),
  countryCode: CountryCode.optional(),
  cityName: z.string().min(1).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  radius: z.int().positive().optional(),
  placeId: z.string().min(1).optional(),
  iataCode: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three letters of IATA')
    .optional(),
  aiSearch: z.string().min(1).optional(),
  limit: z.int().min(1).max(limitMax).default(limitDefault),
  offset: z.int().min(0).default(0),
  maxRatesPerHotel: z.int().min(1).optional(),
  includeHotelData: z.boolean().default(false),
  roomMapping: z.boolean().default(false),
  refundableRatesOnly: z.boolean().default(false),
  boardType: z.string().optional(),
  bedTypes: z.array(z.string()).optional(),
  roomAmenities: z.array(z.int()).optional(),
  minRating: z.number().min(0).max(5).optional(),
  minReviewsCount: z.int().min(0).optional(),
  starRating: z.array(z.number()).optional(),
  hotelTypeIds: z.array(z.int()).optional(),
  chainIds: z.array(z.int()).optional(),
  facilities: z.array(z.int()).optional(),
  strictFacilityFiltering: z.boolean().default(false),
  zip: z.string().optional(),
  hotelName: z.string().optional(),
  sort: z
    .array(
      z.strictObject({
        field: z.enum(['top_picks', 'price', 'revenue']),
        direction: z.enum(['ascending', 'descending']).default('ascending'),
      }),
    )
    .optional(),
  margin: z.number().min(0).max(100).optional(),
  sessionId: z.string().optional(),
  stream: z.boolean().default(false),
  feed: z.string().optional(),
  loyaltyProgram: z.string().optional(),
  loyaltyProgramDetails: z.array(z.strictObject({ programId: z.int(), membershipId: z.string() })).optional(),
  advancedAccessibilityOnly: z.boolean().optional(),
});
export type RatesRequest = z.infer<typeof RatesRequest>;

const MinRatesRequest = z.strictObject({
  ...Stay,
  hotelIds: z.array(z.string().min(1)).min(1).max(hotelIdsMax),
});

interface Judge {
  readonly rates: ExchangeRates;
  readonly now: Date;
}

/** Reads a search; throws 4002 for what is wrong and 4000 where no place is named. */
export function readRatesRequest(fields: unknown, judge: Judge): RatesRequest {
  const request = readFields(RatesRequest, fields);
  checkStay(request, judge);
  return request;
}

/** Reads a search for the lowest price of each hotel. */
export function readMinRatesRequest(fields: unknown, judge: Judge): z.infer<typeof MinRatesRequest> {
  const request = readFields(MinRatesRequest, fields);
  checkStay(request, judge);
  return request;
}

function checkStay(
  { checkin, checkout, currency }: { readonly checkin: string; readonly checkout: string; readonly currency: string },
  { rates, now }: Judge,
): void {
  if (!rates.supports(currency)) throw refusal(4002, 'currency: not supported');
  const nights = daysBetween(checkin, checkout);
  if (nights < 1) throw refusal(4002, 'checkout: after checkin');
  if (nights > nightsMax) throw refusal(4002, `checkout: at most ${nightsMax} nights after checkin`);
  if (checkin < todayIn(LAST_ZONE, now)) throw refusal(4002, 'checkin: in the past');
  if (checkin > addDays(todayIn(LAST_ZONE, now), 720)) throw refusal(4002, 'checkin: too far ahead');
}
