import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The process's metrics; `/metrics` answers `registry`. A folder that counts something registers it here through these makers, once. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** `collect` is awaited at each look, before the gauge is read; where it fails the labels of the gauge are missing. */
  gauge(name: string, help: string, labels?: readonly string[], collect?: () => Promise<void>): Gauge;
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram;
}

/** A registry of its own for each app, with Node's process metrics (memory, event loop, garbage collection). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: labels, registers }),
    gauge: (name, help, labels = [], collect) => new Gauge({ name, help, labelNames: labels, registers, ...(collect === undefined ? {} : { collect: orNothing(collect) }) }),
    histogram: (name, help, labels = [], buckets) =>
      new Histogram({ name, help, labelNames: labels, registers, ...(buckets === undefined ? {} : { buckets: [...buckets] }) }),
  };
}

/** A number that cannot be had must not take the other numbers with it: its absence is the alarm. */
function orNothing(collect: () => Promise<void>) {
  return async function collectInto(this: Gauge): Promise<void> {
    this.reset();
    await collect().catch(() => this.reset());
  };
}
