import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WarmJourney } from '../../src/flights/model/sampling/warm-journeys.ts';
import {
  beginSearches,
  deleteOldWarmings,
  deleteWarming,
  endWarming,
  findWarming,
  finishStep,
  insertWarming,
  takeStep,
} from '../../src/flights/warming/warming-store.ts';
import { addDays } from '../../src/travel/dates.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

/** How far a list of searches is, and that nothing of it is searched twice whatever ends in the middle. */
let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => sql`truncate fare_warming`.execute(db.q));

const NOW = new Date('2027-02-01T02:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const NAME = 'nightly 2027-02-01';
const journey = (day: number): WarmJourney => ({
  origin: 'PAR',
  destination: 'LIS',
  departureDate: addDays('2027-03-01', day),
  stayDays: day % 2 === 0 ? undefined : 7,
});
const insert = (count: number, searchesMax?: number) =>
  insertWarming(db, {
    name: NAME,
    createdAt: NOW,
    journeys: Array.from({ length: count }, (_, day) => journey(day)),
    searchesMax,
  });
const step = (lease: string) => ({ name: NAME, lease });
const take = (lease: string, now = NOW, count = 2) =>
  takeStep(db, step(lease), { now, leasedUntil: new Date(now.getTime() + 60_000), count });
const begin = (lease: string, looked: number, begun: number) =>
  beginSearches(db, step(lease), { looked, skipped: looked - begun, begun });
const finish = (lease: string, answered: number, failed = 0, unsent: readonly WarmJourney[] = []) =>
  finishStep(db, step(lease), { answered, failed, unsent }, NOW);

test('a list is taken step by step, and ends with its last journey', async () => {
  expect(await insert(3)).toMatchObject({ total: 3, next: 0, endedAt: undefined });
  expect(await take('a')).toMatchObject({ warming: { next: 0 }, journeys: [journey(0), journey(1)] });
  expect(await begin('a', 2, 1)).toBe(true);
  expect(await finish('a', 1)).toMatchObject({ next: 2, begun: 1, answered: 1, skipped: 1, endedAt: undefined });
  expect(await take('b')).toMatchObject({ journeys: [journey(2)] });
  await begin('b', 1, 1);
  expect(await finish('b', 0, 1)).toMatchObject({ next: 3, begun: 2, answered: 1, failed: 1, endedAt: NOW });
  expect(await take('c')).toBeUndefined();
});

test('one process takes steps at a time; what a killed one had begun is not taken again', async () => {
  await insert(4);
  await take('killed');
  expect(await take('other', after(59))).toEqual({ busyUntil: after(60) });
  expect(await begin('other', 2, 2)).toBe(false);
  await begin('killed', 2, 2);
  expect(await take('other', after(60))).toMatchObject({ journeys: [journey(2), journey(3)] });
  // The first was only slow: its lease is lost, and with it the word of its outcome.
  expect(await finish('killed', 2)).toBeUndefined();
  await begin('other', 2, 2);
  expect(await finish('other', 2)).toMatchObject({ begun: 4, answered: 2, failed: 0, endedAt: NOW });
});

test('what was never sent goes to the end of the list, and is no search that was begun', async () => {
  await insert(3);
  await take('a');
  await begin('a', 2, 2);
  expect(await finish('a', 1, 0, [journey(1)])).toMatchObject({ total: 3, begun: 1, next: 2, endedAt: undefined });
  expect(await take('b', NOW, 5)).toMatchObject({ journeys: [journey(2), journey(1)] });
});

test('a list with a bound ends when so many searches were begun', async () => {
  await insert(10, 2);
  await take('a', NOW, 5);
  await begin('a', 5, 2);
  expect(await finish('a', 2)).toMatchObject({ begun: 2, endedAt: NOW });
});

test('a list is stored once; one that has ended makes room for another, and old ones go', async () => {
  await insert(3);
  expect(await insert(9)).toMatchObject({ total: 3 });
  await deleteWarming(db, NAME, false);
  expect(await findWarming(db, NAME)).toBeDefined();
  await endWarming(db, NAME, NOW);
  expect(await take('a')).toBeUndefined();
  await deleteWarming(db, NAME, false);
  expect(await insert(9)).toMatchObject({ total: 9 });
  await deleteOldWarmings(db, after(1));
  expect(await findWarming(db, NAME)).toBeUndefined();
});

test('an empty list ends with its first step', async () => {
  await insert(0);
  expect(await take('a')).toMatchObject({ journeys: [] });
  await begin('a', 0, 0);
  expect(await finish('a', 0)).toMatchObject({ endedAt: NOW });
});
