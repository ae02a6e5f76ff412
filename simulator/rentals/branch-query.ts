import { decimalPlaces, type Money, money } from '../../src/travel/money.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import type { Atlas } from '../../src/reference/atlas.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';
import type { Branches } from './branches/branches.ts';
import type { RentalBranch } from './branches/rental-branch.ts';
import { counterAt, type OpeningHours } from './branches/opening-hours.ts';
import { type OneWayRental, oneWayBetween } from './one-way.ts';
import type { RentalTables } from './rental-tables.ts';

/** The data that all queries for rental cars are answered from. */
export interface RentalFacts {
  readonly atlas: Atlas;
  readonly rates: ExchangeRates;
  readonly zones: ZoneClock;
  readonly tables: RentalTables;
  readonly branches: Branches;
  readonly seed: number;
}

/** From when to when, in wall-clock minutes of the branches, and who drives. */
export interface RentalTimes {
  readonly pickUpMinute: number;
  readonly dropOffMinute: number;
  readonly driverAge: number;
  readonly residenceCountry: string | undefined;
}

/** How a country's companies write sums: its currency, and the step they are rounded to (about ten cents). */
export interface RentalFiling {
  readonly currency: string;
  readonly minorPerUsd: number;
  readonly step: number;
}

/** A rental query for one pair of branches, whatever the class of car: both counters serve the customer then. */
export interface BranchQuery extends RentalTimes {
  readonly pickUp: RentalBranch;
  readonly dropOff: RentalBranch;
  readonly pickUpHours: OpeningHours;
  readonly dropOffHours: OpeningHours;
  readonly pickUpUtc: number;
  readonly dropOffUtc: number;
  /** Whole days paid for. */
  readonly days: number;
  /** UTC days from today to the day of pick-up. */
  readonly leadDays: number;
  /** How often a counter stays open for this customer. */
  readonly lateCounters: number;
  readonly oneWay: OneWayRental;
  readonly filing: RentalFiling;
}

/** Cars are rented out so many days ahead, for so many days. */
const RENTAL_DAYS_AHEAD_MAX = 330;
const RENTAL_DAYS_MAX = 90;
/** Handed back this much later than a full day, a car costs no further day: the grace most companies give. */
const GRACE_MINUTES = 59;
const DAY_MINUTES = 1440;
const OLDEST_KEYED = 99;

/**
 * The query for a pair of branches; undefined where no car can be had: in the past, too far ahead, too long, outside
 * opening hours, not allowed to end there, or with a driver too young or too old.
 */
export function toBranchQuery(
  facts: RentalFacts,
  ends: Pick<BranchQuery, 'pickUp' | 'dropOff'>,
  times: RentalTimes,
  now: Date,
): BranchQuery | undefined {
  const { pickUp, dropOff } = ends;
  if (times.driverAge < pickUp.market.ageMin || times.driverAge > Math.min(OLDEST_KEYED, pickUp.market.ageMax))
    return undefined;
  const pickUpUtc = facts.zones.toUtc(pickUp.zoneIndex, times.pickUpMinute);
  const dropOffUtc = facts.zones.toUtc(dropOff.zoneIndex, times.dropOffMinute);
  const days =
    dropOffUtc > pickUpUtc ? rentalDays(minutesPaid({ ...ends, ...times, pickUpUtc, dropOffUtc })) : undefined;
  const leadDays = leadDaysOf(pickUpUtc, now);
  if (days === undefined || leadDays === undefined) return undefined;
  const atPickUp = counterAt(pickUp, times.pickUpMinute);
  const atDropOff = counterAt(dropOff, times.dropOffMinute);
  if (atPickUp.kind === 'closed' || atDropOff.kind === 'closed') return undefined;
  const oneWay = oneWayBetween(facts.tables.lands, pickUp, dropOff);
  if (!oneWay) return undefined;
  return {
    ...times,
    pickUp,
    dropOff,
    pickUpUtc,
    dropOffUtc,
    days,
    leadDays,
    pickUpHours: atPickUp.hours,
    dropOffHours: atDropOff.hours,
    lateCounters: Number(atPickUp.kind === 'late') + Number(atDropOff.kind === 'late'),
    oneWay,
    filing: filingOf(facts, pickUp),
  };
}

/**
 * A clock change neither costs nor saves a day: within a zone wall clocks count, between zones the time that passes.
 */
function minutesPaid({
  pickUp,
  dropOff,
  ...times
}: Pick<BranchQuery, 'pickUp' | 'dropOff' | 'pickUpMinute' | 'dropOffMinute' | 'pickUpUtc' | 'dropOffUtc'>): number {
  return pickUp.zone === dropOff.zone ? times.dropOffMinute - times.pickUpMinute : times.dropOffUtc - times.pickUpUtc;
}

/** Days of 24 hours begun, GRACE_MINUTES forgiven; undefined for no time at all or more than RENTAL_DAYS_MAX days. */
export function rentalDays(minutes: number): number | undefined {
  if (minutes <= 0) return undefined;
  const days = Math.max(1, Math.ceil((minutes - GRACE_MINUTES) / DAY_MINUTES));
  return days <= RENTAL_DAYS_MAX ? days : undefined;
}

/** Whole UTC days from today to an instant; undefined when it has passed or lies beyond what is sold. */
export function leadDaysOf(utcMinute: number, now: Date): number | undefined {
  if (utcMinute * 60_000 <= now.getTime()) return undefined;
  const days = Math.floor(utcMinute / DAY_MINUTES) - Math.floor(now.getTime() / 86_400_000);
  return days <= RENTAL_DAYS_AHEAD_MAX ? days : undefined;
}

/**
 * Prices are in the country's own currency; where that has no reference rate, in euros in Europe and North Africa, else
 * in dollars, as airlines file.
 */
function filingOf({ atlas, rates }: RentalFacts, { country, subregion }: RentalBranch): RentalFiling {
  const home = atlas.countries.get(country)?.currency;
  const elsewhere = subregion.endsWith('Europe') || subregion === 'Northern Africa' ? 'EUR' : 'USD';
  return filingFor(home !== undefined && rates.supports(home) ? home : elsewhere, rates);
}

/** How sums in a currency are written. Throws RangeError for one without a reference rate. */
function filingFor(currency: string, rates: ExchangeRates): RentalFiling {
  const rate = rates.rate('USD', currency);
  const places = decimalPlaces(currency);
  return {
    currency,
    minorPerUsd: rate * 10 ** places,
    step: Math.max(1, Math.round(10 ** (Math.round(Math.log10(rate)) + places - 1))),
  };
}

/** A sum in US dollars in minor units of the filing currency, rounded to its step. */
export function writeMinor({ minorPerUsd, step }: RentalFiling, usd: number): number {
  return Math.round((usd * minorPerUsd) / step) * step;
}

/** A US dollar amount as money of the filing currency. */
export function writeUsd(filing: RentalFiling, usd: number): Money {
  return money(writeMinor(filing, usd), filing.currency);
}
