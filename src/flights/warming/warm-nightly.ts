import type { App } from '../../context.ts';
import { listMostSearched } from '../../demand/read/most-searched.ts';
import type { JobOutcome } from '../../platform/jobs/job.ts';
import { addDays, todayIn } from '../../travel/dates.ts';
import { planWarmJourneys } from '../model/sampling/warm-journeys.ts';
import { isWarmable } from './warm-for-admin.ts';
import { warmStep } from './warm-step.ts';
import { deleteOldWarmings, endWarming, insertWarming } from './warming-store.ts';

/** Seconds after midnight UTC at which a night's searches begin, and end whatever is left. */
const BEGINS_AT_SECONDS = 2 * 3_600;
const ENDS_AT_SECONDS = 6 * 3_600;
const DAY_SECONDS = 86_400;
/** Routes of a night, and the days of departure that are searched of each. */
const ROUTES_MAX = 50;
const DAYS_AHEAD = 60;
/** One run of the job takes steps for so long, then lets others run. */
const RUN_MS = 240_000;
/** After a step without an answer, and after a refusal for our share of the supplier, at the soonest. */
const STOPPED_AGAIN_SECONDS = 1_800;
/** A share that is used up for longer than this is used up for the night. */
const WAIT_MAX_SECONDS = 900;
const KEPT_MS = 30 * 86_400_000;

/**
 * Searches, by night, for fares of the routes that were asked for most: in production, where BLY_WARM_FARES_PER_NIGHT
 * allows any. What is chosen follows from what was asked for alone: the 50 routes and stays with the most searches of
 * the last two weeks that five organizations have made, on the next 60 days. Goes on where a killed run stopped.
 */
export async function warmNightly(app: App, signal: AbortSignal): Promise<JobOutcome> {
  const { warmFaresPerNight, environment } = app.config;
  if (warmFaresPerNight === 0 || environment !== 'production' || !(await isWarmable(app))) return tomorrow(app);
  const startedAtMs = performance.now();
  const second = secondOf(app.clock.now());
  if (second < BEGINS_AT_SECONDS || second >= ENDS_AT_SECONDS) return tomorrow(app);
  const name = `nightly ${todayIn('UTC', app.clock.now())}`;
  await planNight(app, name, warmFaresPerNight);
  while (!signal.aborted && performance.now() - startedAtMs < RUN_MS) {
    const progress = await warmStep(app, name, signal);
    if (progress === undefined || progress.state === 'ended') return await endNight(app, name);
    if (progress.state === 'waiting' && progress.retryAfterSeconds > WAIT_MAX_SECONDS) return await endNight(app, name);
    if (progress.state === 'stopped') return { runAgainInSeconds: STOPPED_AGAIN_SECONDS };
    if (progress.state !== 'going_on') return { runAgainInSeconds: progress.retryAfterSeconds };
  }
  return { runAgainInSeconds: 1 };
}

/** Stores the list of a night once: the first run chooses, the others go on with it. */
async function planNight(app: App, name: string, searchesMax: number): Promise<void> {
  const now = app.clock.now();
  const today = todayIn('UTC', now);
  await deleteOldWarmings(app.db, new Date(now.getTime() - KEPT_MS));
  const routes = await listMostSearched(app, { today, limit: ROUTES_MAX });
  const journeys = planWarmJourneys(routes, addDays(today, 1), DAYS_AHEAD);
  await insertWarming(app.db, { name, createdAt: now, journeys, searchesMax });
}

async function endNight(app: App, name: string): Promise<JobOutcome> {
  await endWarming(app.db, name, app.clock.now());
  return tomorrow(app);
}

function tomorrow(app: App): JobOutcome {
  const wait = BEGINS_AT_SECONDS - secondOf(app.clock.now());
  return { runAgainInSeconds: Math.ceil(wait > 0 ? wait : wait + DAY_SECONDS) };
}

function secondOf(now: Date): number {
  return (now.getTime() / 1_000) % DAY_SECONDS;
}
