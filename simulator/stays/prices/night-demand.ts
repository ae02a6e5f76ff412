import { weekdayOfEpochDay } from '../../../src/travel/dates.ts';
import { mix, unitOf } from '../../../src/reference/hash.ts';
import type { CityStock } from '../content/city-columns.ts';
import type { StayCity } from '../content/stay-cities.ts';
import type { StayTables } from '../content/stay-tables.ts';

/** Longest stay that is priced; the contract allows no longer one. */
export const NIGHTS_MAX = 30;
/** How far ahead rooms are sold, in days to the last night. */
export const DAYS_AHEAD_MAX = 500;

/** What the nights of a stay are like in a town; 1 = average. */
export interface CityNights {
  readonly day: number;
  readonly nights: number;
  /** Days from today to arrival. */
  readonly daysAhead: number;
  /** The day of arrival in its year, from 0. */
  readonly year: number;
  readonly dayOfYear: number;
  /** How much of what others will take in the end is taken already. */
  readonly reach: number;
  /** The factor on prices for booking so far ahead. */
  readonly lead: number;
  readonly season: Float64Array;
  readonly business: Float64Array;
  readonly leisure: Float64Array;
  /** By how much an event raises prices; 0: none. */
  readonly event: Float64Array;
  readonly weekday: Uint8Array;
}

/** The nights of a stay in one hotel. */
export interface HotelNights {
  /** USD of a double room before plan, board and guests. */
  readonly usd: readonly number[];
  /** The share of rooms that others have taken by arrival; over 1: there was demand for more. */
  readonly load: readonly number[];
}

const BUSINESS_WEEK = [1.04, 1.1, 1.1, 1.06, 0.95, 0.92, 0.87] as const;
const LEISURE_WEEK = [0.95, 0.94, 0.95, 0.98, 1.1, 1.14, 0.98] as const;
/** Countries whose weekend begins on Friday. */
const FRIDAY_WEEKENDS: ReadonlySet<string> = new Set([
  'SA',
  'KW',
  'QA',
  'BH',
  'OM',
  'EG',
  'JO',
  'IL',
  'IQ',
  'DZ',
  'LY',
  'BD',
  'YE',
  'SY',
]);
/** How much of a town's guests travel for pleasure. */
const LEISURE_BY_SHAPE: Readonly<Record<string, number>> = { business: 0.3, city: 0.65, casino: 0.9 };

/** The nights of a stay in a town. */
export function createCityNights(
  tables: StayTables,
  seed: number,
): (city: StayCity, day: number, nights: number, today: number) => CityNights {
  return (city, day, nights, today) => {
    const business = new Float64Array(nights);
    const leisure = new Float64Array(nights);
    const season = new Float64Array(nights).fill(1);
    const event = new Float64Array(nights);
    const weekday = new Uint8Array(nights);
    for (let at = 0; at < nights; at += 1) {
      const shift = FRIDAY_WEEKENDS.has(city.country) ? 1 : 0;
      const of = weekdayOfEpochDay(day + at + shift);
      weekday[at] = of;
      business[at] = BUSINESS_WEEK[of - 1] ?? 1;
      leisure[at] = LEISURE_WEEK[of - 1] ?? 1;
      season[at] = seasonOf(tables, city, day + at);
      event[at] = eventLift(city, seed, day + at);
    }
    const daysAhead = day - today;
    const { year, dayOfYear } = dateOf(day);
    const reach = Math.exp(-Math.max(0, daysAhead) / BOOKING_DAYS);
    return {
      day,
      nights,
      daysAhead,
      year,
      dayOfYear,
      reach,
      lead: leadFactor(daysAhead),
      season,
      business,
      leisure,
      event,
      weekday,
    };
  };
}

/** Months flow into each other from middle to middle. */
function seasonOf({ seasons }: StayTables, { shape, latitude }: StayCity, day: number): number {
  const season = seasons.get(shape);
  if (!season) return 1;
  const date = dateOf(day);
  const shift = season.isShifted && latitude < 0 ? 6 : 0;
  const at = date.month + (date.dayOfMonth - 15) / 30.4 + shift + 12;
  const before = Math.floor(at);
  const share = at - before;
  return (season.months[before % 12] ?? 1) * (1 - share) + (season.months[(before + 1) % 12] ?? 1) * share;
}

