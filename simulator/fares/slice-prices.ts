import { CABIN_CLASSES, type CabinClass } from '../../src/travel/flight.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import type { Atlas, AtlasAirline } from '../../src/reference/atlas.ts';
import { BOOKING_CLASSES } from '../cabins/cabins.ts';
import type { ConnectionRules } from '../itineraries/connection-rules.ts';
import { type Availability, type Inventory, type SeatQuery, seatsShown } from '../cabins/inventory.ts';
import { arrivesAt, departsAt, type Itinerary, type Leg } from '../itineraries/itinerary.ts';
import { type FareLevel, fareLevel, type Market, referenceAlong } from '../itineraries/markets.ts';
import type { Network } from '../schedule/network.ts';
import { seasonOf } from '../schedule/seasons.ts';
import { adultTaxesUsd } from './taxes.ts';

/** What a direction costs before brands and trip shape, and in which booking class. */
export interface PricedSlice {
  readonly itinerary: Itinerary;
  readonly market: Market;
  /** The carrier of the longest flight: its fares, its currency. */
  readonly carrier: AtlasAirline;
  readonly classIndex: number;
  readonly seatsLeft: number;
  readonly baseUsd: number;
  readonly taxesUsd: number;
  readonly departUtc: number;
  readonly arriveUtc: number;
  /**
   * True for an itinerary not worth showing by itself, retained as the mate of one of its carrier in another direction.
   */
  readonly isSpare?: boolean;
  /** The number of the one alliance its carriers are in; absent or 0 where none is in any. */
  readonly alliance?: number;
}

/** What a price is asked for. */
export interface PriceQuery extends SeatQuery {
  readonly cabin: CabinClass;
}

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly inventory: Inventory;
  readonly rules: ConnectionRules;
  readonly rates: ExchangeRates;
  market(origin: AtlasAirportIndex, destination: AtlasAirportIndex): Market;
}
type AtlasAirportIndex = number;

/** Flights are sold from this many days ahead until the counter closes. */
export const SALES_HORIZON_DAYS = 361;
export const SALES_CLOSE_MINUTES = 60;
/** At least this share of the way must be flown in the cabin asked for; feeders may be a cabin below. */
export const CABIN_SHARE_MIN = 0.7;
const WEEKDAY_FACTORS = [1.02, 0.95, 0.94, 1, 1.07, 0.98, 1.08] as const;
/** By `CARRIER_RELATION`: what a change between two carriers adds. */
export const RELATION_FACTORS: readonly number[] = [1.12, 1, 1.03, 1.12];
/** A connection costs less where one could fly nonstop, unless the journey is short. */
const CONNECTION_DISCOUNT = 0.88;
const CONNECTION_DISCOUNT_KM_MIN = 2000;

export interface SlicePricer {
  /** Undefined when it is not sold: too early, too late, no such cabin, or no seats. */
  price(itinerary: Itinerary, query: PriceQuery): PricedSlice | undefined;
  /** An adult's taxes as a linear function of the base fare, for ranking. */
  taxLine(market: Market, carrier: AtlasAirline, cabin: CabinClass): TaxLineUsd;
  /** What the fares of a market's carriers are made of. */
  carriersIn(market: Market): CarriersInMarket;
}

/** The carriers of a market, held as long as it is. */
export interface CarriersInMarket {
  of(carrier: AtlasAirline, cabin: CabinClass): CarrierInMarket;
}
/** What an airline's fares in a market and cabin are made of. */
export interface CarrierInMarket {
  readonly level: FareLevel;
  readonly taxes: TaxLineUsd;
}

/** Taxes in US dollars: `fixed + share x base fare`, which is what taxes are in every country of the tables. */
export interface TaxLineUsd {
  readonly fixed: number;
  readonly share: number;
}

/** A base fare at which a share of it shows in the sum. */
const TAX_PROBE_USD = 1_000_000;

/** Prices one direction from inventory and market. */
export function createSlicePricer(facts: Facts): SlicePricer {
  const { atlas, network } = facts;
  const held = new WeakMap<Market, CarriersInMarket>();
  const carriersIn = (market: Market): CarriersInMarket => {
    const known = held.get(market);
    if (known) return known;
    const made = new HeldCarriers(market, facts.rates);
    held.set(market, made);
    return made;
  };
  return {
    carriersIn,
    taxLine: (market, carrier, cabin) => carriersIn(market).of(carrier, cabin).taxes,
    price(itinerary, query) {
      const [first] = itinerary.legs;
      if (first.departUtc - query.moment.utcMinute < SALES_CLOSE_MINUTES) return undefined;
      if (first.day - query.moment.today > SALES_HORIZON_DAYS) return undefined;
      const seats = seatsOf(facts, itinerary, query);
      if (!seats) return undefined;
      const market = facts.market(itinerary.origin, itinerary.destination);
      const carrier = atlas.airlines[network.flightAirline[longestLeg(network, itinerary).flight] ?? 0];
      if (!carrier) return undefined;
      const multiple = BOOKING_CLASSES[query.cabin][seats.classIndex]?.multiple ?? 1;
      const {
        level,
        taxes: { fixed, share },
      } = carriersIn(market).of(carrier, query.cabin);
      const baseUsd =
        referenceAlong(level, itinerary.flownKm) *
        multiple *
        dayFactor(market, first.day) *
        connectionFactor(facts, itinerary, market);
      return {
        itinerary,
        market,
        carrier,
        ...seats,
        baseUsd,
        taxesUsd: fixed + share * baseUsd,
        departUtc: departsAt(itinerary),
        arriveUtc: arrivesAt(itinerary),
      };
    },
  };
}

