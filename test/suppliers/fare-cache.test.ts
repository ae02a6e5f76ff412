import { expect, test } from 'vitest';
import { cacheFares, findCachedFares } from '../../src/flights/search/fare-cache.ts';
import { createFlightCaches } from '../../src/flights/search/flight-caches.ts';
import type { SourcedOffer } from '../../src/flights/model/merge-offers.ts';
import { installationId } from '../../src/platform/ids.ts';
import { NOTHING_SOLD } from '../../simulator/cabins/inventory.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../support/products/world.ts';

const query = worldQuery('PAR', 'TYO', ['2027-01-14', '2027-01-21']);
const found = testWorld().search(query, { now: WORLD_NOW, sold: NOTHING_SOLD });
const ofWorld = found.map((offer): SourcedOffer => ({ supplierId: 'a', supplierName: 'A', queryIndex: 0, offer }));
const ofOther = ofWorld.slice(0, 3).map((offer) => ({ ...offer, supplierId: 'b', supplierName: 'B' }));
const caller = { organizationId: installationId, now: WORLD_NOW };

test('what several suppliers answered is cached in its order, all of it or the first offers', () => {
  const app = { flightCaches: createFlightCaches() };
  const offers = [...ofWorld, ...ofOther, ...ofWorld.slice(0, 2)];
  cacheFares(app, caller, query, { offers, omitted: 7 });
  expect(findCachedFares(app, caller, query)).toMatchObject({ searchedAt: WORLD_NOW, omitted: 7 });
  expect(findCachedFares(app, caller, query)?.offers).toEqual(offers);
  for (const most of [1, ofWorld.length, ofWorld.length + 2, offers.length - 1])
    expect(findCachedFares(app, caller, query, most)?.offers).toEqual(offers.slice(0, most));
});

test('the oldest make room for others, and asking again makes a search the newest', () => {
  const app = { flightCaches: createFlightCaches() };
  const many = Array.from({ length: 500 }, (_, index) => ofWorld[index % ofWorld.length]).filter(
    (offer) => offer !== undefined,
  );
  const onDay = (day: string) => worldQuery('PAR', 'TYO', [`2027-02-0${day}`]);
  for (const day of ['1', '2', '3', '4', '1', '5']) cacheFares(app, caller, onDay(day), { offers: many, omitted: 0 });
  const held = ['1', '2', '3', '4', '5'].map((day) => findCachedFares(app, caller, onDay(day))?.offers.length);
  expect(held).toEqual([500, undefined, 500, 500, 500]);
});
