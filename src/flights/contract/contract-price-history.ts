import * as z from 'zod';
import { leadRange, TRIP_KINDS } from '../../demand/model/fare-market.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import { Amount, CurrencyCode, Locale } from '../../offers/contract-search.ts';
import type { Locale as Language } from '../../travel/locale.ts';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { minorConverter, money, presentValue, type ValueAmount } from '../../travel/money.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { PlaceCode } from './contract.ts';
import { FareCoverageShape, presentCoverage } from './contract-coverage.ts';
import type { App } from '../../context.ts';
import { PLACE_TYPES } from '../model/flight-search.ts';
import { type FareSpan, HISTORY_DAILY_DAYS, HISTORY_MONTHS } from '../model/prices/price-history.ts';
import type { PriceHistory, PriceHistoryInput } from '../history/price-history.ts';
import type { FoundPlace } from '../search/read-journey.ts';

const MonthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month YYYY-MM');

/** POST /v1/price_history. */
export const PriceHistoryRequest = z.object({
  origin: PlaceCode,
  origin_type: z.enum(PLACE_TYPES).optional().describe('Omitted: a metropolitan code means the city.'),
  destination: PlaceCode,
  destination_type: z.enum(PLACE_TYPES).optional(),
  departure_month: MonthText.optional().describe(
    'Departures of one month, YYYY-MM, from 12 months ago to 12 months ahead. Left out: all departures.',
  ),
  trip_kind: z.enum(TRIP_KINDS).default('roundtrip').describe('One-way and return prices are never measured together.'),
  cabin_class: z.enum(CABIN_CLASSES).default('economy'),
  currency: CurrencyCode.default('USD'),
  locale: Locale.default('en'),
});
/** The parsed body. */
export type PriceHistoryBody = z.infer<typeof PriceHistoryRequest>;

const Place = z.looseObject({ code: z.string(), name: z.string(), city_code: z.string(), country_code: z.string() });
const SampleSize = z
  .int()
  .describe('Fares the figures are made of: as many as were seen or filed. Small: do not rely on them.');

/** The answer of POST /v1/price_history. */
export const PriceHistoryResponse = z.looseObject({
  origin: Place,
  destination: Place,
  departure_month: z.string().nullable(),
  trip_kind: z.enum(TRIP_KINDS),
  cabin_class: z.enum(CABIN_CLASSES),
  currency: z.string(),
  period: z
    .looseObject({ start: z.string(), end: z.string() })
    .describe(
      `Days looked back on: ${HISTORY_MONTHS} calendar months, on the organization's clock (UTC). In production it ends with the last week that is over.`,
    ),
  basis: z
    .enum(['synthetic', 'observed', 'mixed'])
    .describe(
      "observed: fares searches have seen here; synthetic: the sandbox suppliers' published fares of the same days; mixed: both, because fewer than 20 were seen. Production is always observed.",
    ),
  sample_size: z
    .int()
    .describe(
      'Fares seen here; published ones are not counted. In production only those shown: what fewer than five organizations have seen (of the same airports, month of departure and lead time, in one week) is left out everywhere in this answer.',
    ),
  quantiles: z
    .looseObject({ min: Amount, p25: Amount, median: Amount, p75: Amount, max: Amount })
    .nullable()
    .describe(
      'For one adult and without service fees, measured as in jinko_advice. null where nothing is known, or may be shown.',
    ),
  history: z
    .array(
      z.looseObject({
        date: z.string().describe('The day, or the Monday of the week; the first may begin later in its week.'),
        granularity: z.enum(['day', 'week']),
        min: Amount,
        median: Amount,
        sample_size: SampleSize,
      }),
    )
    .describe(
      `By the day the fare was seen, oldest first: day by day over the last ${HISTORY_DAILY_DAYS} days, week by week before. In production week by week throughout, once the week is over. Days on which nobody looked are left out.`,
    ),
  by_departure_month: z
    .array(z.looseObject({ month: z.string(), min: Amount, median: Amount, sample_size: SampleSize }))
    .describe('Made of the same fares as the history.'),
  by_lead_time: z
    .array(z.looseObject({ days_ahead_from: z.int(), days_ahead_to: z.int(), median: Amount, sample_size: SampleSize }))
    .describe(
      'By how many days before departure the fare was seen, shortest first. Made of the same fares as the history.',
    ),
  coverage: FareCoverageShape.optional(),
});

/** The body as the operation's input. */
export function toPriceHistoryInput(body: PriceHistoryBody): PriceHistoryInput {
  return {
    origin: body.origin,
    originType: body.origin_type,
    destination: body.destination,
    destinationType: body.destination_type,
    departureMonth: body.departure_month,
    tripKind: body.trip_kind,
    cabinClass: body.cabin_class,
    currency: body.currency,
  };
}

/** Presents a price history in the caller's currency. */
export function presentPriceHistory(
  app: Pick<App, 'places' | 'rates'>,
  history: PriceHistory,
  locale: Language,
): z.infer<typeof PriceHistoryResponse> {
  const { input, measured, period } = history;
  const { currency } = input;
  const convert = minorConverter(OBSERVED_CURRENCY, currency, app.rates.rate(OBSERVED_CURRENCY, currency));
  const amount = (usd: number): ValueAmount => presentValue(money(convert(usd), currency));
  const lowest = ({ minFare, percentile50, count }: FareSpan) => ({
    min: amount(minFare),
    median: amount(percentile50),
    sample_size: count,
  });
  const places = app.places.inLanguage(locale);
  const { all } = measured;
  return {
    origin: presentPlace(places, input.origin, history.origin),
    destination: presentPlace(places, input.destination, history.destination),
    departure_month: input.departureMonth ?? null,
    trip_kind: input.tripKind,
    cabin_class: input.cabinClass,
    currency,
    period: { start: period.from, end: period.to },
    basis: history.basis,
    sample_size: history.sampleSize,
    quantiles:
      all === undefined
        ? null
        : {
            min: amount(all.minFare),
            p25: amount(all.percentile25),
            median: amount(all.percentile50),
            p75: amount(all.percentile75),
            max: amount(all.maxFare),
          },
    history: measured.bySeen.map(([date, span]) => ({
      date,
      granularity: date < history.dailyFrom ? ('week' as const) : ('day' as const),
      ...lowest(span),
    })),
    by_departure_month: measured.byMonth.map(([month, span]) => ({ month: month.slice(0, 7), ...lowest(span) })),
    by_lead_time: measured.byLead.map(([bucket, { percentile50, count }]) => {
      const { from, to } = leadRange(bucket);
      return { days_ahead_from: from, days_ahead_to: to, median: amount(percentile50), sample_size: count };
    }),
    ...presentCoverage(history.coverage),
  };
}

/** Presents a place: a city code under the city's name, an airport code under the airport's. */
function presentPlace(places: PlaceDirectory, code: string, { cityCode, airports }: FoundPlace): z.infer<typeof Place> {
  const city = places.city(cityCode);
  const isCity = code === cityCode && city !== undefined;
  const name = isCity ? city.name : places.airport(code)?.name;
  return { code, name: name ?? code, city_code: cityCode, country_code: airports[0].country };
}
