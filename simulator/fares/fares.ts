import type { TicketSlices, KindTariff, TariffBrand, Tariff, TariffStore, TariffPlace } from './tariffs.ts';
import type { CabinClass, Fare, FlightAncillary } from '../../src/travel/flight.ts';
import { type Money, zeroMoney } from '../../src/travel/money.ts';
import { PASSENGER_KINDS, type PassengerCounts, type PassengerKind } from '../../src/travel/passengers.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import { extraBags, type SoldDirection } from './extra-bags.ts';
import { type DirectionTerms, directionTerms } from './fare-conditions.ts';
import { fareFamilies } from './fare-families.ts';
import { brandTerms } from './fare-rules.ts';
import { fileMinor, type Filing, filingCurrency, filingIn, fileUsd } from './filing.ts';
import { familySetOf } from '../itineraries/markets.ts';
import type { PricedSlice } from './slice-prices.ts';
import { ticketLevies } from './taxes.ts';
import { fareTotal, Ticket, writeFare } from './write-fare.ts';

/** What all tickets of a search have in common. */
export interface TicketTerms {
  readonly cabin: CabinClass;
  readonly passengers: PassengerCounts;
}
/** The branded fares of a ticket, cheapest first, and the extras sold with it. */
export interface TicketPrices {
  readonly fares: readonly Fare[];
  /** The total of the first of them, without writing it; undefined where there is none. */
  readonly lowestTotal: Money | undefined;
  readonly tariff: Pick<Tariff, 'ancillaries'>;
}

/** Share of the adult base fare each kind of passenger pays on network carriers. */
const KIND_SHARES = {
  adt: 1,
  chd: 0.75,
  inf_lap: 0.1,
  inf_seat: 0.75,
  youth: 0.92,
  student: 0.88,
} as const satisfies Record<PassengerKind, number>;
/** Low-cost carriers give no discount, and take a sum for an infant on a lap, each direction. */
const LOW_COST_LAP_USD = 28;
/** What a low-cost carrier charges for a booking, in US dollars. */
export const LOW_COST_BOOKING_FEE_USD = 5;
/** Within these countries carriers give no discount either, but a lap infant pays nothing. */
const FULL_FARE_NATIONS: ReadonlySet<string> = new Set(['US', 'CA']);

/**
 * Prices the tickets of one search in the currency the issuing carrier files the market's fares in. A search makes
 * hundreds of tickets of a few dozen directions and shows twenty: what does not depend on the very flights is made once
 * and shared, so that a fare costs hardly more than its sums. The builder holds what it has made of directions; it
 * lives as long as its search.
 */
export function createFareBuilder(
  { rates, tariffs }: { readonly rates: ExchangeRates; readonly tariffs: TariffStore },
  terms: TicketTerms,
): (slices: TicketSlices) => TicketPrices {
  const known = remember(
    tariffs.tariffs,
    `${terms.cabin}|${PASSENGER_KINDS.map((kind) => terms.passengers[kind]).join()}`,
    openPlace,
  );
  const directions = new Map<PricedSlice, DirectionTerms>();
  const directionOf = (slice: PricedSlice) => remember(directions, slice, () => directionTerms(slice, terms.cabin));
  return (slices) => {
    const place = placeOf(known, slices);
    const tariff = place.tariff ?? makeTariff(slices, terms, rates, tariffs);
    if (place.tariff === undefined) hold(tariffs, place, tariff);
    return new HeldPrices(new Ticket(slices, terms.cabin, directionOf), tariff);
  };
}

/** Fares are written when they are read: of most tickets of an exchange or a calendar only the lowest total is. */
class HeldPrices implements TicketPrices {
  readonly tariff: Tariff;
  readonly #ticket: Ticket;
  #fares: readonly Fare[] | undefined;

  constructor(ticket: Ticket, tariff: Tariff) {
    this.#ticket = ticket;
    this.tariff = tariff;
  }

