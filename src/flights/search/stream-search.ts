import type { App, Caller } from '../../context.ts';
import { runPartsFairly } from '../../platform/scheduling/in-parts.ts';
import type { FareQuantiles } from '../model/advice.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import { concludeSearch, measureMarkets, type SearchCall, type SearchResult, shopRequest } from './search-flights.ts';
import type { SupplierStatus } from '../../suppliers/calls/search-suppliers.ts';
import { joinParts, shopAsAnswered, type SupplierPart } from './shop-suppliers.ts';
import { displayInParts } from './filter-and-price.ts';
import { recordSearchDemand } from './record-search-demand.ts';

/** One supplier has answered, or has missed the deadline. */
export interface OffersUpdate {
  readonly kind: 'offers';
  readonly status: SupplierStatus;
  /**
   * What its answer brought to the page asked for: offers new on it, and offers that now stand there with other fares.
   */
  readonly offers: readonly DisplayOffer[];
  /** By query: what its market has cost, as far as it is known by now. */
  readonly advice: readonly (FareQuantiles | undefined)[];
}
/**
 * Everyone has answered: the plain answer, and those of its page's offers that were sent on the way and have lost their
 * place.
 */
export interface DoneUpdate {
  readonly kind: 'done';
  readonly result: SearchResult;
  readonly superseded: readonly DisplayOffer[];
}

/**
 * A search answered supplier by supplier. The page (sort, limit, offset) is worked out anew after each answer from all
 * answers so far, and what it gained is sent: at the end, the offers sent last under each id and not superseded are
 * exactly the plain answer's. Throws the suppliers' failure at the end where the mode is `live` and none answered.
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
  const streamed = new Map<string, { readonly shown: DisplayOffer; readonly fares: string }>();
  for await (const { position, part } of shopAsAnswered(app, caller, shopRequest(call))) {
    parts[position] = part;
    const found = joinAnswered(parts).offers;
    const { shown } = await runPartsFairly(displayInParts(app, found, search), call.signal);
    const gained = shown
      .slice(search.offset, search.offset + search.limit)
      .filter((offer) => streamed.get(keyOf(offer))?.fares !== faresOf(offer));
    for (const offer of gained) streamed.set(keyOf(offer), { shown: offer, fares: faresOf(offer) });
    yield {
      kind: 'offers',
      status: part.status,
      offers: gained,
      advice: await measureMarkets(app, caller, search, { shown, found }),
    };
  }
  const result = await concludeSearch(app, caller, call, joinAnswered(parts));
  const onPage = new Set(result.live.map(keyOf));
  const superseded = [...streamed.values()].map(({ shown }) => shown).filter((shown) => !onPage.has(keyOf(shown)));
  recordSearchDemand(app, caller, search, result.cheapest)?.();
  yield { kind: 'done', result, superseded };
}

/** One offer priced again, answered as a search of one supplier. */
export async function* announceReprice(result: SearchResult): AsyncGenerator<OffersUpdate | DoneUpdate> {
  for (const status of result.statuses) yield { kind: 'offers', status, offers: result.live, advice: result.advice };
  yield { kind: 'done', result, superseded: [] };
}

/**
 * In the order of the suppliers, no matter who was first: of two that sell alike the one is taken that a plain answer
 * takes answer.
 */
function joinAnswered(parts: readonly (SupplierPart | undefined)[]) {
  return joinParts(parts.filter((part) => part !== undefined));
}

function keyOf({ supplierId, offer, queryIndex }: DisplayOffer): string {
  return `${queryIndex}|${supplierId}|${offer.offerKey}`;
}

/** Another supplier's answer may take fares away from an offer. */
function faresOf({ fares }: DisplayOffer): string {
  return fares.map(({ fare }) => fare.fareKey).join('|');
}
