import type { Db, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { Money } from '../../src/travel/money.ts';
import type { ChosenSeat, FlightBookRequest } from '../../src/suppliers/ports/flights.ts';
import type { SupplierTraveler } from '../../src/suppliers/ports/supplier.ts';
import type { SoldSeats } from '../cabins/inventory.ts';
import { assignedSeatKey, type FlightSeatMap } from '../cabins/seat-maps.ts';
import type { World } from '../world.ts';
import { type AssignedSeat, insertAssignedSeats, listAssignedSeats } from './assigned-seats-store.ts';

interface Facts {
  readonly world: World;
  readonly db: Db;
}
/** Whose seats are read, and when. */
export interface SeatMapContext {
  readonly organizationId: OrganizationId;
  readonly now: Date;
  readonly sold: SoldSeats;
}
type Keys = Pick<FlightBookRequest, 'offerKey' | 'fareKey'>;

/** The seats of an offer's flights, with those taken that this organization has given out; empty for an unknown key. */
export async function readSeatMaps(
  { world, db }: Facts,
  keys: Keys,
  context: SeatMapContext,
): Promise<readonly FlightSeatMap[]> {
  const seats = await listAssignedSeats(db, context.organizationId, world.seatUses(keys.offerKey) ?? []);
  const assigned = new Set(
    seats.map((seat) => assignedSeatKey(seat.flightNumber, seat.departureDate, seat.seatNumber)),
  );
  return world.seatMaps({ ...keys, now: context.now, sold: context.sold, assigned }) ?? [];
}

/** The seats a booking asks for and what they cost together, or why it cannot have them. */
export type JudgedSeats =
  | { readonly seats: readonly AssignedSeat[]; readonly prices: readonly Money[] }
  | { readonly reason: string };

/** Looks every chosen seat up in the maps. The exit rule is the airline's own as much as the seller's. */
export function judgeSeats(
  maps: readonly FlightSeatMap[],
  request: Pick<FlightBookRequest, 'seats'> & {
    readonly travelers: readonly Pick<SupplierTraveler, 'travelerId' | 'type'>[];
  },
): JudgedSeats {
  const seats: AssignedSeat[] = [];
  const prices: Money[] = [];
  for (const chosen of request.seats ?? []) {
    const found = findSeat(maps, chosen);
    const traveler = request.travelers.find(({ travelerId }) => travelerId === chosen.travelerId);
    if (!found || !traveler) return { reason: `there is no seat ${chosen.seatNumber} for this traveler` };
    const { map, seat } = found;
    if (seat.availability !== 'available') return { reason: seatGone(chosen.seatNumber, map.flightNumber) };
    if (seat.features.includes('exit_row') && traveler.type !== 'ADULT')
      return { reason: `seat ${chosen.seatNumber} is at an exit` };
    if (seat.price) prices.push(seat.price);
    seats.push({
      flightNumber: map.flightNumber,
      departureDate: map.departureDate,
      seatNumber: seat.seatNumber,
      travelerId: chosen.travelerId,
    });
  }
  return { seats, prices };
}

function findSeat(maps: readonly FlightSeatMap[], { segmentId, seatNumber }: ChosenSeat) {
  const map = maps.find((candidate) => candidate.segmentId === segmentId);
  const seat = map?.rows.flatMap((row) => row.seats).find((candidate) => candidate.seatNumber === seatNumber);
  return map && seat && { map, seat };
}

/**
 * Gives an order its seats, under the constraint that a seat is somebody's once; answers the reason when one is gone.
 * Rows come in key order, so two bookings never wait for each other in a ring.
 */
export async function assignSeats(
  tx: Tx,
  organizationId: OrganizationId,
  reference: string,
  seats: readonly AssignedSeat[],
): Promise<string | undefined> {
  const keyOf = (seat: Omit<AssignedSeat, 'travelerId'>) =>
    assignedSeatKey(seat.flightNumber, seat.departureDate, seat.seatNumber);
  const sorted = [...seats].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const given = new Set((await insertAssignedSeats(tx, organizationId, reference, sorted)).map(keyOf));
  const lost = sorted.find((seat) => !given.has(keyOf(seat)));
  return lost && seatGone(lost.seatNumber, lost.flightNumber);
}

function seatGone(seatNumber: string, flightNumber: string): string {
  return `unavailable: seat ${seatNumber} on ${flightNumber} is taken`;
}
