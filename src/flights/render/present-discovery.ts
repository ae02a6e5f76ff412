import type { App, Caller } from '../../context.ts';
import { DisplayCurrency } from '../../offers/answers/display-currency.ts';
import { cityImageUrl, type PresentContext } from '../../offers/describe/carrier-info.ts';
import type { Locale } from '../../travel/locale.ts';
import { presentValue } from '../../travel/money.ts';
import { presentCoverage } from '../contract/contract-coverage.ts';
import { adviseOffers } from '../discovery/discovery-advice.ts';
import type { Destinations } from '../discovery/find-destinations.ts';
import type { FareCoverage } from '../model/coverage.ts';
import type { CalendarDay } from '../discovery/calendar-days.ts';
import type { Discovery } from '../model/discovery.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import { type ScoreBase, scoreBase, scoreOffer } from '../model/sort-offers.ts';
import { adviser } from './present-advice.ts';
import { presentItinerary } from './present-itinerary.ts';

/** How to answer a discovery. */
export interface DiscoveryWording {
  readonly discovery: Discovery;
  readonly locale: Locale;
  /** Absent on the last page. */
  readonly nextPageToken: string | undefined;
  /** Undefined where all fares there are are known. */
  readonly coverage: FareCoverage | undefined;
}

/** Presents a page of cities, each with its cheapest itineraries. */
export async function presentDestinations(app: App, caller: Caller, result: Destinations, wording: DiscoveryWording) {
  const context = contextOf(app, wording.locale);
  const offers = result.cities.flatMap(({ flights, seenAt, scoreBase: base }) =>
    flights.map((shown) => ({ shown, seenAt, scoreBase: base })),
  );
  const itineraries = (await presentItineraries(app, caller, wording, offers)).values();
  return {
    destinations: result.cities.map((city) => {
      const flights = [...itineraries.take(city.flights.length)];
      return { ...presentCity(context, city.cityCode), flights, lowest_fare_flight: flights[0] };
    }),
    origin: presentOrigin(context, wording.discovery.origins[0].cityCode),
    pagination: { next_page_token: wording.nextPageToken },
    total: result.total,
    ...presentCoverage(wording.coverage),
  };
}

/** A page of a calendar, in the order of days. */
export interface CalendarPage {
  readonly days: readonly CalendarDay[];
  readonly total: number;
  readonly seenAt: Date;
}

/** Presents a page of a calendar: its itineraries and a summary of its days. */
export async function presentCalendar(
  app: App,
  caller: Caller,
  { days, total, seenAt }: CalendarPage,
  wording: DiscoveryWording,
) {
  const shown = days.flatMap(({ fare }) => (fare === undefined ? [] : [fare.shown]));
  return {
    itineraries: await presentItineraries(app, caller, wording, scoredTogether({ shown, seenAt })),
    days: days.map(presentDay),
    next_page_token: wording.nextPageToken,
    pagination: { next_page_token: wording.nextPageToken },
    total,
    ...presentCoverage(wording.coverage),
  };
}

function presentDay({ dates, fare, coverage }: CalendarDay) {
  return {
    departure_date: dates.departure,
    return_date: dates.return,
    ...(fare && { lowest: presentValue(fare.shown.fares[0].total), level: fare.level }),
    ...(coverage && presentDayCoverage(coverage)),
  };
}

function presentDayCoverage({ isKnown, asOf, observed, sampled, missing }: NonNullable<CalendarDay['coverage']>) {
  return {
    known: isKnown,
    ...(asOf && { as_of: asOf.toISOString() }),
    coverage: { observed, sampled, missing },
  };
}

/** Offers, and when their prices were seen. */
export interface SeenList {
  readonly shown: readonly DisplayOffer[];
  readonly seenAt: Date;
}

/** Presents a list of itineraries. */
export async function presentList(app: App, caller: Caller, list: SeenList, wording: DiscoveryWording) {
  const itineraries = await presentItineraries(app, caller, wording, scoredTogether(list));
  return { itineraries, total: itineraries.length, ...presentCoverage(wording.coverage) };
}

/** Scores are measured against the best offer of the list. */
function scoredTogether({ shown, seenAt }: SeenList): readonly ScoredOffer[] {
  const base = scoreBase(shown);
  return shown.map((offer) => ({ shown: offer, seenAt, scoreBase: base }));
}

/** An offer to be presented as an itinerary. */
interface ScoredOffer {
  readonly shown: DisplayOffer;
  readonly seenAt: Date;
  readonly scoreBase: ScoreBase;
}

/** Presents each offer as an itinerary with the advice of its market. */
async function presentItineraries(
  app: App,
  caller: Caller,
  { discovery, locale }: DiscoveryWording,
  offers: readonly ScoredOffer[],
) {
  const context = contextOf(app, locale);
  const display = new DisplayCurrency(discovery.currency, (from) => app.rates.selling(from, discovery.currency).rate);
  const advised = await adviseOffers(
    app,
    caller,
    discovery,
    offers.map(({ shown }) => shown),
  );
  const advise = adviser(advised.markets, display, locale);
  return offers.map(({ shown, seenAt, scoreBase: base }, index) => {
    const offer = advised.shown[index] ?? shown;
    return presentItinerary(context, {
      shown: offer,
      seenAt: shown.observedAt ?? seenAt,
      score: scoreOffer(shown, base),
      advice: advise(offer),
    });
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
