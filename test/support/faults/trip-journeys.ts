import { addDays } from '../../../src/travel/dates.ts';
import type { Answer, TestService } from '../service/service.ts';

/** One adult, as a request says it. */
export const NELLIE = {
  first_name: 'Nellie',
  last_name: 'Bly',
  passenger_type: 'ADULT',
  date_of_birth: '1990-05-05',
  gender: 'FEMALE',
} as const;
export const CONTACT = { email: 'nellie@example.com', phone: '+33123456789' } as const;
export const CARD_OK = '4242424242424242';
export const CARD_DECLINED = '4000000000000002';
export const CARD_3DS = '4000002500003155';

/** A date some days after the real one. */
export function daysAhead(days: number): string {
  return addDays(new Date().toISOString().slice(0, 10), days);
}

/** A departure two months ahead of the real day, so that every offer is on sale. */
export function departureDate(): string {
  return daysAhead(60);
}

/** What is searched for; anything a search takes may stand beside the places. */
type Route = { readonly origin: string; readonly destination: string } & Readonly<Record<string, unknown>>;

/** The first fares of a live search, cheapest offer first. */
export async function searchFares(service: TestService, route: Route, headers: Readonly<Record<string, string>> = {}) {
  const answer = await service.call(
    'POST',
    '/v1/flight_search',
    { departure_date: departureDate(), ...route },
    headers,
  );
  if (answer.status !== 200 || answer.body.live_offers.length === 0)
    throw new Error(`no offers on ${route.origin}–${route.destination}: ${answer.status} ${answer.text.slice(0, 300)}`);
  const fares: { trip_item_token: string; total_price: { value: number; currency: string } }[] =
    answer.body.live_offers.flatMap((offer: { fares: unknown[] }) => offer.fares.slice(0, 1));
  return { fares, offerToken: String(answer.body.live_offers[0].offer_token) };
}

/** A trip with one flight and one adult, complete for checkout. */
export async function makeTrip(
  service: TestService,
  route: Route,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { fares } = await searchFares(service, route, headers);
  const answer = await service.call(
    'POST',
    '/v1/trip',
    {
      add_item: { trip_item_token: fares[0]?.trip_item_token },
      upsert_travelers: { travelers: [NELLIE], contact: CONTACT },
    },
    headers,
  );
  if (answer.status !== 200) throw new Error(`no trip: ${answer.status} ${answer.text}`);
  return answer;
}

/** A trip that has been checked out: the trip's id and the checkout answer. */
export async function makeCheckout(
  service: TestService,
  route: Route,
): Promise<{ readonly tripId: string; readonly checkout: Answer['body'] }> {
  const trip = await makeTrip(service, route);
  const checkout = await service.call('POST', '/v1/checkout', { trip_id: trip.body.trip_id });
  if (checkout.status !== 200) throw new Error(`no checkout: ${checkout.status} ${checkout.text}`);
  return { tripId: trip.body.trip_id, checkout: checkout.body };
}
