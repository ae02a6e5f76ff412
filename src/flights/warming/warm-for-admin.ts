import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { App } from '../../context.ts';
import { readAdminArguments } from '../../platform/admin/admin-arguments.ts';
import { installationId } from '../../platform/ids.ts';
import { resolvePlace } from '../../places/resolve-place.ts';
import { addDays, todayIn } from '../../travel/dates.ts';
import { DAYS_AHEAD_MAX } from '../model/date-pairs.ts';
import { type LineProblem, planWarmJourneys, readRouteLines } from '../model/sampling/warm-journeys.ts';
import { observedReader, unpublishedSuppliers } from '../observed/observed-route.ts';
import { progressOf, warmStep, type WarmingProgress } from './warm-step.ts';
import { deleteOldWarmings, deleteWarming, insertWarming } from './warming-store.ts';

/** A file of this size holds some 100,000 lines. */
const FILE_CHARACTERS_MAX = 800_000;
const JOURNEYS_MAX = 50_000;
const STAY_DAYS_MAX = 90;
/** Wrong lines that are named one by one. */
const PROBLEMS_SHOWN = 20;
/** How long a list that ended can be seen, and one that did not can be gone on with. */
const KEPT_MS = 30 * 86_400_000;

const BeginRequest = z.object({
  routes: z.string().max(FILE_CHARACTERS_MAX, 'the file is larger than 800 kB'),
  days: z.int().min(1).max(DAYS_AHEAD_MAX),
  stayDays: z.int().min(0).max(STAY_DAYS_MAX).optional(),
  isAnew: z.boolean(),
});
const StepRequest = z.object({ name: z.string() });

/** What beginning answers: the list's name, by which its steps are taken, and how far it is already. */
export interface BegunWarming extends Omit<WarmingProgress, 'state' | 'retryAfterSeconds' | 'reason'> {
  readonly name: string;
}

/**
 * Begins the searches of `bly admin warm-fares`, or finds those that the same file, days and stay have begun before and
 * that have not ended. Throws with a sentence for the administrator: each wrong line by its number, or why nobody can
 * be asked.
 */
export async function beginWarmingForAdmin(app: App, args: unknown): Promise<BegunWarming> {
  const { routes: text, days, stayDays, isAnew } = readAdminArguments(BeginRequest, args);
  await assertAskable(app);
  const { routes, problems } = readRouteLines(text);
  const unknown = routes.flatMap(({ line, origin, destination }) => findUnknown(app, line, [origin, destination]));
  throwLines([...problems, ...unknown]);
  if (routes.length === 0) throw new Error('the file names no route');
  if (routes.length * days > JOURNEYS_MAX)
    throw new Error(`${routes.length} routes on ${days} days are more than ${JOURNEYS_MAX} searches: name fewer`);
  const pairs = routes.map(({ origin, destination }) => ({ origin, destination, stayDays }));
  const name = `command ${hashOf([pairs, days])}`;
  const now = app.clock.now();
  await deleteOldWarmings(app.db, new Date(now.getTime() - KEPT_MS));
  await deleteWarming(app.db, name, isAnew);
  const journeys = planWarmJourneys(pairs, addDays(todayIn('UTC', now), 1), days);
  const warming = await insertWarming(app.db, { name, createdAt: now, journeys, searchesMax: undefined });
  return { name, ...progressOf(warming) };
}

/** Takes one step of what was begun. Throws where it has ended meanwhile. */
export async function stepWarmingForAdmin(app: App, args: unknown): Promise<WarmingProgress> {
  const { name } = readAdminArguments(StepRequest, args);
  const progress = await warmStep(app, name, new AbortController().signal);
  if (progress === undefined) throw new Error('these searches have ended: begin again');
  return progress;
}

/** Whether some supplier that publishes no fares may be asked with the installation's own account. */
export async function isWarmable(app: App): Promise<boolean> {
  return (await observedReader(app, { organizationId: installationId }, undefined)).suppliers.length > 0;
}

async function assertAskable(app: App): Promise<void> {
  if (unpublishedSuppliers(app).length === 0)
    throw new Error('every flight supplier of this installation publishes its fares: there is nothing to search for');
  if (!(await isWarmable(app)))
    throw new Error(
      'no flight supplier can be asked with an account of the installation: its key is missing or refused',
    );
}

function findUnknown({ places }: App, line: number, codes: readonly string[]): readonly LineProblem[] {
  const code = codes.find((each) => resolvePlace(places, each, undefined).kind !== 'found');
  if (code !== undefined) return [{ line, problem: `no city or airport has the code ${code}.` }];
  const [from, to] = codes.map((each) => resolvePlace(places, each, undefined));
  return from?.kind === 'found' && to?.kind === 'found' && from.cityCode === to.cityCode
    ? [{ line, problem: `both ends are in ${from.cityCode}.` }]
    : [];
}

function throwLines(problems: readonly LineProblem[]): void {
  if (problems.length === 0) return;
  const shown = problems.toSorted((a, b) => a.line - b.line).slice(0, PROBLEMS_SHOWN);
  const more = problems.length > shown.length ? [`and ${problems.length - shown.length} more lines.`] : [];
  throw new Error(
    ['Nothing was searched.', ...shown.map(({ line, problem }) => `Line ${line}: ${problem}`), ...more].join('\n'),
  );
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, NAME_LENGTH);
}
const NAME_LENGTH = 22;
