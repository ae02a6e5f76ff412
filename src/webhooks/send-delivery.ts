import type { App } from '../context.ts';
import type { DeliveryId } from '../platform/ids.ts';
import type { JobDeclaration, JobOutcome, JobRun } from '../platform/jobs/job.ts';
import type { OutboundAnswer } from '../platform/outbound/outbound.ts';
import { attemptsUnderWay } from './attempts-under-way.ts';
import { readDeliveryToSend, writeAttempt } from './delivery-batches.ts';
import { cancelDelivery, type DeliveryToSend, type EndpointToSend, recordAttempts } from './delivery-store.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { parseRetryAfter, secondsToNextAttempt } from './model/backoff.ts';
import { attemptId, type DeliveryAttempt, judgeStatus } from './model/delivery.ts';
import { deliveryLifecycle, isSettled } from './model/delivery-states.ts';
import { secretsInOverlap } from './model/endpoint.ts';
import { hasFailedTooLong } from './model/endpoint-states.ts';
import type { DeliverPayload } from './record-event.ts';
import { openSecret } from './secret.ts';
import { signAttempt } from './signature.ts';
import { markFailing } from './store.ts';

/** A receiver that has not answered by then counts as failed (contract, section 9). */
const deliveryTimeoutMs = 10_000;
const responseBytesMax = 2_048;
const responseExcerptMax = 256;

/**
 * Attempts at once, in this process, to an endpoint whose last attempt failed: enough to notice that it is back, too
 * few for its time-outs and new connections to cost the others anything. The rest looks again after a while; that costs
 * no attempt.
 */
const attemptsWhileFailingMax = 8;
const postponedSeconds = 5;

type DeliverJob = JobDeclaration<DeliverPayload>;
type Sendable = DeliveryToSend & { readonly endpoint: EndpointToSend };

/**
 * Makes the attempt that is due, records what came of it and says when the next one is. Safe to run twice: receivers
 * deduplicate by event id.
 */
export async function sendDelivery(
  app: App,
  deliveryId: DeliveryId,
  run: JobRun,
  deliverJob: DeliverJob,
): Promise<JobOutcome> {
  const { organizationId, now } = run;
  const found = await readDeliveryToSend(app.db, { organizationId, deliveryId });
  if (found === undefined || isSettled(found.delivery.status)) return undefined;
  const { delivery, endpoint } = found;
  if (endpoint === undefined || (endpoint.status === 'disabled' && !found.isTest)) {
    await cancelDelivery(app.db, delivery, now);
    return undefined;
  }
  // A job handed back after a crash may come before the time the last attempt set.
  const early = delivery.nextAttemptAt === undefined ? 0 : delivery.nextAttemptAt.getTime() - now.getTime();
  if (early > 0) return { runAgainInSeconds: early / 1_000 };

  const sendable = { ...found, endpoint };
  const attempts = attemptsUnderWay(app.db);
  if (endpoint.failingSince !== undefined && attempts.countOf(endpoint) >= attemptsWhileFailingMax)
    return { runAgainInSeconds: (1 + Math.random()) * postponedSeconds };
  app.faults.pass('webhook.before_send');
  const answer = await attempts.count(endpoint, () => post(app, sendable, run));
  app.faults.pass('webhook.after_send');
  // Cut off from our side, by a stop or the job's own deadline: no attempt of the receiver's to record.
  if (answer.kind === 'failed') run.signal.throwIfAborted();
  const outcome = await settleAttempt(app, sendable, answer, deliverJob);
  app.faults.pass('webhook.after_record');
  return outcome;
}

function post(app: App, { delivery, endpoint, payload }: Sendable, run: JobRun): Promise<OutboundAnswer> {
  const attempt = delivery.attemptCount + 1;
  const signature = signAttempt({
    secret: openSecret(app, endpoint.organizationId, endpoint.secretSealed),
    previousSecrets: secretsInOverlap(endpoint, run.now).map(({ sealed }) =>
      openSecret(app, endpoint.organizationId, sealed),
    ),
    attempt,
    attemptId: attemptId(delivery.deliveryId, attempt),
    eventId: delivery.eventId,
    body: payload,
    at: app.clock.now(),
  });
  return app.outbound.toPublic({
    method: 'POST',
    url: endpoint.url,
    body: payload,
    timeoutMs: deliveryTimeoutMs,
    responseBytesMax,
    signal: run.signal,
    lane: String(endpoint.endpointId),
    headers: { 'content-type': 'application/json', 'user-agent': 'Bly-Webhooks/1.0', ...signature },
  });
}

