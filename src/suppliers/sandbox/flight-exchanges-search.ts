import type { Fare, FlightOffer, Slice } from '../../travel/flight.ts';
import { type Money, subtractMoney } from '../../travel/money.ts';
import { plainFare, plainOffer } from '../../travel/plain-offer.ts';
import type { FlightExchangeOffer, FlightExchangeQuery } from '../ports-servicing.ts';
import type { SoldSeats } from '../world/inventory.ts';
import { joinOfferKey, type OfferKeyParts, splitOfferKey } from '../world/offer-key.ts';
import type { World } from '../world/world.ts';
import { combinations, faresFrom, isFlown, isInOrder } from './flight-exchanges-rules.ts';
import type { SandboxOrder, SoldFare } from './flights-order.ts';
import { enactOfferScenario, enactPriceScenario, scenarioOfOffer } from './scenarios.ts';

/** An order that may be exchanged, and what that goes by. */
export interface ExchangeableOrder {
  readonly order: SandboxOrder;
  readonly fare: SoldFare;
  /** The journey as it was sold. */
  readonly offer: FlightOffer;
  /** Its flights as they are flown by now, should the airline have moved some since. */
  readonly slices: readonly Slice[];
  readonly penalty: Money;
  readonly now: Date;
  /** The moment whose prices count: now, or that of the ticket's first sale once part of it is flown (historical fares). */
  readonly pricesAt: Date;
  /** What the organization has sold, without the seats of this order. */
  readonly sold: SoldSeats;
}

/** How many ways of one direction are looked at, and how many journeys are made of them. */
const DIRECTION_OFFERS_MAX = 150;
const JOURNEYS_MAX = 400;
const OFFERS_MAX = 50;
const CONNECTIONS_MAX = 2;
const KEY_SEPARATOR = '|';

/** All there is to exchange it for, cheapest first; the lowest fare of every journey goes before the higher ones of any. */
export function findExchanges(world: World, held: ExchangeableOrder, query: FlightExchangeQuery): { readonly offers: readonly FlightExchangeOffer[]; readonly omitted: number } {
  const { head, directions } = splitOfferKey(held.order.offerKey);
  const dates = new Map(query.slices.map(({ index, date }) => [index, date]));
  const waysMax = Math.floor(JOURNEYS_MAX ** (1 / Math.max(1, dates.size)));
  const choices = directions.map((direction, index) => {
    const [slice, date] = [held.offer.slices[index], dates.get(index)];
    return slice === undefined || date === undefined ? [direction] : waysOn(world, held, slice, date).slice(0, waysMax);
  });
  const journeys = combinations(choices).map((ways) => faresOf(world, held, { head, directions: ways }));
  const lowest = sortByTotal(journeys.flatMap((fares) => fares.slice(0, 1)));
  const higher = sortByTotal(journeys.flatMap((fares) => fares.slice(1)));
  const shown = [...lowest, ...higher].slice(0, OFFERS_MAX);
  return { offers: sortByTotal(shown).map((found) => toExchangeOffer(held, found)), omitted: lowest.length + higher.length - shown.length };
}

