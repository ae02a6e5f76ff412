import * as z from 'zod';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import { readDetailJob } from './detail-job.ts';
import { fillCity, giveUpCity } from './fill-city.ts';
import { deleteUnusedCities } from './store-city.ts';

const FILL_TIMEOUT_SECONDS = 240;
const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;
/** A city that no search has used for so long is dropped with its hotels. */
const UNUSED_DAYS = 180;
const PURGED_MAX = 20;

const City = z.object({ supplier: z.string(), country: z.string(), city: z.string() });

/** Reads the hotels of a city from a supplier, or what has changed of them. */
export const fillContentJob: JobDeclaration<z.infer<typeof City>> = {
  name: 'hotels.fill_content',
  payload: City,
  retryDelaysSeconds: [30, 300],
  concurrency: 2,
  organizationConcurrency: 1,
  timeoutSeconds: FILL_TIMEOUT_SECONDS,
  run: (payload, app, run) => fillCity(app, payload, run),
  exhausted: (payload, app) => giveUpCity(app, payload, undefined),
};

/** Deletes the content of cities that nobody uses, day after day. */
export const purgeContentJob: JobDeclaration<Record<never, never>> = {
  name: 'hotels.purge_content',
  payload: z.object({}),
  retryDelaysSeconds: [600, 3_600],
  concurrency: 1,
  timeoutSeconds: 120,
  async run(_payload, app) {
    const before = new Date(app.clock.now().getTime() - UNUSED_DAYS * DAY_MS);
    const deleted = await app.db.transaction((tx) => deleteUnusedCities(tx, before, PURGED_MAX));
    return { runAgainInSeconds: deleted < PURGED_MAX ? DAY_SECONDS : 1 };
  },
};

/** Jobs of this folder. */
export const hotelJobs = [fillContentJob, readDetailJob, purgeContentJob];
/** Those that the installation itself needs. */
export const hotelStandingJobs = [purgeContentJob];
