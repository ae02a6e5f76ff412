import * as z from 'zod';
import { integerText } from '../../platform/http/input/integer-text.ts';
import type { App } from '../../context.ts';
import type { PresentContext } from '../../offers/describe/carrier-info.ts';
import { LIST_OFFSET_MAX } from '../../platform/http/input/page-key.ts';
import { Amount, CurrencyCode, Locale, MajorAmount } from '../../offers/contract-search.ts';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import type { Locale as Language } from '../../travel/locale.ts';
import { money, moneyFromMajor, presentValue, type ValueAmount } from '../../travel/money.ts';
import { CarrierCode, CODES_MAX, DateText, PlaceCode } from './contract.ts';
import { Advice, Itinerary } from './contract-answer.ts';
import { PLACE_TYPES } from '../model/flight-search.ts';
import {
  isMonitorLive,
  nextCheckAt,
  PRICE_STATUSES,
  type PriceMonitor,
  type PriceQuery,
} from '../model/prices/price-monitor.ts';
import { FareCoverageShape, presentCoverage } from './contract-coverage.ts';
import { adviser } from '../render/present-advice.ts';
import { presentItinerary } from '../render/present-itinerary.ts';
import { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import type { PriceReport } from '../monitors/price-monitoring.ts';

const MONITORS_PER_PAGE_MAX = 100;
const MONITORS_PER_PAGE = 20;
const Instant = z.string().describe("ISO 8601, UTC, on the organization's clock.");

const Watch = z.object({
  webhook: z
    .boolean()
    .default(false)
    .describe('True: price_monitor.triggered is sent. Otherwise the monitor only keeps track.'),
  below: MajorAmount.optional().describe(
    "Major units of the request's currency, for the whole party, service fee included. Triggers when the price falls under it. Omitted: max_price; without either, nothing triggers.",
  ),
});

/** POST /v1/price_monitoring. */
export const PriceMonitoringRequest = z.object({
  origin: PlaceCode,
  origin_type: z.enum(PLACE_TYPES).optional().describe('Omitted: a metropolitan code means the city.'),
  destination: PlaceCode,
  destination_type: z.enum(PLACE_TYPES).optional(),
  departure_date: DateText.describe('Today or later at the origin, at most 361 days ahead.'),
  return_date: DateText.optional(),
  adults: z.int().min(1).max(9).default(1),
  children: z.int().min(0).max(8).default(0).describe('2 to 11 years old.'),
  infants: z.int().min(0).max(4).default(0).describe('Under 2, on a lap; not more than adults.'),
  ages: z.array(z.int().min(0).max(120)).max(18).optional().describe('One for each child, then one for each infant.'),
  cabin_class: z.enum(CABIN_CLASSES).optional().describe('economy unless told.'),
  max_price: MajorAmount.optional().describe(
    "Total for everyone, service fee included, major units of the request's currency. A dearer flight is not shown in flight; its price is still judged and watched.",
  ),
  include_carriers: z.array(CarrierCode).max(CODES_MAX).optional().describe('Every flight is sold by one of these.'),
  exclude_carriers: z
    .array(CarrierCode)
    .max(CODES_MAX)
    .optional()
    .describe('No flight is sold or operated by one of these.'),
  currency: CurrencyCode.optional().describe('USD unless told (on the sandbox routes to QAQ and QAR: JPY and KWD).'),
  locale: Locale.default('en'),
  watch: Watch.optional().describe(
    "Keeps looking, every 6 hours of the organization's clock, until the day of departure is over.",
  ),
});
/** The parsed body. */
export type PriceMonitoringBody = z.infer<typeof PriceMonitoringRequest>;

/** `{id}` of a monitor. */
export const MonitorParams = z.object({ id: z.string().min(1).max(64) });
/** Query of GET /v1/price_monitoring. */
export const MonitorsQuery = z.object({
  limit: integerText(1, MONITORS_PER_PAGE_MAX, MONITORS_PER_PAGE),
  offset: integerText(0, LIST_OFFSET_MAX, 0),
  page_token: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('next_page_token of an earlier answer; counts instead of offset.'),
});

/** The answer of POST /v1/price_monitoring. */
export const PriceMonitoringResponse = z.looseObject({
  status: z
    .enum(PRICE_STATUSES)
    .describe('stale: no supplier could be asked; the fare was seen before, or is a published one.'),
  monitored_at: Instant.describe('When the price was seen; of a published fare, when it was published.'),
  flight: Itinerary.nullable().describe('The cheapest match; null where there is none within max_price.'),
  history: z
    .array(z.looseObject({ date: z.string(), lowest: Amount }))
    .describe(
      'The lowest price seen on each of the last 90 days for these dates and this cabin, oldest first, for such a party and without service fees. Days on which nobody searched are left out.',
    ),
  jinko_advice: Advice.nullable().describe(
    'About the cheapest flight there is, beyond max_price too; null where there are no flights, or too few fares are known to judge it by.',
  ),
  monitor_id: z.string().optional().describe('With watch.'),
  coverage: FareCoverageShape.optional(),
});

/** A monitor on the wire. */
export const PriceMonitorResource = z.looseObject({
  monitor_id: z.string(),
  status: z.enum(['active', 'ended']).describe('ended: the day of departure is over. It can be read for 30 more days.'),
  origin: z.string(),
  destination: z.string(),
  departure_date: z.string(),
  return_date: z.string().optional(),
  cabin_class: z.string(),
  adults: z.int(),
  children: z.int(),
  infants: z.int(),
  include_carriers: z.array(z.string()),
  exclude_carriers: z.array(z.string()),
  currency: z.string(),
  max_price: Amount.nullable(),
  watch: z.looseObject({ webhook: z.boolean(), below: Amount.nullable() }),
  last_price: Amount.nullable().describe(
    'The lowest price the suppliers last told, for the whole party and with the service fee; null where they had no flights or have not answered yet.',
  ),
  last_price_at: Instant.nullable(),
  last_check: z.looseObject({ at: Instant, status: z.enum(PRICE_STATUSES) }).nullable(),
  next_check_at: Instant.nullable(),
  triggered_at: z.array(Instant).describe('Each time the price fell under below, oldest first; at most the last 100.'),
  created_at: Instant,
  ends_at: Instant,
});
export const PriceMonitorList = z.looseObject({
  monitors: z.array(PriceMonitorResource),
  next_page_token: z.string().optional(),
});

/** The body as the operation's price query. */
export function toPriceQuery(body: PriceMonitoringBody): PriceQuery {
  return {
    origin: body.origin,
    originType: body.origin_type,
    destination: body.destination,
    destinationType: body.destination_type,
    departureDate: body.departure_date,
    returnDate: body.return_date,
    cabinClass: body.cabin_class,
    priceMax: body.max_price,
    includeCarriers: body.include_carriers ?? [],
    excludeCarriers: body.exclude_carriers ?? [],
    adults: body.adults,
    children: body.children,
    infants: body.infants,
    ages: body.ages,
    currency: body.currency,
  };
}

/** The answer of POST /v1/price_monitoring. */
export function presentPriceReport(
  app: App,
  report: PriceReport,
  { locale, monitorId }: { readonly locale: Language; readonly monitorId: string | undefined },
) {
  const { cheapest, match, at, search } = report;
  const { currency } = search;
  const context: PresentContext = { places: app.places.inLanguage(locale), publicUrl: app.config.publicUrl };
  const display = new DisplayCurrency(currency, (from) => app.rates.selling(from, currency).rate);
  const advice = cheapest && adviser([report.advice], display, locale)(cheapest);
  return {
    status: report.status,
    monitored_at: at.toISOString(),
    history: report.history.map(({ date, lowest }) => ({ date, lowest: presentValue(lowest) })),
    ...(monitorId !== undefined && { monitor_id: monitorId }),
    flight:
      match === undefined
        ? null
        : presentItinerary(context, { shown: match, seenAt: at, score: SCORE_ALONE, advice: advice ?? null }),
    jinko_advice: advice ?? null,
    ...presentCoverage(report.coverage),
  };
}
/** The score of an itinerary that is presented alone: it is the best of its result. */
const SCORE_ALONE = 100;

/** A monitor as it stands at an instant of its organization's clock. */
export function presentMonitor(monitor: PriceMonitor, now: Date): z.infer<typeof PriceMonitorResource> {
  const { priceQuery, currency } = monitor;
  const isLive = isMonitorLive(monitor, now);
  return {
    monitor_id: monitor.monitorId,
    status: isLive ? 'active' : 'ended',
    origin: priceQuery.origin,
    destination: priceQuery.destination,
    departure_date: priceQuery.departureDate,
    ...(priceQuery.returnDate === undefined ? {} : { return_date: priceQuery.returnDate }),
    cabin_class: priceQuery.cabinClass ?? 'economy',
    adults: priceQuery.adults,
    children: priceQuery.children,
    infants: priceQuery.infants,
    include_carriers: [...priceQuery.includeCarriers],
    exclude_carriers: [...priceQuery.excludeCarriers],
    currency,
    max_price: priceQuery.priceMax === undefined ? null : presentValue(moneyFromMajor(priceQuery.priceMax, currency)),
    watch: { webhook: monitor.hasWebhook, below: presentMinor(monitor.below, currency) },
    last_price: presentMinor(monitor.price, currency),
    last_price_at: monitor.pricedAt?.toISOString() ?? null,
    last_check:
      monitor.checkedAt === undefined || monitor.checkStatus === undefined
        ? null
        : { at: monitor.checkedAt.toISOString(), status: monitor.checkStatus },
    next_check_at: isLive ? nextCheckAt(monitor).toISOString() : null,
    triggered_at: monitor.triggeredAt.map((at) => at.toISOString()),
    created_at: monitor.createdAt.toISOString(),
    ends_at: monitor.endsAt.toISOString(),
  };
}

function presentMinor(value: number | undefined, currency: string): ValueAmount | null {
  return value === undefined ? null : presentValue(money(value, currency));
}
