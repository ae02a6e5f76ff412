import type { FieldProblem } from '../../platform/errors.ts';
import { asId } from '../../platform/ids.ts';
import type { AddableBag, AddableQuery, AddableSeat, AddableServices } from '../../suppliers/ports/added-services.ts';
import type { FlightItem, Traveler } from '../../trips/model/trip.ts';
import type { PlannedBag, PlannedSeat, PlannedService } from './planned-service.ts';

/** What a traveler of a booked flight can still have, as far as it can be sold here. */
export interface Addable {
  readonly bags: readonly AddableBag[];
  readonly seats: readonly AddableSeat[];
}

/** What somebody wants to have added. */
export interface WantedServices {
  readonly bags: readonly { readonly serviceKey: string; readonly quantity: number }[];
  readonly seats: readonly {
    readonly segmentId: string;
    readonly travelerId: string | undefined;
    readonly seatNumber: string;
  }[];
}

/** More lines than a party of nine can use on a journey of eight flights. */
export const SERVICES_MAX = 100;

/** The travelers of a booking as suppliers of services need to know them. */
export function toServiceTravelers(travelers: readonly Traveler[]): AddableQuery['travelers'] {
  return travelers.map(({ travelerId, passengerType: type }) => ({ travelerId, type }));
}

/**
 * Of what a supplier lists, what can be sold to these travelers of this flight: for flights that are still to come, in
 * the currency it was bought in (another has no frozen rate), a seat to those who have none on that flight and may sit
 * there. Infants on a lap have neither bags nor seats.
 */
export function sellableOf(
  flight: FlightItem,
  travelers: readonly Traveler[],
  listed: Extract<AddableServices, { kind: 'addable' }>,
  now: Date,
): Addable {
  const { currency } = flight.originPrice;
  const ahead = new Set(
    flight.offer.slices.flatMap(({ segments }) =>
      segments.filter(({ depart }) => depart.instant > now).map(({ segmentId }) => segmentId),
    ),
  );
  const seated = travelers.filter(({ passengerType }) => passengerType !== 'INFANT' || hasSeatedInfants(flight));
  const ids = new Set<string>(seated.map(({ travelerId }) => travelerId));
  const exits = exitTravelers(flight, travelers);
  const hasSeat = new Set(flight.seats.map(({ segmentId, travelerId }) => `${segmentId} ${travelerId}`));
  const bags = listed.bags.filter(
    ({ travelerId, price, quantityMax, segmentIds }) =>
      ids.has(travelerId) &&
      price.currency === currency &&
      price.value >= 0 &&
      quantityMax >= 1 &&
      segmentIds.length > 0 &&
      segmentIds.every((id) => ahead.has(id)),
  );
  const seats = listed.seats
    .filter(({ segmentId }) => ahead.has(segmentId))
    .map((seat) => ({
      ...seat,
      prices: seat.prices.filter(
        ({ travelerId, price }) =>
          ids.has(travelerId) &&
          price.currency === currency &&
          price.value >= 0 &&
          !hasSeat.has(`${seat.segmentId} ${travelerId}`) &&
          (!isExitRow(seat) || exits.has(travelerId)),
      ),
    }))
    .filter(({ prices }) => prices.length > 0);
  return { bags, seats };
}

/** Of infants it is known how many have a seat, not which. */
function hasSeatedInfants({ passengers }: FlightItem): boolean {
  return passengers.inf_seat > 0;
}

/** Who may sit where others are helped out: adults. Of those with infants on laps it is not known which carries one. */
function exitTravelers({ passengers }: FlightItem, travelers: readonly Traveler[]): ReadonlySet<string> {
  const adults = travelers.filter(({ passengerType }) => passengerType === 'ADULT');
  return new Set(passengers.inf_lap > 0 ? [] : adults.map(({ travelerId }) => travelerId));
}

function isExitRow({ features }: Pick<AddableSeat, 'features'>): boolean {
  return features.includes('exit_row');
}

/** The chosen services as they are sold, or what is wrong with each line. */
export type Chosen =
  | { readonly kind: 'chosen'; readonly services: readonly PlannedService[] }
  | { readonly kind: 'invalid'; readonly problems: readonly [FieldProblem, ...FieldProblem[]] };

/** Finds what is wanted among what can be sold. */
export function chooseServices(sellable: Addable, wanted: WantedServices): Chosen {
  const lines = [
    ...wanted.bags.map((bag, index) => chooseBag(sellable, wanted, { ...bag, index })),
    ...wanted.seats.map((seat, index) => chooseSeat(sellable, wanted, { ...seat, index })),
  ];
  const [problem, ...more] = lines.filter((line) => 'problem' in line);
  const services = lines.filter((line) => 'kind' in line);
  return problem ? { kind: 'invalid', problems: [problem, ...more] } : { kind: 'chosen', services };
}

function chooseBag(
  { bags }: Addable,
  wanted: WantedServices,
  { serviceKey, quantity, index }: WantedServices['bags'][number] & { readonly index: number },
): PlannedBag | FieldProblem {
  const path = `selections[${index}]`;
  const bag = bags.find((candidate) => candidate.serviceKey === serviceKey);
  if (bag === undefined)
    return { path: `${path}.offer_id`, problem: 'is not sold for this flight now. Ask again what can be added.' };
  if (wanted.bags.findIndex((other) => other.serviceKey === serviceKey) < index)
    return { path, problem: 'repeats an earlier line; send one line with the whole quantity.' };
  if (quantity > bag.quantityMax) return { path: `${path}.quantity`, problem: `must be at most ${bag.quantityMax}` };
  const { travelerId, price, type, description, segmentIds, weightKg } = bag;
  return {
    kind: 'bag',
    serviceKey,
    travelerId: asId('traveler', travelerId),
    quantity,
    price,
    type,
    description,
    segmentIds,
    weightKg,
  };
}

function chooseSeat(
  { seats }: Addable,
  wanted: WantedServices,
  { segmentId, travelerId: named, seatNumber, index }: WantedServices['seats'][number] & { readonly index: number },
): PlannedSeat | FieldProblem {
  const path = `seats[${index}]`;
  const seat = seats.find((candidate) => candidate.segmentId === segmentId && candidate.seatNumber === seatNumber);
  if (seat === undefined)
    return { path: `${path}.seat_number`, problem: 'is not free on this flight. Ask again what can be added.' };
  const [only, ...others] = seat.prices;
  const holder = named === undefined ? (others.length === 0 ? only : undefined) : priceFor(seat, named);
  if (holder === undefined)
    return {
      path: `${path}.pax_ref_id`,
      problem: named === undefined ? 'is needed: several travelers could sit there.' : 'cannot have this seat.',
    };
  const { travelerId, price } = holder;
  const earlier = wanted.seats.slice(0, index).filter((other) => other.segmentId === segmentId);
  if (earlier.some((other) => other.seatNumber === seatNumber))
    return { path: `${path}.seat_number`, problem: 'is asked for by an earlier line, too.' };
  if (earlier.some((other) => (other.travelerId ?? travelerId) === travelerId))
    return { path: `${path}.pax_ref_id`, problem: 'has a seat on this segment by an earlier line.' };
  return {
    kind: 'seat',
    travelerId: asId('traveler', travelerId),
    segmentId,
    seatNumber,
    isExitRow: isExitRow(seat),
    price,
  };
}

function priceFor({ prices }: AddableSeat, travelerId: string) {
  return prices.find((candidate) => candidate.travelerId === travelerId);
}
