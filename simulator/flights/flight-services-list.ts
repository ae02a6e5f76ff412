import type { Db } from '../../src/platform/db/db.ts';
import type { PlaceDirectory } from '../../src/travel/place-directory.ts';
import type { FlightOffer, Slice } from '../../src/travel/flight.ts';
import { type Money, shareOfMoney, timesMoney, zeroMoney } from '../../src/travel/money.ts';
import type {
  AddableBag,
  AddableQuery,
  AddableSeat,
  AddableServices,
  WantedService,
} from '../../src/suppliers/ports/added-services.ts';
import type { PricedFlight } from '../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type { FlightSeatMap } from '../cabins/seat-maps.ts';
import type { World } from '../world.ts';
import { listAddedServices, type SandboxAddedServices } from '../order-book/added-services-store.ts';
import { judgeSeats, readSeatMaps } from '../order-book/assigned-seats.ts';
import { type AssignedSeat, listSeatsOfOrder } from '../order-book/assigned-seats-store.ts';
import { findPendingCancellation } from '../order-book/cancellations-store.ts';
import { describeOrder } from '../order-book/order-states.ts';
import { scheduleOf } from '../order-book/schedule-service.ts';
import type { SeatCounts } from '../order-book/sold-seats.ts';
import { findOrder } from '../order-book/store.ts';
import { type Scenario, scenarioOfOffer } from '../scenarios/scenarios.ts';
import { isFlown } from './flight-exchanges-rules.ts';
import type { SandboxOrder } from './flights-order.ts';

/** What bags and seats of sold tickets are sold with. */
export interface FlightServicesParts {
  readonly world: World;
  readonly db: Db;
  readonly seats: SeatCounts;
  readonly places: PlaceDirectory;
  /** The flights and the fare of an order, as on the day it was made. */
  asSold(order: SandboxOrder): PricedFlight | undefined;
}

/** An order, and what can be added to it at an instant. */
export interface HeldServices {
  readonly kind: 'held';
  readonly order: SandboxOrder;
  readonly scenario: Scenario | undefined;
  /** How often something was added before. */
  readonly additions: number;
  readonly bags: readonly AddableBag[];
  readonly seats: readonly AddableSeat[];
  readonly maps: readonly FlightSeatMap[];
  readonly travelers: AddableQuery['travelers'];
}
type NotSold = Extract<AddableServices, { kind: 'not_sold' }>;
const notSold = (reason: string): NotSold => ({ kind: 'not_sold', reason });

/** On the dearer scenario route everything that is added costs a step more from each five minutes to the next. */
const [STEP_MS, STEP_SHARE, STEPS] = [5 * 60_000, 0.07, 10];

/** What can be added to the order of a reference now, or why nothing can. */
export async function listServices(
  parts: FlightServicesParts,
  { reference, travelers, wants }: AddableQuery,
  context: SupplierContext,
): Promise<HeldServices | NotSold> {
  const { organizationId, now } = context;
  const order = await findOrder(parts.db, organizationId, reference);
  const obstacle = await findObstacle(parts, order, context);
  if (order === undefined || obstacle !== undefined) return notSold(obstacle ?? 'The airline knows no such order.');
  const sold = parts.asSold(order);
  if (sold === undefined) return notSold('The airline no longer knows what was sold.');
  const schedule = await scheduleOf(parts, parts.db, organizationId, { reference, offer: sold.offer });
  const open = sold.offer.slices.flatMap((slice, index) =>
    isAsSold(slice, schedule.offer.slices[index], now) ? [index] : [],
  );
  if (open.length === 0) return notSold('The flights have left, or are flown otherwise than they were sold.');
  const added = await listAddedServices(parts.db, organizationId, reference);
  const scenario = scenarioOfOffer(sold.offer);
  const priceOf = priceAt(scenario, order, now);
  const passengers = ticketed(order, travelers);
  const maps = wants.seats ? await readMaps(parts, order, context) : [];
  const own = wants.seats ? await listSeatsOfOrder(parts.db, organizationId, reference) : [];
  const segments = new Set(
    open.flatMap((index) => sold.offer.slices[index]?.segments.map(({ segmentId }) => segmentId) ?? []),
  );
  return {
    kind: 'held',
    order,
    scenario,
    additions: added.length,
    bags: wants.bags ? bagsOf(sold.offer, open, { passengers, added, priceOf }) : [],
    seats: seatsOf(maps, own, { passengers, segments, priceOf, currency: order.total.currency }),
    maps: maps.map((map) => withPrices(map, priceOf)),
    travelers,
  };
}

/** The services as the port lists them. */
export function presentServices({ bags, seats }: HeldServices): AddableServices {
  return { kind: 'addable', bags, seats };
}

/** What wanted services cost now, line by line, and the seats they take; or why they cannot be had. */
export function priceServices(
  held: HeldServices,
  services: readonly WantedService[],
): { readonly prices: readonly Money[]; readonly seats: readonly AssignedSeat[] } | { readonly reason: string } {
  const chosen = services.filter((service) => service.kind === 'seat');
  const taken = chosen.find(
    ({ segmentId, seatNumber, travelerId }) =>
      !held.seats.some(
        (seat) =>
          seat.segmentId === segmentId &&
          seat.seatNumber === seatNumber &&
          seat.prices.some((price) => price.travelerId === travelerId),
      ),
  );
  if (taken) return { reason: `unavailable: seat ${taken.seatNumber} is taken` };
  const judged = judgeSeats(held.maps, { seats: chosen, travelers: held.travelers });
  if ('reason' in judged) return judged;
  const bags = services.flatMap((service) => {
    if (service.kind !== 'bag') return [];
    const bag = held.bags.find(
      ({ serviceKey, travelerId }) => serviceKey === service.serviceKey && travelerId === service.travelerId,
    );
    return [bag && service.quantity <= bag.quantityMax ? timesMoney(bag.price, service.quantity) : undefined];
  });
  const prices = bags.filter((price) => price !== undefined);
  return prices.length < bags.length
    ? { reason: 'unavailable: a bag is no longer sold with this ticket' }
    : { prices: [...prices, ...judged.prices], seats: judged.seats };
}

