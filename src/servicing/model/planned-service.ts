import type { WantedService } from '../../suppliers/ports/added-services.ts';
import type { FlightAncillary } from '../../travel/flight.ts';
import { type Money, sumMoney, timesMoney } from '../../travel/money.ts';
import type { TravelerId } from '../../platform/ids.ts';
import type { FlightItem, SelectedAncillary, SelectedSeat } from '../../trips/model/trip.ts';

/** A bag that is added for one traveler, as it was quoted. */
export interface PlannedBag {
  readonly kind: 'bag';
  readonly serviceKey: string;
  readonly travelerId: TravelerId;
  readonly quantity: number;
  /** Of one, in the supplier's currency. */
  readonly price: Money;
  readonly type: FlightAncillary['type'];
  readonly description: string;
  readonly segmentIds: readonly string[];
  readonly weightKg: number | undefined;
}
/** A seat that is added for one traveler, as it was quoted. */
export interface PlannedSeat {
  readonly kind: 'seat';
  readonly travelerId: TravelerId;
  readonly segmentId: string;
  readonly seatNumber: string;
  readonly isExitRow: boolean;
  /** In the supplier's currency; nothing where the supplier says that it costs nothing. */
  readonly price: Money;
}
export type PlannedService = PlannedBag | PlannedSeat;

/** What the supplier takes for these, in its currency. */
export function originTotalOf(services: readonly PlannedService[], currency: string): Money {
  return sumMoney(services.map(priceOf), currency);
}

/** What one line costs, in the supplier's currency. */
export function priceOf(service: PlannedService): Money {
  return service.kind === 'bag' ? timesMoney(service.price, service.quantity) : service.price;
}

/** The lines in a sentence: `2 × Extra checked bag, 23 kg; seat 12A`. */
export function describeServices(services: readonly PlannedService[]): string {
  return services
    .map((service) => {
      if (service.kind === 'seat') return `seat ${service.seatNumber}`;
      return service.quantity > 1 ? `${service.quantity} × ${service.description}` : service.description;
    })
    .join('; ');
}

/** The lines in the words of the port. */
export function toWanted(services: readonly PlannedService[]): readonly WantedService[] {
  return services.map((service): WantedService => {
    const { travelerId, price } = service;
    if (service.kind === 'seat') {
      const { segmentId, seatNumber } = service;
      return { kind: 'seat', segmentId, seatNumber, travelerId, price };
    }
    const { serviceKey, quantity } = service;
    return { kind: 'bag', serviceKey, travelerId, quantity, price };
  });
}

/**
 * A flight with what was added to it, at the prices it was added at. A bag has a key of its own in the item: the same
 * bag that was bought with the ticket may have cost something else.
 *
 * Example: a second `bag-0`, bought after the sale, stands as `bag-0+2` beside the first.
 */
export function withServices(flight: FlightItem, services: readonly PlannedService[]): FlightItem {
  const keys = new Set(flight.offer.ancillaries.map(({ ancillaryKey }) => ancillaryKey));
  const bags = services
    .filter((service) => service.kind === 'bag')
    .map((bag) => ({ bag, ancillaryKey: freeKey(bag.serviceKey, keys) }));
  const offered = bags.map(({ bag, ancillaryKey }): FlightAncillary => {
    const { type, description, weightKg, price, quantity, segmentIds } = bag;
    const sliceIndex = sliceIndexOf(flight, segmentIds);
    return { ancillaryKey, type, description, sliceIndex, weightKg, price, quantityMax: quantity };
  });
  const chosen = bags.map(
    ({ bag, ancillaryKey }): SelectedAncillary => ({
      ancillaryKey,
      travelerId: bag.travelerId,
      quantity: bag.quantity,
    }),
  );
  const seats = services
    .filter((service) => service.kind === 'seat')
    .map(
      ({ segmentId, travelerId, seatNumber, isExitRow, price }): SelectedSeat => ({
        segmentId,
        travelerId,
        seatNumber,
        isExitRow,
        price,
      }),
    );
  return {
    ...flight,
    offer: { ...flight.offer, ancillaries: [...flight.offer.ancillaries, ...offered] },
    ancillaries: [...flight.ancillaries, ...chosen],
    seats: [...flight.seats, ...seats],
  };
}

function freeKey(serviceKey: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? serviceKey : `${serviceKey}+${count}`;
    if (taken.has(key)) continue;
    taken.add(key);
    return key;
  }
}

/** The direction that all of these segments belong to; undefined where they belong to several. */
function sliceIndexOf({ offer }: FlightItem, segmentIds: readonly string[]): number | undefined {
  const touched = offer.slices.flatMap(({ segments }, index) =>
    segments.some(({ segmentId }) => segmentIds.includes(segmentId)) ? [index] : [],
  );
  return touched.length === 1 ? touched[0] : undefined;
}
