import * as z from 'zod';
import type { App } from '../../context.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import { Amount, CurrencyCode, Locale } from '../../offers/contract-search.ts';
import { PlaceCodeText } from '../../places/place-code.ts';
import type { Locale as Language } from '../../travel/locale.ts';
import { minorConverter, money, presentValue, type ValueAmount } from '../../travel/money.ts';
import { INDEX_MONTHS_AHEAD, INDEX_MONTHS_BACK, INDEX_MONTHS_DEFAULT } from '../model/price-index.ts';
import type { CityPriceIndex, PriceIndexInput } from '../history/price-index.ts';

const MonthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month YYYY-MM');
const Basis = z
  .enum(['synthetic', 'observed', 'mixed'])
  .describe(
    "observed: what hotel searches have seen here; synthetic: nights the sandbox's suppliers publish; mixed: both, because fewer than 20 searches of a month are known. Production is always observed.",
  );

/** POST /v1/hotel_price_index. */
export const PriceIndexRequest = z.object({
  city: PlaceCodeText.describe("A city's code; an airport's code stands for its city."),
  month: MonthText.optional().describe('One month of check-in, YYYY-MM, instead of from_month and months.'),
  from_month: MonthText.optional().describe(
    `The first month, from ${INDEX_MONTHS_BACK} months ago to ${INDEX_MONTHS_AHEAD} months ahead. Left out: this month.`,
  ),
  months: z
    .int()
    .min(1)
    .max(INDEX_MONTHS_BACK + 1 + INDEX_MONTHS_AHEAD)
    .optional()
    .describe(`How many. Left out: ${INDEX_MONTHS_DEFAULT}, or as many as there are.`),
  currency: CurrencyCode.default('USD'),
  locale: Locale.default('en'),
});
/** The parsed body. */
export type PriceIndexBody = z.infer<typeof PriceIndexRequest>;

const IndexMonth = z.looseObject({
  month: z.string(),
  index: z.number().describe('Of the median; one decimal.'),
  nightly: z
    .looseObject({ p25: Amount, median: Amount, p75: Amount })
    .describe(
      'One night in one room for one or two adults, with everything that must be paid: quartiles of what each search had in the middle of its hotels.',
    ),
  sample_size: z.int().describe('Searches, and published nights, the figures are made of. Small: do not rely on them.'),
  basis: Basis,
  year_on_year: z
    .number()
    .nullable()
    .describe(
      'Change of the median against the same month a year earlier: 0.05 is 5 % dearer. null where that month is not known.',
    ),
});

/** The answer of POST /v1/hotel_price_index. */
export const PriceIndexResponse = z.looseObject({
  city: z.looseObject({ code: z.string(), name: z.string(), country_code: z.string() }),
  currency: z.string(),
  period: z.looseObject({ start: z.string(), end: z.string() }).describe('The first and the last month asked for.'),
  basis: Basis,
  sample_size: z
    .int()
    .describe(
      'Searches seen here of the months shown; published nights are not counted. In production only those shown: what fewer than five organizations have searched (of the same month of check-in, in one week) is left out everywhere in this answer, and a week counts once it is over.',
    ),
  base: z
    .looseObject({ index: z.literal(100), nightly: Amount.describe('The mean of the medians of the months shown.') })
    .nullable()
    .describe('What 100 stands for; null where nothing is known.'),
  months: z.array(IndexMonth).describe('In order. Months of which nothing is known, or may be shown, are left out.'),
});

/** The body as the operation's input. */
export function toPriceIndexInput({
  city,
  month,
  from_month: fromMonth,
  months,
  currency,
}: PriceIndexBody): PriceIndexInput {
  return { city, month, fromMonth, months, currency };
}

/** An index on the wire, in the currency asked for. */
export function presentPriceIndex(
  app: Pick<App, 'places' | 'rates'>,
  index: CityPriceIndex,
  wording: { readonly currency: string; readonly locale: Language },
): z.infer<typeof PriceIndexResponse> {
  const { currency, locale } = wording;
  const convert = minorConverter(OBSERVED_CURRENCY, currency, app.rates.rate(OBSERVED_CURRENCY, currency));
  const amount = (usd: number): ValueAmount => presentValue(money(convert(usd), currency));
  const { city, months, base } = index;
  const seen = months.reduce((sum, one) => sum + one.seen, 0);
  return {
    city: {
      code: city.code,
      name: app.places.inLanguage(locale).city(city.code)?.name ?? city.name,
      country_code: city.country,
    },
    currency,
    period: { start: index.from.slice(0, 7), end: index.to.slice(0, 7) },
    basis: basisOf(
      seen,
      months.reduce((sum, one) => sum + one.count, 0),
    ),
    sample_size: seen,
    base: base === undefined ? null : { index: 100, nightly: amount(base) },
    months: months.map((one) => ({
      month: one.month.slice(0, 7),
      index: one.index,
      nightly: { p25: amount(one.percentile25), median: amount(one.percentile50), p75: amount(one.percentile75) },
      sample_size: one.count,
      basis: basisOf(one.seen, one.count),
      year_on_year: one.yearOnYear ?? null,
    })),
  };
}

function basisOf(seen: number, count: number): z.infer<typeof Basis> {
  if (seen === count) return 'observed';
  return seen === 0 ? 'synthetic' : 'mixed';
}
