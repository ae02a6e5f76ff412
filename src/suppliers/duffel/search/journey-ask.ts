import type { SupplierAccount } from '../../common/account.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import type { DuffelAdapter } from '../adapter.ts';
import { UNREADABLE_PARTS } from '../mapping/wire-offers.ts';
import { requestOffers } from '../offer-calls.ts';
import { toFailure } from '../replies.ts';
import type { FoundJourneys, SearchTask } from './map-search.ts';
import type { OfferRequest } from './search-request.ts';

/** Duffel ignores a time-out outside of these. */
const SUPPLIER_TIMEOUT_MS = { min: 2_000, max: 60_000 } as const;
/** What of the deadline is left for the wire and for reading the answer. */
const OVERHEAD_MS = 1_500;
/** An answer that arrives this long after the time-out of its request is still stored for the next page. */
export const LATE_MS = 10_000;

/** One offer request that Duffel is asked now. */
export interface JourneyAsk {
  readonly adapter: DuffelAdapter;
  readonly account: SupplierAccount;
  readonly context: SupplierContext;
  readonly request: OfferRequest;
  readonly task: Omit<SearchTask, 'receivedAtMs'>;
  /** Fires once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** All journeys of an offer request in one answer. Throws SupplierFailure. */
export async function askAtOnce(ask: JourneyAsk): Promise<FoundJourneys> {
  const { adapter, account, context, request, task, signal } = ask;
  const supplierTimeoutMs = supplierTimeoutOf(context);
  const reply = await requestOffers(adapter.client, account, context, request, {
    supplierTimeoutMs,
    timeoutMs: supplierTimeoutMs + LATE_MS,
    signal,
    readBytes: (body) => adapter.mapper.map(body, { ...task, receivedAtMs: Date.now() }),
  });
  if (reply.kind !== 'done') throw toFailure(reply);
  countUnreadable(ask, reply.value);
  assertSome(reply.value);
  return reply.value;
}

/** How long Duffel waits for airlines, in milliseconds: a little less than the caller waits. */
export function supplierTimeoutOf({ deadlineMs }: SupplierContext): number {
  const { min, max } = SUPPLIER_TIMEOUT_MS;
  return Math.round(Math.min(Math.max(deadlineMs - OVERHEAD_MS, min), max));
}

/** Counts what was left out of an answer. */
export function countUnreadable({ adapter, context }: JourneyAsk, found: FoundJourneys): void {
  const { offers, unreadable, searchId } = found;
  const parts = UNREADABLE_PARTS.flatMap((part) => (unreadable[part] === undefined ? [] : [part]));
  if (parts.length === 0) return;
  for (const part of parts) adapter.countUnreadable(part, unreadable[part] ?? 0);
  context.log.warn({ unreadable, searchId, journeys: offers.length }, 'Duffel: offers that cannot be read');
}

/** Throws where offers came and none of them can be read. */
export function assertSome({ offers, unreadable }: FoundJourneys): void {
  if (offers.length === 0 && Object.keys(unreadable).length > 0)
    throw new SupplierFailure('error', 'Duffel answered offers of which none can be read.');
}
