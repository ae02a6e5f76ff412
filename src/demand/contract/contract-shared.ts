import * as z from 'zod';
import { AUDIENCES } from '../model/demand-event.ts';
import { DAYS_DEFAULT, METRICS, PERIOD_DAYS_MAX } from '../model/period.ts';

/** A name sent by mistake for a code is read to its end, so that the answer can say which code was meant. */
const PLACE_TEXT_MAX = 100;
const PlaceText = z.string().trim().min(1).max(PLACE_TEXT_MAX).toUpperCase();
const DateText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date YYYY-MM-DD');

/** A destination of a question; what it stands for is judged by `readPlaces` of read-question.ts. */
export const DemandDestination = PlaceText.describe(
  "Where to: a city code (PAR). An airport's code (CDG) stands for its city. Left out: everywhere.",
);
/** A market of a question; judged by `readPlaces` too. */
export const DemandMarket = PlaceText.describe(
  "Where from: an ISO 3166 country (FR) or a city code (PAR). An airport's code (CDG) stands for its city. Left out: everywhere, unknown origins included.",
);
/** Who travels together. */
export const DemandAudience = z
  .enum(AUDIENCES)
  .describe(
    'family: with a child or an infant; business: business or first class, or one adult for 1 to 4 nights between weekdays booked at most 21 days ahead; ' +
      'otherwise by adults: solo 1, couple 2, group 3 or more. Left out: everybody.',
  );
/** What is counted. */
export const DemandMetric = z
  .enum(METRICS)
  .describe('searches: of flights, hotels and cars; trips: what was put into a trip; bookings: what was bought.');
/** Days counted; judged by `periodProblems` of model/period.ts, which knows today. */
export const DemandPeriod = z
  .object({ start: DateText, end: DateText })
  .describe(
    `UTC days, both included, at most ${PERIOD_DAYS_MAX} and none after today. Left out: the last ${DAYS_DEFAULT} complete days.`,
  );

/** A period on the wire. */
export const PeriodShape = z.looseObject({
  start: z.string().describe('First day, UTC.'),
  end: z.string().describe('Last day, included.'),
});
/** What an answer was counted from. */
export const BasisShape = z
  .enum(['synthetic', 'observed', 'mixed'])
  .describe(
    "synthetic: all of it is the sandbox's built-in baseline; observed: all of it was counted here; mixed: counted here, over the baseline.",
  );
/** How much of an answer was counted. */
export const SampleSizeShape = z
  .int()
  .describe('Events counted here that are in the answer, the baseline left out. Small: do not rely on it.');
/** Where a place lies. */
export const LocationShape = z.looseObject({ latitude: z.number(), longitude: z.number() });
/** A change against another period. */
export const GrowthShape = z.number().nullable();
