import type { TravelCreditView } from '../../web/checkout/travel-credits.ts';
import type { Booking } from '../bookings/model/booking.ts';
import type { TravelCredit } from '../travel/cancellation.ts';

/** What an airline gives instead of money, as pages and mails show it to the travelers of a booking. */
export function viewCredits(
  { travelers }: Pick<Booking, 'travelers'>,
  credits: readonly TravelCredit[],
): readonly TravelCreditView[] {
  return credits.map(({ kind, name, code, amount, expiresOn, travelerId }) => {
    const traveler = travelers.find((candidate) => candidate.travelerId === travelerId);
    const travelerName = traveler && `${traveler.firstName} ${traveler.lastName}`;
    return { kind, name, code, amount, expiresOn, travelerName };
  });
}
