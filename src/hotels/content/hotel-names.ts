import type { App, Caller } from '../../context.ts';
import type { StayTown } from '../../suppliers/ports/hotels.ts';
import type { StayHotel } from '../../travel/stay.ts';

/** Hotels and towns by name, of all suppliers an organization sells through: in their memory, and stored here. */
export interface HotelNames {
  /** Best first, one supplier after the other. */
  suggest(text: string, limit: number): Promise<readonly StayHotel[]>;
  /** The town that is wholly called this, in one country if it is said. */
  findTown(name: string, country: string | undefined): StayTown | undefined;
}

/** The names as they are now, for one request. */
export async function openHotelNames(
  { hotelSuppliers, contentIndex }: Pick<App, 'hotelSuppliers' | 'contentIndex'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
): Promise<HotelNames> {
  const towns = await contentIndex.loadTowns(hotelSuppliers, organizationId);
  return {
    async suggest(text, limit) {
      const inMemory = hotelSuppliers.flatMap((supplier) => supplier.suggest?.(text, limit) ?? []);
      const stored = await contentIndex.suggest(hotelSuppliers, { organizationId, text, limit });
      return [...inMemory, ...stored];
    },
    findTown(name, country) {
      for (const supplier of hotelSuppliers) {
        const town = supplier.findTown?.(name, country);
        if (town !== undefined) return town;
      }
      return towns.find(name, country);
    },
  };
}
