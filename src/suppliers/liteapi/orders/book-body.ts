import type { LiteapiPayment } from '../../../platform/config-suppliers.ts';
import type { RoomParty } from '../../../travel/stay.ts';
import type { StayBookRequest } from '../../ports/hotels.ts';
import type { SupplierTraveler } from '../../ports/supplier.ts';

/** LiteAPI's words for what it charges. A sandbox key simulates the card. */
const METHODS = { card: 'ACC_CREDIT_CARD', wallet: 'WALLET', credit: 'CREDIT' } as const satisfies Record<
  LiteapiPayment,
  string
>;

/**
 * The body of `POST /rates/book`. The booking is the lead's; each room is in the name of one of its adults: of the
 * first room the lead, of the others the first adult that has no place in a room before it.
 */
export function toBookBody(
  { reference, travelers, contact }: StayBookRequest,
  rooms: readonly RoomParty[],
  { prebookId, paidFrom = 'card' }: { readonly prebookId: string; readonly paidFrom?: LiteapiPayment | undefined },
): object {
  const [lead] = travelers;
  if (lead === undefined) throw new Error('A booking has a traveler.');
  const adults = travelers.filter(({ type }) => type === 'ADULT');
  const { email, phone } = contact;
  return {
    prebookId,
    clientReference: reference,
    holder: { ...nameOf(lead), email, phone },
    guests: rooms.map((_, index) => {
      const before = rooms.slice(0, index).reduce((sum, party) => sum + party.adults, 0);
      const guest = index === 0 ? lead : (adults[before] ?? lead);
      return { occupancyNumber: index + 1, ...nameOf(guest), email };
    }),
    payment: { method: METHODS[paidFrom] },
  };
}

function nameOf({ firstName, lastName }: SupplierTraveler) {
  return { firstName, lastName };
}
