import type { Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';

interface AssignedSeatRow {
  organization_id: string;
  flight_number: string;
  departure_date: string;
  seat_number: string;
  reference: string;
  traveler_id: string;
}

/** A seat of one flight. */
export interface FlightSeat {
  readonly flightNumber: string;
  readonly departureDate: string;
  readonly seatNumber: string;
}
/** A seat given to a traveler. */
export interface AssignedSeat extends FlightSeat {
  readonly travelerId: string;
}

const db = (h: Handle) => h.q.withTables<{ sandbox_assigned_seat: AssignedSeatRow }>();
/** Flights of one offer, times the seats of the largest aircraft: a bound, not a page. */
const SEATS_MAX = 20_000;

/** Seats an organization's travelers have on these flights, and maybe on others of the same days. */
export async function listAssignedSeats(
  h: Handle,
  organizationId: OrganizationId,
  flights: readonly Omit<FlightSeat, 'seatNumber'>[],
): Promise<readonly FlightSeat[]> {
  if (flights.length === 0) return [];
  const rows = await db(h)
    .selectFrom('sandbox_assigned_seat')
    .select(['flight_number', 'departure_date', 'seat_number'])
    .where('organization_id', '=', organizationId)
    .where('flight_number', 'in', [...new Set(flights.map((flight) => flight.flightNumber))])
    .where('departure_date', 'in', [...new Set(flights.map((flight) => flight.departureDate))])
    .limit(SEATS_MAX)
    .execute();
  return rows.map(toSeat);
}

/**
 * Gives seats to an order; answers those it got. The others were somebody's already: the caller undoes the transaction.
 */
export async function insertAssignedSeats(
  tx: Tx,
  organizationId: OrganizationId,
  reference: string,
  seats: readonly AssignedSeat[],
): Promise<readonly FlightSeat[]> {
  if (seats.length === 0) return [];
  const rows = seats.map((seat) => ({
    organization_id: organizationId,
    flight_number: seat.flightNumber,
    departure_date: seat.departureDate,
    seat_number: seat.seatNumber,
    reference,
    traveler_id: seat.travelerId,
  }));
  const given = await db(tx)
    .insertInto('sandbox_assigned_seat')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'flight_number', 'departure_date', 'seat_number']).doNothing(),
    )
    .returning(['flight_number', 'departure_date', 'seat_number'])
    .execute();
  return given.map(toSeat);
}

/** The seats that an order's travelers have. */
export async function listSeatsOfOrder(
  h: Handle,
  organizationId: OrganizationId,
  reference: string,
): Promise<readonly AssignedSeat[]> {
  const rows = await db(h)
    .selectFrom('sandbox_assigned_seat')
    .select(['flight_number', 'departure_date', 'seat_number', 'traveler_id'])
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .limit(SEATS_MAX)
    .execute();
  return rows.map((row) => ({ ...toSeat(row), travelerId: row.traveler_id }));
}

/** Gives the seats of an order back. */
export async function freeAssignedSeats(tx: Tx, organizationId: OrganizationId, reference: string): Promise<void> {
  await db(tx)
    .deleteFrom('sandbox_assigned_seat')
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .execute();
}

function toSeat(row: Pick<AssignedSeatRow, 'flight_number' | 'departure_date' | 'seat_number'>): FlightSeat {
  return { flightNumber: row.flight_number, departureDate: row.departure_date, seatNumber: row.seat_number };
}
