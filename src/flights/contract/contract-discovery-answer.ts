import * as z from 'zod';
import { Amount } from '../../offers/contract-search.ts';
import { Itinerary } from './contract-answer.ts';
import { FareCoverageShape } from './contract-coverage.ts';
import { PRICE_LEVELS } from '../model/prices/price-levels.ts';

const Location = z.looseObject({ latitude: z.number(), longitude: z.number() });
const Pagination = z.looseObject({ next_page_token: z.string().optional().describe('Absent on the last page.') });
const Fares =
  'Filed fares without service fees, exact for their dates: a flight_search for them puts the same price first where no fee is added.';

/** The answer of both destination searches. */
export const DestinationSearchResponse = z.looseObject({
  destinations: z
    .array(
      z.looseObject({
        city_name: z.string(),
        city_main_image: z.string(),
        iata_code: z.string(),
        location: Location.nullable(),
        flights: z.array(Itinerary).min(1).describe('Cheapest first.'),
        lowest_fare_flight: Itinerary.describe(Fares),
      }),
    )
    .describe(
      'Cities, cheapest first: prices are exact, the choice among hundreds of cities and dates goes by estimates.',
    ),
  origin: z
    .looseObject({
      city_code: z.string(),
      city_name: z.string(),
      country_code: z.string(),
      country_name: z.string(),
      location: Location.nullable(),
    })
    .describe('The first of the origins.'),
  pagination: Pagination,
  total: z
    .int()
    .describe('Cities found. Of more than one page it is about how many can be reached; the last page knows exactly.'),
  coverage: FareCoverageShape.optional(),
});

/** The answer of flight_calendar. */
export const FlightCalendarResponse = z.looseObject({
  itineraries: z.array(Itinerary).describe(`The cheapest of each date pair, in the order of days. ${Fares}`),
  days: z.array(
    z.looseObject({
      departure_date: z.string(),
      return_date: z.string().optional(),
      lowest: Amount.optional().describe('Absent where nothing matches, and where known is false.'),
      level: z
        .enum(PRICE_LEVELS)
        .optional()
        .describe('low: in the cheapest third of all date pairs of this window; high: in the dearest third.'),
      known: z
        .boolean()
        .optional()
        .describe('False: nobody has looked, which does not mean that nothing flies. Absent: the fares are published.'),
      as_of: z.string().optional().describe('When the oldest of these fares was seen.'),
      coverage: z
        .looseObject({ observed: z.int(), sampled: z.int(), missing: z.int() })
        .optional()
        .describe('Counts pairs of cities.'),
    }),
  ),
  next_page_token: z.string().optional().describe('The same as in pagination. Absent on the last page.'),
  pagination: Pagination,
  total: z.int().describe('Date pairs that have flights.'),
  coverage: FareCoverageShape.optional(),
});

/** The answer of find_dates. */
export const FindDatesResponse = z.looseObject({
  itineraries: z.array(Itinerary).describe(`Cheapest first, of different dates. ${Fares}`),
  total: z.int(),
  coverage: FareCoverageShape.optional(),
});

/** The answer of lowest_fare. */
export const LowestFareResponse = z.looseObject({
  itineraries: z.array(Itinerary).describe(`Cheapest first. ${Fares}`),
  total: z.int(),
  coverage: FareCoverageShape.optional(),
});

/** One live search of a sample, as an event of a streamed discovery. */
export const SampledEvent = z.looseObject({
  origin: z.string(),
  destination: z.string(),
  departure_date: z.string(),
  return_date: z.string().optional(),
  status: z
    .enum(['ok', 'failed', 'refused'])
    .describe('failed: no answer came. refused: the share of the supplier that is meant for discovery is used up.'),
  lowest: Amount.nullable().describe('Null where nothing matches, and where status is not ok.'),
  as_of: z.string(),
});