function dateOf(day: number): {
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
  readonly dayOfYear: number;
} {
  const date = new Date(day * 86_400_000);
  const year = date.getUTCFullYear();
  return {
    year,
    month: date.getUTCMonth(),
    dayOfMonth: date.getUTCDate(),
    dayOfYear: day - Date.UTC(year, 0, 1) / 86_400_000,
  };
}

const NEW_YEAR_LIFT = 0.35;
const CHRISTMAS_SHAPES: ReadonlySet<string> = new Set(['ski', 'tropic', 'desert']);

/** Fairs, festivals and matches: one to five a year by the size of the town, and New Year. */
function eventLift(city: StayCity, seed: number, day: number): number {
  const { year, month, dayOfMonth, dayOfYear } = dateOf(day);
  let lift = 0;
  if ((month === 11 && dayOfMonth >= 30) || (month === 0 && dayOfMonth === 1)) lift = NEW_YEAR_LIFT;
  else if (CHRISTMAS_SHAPES.has(city.shape) && ((month === 11 && dayOfMonth >= 22) || (month === 0 && dayOfMonth <= 3)))
    lift = NEW_YEAR_LIFT;
  const events = city.hotels >= 300 ? 5 : city.hotels >= 100 ? 3 : city.hotels >= 25 ? 2 : 1;
  for (let at = 0; at < events; at += 1) {
    const drawn = mix(mix(mix(seed, city.hash), year), 31 + at);
    const first = drawn % 359;
    const nights = 2 + ((drawn >>> 9) % 5);
    if (dayOfYear < first || dayOfYear >= first + nights) continue;
    lift = Math.max(lift, (city.hotels >= 100 ? 0.25 : 0.15) + 0.5 * unitOf(mix(drawn, 7)));
  }
  return lift;
}

/** Rates are a little dearer shortly before arrival and cheaper for those who come early. */
const LEAD_FACTORS = [
  [1, 1.05],
  [3, 1.04],
  [7, 1.02],
  [14, 1],
  [30, 0.985],
  [60, 0.97],
  [120, 0.955],
] as const;
const LEAD_EARLIEST = 0.95;

/** The factor on prices for booking so far ahead. */
function leadFactor(daysAhead: number): number {
  return LEAD_FACTORS.find(([days]) => daysAhead <= days)?.[1] ?? LEAD_EARLIEST;
}

/** Prices and demand of the nights in one hotel. */
export function hotelNightsOf(stock: CityStock, at: number, nights: CityNights): HotelNights {
  const base = stock.usd[at] ?? 0;
  if (stock.isScenario)
    return {
      usd: Array.from({ length: nights.nights }, () => base),
      load: Array.from({ length: nights.nights }, () => 0),
    };
  const usd: number[] = [];
  const load: number[] = [];
  const hash = stock.hash[at] ?? 0;
  const forPleasure = Math.min(
    1,
    Math.max(0, (LEISURE_BY_SHAPE[stock.city.shape] ?? 0.95) + 0.5 * (unitOf(mix(hash, 41)) - 0.5)),
  );
  const eventShare = 0.7 + 0.5 * unitOf(mix(hash, 42));
  for (let night = 0; night < nights.nights; night += 1) {
    const week = forPleasure * (nights.leisure[night] ?? 1) + (1 - forPleasure) * (nights.business[night] ?? 1);
    const season = nights.season[night] ?? 1;
    const event = nights.event[night] ?? 0;
    const drawn = unitOf(mix(hash, nights.day + night));
    const taken = 0.5 + 0.36 * drawn + 0.32 * (season - 1) + 0.4 * event + 0.35 * (week - 1);
    load.push(drawn < TAKEN_SHARE ? TAKEN : taken);
    usd.push(base * season * week * (1 + event * eventShare) * (1 + 0.2 * (taken - 0.68)) * nights.lead);
  }
  return { usd, load };
}

/** The share of nights on which a group has booked a whole hotel, long before anybody else could. */
const TAKEN_SHARE = 0.012;
const TAKEN = Number.POSITIVE_INFINITY;
/** Days after which two thirds of the rooms that will be taken are still free. */
const BOOKING_DAYS = 42;
const FULL = 0.985;

/** Rooms of one kind in a hotel, and how many of them the organization itself has sold on a night. */
export interface KindRooms {
  readonly index: number;
  readonly rooms: number;
  readonly soldOn: ((day: number) => number) | undefined;
}

