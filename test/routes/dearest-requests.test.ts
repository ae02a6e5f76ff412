import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/context.ts';
import { routes } from '../../src/routes.ts';
import { type DearestCalls, isWithin, startDearestCalls } from '../support/hostile/dearest-calls.ts';
import { DEAREST } from '../support/hostile/dearest-requests.ts';
import { OWN_CASES, STRANGER_CASES } from '../support/hostile/isolation-cases.ts';
import { PIECE_MS, spendingLimits } from '../support/service/processor-time.ts';

/**
 * Only what is wrong on any machine, however busy, fails here: work that is not cut into pieces takes seconds. How far
 * each operation stays below its budget is a figure of `npm run bench -- 20`.
 */
const TOLERATED = 10;

let calls: DearestCalls;
beforeAll(async () => {
  calls = await startDearestCalls();
});
afterAll(async () => {
  await calls.close();
});

const long = routes.filter(({ longWork }) => longWork !== undefined);
const others = routes.filter(({ longWork }) => longWork === undefined);

test('every operation has its dearest request here, or takes no more than one of its ids', () => {
  expect(
    long.map(({ operationId }) => operationId).filter((name) => !(name in DEAREST || name in STRANGER_CASES)),
  ).toEqual([]);
  expect(
    others.map(({ operationId }) => operationId).filter((name) => !(name in STRANGER_CASES || name in OWN_CASES)),
  ).toEqual([]);
});

test('those whose size is bounded are as large as may be', () => {
  const small = long.flatMap(({ operationId, longWork, body }) => {
    const { size: bound } = longWork ?? {};
    if (bound === undefined) return [];
    const { size } = bound.measure(body?.parse(DEAREST[operationId]?.body), {
      app: calls.service.app,
      caller: { now: new Date() } as Caller,
    });
    return size >= bound.max * 0.9 && size <= bound.max ? [] : [operationId];
  });
  // Its two dates are one pair, whatever else.
  expect(small).toEqual(['lowest_fare']);
});

describe('the dearest request of a long operation is answered in pieces:', () => {
  test.each(long.map((route) => [route.operationId, route] as const))('%s', async (_, route) => {
    const limits = spendingLimits(route, TOLERATED);
    const { spent, answer } = await calls.measure(route, limits);
    expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
      answer.status < 300 ? answer.status : 200,
      '',
    ]);
    expect(spent.longestMs).toBeLessThanOrEqual(PIECE_MS * TOLERATED);
    expect(spent.totalMs).toBeLessThanOrEqual(limits.totalMs);
  });
});

test('no other operation works long at all', async () => {
  const found: string[] = [];
  for (const route of others) {
    const limits = spendingLimits(route, TOLERATED);
    const { spent, answer } = await calls.measure(route, limits);
    if (answer.status >= 500 || !isWithin(spent, limits))
      found.push(
        `${route.operationId}: ${answer.status}, ${Math.round(spent.longestMs)} of ${Math.round(spent.totalMs)} ms in one piece`,
      );
  }
  expect(found).toEqual([]);
});
