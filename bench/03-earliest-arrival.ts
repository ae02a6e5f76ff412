import { createEarliestArrival, HORIZON_MINUTES } from '../simulator/itineraries/earliest-arrival.ts';
import { createConnectionScan } from './anchors/connection-scan.ts';
import { createSequence, loadEngine } from './engine.ts';
import { type Benchmark, interleave, median } from './harness.ts';

const target = 3;
const questions = 400;
const firstDay = Date.UTC(2027, 2, 1) / 86_400_000;
const daysAsked = 3;
/** Local days needed to hold every flight of the horizon, whatever the zone. */
const daysHeld = daysAsked + 6;
/** Pairs are drawn from the busier airports, most of which reach each other with two connections. */
const rankMax = 1_000;

/** Budget 3: one-to-one earliest arrival with at most two connections against a bare connection scan, same answers. */
export const earliestArrivalBenchmark: Benchmark = {
  number: 3,
  name: 'Earliest arrival, one to one, at most two connections, in the engine against a bare connection scan',
  async measure() {
    const facts = loadEngine();
    const engine = createEarliestArrival(facts);
    const scan = createConnectionScan(facts, firstDay - 1, daysHeld, HORIZON_MINUTES);
    const asked = randomQuestions(
      facts.atlas.airports.filter((airport) => airport.rank <= rankMax).map(({ index }) => index),
    );
    let reached = 0;
    for (const [origin, destination, minute] of asked) {
      const [ours, theirs] = [engine(origin, destination, minute), scan(origin, destination, minute)];
      if (ours !== theirs)
        throw new Error(`Airports ${origin} to ${destination} from ${minute}: ${ours} against ${theirs}`);
      if (ours !== undefined) reached += 1;
    }
    const perSecond = (answer: typeof engine) => async (): Promise<number> => {
      const start = performance.now();
      for (const [origin, destination, minute] of asked) answer(origin, destination, minute);
      return (1_000 * asked.length) / (performance.now() - start);
    };
    const rounds = await interleave([
      { name: 'engine', round: perSecond(engine) },
      { name: 'scan', round: perSecond(scan) },
    ]);
    const [ours, theirs] = [1_000 / median(rounds.get('engine') ?? []), 1_000 / median(rounds.get('scan') ?? [])];
    return {
      number: 3,
      name: this.name,
      target: `≤ ${target} ×`,
      result: `${(ours / theirs).toFixed(2)} ×`,
      isMet: ours / theirs <= target,
      detail: [
        `mean: engine ${ours.toFixed(3)} ms, scan ${theirs.toFixed(3)} ms`,
        `${asked.length} random airport pairs, ${reached} reached, all answers equal`,
      ],
    };
  },
};

function randomQuestions(airports: readonly number[]): readonly (readonly [number, number, number])[] {
  const next = createSequence(72);
  const drawn = (): number => airports[below(airports.length)] ?? 0;
  const below = (bound: number): number => Math.floor(next() * bound);
  return Array.from(
    { length: questions },
    () => [drawn(), drawn(), (firstDay + below(daysAsked)) * 1_440 + below(1_440)] as const,
  ).filter(([origin, destination]) => origin !== destination);
}
