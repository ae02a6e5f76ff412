import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compact } from './compact.ts';
import { estimateTokens } from './tokens.ts';

const offer = (number: number) => ({
  id: `offer-${number}`,
  token: `tit_${'x'.repeat(60)}${number}`,
  logo: 'https://x/logo.svg',
  price: number,
  rules: 'r'.repeat(200),
  fares: [1, 2, 3].map((fare) => ({ fare })),
});
const answer = { total: 40, offers: Array.from({ length: 40 }, (_, number) => offer(number)), hints: [] };
const rule = { list: { path: 'offers', keep: 10 }, inner: { 'offers.fares': 1 }, drop: ['offers.rules', 'hints'] };
const view = { isFull: false, skip: 0, tokensMax: 2_000 };
const idsOf = (value: unknown) => JSON.stringify(value).match(/offer-\d+/g) ?? [];

describe('a compact answer', () => {
  test('keeps order and tokens, and tells what it left out', () => {
    const { value, notShown } = compact(answer, rule, view);
    expect(value['total']).toBe(40);
    expect(idsOf(value)).toEqual(Array.from({ length: 10 }, (_, number) => `offer-${number}`));
    expect(JSON.stringify(value)).toContain(offer(3).token);
    expect(notShown).toEqual([
      { what: 'offers', shown: 10, of: 40, how_to_get_it: 'Call again with the same arguments and skip: 10.' },
      { what: 'fields: offers.logo, offers.rules', how_to_get_it: expect.stringContaining('detail: "full"') },
    ]);
  });

  test('pages to the end', () => {
    const { value, notShown } = compact(answer, rule, { ...view, skip: 35 });
    expect(idsOf(value)).toEqual(['offer-35', 'offer-36', 'offer-37', 'offer-38', 'offer-39']);
    expect(notShown[0]).toEqual({
      what: 'offers',
      shown: 5,
      of: 40,
      how_to_get_it: 'These are the last; skip: 0 begins again.',
    });
    expect(idsOf(compact(answer, rule, { ...view, skip: 99 }).value)).toEqual([]);
  });

  test('inner lists are cut only where the page does not fit', () => {
    const tight = compact(answer, rule, { ...view, tokensMax: 700 });
    expect(tight.notShown).toContainEqual({
      what: 'offers.fares',
      shown: expect.any(Number),
      of: expect.any(Number),
      how_to_get_it: expect.any(String),
    });
    expect(estimateTokens(JSON.stringify(tight.value))).toBeLessThanOrEqual(700);
  });

  test('in full every field is there, of fewer entries', () => {
    const { value, notShown } = compact(answer, rule, { ...view, isFull: true });
    expect(JSON.stringify(value)).toContain('logo.svg');
    expect(notShown.map(({ what }) => what)).toEqual(['offers']);
    expect(estimateTokens(JSON.stringify(value))).toBeLessThanOrEqual(2_000);
  });

  test('in full the lists beside the main one are cut first, and no entry is told that is not there', () => {
    const beside = {
      ...answer,
      itineraries: Array.from({ length: 5 }, (_, number) => ({ number, text: 'i'.repeat(1_500) })),
    };
    let seen: readonly string[] = [];
    for (let skip = 0; seen.length < 40; skip = seen.length) {
      const { value, notShown } = compact(beside, rule, { ...view, isFull: true, skip });
      const ids = idsOf(value);
      expect(ids.length).toBeGreaterThan(0);
      expect(notShown.find(({ what }) => what === 'offers')?.shown).toBe(ids.length);
      expect(notShown.map(({ what }) => what)).toContain('itineraries');
      expect(estimateTokens(JSON.stringify(value))).toBeLessThanOrEqual(2_000);
      seen = [...seen, ...ids];
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, number) => `offer-${number}`));
    // One entry that is too long in full is shown without what it can do without.
    const heavy = { offers: [{ id: 'offer-0', rules: 'r'.repeat(9_000) }, { id: 'offer-1' }] };
    expect(idsOf(compact(heavy, rule, { ...view, isFull: true }).value)).toContain('offer-0');
  });

  test('of a write pictures go in silence, and nothing says to call it again', () => {
    const readWith = 'Do not repeat this call, it has been done: read the trip with get_trip.';
    expect(compact({ trip_id: 't', items: [{ logo: 'x' }] }, { drop: [] }, { ...view, readWith })).toEqual({
      value: { trip_id: 't', items: [{}] },
      notShown: [],
    });
    const reported = compact(answer, { drop: [] }, { ...view, readWith }).notShown;
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.every(({ how_to_get_it: how }) => how === readWith)).toBe(true);
  });

  test('never more than the reader can take, and never shorter in silence', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-z]{1,8}$/),
          fc.array(fc.array(fc.record({ note: fc.string({ maxLength: 40 }) }), { maxLength: 8 }), { maxLength: 30 }),
        ),
        (value) => {
          const short = compact(value, { drop: [] }, { ...view, tokensMax: 200 });
          expect(estimateTokens(JSON.stringify(short.value))).toBeLessThanOrEqual(
            Math.max(
              200,
              estimateTokens(JSON.stringify(Object.fromEntries(Object.keys(value).map((name) => [name, []])))) + 2,
            ),
          );
          if (JSON.stringify(short.value) !== JSON.stringify(value)) expect(short.notShown.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

test('tokens are counted on the safe side: sealed ones twice as dear as prose', () => {
  expect(estimateTokens('three words here')).toBe(6);
  expect(estimateTokens('A'.repeat(300))).toBe(200);
  expect(estimateTokens('ä')).toBe(1);
});
