import type { ChangeFormView, FlightFormView } from '../../web/manage/view.ts';
import { viewReplacement } from '../checkout/view-order.ts';
import type { PageContext } from '../platform/http/route.ts';
import type { ItemClaim } from '../servicing/find-serviced-item.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import { priceExchange } from '../servicing/exchanges/price-exchange.ts';
import { shopExchange } from '../servicing/exchanges/shop-exchange.ts';
import { todayIn } from '../travel/dates.ts';
import type { Slice } from '../travel/flight.ts';
import type { FlightItem } from '../trips/model/trip.ts';
import type { GuestSession } from './with-guest-session.ts';

/** More than anybody reads; the cheapest for the traveler come first. */
const OFFERS_SHOWN_MAX = 20;

interface SliceToCome {
  readonly index: number;
  readonly slice: Slice;
  readonly date: string;
}

/** One day for each direction that is still to be flown. */
export function viewFlightForm(
  { app, query }: PageContext,
  { caller }: GuestSession,
  flight: FlightItem,
): FlightFormView {
  const city = (airport: string) => app.places.airport(airport)?.cityName ?? airport;
  const slices = slicesToCome(query, flight, caller.now);
  return {
    kind: 'flight',
    earliest: todayIn(app.places.airport(slices[0]?.slice.origin ?? '')?.zone ?? 'UTC', caller.now),
    days: slices.map(({ index, slice, date }) => ({
      name: `date_${index}`,
      route: `${city(slice.origin)} → ${city(slice.destination)}`,
      value: date,
    })),
  };
}

/**
 * What may be flown instead. Days left as they are stay; where all are, every direction is looked for on its own day,
 * and so it is where the airline does not keep one as it is, having moved it.
 */
export async function findFlights(
  { app, query }: PageContext,
  { booking, caller }: GuestSession,
  { tripItem, claim }: { readonly tripItem: FlightItem; readonly claim: ItemClaim },
): Promise<ChangeFormView['found']> {
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
  const facts = { places: app.places, now: caller.now };
  return {
    kind: 'offers',
    offers: found.offers.slice(0, OFFERS_SHOWN_MAX).map(({ offerId, plan }) => ({
      offerId,
      item: viewReplacement(booking, item, plan, facts),
      due: plan.due,
      refund: plan.refund,
    })),
  };
}

/** The chosen one, asked for once more and quoted. */
export async function quoteFlight(
  { app, form }: PageContext,
  { caller }: GuestSession,
  claim: ItemClaim,
): Promise<BookingChange> {
  return (await priceExchange(app, caller, claim, form['offer_id'] ?? '')).change;
}

function slicesToCome(query: PageContext['query'], { offer }: FlightItem, now: Date): readonly SliceToCome[] {
  return offer.slices
    .map((slice, index) => ({ index, slice, date: query[`date_${index}`] ?? slice.departureDate }))
    .filter(({ slice }) => (slice.segments[0]?.depart.instant ?? now) > now);
}
