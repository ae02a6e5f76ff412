import type { ViewsHost } from './views-host.ts';
import { AUDIENCE_NAMES, formatPeriod, METRIC_NAMES } from './format.ts';
import { periodOf } from './state.ts';

/** What the page shows, in a line: `Searches for Rome from France, families · March 2026`. */
export function describeQuery(host: Pick<ViewsHost, 'state' | 'names' | 'today'>): string {
  const state = host.state();
  const to = state.destination ? `for ${host.names.of(state.destination)}` : 'for all destinations';
  const from = state.market ? ` from ${host.names.of(state.market)}` : '';
  const by = state.audience ? `, ${AUDIENCE_NAMES[state.audience].toLowerCase()}` : '';
  return `${METRIC_NAMES[state.metric]} ${to}${from}${by} · ${formatPeriod(periodOf(state, host.today()))}`;
}
