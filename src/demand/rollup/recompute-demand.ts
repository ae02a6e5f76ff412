import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { addMonths, OBSERVATION_MONTHS_KEPT } from '../model/partition-months.ts';
import { type Recount, recountMonth } from './roll-up.ts';
import { listEventMonths } from './rollup-store.ts';

/**
 * Counts again every month whose events are all still there, oldest first; `now` is real time. Nothing changes unless
 * counts were damaged, or written by a version that counted otherwise. The oldest month that is stored is left alone:
 * events of it that were written late lie in the month before, which is gone.
 */
export async function recomputeDemand(
  db: Db,
  environment: Config['environment'],
  now: Date,
): Promise<readonly Recount[]> {
  const today = now.toISOString().slice(0, 10);
  const from = addMonths(`${today.slice(0, 7)}-01`, 1 - OBSERVATION_MONTHS_KEPT);
  const recomputed: Recount[] = [];
  for (const month of await listEventMonths(db, from, today)) {
    const recount = await recountMonth(db, environment, month);
    if (recount !== undefined) recomputed.push(recount);
  }
  return recomputed;
}

/** One line for each month: how much there is, and what has changed. */
export function describeRecomputed(months: readonly Recount[]): string {
  if (months.length === 0) return 'There are no events to count.';
  return months
    .map(({ month, units, slices, changes, areSlicesChanged }) => {
      const { added, removed, changed } = changes;
      const isSame = added + removed + changed === 0 && !areSlicesChanged;
      const difference = isSame
        ? 'as before'
        : `${added} units added, ${removed} removed, ${changed} changed${areSlicesChanged ? '' : '; slices as before'}`;
      return `${month.slice(0, 7)}: ${units} units, ${slices} slices: ${difference}`;
    })
    .join('\n');
}
