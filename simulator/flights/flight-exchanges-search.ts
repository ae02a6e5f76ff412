import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { addDays, daysBetween, type IsoDate } from '../../src/travel/dates.ts';
import { type Fare, type FlightOffer, NO_FLIGHT_FILTER, type Slice } from '../../src/travel/flight.ts';
import { addMoney, type Money, subtractMoney, zeroMoney } from '../../src/travel/money.ts';
import { plainOffer } from '../offers/plain-offer.ts';
import type { FlightExchangeOffer, FlightExchangeQuery } from '../../src/suppliers/ports/servicing.ts';
import type { SoldSeats } from '../cabins/inventory.ts';
import { joinOfferKey, type OfferKeyParts, splitOfferKey } from '../offers/offer-key.ts';
import type { World } from '../world.ts';
import { combinations, faresFrom, isFlown, isInOrder } from './flight-exchanges-rules.ts';
import type { SandboxOrder, SoldFare } from './flights-order.ts';
import { enactOfferScenario, enactPriceScenario, scenarioOfOffer } from '../scenarios/scenarios.ts';

/** An order that may be exchanged, and what that goes by. */
export interface ExchangeableOrder {
  readonly order: SandboxOrder;
  readonly fare: SoldFare;
  /** The journey as it was sold. */
  readonly offer: FlightOffer;
  /** Its flights as they are flown by now, should the airline have moved some since. */
  readonly slices: readonly Slice[];
  /** What the fare's rules ask for a change; undefined where they allow none. */
  readonly penalty: Money | undefined;
  /**
   * The airline has moved a flight too far, and the travelers have not agreed to it: other flights close by are free of
   * charge.
   */
  readonly isMovedTooFar: boolean;
  readonly now: Date;
  /**
   * The moment whose prices count: now, or that of the ticket's first sale once part of it is flown (historical fares).
   */
  readonly pricesAt: Date;
  /** What the organization has sold, without the seats of this order. */
  readonly sold: SoldSeats;
}

/** How many itineraries of one direction are looked at, and how many journeys are made of them. */
const DIRECTION_OFFERS_MAX = 150;
const JOURNEYS_MAX = 400;
const OFFERS_MAX = 50;
const CONNECTIONS_MAX = 2;
/**
 * How far from its booked day a direction may be rebooked free of charge once the airline has moved a flight too far.
 */
const FREE_DAYS_MAX = 7;
const KEY_SEPARATOR = '|';
/** How far from the days asked for other days are tried when those have nothing. */
export const NEAREST_DAYS_MAX = 7;
/** How many of the other days are answered. */
const NEAREST_DATES_MAX = 3;

/** Finds the keys of the itineraries of one direction on a day. */
type FindDirections = (index: number, date: IsoDate) => readonly string[];

/**
 * All there is to exchange it for, cheapest first; the lowest fare of every journey goes before the higher ones of any.
 */
export async function findExchanges(
  world: World,
  held: ExchangeableOrder,
  query: FlightExchangeQuery,
  signal: AbortSignal,
): Promise<{ readonly offers: readonly FlightExchangeOffer[]; readonly omitted: number }> {
  const journeys = await journeysOn(
    world,
    held,
    { slices: query.slices, find: (index, date) => directionsOn(world, held, index, date) },
    signal,
  );
  const lowest = sortByTotal(journeys.flatMap((fares) => fares.slice(0, 1)));
  const higher = sortByTotal(journeys.flatMap((fares) => fares.slice(1)));
  const shown = [...lowest, ...higher].slice(0, OFFERS_MAX);
  return {
    offers: sortByTotal(shown).map((found) => toExchangeOffer(held, found)),
    omitted: lowest.length + higher.length - shown.length,
  };
}

/**
 * The days nearest to those asked for on which there is an offer, nearest first: asked only where the days themselves
 * have none. Each day is searched once.
 */
export async function findNearestDates(
  world: World,
  held: ExchangeableOrder,
  query: FlightExchangeQuery,
  signal: AbortSignal,
): Promise<readonly FlightExchangeQuery['slices'][]> {
  const searched = new Map<string, readonly string[]>();
  const find: FindDirections = (index, date) => {
    const key = `${index} ${date}`;
    const known = searched.get(key) ?? directionsOn(world, held, index, date);
    searched.set(key, known);
    return known;
  };
  const nearest: FlightExchangeQuery['slices'][] = [];
  for (let distance = 1; distance <= NEAREST_DAYS_MAX && nearest.length < NEAREST_DATES_MAX; distance += 1) {
    for (const slices of datesAround(query.slices, distance)) {
      const hasOffer = (await journeysOn(world, held, { slices, find }, signal)).some((fares) => fares.length > 0);
      if (hasOffer && nearest.length < NEAREST_DATES_MAX) nearest.push(slices);
    }
  }
  return nearest;
}

