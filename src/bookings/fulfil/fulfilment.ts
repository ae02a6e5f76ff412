import type { App } from '../../context.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { beginCapture, beginRelease } from '../../payments/settle-payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import type { Booking } from '../model/booking.ts';
import { moveFulfilment } from '../model/fulfilment-states.ts';
import { nextStep } from '../model/next-step.ts';

/** One run of the process for one trip. */
export interface FulfilmentRun {
  readonly app: App;
  /** The organization's clock at the start of the run. */
  readonly now: Date;
  readonly lookedUp: Set<string>;
  readonly cancelTried: Set<string>;
  /** Ends the job that runs the process, with the step that ends the process. */
  readonly endJob?: JobRun['endCte'];
}

/** How a step ended. `overtaken`: another run has taken a step since the booking was read; nothing was stored. */
export type StepResult =
  | { readonly kind: 'moved'; readonly booking: Booking; readonly payment?: Payment | undefined }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'overtaken' };

/** Ends the transaction of a step that found itself overtaken. */
export class StaleVersionError extends Error {
  constructor() {
    super('Another run has taken a step of this fulfilment.');
    this.name = 'StaleVersionError';
  }
}

/** The booking after one more step, as the next statement must find it. */
export function withVersionOf(before: Booking, after: Booking): Booking {
  return { ...after, version: before.version + 1 };
}

/** Moves to the phase that what is now known calls for: on to the money once every item is settled. */
export function settlePhase(run: FulfilmentRun, booking: Booking): Booking {
  const step = nextStep(booking, run);
  if (step.kind === 'capture') return moveFulfilment(booking, 'capturing');
  if (step.kind === 'release') return moveFulfilment(booking, 'releasing');
  return step.kind === 'cancel' ? moveFulfilment(booking, 'undoing') : booking;
}

/** Records the intent that a phase stands for, in the transaction that enters it. */
export async function intendMoney(
  tx: Tx,
  before: Booking,
  after: Booking,
  amount: Booking['totalQuoted'],
): Promise<Payment | undefined> {
  if (before.phase === after.phase) return undefined;
  const key = { organizationId: after.organizationId, paymentId: after.paymentId };
  const intended =
    after.phase === 'capturing'
      ? await beginCapture(tx, key, amount)
      : after.phase === 'releasing'
        ? await beginRelease(tx, key)
        : undefined;
  if (intended === undefined && (after.phase === 'capturing' || after.phase === 'releasing'))
    throw new StaleVersionError();
  return intended;
}

/** Runs a step's transaction; being overtaken rolls it back and is an answer. */
export async function storeStep(app: App, work: (tx: Tx) => Promise<StepResult>): Promise<StepResult> {
  return orStale(() => app.db.transaction(work));
}

/** Runs a step that stores all of it or nothing; being overtaken is an answer. */
export async function orStale(work: () => Promise<StepResult>): Promise<StepResult> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof StaleVersionError) return { kind: 'overtaken' };
    throw failure;
  }
}
