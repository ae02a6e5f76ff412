import * as z from 'zod';
import { addMoney, type Money, timesMoney } from '../../../travel/money.ts';
import type { ChosenSeat, FlightBookRequest } from '../../ports/flights.ts';
import type { SupplierOrder } from '../../ports/supplier.ts';
import { readAmount, toAmountText } from '../amounts.ts';
import { matchPassengers, type PassengerIds, toPassengers } from './map-passengers.ts';
import type { DuffelOrder, OrderableOffer, SeatServices, WireService, WireSlices } from './wire-orders.ts';

/** The key of an order's metadata that holds our reference. */
const REFERENCE_KEY = 'bly_reference';

/** What is stored of an order call to read its order by: no personal data. */
export const Ordered = z.object({
  /** Duffel's ids of passengers, by our ids of travelers. */
  passengerIds: z.record(z.string(), z.string()),
  flights: z.array(z.string()),
  offerExpiresAt: z.string(),
  /** The reference whose order this one is a change of. */
  replaces: z.string().optional(),
});
export type Ordered = z.infer<typeof Ordered>;

/** What was stored of an order call; undefined where it cannot be read. */
export function readOrdered(stored: unknown): Ordered | undefined {
  return Ordered.safeParse(stored).data;
}

/** An order ready to be sent. */
export interface PreparedOrder {
  readonly kind: 'prepared';
  readonly data: object;
  readonly total: Money;
  readonly ordered: Ordered;
}

/** Something that stands in the way; `reason` as in `BookOutcome`. */
export type Unorderable = { readonly kind: 'unorderable'; readonly reason: string };
const unorderable = (reason: string): Unorderable => ({ kind: 'unorderable', reason });

/**
 * The order of an offer for a request: its passengers, the services of its extras and seats, paid from the balance to
 * the last unit of what offer and services cost now. The caller compares that total with the one that was quoted.
 */
export function prepareOrder(
  offer: OrderableOffer,
  request: FlightBookRequest,
  seatMaps: SeatServices,
): PreparedOrder | Unorderable {
  const matched = matchPassengers(offer, request.travelers);
  if (matched.kind === 'obstacle') return unorderable(matched.reason);
  const { ids } = matched;
  const people = toPassengers(offer, request.travelers, {
    ids,
    contact: request.contact,
  });
  if (people.kind === 'obstacle') return unorderable(people.reason);
  const services = findServices(offer, request, { ids, seatMaps });
  if (services === undefined) return unorderable('unavailable: an extra or a seat is no longer sold with this offer');
  const total = totalOf(offer, services);
  if (total === undefined) return unorderable('unavailable: the price of the offer cannot be read');
  const data = {
    type: 'instant',
    selected_offers: [offer.id],
    passengers: people.passengers,
    ...(services.length === 0 ? {} : { services: services.map(({ id, quantity }) => ({ id, quantity })) }),
    payments: [{ type: 'balance', currency: total.currency, amount: toAmountText(total) }],
    metadata: { [REFERENCE_KEY]: request.reference },
  };
  return {
    kind: 'prepared',
    data,
    total,
    ordered: { passengerIds: ids, flights: flightsOf(offer.slices), offerExpiresAt: offer.expires_at },
  };
}

/** A service that is bought, and what one of it costs. */
interface BoughtService {
  readonly id: string;
  readonly quantity: number;
  readonly amount: string;
  readonly currency: string;
}

/** The services of all extras and seats of a request; undefined where one is not sold. Each id stands there once. */
function findServices(
  offer: OrderableOffer,
  { ancillaries, seats = [] }: FlightBookRequest,
  at: { readonly ids: PassengerIds; readonly seatMaps: SeatServices },
): readonly BoughtService[] | undefined {
  const byId = new Map<string, BoughtService>();
  const wanted = [
    ...ancillaries.map(({ ancillaryKey, travelerId, quantity }) => ({
      service: findExtra(offer, ancillaryKey, travelerId === undefined ? undefined : at.ids[travelerId]),
      quantity,
    })),
    ...seats.map((seat) => ({ service: findSeat(offer, seat, at), quantity: 1 })),
  ];
  for (const { service, quantity } of wanted) {
    if (service === undefined) return undefined;
    const { id, total_amount: amount, total_currency: currency } = service;
    byId.set(id, { id, quantity: quantity + (byId.get(id)?.quantity ?? 0), amount, currency });
  }
  return [...byId.values()];
}

/**
 * The service behind an extra. A service is sold to the passengers it names: where the key is another passenger's, the
 * same thing for the wanted one is taken.
 */
function findExtra(
  { available_services: services }: OrderableOffer,
  key: string,
  passengerId: string | undefined,
): WireService | undefined {
  const named = services?.find(({ id }) => id === key);
  if (named === undefined || passengerId === undefined || named.passenger_ids.includes(passengerId)) return named;
  return services?.find((other) => other.passenger_ids.includes(passengerId) && isSameExtra(other, named));
}