/** The carriers of one market. */
class HeldCarriers implements CarriersInMarket {
  readonly #market: Market;
  readonly #rates: ExchangeRates;
  readonly #held = new Map<number, CarrierInMarket>();

  constructor(market: Market, rates: ExchangeRates) {
    this.#market = market;
    this.#rates = rates;
  }

  of(carrier: AtlasAirline, cabin: CabinClass): CarrierInMarket {
    const key = carrier.index * CABIN_CLASSES.length + CABIN_CLASSES.indexOf(cabin);
    const known = this.#held.get(key);
    if (known) return known;
    const by = { market: this.#market, carrier, cabin };
    const fixed = adultTaxesUsd(by, 0, this.#rates);
    const share = (adultTaxesUsd(by, TAX_PROBE_USD, this.#rates) - fixed) / TAX_PROBE_USD;
    const made = { level: fareLevel(carrier, this.#market, cabin), taxes: { fixed, share } };
    this.#held.set(key, made);
    return made;
  }
}

/** The leg flown furthest. */
export function longestLeg(network: Network, itinerary: Itinerary): Leg {
  let longest = itinerary.legs[0];
  for (const leg of itinerary.legs) if (legKm(network, leg) > legKm(network, longest)) longest = leg;
  return longest;
}

/** The cabin a leg is flown in when `wanted` is bought: that one, or the next below that the aircraft has. */
export function cabinFlown(inventory: Inventory, leg: Pick<Leg, 'flight'>, wanted: CabinClass): CabinClass | undefined {
  for (let i = CABIN_CLASSES.indexOf(wanted); i >= 0; i -= 1) {
    const cabin = CABIN_CLASSES[i];
    if (cabin && inventory.capacity(leg.flight, cabin) > 0) return cabin;
  }
  return undefined;
}

function legKm(network: Network, leg: Leg): number {
  return network.routeKm[network.routeOfFlight[leg.flight] ?? 0] ?? 0;
}

/** The cheapest class open on every leg flown in the cabin asked for, and how many seats it shows. */
function seatsOf(
  facts: Facts,
  itinerary: Itinerary,
  query: PriceQuery,
): { classIndex: number; seatsLeft: number } | undefined {
  const { inventory, network } = facts;
  const open: Availability[] = [];
  let cabinKm = 0;
  for (const leg of itinerary.legs) {
    const cabin = cabinFlown(inventory, leg, query.cabin);
    if (!cabin) return undefined;
    const availability = inventory.availability(leg, cabin, query);
    if (!availability) return undefined;
    if (cabin !== query.cabin) continue;
    open.push(availability);
    cabinKm += legKm(network, leg);
  }
  if (cabinKm < CABIN_SHARE_MIN * itinerary.flownKm) return undefined;
  const classIndex = open.reduce((highest, { classIndex: index }) => Math.max(highest, index), 0);
  return {
    classIndex,
    seatsLeft: open.reduce(
      (least, availability) => Math.min(least, seatsShown(availability, query.cabin, classIndex)),
      Number.POSITIVE_INFINITY,
    ),
  };
}

/** What season and weekday do to a fare. */
export function dayFactor(market: Market, day: number): number {
  return seasonOf(market.origin.latitude, market.destination.latitude, day) * (WEEKDAY_FACTORS[(day + 3) % 7] ?? 1);
}

/** What changing planes does to a fare, before the relations of its carriers. */
export function changeFactor(market: Market, legCount: number): number {
  return legCount > 1 && market.carriers > 0 && market.km > CONNECTION_DISCOUNT_KM_MIN ? CONNECTION_DISCOUNT : 1;
}

function connectionFactor({ network, rules }: Facts, { legs }: Itinerary, market: Market): number {
  let factor = changeFactor(market, legs.length);
  for (let i = 1; i < legs.length; i += 1) {
    const inbound = network.flightAirline[legs[i - 1]?.flight ?? 0] ?? 0;
    const outbound = network.flightAirline[legs[i]?.flight ?? 0] ?? 0;
    factor *= RELATION_FACTORS[rules.relation(inbound, outbound)] ?? 1;
  }
  return factor;
}
