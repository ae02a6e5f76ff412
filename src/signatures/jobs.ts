import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { eraseUsedKeys, keepSigningKeys } from '../platform/security/signing-keys/signing-keys.ts';
import { DOCUMENT_KEYS } from './model/document-keys.ts';

const intervalSeconds = 3_600;

/** Makes the next key when it is due, erases private halves that sign no longer, and forgets keys after 24 months. */
const keepKeysJob: JobDeclaration<Record<never, never>> = {
  name: 'signatures.keep_keys',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app) {
    await keepSigningKeys(app, DOCUMENT_KEYS);
    await eraseUsedKeys(app, DOCUMENT_KEYS);
    return { runAgainInSeconds: intervalSeconds };
  },
  async exhausted(_payload, app) {
    app.log.error('the keys of quotes and receipts could not be looked after; the next start tries again');
  },
};

/** Jobs the installation itself needs; all of this folder. */
export const signatureStandingJobs = [keepKeysJob] as const;
