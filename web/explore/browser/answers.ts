/** What the operations answer, as far as the page reads it (the reference has all of it). */
export type Metric = 'searches' | 'trips' | 'bookings';
export type Audience = 'solo' | 'couple' | 'family' | 'group' | 'business';
export type Basis = 'synthetic' | 'observed' | 'mixed';
export type Granularity = 'day' | 'week' | 'month';

export interface Period {
  /** ISO dates, UTC, both included. */
  readonly start: string;
  readonly end: string;
}

export interface Money {
  readonly value: number;
  readonly currency: string;
  readonly decimal_places: number;
}

/** What every row of a ranking has. */
export interface RankedRow {
  /** 0 to 100, the first of the ranking being 100. */
  readonly index: number;
  /** Of all, 0 to 1. */
  readonly share: number;
  readonly volume: number;
  /** Against the comparison period, 0.1 being 10 % more; null where there is nothing to compare with. */
  readonly growth: number | null;
  readonly median_lead_time_days?: number | null;
  readonly median_stay_days?: number | null;
  readonly lowest_fare?: Money | null;
}
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}
export interface DestinationRow extends RankedRow {
  readonly city_code: string;
  readonly city_name: string;
  readonly country_code: string;
  readonly country_name: string;
  readonly location: Location | null;
}
export interface MarketRow extends RankedRow {
  readonly country_code: string;
  readonly country_name: string;
  readonly location: Location | null;
}
export interface AudienceRow extends RankedRow {
  readonly audience: Audience;
}

/** What every answer has. */
interface Counted {
  readonly basis: Basis;
  /** Events counted, the baseline left out. */
  readonly sample_size: number;
  readonly period: Period;
  /** What to know before relying on the figures. */
  readonly notes?: readonly string[];
}
/** What every ranking has beside its rows. */
interface RankedAnswer extends Counted {
  /** Of everything asked for. */
  readonly total: number;
  readonly growth: number | null;
  readonly row_count: number;
}
export interface DestinationsAnswer extends RankedAnswer {
  readonly destinations: readonly DestinationRow[];
}
export interface MarketsAnswer extends RankedAnswer {
  readonly markets: readonly MarketRow[];
}
export interface AudiencesAnswer extends RankedAnswer {
  readonly audiences: readonly AudienceRow[];
}

export interface TrendPoint {
  readonly date: string;
  readonly value: number;
  /** 100: the mean of the complete points of the series. */
  readonly index: number | null;
  /** Cut off by an end of the period: too small to be compared. */
  readonly is_partial: boolean;
}
export interface ForecastPoint {
  readonly date: string;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}
export interface TrendSeries {
  readonly label: string;
  readonly points: readonly TrendPoint[];
  /** Weekday 1 is Monday, month 1 January; a factor of 1 is the average. */
  readonly seasonality: readonly {
    readonly unit: 'weekday' | 'month';
    readonly value: number;
    readonly factor: number;
  }[];
  readonly growth: number | null;
  readonly forecast: readonly ForecastPoint[];
  /** Why there is no forecast though one was asked for. */
  readonly forecast_gap?: 'too_short' | 'nothing_counted';
  /** What the points are compared with, in their order. */
  readonly compared?: readonly { readonly date: string; readonly value: number }[] | null;
  readonly sample_size: number;
}
export interface TrendsAnswer extends Counted {
  readonly granularity: Granularity;
  readonly series: readonly TrendSeries[];
}

/** A place of GET /v1/places. */
export interface Place {
  readonly type: 'airport' | 'city' | 'country' | 'hotel';
  readonly name: string;
  readonly code?: string;
  readonly city_code?: string;
  readonly country_code: string;
}
export interface PlacesAnswer {
  readonly places: readonly Place[];
}
