import type { Answer } from '../../service/service.ts';
import { addDays } from '../../../../src/travel/dates.ts';
import { type DuffelTrips, payFor, readTrip } from '../duffel-trips.ts';

/** A booked flight of Duffel's whose fare may be changed. */
export interface ChangeableTrip {
  readonly tripId: string;
  /** The guest's pair, for every call about the booking. */
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  /** A day on which it may be flown instead. */
  readonly otherDay: string;
  /** Duffel's id of the order. */
  readonly orderId: string;
}

/** Buys a flight, in pounds as Duffel sells it unless another currency is named, and lets the fulfilment end. */
export async function buyChangeable(at: DuffelTrips, currency = 'GBP'): Promise<ChangeableTrip> {
  const { token, day } = await findChangeable(at, currency);
  const tripId = await payFor(at.service, [token], { currency });
  await at.service.drain();
  const trip = await readTrip(at.service, tripId);
  if (trip.status !== 'fulfilled') throw new Error(`not booked: ${JSON.stringify(trip.fulfillment)}`);
  const pair = { booking_ref: trip.bookings[0].booking_ref, last_name: 'Bly' };
  const { body } = await at.service.call('POST', '/v1/get_booking', pair);
  return { tripId, pair, otherDay: addDays(day, 5), orderId: body.booking.items[0].order_id };
}

/** The fare that may be changed of some flight, by its token. */
async function findChangeable(
  at: DuffelTrips,
  currency: string,
): Promise<{ readonly token: string; readonly day: string }> {
  const day = at.nextDay();
  const search = { origin: 'LHR', destination: 'JFK', departure_date: day, currency };
  const { body } = await at.service.call('POST', '/v1/flight_search', search);
  const fares = (body.live_offers ?? []).flatMap((offer: Answer['body']) => offer.fares);
  const fare = fares.find((candidate: Answer['body']) => candidate.is_changeable === true);
  if (fare !== undefined) return { token: fare.trip_item_token, day };
  throw new Error('No fare may be changed.');
}

/** What a booked flight could be exchanged for on its other day. */
export function shopFor(at: DuffelTrips, { pair, otherDay }: ChangeableTrip): Promise<Answer> {
  return at.service.call('POST', '/v1/exchange_shop', { ...pair, preferred_departure_date: otherDay });
}

/** The cheapest exchange, quoted: the answer of `exchange_price`. */
export async function quoteCheapest(at: DuffelTrips, trip: ChangeableTrip): Promise<Answer> {
  const shop = await shopFor(at, trip);
  const [offer] = shop.body.offers ?? [];
  if (offer === undefined) throw new Error(`no exchange: ${shop.text.slice(0, 300)}`);
  return at.service.call('POST', '/v1/exchange_price', { ...trip.pair, offer_id: offer.offer_id });
}

/** Commits to a quote, paid at once with a token unless `token` is undefined. */
export function commitTo(
  at: DuffelTrips,
  { pair }: ChangeableTrip,
  session_reference: string,
  token: string | undefined = undefined,
): Promise<Answer> {
  const more = token === undefined ? {} : { shared_payment_token: token };
  return at.service.call('POST', '/v1/exchange_commit', { ...pair, session_reference, ...more });
}

/** How an exchange stands. */
export async function exchangeStatus(
  at: DuffelTrips,
  { pair }: ChangeableTrip,
  session_reference: string,
): Promise<Answer['body']> {
  return (await at.service.call('POST', '/v1/exchange_status', { ...pair, session_reference })).body;
}
