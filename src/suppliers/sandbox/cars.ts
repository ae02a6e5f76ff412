import type { OrganizationId } from '../../platform/ids.ts';
import { addMoney, type Money, timesMoney } from '../../travel/money.ts';
import { dueAtDesk, type PaidAt, payNowOfRental, type RentalOffer } from '../../travel/rental.ts';
import type { CarSupplier, ChosenAncillary, RentalBookRequest } from '../ports.ts';
import type { RentalWorld } from '../world/rentals/rental-world.ts';
import { scenarioOfCar } from '../world/rentals/scenario-cars.ts';
import { confirmationOf } from './scenarios.ts';
import { createStockDesk, findAsQuoted, graceStart, type StockDeskParts, type StockLine, type StockSale } from './stock-desk.ts';
import { carConfirmationNumber, onRequestMs, type StockExtra } from './stock-order.ts';

/** What the sandbox car system is made of. */
export interface SandboxCarsParts extends StockDeskParts {
  readonly world: { readonly rentals: RentalWorld };
}

/** The built-in car supplier: the branches of the loaded world, an order book, and the scenario vehicles of branch QAA. */
export function createSandboxCars(parts: SandboxCarsParts): CarSupplier {
  const { rentals } = parts.world;
  const desk = createStockDesk(parts, createRentalLine(rentals));
  return {
    id: 'sandbox_cars',
    name: 'Bly Sandbox Cars',
    isBuiltIn: true,
    isBookIdempotent: true,
    search: async (query, context) => rentals.search(query, await desk.ask(context)),
    getOffer: async (offerKey, context) => rentals.offer(offerKey, await desk.ask(context)),
    async price(offerKey, context) {
      const offer = rentals.offer(offerKey, await desk.ask(context));
      return offer ? { kind: 'priced', offer } : { kind: 'gone', reason: 'This car is rented out, or no longer offered at this price.' };
    },
    book: desk.book,
    lookUp: desk.lookUp,
    cancel: desk.cancel,
  };
}

function createRentalLine(rentals: RentalWorld): StockLine<RentalBookRequest> {
  return {
    kind: 'rental',
    judge(request, asking, organizationId) {
      const today = rentals.offer(request.offerKey, asking);
      if (!today) return { reason: 'unavailable: the car is gone' };
      if (request.travelers.length === 0) return { reason: 'there is no driver in whose name to book' };
      const extras = gatherExtras(request.ancillaries);
      if (!extras.every((extra) => isSoldWith(today, extra))) return { reason: 'an extra is not sold with this offer' };
      const quoted = findAsQuoted(request, withDue(today, extras), () => {
        const before = rentals.offer(request.offerKey, { ...asking, now: graceStart(asking.now) });
        return before && withDue(before, extras);
      });
      if (!quoted) return { reason: 'price_changed' };
      const uses = rentals.carUses(request.offerKey) ?? [];
      return {
        keys: [request.offerKey],
        extras,
        uses: uses.map(({ key, day, cars }) => ({ key, date: day, count: cars })),
        cancellations: [quoted.offer.cancellation],
        scenario: scenarioOfCar(request.offerKey),
        confirmationNumber: carConfirmationNumber(organizationId, request.reference, quoted.offer.pickUp.country),
        ...confirmationOfRental(quoted.offer, { organizationId, reference: request.reference }, asking.now),
      };
    },
  };
}

/** One child seat for each of two children is two child seats. */
function gatherExtras(chosen: readonly ChosenAncillary[]): readonly StockExtra[] {
  const quantities = new Map<string, number>();
  for (const { ancillaryKey, quantity } of chosen) quantities.set(ancillaryKey, (quantities.get(ancillaryKey) ?? 0) + quantity);
  return [...quantities].map(([ancillaryKey, quantity]) => ({ ancillaryKey, quantity }));
}

function isSoldWith(offer: RentalOffer, { ancillaryKey, quantity }: StockExtra): boolean {
  const extra = offer.extras.find((candidate) => candidate.ancillaryKey === ancillaryKey);
  return extra !== undefined && Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= extra.quantityMax;
}

function withDue(offer: RentalOffer, chosen: readonly StockExtra[]) {
  return {
    offer,
    total: addMoney(payNowOfRental(offer), ...priceExtras(offer, chosen, 'now')),
    dueLater: addMoney(dueAtDesk(offer), ...priceExtras(offer, chosen, 'local')),
  };
}

function priceExtras(offer: RentalOffer, chosen: readonly StockExtra[], paidAt: PaidAt): readonly Money[] {
  return chosen.flatMap(({ ancillaryKey, quantity }) => {
    const extra = offer.extras.find((candidate) => candidate.ancillaryKey === ancillaryKey);
    return extra?.paidAt === paidAt ? [timesMoney(extra.price, quantity)] : [];
  });
}

/**
 * A car on request is confirmed some hours later; the scenario's after six, so that a test knows when. The other scenarios speak
 * when a rental is exchanged, and book like any car.
 */
function confirmationOfRental(
  offer: RentalOffer,
  order: { readonly organizationId: OrganizationId; readonly reference: string },
  now: Date,
): Pick<StockSale, 'confirmedAt' | 'untilConfirmed'> {
  if (scenarioOfCar(offer.offerKey) === 'on_request') return confirmationOf('slow', now);
  if (!offer.isOnRequest) return confirmationOf(undefined, now);
  return { confirmedAt: new Date(now.getTime() + onRequestMs(order.organizationId, order.reference)), untilConfirmed: 'pending' };
}
