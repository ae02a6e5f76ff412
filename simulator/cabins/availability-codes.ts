import type { CabinClass } from '../../src/travel/flight.ts';
import { epochDayToIsoDate } from '../../src/travel/dates.ts';
import type { Atlas } from '../../src/reference/atlas.ts';
import { BOOKING_CLASSES } from './cabins.ts';
import {
  CLASSES_MAX,
  type Inventory,
  NOTHING_SOLD,
  readSoldSeatsKey,
  SEATS_SHOWN_MAX,
  type SeatQuery,
  type SoldSeats,
} from './inventory.ts';
import type { Network } from '../schedule/network.ts';
import { cabinFlown } from '../fares/slice-prices.ts';

/**
 * What a flight has for a party that asks for a cabin, as one small number: nothing, seats in the next lower cabin it
 * has, or the index of its open booking class above `firstClass`. Of several flights the greatest counts.
 */
export const SEATS = { none: 0, lowerCabin: 1, firstClass: 2 } as const;

/** One question about seats, asked of many flights. */
export interface AvailabilityCodes {
  /** `SEATS` of a flight. */
  code(flight: number, day: number): number;
  /** Seats a booking class shows as left on a flight in the cabin asked for, as `seatsShown` has it. */
  shown(flight: number, day: number, classIndex: number): number;
}

/** Stands for that many seats or more: scenario flights never sell out. */
const LEFT_MAX = 65_535;
const AIRLINES_MAX = 2048;
const FLIGHT_NUMBERS_MAX = 16_384;
/** A search looks at flights of a few neighbouring days. */
const DAYS_BEFORE = 2;
const DAYS_AFTER = 6;

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly inventory: Inventory;
}

/**
 * Answers the inventory's own, many times quicker where the asking organization has sold seats: only flights it sold
 * are looked up among those. `day` is the local day of the first departure; flights two days before to six days after
 * it may be asked for.
 */
export function availabilityCodes(
  { atlas, network, inventory }: Facts,
  query: SeatQuery,
  cabin: CabinClass,
  around: number,
): AvailabilityCodes {
  const { party, moment, sold } = query;
  const unsold: SeatQuery = { party, moment, sold: NOTHING_SOLD };
  const touched = touchedFlights(atlas, sold, around);
  const queryOf = (flight: number, day: number): SeatQuery =>
    touched?.has(flightKey(network.flightAirline[flight] ?? 0, network.numberOfFlight[flight] ?? 0, day)) === true
      ? query
      : unsold;
  return {
    code: (flight, day) => seatCode(inventory, flight, day, cabin, touched ? queryOf(flight, day) : unsold),
    shown(flight, day, classIndex) {
      const open = inventory.openSeats(flight, day, cabin, touched ? queryOf(flight, day) : unsold);
      const left = open < 0 ? 0 : Math.min(LEFT_MAX, Math.floor(open / CLASSES_MAX));
      const protectedSeats =
        (BOOKING_CLASSES[cabin][classIndex]?.protectedShare ?? 0) *
        Math.min(LEFT_MAX, inventory.capacity(flight, cabin));
      return Math.max(0, Math.min(SEATS_SHOWN_MAX, Math.floor(left - protectedSeats)));
    },
  };
}

/** `SEATS` of one flight, by the inventory's own answer. */
export function seatCode(
  inventory: Inventory,
  flight: number,
  day: number,
  wanted: CabinClass,
  query: SeatQuery,
): number {
  if (inventory.capacity(flight, wanted) > 0) {
    const open = inventory.openSeats(flight, day, wanted, query);
    return open < 0 ? SEATS.none : SEATS.firstClass + (open % CLASSES_MAX);
  }
  const cabin = cabinFlown(inventory, { flight }, wanted);
  return cabin !== undefined && inventory.openSeats(flight, day, cabin, query) >= 0 ? SEATS.lowerCabin : SEATS.none;
}

/** The flights around a day of which this organization has sold seats itself; undefined when there are none. */
function touchedFlights(atlas: Atlas, sold: SoldSeats, day: number): ReadonlySet<number> | undefined {
  if (sold.size === 0) return undefined;
  const days = new Map<string, number>();
  for (let near = day - DAYS_BEFORE; near <= day + DAYS_AFTER; near += 1) days.set(epochDayToIsoDate(near), near);
  const touched = new Set<number>();
  for (const key of sold.keys()) {
    const { flightNumber, departureDate } = readSoldSeatsKey(key);
    const near = days.get(departureDate);
    const airline = near === undefined ? undefined : atlas.airlineByCode.get(flightNumber.slice(0, 2));
    if (near !== undefined && airline) touched.add(flightKey(airline.index, Number(flightNumber.slice(2)), near));
  }
  return touched.size === 0 ? undefined : touched;
}

function flightKey(airline: number, number: number, day: number): number {
  return (day * AIRLINES_MAX + airline) * FLIGHT_NUMBERS_MAX + number;
}
