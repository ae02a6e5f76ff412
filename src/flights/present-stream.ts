import type { App, Caller } from '../context.ts';
import { RenderedJson, type StreamEvent } from '../platform/http/route.ts';
import type { Locale } from '../travel/locale.ts';
import type { ShownOffer } from './model/flight-search.ts';
import { adviceWriter } from './present-advice.ts';
import { type OfferSetting, offerIdOf } from './present-live-offer.ts';
import { openSetting, presentStatus, renderItineraries, renderSealed, renderTotals } from './present-search.ts';
import type { DoneUpdate, OffersUpdate } from './stream-search.ts';

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
  const setting = openSetting(app, wording.currency, wording.locale);
  for await (const update of updates) {
    yield update.kind === 'offers'
      ? { event: 'offers', data: new RenderedJson(renderOffers(app, caller, setting, update, wording.locale)) }
      : { event: 'done', data: new RenderedJson(renderDone(setting, update, wording)) };
  }
}

function renderOffers(app: App, caller: Caller, setting: OfferSetting, { status, offers, advice }: OffersUpdate, locale: Locale): string {
  const advise = adviceWriter(advice, setting.amounts, locale);
  const liveOffers = offers.map((shown) => renderSealed(app, caller, setting, { shown, adviceJson: advise(shown) }));
  return `${JSON.stringify(presentStatus(status)).slice(0, -1)},"live_offers":[${liveOffers.join()}]}`;
}

function renderDone(setting: OfferSetting, { result, superseded }: DoneUpdate, { locale, pageTokenAt }: StreamWording): string {
  const nextPageToken = result.nextOffset === undefined ? undefined : pageTokenAt(result.nextOffset);
  const itineraries = renderItineraries(setting, result, adviceWriter(result.advice, setting.amounts, locale));
  return (
    `${renderTotals(setting, result, nextPageToken)},"offer_ids":${idsOf(result.live)}` +
    `,"superseded_offer_ids":${idsOf(superseded)},"itineraries":[${itineraries.join()}]}`
  );
}

function idsOf(offers: readonly ShownOffer[]): string {
  return JSON.stringify(offers.map(offerIdOf));
}