/** Rooms of one kind that are free on every night. They only become fewer as arrival nears. */
export function roomsFree(
  { stock, at }: { readonly stock: CityStock; readonly at: number },
  kind: KindRooms,
  nights: CityNights,
  hotelNights: HotelNights,
): number {
  const hash = mix(stock.hash[at] ?? 0, 300 + kind.index);
  let fewest = Number.POSITIVE_INFINITY;
  for (let night = 0; night < nights.nights; night += 1) {
    const free =
      (stock.isScenario
        ? SCENARIO_ROOMS
        : freeOn(kind.rooms, hotelNights.load[night] ?? 0, unitOf(mix(hash, nights.day + night)), nights.reach)) -
      (kind.soldOn?.(nights.day + night) ?? 0);
    if (free < fewest) fewest = free;
  }
  return Math.max(0, fewest);
}
const SCENARIO_ROOMS = 1_000_000;

function freeOn(rooms: number, load: number, drawn: number, reach: number): number {
  const sold = (load + 0.2 * (drawn - 0.5)) * reach;
  return sold >= FULL ? 0 : Math.min(rooms, Math.floor(rooms * (1 - Math.max(0, sold)) + drawn));
}

const BEACHES: ReadonlySet<string> = new Set(['beach', 'island']);
/** First and last night, as days of the year, that a seasonal hotel is closed; in the south half a year later. */
const WINTER_CLOSED = [309, 84] as const;
const SKI_CLOSED = [
  [110, 160],
  [284, 331],
] as const;
const HALF_A_YEAR = 182;
const RENOVATING_SHARE = 0.08;

/** Whether a hotel takes no guests on one of the nights: out of season, or being renovated for two to four weeks. */
export function isClosed(stock: CityStock, at: number, nights: CityNights): boolean {
  if (stock.isScenario) return false;
  const hash = stock.hash[at] ?? 0;
  const { shape, latitude } = stock.city;
  const isSeasonal = unitOf(mix(hash, 51)) < (stock.typeId[at] === 4 ? 0.5 : 0.25);
  const mayClose = isSeasonal && Math.abs(latitude) > 28 && (BEACHES.has(shape) || shape === 'ski');
  const drawn = mix(mix(hash, 52), nights.year);
  const isRenovated = unitOf(drawn) < RENOVATING_SHARE;
  if (!mayClose && !isRenovated) return false;
  const renovatedFrom = isRenovated ? mix(drawn, 1) % 330 : 0;
  const renovatedTo = isRenovated ? renovatedFrom + 14 + (mix(drawn, 2) % 15) : 0;
  for (let night = 0; night < nights.nights; night += 1) {
    const day = nights.dayOfYear + night;
    if (day >= renovatedFrom && day < renovatedTo) return true;
    if (mayClose && isOutOfSeason(shape, (day + (latitude < 0 ? HALF_A_YEAR : 0)) % 365)) return true;
  }
  return false;
}

function isOutOfSeason(shape: string, dayOfYear: number): boolean {
  if (shape === 'ski') return SKI_CLOSED.some(([from, to]) => dayOfYear >= from && dayOfYear <= to);
  return dayOfYear >= WINTER_CLOSED[0] || dayOfYear <= WINTER_CLOSED[1];
}

const SATURDAY = 6;
/** So few days before arrival a hotel sells a single night rather than hope for a longer stay. */
const RELAXED_DAYS = 4;

/**
 * The fewest nights a hotel sells these nights in: more over events, over weekends of the season, and in resorts in
 * high season.
 */
export function nightsMin(stock: CityStock, at: number, nights: CityNights): number {
  if (stock.isScenario || nights.daysAhead < RELAXED_DAYS) return 1;
  const drawn = unitOf(mix(stock.hash[at] ?? 0, 61));
  const isResort = stock.typeId[at] === 4;
  let least = 1;
  for (let night = 0; night < nights.nights; night += 1) {
    const season = nights.season[night] ?? 1;
    if ((nights.event[night] ?? 0) >= 0.3 && drawn < 0.3) least = Math.max(least, drawn < 0.1 ? 3 : 2);
    if (nights.weekday[night] === SATURDAY && season >= 1.05 && drawn > 0.82) least = Math.max(least, 2);
    if (isResort && season >= 1.2 && drawn < 0.4) least = Math.max(least, drawn < 0.12 ? 5 : 3);
  }
  return least;
}
