import { AggregatorRegistry } from 'prom-client';

/** Who has not answered by then is left out of that answer. */
const deadlineMs = 2_000;

/** One request for the metrics of all children. */
interface Round {
  readonly found: object[][];
  missing: number;
  finish(): void;
}

/** Gathers the metrics of all children. */
export interface MetricsGathering {
  /** Asks `ask(id)` of so many children; the text of all that answer `add` in time, in Prometheus' format. */
  gather(children: number, ask: (id: number) => void): Promise<string>;
  /** What one child answered to round `id`; a late one is dropped. */
  add(id: number, metrics: object[]): void;
}

/** Counters and histograms are added up, gauges as they are declared (`Metrics.gauge`). */
export function createMetricsGathering(): MetricsGathering {
  const rounds = new Map<number, Round>();
  let nextId = 0;
  return {
    async gather(children, ask) {
      const id = nextId;
      nextId += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      const round: Round = { found: [], missing: children, finish: resolve };
      rounds.set(id, round);
      const timer = setTimeout(resolve, deadlineMs);
      ask(id);
      if (children === 0) resolve();
      await promise;
      clearTimeout(timer);
      rounds.delete(id);
      return await AggregatorRegistry.aggregate(round.found).metrics();
    },
    add(id, metrics) {
      const round = rounds.get(id);
      if (round === undefined) return;
      round.found.push(metrics);
      round.missing -= 1;
      if (round.missing === 0) round.finish();
    },
  };
}
