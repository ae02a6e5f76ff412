import type { InParts } from '../../../platform/scheduling/in-parts.ts';
import { type ComparableHotel, comparableHotel, isSameHotel, SAME_PLACE_KM, type StatedHotel } from './same-hotel.ts';

/** A hotel and whose entry it is. */
export interface HotelEntry {
  readonly supplierId: string;
  readonly hotel: StatedHotel;
}

interface Group<T> {
  readonly entries: T[];
  readonly compared: ComparableHotel[];
}

/** How many hotels are compared before other requests may run. */
const HOTELS_PER_PART = 100;
const KM_PER_DEGREE = 111.2;
/** Neighbour cells hold all within 150 m, up to 75° of latitude: there a degree of longitude is a quarter as long. */
const CELL_DEGREES = (4 * SAME_PLACE_KM) / KM_PER_DEGREE;

/**
 * Puts the entries of several suppliers that are certainly one hotel together (`isSameHotel` with each other): at most
 * one of each supplier, in the order they come in. Entries of one supplier are never joined: it knows its own hotels.
 */
export function* groupHotels<T extends HotelEntry>(entries: readonly T[]): InParts<readonly (readonly T[])[]> {
  const groups: Group<T>[] = [];
  const found = new Map<string, Group<T>[]>();
  for (const [index, entry] of entries.entries()) {
    if (index % HOTELS_PER_PART === HOTELS_PER_PART - 1) yield;
    const compared = comparableHotel(entry.hotel);
    const near = [...neighbourCells(compared), phoneCell(compared)].flatMap((cell) => found.get(cell ?? '') ?? []);
    const known = near.find((group) => isOfGroup(entry, compared, group));
    const group = known ?? { entries: [], compared: [] };
    if (known === undefined) groups.push(group);
    group.entries.push(entry);
    group.compared.push(compared);
    for (const cell of [cellOf(compared, 0, 0), phoneCell(compared)])
      if (cell !== undefined) found.set(cell, [...(found.get(cell) ?? []), group]);
  }
  return groups.map(({ entries: together }) => together);
}

function isOfGroup<T extends HotelEntry>(entry: T, compared: ComparableHotel, group: Group<T>): boolean {
  return (
    group.entries.every(({ supplierId }) => supplierId !== entry.supplierId) &&
    group.compared.every((other) => isSameHotel(compared, other))
  );
}

function neighbourCells(hotel: ComparableHotel): readonly string[] {
  return [-1, 0, 1].flatMap((north) => [-1, 0, 1].map((east) => cellOf(hotel, north, east)));
}

function cellOf({ latitude, longitude }: ComparableHotel, north: number, east: number): string {
  return `${Math.floor(latitude / CELL_DEGREES) + north},${Math.floor(longitude / CELL_DEGREES) + east}`;
}

/** Large grounds have pins far apart: one telephone brings their entries together. */
function phoneCell({ phone }: ComparableHotel): string | undefined {
  return phone === undefined ? undefined : `phone ${phone}`;
}
