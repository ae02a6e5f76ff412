import * as z from 'zod';
import { integerText } from '../../platform/http/input/integer-text.ts';
import { BasisShape, SampleSizeShape } from './contract-shared.ts';
import { type AirTraffic, type AirTrafficKind, DIRECTIONS } from '../read/rank-air-traffic.ts';

const CITY_TEXT_MAX = 100;
const DESTINATIONS_MAX = 50;
const DESTINATIONS_DEFAULT = 10;
const TYPE = 'air-traffic';
const CityText = z.string().min(1).max(CITY_TEXT_MAX);
const CITY = "A city code (MAD), any case; an airport's stands for its city.";
/** What a list may be sorted by: one order, for both scores are of bookings. */
const TRAFFIC_SORTS = ['analytics.travelers.score', 'analytics.flights.score'] as const;

/** Query of the two lists of destinations. */
export const TrafficDestinationsQuery = z.object({
  originCityCode: CityText.meta({ description: CITY, examples: ['MAD'] }),
  period: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month YYYY-MM')
    .meta({ description: 'A month that is over (YYYY-MM).', examples: ['2026-03'] }),
  max: integerText(1, DESTINATIONS_MAX, DESTINATIONS_DEFAULT).describe('Destinations in all.'),
  'page[limit]': integerText(1, DESTINATIONS_MAX, DESTINATIONS_DEFAULT).describe('Destinations on a page.'),
  'page[offset]': integerText(0, DESTINATIONS_MAX, 0),
  sort: z.enum(TRAFFIC_SORTS).default('analytics.travelers.score').describe('Greatest first; both are one order here.'),
});
/** The parsed query. */
export type TrafficDestinationsRequest = z.infer<typeof TrafficDestinationsQuery>;

/** Query of the months of a year. */
export const TrafficMonthsQuery = z.object({
  cityCode: CityText.meta({ description: CITY, examples: ['MAD'] }),
  period: z
    .string()
    .regex(/^\d{4}$/, 'must be a year YYYY')
    .meta({ description: 'A year (YYYY); its months that are over are answered.', examples: ['2025'] }),
  direction: z.enum(DIRECTIONS).default('ARRIVING').describe('Travelers to the city, or from it.'),
});
/** The parsed query. */
export type TrafficMonthsRequest = z.infer<typeof TrafficMonthsQuery>;

const Score = z.looseObject({ score: z.int().describe('0 to 100, relative to the greatest of the list.') });
const Meta = z.looseObject({
  count: z.int().describe('How many there are on all pages.'),
  links: z.looseObject({
    self: z.string(),
    previous: z.string().optional(),
    next: z.string().optional().describe('Absent on the last page.'),
  }),
  basis: BasisShape,
  sample_size: SampleSizeShape,
});

/** The answer of the two lists of destinations. */
export const TrafficDestinationsResponse = z.looseObject({
  meta: Meta,
  data: z.array(
    z.looseObject({
      type: z.literal(TYPE),
      subType: z.enum(['TRAVELED', 'BOOKED']),
      destination: z.string().describe('City code.'),
      analytics: z.looseObject({ flights: Score, travelers: Score }),
    }),
  ),
});
/** The answer of the months of a year. */
export const TrafficMonthsResponse = z.looseObject({
  meta: Meta,
  data: z.array(
    z.looseObject({
      type: z.literal(TYPE),
      period: z.string().describe('YYYY-MM.'),
      analytics: z.looseObject({ travelers: Score }),
    }),
  ),
});

/** Where an answer can be asked for again. */
export interface TrafficAddress {
  /** With its path, without a query. */
  readonly url: string;
}

/** A page of destinations. */
export function presentTrafficDestinations(
  traffic: AirTraffic,
  kind: AirTrafficKind,
  query: TrafficDestinationsRequest,
  { url }: TrafficAddress,
) {
  const { 'page[limit]': limit, 'page[offset]': offset } = query;
  const all = traffic.scores.slice(0, query.max);
  const linkTo = (start: number) => linkOf(url, { ...query, 'page[offset]': start });
  const links = {
    self: linkTo(offset),
    ...(offset > 0 ? { previous: linkTo(Math.max(0, offset - limit)) } : {}),
    ...(offset + limit < all.length ? { next: linkTo(offset + limit) } : {}),
  };
  const data = all.slice(offset, offset + limit).map(
    ({ name, score }) =>
      ({
        type: TYPE,
        subType: kind,
        destination: name,
        analytics: { flights: { score: Math.round(score) }, travelers: { score: Math.round(score) } },
      }) as const,
  );
  return { meta: { count: all.length, links, basis: traffic.basis, sample_size: traffic.sampleSize }, data };
}

/** The months of a year. */
export function presentTrafficMonths(traffic: AirTraffic, query: TrafficMonthsRequest, { url }: TrafficAddress) {
  const data = traffic.scores.map(
    ({ name, score }) =>
      ({ type: TYPE, period: name, analytics: { travelers: { score: Math.round(score) } } }) as const,
  );
  return {
    meta: {
      count: data.length,
      links: { self: linkOf(url, query) },
      basis: traffic.basis,
      sample_size: traffic.sampleSize,
    },
    data,
  };
}

function linkOf(url: string, query: Readonly<Record<string, string | number>>): string {
  return `${url}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;
}
