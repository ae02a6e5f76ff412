import { expect, test } from 'vitest';
import { compact } from './compact.ts';
import { countWhole, narrowToPage, withoutPageTokens } from './page-window.ts';

const rule = { list: { path: 'hotels', keep: 6 }, page: { limit: 'max_results' }, drop: [] };
/** What the operation answers of 112 hotels. */
const answered = ({ max_results: limit, offset }: Readonly<Record<string, unknown>>) => ({
  hotels: Array.from({ length: Math.max(0, Math.min(Number(limit), 112 - Number(offset))) }, (_, index) => ({
    number: Number(offset) + index,
  })),
  total: 112,
  pagination: { next_page_token: 'x' },
});
const shown = (body: Readonly<Record<string, unknown>>, skip: number) => {
  const page = narrowToPage(rule, body, skip);
  if (page === undefined) throw new Error('not narrowed');
  const answer = answered(page.body);
  const { value, notShown } = compact(withoutPageTokens(answer), rule, {
    isFull: false,
    skip,
    whole: countWhole(answer, page),
    tokensMax: 5_000,
  });
  return { requested: [page.body['max_results'], page.body['offset']], value, notShown };
};

test('a search is asked for the entries that are shown, and the whole result is what is counted', () => {
  const { requested, value, notShown } = shown({}, 0);
  expect(requested).toEqual([6, 0]);
  expect(value).toEqual({ hotels: [0, 1, 2, 3, 4, 5].map((number) => ({ number })), total: 112 });
  expect(notShown).toEqual([
    { what: 'hotels', shown: 6, of: 112, how_to_get_it: 'Call again with the same arguments and skip: 6.' },
  ]);
});

test('skip goes on to the end of the result, or of the number that was named', () => {
  expect(shown({}, 108)).toMatchObject({
    requested: [6, 108],
    notShown: [{ shown: 4, of: 112, how_to_get_it: 'These are the last; skip: 0 begins again.' }],
  });
  expect(shown({ max_results: 50, offset: 10 }, 48)).toMatchObject({
    requested: [2, 58],
    value: { hotels: [{ number: 58 }, { number: 59 }] },
    notShown: [{ shown: 2, of: 50 }],
  });
  expect(shown({ max_results: 50 }, 50)).toMatchObject({
    requested: [1, 50],
    value: { hotels: [] },
    notShown: [{ shown: 0, of: 50 }],
  });
  expect(shown({}, 400)).toMatchObject({ value: { hotels: [] }, notShown: [{ shown: 0, of: 112 }] });
});

test('behind a page token only the limit is lowered', () => {
  expect(narrowToPage(rule, { page_token: 'x', max_results: 200 }, 0)).toMatchObject({
    body: { page_token: 'x', max_results: 6 },
    isByToken: true,
  });
  expect(narrowToPage(rule, { page_token: 'x' }, 6)?.body).toEqual({ page_token: 'x', max_results: 12 });
  expect(narrowToPage(rule, { page_token: 'x', max_results: 2 }, 0)?.body).toEqual({ page_token: 'x', max_results: 2 });
});

test('an offer by its token and numbers that are no numbers go as they came', () => {
  for (const body of [{ offer_token: 'x' }, { max_results: 'many' }, { offset: -1 }])
    expect(narrowToPage(rule, body, 0)).toBeUndefined();
  expect(narrowToPage({ list: rule.list, drop: [] }, {}, 0)).toBeUndefined();
});
