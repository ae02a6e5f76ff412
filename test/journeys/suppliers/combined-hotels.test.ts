import { expect, test } from 'vitest';
import { createSandboxHotels } from '../../../simulator/stays/hotels.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { daysAhead } from '../../support/faults/trip-journeys.ts';
import { openTestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';
import { combinedHotels } from '../../support/suppliers/combined-hotels.ts';

const STAY = { city_name: 'Lisbon', country_code: 'PT', checkin: daysAhead(40), checkout: daysAhead(43) };

/** The rates of one kind of room by the combination they are sold in. */
async function findRates(service: TestService): Promise<ReadonlyMap<string, readonly Answer['body'][]>> {
  const { body } = await service.call('POST', '/v1/hotel_search', { ...STAY, rooms: 2, adults: 2, currency: 'EUR' });
  for (const { rooms } of body.hotels) {
    const rates = Map.groupBy(rooms[0].rates, (rate: Answer['body']): string => rate.together_key);
    if (rates.size === 2) return rates;
  }
  throw new Error('A hotel of Lisbon sells both.');
}

test.each([false, true])(
  'rates of two combinations are refused, and the pair is named (strict: %s)',
  async (isStrict) => {
    const db = await openTestDatabase();
    const hotels = combinedHotels(createSandboxHotels({ world: testWorld(), db, clock: systemClock }), isStrict);
    const service = await startService({ db, hotelSuppliers: [hotels] });
    const rates = await findRates(service);
    const [now] = rates.get('combination-pay_now') ?? [];
    const [there] = rates.get('combination-pay_at_property') ?? [];
    const add = (...rooms: readonly Answer['body'][]) =>
      service.call('POST', '/v1/trip', {
        add_item: { rooms: rooms.map(({ offer_id }) => ({ trip_item_token: offer_id })) },
      });
    const mixed = await add(now, there);
    expect(mixed.status).toBe(422);
    expect(JSON.stringify(mixed.body)).toContain('add_item.rooms[1]');
    expect(JSON.stringify(mixed.body)).toMatch(/is not sold together with add_item\.rooms\[0\]/);
    expect((await add(now, now)).status).toBe(200);
    expect((await add(there, there)).status).toBe(200);
    await service.close();
    await db.close();
  },
);
