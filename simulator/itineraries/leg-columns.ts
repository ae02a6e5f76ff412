/**
 * Flights in columns: what the router walks over instead of an object for each of the many thousand itineraries it
 * looks at. A row is a flight on a day, and `parent` the row of the flight before it, in the rows of the level before.
 */
export interface LegColumns {
  count: number;
  parent: Int32Array;
  flight: Int32Array;
  airline: Int32Array;
  /** Local day of departure. */
  day: Int32Array;
  departUtc: Int32Array;
  arriveUtc: Int32Array;
  /** Local minute of arrival. */
  arriveLocal: Int32Array;
  /** `CARRIER_RELATION` to the flight before. */
  relation: Int32Array;
  /** `SEATS` of the flight, once somebody has asked for it. */
  seats: Int32Array;
}

/** Nobody has asked yet. */
export const SEATS_UNREAD = -1;
const ROWS_AT_FIRST = 256;
const COLUMNS = [
  'parent',
  'flight',
  'airline',
  'day',
  'departUtc',
  'arriveUtc',
  'arriveLocal',
  'relation',
  'seats',
] as const;

/** No rows yet. */
export function createLegColumns(): LegColumns {
  const column = () => new Int32Array(ROWS_AT_FIRST);
  return {
    count: 0,
    parent: column(),
    flight: column(),
    airline: column(),
    day: column(),
    departUtc: column(),
    arriveUtc: column(),
    arriveLocal: column(),
    relation: column(),
    seats: column(),
  };
}

/** Makes room for so many rows; what was in them is lost. */
export function makeRoom(rows: LegColumns, count: number): void {
  let length = rows.flight.length;
  if (length >= count) return;
  while (length < count) length *= 2;
  for (const name of COLUMNS) rows[name] = new Int32Array(length);
}
