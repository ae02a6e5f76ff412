import type { CabinClass, FareConditions } from '../../src/travel/flight.ts';
import { type BookingClass, BOOKING_CLASSES } from '../cabins/cabins.ts';
import type { FareFamily } from './fare-family.ts';
import { seasonOf } from '../schedule/seasons.ts';
import type { PricedSlice } from './slice-prices.ts';
import { MAXIMUM_NIGHTS, MINIMUM_NIGHTS, type Stay } from '../itineraries/trip-shape.ts';

/** What a direction's booking class and date make of its fare, whatever the brand. */
export interface DirectionTerms {
  readonly bookingClass: string;
  readonly season: FareConditions['seasons'][number];
  readonly advanceDays: number;
  /**
   * What the fare bases of all its brands begin with: booking class, season (High, shoulder K, Low), W for the weekend
   * (Friday to Sunday) or X for the week, days of advance purchase; Return or One way follows, then the brand:
   * `VLX21RLT`.
   */
  readonly basisHead: string;
}

const HIGH_SEASON_MIN = 1.04;
const LOW_SEASON_MAX = 0.96;
const SEASON_LETTERS = { high: 'H', shoulder: 'K', low: 'L' } as const;
/** Friday to Sunday; days of the week are numbered from Monday. */
const WEEKEND_FROM = 4;

/** The terms of one direction. */
export function directionTerms(slice: PricedSlice, cabin: CabinClass): DirectionTerms {
  const { carrier, market, itinerary } = slice;
  const { day } = itinerary.legs[0];
  const { code, advanceDays } = classOf(slice, cabin);
  const demand = seasonOf(market.origin.latitude, market.destination.latitude, day);
  const season = demand > HIGH_SEASON_MIN ? 'high' : demand < LOW_SEASON_MAX ? 'low' : 'shoulder';
  // Low-cost carriers sell by what is left alone, and scenarios always alike: neither asks for advance purchase.
  const advance = carrier.isLowCost || carrier.isScenario ? 0 : advanceDays;
  const weekday = (day + 3) % 7 >= WEEKEND_FROM ? 'W' : 'X';
  const days = advance > 0 ? String(advance).padStart(2, '0') : '';
  return {
    bookingClass: code,
    season,
    advanceDays: advance,
    basisHead: `${code}${SEASON_LETTERS[season]}${weekday}${days}`,
  };
}

/**
 * The conditions of a ticket's fares: of brands that ask for the stay the trip keeps, and of those that ask for none.
 */
export interface TicketConditions {
  readonly restricted: FareConditions;
  readonly unrestricted: FareConditions;
}

/** What the prices of a ticket depend on; `stay` is the stay the trip keeps. */
export function ticketConditions(directions: readonly DirectionTerms[], stay: Stay): TicketConditions {
  const unrestricted: FareConditions = {
    construction: stay === 'one_way' ? 'one_way' : stay === 'each_way' ? 'sum_of_directions' : 'round_trip',
    seasons: directions.map(({ season }) => season),
    advancePurchaseDays: directions.map(({ advanceDays }) => advanceDays),
    minimumNights: undefined,
    maximumNights: undefined,
    needsSaturdayNight: false,
  };
  switch (stay) {
    case 'nights':
      return {
        unrestricted,
        restricted: { ...unrestricted, minimumNights: MINIMUM_NIGHTS, maximumNights: MAXIMUM_NIGHTS },
      };
    case 'saturday_night':
      return { unrestricted, restricted: { ...unrestricted, needsSaturdayNight: true } };
    default:
      return { unrestricted, restricted: unrestricted };
  }
}

/**
 * What the fare bases of a brand end with: return or one way, and the brand's first and last letter, its own in its
 * cabin.
 */
export function fareBasisTail({ code }: FareFamily, stay: Stay): string {
  return `${stay === 'one_way' || stay === 'each_way' ? 'O' : 'R'}${code.at(0)}${code.at(-1)}`;
}

function classOf(slice: PricedSlice, cabin: CabinClass): BookingClass {
  const penaltyLadder: readonly BookingClass[] = BOOKING_CLASSES[cabin];
  const bookingClass = penaltyLadder[slice.classIndex];
  if (!bookingClass) throw new RangeError(`No booking class ${slice.classIndex} in ${cabin}`);
  return bookingClass;
}
