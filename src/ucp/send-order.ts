import type { App } from '../context.ts';
import type { JobRun } from '../platform/jobs/job.ts';
import { UcpFailure } from './failure.ts';
import { webhookUrlOf } from './model/negotiate.ts';
import { findOrderEvent, type OrderEvent } from './order-store.ts';
import { fetchPlatformProfile } from './platform-profiles.ts';
import { presentSentOrder } from './present-sent-order.ts';
import { signRequest } from './sign-request.ts';
import type { StoredCheckout } from './model/stored-checkout.ts';
import { findCheckout } from './store.ts';
import { insertOrderAttempt, type OrderAttempt } from './deliveries/store-attempts.ts';

const timeoutMs = 10_000;
const responseBytesMax = 2_048;

/**
 * Sends a platform its order, because of an event: to the address that the platform's profile names now, signed with
 * the keys of our profile. Each attempt is recorded. A receiver that does not take it is tried again; it recognises
 * repeats by `Webhook-Id`.
 */
export async function sendOrder(app: App, eventId: string, run: JobRun): Promise<void> {
  const { organizationId, now, attempt } = run;
  const event = await findOrderEvent(app.db, organizationId, eventId);
  const stored = event && (await findCheckout(app.db, organizationId, event.checkoutId));
  if (!event || !stored) return;
  const startedAt = performance.now();
  const outcome = await trySending(app, { event, stored, run });
  if (outcome === undefined) return;
  const elapsedMs = Math.round(performance.now() - startedAt);
  await insertOrderAttempt(app.db, { organizationId, eventId }, { attempt, at: now, ...outcome, elapsedMs });
  const { httpStatus, failure } = outcome;
  if (!isTaken(outcome)) throw new Error(`The platform of an order did not take it: ${failure ?? String(httpStatus)}.`);
}

/** Whether the platform has taken the order: any 2xx. */
export function isTaken({ httpStatus }: Pick<OrderAttempt, 'httpStatus'>): boolean {
  return httpStatus !== undefined && httpStatus >= 200 && httpStatus <= 299;
}

/** What the platform answered, or why it did not; undefined where it says no address. */
async function trySending(
  app: App,
  { event, stored, run }: { readonly event: OrderEvent; readonly stored: StoredCheckout; readonly run: JobRun },
): Promise<Pick<OrderAttempt, 'httpStatus' | 'failure'> | undefined> {
  const { now, signal } = run;
  const profile = await fetchPlatformProfile(app, stored.platformProfile).catch((error: unknown) => {
    if (error instanceof UcpFailure) return error;
    throw error;
  });
  if (profile instanceof UcpFailure) return { httpStatus: undefined, failure: profile.failure.code };
  const url = webhookUrlOf(profile);
  if (url === undefined) return undefined;
  const body = JSON.stringify(await presentSentOrder(app, event, { stored, profile, now }));
  const headers = await signRequest(app.signer, {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'ucp-agent': `profile="${app.config.publicUrl}/.well-known/ucp"`,
      'webhook-id': event.eventId,
      'webhook-timestamp': String(Math.floor(event.occurredAt.getTime() / 1_000)),
    },
  });
  const lane = stored.platformProfile;
  const answer = await app.outbound.toPublic({
    method: 'POST',
    url,
    headers,
    body,
    timeoutMs,
    responseBytesMax,
    signal,
    lane,
  });
  return answer.kind === 'failed'
    ? { httpStatus: undefined, failure: answer.reason }
    : { httpStatus: answer.status, failure: undefined };
}
