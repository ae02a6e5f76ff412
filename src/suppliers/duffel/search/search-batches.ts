import { SupplierFailure } from '../../ports/supplier.ts';
import { readBatch, requestBatches } from '../offer-calls.ts';
import { toFailure } from '../replies.ts';
import { assertSome, countUnreadable, type JourneyAsk, LATE_MS, supplierTimeoutOf } from './journey-ask.ts';
import { UNREADABLE_PARTS } from '../mapping/wire-offers.ts';
import type { FoundJourneys, PackedOffer } from './map-search.ts';

/** Reads of one search. Duffel has a batch for each source, and has been seen with fewer. */
const readsMax = 40;

/**
 * Journeys of one offer request, batch by batch: `report` is given all of them so far after each batch that brought
 * some. One call that is counted and as many reads as there are batches. No read is made again: Duffel hands out each
 * batch once, so a batch whose answer was lost is gone. Throws SupplierFailure where it does not come to its end; what
 * was reported until then holds.
 */
export async function askInBatches(ask: JourneyAsk, report: (soFar: FoundJourneys) => void): Promise<FoundJourneys> {
  const { adapter, account, context, request, task, signal } = ask;
  const { client, mapper } = adapter;
  const supplierTimeoutMs = supplierTimeoutOf(context);
  const endsAt = performance.now() + supplierTimeoutMs + LATE_MS;
  const timeLeft = () => Math.max(1, endsAt - performance.now());
  const terms = { supplierTimeoutMs, timeoutMs: timeLeft(), signal };
  const begun = await requestBatches(client, account, context, request, terms);
  if (begun.kind !== 'done') throw toFailure(begun);
  let found: FoundJourneys = { ...NONE, searchId: begun.value.id };
  let toCome = begun.value.remaining;
  for (let reads = 0; toCome > 0; reads += 1) {
    if (reads >= readsMax) throw new SupplierFailure('error', `Duffel had not ended a search after ${reads} batches.`);
    const reply = await readBatch(client, account, context, begun.value.id, {
      timeoutMs: timeLeft(),
      signal,
      async readBytes(body) {
        const batch = await mapper.map(body, { ...task, receivedAtMs: Date.now() });
        return batch?.batchesToCome === undefined ? undefined : batch;
      },
    });
    if (reply.kind !== 'done') throw toFailure(reply);
    countUnreadable(ask, reply.value);
    found = joinJourneys(found, reply.value, task.journeysMax);
    toCome = reply.value.batchesToCome ?? 0;
    if (reply.value.offers.length > 0) report(found);
  }
  assertSome(found);
  return found;
}

const NONE: Omit<FoundJourneys, 'searchId'> = {
  offers: [],
  omitted: 0,
  seatings: {},
  unreadable: {},
  lifeMs: Number.POSITIVE_INFINITY,
};

/** The journeys of both, cheapest first; beyond the bound the dearest are left out. */
function joinJourneys(before: FoundJourneys, batch: FoundJourneys, journeysMax: number): FoundJourneys {
  const offers = [...before.offers, ...batch.offers].sort((a, b) => lowestOf(a) - lowestOf(b));
  const unreadable = { ...before.unreadable };
  for (const part of UNREADABLE_PARTS) {
    const count = (before.unreadable[part] ?? 0) + (batch.unreadable[part] ?? 0);
    if (count > 0) unreadable[part] = count;
  }
  return {
    searchId: before.searchId,
    offers: offers.slice(0, journeysMax),
    omitted: before.omitted + batch.omitted + Math.max(0, offers.length - journeysMax),
    seatings: { ...before.seatings, ...batch.seatings },
    unreadable,
    lifeMs: Math.min(before.lifeMs, batch.lifeMs),
  };
}

function lowestOf({ fares }: PackedOffer): number {
  return fares[0]?.total.value ?? Number.POSITIVE_INFINITY;
}