  get lowestTotal(): Money | undefined {
    const [brand] = this.tariff.brands;
    return brand && fareTotal(this.#ticket, this.tariff, brand);
  }

  get fares(): readonly Fare[] {
    this.#fares ??= this.tariff.brands.map((brand) => writeFare(this.#ticket, this.tariff, brand));
    return this.#fares;
  }
}

function openPlace(): TariffPlace {
  return { tariff: undefined, next: undefined };
}

/** Builders in use keep the places they know, whatever is forgotten. */
function hold(store: TariffStore, place: TariffPlace, tariff: Tariff): void {
  place.tariff = tariff;
  store.held += 1;
  if (store.held < store.heldMax) return;
  store.tariffs.clear();
  store.held = 0;
}

function placeOf(known: TariffPlace, slices: TicketSlices): TariffPlace {
  let place = known;
  for (const { market, carrier } of slices) {
    place.next ??= new Map();
    let carriers = place.next.get(market);
    if (carriers === undefined) {
      carriers = new Map();
      place.next.set(market, carriers);
    }
    let next = carriers.get(carrier.index);
    if (next === undefined) {
      next = openPlace();
      carriers.set(carrier.index, next);
    }
    place = next;
  }
  return place;
}

interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function remember<K, V>(known: Memory<K, V>, key: K, make: () => V): V {
  const value = known.get(key);
  if (value !== undefined) return value;
  const made = make();
  known.set(key, made);
  return made;
}

function makeTariff(
  slices: TicketSlices,
  terms: TicketTerms,
  rates: ExchangeRates,
  { brands, filings }: TariffStore,
): Tariff {
  const [{ carrier, market }] = slices;
  const currency = filingCurrency(carrier, market, rates);
  const filing = remember(filings, currency, () => filingIn(currency, rates));
  const set = familySetOf(carrier, market);
  return new HeldTariff(
    {
      filing,
      bookingFees: carrier.isLowCost ? fileUsd(filing, LOW_COST_BOOKING_FEE_USD) : zeroMoney(filing.currency),
      brands: remember(brands, `${set}|${terms.cabin}|${filing.currency}`, () =>
        fareFamilies(set, terms.cabin).map((family) => ({ family, terms: brandTerms(set, family, filing) })),
      ),
      kinds: PASSENGER_KINDS.filter((kind) => terms.passengers[kind] > 0).map((kind) =>
        kindTariff(slices, terms, { kind, filing, rates }),
      ),
    },
    slices.map(({ carrier: by, market: between }) => ({ carrier: by, market: between })),
  );
}

/**
 * Held for long: nothing of the flights of the ticket it was made for is. (A getter of an object made above would hold
 * on to all that is in sight there, and make each tariff a dictionary: twice the memory.)
 */
class HeldTariff implements Tariff {
  readonly filing: Filing;
  readonly bookingFees: Money;
  readonly brands: readonly TariffBrand[];
  readonly kinds: readonly KindTariff[];
  readonly #directions: readonly SoldDirection[];
  #ancillaries: readonly FlightAncillary[] | undefined;

  constructor(
    { filing, bookingFees, brands, kinds }: Omit<Tariff, 'ancillaries'>,
    directions: readonly SoldDirection[],
  ) {
    this.filing = filing;
    this.bookingFees = bookingFees;
    this.brands = brands;
    this.kinds = kinds;
    this.#directions = directions;
  }

  get ancillaries(): readonly FlightAncillary[] {
    // A copy has no room to grow in: what `flatMap` makes has, for 16 more.
    this.#ancillaries ??= this.#directions
      .flatMap((direction, sliceIndex) => extraBags(direction, sliceIndex, this.filing))
      .slice();
    return this.#ancillaries;
  }
}

function kindTariff(
  slices: TicketSlices,
  { cabin, passengers }: TicketTerms,
  { kind, filing, rates }: { readonly kind: PassengerKind; readonly filing: Filing; readonly rates: ExchangeRates },
): KindTariff {
  const [{ carrier, market }] = slices;
  const isFullFare = carrier.isLowCost || (market.isDomestic && FULL_FARE_NATIONS.has(market.origin.nation));
  const isLap = kind === 'inf_lap';
  const taxed = slices.map((slice) => ({ market: slice.market, carrier: slice.carrier, cabin }));
  const levies = ticketLevies(taxed, kind, filing.currency, rates);
  return {
    kind,
    quantity: passengers[kind],
    share: isFullFare ? 1 : KIND_SHARES[kind],
    baseMax: !(isFullFare && isLap)
      ? Number.POSITIVE_INFINITY
      : carrier.isLowCost
        ? fileMinor(filing, LOW_COST_LAP_USD)
        : 0,
    levies,
  };
}
