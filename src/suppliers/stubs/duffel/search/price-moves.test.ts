import { expect, test } from 'vitest';
import { type DuffelCalls, type Json, openDuffelCalls } from '../../../../../test/support/suppliers/duffel-calls.ts';

const MOVES = { price_moves: { hours: 6, percent: 10 } };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The base fare of each product of a search, in minor units: taxes do not move. */
async function basesOf({ search }: Pick<DuffelCalls, 'search'>): Promise<readonly number[]> {
  return (await search('LHR-JFK')).offers.map(({ base_amount }: Json) => Math.round(Number(base_amount) * 100));
}

test('prices stand still unless they are told to move', async () => {
  const calls = await openDuffelCalls();
  const before = await basesOf(calls);
  await calls.stub.clock.advance(20 * DAY_MS);
  expect(await basesOf(calls)).toEqual(before);
});

test('prices move with the clock alone: the same moment has the same prices in every run', async () => {
  const [one, two] = [await openDuffelCalls(), await openDuffelCalls()];
  for (const { stub } of [one, two]) stub.control.set(MOVES);
  const first = await basesOf(one);
  await one.stub.clock.advance(3 * DAY_MS);
  const third = await basesOf(one);
  await two.stub.clock.advance(3 * DAY_MS);
  expect(third).not.toEqual(first);
  expect(await basesOf(two)).toEqual(third);
  expect(await basesOf(two)).toEqual(third);
});

test('two months ahead a fare is at most its percentage off the usual one, and near departure four steps above', async () => {
  const calls = await openDuffelCalls();
  const usual = await basesOf(calls);
  calls.stub.control.set(MOVES);
  const ratios = async () => (await basesOf(calls)).map((base, at) => base / (usual[at] ?? Number.NaN));
  const ahead = await ratios();
  expect(Math.min(...ahead)).toBeGreaterThanOrEqual(0.899);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(1.101);
  expect(new Set(ahead.map((ratio) => ratio.toFixed(2))).size).toBeGreaterThan(3);
  // The flights leave on 2027-03-01, fifty days after the clock's day.
  await calls.stub.clock.advance(49 * DAY_MS);
  const late = await ratios();
  expect(Math.min(...late)).toBeGreaterThanOrEqual(1.31);
  expect(Math.max(...late)).toBeLessThanOrEqual(1.62);
});

test('the longer ago a price was seen, the farther it is from today’s', async () => {
  const calls = await openDuffelCalls();
  calls.stub.control.set(MOVES);
  const seen = await basesOf(calls);
  const errorAfter = async (milliseconds: number) => {
    await calls.stub.clock.advance(milliseconds);
    const now = await basesOf(calls);
    return now.reduce((sum, base, at) => sum + Math.abs(base / (seen[at] ?? Number.NaN) - 1), 0) / now.length;
  };
  const [hour, day, weeks] = [await errorAfter(HOUR_MS), await errorAfter(DAY_MS), await errorAfter(25 * DAY_MS)];
  expect(hour).toBeLessThan(day);
  expect(day).toBeLessThan(weeks);
});

test('an offer that was found keeps its price while others are filed', async () => {
  const calls = await openDuffelCalls();
  calls.stub.control.set({ ...MOVES, price_moves: { hours: 1, percent: 50 }, offer_minutes: 10_000 });
  const [offer] = (await calls.search('LHR-JFK')).offers;
  await calls.stub.clock.advance(2 * DAY_MS);
  const read = await calls.call('GET', `/air/offers/${offer.id}`);
  expect(read.body.data.total_amount).toBe(offer.total_amount);
});

test('a movement that nobody could mean is refused', async () => {
  const { stub } = await openDuffelCalls();
  expect(() => stub.control.set({ price_moves: { hours: 0, percent: 10 } })).toThrow();
  expect(() => stub.control.set({ price_moves: { hours: 6, percent: 51 } })).toThrow();
});
