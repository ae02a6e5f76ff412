import { appendFileSync, writeSync } from 'node:fs';
import pino from 'pino';
import * as z from 'zod';
import { loadConfig } from '../../../src/platform/config.ts';
import { connectDatabase } from '../../../src/platform/db/open-database.ts';
import type { JobDeclaration } from '../../../src/platform/jobs/job.ts';
import { createPlatformApp } from '../service/platform.ts';

/**
 * A worker process for tests that kill it. It notes each run in the file NOTES; a payload `hang` never ends. Run by
 * itself: `node test/support/process/job-worker.ts` with NOTES and the database's variables. It says `up` once it looks
 * for work.
 */
export const hangingJob: JobDeclaration<{ readonly id: string }> = {
  name: 'test.hang',
  payload: z.object({ id: z.string() }),
  retryDelaysSeconds: [1, 1, 1],
  concurrency: 4,
  timeoutSeconds: 60,
  async run({ id }, _app, run) {
    appendFileSync(process.env['NOTES'] ?? '/dev/null', `${id} ${run.attempt} ${process.pid}\n`);
    if (process.env['HANGS'] === '1') await new Promise(() => undefined);
  },
};

if (process.argv[1]?.endsWith('job-worker.ts')) {
  // A claim that fails is tried again every second: only the log says why nothing happens.
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await connectDatabase(loadConfig(process.env), log);
  const { jobs } = createPlatformApp(db, [hangingJob], { log });
  jobs.start();
  writeSync(1, 'up\n');
}
