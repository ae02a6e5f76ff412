import * as z from 'zod';
import { DELETE_BATCH_MAX } from '../platform/db/delete-oldest.ts';
import type { App } from '../context.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { keepSigningKeys } from '../platform/security/signing-keys/signing-keys.ts';
import { deleteEndedGrants } from './grant-store.ts';
import { deleteExpiredPayloads } from './payload-store.ts';
import { OAUTH_KEYS } from './model/oauth-keys.ts';

const intervalSeconds = 3_600;
/** A run deletes at most this many batches of each; the rest waits an hour. */
const batchesMax = 100;
/**
 * What is over is retained this long, so that a device that asks late hears that its code has run out, not that it
 * never was.
 */
const retentionMs = 3_600_000;

/** Deletes what is over, and makes the next signing key when it is due, hour after hour. */
export const keepHouseJob: JobDeclaration<Record<never, never>> = {
  name: 'oauth.keep_house',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app, { signal }) {
    await keepSigningKeys(app, OAUTH_KEYS);
    await purgeExpired(app, signal);
    return { runAgainInSeconds: intervalSeconds };
  },
  async exhausted(_payload, app) {
    app.log.error('expired OAuth clients and tokens could not be deleted; the next start tries again');
  },
};

export const oauthJobs = [keepHouseJob];

async function purgeExpired({ db, clock }: Pick<App, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionMs);
  const purges = [
    () => deleteExpiredPayloads(db, before, DELETE_BATCH_MAX),
    () => deleteEndedGrants(db, before, DELETE_BATCH_MAX),
  ];
  for (const purge of purges) {
    for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
      if ((await purge()) < DELETE_BATCH_MAX) break;
    }
  }
}