async function settleAttempt(
  app: App,
  sendable: Sendable,
  answer: OutboundAnswer,
  deliverJob: DeliverJob,
): Promise<JobOutcome> {
  const now = await app.organizationNow(sendable.delivery.organizationId);
  const attempt = toAttempt(sendable.delivery.attemptCount + 1, answer, now);
  switch (attempt.verdict) {
    case 'delivered':
      return recordDelivered(app, sendable, attempt);
    case 'failed':
      return recordFailed(app, sendable, attempt, { retryAfterSeconds: retryAfterOf(app, answer), deliverJob });
    case 'gone':
      return recordGone(app, sendable, attempt, deliverJob);
    default:
      return attempt.verdict satisfies never;
  }
}

async function recordDelivered(
  app: App,
  { delivery, endpoint, isTest }: Sendable,
  attempt: DeliveryAttempt,
): Promise<undefined> {
  const status = deliveryLifecycle.moveOrStay(delivery.status, 'delivered');
  await writeAttempt(app.db, { ...delivery, attempt, status, nextAttemptAt: undefined, settledAt: attempt.at });
  if (!isTest && endpoint.failingSince !== undefined) await markFailing(app.db, endpoint, undefined);
}

interface FailureContext {
  readonly retryAfterSeconds: number | undefined;
  readonly deliverJob: DeliverJob;
}

async function recordFailed(
  app: App,
  sendable: Sendable,
  attempt: DeliveryAttempt,
  context: FailureContext,
): Promise<JobOutcome> {
  const { delivery, endpoint, isTest } = sendable;
  const seconds = secondsToNextAttempt(attempt.attempt, Math.random(), context.retryAfterSeconds);
  const nextAttemptAt = seconds === undefined ? undefined : new Date(attempt.at.getTime() + seconds * 1_000);
  const status = deliveryLifecycle.moveOrStay(delivery.status, seconds === undefined ? 'failed' : 'retrying');
  const settledAt = seconds === undefined ? attempt.at : undefined;
  const isFirst = await writeAttempt(app.db, { ...delivery, attempt, status, nextAttemptAt, settledAt });
  if (!isTest && isFirst) await noteFailure(app, endpoint, attempt.at, context.deliverJob);
  return seconds === undefined ? undefined : { runAgainInSeconds: seconds };
}

async function recordGone(
  app: App,
  sendable: Sendable,
  attempt: DeliveryAttempt,
  deliverJob: DeliverJob,
): Promise<undefined> {
  const { delivery, endpoint } = sendable;
  const status = deliveryLifecycle.moveOrStay(delivery.status, 'failed');
  await app.db.transaction(async (tx) => {
    await recordAttempts(tx, [{ ...delivery, attempt, status, nextAttemptAt: undefined, settledAt: attempt.at }]);
    await disableEndpoint(tx, endpoint, { reason: 'gone', now: attempt.at, app, deliverJob });
  });
}

/** The first failure after a success starts the count of days; a failure after too many of them ends it. */
async function noteFailure(app: App, endpoint: EndpointToSend, now: Date, deliverJob: DeliverJob): Promise<void> {
  if (endpoint.failingSince === undefined) return markFailing(app.db, endpoint, now);
  if (!hasFailedTooLong(endpoint.failingSince, now)) return;
  await app.db.transaction((tx) => disableEndpoint(tx, endpoint, { reason: 'failing', now, app, deliverJob }));
}

function toAttempt(attempt: number, answer: OutboundAnswer, at: Date): DeliveryAttempt {
  const base = { attempt, at, elapsedMs: answer.elapsedMs };
  if (answer.kind === 'failed') {
    const failure = `${answer.reason}: ${answer.detail}`;
    return { ...base, verdict: 'failed', httpStatus: undefined, failure, responseExcerpt: undefined };
  }
  const { status, body } = answer;
  return {
    ...base,
    verdict: judgeStatus(status),
    httpStatus: status,
    failure: undefined,
    responseExcerpt: excerpt(body),
  };
}

/** The beginning of what the receiver said, as one printable line: it goes into a log that people read. */
function excerpt(body: string): string | undefined {
  const line = body
    .replace(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .trim()
    .slice(0, responseExcerptMax)
    .toWellFormed();
  return line === '' ? undefined : line;
}

function retryAfterOf(app: App, answer: OutboundAnswer): number | undefined {
  return answer.kind === 'answered' ? parseRetryAfter(answer.headers['retry-after'], app.clock.now()) : undefined;
}