async function findObstacle(
  { db }: FlightServicesParts,
  order: SandboxOrder | undefined,
  { organizationId, now }: SupplierContext,
): Promise<string | undefined> {
  if (order === undefined) return 'The airline knows no order of this reference.';
  if (order.exchangedFor !== undefined) return 'The ticket was exchanged for another.';
  if (order.status === 'cancelled') return 'The ticket was cancelled.';
  if (describeOrder(order, now).kind !== 'confirmed') return 'The airline has not confirmed the ticket yet.';
  return (await findPendingCancellation(db, organizationId, order.reference))
    ? 'People at the airline are deciding on a refund of the ticket.'
    : undefined;
}

/** Whether a direction is still to come, with the very flights that were sold: bags and seats are of those. */
function isAsSold(sold: Slice, now: Slice | undefined, at: Date): boolean {
  if (now === undefined || now.segments.length === 0 || isFlown(now, at)) return false;
  const numbers = ({ segments }: Slice) => segments.map(({ flightNumber }) => flightNumber).join();
  return numbers(sold) === numbers(now);
}

/** Everybody of the order with a ticket and a seat. */
function ticketed({ tickets }: SandboxOrder, travelers: AddableQuery['travelers']): AddableQuery['travelers'] {
  return travelers.filter(
    ({ travelerId, type }) => type !== 'INFANT' && tickets.some((ticket) => ticket.travelerId === travelerId),
  );
}

type PriceOf = (price: Money) => Money;

function priceAt(scenario: Scenario | undefined, { bookedAt }: SandboxOrder, now: Date): PriceOf {
  if (scenario !== 'dearer') return (price) => price;
  const steps = Math.floor((now.getTime() - bookedAt.getTime()) / STEP_MS) % STEPS;
  return (price) => shareOfMoney(price, 1 + steps * STEP_SHARE);
}

interface BagFacts {
  readonly passengers: AddableQuery['travelers'];
  readonly added: readonly SandboxAddedServices[];
  readonly priceOf: PriceOf;
}

/** The bags the ticket was offered with, for each traveler; those added since count against the most there are. */
function bagsOf(
  offer: FlightOffer,
  open: readonly number[],
  { passengers, added, priceOf }: BagFacts,
): readonly AddableBag[] {
  const bought = added.flatMap(({ services }) => services.filter((service) => service.kind === 'bag'));
  return offer.ancillaries.flatMap((ancillary) => {
    const { ancillaryKey, type, description, sliceIndex, weightKg, price, quantityMax } = ancillary;
    if (sliceIndex === undefined || !open.includes(sliceIndex)) return [];
    const segmentIds = offer.slices[sliceIndex]?.segments.map(({ segmentId }) => segmentId) ?? [];
    return passengers.flatMap(({ travelerId }): readonly AddableBag[] => {
      const serviceKey = `${ancillaryKey}/${travelerId}`;
      const has = bought
        .filter((service) => service.serviceKey === serviceKey)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      if (has >= quantityMax) return [];
      return [
        {
          serviceKey,
          travelerId,
          type,
          description,
          segmentIds,
          weightKg,
          price: priceOf(price),
          quantityMax: quantityMax - has,
        },
      ];
    });
  });
}

async function readMaps(
  { world, db, seats }: FlightServicesParts,
  { offerKey, fareKey }: SandboxOrder,
  { organizationId, now }: SupplierContext,
): Promise<readonly FlightSeatMap[]> {
  const sold = await seats.read(organizationId, now);
  return readSeatMaps({ world, db }, { offerKey, fareKey }, { organizationId, now, sold });
}

interface SeatFacts {
  readonly passengers: AddableQuery['travelers'];
  readonly segments: ReadonlySet<string>;
  readonly priceOf: PriceOf;
  readonly currency: string;
}

/** Free seats of flights to come, for travelers of the order who have none there. */
function seatsOf(
  maps: readonly FlightSeatMap[],
  own: readonly AssignedSeat[],
  { passengers, segments, priceOf, currency }: SeatFacts,
): readonly AddableSeat[] {
  return maps
    .filter(({ segmentId }) => segments.has(segmentId))
    .flatMap(({ segmentId, flightNumber, departureDate, rows }) => {
      const seated = own.filter((seat) => seat.flightNumber === flightNumber && seat.departureDate === departureDate);
      const without = passengers.filter(({ travelerId }) => !seated.some((seat) => seat.travelerId === travelerId));
      return rows
        .flatMap((row) => row.seats)
        .filter(({ availability }) => availability === 'available')
        .flatMap(({ seatNumber, features, price = zeroMoney(currency) }): readonly AddableSeat[] => {
          const may = features.includes('exit_row') ? without.filter(({ type }) => type === 'ADULT') : without;
          const prices = may.map(({ travelerId }) => ({ travelerId, price: priceOf(price) }));
          return prices.length === 0 ? [] : [{ segmentId, seatNumber, features, prices }];
        });
    });
}

function withPrices(map: FlightSeatMap, priceOf: PriceOf): FlightSeatMap {
  return {
    ...map,
    rows: map.rows.map((row) => ({
      ...row,
      seats: row.seats.map((seat) => (seat.price ? { ...seat, price: priceOf(seat.price) } : seat)),
    })),
  };
}
