import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { storeRates } from './import-rates.ts';

const DAY_SECONDS = 86_400;
/** Seconds after midnight UTC, half an hour after the European Central Bank publishes in winter. */
const READ_AT_SECONDS = 15 * 3_600 + 1_800;
/** The Bank's document has 2 KB. */
const bytesMax = 1_000_000;
const timeoutMs = 30_000;

/** Reads the rates at BLY_RATES_URL at every start and once a day, by real time. */
const readRatesJob: JobDeclaration<Record<never, never>> = {
  name: 'rates.read',
  payload: z.object({}),
  // Minutes, then hourly for forty days: a job that gave up would leave rates to grow old until the next start.
  retryDelaysSeconds: [60, 600, ...Array.from({ length: 40 * 24 }, () => 3_600)],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app, { signal }) {
    const { url } = app.config.rates;
    if (url === undefined) return undefined;
    const answer = await app.outbound.toTrusted({ method: 'GET', url, timeoutMs, responseBytesMax: bytesMax, signal });
    if (answer.kind === 'failed') throw new Error(`BLY_RATES_URL was not read: ${answer.detail}`);
    if (answer.status !== 200) throw new Error(`BLY_RATES_URL answered with status ${answer.status}.`);
    const { readEurofxref } = await import('./model/read-eurofxref.ts');
    const stored = await storeRates(app, readEurofxref(answer.body));
    app.log.info({ stored }, 'exchange rates were read');
    return { runAgainInSeconds: secondsToNextReading(app.clock.now()) };
  },
  async exhausted(_payload, app) {
    app.log.error('Exchange rates could not be read for weeks; the next start tries again.');
  },
};

function secondsToNextReading(now: Date): number {
  const today = (now.getTime() / 1_000) % DAY_SECONDS;
  const wait = READ_AT_SECONDS - today;
  return Math.ceil(wait > 0 ? wait : wait + DAY_SECONDS);
}

/** Jobs the installation itself needs; all of this folder. */
export const ratesStandingJobs = [readRatesJob] as const;
