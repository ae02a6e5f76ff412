import type { Counter } from 'prom-client';
import type { App } from '../../context.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';

/** How a look-up on a page ended: `proof` asked for one detail more, `refused` was one too many. */
export type LookUpOutcome = 'found' | 'not_found' | 'proof' | 'refused';

const counters = new WeakMap<Metrics, Counter>();

/** Counts a guest's look-up on a page for the alert on guessing (docs/runbook.md). */
export function recordLookUp({ metrics }: Pick<App, 'metrics'>, outcome: LookUpOutcome): void {
  const counter =
    counters.get(metrics) ??
    metrics.counter('bly_guest_lookups_total', "Guests' look-ups on /manage by how they ended.", ['outcome']);
  counters.set(metrics, counter);
  counter.inc({ outcome });
}
