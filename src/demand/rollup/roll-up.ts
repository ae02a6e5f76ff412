import type { App } from '../../context.ts';
import type { Config } from '../../platform/config.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { addDays, daysBetween, type IsoDate } from '../../travel/dates.ts';
import { createSliceBuilder, type SliceAxis } from '../model/counts/build-slices.ts';
import { addMonths, OBSERVATION_MONTHS_KEPT } from '../model/partition-months.ts';
import { countUnitsInParts } from './rollup-parts-store.ts';
import {
  closeDays,
  compareUnits,
  countUnits,
  deleteCallerKeysBefore,
  getProgress,
  letOthersRun,
  listEventMonths,
  listUncountedMonths,
  lockRollUp,
  noteCounted,
  readUnits,
  replaceUnits,
  type RollUpRules,
  type UnitChanges,
} from './rollup-store.ts';
import { digestSlices, replaceSlices } from './slice-store.ts';
import { CALLERS_MIN } from '../model/callers-min.ts';

/** A day is closed so long after its end: what was held in memory at midnight is written by then. */
const CLOSING_DELAY_MS = 3_600_000;
/** A closed day is counted by then; a run takes well under a minute. */
const COUNTING_DELAY_MS = 900_000;
const AXES: readonly SliceAxis[] = ['destination', 'market'];

/** A month as it was counted. */
export interface MonthCount {
  readonly month: IsoDate;
  readonly units: number;
  readonly slices: number;
}

/** A month that was counted again, and what that changed. */
export interface Recount extends MonthCount {
  readonly changes: UnitChanges;
  readonly areSlicesChanged: boolean;
}

/**
 * Counts what is not counted yet, by real time. In production days that ended an hour ago are closed first, for good,
 * and only closed days are counted; in the sandbox everything is counted at once. Answers the months that were counted.
 * Safe to run at any time, in several processes, and to break off anywhere: what was not finished is done by the next
 * run.
 */
export async function rollUpDemand(app: App): Promise<readonly MonthCount[]> {
  const closable = lastClosableDay(app.clock.now());
  await app.db.transaction(async (tx) => {
    if (app.config.environment === 'production') await closeDays(tx, closable);
    await deleteCallerKeysBefore(tx, monthOf(addDays(closable, 1)));
  });
  return app.config.environment === 'production' ? countClosedDays(app.db) : countOpenMonths(app);
}

/** The last UTC day that may be closed: it ended an hour ago or more. */
export function lastClosableDay(now: Date): IsoDate {
  return addDays(new Date(now.getTime() - CLOSING_DELAY_MS).toISOString().slice(0, 10), -1);
}

/**
 * Deletes the keys of callers of past months, whether or not their days could be closed; `now` is real time. An hour
 * after the closing of a month, which does it as well, so that what is written around midnight still finds its key.
 */
export async function deletePastCallerKeys(db: Db, now: Date): Promise<void> {
  await deleteCallerKeysBefore(db, monthOf(addDays(lastClosableDay(new Date(now.getTime() - CLOSING_DELAY_MS)), 1)));
}

/**
 * Days that should be counted and are not: 0 in the sandbox, and for a quarter of an hour after a day was closed; `now`
 * is real time.
 */
export async function countUncountedDays(app: Pick<App, 'db' | 'config'>, now: Date): Promise<number> {
  if (app.config.environment !== 'production') return 0;
  const { countedThrough } = await getProgress(app.db);
  return Math.max(0, daysBetween(countedThrough, lastClosableDay(new Date(now.getTime() - COUNTING_DELAY_MS))));
}

/** When the next day will be closed. */
export function nextClosing(now: Date): Date {
  return new Date(Date.parse(addDays(lastClosableDay(now), 2)) + CLOSING_DELAY_MS);
}

/**
 * Counts a month anew from its events by these rules and puts the result in the place of what there was, all of it at
 * once. Where days are closed the rules must be read under the lock (`countClosedDays`): this is for the sandbox, tests
 * and measurements.
 */
export async function rollUpMonth(db: Db, rules: RollUpRules): Promise<MonthCount> {
  return db.transaction(async (tx) => {
    await lockRollUp(tx);
    return count(tx, db.kind, rules);
  });
}

/**
 * Counts a month again as far as it is counted now, and answers what that has changed: nothing, unless something was
 * wrong. Undefined in production for a month of which no day is counted.
 */
