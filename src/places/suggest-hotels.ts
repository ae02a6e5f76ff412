import type { App, Caller } from '../context.ts';
import type { StayHotel } from '../travel/stay.ts';

/**
 * Hotels by the beginning of their names, from what suppliers keep in memory and what is stored of the others: one
 * after another the best of each, so that one with many hotels does not hide the others.
 */
export async function suggestHotels(
  { hotelSuppliers, contentIndex }: Pick<App, 'hotelSuppliers' | 'contentIndex'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<readonly StayHotel[]> {
  const lists = [
    ...hotelSuppliers.map((supplier) => supplier.suggest?.(text, limit) ?? []),
    await contentIndex.suggest(hotelSuppliers, { organizationId, text, limit }),
  ];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
    .flat()
    .slice(0, limit);
}
