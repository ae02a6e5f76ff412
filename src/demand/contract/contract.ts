import * as z from 'zod';
import { Amount, CurrencyCode, Locale, PageLimit, PageOffset, PageToken } from '../../offers/contract-search.ts';
import {
  BasisShape,
  DemandAudience,
  DemandDestination,
  DemandMarket,
  DemandMetric,
  DemandPeriod,
  GrowthShape,
  LocationShape,
  PeriodShape,
  SampleSizeShape,
} from './contract-shared.ts';
import { AUDIENCES } from '../model/demand-event.ts';
import { COMPARISONS } from '../model/period.ts';
import { GROWTH_VOLUME_MIN, SORTS } from '../model/counts/rank-counts.ts';
import type { RankInput } from '../read/rank-demand.ts';

const LIMIT_DEFAULT = 20;
/** What a market can be. */
const MARKET_GROUPS = ['country', 'city'] as const;

/** What the three lists share. */
const sharedFields = {
  period: DemandPeriod.optional(),
  metric: DemandMetric.default('searches'),
  compare: z
    .enum(COMPARISONS)
    .default('previous_period')
    .describe(
      'What growth is against. previous_period: as many days just before; previous_year: the same dates a year earlier (29 February: the 28th).',
    ),
  sort: z
    .enum(SORTS)
    .default('volume')
    .describe(
      `Greatest first. growth: only rows with a volume of ${GROWTH_VOLUME_MIN} or more, for the growth of smaller ones is chance; unknown growth last.`,
    ),
  currency: CurrencyCode.default('USD').describe('ISO 4217 code of the currency of lowest_fare.'),
  locale: Locale.default('en'),
  limit: PageLimit.default(LIMIT_DEFAULT),
  offset: PageOffset.default(0),
  page_token: PageToken.optional(),
};

/** POST /v1/demand_destinations. */
export const DemandDestinationsRequest = z.object({
  market: DemandMarket.optional(),
  audience: DemandAudience.optional(),
  ...sharedFields,
});
/** POST /v1/demand_markets. */
export const DemandMarketsRequest = z.object({
  destination: DemandDestination.optional(),
  audience: DemandAudience.optional(),
  group_by: z.enum(MARKET_GROUPS).default('country').describe('What a row is: a country of origin, or a city.'),
  ...sharedFields,
});
/** POST /v1/demand_audiences. */
export const DemandAudiencesRequest = z.object({
  destination: DemandDestination.optional(),
  market: DemandMarket.optional(),
  ...sharedFields,
});
/** What the parsed bodies have in common. */
export type RankBody = Omit<z.infer<typeof DemandMarketsRequest>, 'group_by' | 'destination' | 'audience'> &
  Pick<RankInput, 'destination' | 'market' | 'audience'>;

const figures = {
  index: z
    .number()
    .describe(
      '0 to 100: volume relative to the greatest of the whole list, whatever the page and the order. Taken before anything is rounded, so volumes as shown may lead to a slightly different one.',
    ),
  share: z
    .number()
    .describe(
      '0 to 1: volume relative to total. Taken before anything is rounded, so volume as shown divided by total as shown may differ slightly; shares need not add up to exactly 1.',
    ),
  volume: z.int().describe('How many of the metric, rounded by itself.'),
  growth: GrowthShape.describe(
    '0.25: a quarter more than in compared_period. Null where nothing was counted in it, or it reaches before what is known. In production what was too small to be shown in one of the two counts as 0 in it.',
  ),
  median_lead_time_days: z
    .int()
    .nullable()
    .describe(
      'Days from the search, trip or booking to travel. What was counted here is of the calendar months the period touches.',
    ),
  median_stay_days: z.int().nullable().describe('Nights away; one way is left out. Null where nobody stays.'),
  lowest_fare: Amount.nullable().describe(
    'For one adult by air, the lowest of the period; of what was counted here, of the calendar months it touches. Null where none is known.',
  ),
};
const country = {
  country_code: z.string().describe('ISO 3166.'),
  country_name: z.string(),
};
const answerFields = {
  row_count: z.int().describe('Rows on all pages.'),
  total: z
    .int()
    .describe(
      'Volume of everything asked for, rounded by itself. More than all rows together where some of it is in no row (see notes); besides, each row is rounded by itself, so the rows may add up to a few more or fewer.',
    ),
  growth: GrowthShape.describe('Of total.'),
  metric: DemandMetric,
  period: PeriodShape,
  compared_period: PeriodShape,
  basis: BasisShape,
  sample_size: SampleSizeShape,
  notes: z
    .array(z.string())
    .describe(
      'What to know before relying on these figures: rows left out, what is withheld, what could not be compared. Often empty.',
    ),
  pagination: z.looseObject({
    next_page_token: z
      .string()
      .optional()
      .describe('Absent on the last page. Send it with the same body; where period was left out, on the same UTC day.'),
  }),
};

/** The answer of demand_destinations. */
export const DemandDestinationsResponse = z.looseObject({
  destinations: z.array(
    z.looseObject({
      city_code: z.string(),
      city_name: z.string(),
      ...country,
      location: LocationShape.nullable(),
      ...figures,
    }),
  ),
  ...answerFields,
});
/** The answer of demand_markets. */
export const DemandMarketsResponse = z.looseObject({
  markets: z
    .array(
      z.looseObject({
        city_code: z.string().optional().describe('With group_by city.'),
        city_name: z.string().optional().describe('With group_by city.'),
        ...country,
        location: LocationShape.nullable().describe("The city's, or that of the country's busiest."),
        ...figures,
      }),
    )
    .describe('Where travelers come from. Searches that do not tell are in total and in no row.'),
  ...answerFields,
});
/** The answer of demand_audiences. */
export const DemandAudiencesResponse = z.looseObject({
  audiences: z.array(z.looseObject({ audience: z.enum(AUDIENCES), ...figures })),
  ...answerFields,
});

/** A body as the question the operation knows. */
export function toRankInput(body: RankBody, by: RankInput['by']): RankInput {
  const { destination, market, audience, period, metric, compare, sort, currency } = body;
  return { by, destination, market, audience, period, metric, compare, sort, currency };
}
