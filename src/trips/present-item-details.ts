import type { App } from '../context.ts';
import { presentFlightDetails } from '../offers/describe-flight.ts';
import { presentSelectedSeats } from './contract-seats.ts';
import type { TripItem } from './model/trip.ts';

/** `details` of an item on the wire, the same in a trip and in the booking that was made from it. */
export function presentItemDetails(app: Pick<App, 'places' | 'config'>, item: TripItem) {
  return { ...presentFlightDetails(item.offer, item.fare, app.places, app.config.publicUrl), seats: presentSelectedSeats(item) };
}
