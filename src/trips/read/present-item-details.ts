import type { App } from '../../context.ts';
import { presentFlightDetails } from '../../offers/describe/describe-flight.ts';
import { presentRequirements } from '../../offers/describe/present-requirements.ts';
import { scheduleWithExtras } from '../model/cancellation-cost.ts';
import { presentRentalDetails } from '../../offers/describe/describe-rental.ts';
import { presentStayDetails } from '../../offers/describe/describe-stay.ts';
import { presentSelectedSeats } from '../contract-seats.ts';
import type { TripItem } from '../model/trip.ts';

/** `details` of an item on the wire, the same in a trip and in the booking that was made from it. */
export function presentItemDetails(app: Pick<App, 'places' | 'config'>, item: TripItem): Record<string, unknown> {
  switch (item.kind) {
    case 'flight':
      return {
        ...presentFlightDetails(item.offer, item.fare, app.places, app.config.publicUrl),
        seats: presentSelectedSeats(item),
        ...presentRequirements(item.offer.requirements),
      };
    case 'hotel':
      return { ...presentStayDetails(item.stay), ...presentRequirements(item.stay.requirements) };
    case 'car':
      return presentRentalDetails({ ...item.rental, cancellation: scheduleWithExtras(item) });
    default:
      return item satisfies never;
  }
}
