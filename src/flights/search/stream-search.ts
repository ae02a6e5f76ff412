import type { App, Caller } from '../../context.ts';
import { runPartsFairly } from '../../platform/scheduling/in-parts.ts';
import type { FareQuantiles } from '../model/advice.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import {
  concludeSearch,
  measureMarkets,
  type SearchCall,
  type SearchResult,
  toSupplierRequest,
} from './search-flights.ts';
import type { SupplierStatus } from '../../suppliers/calls/search-suppliers.ts';
import { settleCurrency } from './settle-currency.ts';
import { joinParts, streamFlightSuppliers, type SupplierPart } from './search-flight-suppliers.ts';
import { displayInParts } from './filter-and-price.ts';
import { recordSearchDemand } from './record-search-demand.ts';

/** One supplier has answered, has found more, or has missed the deadline. */
export interface OffersUpdate {
  readonly kind: 'offers';
  /** False where the supplier still searches: its last update follows. */
  readonly isLast: boolean;
  readonly status: SupplierStatus;
  /** What the offers are priced in. */
  readonly currency: string;
  /** The offers to send: those that this answer put on the requested page, and those on it whose fares changed. */
  readonly offers: readonly DisplayOffer[];
  /** Quantiles of each query's market from the answers so far, by query index. */
  readonly advice: readonly (FareQuantiles | undefined)[];
}
/**
 * All suppliers have answered or timed out. `result` is what the plain answer would hold; `superseded` lists offers
 * that were sent earlier and are no longer on the page.
 */
export interface DoneUpdate {
  readonly kind: 'done';
  readonly result: SearchResult;
  readonly superseded: readonly DisplayOffer[];
}

/**
 * Streams a search supplier by supplier, and batch by batch of a supplier that has batches. After each answer the page
 * (sort, limit, offset) is computed again from all answers so far, and what it gained is sent. At the end, the offers
 * sent last under each id, without the superseded ones, are exactly the offers of the plain answer. Throws the
 * suppliers' failure at the end when the mode is `live` and none answered.
 *
 * With limit 2, supplier A answers first with AF1 at EUR 200.00 and AF2 at EUR 250.00: the stream sends both. Then
 * supplier B answers with BA3 at EUR 220.00: the page is now AF1, BA3, so the stream sends BA3 alone. `done` lists AF2
 * as superseded; AF1 and BA3 remain.
 */
export async function* streamSearch(
  app: App,
  caller: Caller,
  call: SearchCall,
): AsyncGenerator<OffersUpdate | DoneUpdate> {
  const { search } = call;
  if (call.mode === 'cached') {
    const result = await concludeSearch(app, caller, call, undefined);
    recordSearchDemand(app, caller, search, result.cheapest)?.();
    yield { kind: 'done', result, superseded: [] };
    return;
  }
  const parts: (SupplierPart | undefined)[] = app.flightSuppliers.map(() => undefined);
  let settled = search;
  const streamed = new Map<string, { readonly shown: DisplayOffer; readonly fares: string }>();
  for await (const { position, part, isLast } of streamFlightSuppliers(app, caller, toSupplierRequest(call))) {
    parts[position] = part;
    const found = joinAnswered(parts).offers;
    settled = settleCurrency(app.rates, settled, found);
    const { shown } = await runPartsFairly(displayInParts(app, found, { ...settled, fees: call.fees }), call.signal);
    const gained = shown
      .slice(search.offset, search.offset + search.limit)
      .filter((offer) => streamed.get(keyOf(offer))?.fares !== faresOf(offer));
    if (gained.length === 0 && !isLast) continue;
    for (const offer of gained) streamed.set(keyOf(offer), { shown: offer, fares: faresOf(offer) });
    yield {
      kind: 'offers',
      isLast,
      status: part.status,
      currency: settled.currency,
      offers: gained,
      advice: await measureMarkets(app, caller, settled, { shown, found }),
    };
  }
  const result = await concludeSearch(app, caller, call, joinAnswered(parts));
  const onPage = new Set(result.live.map(keyOf));
  const superseded = [...streamed.values()].map(({ shown }) => shown).filter((shown) => !onPage.has(keyOf(shown)));
  recordSearchDemand(app, caller, search, result.cheapest)?.();
  yield { kind: 'done', result, superseded };
}

/** Streams a re-priced offer in the form of a search of one supplier. */
export async function* announceReprice(result: SearchResult): AsyncGenerator<OffersUpdate | DoneUpdate> {
  for (const status of result.statuses)
    yield {
      kind: 'offers',
      isLast: true,
      status,
      currency: result.search.currency,
      offers: result.live,
      advice: result.advice,
    };
  yield { kind: 'done', result, superseded: [] };
}

/**
 * Joins the answers so far in the order of the suppliers, not of arrival. Where two suppliers sell the same fare at one
 * price, the stream then shows the one that the plain answer shows.
 */
function joinAnswered(parts: readonly (SupplierPart | undefined)[]) {
  return joinParts(parts.filter((part) => part !== undefined));
}

function keyOf({ supplierId, offer, queryIndex }: DisplayOffer): string {
  return `${queryIndex}|${supplierId}|${offer.offerKey}`;
}

/** The fares an offer shows. They change when a later supplier sells one of them cheaper. */
function faresOf({ fares }: DisplayOffer): string {
  return fares.map(({ fare }) => fare.fareKey).join('|');
}
