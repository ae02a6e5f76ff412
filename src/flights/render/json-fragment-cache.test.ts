import { expect, test } from 'vitest';
import { testWorld } from '../../../test/support/products/world.ts';
import { Fragments, fragmentsOf } from './json-fragment-cache.ts';

const textsOf = (...all: readonly Uint8Array[]) => all.map((bytes) => Buffer.from(bytes).toString());

test('a text is written once for each kind and key', () => {
  const fragments = new Fragments();
  let written = 0;
  const write = (text: string) => () => {
    written += 1;
    return `"${text}"`;
  };
  expect(
    textsOf(
      fragments.writeOnce('origin', 'CDG', write('a')),
      fragments.writeOnce('origin', 'CDG', write('b')),
      fragments.writeOnce('destination', 'CDG', write('ü漢')),
    ),
  ).toEqual(['"a"', '"a"', '"ü漢"']);
  expect(written).toBe(2);
  expect(
    textsOf(
      fragments.writePairOnce('origin', 'CDG', 'PAR', write('c')),
      fragments.writePairOnce('origin', 'CDG', 'PAR', write('d')),
      fragments.writePairOnce('origin', 'CDG', 'LON', write('e')),
    ),
  ).toEqual(['"c"', '"c"', '"e"']);
});

test('beyond the bound everything is written anew', () => {
  const fragments = new Fragments();
  for (let key = 0; key <= 8_000; key += 1) fragments.writeOnce('point', String(key), () => 'old');
  expect(
    textsOf(
      fragments.writeOnce('point', '8000', () => 'new'),
      fragments.writeOnce('point', '0', () => 'new'),
    ),
  ).toEqual(['old', 'new']);
});

test('languages and addresses share nothing', () => {
  const { places } = testWorld();
  const here = fragmentsOf({ places, publicUrl: 'https://a.example' });
  const others = [
    fragmentsOf({ places, publicUrl: 'https://b.example' }),
    fragmentsOf({ places: places.inLanguage('de'), publicUrl: 'https://a.example' }),
  ];
  expect([
    fragmentsOf({ places, publicUrl: 'https://a.example' }) === here,
    ...others.map((other) => other === here),
  ]).toEqual([true, false, false]);
});
