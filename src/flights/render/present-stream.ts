import type { App, Caller } from '../../context.ts';
import type { StreamEvent } from '../../platform/http/route.ts';
import type { Locale } from '../../travel/locale.ts';
import type { DoneUpdate, OffersUpdate } from '../search/stream-search.ts';
import { adviser } from './present-advice.ts';
import { type OfferRenderContext, offerIdOf } from './present-live-offer.ts';
import {
  openRenderContext,
  presentItineraries,
  presentSealedOffers,
  presentStatus,
  presentTotals,
} from './present-search.ts';

/** The currency, language and next page of a stream. */
export interface StreamWording {
  /** As asked for; where nothing can be converted into it each update says its own. */
  readonly currency: string;
  readonly locale: Locale;
  /** Signs the token of the page that begins at an offset. */
  readonly pageTokenAt: (offset: number) => string;
}

/**
 * Presents the events of a streamed search: `offers` for each supplier, one or several, then `done`. All of them share
 * one `response_id`.
 */
export async function* presentStream(
  app: App,
  caller: Caller,
  updates: AsyncIterable<OffersUpdate | DoneUpdate>,
  wording: StreamWording,
): AsyncGenerator<StreamEvent> {
  let rendering = openRenderContext(app, wording.currency, wording.locale);
  for await (const update of updates) {
    const currency = update.kind === 'offers' ? update.currency : update.result.search.currency;
    if (currency !== rendering.display.code)
      rendering = { ...openRenderContext(app, currency, wording.locale), responseId: rendering.responseId };
    yield update.kind === 'offers'
      ? { event: 'offers', data: presentOffers(app, caller, rendering, update, wording.locale) }
      : { event: 'done', data: presentDone(rendering, update, wording) };
  }
}

function presentOffers(
  app: App,
  caller: Caller,
  rendering: OfferRenderContext,
  { status, isLast, offers, advice }: OffersUpdate,
  locale: Locale,
) {
  const advise = adviser(advice, rendering.display, locale);
  const presented = { ...presentStatus(status), ...(isLast ? {} : { more_offers_follow: true }) };
  return { ...presented, live_offers: presentSealedOffers(app, caller, rendering, offers, advise) };
}

function presentDone(
  rendering: OfferRenderContext,
  { result, superseded }: DoneUpdate,
  { locale, pageTokenAt }: StreamWording,
) {
  const nextPageToken = result.nextOffset === undefined ? undefined : pageTokenAt(result.nextOffset);
  return {
    ...presentTotals(rendering, result, nextPageToken),
    offer_ids: result.live.map(offerIdOf),
    superseded_offer_ids: superseded.map(offerIdOf),
    itineraries: presentItineraries(rendering, result, adviser(result.advice, rendering.display, locale)),
  };
}
