import { fulfilTripJob } from '../bookings/fulfil/fulfil-trip.ts';
import type { App } from '../context.ts';
import type { FlightSupplier } from '../suppliers/ports/flights.ts';
import type { Jobs, NewJob } from '../platform/jobs/job.ts';

/** A worker takes a fulfilment over from a caller that died; one that is alive has ended it by then. */
const TAKE_OVER_MS = 60_000;

/**
 * A view of the service for operations that are done now as of another moment of an organization's clock: every date
 * they write is that moment's. Their jobs become due as long after now as they would after that moment; fulfilment is
 * left to the caller. Airlines are informed that the booking is made at once: one whose scenario is to refuse tickets
 * (QAI) sells this one and refuses to change it.
 */
export function appAsOf(app: App, at: Date, now: Date): App {
  const late = now.getTime() - at.getTime();
  const postpone = <P>(job: { readonly name: string }, item: NewJob<P>): NewJob<P> => {
    if (job.name === fulfilTripJob.name) return { ...item, dueAt: new Date(now.getTime() + TAKE_OVER_MS) };
    return item.dueAt === undefined ? item : { ...item, dueAt: new Date(item.dueAt.getTime() + late) };
  };
  const jobs: Jobs = {
    ...app.jobs,
    enqueue: (tx, job, item) => app.jobs.enqueue(tx, job, postpone(job, item)),
    enqueueCte: (tx, job, item) => app.jobs.enqueueCte(tx, job, postpone(job, item)),
  };
  const flightSuppliers = app.flightSuppliers.map(
    (supplier): FlightSupplier => ({
      ...supplier,
      book: (request, context) => supplier.book({ ...request, isMadeAtOnce: true }, context),
    }),
  );
  return { ...app, jobs, flightSuppliers, organizationNow: async () => at };
}
