import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { App } from '../../context.ts';
import { describeDatabase } from '../../platform/db/server/name-database.ts';
import { asId, newId } from '../../platform/ids.ts';
import {
  claimReconcileRun,
  findReconcileRun,
  type ReconcileRun,
  releaseReconcileRun,
  type RunKind,
  saveReconcileRun,
} from './store-reconcile.ts';
import { added, checkChanged, checkPage, type CheckedPage, type Findings, FIRST_KEY } from './read-pages.ts';
import { collectInto, emptyFindings, type Found, type ReconcileReport } from './reconcile.ts';

/** One step of a run takes so long, and one page more: an administrator's question may take two minutes. */
const STEP_SECONDS = 20;
/** A process that has stored nothing for so long is gone. */
const CLAIM_SECONDS = 300;
/** The service may be at work while its rows are read one after the other: what is wrong is wrong twice. */
const AGAIN_AFTER_MS = 2_000;
/** A transaction that began before a run was started may have ended after it. */
const OVERLAP_SECONDS = 3_600;
/** How far back the first run over changes reaches; what is older, a full run proves. */
const FIRST_SINCE_SECONDS = 2 * 86_400;

/** Which run goes on; `isAnew`: it begins again from the first row. */
export const ReconcileStep = z.object({ kind: z.enum(['full', 'changed']), isAnew: z.boolean().default(false) });
/** What is asked of a step. */
export type ReconcileStep = z.infer<typeof ReconcileStep>;

/** How far a run has come. */
export interface ReconcileProgress {
  readonly isDone: boolean;
  /** Another process is at it. */
  readonly isBusy: boolean;
  /** When the run was started: earlier than this step where it was resumed. */
  readonly startedAt: string;
  readonly part: ReconcileRun['part'];
  /** Which database is proven, as people name it. */
  readonly database: string;
  readonly report: ReconcileReport;
}

/**
 * Goes on with a run for some seconds, from where it or a process before it stopped, and stores how far it has come
 * after each page. A run that is done is followed by a new one. Problems are looked at twice.
 */
export async function stepReconcile(
  app: App,
  { kind, isAnew }: ReconcileStep,
  signal?: AbortSignal,
): Promise<ReconcileProgress> {
  const claim = newId('request');
  const now = app.clock.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1_000);
  const isFree = await claimReconcileRun(app.db, kind, { now, until, claim });
  const known = await findReconcileRun(app.db, kind);
  if (!isFree) return progressOf(app, known ?? beginRun(kind, now, undefined), true);
  try {
    let run = known === undefined || isAnew || known.finishedAt !== undefined ? beginRun(kind, now, known) : known;
    const end = now.getTime() + STEP_SECONDS * 1_000;
    const recheck = run.afterId === '' && kind === 'changed' ? tripsOf(known) : [];
    if (recheck.length > 0) run = await recheckTrips(app, run, recheck);
    while (run.finishedAt === undefined && app.clock.now().getTime() < end && signal?.aborted !== true) {
      run = await nextPage(app, run);
      if (!(await saveReconcileRun(app.db, run, claim))) return progressOf(app, run, true);
    }
    return progressOf(app, run, false);
  } finally {
    await releaseReconcileRun(app.db, kind, claim);
  }
}

function beginRun(kind: RunKind, now: Date, before: ReconcileRun | undefined): ReconcileRun {
  const since =
    before?.finishedAt === undefined
      ? (before?.since ?? secondsBefore(now, FIRST_SINCE_SECONDS))
      : secondsBefore(before.startedAt, OVERLAP_SECONDS);
  return {
    kind,
    startedAt: now,
    since,
    part: kind === 'full' ? 'bookings' : 'changed',
    afterOrganization: FIRST_KEY.organizationId,
    afterId: FIRST_KEY.id,
    bookings: 0,
    payments: 0,
    trips: 0,
    findings: emptyFindings(),
    finishedAt: undefined,
  };
}

