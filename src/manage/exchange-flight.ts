import {
  type ChangeFormView,
  type ExchangeOfferView,
  type FlightFormView,
  FLIGHT_SORTS,
  type FlightSort,
} from '../../web/manage/view.ts';
import { viewReplacement } from '../checkout/view-order.ts';
import type { PageContext } from '../platform/http/route.ts';
import type { ItemClaim } from '../servicing/find-serviced-item.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import { lostInExchange } from '../servicing/model/retained-extras.ts';
import { priceExchange } from '../servicing/exchanges/price-exchange.ts';
import { shopExchange } from '../servicing/exchanges/shop-exchange.ts';
import { todayIn } from '../travel/dates.ts';
import type { Slice } from '../travel/flight.ts';
import type { FlightItem } from '../trips/model/trip.ts';
import { placesOf } from './answer-page.ts';
import { viewFareCalendar } from './fare-calendar.ts';
import { type GuestContext, mayLookUp } from './with-guest-session.ts';

/** More than anybody reads: the cheapest for the traveler. */
const OFFERS_SHOWN_MAX = 30;

interface SliceToCome {
  readonly index: number;
  readonly slice: Slice;
  readonly date: string;
}

/** One day for each direction that is still to be flown, with a calendar of fares as far as they are known. */
export async function viewFlightForm(
  context: PageContext,
  guest: GuestContext,
  flight: FlightItem,
): Promise<FlightFormView> {
  const { app, query } = context;
  const places = placesOf(context);
  const city = (airport: string) => places.airport(airport)?.cityName ?? airport;
  const slices = slicesToCome(query, flight, guest.caller.now);
  const earliest = todayIn(app.places.airport(slices[0]?.slice.origin ?? '')?.zone ?? 'UTC', guest.caller.now);
  const days = slices.map(({ index, slice, date }) => ({
    name: `date_${index}`,
    route: `${city(slice.origin)} → ${city(slice.destination)}`,
    value: date,
  }));
  const shown = (await mayLookUp(context, guest)) ? slices : [];
  const calendars = await Promise.all(
    shown.map(({ index, slice, date }) =>
      viewFareCalendar(context, guest, flight, { name: `date_${index}`, slice, chosen: date, earliest }),
    ),
  );
  return {
    kind: 'flight',
    earliest,
    days,
    calendars: calendars.filter((calendar) => calendar !== undefined),
    sort: sortOf(query),
  };
}

/** In which order offers are listed. */
function sortOf(query: PageContext['query']): FlightSort {
  return FLIGHT_SORTS.find((sort) => sort === query['sort']) ?? 'price';
}

/** Offers, given cheapest first, in the order that was asked for; among equals the cheaper ones come first. */
function inOrder(offers: readonly ExchangeOfferView[], sort: FlightSort): readonly ExchangeOfferView[] {
  if (sort === 'price') return offers;
  const keyOf = ({ item }: ExchangeOfferView): string | number => {
    if (item.kind !== 'flight') return 0;
    if (sort === 'departure') return item.slices[0]?.segments[0]?.depart.timeLocal ?? '';
    return item.slices.reduce((minutes, slice) => minutes + slice.durationMinutes, 0);
  };
  return offers.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

/**
 * What may be flown instead. Days left as they are stay; where all are, every direction is looked for on its own day,
 * and so it is where the airline does not keep one as it is, having moved it.
 */
export async function findFlights(
  context: PageContext,
  { booking, caller }: GuestContext,
  { tripItem, claim }: { readonly tripItem: FlightItem; readonly claim: ItemClaim },
): Promise<ChangeFormView['found']> {
  const { app, query } = context;
  const slices = slicesToCome(query, tripItem, caller.now);
  const moved = slices.filter(({ slice, date }) => date !== slice.departureDate);
  const requested = moved.length > 0 ? moved : slices;
  const shop = async ([first, second]: readonly SliceToCome[]) =>
    first &&
    shopExchange(app, caller, claim, {
      segments: [first.index, ...(second === undefined ? [] : [second.index])],
      departureDate: first.date,
      returnDate: second?.date,
    });
  const answer = await shop(requested);
  const found = answer?.kind === 'not_exchangeable' && requested.length < slices.length ? await shop(slices) : answer;
  const item = booking.items.find(({ itemId }) => itemId === tripItem.itemId);
  if (found?.kind !== 'offers' || item === undefined)
    return { kind: 'never', reason: found?.kind === 'not_exchangeable' ? found.reason : undefined };
  const facts = { places: placesOf(context), now: caller.now };
  const offers = found.offers.map(({ offerId, plan }) => ({
    offerId,
    item: viewReplacement(booking, item, plan, facts),
    due: plan.due,
    refund: plan.refund,
    isOnRequest: false,
  }));
  return {
    kind: 'offers',
    offers: inOrder(offers, sortOf(query)).slice(0, OFFERS_SHOWN_MAX),
    lostExtras:
      found.offers.map(({ plan }) => lostInExchange(item.tripItem, plan.replacement)).find((lost) => lost !== 'none') ??
      'none',
  };
}

/** The chosen one, asked for once more and quoted. */
export async function quoteFlight(
  { app, form }: PageContext,
  { caller }: GuestContext,
  claim: ItemClaim,
): Promise<BookingChange> {
  return (await priceExchange(app, caller, claim, form['offer_id'] ?? '')).change;
}

function slicesToCome(query: PageContext['query'], { offer }: FlightItem, now: Date): readonly SliceToCome[] {
  return offer.slices
    .map((slice, index) => ({ index, slice, date: query[`date_${index}`] ?? slice.departureDate }))
    .filter(({ slice }) => (slice.segments[0]?.depart.instant ?? now) > now);
}
