import { addDays } from '../../../src/travel/dates.ts';
import { callFor } from '../faults/mixed-journeys.ts';
import { searchCars } from './mixed-trips.ts';
import type { Answer, TestService } from '../service/service.ts';
import { CARD_OK, CONTACT, daysAhead, NELLIE } from '../faults/trip-journeys.ts';

type Body = Answer['body'];

/** A car that was bought, and the pair it is found by. */
export interface BookedCar {
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly tripId: string;
  readonly itemId: string;
}
/** What differs from a plain purchase of a scenario car in its own currency. */
export interface CarWish {
  readonly currency?: string;
  readonly extras?: readonly { readonly offer_id: string; readonly quantity: number }[];
  readonly days?: number;
  /** A second car of the same trip. */
  readonly also?: string;
}

/** Two months from the real day, at ten. */
export const carPickUp = (days = 0) => `${daysAhead(60 + days)}T10:00:00`;

/** Buys a car of branch QAA by its scenario's name for five days: searched, checked out, paid, fulfilled. */
export async function bookScenarioCar(service: TestService, scenario: string, wish: CarWish = {}): Promise<BookedCar> {
  const from = carPickUp(wish.days);
  const to = `${addDays(from.slice(0, 10), 5)}T10:00:00`;
  const { offers } = await searchCars(service, { location: 'QAA', from, to });
  const tokenOf = (name: string) => offers.find(({ vehicle }: Body) => vehicle.name === name).offer_id;
  const trip = await callFor(service, '/v1/trip', {
    ...(wish.currency ? { currency: wish.currency } : {}),
    add_item: { trip_item_token: tokenOf(scenario) },
    upsert_travelers: { travelers: [{ ...NELLIE, title: 'Ms' }], contact: CONTACT },
  });
  const [{ item_id: itemId }] = trip.items;
  if (wish.also)
    await callFor(service, '/v1/trip', { trip_id: trip.trip_id, add_item: { trip_item_token: tokenOf(wish.also) } });
  if (wish.extras)
    await callFor(service, '/v1/select_ancillaries', {
      trip_id: trip.trip_id,
      item_id: itemId,
      selections: wish.extras,
    });
  return { ...(await payForCar(service, trip.trip_id)), itemId };
}

/** Checks a trip out, pays it with a good card and fulfils it; a car on request is confirmed six hours later. */
async function payForCar(service: TestService, tripId: string): Promise<Omit<BookedCar, 'itemId'>> {
  await callFor(service, '/v1/checkout', { trip_id: tripId });
  const paid = await callFor(service, '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  return { tripId, pair: { booking_ref: paid.booking_ref, last_name: 'Bly' } };
}