/** What did not agree at the end of the run before may have changed in nothing that a run over changes looks at. */
function tripsOf(
  before: ReconcileRun | undefined,
): readonly { readonly organizationId: string; readonly tripId: string }[] {
  if (before?.finishedAt === undefined) return [];
  const { problems, unchecked } = before.findings;
  return [...new Map([...problems, ...unchecked].map((one) => [`${one.organizationId} ${one.tripId}`, one])).values()];
}

async function recheckTrips(
  app: App,
  run: ReconcileRun,
  trips: readonly { readonly organizationId: string; readonly tripId: string }[],
): Promise<ReconcileRun> {
  const found = emptyFindings();
  let after = run;
  for (const [organizationId, group] of Map.groupBy(trips, (trip) => trip.organizationId)) {
    const tripIds = group.map(({ tripId }) => tripId);
    const findings = collectInto(app, found, { rows: app.db, lookUpSeconds: STEP_SECONDS });
    const counts = await checkChanged(app, asId('organization', organizationId), { tripIds, findings });
    after = { ...after, ...added(after, counts) };
  }
  return { ...after, findings: merge(after.findings, found) };
}

async function nextPage(app: App, run: ReconcileRun): Promise<ReconcileRun> {
  const { page, found } = await checkTwice(app, run);
  if (page === undefined) return endPart(app, run);
  return {
    ...run,
    ...added(run, page.counts),
    afterOrganization: page.last.organizationId,
    afterId: page.last.id,
    findings: merge(run.findings, found),
  };
}

async function checkTwice(app: App, run: ReconcileRun): Promise<{ readonly page: CheckedPage; readonly found: Found }> {
  const first = emptyFindings();
  const page = await check(app, run, collectInto(app, first, { rows: app.reads.recent, lookUpSeconds: STEP_SECONDS }));
  if (first.problems.length === 0) return { page, found: first };
  await wait(AGAIN_AFTER_MS);
  const second = emptyFindings();
  await check(app, run, collectInto(app, second, { rows: app.db, lookUpSeconds: STEP_SECONDS }));
  const seen = new Set(first.problems.map(({ subject, problem }) => `${subject} ${problem}`));
  const problems = second.problems.filter(({ subject, problem }) => seen.has(`${subject} ${problem}`));
  return { page, found: { ...first, problems } };
}

function check(app: App, run: ReconcileRun, findings: Findings): Promise<CheckedPage> {
  const after = { organizationId: run.afterOrganization, id: run.afterId };
  return checkPage(app, { part: run.part, after, since: run.since }, findings);
}

const NEXT_PART = { bookings: 'payments', payments: 'trips', trips: undefined, changed: undefined } as const;

function endPart(app: App, run: ReconcileRun): ReconcileRun {
  const part = NEXT_PART[run.part];
  if (part === undefined) return { ...run, finishedAt: app.clock.now() };
  return { ...run, part, afterOrganization: FIRST_KEY.organizationId, afterId: FIRST_KEY.id };
}

const FOUND_MAX = 1_000;

function merge(one: Found, other: Found): Found {
  const both = (key: keyof Found) => {
    const all = [...one[key], ...other[key]].map(
      (problem) => [`${problem.subject} ${problem.problem}`, problem] as const,
    );
    return [...new Map(all).values()].slice(0, FOUND_MAX);
  };
  return { problems: both('problems'), unchecked: both('unchecked'), drifted: both('drifted') };
}

function progressOf(app: App, run: ReconcileRun, isBusy: boolean): ReconcileProgress {
  const { bookings, payments, trips, findings, part } = run;
  return {
    isDone: run.finishedAt !== undefined,
    isBusy,
    startedAt: run.startedAt.toISOString(),
    part,
    database: describeDatabase(app.config),
    report: { bookings, payments, trips, ...findings },
  };
}

function secondsBefore(at: Date, seconds: number): Date {
  return new Date(at.getTime() - seconds * 1_000);
}
