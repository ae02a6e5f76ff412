import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The process's metrics; `/metrics` answers `registry`. A folder that counts something registers it here through these
 * makers, once.
 */
export interface Metrics {
  readonly registry: Registry;
  /** One counter for a name: who names it again adds to the same. */
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /**
   * `collect` is awaited at each look, before the gauge is read; where it fails the labels of the gauge are missing.
   * `ofAll` is the figure of several processes that share a port: 'sum' for what each has some of, 'max' for what is
   * the same in all and for the worst of them, 'min' for what is left.
   */
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
    collect?: () => Promise<void>,
    ofAll?: 'sum' | 'max' | 'min',
  ): Gauge;
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram;
}

/** A registry of its own for each app, with Node's process metrics (memory, event loop, garbage collection). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  addEventLoopDelay(registry);
  return {
    registry,
    counter(name, help, labels = []) {
      const known = registry.getSingleMetric(name);
      return known instanceof Counter ? known : new Counter({ name, help, labelNames: labels, registers });
    },
    gauge: (name, help, labels = [], collect = undefined, ofAll = 'sum') =>
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        aggregator: ofAll,
        ...(collect === undefined ? {} : { collect: orNothing(collect) }),
      }),
    histogram: (name, help, labels = [], buckets) =>
      new Histogram({
        name,
        help,
        labelNames: labels,
        registers,
        ...(buckets === undefined ? {} : { buckets: [...buckets] }),
      }),
  };
}

/** How often the event loop is sampled; a sample that comes late shows the delay of the loop. */
const LOOK_MS = 10;
const NANOSECONDS = 1e9;

/** How long whatever is ready to run has waited to run, since the last look at the metrics. */
function addEventLoopDelay(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
  delays.enable();
  const secondsOver = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - LOOK_MS / 1_000) || 0;
  new Gauge({
    name: 'bly_event_loop_delay_seconds',
    help: 'How long callbacks waited for the event loop since the last look: p50, p99 and the longest.',
    labelNames: ['quantile'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set({ quantile: '0.5' }, secondsOver(delays.percentile(50)));
      this.set({ quantile: '0.99' }, secondsOver(delays.percentile(99)));
      this.set({ quantile: '1' }, secondsOver(delays.max));
      delays.reset();
    },
  });
}

/** A number that cannot be had must not take the other numbers with it: its absence is the alarm. */
function orNothing(collect: () => Promise<void>) {
  return async function collectInto(this: Gauge): Promise<void> {
    this.reset();
    await collect().catch(() => this.reset());
  };
}
