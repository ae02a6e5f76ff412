import type { App } from '../context.ts';
import { recordAudit, SYSTEM } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import type { Endpoint } from './model/endpoint.ts';
import { type DisabledReason, endpointLifecycle } from './model/endpoint-states.ts';
import { type DeliverPayload, recordEvent } from './record-event.ts';
import { findEndpointForUpdate, updateEndpoint } from './store.ts';

/** Why, when and with what an endpoint is disabled by us rather than by its owner. */
export interface Disabling {
  readonly reason: Exclude<DisabledReason, 'requested'>;
  readonly now: Date;
  readonly app: App;
  readonly deliverJob: JobDeclaration<DeliverPayload>;
}

/**
 * Disables an endpoint once and notifies the organization's other endpoints. Open deliveries to it settle as cancelled
 * when they come due.
 */
export async function disableEndpoint(
  tx: Tx,
  key: Pick<Endpoint, 'organizationId' | 'endpointId'>,
  disabling: Disabling,
): Promise<void> {
  const endpoint = await findEndpointForUpdate(tx, key.organizationId, key.endpointId);
  if (endpoint === undefined || endpoint.status === 'disabled') return;
  await updateEndpoint(tx, {
    ...endpoint,
    status: endpointLifecycle.moveOrStay(endpoint.status, 'disabled'),
    disabledReason: disabling.reason,
  });
  const { app, reason } = disabling;
  await recordAudit(tx, app.clock, {
    organizationId: endpoint.organizationId,
    actor: SYSTEM,
    action: 'webhook.changed',
    target: String(endpoint.endpointId),
    detail: { status: 'disabled', reason },
  });
  await recordEvent(
    tx,
    {
      organizationId: endpoint.organizationId,
      type: 'webhook.disabled',
      status: 'disabled',
      occurredAt: disabling.now,
      data: { webhook_id: endpoint.endpointId, reason },
    },
    app,
    disabling.deliverJob,
  );
}
