import type { App } from '../context.ts';
import type { JobRun } from '../platform/jobs/job.ts';
import { webhookUrlOf } from './model/negotiate.ts';
import { findOrderEvent } from './order-store.ts';
import { fetchPlatformProfile } from './platform-profiles.ts';
import { presentSentOrder } from './present-sent-order.ts';
import { signRequest } from './sign-request.ts';
import { findCheckout } from './store.ts';

const timeoutMs = 10_000;
const responseBytesMax = 2_048;

/**
 * Sends a platform its order, because of an event: to the address that the platform's profile names now, signed with
 * the keys of our profile. A receiver that does not take it is tried again; it recognises repeats by `Webhook-Id`.
 */
export async function sendOrder(app: App, eventId: string, run: JobRun): Promise<void> {
  const { organizationId, now, signal } = run;
  const event = await findOrderEvent(app.db, organizationId, eventId);
  const stored = event && (await findCheckout(app.db, organizationId, event.checkoutId));
  if (!event || !stored) return;
  const profile = await fetchPlatformProfile(app, stored.platformProfile);
  const url = webhookUrlOf(profile);
  if (url === undefined) return;
  const body = JSON.stringify(await presentSentOrder(app, event, { stored, profile, now }));
  const headers = await signRequest(app.signer, {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'ucp-agent': `profile="${app.config.publicUrl}/.well-known/ucp"`,
      'webhook-id': eventId,
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
  if (answer.kind === 'failed') throw new Error(`The platform of an order could not be reached: ${answer.reason}.`);
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`The platform of an order answered ${answer.status}.`);
}
