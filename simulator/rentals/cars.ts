import type { OrganizationId } from '../../src/platform/ids.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { payNowOfRental, type RentalQuery } from '../../src/travel/rental.ts';
import type { CarSupplier, RentalBookRequest } from '../../src/suppliers/ports/cars.ts';
import type { RentalWorld } from './rental-world.ts';
import { scenarioOfCar } from './scenario-cars.ts';
import { dueOfRental, gatherExtras, isSoldWith } from './exchanges/rental-due.ts';
import { createRentalExchanges } from './exchanges/rental-exchanges.ts';
import { confirmationOf } from '../scenarios/scenarios.ts';
import {
  createOrderBook,
  findAsQuoted,
  graceStart,
  type OrderBookParts,
  type StockSeller,
  type StockSale,
} from '../order-book/order-book.ts';
import { carConfirmationNumber, onRequestMs } from '../order-book/stock-order.ts';
import type { FoundStatedRentals, StatedRental } from './stated-rental.ts';

/** What the sandbox car system is made of. */
export interface SandboxCarsParts extends OrderBookParts {
  readonly world: { readonly rentals: RentalWorld };
}

/** The port of cars, everything stated. */
export interface SandboxCars extends CarSupplier {
  search(query: RentalQuery, context: SupplierContext): Promise<FoundStatedRentals>;
  getOffer(offerKey: string, context: SupplierContext): Promise<StatedRental | undefined>;
  price(offerKey: string, context: SupplierContext): Promise<StatedPrice>;
}
type StatedPrice =
  | { readonly kind: 'priced'; readonly offer: StatedRental }
  | { readonly kind: 'gone'; readonly reason: string };

/**
 * The built-in car supplier: the branches of the loaded world, an order book, and the scenario vehicles of branch QAA.
 */
export function createSandboxCars(parts: SandboxCarsParts): SandboxCars {
  const { rentals } = parts.world;
  const orderBook = createOrderBook(parts, createRentalSeller(rentals));
  return {
    id: 'sandbox_cars',
    name: 'Bly Sandbox Cars',
    isBookIdempotent: true,
    search: async (query, context) => rentals.search(query, await orderBook.ask(context)),
    getOffer: async (offerKey, context) => rentals.offer(offerKey, await orderBook.ask(context)),
    async price(offerKey, context) {
      const offer = rentals.offer(offerKey, await orderBook.ask(context));
      return offer
        ? { kind: 'priced', offer }
        : { kind: 'gone', reason: 'This car is rented out, or no longer offered at this price.' };
    },
    book: orderBook.book,
    lookUp: orderBook.lookUp,
    cancel: orderBook.cancel,
    exchanges: createRentalExchanges({ db: parts.db, rentals, orderBook }),
    cancellations: orderBook.cancellations,
  };
}

function createRentalSeller(rentals: RentalWorld): StockSeller<RentalBookRequest> {
  return {
    kind: 'rental',
    judge(request, context, organizationId) {
      const today = rentals.offer(request.offerKey, context);
      if (!today) return { reason: 'unavailable: the car is gone' };
      if (request.travelers.length === 0) return { reason: 'there is no driver in whose name to book' };
      const extras = gatherExtras(request.ancillaries);
      if (!extras.every((extra) => isSoldWith(today, extra))) return { reason: 'an extra is not sold with this offer' };
      const quoted = findAsQuoted(request, dueOfRental(today, extras), () => {
        const before = rentals.offer(request.offerKey, { ...context, now: graceStart(context.now) });
        return before && dueOfRental(before, extras);
      });
      if (!quoted) return { reason: 'price_changed' };
      const uses = rentals.carUses(request.offerKey) ?? [];
      return {
        keys: [request.offerKey],
        extras,
        uses: uses.map(({ key, day, cars }) => ({ key, date: day, count: cars })),
        cancellations: [quoted.offer.cancellation],
        shares: [{ price: payNowOfRental(quoted.offer), paid: quoted.total }],
        endsAt: quoted.offer.dropOff.instant,
        scenario: scenarioOfCar(request.offerKey),
        confirmationNumber: carConfirmationNumber(organizationId, request.reference, quoted.offer.pickUp.country),
        ...confirmationOfRental(quoted.offer, { organizationId, reference: request.reference }, context.now),
      };
    },
  };
}

/**
 * A car on request is confirmed some hours later; the scenario's after six, so that a test knows when. The other
 * scenarios speak when a rental is exchanged, and book like any car.
 */
function confirmationOfRental(
  offer: StatedRental,
  order: { readonly organizationId: OrganizationId; readonly reference: string },
  now: Date,
): Pick<StockSale, 'confirmedAt' | 'untilConfirmed'> {
  if (scenarioOfCar(offer.offerKey) === 'on_request') return confirmationOf('slow', now);
  if (!offer.isOnRequest) return confirmationOf(undefined, now);
  return {
    confirmedAt: new Date(now.getTime() + onRequestMs(order.organizationId, order.reference)),
    untilConfirmed: 'pending',
  };
}
