import type { App } from '../../context.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import { type SupplierContext, SupplierFailure } from '../../suppliers/ports/supplier.ts';
import { withHotelZone } from '../../travel/geography/local-zone.ts';
import type { HotelContent, StayHotel } from '../../travel/stay.ts';
import { listOpen } from './content-index.ts';
import { cityKey, termsOf } from './hotel-terms.ts';
import { deleteHotel, findDetail, findHotels, upsertDetail } from './store-hotels.ts';

const HOUR_MS = 3_600_000;
/** What was read of a hotel is answered for so long; the list of its city drops what has changed before. */
const FRESH_MS = 24 * HOUR_MS;
/** Where its supplier does not answer, what was read of it is answered for so long. */
const LAST_RESORT_MS = 30 * 24 * HOUR_MS;

/**
 * All that is known of a hotel: stored, or asked of its supplier and stored. Undefined where the supplier has no such
 * hotel. Throws its failure where nothing of the last thirty days is stored.
 */
export async function readContent(
  app: App,
  supplier: HotelSupplier,
  hotelId: string,
  context: SupplierContext,
): Promise<HotelContent | undefined> {
  if (supplier.content?.owns(hotelId) === false) return undefined;
  if (!(await isStored(supplier, context))) return await supplier.hotel(hotelId, context);
  const stored = await findDetail(app.db, supplier.id, hotelId);
  const age = stored === undefined ? Number.POSITIVE_INFINITY : app.clock.now().getTime() - stored.readAt.getTime();
  if (stored !== undefined && age < FRESH_MS) return stored.content;
  try {
    const content = await supplier.hotel(hotelId, context);
    if (content !== undefined) return await store(app, supplier.id, content);
    if (stored !== undefined) await deleteHotel(app.db, supplier.id, hotelId);
    return undefined;
  } catch (error) {
    if (stored === undefined || age > LAST_RESORT_MS || !(error instanceof SupplierFailure)) throw error;
    return stored.content;
  }
}

/** Hotels by id, in the order of the ids: stored ones, and the others by a call for each. Throws SupplierFailure. */
export async function readHotels(
  app: App,
  supplier: HotelSupplier,
  hotelIds: readonly string[],
  context: SupplierContext,
): Promise<readonly (StayHotel | undefined)[]> {
  const own = hotelIds.filter((id) => supplier.content?.owns(id));
  const stored = (await isStored(supplier, context)) ? await findHotels(app.db, supplier.id, own) : [];
  const byId = new Map(stored.map((hotel) => [hotel.hotelId, hotel]));
  return await Promise.all(
    hotelIds.map(async (id) => byId.get(id) ?? (await readContent(app, supplier, id, context))?.hotel),
  );
}

async function isStored(supplier: HotelSupplier, { organizationId }: SupplierContext): Promise<boolean> {
  return (await listOpen([supplier], organizationId)).length > 0;
}

async function store(app: App, supplierId: string, answered: HotelContent): Promise<HotelContent> {
  const content = { ...answered, hotel: withHotelZone(app.places, answered.hotel) };
  const { hotel } = content;
  const key = cityKey(supplierId, { country: hotel.country, name: hotel.cityName });
  await upsertDetail(app.db, key, { content, terms: termsOf(hotel), readAt: app.clock.now() });
  return content;
}