/** The dates some days earlier and later: all of them together, then each by itself where there are several. */
function datesAround(
  slices: FlightExchangeQuery['slices'],
  distance: number,
): readonly FlightExchangeQuery['slices'][] {
  const moved = (days: number, only?: number) =>
    slices.map((slice, at) =>
      only === undefined || only === at ? { ...slice, date: addDays(slice.date, days) } : slice,
    );
  const alone = slices.length > 1 ? slices.flatMap((_, at) => [moved(-distance, at), moved(distance, at)]) : [];
  return [moved(-distance), moved(distance), ...alone];
}

/** The fares of every journey whose named directions are flown on their new days and whose others stay as booked. */
async function journeysOn(
  world: World,
  held: ExchangeableOrder,
  { slices, find }: { readonly slices: FlightExchangeQuery['slices']; readonly find: FindDirections },
  signal: AbortSignal,
): Promise<readonly (readonly FoundFare[])[]> {
  const { head, directions } = splitOfferKey(held.order.offerKey);
  const dates = new Map(slices.map(({ index, date }) => [index, date]));
  const directionsMax = Math.floor(JOURNEYS_MAX ** (1 / Math.max(1, dates.size)));
  const choices: (readonly string[])[] = [];
  for (const [index, direction] of directions.entries()) {
    await yieldIfBusy(signal);
    const date = dates.get(index);
    choices.push(date === undefined ? [direction] : find(index, date).slice(0, directionsMax));
  }
  const journeys: (readonly FoundFare[])[] = [];
  for (const chosen of combinations(choices)) {
    await yieldIfBusy(signal);
    journeys.push(faresOf(world, held, { head, directions: chosen }));
  }
  return journeys;
}

/** One of them, by its key, at the prices of a moment; undefined when it cannot be had (any more). */
export function findExchange(
  world: World,
  held: ExchangeableOrder,
  exchangeKey: string,
): FlightExchangeOffer | undefined {
  const [offerKey = '', fareKey] = exchangeKey.split(KEY_SEPARATOR);
  const parts = splitOfferKey(offerKey);
  if (!keepsWhatMust(held, parts)) return undefined;
  const found = faresOf(world, held, parts).find(({ fare }) => fare.fareKey === fareKey);
  return found && toExchangeOffer(held, found);
}

/** The keys that an exchange key names. */
export function readExchangeKey(exchangeKey: string): { readonly offerKey: string; readonly fareKey: string } {
  const [offerKey = '', fareKey = ''] = exchangeKey.split(KEY_SEPARATOR);
  return { offerKey, fareKey };
}

/**
 * The itineraries of one direction on another day between any airports of the same two cities, on the airline that sold
 * the ticket, then on those that fly the direction and the ticket with it. The search itself is narrowed to them: cut
 * first, it would hold none of theirs wherever others fly nonstop.
 */
function directionsOn(
  world: World,
  { offer, now, sold }: ExchangeableOrder,
  index: number,
  date: IsoDate,
): readonly string[] {
  const slice = offer.slices[index];
  if (slice === undefined) return [];
  const on = (includeCarriers: readonly string[]) =>
    world.find(
      {
        slices: [
          {
            origins: airportsBeside(world, slice.origin),
            destinations: airportsBeside(world, slice.destination),
            date,
          },
        ],
        passengers: offer.passengers,
        cabinClass: offer.fares[0]?.cabinClass ?? 'economy',
        connectionsMax: CONNECTIONS_MAX,
        offersMax: DIRECTION_OFFERS_MAX,
        only: { ...NO_FLIGHT_FILTER, includeCarriers },
      },
      { now, sold },
    ).offers;
  // The first direction decides which airline issues the ticket.
  const isIssuedAlike = ({ validatingCarrier }: FlightOffer) =>
    index > 0 || validatingCarrier === offer.validatingCarrier;
  const found = carrierSets(offer, slice).flatMap(on).filter(isIssuedAlike);
  return [...new Set(found.flatMap(({ offerKey }) => splitOfferKey(offerKey).directions))];
}

/** The airline that sold the ticket, it with those of the direction, and it with all of the ticket; each set once. */
function carrierSets({ validatingCarrier, slices }: FlightOffer, slice: Slice): readonly (readonly string[])[] {
  const withSeller = (some: readonly Slice[]) => [
    ...new Set([
      validatingCarrier,
      ...some.flatMap(({ segments }) => segments.map(({ marketingCarrier }) => marketingCarrier)),
    ]),
  ];
  const sets = [[validatingCarrier], withSeller([slice]), withSeller(slices)];
  return sets.filter((set, at) => set.length > (sets[at - 1]?.length ?? 0));
}

function airportsBeside({ places }: World, airport: string): readonly string[] {
  return places.city(places.airport(airport)?.cityCode ?? '')?.airports ?? [airport];
}

