import type { CabinClass } from '../../travel/flight.ts';
import { epochDayToIsoDate } from '../../travel/dates.ts';
import type { Atlas } from './atlas.ts';
import { BOOKING_CLASSES } from './cabins.ts';
import { type FlightOfDay, type Inventory, NOTHING_SOLD, readSoldSeatsKey, SEATS_SHOWN_MAX, type SeatQuestion, type SoldSeats } from './inventory.ts';
import type { Network } from './network.ts';
import { cabinFlown } from './slice-prices.ts';

/**
 * What a flight has for a party that asks for a cabin, as one small number: nothing, seats in the next lower cabin it has,
 * or the index of its open booking class above `firstClass`. Of several flights the greatest counts.
 */
export const SEATS = { none: 0, lowerCabin: 1, firstClass: 2 } as const;

/** One question about seats, asked of many flights. */
export interface SeatCodes {
  /** `SEATS` of a flight. */
  code(line: number, day: number): number;
  /** Seats a booking class shows as left on a flight in the cabin asked for, as `seatsShown` has it. */
  shown(line: number, day: number, classIndex: number): number;
}

/** Answers of the inventory, remembered by flight: the same as its own, many times quicker. */
export interface AvailabilityTables {
  /** `day` is the local day of the first departure; flights two days before to six days after it may be asked for. */
  ask(question: SeatQuestion, cabin: CabinClass, day: number): SeatCodes;
}

/** Places for answers, a power of two; 4 MB. Two flights that want the same place take turns in it. */
const PLACES = 1 << 18;
/** What a place holds: line, question (kind and day), code, seats left; side by side, because memory is what this waits for. */
const CELLS = 4;
/** Kinds of question (day asked, party, cabin) that are told apart before everything is forgotten. */
const KINDS_MAX = 1 << 14;
/** Days are told apart over this many: more than flights are sold ahead. */
const DAYS_APART = 1 << 16;
/** Spreads the flights of different days and kinds over the places; flights of neighbouring lines stay neighbours. */
const SPREAD = 0x9e3779b1;
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

interface Memory {
  readonly cells: Int32Array;
  readonly kinds: Map<string, number>;
}

/** Remembers a bounded number of answers; flights of which the asking organization has sold seats are never remembered. */
export function createAvailabilityTables(facts: Facts): AvailabilityTables {
  const { network, inventory } = facts;
  const memory: Memory = { cells: new Int32Array(PLACES * CELLS).fill(-1), kinds: new Map() };
  const { cells } = memory;
  return {
    ask(question, cabin, around) {
      const { party, moment, sold } = question;
      const unsold: SeatQuestion = { party, moment, sold: NOTHING_SOLD };
      const touched = touchedFlights(facts.atlas, sold, around);
      const kind = kindOf(memory, `${moment.today}/${party}/${cabin}`);
      const isTouched = (line: number, day: number): boolean =>
        touched?.has(flightKey(network.lineAirline[line] ?? 0, network.lineNumber[line] ?? 0, day)) === true;
      const cellOf = (line: number, day: number): number => {
        const asked = kind * DAYS_APART + day;
        const cell = ((line + Math.imul(asked, SPREAD)) & (PLACES - 1)) * CELLS;
        if (cells[cell] === line && cells[cell + 1] === asked) return cell;
        const seats = readSeats(inventory, { line, day }, cabin, unsold);
        cells[cell] = line;
        cells[cell + 1] = asked;
        cells[cell + 2] = seats.code;
        cells[cell + 3] = seats.left;
        return cell;
      };
      return {
        code(line, day) {
          if (touched && isTouched(line, day)) return readSeats(inventory, { line, day }, cabin, question).code;
          return cells[cellOf(line, day) + 2] ?? SEATS.none;
        },
        shown(line, day, classIndex) {
          const isSold = touched !== undefined && isTouched(line, day);
          const left = isSold ? readSeats(inventory, { line, day }, cabin, question).left : (cells[cellOf(line, day) + 3] ?? 0);
          const kept = (BOOKING_CLASSES[cabin][classIndex]?.protectedShare ?? 0) * Math.min(LEFT_MAX, inventory.capacity(line, cabin));
          return Math.max(0, Math.min(SEATS_SHOWN_MAX, Math.floor(left - kept)));
        },
      };
    },
  };
}

function kindOf(memory: Memory, name: string): number {
  const known = memory.kinds.get(name);
  if (known !== undefined) return known;
  if (memory.kinds.size >= KINDS_MAX) {
    memory.kinds.clear();
    memory.cells.fill(-1);
  }
  memory.kinds.set(name, memory.kinds.size);
  return memory.kinds.size - 1;
}

/** The inventory's own answer about one flight: its code, and the seats left in the cabin asked for. */
export function readSeats(inventory: Inventory, flight: FlightOfDay, wanted: CabinClass, question: SeatQuestion): { code: number; left: number } {
  const cabin = cabinFlown(inventory, flight, wanted);
  const availability = cabin && inventory.availability(flight, cabin, question);
  if (!availability) return { code: SEATS.none, left: 0 };
  if (cabin !== wanted) return { code: SEATS.lowerCabin, left: 0 };
  return { code: SEATS.firstClass + availability.classIndex, left: Math.min(LEFT_MAX, availability.left) };
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
