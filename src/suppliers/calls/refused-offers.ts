import type { Counter } from 'prom-client';
import type { Metrics } from '../../platform/observability/metrics.ts';
import type { SuppliedKind } from './find-supplier.ts';

/**
 * What the check at the door leaves of an offer. `offer` undefined: nothing, it cannot be sold. `refused`: a reason for
 * each part that cannot, or for the whole; short words, the same for every offer with that fault.
 */
export interface CheckedOffer<Offer> {
  readonly offer: Offer | undefined;
  readonly refused: readonly string[];
}

const counters = new WeakMap<Metrics, Counter>();

/** Counts offers, and rates of a hotel, that a supplier answered and that cannot be sold. */
export function countRefused(
  metrics: Metrics,
  {
    kind,
    provider,
    reasons,
  }: { readonly kind: SuppliedKind; readonly provider: string; readonly reasons: readonly string[] },
): void {
  const counter =
    counters.get(metrics) ??
    metrics.counter(
      'bly_supplier_refused_offers_total',
      'Offers and rates that suppliers answered and that cannot be sold, by the reason.',
      ['kind', 'provider', 'reason'],
    );
  counters.set(metrics, counter);
  for (const reason of reasons) counter.inc({ kind, provider, reason });
}
