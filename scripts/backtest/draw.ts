/** Repeatable chance: the same seed draws the same numbers, on every machine. */
export interface Draw {
  /** 0 up to 1. */
  uniform(): number;
  /** Evenly between two numbers. */
  between(low: number, high: number): number;
  /** Standard normal. */
  normal(): number;
  /** A count with this mean: Poisson's. */
  poisson(mean: number): number;
  /** True as often as told. */
  happens(chance: number): boolean;
}

/** Means from which a Poisson count is drawn as a rounded normal one. */
const POISSON_EXACT_MAX = 50;

/** Draws by mulberry32 (Ettinger 2017, public domain). */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const poisson = (mean: number): number => {
    if (mean > POISSON_EXACT_MAX) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const bound = Math.exp(-mean);
    let count = 0;
    for (let product = uniform(); product > bound; product *= uniform()) count += 1;
    return count;
  };
  return {
    uniform,
    normal,
    poisson,
    between: (low, high) => low + (high - low) * uniform(),
    happens: (chance) => uniform() < chance,
  };
}
