import { afterAll, beforeAll } from 'vitest';
import { createSandboxHotels } from '../../simulator/stays/hotels.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import type { HotelSupplier } from '../../src/suppliers/ports/hotels.ts';
import { testWorld } from '../support/products/world.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { aContext } from '../support/suppliers/booking-conformance.ts';
import { describeHotelSupplier } from '../support/suppliers/hotel-conformance.ts';
import { LISBON, type LiteapiUnderTest, openLiteapi } from '../support/suppliers/liteapi-supplier.ts';

let db: TestDatabase;
let hotels: HotelSupplier;
let liteapi: LiteapiUnderTest;
beforeAll(async () => {
  db = await openTestDatabase();
  hotels = createSandboxHotels({ world: testWorld(), db, clock: systemClock });
  liteapi = await openLiteapi();
});
afterAll(async () => {
  await liteapi.close();
  await db.close();
});

const query = { ...LISBON, checkIn: '2027-03-01', checkOut: '2027-03-04' };
const nothingQuery = { ...query, place: { kind: 'hotels', hotelIds: ['nobody-0'] } } as const;

describeHotelSupplier('the built-in world', {
  supplier: () => hotels,
  aContext,
  query,
  nothingQuery,
  async countBookings(reference, context) {
    const rows = await db.q
      .withTables<{ sandbox_order: { organization_id: string; reference: string } }>()
      .selectFrom('sandbox_order')
      .select('reference')
      .where('organization_id', '=', context.organizationId)
      .where('reference', '=', reference)
      .execute();
    return rows.length;
  },
});

describeHotelSupplier('LiteAPI, as its stand-in answers', {
  supplier: () => liteapi.hotels,
  aContext: () => liteapi.context({ organizationId: newId('organization'), purpose: 'booking' }),
  query,
  nothingQuery,
  countBookings: async (reference) => liteapi.bookingsOf(reference).length,
});
