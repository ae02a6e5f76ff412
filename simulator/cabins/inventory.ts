import { epochDayToIsoDate } from '../../src/travel/dates.ts';
import { CABIN_CLASSES, type CabinClass } from '../../src/travel/flight.ts';
import type { Atlas } from '../../src/reference/atlas.ts';
import { BOOKING_CLASSES, CABIN_LETTERS, cabinSeats } from './cabins.ts';
import { mix, unitOf } from '../../src/reference/hash.ts';
import { FlightFacts } from '../schedule/flight-facts.ts';
import type { Network } from '../schedule/network.ts';
import { seasonsOfDay } from '../schedule/seasons.ts';

/** Seats the asking organization has sold itself, by soldSeatsKey. The sandbox supplier keeps the count. */
export type SoldSeats = ReadonlyMap<string, number>;

/** Nothing sold here. */
export const NOTHING_SOLD: ReadonlyMap<string, number> = new Map();

/** Under what the sold seats of a flight's cabin are counted. */
export function soldSeatsKey(flightNumber: string, departureDate: string, cabin: CabinClass): string {
  return `${flightNumber}/${departureDate}/${CABIN_LETTERS[cabin]}`;
}

/** The flight and the date of a key of `soldSeatsKey`. */
export function readSoldSeatsKey(key: string): { readonly flightNumber: string; readonly departureDate: string } {
  const slash = key.indexOf('/');
  return { flightNumber: key.slice(0, slash), departureDate: key.slice(slash + 1, slash + 11) };
}

/** When a question is asked: prices stand still within a UTC day, so that a day's prices are the same everywhere. */
export interface SellingMoment {
  readonly today: number;
  readonly utcMinute: number;
}

/** A flight on a local day. */
interface FlightOfDay {
  readonly flight: number;
  readonly day: number;
}

/** Who asks for seats, and when. */
export interface SeatQuery {
  /** Seats the party needs. */
  readonly party: number;
  readonly moment: SellingMoment;
  readonly sold: SoldSeats;
}

/** Whether a party gets seats in a cabin of one flight, and in which booking class. */
export interface Availability {
  /** Index into the cabin's ladder of BOOKING_CLASSES. */
  readonly classIndex: number;
  /** Seats left in the cabin when the question was asked. */
  readonly left: number;
  readonly capacity: number;
}

export interface Inventory {
  /** Seats of a cabin on a flight's aircraft. */
  capacity(flight: number, cabin: CabinClass): number;
  /** Undefined when the cabin does not exist or cannot seat the party. */
  availability(flight: FlightOfDay, cabin: CabinClass, query: SeatQuery): Availability | undefined;
  /** Availability in one number: `classIndex + CLASSES_MAX × left`, or -1. */
  openSeats(flight: number, day: number, cabin: CabinClass, query: SeatQuery): number;
  /** Carrier and number as printed on a ticket. */
  flightNumber(flight: number): string;
}

/** More booking classes than a cabin has: keeps one and the seats left in one number. */
export const CLASSES_MAX = 16;
/** No display shows more seats of a class than this. */
export const SEATS_SHOWN_MAX = 9;
const SCENARIO_SEATS = 1_000_000;
/** Days by which two thirds of a flight's final sales are still to come, long haul and short haul. */
const LONG_HAUL_BOOKING_DAYS = 60;
const SHORT_HAUL_BOOKING_DAYS = 32;

/** Share of a flight's final sales that is made so many days ahead. */
type BookingCurve = (daysAhead: number, isLongHaul: boolean) => number;

/** The moment of a question. */
export function sellingMoment(now: Date): SellingMoment {
  return { today: Math.floor(now.getTime() / 86_400_000), utcMinute: Math.floor(now.getTime() / 60_000) };
}

/**
 * Seats and booking classes. A flight's final load is drawn from (seed, flight, date), higher in season and at
 * weekends; what is sold by a day follows exp(-days / booking time), so seats only become fewer as departure nears.
 */
