import type { Counter } from 'prom-client';
import type { Metrics } from '../../platform/observability/metrics.ts';

/** What every supplier with a key counts. */
export interface SupplierCounters {
  /** Offers left out of searches, by `supplier` and `part`. */
  readonly unreadable: Counter;
  /** Orders that people have to look at, by `supplier` and `kind`. */
  readonly alarms: Counter;
  /** Callbacks, by `supplier` and `outcome`. */
  readonly callbacks: Counter;
}

/**
 * The counters of an app: the same ones for each supplier that names them. Alarms that a supplier names begin at 0:
 * Prometheus sees no increase in a series that begins at 1, and the first alarm would go unnoticed.
 */
export function createSupplierCounters(
  metrics: Pick<Metrics, 'counter'>,
  known?: { readonly supplier: string; readonly alarms: readonly string[] },
): SupplierCounters {
  const counters = registerCounters(metrics);
  for (const kind of known?.alarms ?? []) counters.alarms.inc({ supplier: known?.supplier ?? '', kind }, 0);
  return counters;
}

function registerCounters(metrics: Pick<Metrics, 'counter'>): SupplierCounters {
  return {
    unreadable: metrics.counter(
      'bly_supplier_unreadable_offers_total',
      'Offers of suppliers that were left out of searches, by supplier and the part that cannot be read.',
      ['supplier', 'part'],
    ),
    alarms: metrics.counter(
      'bly_supplier_order_alarms_total',
      'Orders at suppliers that people have to look at, by supplier and kind.',
      ['supplier', 'kind'],
    ),
    callbacks: metrics.counter(
      'bly_supplier_callbacks_total',
      'Callbacks of suppliers, by supplier and outcome: bookings, ignored, or why they were not believed.',
      ['supplier', 'outcome'],
    ),
  };
}
