import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import type { IsoDate } from '../travel/dates.ts';
import { addMonths, OBSERVATION_MONTHS_KEPT } from './model/partition-months.ts';
import { closedMonthRules, openMonthRules, recountMonth } from './roll-up.ts';
import { getProgress, listEventMonths, type UnitChanges } from './rollup-store.ts';

/** A month that was counted again, and what that changed. */
export interface RecomputedMonth {
  readonly month: IsoDate;
  readonly units: number;
  readonly slices: number;
  readonly changes: UnitChanges;
  readonly areSlicesChanged: boolean;
}

/**
 * Counts again every month whose events are all still there, oldest first; `now` is real time. Nothing changes unless counts were
 * damaged, or written by a version that counted otherwise. The oldest month that is kept is left alone: events of it that were
 * written late lie in the month before, which is gone.
 */
export async function recomputeDemand(db: Db, environment: Config['environment'], now: Date): Promise<readonly RecomputedMonth[]> {
  const today = now.toISOString().slice(0, 10);
  const from = addMonths(`${today.slice(0, 7)}-01`, 1 - OBSERVATION_MONTHS_KEPT);
  const { countedThrough } = await getProgress(db);
  const recomputed: RecomputedMonth[] = [];
  for (const month of await listEventMonths(db, from, today)) {
    // Nothing of a month is shown before its first day is closed.
    if (environment === 'production' && month > countedThrough) continue;
    recomputed.push(await recountMonth(db, environment === 'production' ? closedMonthRules(month, countedThrough) : openMonthRules(month)));
  }
  return recomputed;
}

/** One line for each month: how much there is, and what has changed. */
export function describeRecomputed(months: readonly RecomputedMonth[]): string {
  if (months.length === 0) return 'There are no events to count.';
  return months.map(({ month, units, slices, changes, areSlicesChanged }) => {
    const { added, removed, changed } = changes;
    const isSame = added + removed + changed === 0 && !areSlicesChanged;
    const difference = isSame ? 'as before' : `${added} units added, ${removed} removed, ${changed} changed${areSlicesChanged ? '' : '; slices as before'}`;
    return `${month.slice(0, 7)}: ${units} units, ${slices} slices: ${difference}`;
  }).join('\n');
}
