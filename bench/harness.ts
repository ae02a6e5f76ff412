/** One side of a comparison: a name and a way to run one round of it, answering its rate (higher is better). */
export interface Contender {
  readonly name: string;
  round(): Promise<number>;
}

/** One figure of design section 8: what it is, what it must reach, how it came out. */
export interface Figure {
  readonly number: number;
  readonly name: string;
  readonly target: string;
  readonly result: string;
  readonly isMet: boolean;
  readonly detail: readonly string[];
}

/** A benchmark: measures one figure against the anchor in the same run. */
export interface Benchmark {
  readonly number: number;
  readonly name: string;
  measure(): Promise<Figure>;
}

const roundsDefault = 3;

/** Runs contenders in turn, A B A B …, so that a machine that slows down slows both; answers each one's rounds. */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number = roundsDefault,
): Promise<Map<string, number[]>> {
  const results = new Map<string, number[]>(contenders.map((contender) => [contender.name, []]));
  for (const contender of contenders) await contender.round(); // Warm-up: not counted.
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) results.get(contender.name)?.push(await contender.round());
  }
  return results;
}

/** The middle value; of an even number the lower middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value below which `fraction` of the values lie. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

/** A share as people read it. */
export function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}

/** Runs `work` until `seconds` have passed with `inFlight` loops at once; answers completions per second. */
export async function ratePerSecond(
  work: () => Promise<void>,
  options: { readonly seconds: number; readonly inFlight: number },
): Promise<number> {
  const end = performance.now() + options.seconds * 1_000;
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: options.inFlight }, async () => {
      while (performance.now() < end) {
        await work();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - start) / 1_000);
}
