import type { HotelSupplier } from '../suppliers/ports/hotels.ts';
import type { StayHotel } from '../travel/stay.ts';

/**
 * Hotels by the beginning of their names, from what suppliers keep in memory: one after another the best of each
 * supplier, so that one with many hotels does not hide the others.
 */
export function suggestHotels(
  suppliers: readonly Pick<HotelSupplier, 'suggest'>[],
  text: string,
  limit: number,
): readonly StayHotel[] {
  const lists = suppliers.map((supplier) => supplier.suggest?.(text, limit) ?? []);
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
    .flat()
    .slice(0, limit);
}
