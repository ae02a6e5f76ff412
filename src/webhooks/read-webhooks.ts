import type { App, Caller } from '../context.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { Delivery } from './model/delivery.ts';
import type { DeliveryStatus } from './model/delivery-states.ts';
import type { Endpoint } from './model/endpoint.ts';
import { eventRetentionDays } from './model/event.ts';
import type { EventType } from './model/event-types.ts';
import { listDeliveries } from './delivery-store.ts';
import { findEndpoint, findSentEvent, listEndpoints, listEvents } from './store.ts';
import type { Page } from './store-tables.ts';

/** Where in a list a caller wants to read: a token of the page before, or an offset. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
  readonly pageToken: string | undefined;
}

/** Part of a list, and the token of the next part unless this is the last. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly nextPageToken: string | undefined;
}

/** Which events a reader asks for. */
export interface FeedFilter {
  readonly since: Date | undefined;
  readonly type: EventType | undefined;
  readonly bookingRef: string | undefined;
}

/** An event as it was sent. */
export interface SentEvent {
  readonly eventId: string;
  readonly payload: string;
}

/** Every endpoint of the organization. */
export function listWebhooks(app: App, caller: Caller): Promise<readonly Endpoint[]> {
  return listEndpoints(app.db, caller.organizationId);
}

/** One endpoint. */
export async function getWebhook(app: App, caller: Caller, endpointId: number): Promise<Endpoint> {
  const endpoint = await findEndpoint(app.db, caller.organizationId, endpointId);
  if (endpoint === undefined) throw refuse('webhook_not_found');
  return endpoint;
}

/** The delivery log of an endpoint, newest first. */
export async function readDeliveries(
  app: App,
  caller: Caller,
  filter: { readonly endpointId: number; readonly status: DeliveryStatus | undefined },
  wanted: PageRequest,
): Promise<PageOf<Delivery>> {
  await getWebhook(app, caller, filter.endpointId);
  const context = `deliveries:${caller.organizationId}:${filter.endpointId}`;
  const rows = await listDeliveries(
    await app.reads.ofOrganization(caller.organizationId),
    { organizationId: caller.organizationId, ...filter },
    openPage(app, wanted, context),
  );
  return closePage(app, rows, wanted, { context, idOf: (delivery) => delivery.deliveryId });
}

/**
 * The feed of what happened, newest first, each event as it was sent: what a receiver that was away reads to catch up.
 */
export async function readEvents(
  app: App,
  caller: Caller,
  filter: FeedFilter,
  wanted: PageRequest,
): Promise<PageOf<SentEvent>> {
  const oldest = new Date(caller.now.getTime() - eventRetentionDays * 86_400_000);
  const since = filter.since !== undefined && filter.since > oldest ? filter.since : oldest;
  const context = `events:${caller.organizationId}`;
  const rows = await listEvents(
    await app.reads.ofOrganization(caller.organizationId),
    { ...filter, organizationId: caller.organizationId, since },
    openPage(app, wanted, context),
  );
  return closePage(app, rows, wanted, { context, idOf: (event) => event.eventId });
}

/** One event as it was sent, samples of a test included. Throws `resource_not_found` after its 30 days. */
export async function getEvent(app: App, { organizationId }: Caller, eventId: string): Promise<SentEvent> {
  const payload = await findSentEvent(app.db, organizationId, eventId);
  if (payload === undefined) throw refuse('resource_not_found', { message: UNKNOWN_EVENT });
  return { eventId, payload };
}

/** What an event that nobody sent is answered with. */
export const UNKNOWN_EVENT = 'No event has this id, or it is older than 30 days.';

/** One row more than wanted is read, to know whether there is a next page. */
function openPage(app: App, wanted: PageRequest, context: string): Page {
  const limit = wanted.limit + 1;
  if (wanted.pageToken === undefined) return { after: undefined, offset: wanted.offset, limit };
  const after = app.sealer.open('page_token', wanted.pageToken, context);
  if (after === undefined) throw refuseFields([{ path: 'page_token', problem: 'is not a token of this list' }]);
  return { after: after.toString('utf8'), offset: 0, limit };
}

function closePage<T>(
  app: App,
  rows: readonly T[],
  wanted: PageRequest,
  list: { context: string; idOf: (row: T) => string },
): PageOf<T> {
  const items = rows.slice(0, wanted.limit);
  const last = items.at(-1);
  const hasMore = rows.length > wanted.limit && last !== undefined;
  return { items, nextPageToken: hasMore ? app.sealer.seal('page_token', list.idOf(last), list.context) : undefined };
}
