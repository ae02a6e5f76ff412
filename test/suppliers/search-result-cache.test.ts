import { expect, test } from 'vitest';
import { SearchResultCache } from '../../src/flights/search/search-result-cache.ts';
import type { SourcedOffer } from '../../src/flights/model/merge-offers.ts';
import { NOTHING_SOLD } from '../../simulator/cabins/inventory.ts';
import { plainOffer } from '../../src/travel/plain-offer.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../support/products/world.ts';

const found = testWorld().find(worldQuery('PAR', 'TYO', ['2027-01-14', '2027-01-21']), {
  now: WORLD_NOW,
  sold: NOTHING_SOLD,
}).offers;
const ofWorld = found.map((offer): SourcedOffer => ({ supplierId: 'a', supplierName: 'A', queryIndex: 0, offer }));
const ofOther = found
  .slice(0, 3)
  .map((offer): SourcedOffer => ({ supplierId: 'b', supplierName: 'B', queryIndex: 0, offer: plainOffer(offer) }));
const known = (offers: readonly SourcedOffer[] | undefined) =>
  offers?.map(({ supplierId, supplierName, offer }) => ({ supplierId, supplierName, offer: plainOffer(offer) }));

test('what several suppliers answered is kept in its order, whether it can be made again or not', () => {
  const fares = new SearchResultCache();
  const offers = [...ofWorld, ...ofOther, ...ofWorld.slice(0, 2)];
  fares.keep('question', { offers, searchedAt: WORLD_NOW, omitted: 7 });
  const kept = fares.find('question');
  expect(kept).toMatchObject({ searchedAt: WORLD_NOW, omitted: 7 });
  expect(known(kept && fares.read(kept))).toEqual(known(offers));
  for (const most of [1, ofWorld.length, ofWorld.length + 2, offers.length - 1])
    expect(known(kept && fares.read(kept, most)?.slice(0, most))).toEqual(known(offers.slice(0, most)));
});

test('the oldest make room for others, and asking again makes a search the newest', () => {
  const fares = new SearchResultCache();
  const many = Array.from({ length: 1_000 }, (_, index) => ofWorld[index % ofWorld.length]).filter(
    (offer) => offer !== undefined,
  );
  for (const question of ['1', '2', '3', '4', '1', '5'])
    fares.keep(question, { offers: many, searchedAt: WORLD_NOW, omitted: 0 });
  const held = ['1', '2', '3', '4', '5'].map((question) => {
    const kept = fares.find(question);
    return kept === undefined ? undefined : fares.read(kept)?.length;
  });
  expect(held).toEqual([1_000, undefined, 1_000, 1_000, 1_000]);
});
