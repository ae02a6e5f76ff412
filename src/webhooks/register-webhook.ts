import type { App, Caller } from '../context.ts';
import { lockOrganization } from '../identity/lock-organization.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { IdempotentRun } from '../platform/http/route.ts';
import { type Endpoint, endpointsMax } from './model/endpoint.ts';
import type { EventType } from './model/event-types.ts';
import { openSecret, sealSecret } from './secret.ts';
import { newSecret } from './signature.ts';
import { findEndpoint, insertEndpoint, listEndpoints } from './store.ts';

/** An endpoint together with its secret in the clear: the only answer that ever holds it. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/** What a caller registers. */
export interface WantedEndpoint {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly idempotency: IdempotentRun | undefined;
}

/** Registers a receiver. Its address is checked now and again before every attempt. */
export async function registerWebhook(app: App, acting: Acting, wanted: WantedEndpoint): Promise<EndpointWithSecret> {
  const { caller } = acting;
  const { organizationId } = caller;
  const { idempotency } = wanted;
  const earlierId = idempotency?.earlierResult?.['webhook_id'];
  if (earlierId !== undefined) return showSecretAgain(app, caller, Number(earlierId));
  await requirePublicUrl(app, wanted.url);
  const secret = newSecret();
  const endpoint = await app.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const existing = await listEndpoints(tx, organizationId);
    if (existing.length >= endpointsMax) {
      throw refuse('state_conflict', {
        message: `An organization has at most ${endpointsMax} webhook endpoints. Delete one first.`,
      });
    }
    const secretSealed = sealSecret(app, organizationId, secret);
    const events = unique(wanted.events);
    const inserted = await insertEndpoint(tx, {
      organizationId,
      url: wanted.url,
      events,
      secretSealed,
      createdAt: caller.now,
    });
    await recordAct(tx, app.clock, acting, {
      action: 'webhook.created',
      target: String(inserted.endpointId),
      detail: { url: wanted.url, events: [...events] },
    });
    await idempotency?.recordResult(tx, { webhook_id: String(inserted.endpointId) });
    return inserted;
  });
  return { endpoint, secret };
}

/** The answer of a run that crashed before it could give it: the endpoint as it is, with its current secret. */
export async function showSecretAgain(app: App, caller: Caller, endpointId: number): Promise<EndpointWithSecret> {
  const endpoint = await findEndpoint(app.db, caller.organizationId, endpointId);
  if (endpoint === undefined) throw refuse('webhook_not_found');
  return { endpoint, secret: openSecret(app, caller.organizationId, endpoint.secretSealed) };
}

/** Refuses a url that is not https, not public or not a url, with what is wrong under `fields`. */
export async function requirePublicUrl(app: App, url: string): Promise<void> {
  const problem = await app.outbound.checkPublicUrl(url);
  if (problem !== undefined) throw refuseFields([{ path: 'url', problem }]);
}

/** Each event once, in the order given. */
export function unique(events: readonly EventType[]): readonly EventType[] {
  return [...new Set(events)];
}
