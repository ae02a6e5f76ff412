import type { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The process's metrics; `/metrics` answers `registry`. A folder that counts something registers it here through these makers, once. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(name: string, help: string, labels?: readonly string[]): Gauge;
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram;
}
