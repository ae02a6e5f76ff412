import { expect, test } from 'vitest';
import { drawName, findHandles, nameTokens } from './handles.ts';

const token = (prefix: string, letter: string) => `${prefix}_${letter.repeat(300)}`;

test('tokens become handles by their place: an offer its letter, what is in it a number', () => {
  const answer = {
    live_offers: [
      { offer_token: token('oft', 'a'), fares: [{ trip_item_token: token('tit', 'b') }] },
      { offer_token: token('oft', 'c'), fares: [{ trip_item_token: token('tit', 'd') }, { trip_item_token: 'short' }] },
    ],
    checkout_url: token('tit', 'e'),
  };
  const { value, tokens } = nameTokens(answer, 'f3k7m');
  expect(value).toEqual({
    live_offers: [
      { offer_token: 'f3k7m-a', fares: [{ trip_item_token: 'f3k7m-a1' }] },
      { offer_token: 'f3k7m-b', fares: [{ trip_item_token: 'f3k7m-b1' }, { trip_item_token: 'short' }] },
    ],
    checkout_url: answer.checkout_url,
  });
  expect(tokens).toEqual({
    a: token('oft', 'a'),
    a1: token('tit', 'b'),
    b: token('oft', 'c'),
    b1: token('tit', 'd'),
  });
  const many = { offers: Array.from({ length: 60 }, (_, index) => ({ offer_id: token('car', String(index % 10)) })) };
  const named = nameTokens(many, 'c3k7m');
  expect(Object.keys(named.tokens)).toHaveLength(60);
  expect(Object.keys(named.tokens).slice(24, 28)).toEqual(['y', 'z', 'aa', 'ab']);
});

test('names are of the kind of their offers, and hardly ever the same', () => {
  const names = Array.from({ length: 200 }, () => drawName({ hotels: [{ rates: [{ offer_id: token('htl', 'a') }] }] }));
  for (const name of names) expect(name).toMatch(/^h[2-9][2-9a-z]{3}$/);
  expect(new Set(names).size).toBeGreaterThan(190);
  expect(drawName({ offers: [{ offer_id: token('exo', 'a') }] })).toMatch(/^x/);
});

test('handles are looked for where tokens belong, and nowhere else', () => {
  const nested = JSON.parse(`${'{"token":'.repeat(40)}"f3k7m-a1"${'}'.repeat(40)}`);
  expect(
    findHandles({
      add_item: { trip_item_token: ' F3K7M-B2 ' },
      offer_ids: ['f3k7m-a1'],
      last_name: 'f3k7m-a1',
      ancillaries: [{ offer_id: 'heavy-0' }, { offer_id: 'x3k7m-1' }],
      nested,
    }),
  ).toEqual([
    { path: 'add_item.trip_item_token', name: 'f3k7m', suffix: 'b2' },
    { path: 'ancillaries[1].offer_id', name: 'x3k7m', suffix: '1' },
  ]);
});
