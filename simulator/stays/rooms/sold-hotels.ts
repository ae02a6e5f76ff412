import type { SoldRooms } from '../stay-world.ts';

/** The ids of the hotels that have sold a room. */
export type SoldHotels = (sold: SoldRooms) => ReadonlySet<string>;

/**
 * Finds the hotels among an organization's sold rooms, once for as long as their number stays the same: `sold` only
 * ever gains keys.
 */
export function createSoldHotels(): SoldHotels {
  const found = new WeakMap<SoldRooms, { readonly size: number; readonly hotels: ReadonlySet<string> }>();
  return (sold) => {
    const known = found.get(sold);
    if (known?.size === sold.size) return known.hotels;
    const hotels = new Set<string>();
    for (const key of sold.keys()) hotels.add(key.slice(0, key.indexOf('|')));
    found.set(sold, { size: sold.size, hotels });
    return hotels;
  };
}
