import { setTimeout as pause } from 'node:timers/promises';
import type { StubAnswer } from '../../send-answer.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { carriersWithin, latencyOf, readSupplierTimeout } from './generate-offers.ts';
import type { StoredBatch } from './offer-shelf.ts';
import { makeOffers, readTheSearch, storeSearch } from './routes-search.ts';

/** So long after its creation a batch request can be read. */
const readableMilliseconds = 60_000;

/** Progressive searches. */
export const batchRoutes: readonly DuffelRoute[] = [
  { method: 'POST', path: '/air/batch_offer_requests', operation: 'search', body: 'required', handle: createBatch },
  { method: 'GET', path: '/air/batch_offer_requests/:id', operation: 'search_read', handle: readBatch },
];

function createBatch(call: DuffelCall): StubAnswer {
  const { state, account, query } = call;
  const request = readTheSearch(call);
  const carriers = carriersWithin(readSupplierTimeout(query.get('supplier_timeout')), account.settings);
  const { stored } = storeSearch(call, request, makeOffers(call, request, carriers));
  const sorted = carriers.toSorted((a, b) => latencyOf(a, account.settings) - latencyOf(b, account.settings));
  const waiting = sorted
    .map((carrier, index) => {
      const before = sorted[index - 1];
      return {
        offers: stored.filter(({ product }) => product.carrier === carrier).map(({ offer }) => offer),
        milliseconds:
          latencyOf(carrier, account.settings) - (before === undefined ? 0 : latencyOf(before, account.settings)),
      };
    })
    .filter(({ offers }) => offers.length > 0);
  const batch: StoredBatch = {
    id: state.newId('orq'),
    createdAt: state.clock.now(),
    total: waiting.length,
    clientKey: `ck_${state.newId('orq')}`,
    waiting,
  };
  account.batches.set(batch.id, batch);
  return { status: 201, body: { data: presentBatch(call, batch) } };
}

/** Waits for the next airline, as long as it takes where searches take real time, and brings its offers. */
async function readBatch(call: DuffelCall): Promise<StubAnswer> {
  const { state, account, params } = call;
  const batch = account.batches.get(params['id'] ?? '');
  const age = batch === undefined ? Number.POSITIVE_INFINITY : state.clock.now().getTime() - batch.createdAt.getTime();
  if (batch === undefined || age > readableMilliseconds) throw refusal('not_found');
  const [next, ...rest] = batch.waiting;
  batch.waiting = rest;
  if (next !== undefined && account.settings.real_waits) await pause(next.milliseconds, undefined, { ref: false });
  return { status: 200, body: { data: { ...presentBatch(call, batch), offers: next?.offers ?? [] } } };
}

function presentBatch({ account }: DuffelCall, { id, total, waiting, clientKey, createdAt }: StoredBatch): object {
  return {
    id,
    total_batches: total,
    remaining_batches: waiting.length,
    client_key: clientKey,
    live_mode: account.isLive,
    created_at: createdAt.toISOString(),
  };
}
