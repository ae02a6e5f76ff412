import type { Explorer } from './explorer.ts';
import { AUDIENCE_NAMES, formatPeriod, METRIC_NAMES } from './format.ts';
import { periodOf } from './state.ts';

/** What the page shows, in a line: `Searches for Rome from France, families · March 2026`. */
export function describeQuery(explorer: Pick<Explorer, 'state' | 'names' | 'today'>): string {
  const state = explorer.state();
  const to = state.destination ? `for ${explorer.names.of(state.destination)}` : 'for all destinations';
  const from = state.market ? ` from ${explorer.names.of(state.market)}` : '';
  const by = state.audience ? `, ${AUDIENCE_NAMES[state.audience].toLowerCase()}` : '';
  return `${METRIC_NAMES[state.metric]} ${to}${from}${by} · ${formatPeriod(periodOf(state, explorer.today()))}`;
}