export async function recountMonth(
  db: Db,
  environment: Config['environment'],
  month: IsoDate,
): Promise<Recount | undefined> {
  return db.transaction(async (tx) => {
    await lockRollUp(tx);
    // Under the lock: anyone who was before us may have counted more days since.
    const { countedThrough } = await getProgress(tx);
    if (environment === 'production' && month > countedThrough) return undefined;
    const before = await digestSlices(tx, month);
    let changes: UnitChanges = { added: 0, removed: 0, changed: 0 };
    const rules = environment === 'production' ? closedMonthRules(month, countedThrough) : openMonthRules(month);
    const counted = await count(tx, db.kind, rules, async () => {
      changes = await compareUnits(tx, month);
    });
    return { ...counted, changes, areSlicesChanged: before !== (await digestSlices(tx, month)) };
  });
}

/** The rules of production for a month of which the days up to `through` are closed. */
export function closedMonthRules(month: IsoDate, through: IsoDate): RollUpRules {
  return { month, through, callersMin: CALLERS_MIN.production, isOver: through >= addDays(addMonths(month, 1), -1) };
}

/** The rules of the sandbox: everything, at once. */
export function openMonthRules(month: IsoDate): RollUpRules {
  return { month, through: undefined, callersMin: CALLERS_MIN.sandbox, isOver: false };
}

async function countClosedDays(db: Db): Promise<readonly MonthCount[]> {
  const counted: MonthCount[] = [];
  for (let next = await countNextMonth(db); next !== undefined; next = await countNextMonth(db)) counted.push(next);
  return counted;
}

/**
 * Counts the oldest month that has closed days not counted yet, and notes how far that is with it; undefined where
 * there is none. What is to be done is read under the lock: from what was read before it a day that others count
 * meanwhile would be taken out again.
 */
async function countNextMonth(db: Db): Promise<MonthCount | undefined> {
  return db.transaction(async (tx) => {
    await lockRollUp(tx);
    const { closedThrough, countedThrough } = await getProgress(tx);
    const [month, later] =
      countedThrough < closedThrough ? await listEventMonths(tx, addDays(countedThrough, 1), closedThrough) : [];
    const counted = month === undefined ? undefined : await count(tx, db.kind, closedMonthRules(month, closedThrough));
    await noteCounted(tx, later === undefined ? closedThrough : addDays(later, -1));
    return counted;
  });
}

/** Databases of which this process has looked at every month. */
const lookedThrough = new WeakSet<object>();

/**
 * Events are written into this month, or just after midnight into the last: no others are looked at, but by the first
 * run of a process, which finds what was left when the last one stopped. Where events are gone counts stay.
 */
async function countOpenMonths({ db, clock }: App): Promise<readonly MonthCount[]> {
  const month = monthOf(clock.now().toISOString());
  const usual = addMonths(month, -1);
  const isFirst = !lookedThrough.has(db.scope);
  // As in `recomputeDemand`: of the oldest month not every event is left.
  const from = isFirst ? addMonths(month, 1 - OBSERVATION_MONTHS_KEPT) : usual;
  const retained = isFirst ? await listEventMonths(db, from, month) : [];
  const counted: MonthCount[] = [];
  for (const one of await listUncountedMonths(db, from)) {
    if (one >= usual || retained.includes(one)) counted.push(await rollUpMonth(db, openMonthRules(one)));
  }
  lookedThrough.add(db.scope);
  return counted;
}

async function count(tx: Tx, kind: Db['kind'], rules: RollUpRules, compare?: () => Promise<void>): Promise<MonthCount> {
  if (kind === 'embedded' && rules.callersMin === 1) await countUnitsInParts(tx, rules);
  else await countUnits(tx, rules);
  await compare?.();
  await letOthersRun();
  const units = await replaceUnits(tx, rules.month);
  const writer = await replaceSlices(tx, rules.month);
  for (const axis of AXES) {
    const builder = createSliceBuilder(axis);
    for await (const some of readUnits(tx, axis)) {
      for (const unit of some) {
        const done = builder.add(unit);
        if (done.length > 0) await writer.write(done);
      }
    }
    await writer.write(builder.end());
  }
  return { month: rules.month, units, slices: await writer.end() };
}

function monthOf(day: string): IsoDate {
  return `${day.slice(0, 7)}-01`;
}
