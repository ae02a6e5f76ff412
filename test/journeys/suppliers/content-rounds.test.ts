import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteCities } from '../../../src/hotels/content/note-cities.ts';
import { findHotels } from '../../../src/hotels/content/store-hotels.ts';
import type { CityContentPage, CityContentQuery } from '../../../src/suppliers/ports/hotels.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { aHotel, aHotelSupplier } from '../../support/products/hotels.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const SUPPLIER = 'test_hotels';

/** What the next calls are answered, and what was asked. */
let answers: (CityContentPage | SupplierFailure)[] = [];
let queries: CityContentQuery[] = [];
let now = Date.parse('2027-01-10T10:00:00Z');
let service: TestService;
let organizationId: Awaited<ReturnType<TestService['makeKey']>>['organizationId'];
let town = 0;

beforeAll(async () => {
  const supplier = aHotelSupplier([], {
    id: SUPPLIER,
    content: {
      owns: () => true,
      searchedMax: 300,
      isOpenTo: async () => true,
      async listCity(query) {
        queries.push(query);
        const answer = answers.shift();
        if (answer === undefined || answer instanceof SupplierFailure) throw answer ?? new Error('No answer is left.');
        return answer;
      },
    },
  });
  service = await startService({ clock: { now: () => new Date(now) }, hotelSuppliers: [supplier] });
  organizationId = (await service.makeKey()).organizationId;
});
afterAll(() => service.close());
beforeEach(() => {
  [answers, queries] = [[], []];
  town += 1;
});

async function later(seconds: number): Promise<void> {
  now += seconds * 1_000;
  await service.drain();
}

/** What a search that uses the town of this test learns of it. */
async function status() {
  now += 10_000;
  const [city] = await noteCities(service.app, { organizationId }, [
    { supplier: SUPPLIER, country: 'PT', name: `Town ${town}` },
  ]);
  const { status: state, hotels = 0, read = 0, listed, leftOut = 0, failure } = city ?? {};
  return [state, { hotels, read, listed, leftOut }, failure];
}

function page(ids: readonly number[], more: Partial<CityContentPage> = {}): CityContentPage {
  const hotels = ids.map((id) =>
    aHotel({ hotelId: idOf(id), name: `House ${id}`, cityName: `Town ${town}`, country: 'PT' }),
  );
  return { hotels, removedIds: [], leftOut: 0, nextOffset: undefined, total: ids.length, ...more };
}
const idOf = (id: number) => `t${town}-${id}`;
const stored = async () =>
  (
    await findHotels(
      service.app.db,
      SUPPLIER,
      Array.from({ length: 30 }, (_, id) => idOf(id)),
    )
  )
    .map(({ name }) => name)
    .toSorted();

test('a list is read page by page and goes on where it was cut off; what it left out is counted', async () => {
  answers = [
    page([0, 1], { nextOffset: 2, total: 5 }),
    page([2], { nextOffset: 4, total: 5, leftOut: 1 }),
    new SupplierFailure('unavailable', 'It is away.'),
  ];
  expect(await status()).toEqual(['waiting', { hotels: 0, read: 0, listed: undefined, leftOut: 0 }, undefined]);
  await service.drain();
  expect(await status()).toEqual([
    'filling',
    { hotels: 0, read: 4, listed: 5, leftOut: 1 },
    'the supplier cannot be reached',
  ]);
  answers = [page([4], { total: 5 })];
  await later(31);
  expect(queries.map(({ offset }) => offset)).toEqual([0, 2, 4, 4]);
  expect(await status()).toEqual(['filled', { hotels: 4, read: 5, listed: 5, leftOut: 1 }, undefined]);
  expect(await stored()).toEqual(['House 0', 'House 1', 'House 2', 'House 4']);
});

test('a supplier that stays away is given up, says so, and is tried again by a search a quarter of an hour later', async () => {
  answers = Array.from({ length: 3 }, () => new SupplierFailure('timeout', 'No word.'));
  await status();
  await service.drain();
  await later(31);
  await later(301);
  expect(await status()).toEqual([
    'failed',
    { hotels: 0, read: 0, listed: undefined, leftOut: 0 },
    'the supplier did not answer in time',
  ]);
  expect(queries).toHaveLength(3);
  now += 15 * MINUTE;
  answers = [page([0])];
  expect((await status())[0]).toBe('waiting');
  await service.drain();
  expect((await status())[0]).toBe('filled');
});

test('being out of its share of the supplier is waited for, as often as it takes', async () => {
  const isOwnLimit = { retryAfterSeconds: 40, isOwnLimit: true };
  answers = [...Array.from({ length: 6 }, () => new SupplierFailure('rate_limited', 'Later.', isOwnLimit)), page([0])];
  await status();
  await service.drain();
  expect((await status()).slice(0, 3)).toEqual(['filling', expect.anything(), 'waits for its share of the supplier']);
  await later(20);
  expect(queries).toHaveLength(1);
  for (let round = 0; round < 6; round += 1) await later(41);
  expect(await status()).toMatchObject(['filled', { hotels: 1 }, undefined]);
  expect(queries).toHaveLength(7);
});

test('changes are added and taken out; a whole list a month later drops what it does not hold', async () => {
  answers = [page([0, 1, 2])];
  await status();
  await service.drain();
  const filledAt = now;
  now += DAY;
  answers = [page([3], { removedIds: [idOf(0)] })];
  await status();
  await service.drain();
  expect(queries[1]?.changedSince).toEqual(new Date(filledAt - 60 * MINUTE));
  expect(await stored()).toEqual(['House 1', 'House 2', 'House 3']);
  expect(await status()).toMatchObject(['filled', { hotels: 3 }, undefined]);
  now += 31 * DAY;
  answers = [page([1])];
  await status();
  await service.drain();
  expect(queries[2]?.changedSince).toBeUndefined();
  expect(await stored()).toEqual(['House 1']);
});

test('a list without an end is cut off at ten thousand hotels, and drops nothing for that', async () => {
  answers = Array.from({ length: 60 }, (_, index) =>
    page([index % 25], { nextOffset: 200 * (index + 1), total: 1_000_000, leftOut: 199 }),
  );
  await status();
  for (let run = 0; run < 7; run += 1) await later(2);
  expect(queries).toHaveLength(50);
  expect(await status()).toMatchObject(['filled', { hotels: 25, listed: 1_000_000 }, undefined]);
});
