import type { App, Caller } from '../../context.ts';
import { cityImageUrl, type PresentContext } from '../../offers/describe/carrier-info.ts';
import type { Locale } from '../../travel/locale.ts';
import { presentValue } from '../../travel/money.ts';
import { adviseOffers } from '../discovery/discovery-advice.ts';
import type { Destinations } from '../discovery/find-destinations.ts';
import type { DatedFare, Discovery } from '../model/discovery.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import type { PriceLevel } from '../model/price-levels.ts';
import { type ScoreBase, scoreBase, scoreOffer } from '../model/sort-offers.ts';
import { adviceWriter } from './present-advice.ts';
import { renderItinerary } from './present-itinerary.ts';
import { fragmentsOf } from './json-fragment-cache.ts';
import { AmountWriter } from '../../offers/answers/write-json.ts';

/** How a discovery's answer is worded. */
export interface DiscoveryWording {
  readonly discovery: Discovery;
  readonly locale: Locale;
  /** Absent on the last page. */
  readonly nextPageToken: string | undefined;
}

/** The cities of a page as JSON bytes. */
export async function renderDestinations(
  app: App,
  caller: Caller,
  result: Destinations,
  wording: DiscoveryWording,
): Promise<Buffer> {
  const context = contextOf(app, wording.locale);
  const flights = result.cities.flatMap((city) =>
    city.flights.map((shown) => ({ shown, seenAt: city.seenAt, scoreBase: city.scoreBase })),
  );
  const written = await writeItineraries(app, caller, wording, flights);
  const parts: Buffer[] = [Buffer.from('{"destinations":[')];
  let next = 0;
  for (const [index, city] of result.cities.entries()) {
    const own = written.slice(next, next + city.flights.length);
    next += own.length;
    const head = JSON.stringify(presentCity(context, city.cityCode));
    parts.push(
      Buffer.from(`${index === 0 ? '' : ','}${head.slice(0, -1)},"flights":[`),
      ...join(own),
      Buffer.from('],"lowest_fare_flight":'),
      ...own.slice(0, 1),
      Buffer.from('}'),
    );
  }
  const tail = JSON.stringify({
    origin: presentOrigin(context, wording.discovery.origins[0].cityCode),
    pagination: { next_page_token: wording.nextPageToken },
    total: result.total,
  });
  return Buffer.concat([...parts, Buffer.from(`],${tail.slice(1)}`)]);
}

/** Date pairs of a calendar, each with its level. */
export interface CalendarPage {
  readonly days: readonly (DatedFare & { readonly level: PriceLevel })[];
  readonly total: number;
  readonly seenAt: Date;
}

/** A page of a calendar as JSON bytes: its itineraries, and its days in short. */
export async function renderCalendar(
  app: App,
  caller: Caller,
  { days, total, seenAt }: CalendarPage,
  wording: DiscoveryWording,
): Promise<Buffer> {
  const itineraries = await writeItineraries(
    app,
    caller,
    wording,
    together({ shown: days.map(({ shown }) => shown), seenAt }),
  );
  const rest = JSON.stringify({
    days: days.map(({ dates, shown, level }) => ({
      departure_date: dates.departure,
      return_date: dates.return,
      lowest: presentValue(shown.fares[0].total),
      level,
    })),
    next_page_token: wording.nextPageToken,
    pagination: { next_page_token: wording.nextPageToken },
    total,
  });
  return Buffer.concat([Buffer.from('{"itineraries":['), ...join(itineraries), Buffer.from(`],${rest.slice(1)}`)]);
}

/** Offers, and when their prices were seen. */
export interface SeenList {
  readonly shown: readonly DisplayOffer[];
  readonly seenAt: Date;
}

/** A list of itineraries as JSON bytes. */
export async function renderList(app: App, caller: Caller, list: SeenList, wording: DiscoveryWording): Promise<Buffer> {
  const itineraries = await writeItineraries(app, caller, wording, together(list));
  return Buffer.concat([
    Buffer.from('{"itineraries":['),
    ...join(itineraries),
    Buffer.from(`],"total":${itineraries.length}}`),
  ]);
}

/** Scores are measured against the best of what is shown together. */
function together({ shown, seenAt }: SeenList): readonly ScoredOffer[] {
  const base = scoreBase(shown);
  return shown.map((offer) => ({ shown: offer, seenAt, scoreBase: base }));
}

function join(parts: readonly Buffer[]): readonly Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part]));
}
const COMMA = Buffer.from(',');

/** An offer to be written as an itinerary. */
interface ScoredOffer {
  readonly shown: DisplayOffer;
  readonly seenAt: Date;
  readonly scoreBase: ScoreBase;
}

/** An itinerary as it was written last, and everything that was written of it besides the offer. */
interface WrittenItinerary {
  readonly about: string;
  readonly bytes: Buffer;
}
/** Offers that were seen moments ago are shown again on the next page or under another limit, mostly just as before. */
const writtenLast = new WeakMap<DisplayOffer, WrittenItinerary>();

/** Each offer as the JSON bytes of an itinerary, with the advice of its market. */
async function writeItineraries(
  app: App,
  caller: Caller,
  { discovery, locale }: DiscoveryWording,
  offers: readonly ScoredOffer[],
): Promise<readonly Buffer[]> {
  const context = contextOf(app, locale);
  const setting = { context, fragments: fragmentsOf(context) };
  const amounts = new AmountWriter(discovery.currency, (from) => app.rates.rate(from, discovery.currency));
  const advised = await adviseOffers(
    app,
    caller,
    discovery,
    offers.map(({ shown }) => shown),
  );
  const advise = adviceWriter(advised.markets, amounts, locale);
  return offers.map(({ shown, seenAt, scoreBase: base }, index) => {
    const offer = advised.shown[index] ?? shown;
    const adviceJson = advise(offer);
    const score = scoreOffer(shown, base);
    const about = `${locale}|${setting.context.publicUrl}|${score}|${seenAt.getTime()}|${adviceJson}`;
    const last = writtenLast.get(shown);
    if (last?.about === about) return last.bytes;
    const bytes = renderItinerary(setting, { shown: offer, seenAt, score, adviceJson });
    writtenLast.set(shown, { about, bytes });
    return bytes;
  });
}

function contextOf(app: App, locale: Locale): PresentContext {
  return { places: app.places.inLanguage(locale), publicUrl: app.config.publicUrl };
}

function presentCity({ places, publicUrl }: PresentContext, cityCode: string) {
  const city = places.city(cityCode);
  return {
    city_name: city?.name ?? cityCode,
    city_main_image: cityImageUrl(publicUrl, cityCode),
    iata_code: cityCode,
    location: city === undefined ? null : { latitude: city.latitude, longitude: city.longitude },
  };
}

function presentOrigin({ places }: PresentContext, cityCode: string) {
  const city = places.city(cityCode);
  return {
    city_code: cityCode,
    city_name: city?.name ?? cityCode,
    country_code: city?.country ?? '',
    country_name: places.country(city?.country ?? '')?.name ?? city?.country ?? '',
    location: city === undefined ? null : { latitude: city.latitude, longitude: city.longitude },
  };
}
