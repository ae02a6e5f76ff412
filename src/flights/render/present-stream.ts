import type { App, Caller } from '../../context.ts';
import { AnswerBytes } from '../../offers/answers/answer-bytes.ts';
import { RenderedJson, type StreamEvent } from '../../platform/http/route.ts';
import type { Locale } from '../../travel/locale.ts';
import { adviceWriter } from './present-advice.ts';
import { type OfferRenderContext, offerIdOf } from './present-live-offer.ts';
import { openRenderContext, writeItineraries, writeSealedOffers, writeStatus, writeTotals } from './present-search.ts';
import type { DoneUpdate, OffersUpdate } from '../search/stream-search.ts';

/** How a stream is wanted. */
export interface StreamWording {
  readonly currency: string;
  readonly locale: Locale;
  /** The token of the page that begins at an offset. */
  readonly pageTokenAt: (offset: number) => string;
}

/** A search as it is told: `offers` for each supplier, then `done`. All events of a stream share one `response_id`. */
export async function* presentStream(
  app: App,
  caller: Caller,
  updates: AsyncIterable<OffersUpdate | DoneUpdate>,
  wording: StreamWording,
): AsyncGenerator<StreamEvent> {
  const setting = openRenderContext(app, wording.currency, wording.locale);
  for await (const update of updates) {
    // Each event is written by itself: where its parts lie means nothing to the next.
    const fresh: OfferRenderContext = { ...setting, bytes: new AnswerBytes(), flights: new Map() };
    yield update.kind === 'offers'
      ? { event: 'offers', data: new RenderedJson(renderOffers(app, caller, fresh, update, wording.locale)) }
      : { event: 'done', data: new RenderedJson(renderDone(fresh, update, wording)) };
  }
}

function renderOffers(
  app: App,
  caller: Caller,
  setting: OfferRenderContext,
  { status, offers, advice }: OffersUpdate,
  locale: Locale,
): Buffer {
  const { bytes } = setting;
  bytes.add`{`;
  writeStatus(bytes, status);
  bytes.add`,"live_offers":[`;
  writeSealedOffers(app, caller, setting, offers, adviceWriter(advice, setting.amounts, locale));
  bytes.add`]}`;
  return bytes.take();
}

function renderDone(
  setting: OfferRenderContext,
  { result, superseded }: DoneUpdate,
  { locale, pageTokenAt }: StreamWording,
): Buffer {
  const { bytes } = setting;
  bytes.add`{`;
  writeTotals(setting, result, result.nextOffset === undefined ? undefined : pageTokenAt(result.nextOffset));
  bytes.add`,"offer_ids":${result.live.map(offerIdOf)},"superseded_offer_ids":${superseded.map(offerIdOf)},"itineraries":[`;
  writeItineraries(setting, result, adviceWriter(result.advice, setting.amounts, locale));
  bytes.add`]}`;
  return bytes.take();
}
