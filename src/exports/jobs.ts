import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { openSink } from './sinks/open-sink.ts';
import { writeFiles } from './write-files.ts';

const minute = 60;
const hour = 3_600;

/** Exports what is new, where a place for it is configured. */
const writeExportsJob: JobDeclaration<Record<never, never>> = {
  name: 'exports.write',
  payload: z.object({}),
  // A day, should the store be away so long; then an alarm (docs/runbook.md, section 6), and again at the next start.
  retryDelaysSeconds: [minute, 10 * minute, ...Array.from({ length: 24 }, () => hour)],
  concurrency: 1,
  timeoutSeconds: 600,
  async run(_payload, app, { signal }) {
    const { exports } = app.config;
    if (exports === undefined) return { runAgainInSeconds: hour };
    const sink = openSink(exports.target, app.outbound);
    const { files, rows } = await writeFiles({ ...app, sink, format: exports.format }, signal);
    if (files > 0) app.log.info({ files, rows, to: sink.name }, 'events were exported');
    return { runAgainInSeconds: 5 * minute };
  },
};

/** Jobs the installation itself needs; all of this folder. */
export const exportStandingJobs = [writeExportsJob];
