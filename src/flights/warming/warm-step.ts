import { randomUUID } from 'node:crypto';
import type { App } from '../../context.ts';
import { installationId } from '../../platform/ids.ts';
import { resolvePlace } from '../../places/resolve-place.ts';
import type { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import { addDays, todayIn } from '../../travel/dates.ts';
import { NO_PASSENGERS } from '../../travel/passengers.ts';
import { SEARCHES_AT_ONCE, searchMissingFares } from '../discovery/search-missing-fares.ts';
import type { MissingFare } from '../model/day-coverage.ts';
import { toStoredDates } from '../model/observed-fare.ts';
import type { WarmJourney } from '../model/sampling/warm-journeys.ts';
import { observedReader, observedRoute } from '../observed/observed-route.ts';
import { beginSearches, finishStep, type StepLease, takeStep, type Warming } from './warming-store.ts';

/** Journeys looked at in one step; of those that are not known, so many are searched as run at once. */
const JOURNEYS_PER_STEP = 120;
/** A fare that anybody may see and that is younger than this is not searched again. */
const FRESH_MS = 24 * 3_600_000;
/** Longer than the searches of one step can take: after that its process is taken for dead. */
const LEASE_MS = 60_000;
const STEP_MS = 20_000;
/** What is searched for: one adult in economy, as discovery asks where nothing else is said. */
const PARTY = { passengers: { ...NO_PASSENGERS, adt: 1 }, ages: undefined, cabinClass: 'economy' } as const;

/** How far a list is after a step, and what comes next. */
export interface WarmingProgress extends Pick<Warming, 'total' | 'answered' | 'failed' | 'skipped'> {
  /** Journeys done with. */
  readonly done: number;
  /** Searches under way when a process ended: nobody knows whether they were answered, and they are not repeated. */
  readonly unknown: number;
  /**
   * `going_on`: take the next step. `waiting`: our share of the supplier is used up for `retryAfterSeconds`. `busy`:
   * another process is at it. `stopped`: no search of this step was answered. `ended`: nothing is left to do.
   */
  readonly state: 'going_on' | 'waiting' | 'busy' | 'stopped' | 'ended';
  readonly retryAfterSeconds: number;
  /** In words of the supplier or of our limits. */
  readonly reason: string | undefined;
}

/**
 * Takes one step of a list: passes over what is known or has departed, then makes up to six searches for the
 * installation. That they begin is committed first. A search that was begun is never made again, whatever became of
 * its answer; one that is proven never sent goes to the end of the list. One process at a time; undefined where there
 * is no such list that has not ended.
 */
export async function warmStep(app: App, name: string, signal: AbortSignal): Promise<WarmingProgress | undefined> {
  const step: StepLease = { name, lease: randomUUID() };
  const now = app.clock.now();
  const taken = await takeStep(app.db, step, {
    now,
    leasedUntil: new Date(now.getTime() + LEASE_MS),
    count: JOURNEYS_PER_STEP,
  });
  if (taken === undefined) return undefined;
  if ('busyUntil' in taken) return busy(taken.busyUntil, now);
  const { searchesMax = Number.POSITIVE_INFINITY, begun } = taken.warming;
  const chosen = await chooseJourneys(app, taken.journeys, Math.min(SEARCHES_AT_ONCE, searchesMax - begun));
  if (!(await beginSearches(app.db, step, { ...chosen, begun: chosen.searches.length }))) return busy(now, now);
  const outcome = await search(app, chosen.searches, signal);
  await app.observedFares.settle();
  const warming = await finishStep(app.db, step, outcome, app.clock.now());
  return warming === undefined ? busy(now, now) : describe(warming, outcome);
}

interface Search {
  readonly journey: WarmJourney;
  readonly fare: MissingFare;
}

interface ChosenJourneys {
  readonly looked: number;
  readonly skipped: number;
  readonly searches: readonly Search[];
}

/** The first journeys that are not known, at most `searchesMax`, and how many were looked at to find them. */
async function chooseJourneys(
  app: App,
  journeys: readonly WarmJourney[],
  searchesMax: number,
): Promise<ChosenJourneys> {
  if (searchesMax <= 0) return { looked: 0, skipped: 0, searches: [] };
  const now = app.clock.now();
  const reader = await observedReader(app, { organizationId: installationId }, undefined);
  const tomorrow = addDays(todayIn('UTC', now), 1);
  const found = journeys.map((journey) => (journey.departureDate < tomorrow ? undefined : toMissing(app, journey)));
  const keyed = found.flatMap((fare, position) => (fare === undefined ? [] : [{ fare, position }]));
  const known = await app.observedFares.findKnown(
    keyed.map(({ fare }) => ({
      ...observedRoute(app, [fare.origin, fare.destination], PARTY),
      ...toStoredDates(fare.dates),
    })),
    new Date(now.getTime() - FRESH_MS),
    reader,
  );
  const wanted = keyed.filter((_, index) => !known.has(index)).slice(0, searchesMax);
  const last = wanted.at(-1);
  const looked = wanted.length < searchesMax || last === undefined ? journeys.length : last.position + 1;
  const searches = wanted.flatMap(({ fare, position }) => {
    const journey = journeys[position];
    return journey === undefined ? [] : [{ journey, fare }];
  });
  return { looked, skipped: looked - searches.length, searches };
}

/** The journey as a search; undefined where one of its places is not known any more. */
function toMissing(
  { places }: App,
  { origin, destination, departureDate, stayDays }: WarmJourney,
): MissingFare | undefined {
  const [from, to] = [resolvePlace(places, origin, undefined), resolvePlace(places, destination, undefined)];
  if (from.kind !== 'found' || to.kind !== 'found') return undefined;
  return {
    origin: { cityCode: from.cityCode, airports: from.airports.map(({ iata }) => iata) },
    destination: { cityCode: to.cityCode, airports: to.airports.map(({ iata }) => iata) },
    dates: { departure: departureDate, return: stayDays === undefined ? undefined : addDays(departureDate, stayDays) },
  };
}

interface SearchedStep {
  readonly answered: number;
  readonly failed: number;
  readonly unsent: readonly WarmJourney[];
  readonly failure: SupplierFailure | undefined;
}

async function search(app: App, searches: readonly Search[], signal: AbortSignal): Promise<SearchedStep> {
  const caller = { organizationId: installationId, now: app.clock.now() };
  const terms = { asker: undefined, purpose: 'discovery', budgetMs: STEP_MS, signal } as const;
  const fares = searches.map(({ fare }) => fare);
  const statuses = new Map<MissingFare, 'ok' | 'failed' | 'refused'>();
  let failure: SupplierFailure | undefined;
  for await (const sample of searchMissingFares(app, caller, fares, { ...PARTY, ...terms })) {
    statuses.set(sample.fare, sample.status);
    if (failure?.isOwnLimit !== true) failure = sample.failure ?? failure;
  }
  const count = (wanted: string) => [...statuses.values()].filter((status) => status === wanted).length;
  // What was not begun, because another was refused, was not sent either.
  const unsent = searches.filter(({ fare }) => (statuses.get(fare) ?? 'refused') === 'refused');
  return { answered: count('ok'), failed: count('failed'), unsent: unsent.map(({ journey }) => journey), failure };
}

function describe(warming: Warming, { answered, unsent, failure }: SearchedStep): WarmingProgress {
  const state =
    warming.endedAt !== undefined
      ? 'ended'
      : unsent.length > 0
        ? 'waiting'
        : failure !== undefined && answered === 0
          ? 'stopped'
          : 'going_on';
  return {
    ...progressOf(warming),
    state,
    retryAfterSeconds: state === 'waiting' ? (failure?.retryAfterSeconds ?? 1) : 0,
    reason: failure?.message,
  };
}

/** How far a list is, where no step is under way. */
export function progressOf(warming: Warming): Omit<WarmingProgress, 'state' | 'retryAfterSeconds' | 'reason'> {
  const { total, begun, answered, failed, skipped } = warming;
  return { total, answered, failed, skipped, done: begun + skipped, unknown: Math.max(0, begun - answered - failed) };
}

function busy(until: Date, now: Date): WarmingProgress {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  const nothing = { total: 0, done: 0, answered: 0, failed: 0, skipped: 0, unknown: 0 };
  return { ...nothing, state: 'busy', retryAfterSeconds, reason: undefined };
}
