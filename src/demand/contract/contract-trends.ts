import * as z from 'zod';
import {
  BasisShape,
  DemandAudience,
  DemandDestination,
  DemandMarket,
  DemandMetric,
  DemandPeriod,
  GrowthShape,
  PeriodShape,
  SampleSizeShape,
} from './contract-shared.ts';
import { AUDIENCES } from '../model/demand-event.ts';
import { COMPARISONS, METRICS } from '../model/period.ts';
import { GRANULARITIES } from '../model/forecast/series.ts';
import type { TrendsInput } from '../read/read-trends.ts';

const SERIES_MAX = 10;
const FORECAST_PERIODS_MAX = 26;

const Line = z.object({
  destination: DemandDestination.optional(),
  market: DemandMarket.optional(),
  audience: DemandAudience.optional(),
  metric: DemandMetric.default('searches'),
});

/** POST /v1/demand_trends. */
export const DemandTrendsRequest = z.object({
  series: z.array(Line).min(1).max(SERIES_MAX).describe('The lines, 1 to 10; {} is all searches there are.'),
  period: DemandPeriod.optional(),
  granularity: z
    .enum(GRANULARITIES)
    .optional()
    .describe('week: ISO weeks, from Monday. Left out: day up to 92 days, week up to 731, else month.'),
  compare: z
    .enum(COMPARISONS)
    .optional()
    .describe(
      'Adds compared and change to each series. previous_period: as many days, weeks or months just before; previous_year: 52 weeks earlier, so that weekdays meet, of months the same a year earlier.',
    ),
  forecast_periods: z
    .int()
    .min(0)
    .max(FORECAST_PERIODS_MAX)
    .default(0)
    .describe('How many days, weeks or months to forecast, from the first after the last complete one on.'),
});
/** The parsed body. */
export type TrendsBody = z.infer<typeof DemandTrendsRequest>;

const BucketDate = z.string().describe('First day of the day, week or month, also where that lies before the period.');
const Count = z.int().min(0);

const Series = z.looseObject({
  label: z.string().describe('What is counted, in English words.'),
  destination: z.string().nullable().describe('City code; null: everywhere.'),
  market: z.string().nullable().describe('Country or city code; null: everywhere.'),
  audience: z.enum(AUDIENCES).nullable().describe('Null: everybody.'),
  metric: z.enum(METRICS),
  points: z.array(
    z.looseObject({
      date: BucketDate,
      value: Count.describe(
        'Rounded by itself, so points may add up to a few more or fewer than the volume a ranking has for the same days.',
      ),
      index: z
        .number()
        .nullable()
        .describe(
          '100: the mean of the complete points of this series. So lines of different size can be laid over each other. Null where there is no complete point, or nothing in them. Taken before values are rounded.',
        ),
      is_partial: z
        .boolean()
        .describe(
          'Cut off by an end of the period, or not over yet: too small to be compared, and left out of growth, seasonality, change and forecast.',
        ),
    }),
  ),
  seasonality: z
    .array(
      z.looseObject({
        unit: z.enum(['weekday', 'month']),
        value: z.int().describe('weekday: 1 Monday to 7 Sunday. month: 1 January to 12 December.'),
        factor: z.number().describe('1: the average of the week or year.'),
      }),
    )
    .describe(
      'Weekdays where points are days and four weeks are known; months where two whole years are. Learnt from up to five years before the end of the period, not from the period alone. All 1: no season that is more than chance.',
    ),
  growth: GrowthShape.describe('0.25: a quarter more. Null where there is nothing to compare with.'),
  growth_against: z
    .enum(['year_before', 'half_before'])
    .nullable()
    .describe(
      'year_before: the last 52 weeks of the period at most, against the same weeks a year before. half_before: the second half of the period against the first, where the year before is not known.',
    ),
  forecast: z
    .array(
      z.looseObject({
        date: BucketDate,
        p10: Count.describe('One in ten turns out smaller.'),
        p50: Count.describe('As likely more as less.'),
        p90: Count.describe('One in ten turns out greater.'),
      }),
    )
    .describe('How it is made and how well it does: docs/forecast.md.'),
  forecast_gap: z
    .enum(['too_short', 'nothing_counted'])
    .optional()
    .describe(
      'Why forecast is empty though periods were asked for. too_short: fewer than eight complete points are known.',
    ),
  compared: z
    .array(z.looseObject({ date: BucketDate, value: Count }))
    .nullable()
    .optional()
    .describe('With compare: one for each point, in their order. Null where it reaches before what is known.'),
  change: z
    .number()
    .nullable()
    .optional()
    .describe(
      'With compare: the complete points together against those they are compared with; 0.25: a quarter more. Null where nothing was counted then.',
    ),
  basis: BasisShape,
  sample_size: SampleSizeShape,
});

/** The answer of demand_trends. */
export const DemandTrendsResponse = z.looseObject({
  series: z.array(Series).describe('In the order of the request.'),
  granularity: z.enum(GRANULARITIES),
  period: PeriodShape,
  basis: BasisShape,
  sample_size: SampleSizeShape.describe('Those of all series together; an event in two of them counts twice.'),
  notes: z.array(z.string()).describe('What to know before relying on these figures. Often empty.'),
});

/** The body as the question the operation knows. */
export function toTrendsInput({
  series,
  period,
  granularity,
  compare,
  forecast_periods: forecastPeriods,
}: TrendsBody): TrendsInput {
  return { series, period, granularity, compare, forecastPeriods };
}