/** One of them, by its key, at the prices of a moment; undefined when it cannot be had (any more). */
export function findExchange(world: World, held: ExchangeableOrder, exchangeKey: string): FlightExchangeOffer | undefined {
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

/** The ways of one direction on another day, of the carrier that sold the ticket, between any airports of the same two cities. */
function waysOn(world: World, { offer, now, sold }: ExchangeableOrder, slice: Slice, date: string): readonly string[] {
  const cabinClass = offer.fares[0]?.cabinClass ?? 'economy';
  const found = world.find({
    slices: [{ origins: airportsBeside(world, slice.origin), destinations: airportsBeside(world, slice.destination), date }],
    passengers: offer.passengers, cabinClass, connectionsMax: CONNECTIONS_MAX, offersMax: DIRECTION_OFFERS_MAX,
  }, { now, sold });
  return found.offers.filter(({ validatingCarrier }) => validatingCarrier === offer.validatingCarrier).flatMap(({ offerKey }) => splitOfferKey(offerKey).directions);
}

function airportsBeside({ places }: World, airport: string): readonly string[] {
  return places.city(places.airport(airport)?.cityCode ?? '')?.airports ?? [airport];
}

interface FoundFare {
  readonly offer: FlightOffer;
  readonly fare: Fare;
}

/** The whole journey as a new one: the same brand and those above it. Nothing, where it is not sold, or not by whoever sold the ticket. */
function faresOf(world: World, held: ExchangeableOrder, parts: OfferKeyParts): readonly FoundFare[] {
  const offerKey = joinOfferKey(parts);
  const found = world.pricedOffer(offerKey, { now: held.pricesAt, sold: held.sold });
  if (found === undefined || found.validatingCarrier !== held.offer.validatingCarrier || !isInOrder(found.slices)) return [];
  if (held.pricesAt !== held.now && !hasSeatsNow(world, held, parts)) return [];
  const offer = enactOfferScenario(found, held.now);
  const scenario = scenarioOfOffer(offer);
  return faresFrom(offer, held.fare.brandCode).flatMap((filed) => {
    const fare = enactPriceScenario(scenario, filed);
    const isAsBooked = offerKey === held.order.offerKey && filed.fareKey === held.order.fareKey;
    return fare === undefined || isAsBooked ? [] : [{ offer, fare }];
  });
}

/** Prices of old say nothing of seats today. */
function hasSeatsNow(world: World, { order, now, sold }: ExchangeableOrder, { head, directions }: OfferKeyParts): boolean {
  const booked = splitOfferKey(order.offerKey).directions;
  return directions.every((direction, index) => direction === booked[index] || world.pricedOffer(joinOfferKey({ head, directions: [direction] }), { now, sold }) !== undefined);
}

/** Whether a journey leaves what has been flown as it was, and nothing that was moved, for the same party, in the same cabin. */
function keepsWhatMust(held: ExchangeableOrder, parts: OfferKeyParts): boolean {
  const booked = splitOfferKey(held.order.offerKey);
  return parts.head === booked.head && parts.directions.length === booked.directions.length
    && held.slices.every((slice, index) => (parts.directions[index] === booked.directions[index] ? !isMoved(held, index) : !isFlown(slice, held.now)));
}

/** Whether the airline has moved a direction since it was sold: a new ticket cannot hold it as it is flown now. */
export function isMoved({ offer, slices }: Pick<ExchangeableOrder, 'offer' | 'slices'>, index: number): boolean {
  const [sold, now] = [offer.slices[index]?.segments ?? [], slices[index]?.segments ?? []];
  return sold.some((segment, at) => segment.depart.instant.getTime() !== now[at]?.depart.instant.getTime() || segment.arrive.instant.getTime() !== now[at]?.arrive.instant.getTime());
}

function toExchangeOffer({ fare: old, penalty }: ExchangeableOrder, { offer, fare: found }: FoundFare): FlightExchangeOffer {
  const fare = plainFare(found);
  return {
    exchangeKey: `${offer.offerKey}${KEY_SEPARATOR}${fare.fareKey}`, offer: { ...plainOffer(offer), fares: [fare] }, fare,
    fareDifference: subtractMoney(fare.total, old.total), penalty,
  };
}

function sortByTotal<T extends { readonly offer: { readonly offerKey: string }; readonly fare: Pick<Fare, 'total' | 'fareKey'> }>(found: readonly T[]): readonly T[] {
  const nameOf = ({ offer, fare }: T): string => `${offer.offerKey}${KEY_SEPARATOR}${fare.fareKey}`;
  return found.toSorted((a, b) => a.fare.total.value - b.fare.total.value || (nameOf(a) < nameOf(b) ? -1 : 1));
}