/** Whether two services are one thing for two passengers. Prices may differ: the total is compared in the end. */
function isSameExtra(one: WireService, other: WireService): boolean {
  const thing = ({ type, segment_ids, metadata }: WireService) =>
    JSON.stringify([type, segment_ids.toSorted(), metadata?.['type'], metadata?.['maximum_weight_kg']]);
  return thing(one) === thing(other);
}

function findSeat(
  offer: OrderableOffer,
  { segmentId, travelerId, seatNumber }: ChosenSeat,
  { ids, seatMaps }: { readonly ids: PassengerIds; readonly seatMaps: SeatServices },
) {
  const wireId = toSegmentId(offer.slices, segmentId);
  const elements = seatMaps
    .filter(({ segment_id }) => segment_id === wireId)
    .flatMap(({ cabins }) => cabins.flatMap(({ rows }) => rows.flatMap(({ sections }) => sections)))
    .flatMap((section) => section.elements);
  const seat = elements.find((element) => element?.designator === seatNumber);
  return seat?.available_services?.find(({ passenger_id }) => passenger_id === ids[travelerId]);
}

/** Duffel's id of a segment that we call by its place: `s2-1` is the first segment of the second slice. */
function toSegmentId(slices: WireSlices, segmentId: string): string | undefined {
  const [, slice, segment] = /^s(\d+)-(\d+)$/.exec(segmentId) ?? [];
  return slices[Number(slice) - 1]?.segments[Number(segment) - 1]?.id;
}

function totalOf(
  { total_amount: amount, total_currency: currency }: OrderableOffer,
  services: readonly BoughtService[],
): Money | undefined {
  const fare = readAmount(amount, currency);
  const extras = services.map((service) => {
    const each = service.currency === currency ? readAmount(service.amount, currency) : undefined;
    return each && timesMoney(each, service.quantity);
  });
  if (fare === undefined || extras.some((extra) => extra === undefined)) return undefined;
  return addMoney(fare, ...extras.filter((extra) => extra !== undefined));
}

/** The flights of slices, each as carrier, number, day and ends: `BA117 2027-03-01 LHR-JFK`. */
export function flightsOf(slices: WireSlices): string[] {
  return slices.flatMap(({ segments }) =>
    segments.map((segment) => {
      const carrier = segment.marketing_carrier.iata_code ?? segment.marketing_carrier.name;
      // Numbers come with and without leading zeros.
      const number = segment.marketing_carrier_flight_number.replace(/^0+(?=.)/, '');
      const ends = `${segment.origin.iata_code}-${segment.destination.iata_code}`;
      return `${carrier}${number} ${segment.departing_at.slice(0, 10)} ${ends}`;
    }),
  );
}

/** Whether an order is of the flights that were ordered, as far as the airline has not changed them since. */
export function isAsOrdered(order: DuffelOrder, { flights }: Ordered): boolean {
  const wasChanged = [order.airline_initiated_changes, order.changes].some((list) => (list ?? []).length > 0);
  return wasChanged || flightsOf(order.slices).join() === flights.join();
}

/** Our reference in an order's metadata. */
export function referenceOf({ metadata }: DuffelOrder): string | undefined {
  return metadata?.[REFERENCE_KEY];
}

/** What an order costs as a whole, services in; undefined where it cannot be read. */
export function totalOfOrder({
  total_amount,
  total_currency,
}: Pick<DuffelOrder, 'total_amount' | 'total_currency'>): Money | undefined {
  return readAmount(total_amount, total_currency);
}

/** An order as the port knows it; undefined where its total cannot be read. Tickets may be none so far. */
export function toSupplierOrder(order: DuffelOrder, { passengerIds }: Ordered): SupplierOrder | undefined {
  const total = totalOfOrder(order);
  if (total === undefined) return undefined;
  const travelerOf = new Map(Object.entries(passengerIds).map(([travelerId, id]) => [id, travelerId]));
  const tickets = (order.documents ?? [])
    .filter(({ type }) => type === 'electronic_ticket')
    .flatMap(({ passenger_ids, unique_identifier: number }) =>
      passenger_ids.flatMap((id) => {
        const travelerId = travelerOf.get(id);
        return travelerId === undefined ? [] : [{ travelerId, number }];
      }),
    );
  const [confirmedAt, voidUntil] = [readInstant(order.created_at), readInstant(order.void_window_ends_at)];
  return {
    orderId: order.id,
    confirmationNumber: order.booking_reference,
    tickets,
    total,
    ...(confirmedAt && { confirmedAt }),
    ...(voidUntil && { voidUntil }),
  };
}

function readInstant(text: string | null | undefined): Date | undefined {
  const milliseconds = text == null ? Number.NaN : Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds);
}
