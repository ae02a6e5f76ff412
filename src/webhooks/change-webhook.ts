import type { App } from '../context.ts';
import { type Acting, type NewAuditEvent, recordAct } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { IdempotentRun } from '../platform/http/route.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { type Endpoint, previousSecretsMax, secretOverlapSeconds, secretsInOverlap } from './model/endpoint.ts';
import { type EndpointStatus, endpointLifecycle } from './model/endpoint-states.ts';
import type { EventType } from './model/event-types.ts';
import { type EndpointWithSecret, requirePublicUrl, showSecretAgain, unique } from './register-webhook.ts';
import { sealSecret } from './secret.ts';
import { newSecret } from './signature.ts';
import { deleteEndpoint, findEndpointForUpdate, listEndpoints, updateEndpoint } from './store.ts';

/** What an owner may change; what is left out stays. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  readonly status?: EndpointStatus | undefined;
}

/** Changes an endpoint. Making it active again forgets why it was disabled and how long it had been failing. */
export async function changeWebhook(
  app: App,
  acting: Acting,
  endpointId: number,
  change: WebhookChange,
): Promise<Endpoint> {
  if (change.url !== undefined) await requirePublicUrl(app, change.url);
  return changeLocked(app, acting, endpointId, {
    change: (endpoint) => ({
      ...endpoint,
      url: change.url ?? endpoint.url,
      events: change.events === undefined ? endpoint.events : unique(change.events),
      ...(change.status === undefined || change.status === endpoint.status ? {} : withStatus(endpoint, change.status)),
    }),
    describe: ({ url, events, status }) => ({
      action: 'webhook.changed',
      detail: { url, events: [...events], status },
    }),
  });
}

/**
 * Gives the endpoint a new secret; the one before it keeps signing beside it for a day, and so does every older one
 * whose day is not over. Refused while there are too many of those, for none is dropped early.
 */
export async function rotateSecret(
  app: App,
  acting: Acting,
  endpointId: number,
  idempotency: IdempotentRun | undefined,
): Promise<EndpointWithSecret> {
  const { caller } = acting;
  if (idempotency?.earlierResult !== undefined) return showSecretAgain(app, caller, endpointId);
  const secret = newSecret();
  const endpoint = await changeLocked(app, acting, endpointId, {
    change: (before) => withSecret(before, sealSecret(app, caller.organizationId, secret), caller.now),
    describe: () => ({ action: 'webhook.secret_rotated' }),
    also: (tx) => idempotency?.recordResult(tx, { webhook_id: String(endpointId) }),
  });
  return { endpoint, secret };
}

/**
 * Moves the ends of all overlaps back with the clock, so that each has as long to go as before (`POST
 * /v1/sandbox/reset`).
 */
export async function rewindSecrets(tx: Tx, organizationId: OrganizationId, seconds: number): Promise<void> {
  if (seconds === 0) return;
  for (const endpoint of await listEndpoints(tx, organizationId)) {
    const previousSecrets = endpoint.previousSecrets.map(({ sealed, until }) => ({
      sealed,
      until: new Date(until.getTime() - seconds * 1_000),
    }));
    if (previousSecrets.length > 0) await updateEndpoint(tx, { ...endpoint, previousSecrets });
  }
}

/** Deletes an endpoint; nothing more is sent to it. */
export async function deleteWebhook(app: App, acting: Acting, endpointId: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (!(await deleteEndpoint(tx, acting.caller.organizationId, endpointId))) throw refuse('webhook_not_found');
    await recordAct(tx, app.clock, acting, { action: 'webhook.deleted', target: String(endpointId) });
  });
}

interface LockedChange {
  readonly change: (endpoint: Endpoint) => Endpoint;
  /** The audit entry of the endpoint as changed. */
  readonly describe: (endpoint: Endpoint) => Pick<NewAuditEvent, 'action' | 'detail'>;
  readonly also?: (tx: Tx) => Promise<void> | undefined;
}

function changeLocked(
  app: App,
  acting: Acting,
  endpointId: number,
  { change, describe, also }: LockedChange,
): Promise<Endpoint> {
  return app.db.transaction(async (tx) => {
    const endpoint = await findEndpointForUpdate(tx, acting.caller.organizationId, endpointId);
    if (endpoint === undefined) throw refuse('webhook_not_found');
    const changed = change(endpoint);
    await updateEndpoint(tx, changed);
    await recordAct(tx, app.clock, acting, { ...describe(changed), target: String(endpointId) });
    await also?.(tx);
    return changed;
  });
}

function withSecret(endpoint: Endpoint, secretSealed: string, now: Date): Endpoint {
  const older = secretsInOverlap(endpoint, now);
  const first = older[previousSecretsMax - 1];
  if (first !== undefined) {
    const message = `This secret was replaced ${previousSecretsMax} times within 24 hours, and each old one stays valid that long. Rotate again after ${first.until.toISOString()}.`;
    throw refuse('state_conflict', { message });
  }
  const until = new Date(now.getTime() + secretOverlapSeconds * 1_000);
  return { ...endpoint, secretSealed, previousSecrets: [{ sealed: endpoint.secretSealed, until }, ...older] };
}

function withStatus(
  endpoint: Endpoint,
  status: EndpointStatus,
): Pick<Endpoint, 'status' | 'disabledReason' | 'failingSince'> {
  const moved = endpointLifecycle.moveOrStay(endpoint.status, status);
  return { status: moved, disabledReason: moved === 'disabled' ? 'requested' : undefined, failingSince: undefined };
}