interface FoundFare {
  readonly offer: FlightOffer;
  readonly fare: Fare;
}

/**
 * The whole journey as a new one: the same brand and those above it. Nothing, where it is not sold, or not by anyone
 * who sold the ticket.
 */
function faresOf(world: World, held: ExchangeableOrder, parts: OfferKeyParts): readonly FoundFare[] {
  const offerKey = joinOfferKey(parts);
  const found = world.pricedOffer(offerKey, { now: held.pricesAt, sold: held.sold });
  if (found === undefined || found.validatingCarrier !== held.offer.validatingCarrier || !isInOrder(found.slices))
    return [];
  if (held.pricesAt !== held.now && !hasSeatsNow(world, held, parts)) return [];
  const isFree = isFreeOfCharge(held, found);
  if (!isFree && held.penalty === undefined) return [];
  const offer = enactOfferScenario(found, held.now);
  const scenario = scenarioOfOffer(offer);
  return faresFrom(offer, held.fare.brandCode).flatMap((filed) => {
    const fare = enactPriceScenario(scenario, filed);
    const isAsBooked = offerKey === held.order.offerKey && filed.fareKey === held.order.fareKey;
    return fare === undefined || isAsBooked ? [] : [{ offer, fare: isFree ? atOldPrice(held.fare, fare) : fare }];
  });
}

/**
 * Whether the airline asks nothing for these flights: it has moved the booked ones too far, and every direction stays
 * close to its day.
 */
function isFreeOfCharge({ isMovedTooFar, offer }: ExchangeableOrder, { slices }: FlightOffer): boolean {
  return (
    isMovedTooFar &&
    slices.every(
      ({ departureDate }, index) =>
        Math.abs(daysBetween(offer.slices[index]?.departureDate ?? departureDate, departureDate)) <= FREE_DAYS_MAX,
    )
  );
}

/** The brand that was bought is issued anew at what was paid for it; a higher one costs what it costs. */
function atOldPrice({ brandCode, total, prices }: SoldFare, fare: Fare): Fare {
  return fare.brandCode === brandCode && prices !== undefined ? { ...fare, ...prices, total } : fare;
}

/** Prices of old say nothing of seats today. */
function hasSeatsNow(
  world: World,
  { order, now, sold }: ExchangeableOrder,
  { head, directions }: OfferKeyParts,
): boolean {
  const booked = splitOfferKey(order.offerKey).directions;
  return directions.every(
    (direction, index) =>
      direction === booked[index] ||
      world.pricedOffer(joinOfferKey({ head, directions: [direction] }), { now, sold }) !== undefined,
  );
}

/**
 * Whether a journey leaves what has been flown as it was, and nothing that was moved, for the same party, in the same
 * cabin.
 */
function keepsWhatMust(held: ExchangeableOrder, parts: OfferKeyParts): boolean {
  const booked = splitOfferKey(held.order.offerKey);
  return (
    parts.head === booked.head &&
    parts.directions.length === booked.directions.length &&
    held.slices.every((slice, index) =>
      parts.directions[index] === booked.directions[index] ? !isMoved(held, index) : !isFlown(slice, held.now),
    )
  );
}

/** Whether the airline has moved a direction since it was sold: a new ticket cannot hold it as it is flown now. */
export function isMoved({ offer, slices }: Pick<ExchangeableOrder, 'offer' | 'slices'>, index: number): boolean {
  const [sold, now] = [offer.slices[index]?.segments ?? [], slices[index]?.segments ?? []];
  return sold.some(
    (segment, at) =>
      segment.depart.instant.getTime() !== now[at]?.depart.instant.getTime() ||
      segment.arrive.instant.getTime() !== now[at]?.arrive.instant.getTime(),
  );
}

function toExchangeOffer(held: ExchangeableOrder, { offer, fare }: FoundFare): FlightExchangeOffer {
  const old = held.fare;
  const penalty =
    isFreeOfCharge(held, offer) || held.penalty === undefined ? zeroMoney(fare.total.currency) : held.penalty;
  const fareDifference = subtractMoney(fare.total, old.total);
  return {
    exchangeKey: `${offer.offerKey}${KEY_SEPARATOR}${fare.fareKey}`,
    offer: { ...plainOffer(offer), fares: [fare] },
    fare,
    changeTotal: addMoney(fareDifference, penalty),
    fareDifference,
    penalty,
  };
}

function sortByTotal<
  T extends { readonly offer: { readonly offerKey: string }; readonly fare: Pick<Fare, 'total' | 'fareKey'> },
>(found: readonly T[]): readonly T[] {
  const nameOf = ({ offer, fare }: T): string => `${offer.offerKey}${KEY_SEPARATOR}${fare.fareKey}`;
  return found.toSorted((a, b) => a.fare.total.value - b.fare.total.value || (nameOf(a) < nameOf(b) ? -1 : 1));
}
