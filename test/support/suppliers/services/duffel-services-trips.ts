import type { Answer } from '../../service/service.ts';
import { type DuffelTrips, payFor, readTrip } from '../duffel-trips.ts';

/** A booked flight of Duffel Airways, whose bags and seats are sold later. */
export interface ServiceableTrip {
  readonly tripId: string;
  /** The guest's pair, for every call about the booking. */
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  /** Duffel's id of the order. */
  readonly orderId: string;
}

/** Buys a flight, in pounds as Duffel sells it unless another currency is named, and lets the fulfilment end. */
export async function buyServiceable(at: DuffelTrips, currency = 'GBP'): Promise<ServiceableTrip> {
  const search = { origin: 'LHR', destination: 'JFK', departure_date: at.nextDay(), currency };
  const { body } = await at.service.call('POST', '/v1/flight_search', search);
  const offer = (body.live_offers ?? []).find(({ validating_carrier }: Answer['body']) => validating_carrier === 'ZZ');
  const fare = offer?.fares.find((candidate: Answer['body']) => candidate.is_changeable === true) ?? offer?.fares[0];
  if (fare === undefined) throw new Error(`no flight of Duffel Airways: ${JSON.stringify(body).slice(0, 200)}`);
  const tripId = await payFor(at.service, [fare.trip_item_token], { currency });
  await at.service.drain();
  const trip = await readTrip(at.service, tripId);
  if (trip.status !== 'fulfilled') throw new Error(`not booked: ${JSON.stringify(trip.fulfillment)}`);
  const pair = { booking_ref: trip.bookings[0].booking_ref, last_name: 'Bly' };
  const booking = await at.service.call('POST', '/v1/get_booking', pair);
  return { tripId, pair, orderId: booking.body.booking.items[0].order_id };
}

/** A quote of one bag: the answer of `add_services_check`. */
export async function quoteBag(at: DuffelTrips, { pair }: ServiceableTrip): Promise<Answer['body']> {
  const { body } = await at.service.call('POST', '/v1/add_services_check', pair);
  const [bag] = body.bags ?? [];
  if (bag === undefined) throw new Error(`nothing is sold: ${JSON.stringify(body)}`);
  const quote = await at.service.call('POST', '/v1/add_services_check', {
    ...pair,
    selections: [{ offer_id: bag.offer_id, quantity: 1 }],
  });
  if (quote.status !== 200) throw new Error(quote.text);
  return quote.body;
}

/** Commits to a quote, paid at once with a token. */
export async function commitServices(at: DuffelTrips, { pair }: ServiceableTrip, quote_id: string): Promise<Answer> {
  return at.service.call('POST', '/v1/add_services_commit', {
    ...pair,
    quote_id,
    shared_payment_token: 'spt_test_ok',
  });
}
