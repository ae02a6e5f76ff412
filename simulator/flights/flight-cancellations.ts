import type { Db } from '../../src/platform/db/db.ts';
import type { PlaceDirectory } from '../../src/travel/place-directory.ts';
import type { CancellationService } from '../../src/suppliers/ports/servicing.ts';
import type { PricedFlight } from '../../src/suppliers/ports/flights.ts';
import { freeAssignedSeats } from '../order-book/assigned-seats-store.ts';
import { createCancellationService } from '../order-book/cancellation-service.ts';
import { type FlightTerms, flightTermsOf, judgeFlightRefund } from './flight-terms.ts';
import { type SandboxOrder, soldFare } from './flights-order.ts';
import { scheduleOf } from '../order-book/schedule-service.ts';
import type { SeatCounts } from '../order-book/sold-seats.ts';
import { findOrder, freeSoldSeats } from '../order-book/store.ts';

/** What the service is made of. */
export interface FlightCancellationsParts {
  readonly db: Db;
  readonly seats: SeatCounts;
  readonly places: PlaceDirectory;
  /** The flights and the fare of an order, as on the day it was made. */
  asSold(order: SandboxOrder): PricedFlight | undefined;
}

/** Where tickets are given back: the seats are sold again. */
export function createFlightCancellations({
  db,
  seats,
  places,
  asSold,
}: FlightCancellationsParts): CancellationService {
  return createCancellationService<SandboxOrder & { readonly terms: FlightTerms }>({
    db,
    async find(h, organizationId, reference) {
      const order = await findOrder(h, organizationId, reference);
      const sold = order && asSold(order);
      if (order === undefined || sold === undefined) return undefined;
      // Rules count from the departure as it is by now; travelers moved too far may cancel free of charge.
      const { offer, isFreeToLeave } = await scheduleOf({ places }, h, organizationId, {
        reference,
        offer: sold.offer,
      });
      return { ...order, terms: { ...termsOf(order, { ...sold, offer }), isFreeToLeave } };
    },
    judge: judgeFlightRefund,
    async free(tx, organizationId, order) {
      await freeAssignedSeats(tx, organizationId, order.reference);
      const counts = await freeSoldSeats(
        tx,
        organizationId,
        order.seats.map(({ flightNumber, departureDate, cabin, seats: sold }) => ({
          flightNumber,
          departureDate,
          cabin,
          sold,
        })),
      );
      return () => seats.note(organizationId, counts, 'freed');
    },
  });
}

/**
 * By the fare that was stored with the order; those of before by the fare it was, which a published tariff still knows.
 */
function termsOf({ fare, bookedAt }: SandboxOrder, sold: PricedFlight): FlightTerms {
  return flightTermsOf(sold.offer, fare ?? soldFare(sold.fare, bookedAt));
}
