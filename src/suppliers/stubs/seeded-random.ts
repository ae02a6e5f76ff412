import { hashText, mix, unitOf } from '../../reference/hash.ts';

/** Chance that is the same in every run for the same seed. */
export interface SeededRandom {
  /** In [0, 1). */
  unit(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** Chance drawn from a seed: what is drawn depends on the seed and on how often was drawn before, on nothing else. */
export function createSeededRandom(seed: string): SeededRandom {
  const start = hashText(seed);
  let drawn = 0;
  const unit = (): number => {
    drawn += 1;
    return unitOf(mix(start, drawn));
  };
  const whole = (min: number, max: number): number => min + Math.floor(unit() * (max - min + 1));
  return { unit, whole, pick: (list) => list[whole(0, list.length - 1)] ?? list[0] };
}
