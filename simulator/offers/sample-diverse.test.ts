import { expect, test } from 'vitest';
import { type Measures, pickable, pickFairly } from './sample-diverse.ts';

interface Item {
  readonly name: number;
  readonly price: number;
  readonly minutes: number;
  readonly stops: number;
  readonly carrier: number;
}

const MEASURES: Measures<Item> = {
  price: ({ price }) => price,
  cost: ({ price, minutes }) => price + minutes / 4,
  minutes: ({ minutes }) => minutes,
  stops: ({ stops }) => stops,
  carrier: ({ carrier }) => carrier,
};

/** Items that differ little, so that many are equal in something. */
function drawItems(seed: number, count: number): readonly Item[] {
  let state = seed;
  const draw = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: count }, (_, name) => ({
    name,
    price: 100 + draw(80),
    minutes: 60 + draw(50),
    stops: draw(3),
    carrier: draw(12),
  }));
}

test('the same is picked of what is pickable of the parts as of the whole', () => {
  let left = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const parts = Array.from({ length: 5 }, (_, part) => drawItems(seed * 10 + part, 20 + ((seed * 7 + part) % 120)));
    const max = 1 + (seed % 30);
    const pickableOnes = parts.flatMap((part) => pickable(part, max, MEASURES));
    left += parts.flat().length - pickableOnes.length;
    expect(pickFairly(pickableOnes, max, MEASURES)).toEqual(pickFairly(parts.flat(), max, MEASURES));
  }
  expect(left).toBeGreaterThan(50_000);
});