export function createInventory(atlas: Atlas, network: Network, seed: number): Inventory {
  const types = atlas.aircraft.length;
  /** By airline, aircraft and cabin; -1 until first asked for. */
  const capacities = new Int32Array(atlas.airlines.length * types * CABIN_CLASSES.length).fill(-1);
  const flightFacts = new FlightFacts(atlas, network, seed);
  const soldBy = createBookingCurve();

  function capacity(flight: number, cabin: CabinClass): number {
    const kind = flightFacts.kind(flight);
    const key = kind * CABIN_CLASSES.length + CABIN_CLASSES.indexOf(cabin);
    const known = capacities[key] ?? -1;
    if (known >= 0) return known;
    const carrier = atlas.airlines[Math.floor(kind / types)];
    const type = atlas.aircraft[kind % types];
    const seats = !carrier || !type ? 0 : carrier.isScenario ? scenarioSeats(cabin) : cabinSeats(carrier, type, cabin);
    capacities[key] = seats;
    return seats;
  }

  function flightNumber(flight: number): string {
    return `${atlas.airlines[network.flightAirline[flight] ?? 0]?.code}${network.numberOfFlight[flight]}`;
  }

  function soldHere(flight: number, day: number, cabin: CabinClass, sold: SoldSeats): number {
    return sold.size === 0 ? 0 : (sold.get(soldSeatsKey(flightNumber(flight), epochDayToIsoDate(day), cabin)) ?? 0);
  }

  function openSeats(flight: number, day: number, cabin: CabinClass, { party, moment, sold }: SeatQuery): number {
    const seats = capacity(flight, cabin);
    if (seats === 0) return -1;
    const daysAhead = Math.max(0, day - moment.today);
    const soldElsewhere =
      seats === SCENARIO_SEATS
        ? 0
        : Math.round(
            seats * finalLoad(flightFacts, flight, day, cabin) * soldBy(daysAhead, flightFacts.isLong(flight)),
          );
    const left = seats - soldElsewhere - soldHere(flight, day, cabin, sold);
    if (left < party) return -1;
    const fareLadder = BOOKING_CLASSES[cabin];
    const isRestricted = flightFacts.isRestricted(flight);
    for (let index = 0; index < fareLadder.length; index += 1) {
      const bookingClass = fareLadder[index];
      if (!bookingClass || (isRestricted && daysAhead < bookingClass.advanceDays)) continue;
      if (left - bookingClass.protectedShare * seats >= party) return left * CLASSES_MAX + index;
    }
    return -1;
  }

  function availability({ flight, day }: FlightOfDay, cabin: CabinClass, query: SeatQuery): Availability | undefined {
    const open = openSeats(flight, day, cabin, query);
    return open < 0
      ? undefined
      : { classIndex: open % CLASSES_MAX, left: Math.floor(open / CLASSES_MAX), capacity: capacity(flight, cabin) };
  }

  return { capacity, availability, openSeats, flightNumber };
}

function scenarioSeats(cabin: CabinClass): number {
  return cabin === 'economy' || cabin === 'business' ? SCENARIO_SEATS : 0;
}

/** The share of a cabin's seats that others than the asking organization will have bought when the flight leaves. */
function finalLoad(flightFacts: FlightFacts, flight: number, day: number, cabin: CabinClass): number {
  const chance = unitOf(mix(mix(flightFacts.drawn(flight), day), CABIN_CLASSES.indexOf(cabin)));
  const pull = (seasonsOfDay(day)[flightFacts.belts(flight)] ?? 1) - 1;
  return Math.min(1, (cabin === 'economy' ? 0.66 : 0.5) + 0.34 * chance + 0.5 * pull + weekendPull(day));
}

/**
 * The curve of long haul and of short haul; the last value of each is cached, because the flights of a day are asked
 * for together.
 */
function createBookingCurve(): BookingCurve {
  const long = { bookingDays: LONG_HAUL_BOOKING_DAYS, daysAhead: -1, share: 1 };
  const short = { bookingDays: SHORT_HAUL_BOOKING_DAYS, daysAhead: -1, share: 1 };
  return (daysAhead, isLongHaul) => {
    const last = isLongHaul ? long : short;
    if (last.daysAhead !== daysAhead) {
      last.daysAhead = daysAhead;
      last.share = Math.exp(-daysAhead / last.bookingDays);
    }
    return last.share;
  };
}

function weekendPull(day: number): number {
  const weekday = (day + 3) % 7;
  return weekday === 4 || weekday === 6 ? 0.06 : weekday === 1 || weekday === 2 ? -0.04 : 0;
}

/**
 * Seats a class shows as left: those not protected for the classes above, at most 9, as reservation systems show them.
 */
export function seatsShown(availability: Availability, cabin: CabinClass, classIndex: number): number {
  const bookingClass = BOOKING_CLASSES[cabin][classIndex];
  const open = Math.floor(availability.left - (bookingClass?.protectedShare ?? 0) * availability.capacity);
  return Math.max(0, Math.min(SEATS_SHOWN_MAX, open));
}
