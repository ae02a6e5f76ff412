import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { ReconcileProgress, ReconcileStep } from './run-reconcile.ts';

const Problems = z.array(
  z.object({ organizationId: z.string(), tripId: z.string(), subject: z.string(), problem: z.string() }),
);
/** A process of another version may answer. */
const Progress = z.object({
  isDone: z.boolean(),
  isBusy: z.boolean(),
  startedAt: z.string(),
  part: z.enum(['bookings', 'payments', 'trips', 'changed']),
  database: z.string().optional(),
  report: z.object({
    bookings: z.number(),
    payments: z.number(),
    trips: z.number(),
    problems: Problems,
    unchecked: Problems,
    drifted: Problems,
  }),
});

const BUSY_AGAIN_MS = 5_000;

/** Who takes the steps, and where progress is said. */
export interface Proving {
  readonly step: (step: ReconcileStep) => Promise<unknown>;
  readonly say: (line: string) => void;
  /** What the first step answered, where it was taken already. */
  readonly begun?: unknown;
}

/** What a run found. */
export type Proven = ReconcileProgress['report'];

/**
 * Takes steps until the run is done, says after each how far it is, at the end in which database; returns the findings.
 */
export async function proveInSteps(first: ReconcileStep, { step, say, begun }: Proving): Promise<Proven> {
  let progress = Progress.parse(begun ?? (await step(first)));
  while (!progress.isDone || progress.isBusy) {
    const { bookings, payments, trips } = progress.report;
    const found = `${progress.report.problems.length} problems`;
    say(
      progress.isBusy
        ? 'Another process is at it; waiting.'
        : `Since ${progress.startedAt}: at ${progress.part}; ${bookings} bookings, ${payments} payments, ${trips} paid trips, ${found}.`,
    );
    if (progress.isBusy) await wait(BUSY_AGAIN_MS);
    progress = Progress.parse(await step({ ...first, isAnew: false }));
  }
  // A process of an earlier version does not say which it works on.
  if (progress.database !== undefined) say(`Checked: ${progress.database}.`);
  return progress.report;
}
