import { LRUCache } from 'lru-cache';
import type { CabinClass, Fare, FlightAncillary, PassengerPrice, TaxLine } from '../../travel/flight.ts';
import { type Money, money, zeroMoney } from '../../travel/money.ts';
import { PASSENGER_KINDS, type PassengerCounts, type PassengerKind } from '../../travel/passengers.ts';
import type { ExchangeRates } from '../ports.ts';
import { extraBags } from './extra-bags.ts';
import { type DirectionTerms, directionTerms, fareBasisTail, type TicketConditions, ticketConditions } from './fare-conditions.ts';
import { type FareFamily, fareFamilies } from './fare-families.ts';
import { type BrandTerms, brandTerms } from './fare-rules.ts';
import { fileMinor, type Filing, filingCurrency, filingIn, fileUsd } from './filing.ts';
import { familySetOf } from './markets.ts';
import type { PricedSlice } from './slice-prices.ts';
import { type Levies, ticketLevies } from './taxes.ts';
import { brandUsd, shapeOf, type Stay, stayOf } from './trip-shape.ts';

/** The directions of one ticket; the first one's carrier issues it and files its fares. */
export type TicketSlices = readonly [PricedSlice, ...PricedSlice[]];
/** What all tickets of a search have in common. */
export interface TicketTerms {
  readonly cabin: CabinClass;
  readonly passengers: PassengerCounts;
}
/** The branded fares of a ticket, cheapest first, and the extras sold with it. */
export interface TicketPrices {
  readonly fares: readonly Fare[];
  readonly ancillaries: readonly FlightAncillary[];
}

/** Share of the adult base fare each kind of passenger pays on network carriers. */
const KIND_SHARES = { adt: 1, chd: 0.75, inf_lap: 0.1, inf_seat: 0.75, youth: 0.92, student: 0.88 } as const satisfies Record<
  PassengerKind,
  number
>;
/** Low-cost carriers give no discount, and take a sum for an infant on a lap, each direction. */
const LOW_COST_LAP_USD = 28;
/** What a low-cost carrier charges for a booking, in US dollars. */
export const LOW_COST_BOOKING_FEE_USD = 5;
/** Within these countries carriers give no discount either, but a lap infant pays nothing. */
const FULL_FARE_NATIONS: ReadonlySet<string> = new Set(['US', 'CA']);

/** What one kind of passenger pays of an adult's fare. */
interface KindTariff {
  readonly kind: PassengerKind;
  readonly quantity: number;
  readonly share: number;
  /** The most each direction's base may be, in minor units. */
  readonly baseMax: number;
  readonly levies: Levies;
  readonly leviesSum: Money;
}
/** What tickets of the same carriers between the same airports share, whatever their flights. */
export interface Tariff {
  readonly filing: Filing;
  readonly bookingFees: Money;
  readonly brands: readonly { readonly family: FareFamily; readonly terms: BrandTerms }[];
  readonly kinds: readonly KindTariff[];
  readonly ancillaries: readonly FlightAncillary[];
}
/** What the fares of one ticket share. */
interface TicketFacts {
  readonly slices: TicketSlices;
  readonly cabin: CabinClass;
  readonly directions: readonly DirectionTerms[];
  readonly bookingClasses: readonly string[];
  readonly seatsLeft: number;
  readonly shape: number;
  readonly stay: Stay;
  readonly conditions: TicketConditions;
}

/** Tariffs made so far: they depend on carriers, airports, cabin and party alone, so that searches share them. */
export type TariffStore = LRUCache<string, Tariff>;
/** Tariffs held; the least used make room. About 4 KB each. */
const TARIFFS_HELD_MAX = 3_000;

/** An empty store: one for each world. */
export function createTariffStore(): TariffStore {
  return new LRUCache({ max: TARIFFS_HELD_MAX });
}

/**
 * Prices the tickets of one search in the currency the issuing carrier files the market's fares in. A search makes hundreds of tickets of a few dozen
 * directions and shows twenty: what does not depend on the very flights is made once and shared, so that a fare costs hardly
 * more than its sums. The builder holds what it has made of directions; it lives as long as its search.
 */
export function createFareBuilder(
  { rates, tariffs }: { readonly rates: ExchangeRates; readonly tariffs: TariffStore },
  terms: TicketTerms,
): (slices: TicketSlices) => TicketPrices {
  const keyHead = `${terms.cabin}|${PASSENGER_KINDS.map((kind) => terms.passengers[kind]).join()}|`;
  const directions = new Map<PricedSlice, DirectionTerms>();
  const directionOf = (slice: PricedSlice) => remember(directions, slice, () => directionTerms(slice, terms.cabin));
  return (slices) => {
    const tariff = remember<string, Tariff>(tariffs, keyHead + tariffKey(slices), () => makeTariff(slices, terms, rates));
    const facts = ticketFacts(slices, terms.cabin, slices.map(directionOf));
    return { fares: tariff.brands.map((brand) => buildFare(facts, tariff, brand)), ancillaries: tariff.ancillaries };
  };
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

function tariffKey(slices: TicketSlices): string {
  let key = '';
  for (const { market, carrier } of slices) key += `${market.origin.index},${market.destination.index},${carrier.index};`;
  return key;
}

function makeTariff(slices: TicketSlices, terms: TicketTerms, rates: ExchangeRates): Tariff {
  const [{ carrier, market }] = slices;
  const filing = filingIn(filingCurrency(carrier, market, rates), rates);
  const set = familySetOf(carrier, market);
  return {
    filing,
    bookingFees: carrier.isLowCost ? fileUsd(filing, LOW_COST_BOOKING_FEE_USD) : zeroMoney(filing.currency),
    brands: fareFamilies(set, terms.cabin).map((family) => ({ family, terms: brandTerms(set, family, filing) })),
    kinds: PASSENGER_KINDS.filter((kind) => terms.passengers[kind] > 0).map((kind) => kindTariff(slices, terms, { kind, filing, rates })),
    ancillaries: slices.flatMap((slice, sliceIndex) => extraBags(slice, sliceIndex, filing)),
  };
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
    baseMax: !(isFullFare && isLap) ? Number.POSITIVE_INFINITY : carrier.isLowCost ? fileMinor(filing, LOW_COST_LAP_USD) : 0,
    levies,
    leviesSum: money(levies.sum, filing.currency),
  };
}

function ticketFacts(slices: TicketSlices, cabin: CabinClass, directions: readonly DirectionTerms[]): TicketFacts {
  const stay = stayOf(slices);
  return {
    slices,
    cabin,
    directions,
    stay,
    bookingClasses: directions.map(({ bookingClass }) => bookingClass),
    seatsLeft: slices.reduce((least, slice) => Math.min(least, slice.seatsLeft), Number.POSITIVE_INFINITY),
    shape: shapeOf(stay, slices[0].market),
    conditions: ticketConditions(directions, stay),
  };
}

function buildFare(ticket: TicketFacts, tariff: Tariff, { family, terms }: Tariff['brands'][number]): Fare {
  const { filing, bookingFees } = tariff;
  const bases = ticket.slices.map((slice) => fileMinor(filing, brandUsd(slice, ticket.shape, family)));
  const tail = fareBasisTail(family, ticket.stay);
  let total = bookingFees.value;
  const passengerPrices = tariff.kinds.map((kind) => {
    const price = priceKind(kind, bases, filing.currency);
    total += (price.baseFare.value + price.taxes.value) * price.quantity;
    return price;
  });
  return {
    fareKey: family.code,
    brandName: family.name,
    brandCode: family.code,
    cabinClass: ticket.cabin,
    passengerPrices,
    bookingFees,
    bookingClasses: ticket.bookingClasses,
    fareBasisCodes: ticket.directions.map(({ basisHead }) => basisHead + tail),
    seatsLeft: ticket.seatsLeft,
    total: money(total, filing.currency),
    isChangeable: family.change !== undefined,
    isRefundable: family.refund !== undefined,
    isNameChangeable: family.isNameChangeable,
    rules: terms.rules,
    conditions: family.isUnrestricted ? ticket.conditions.unrestricted : ticket.conditions.restricted,
    hasSeatSelection: family.hasSeat,
    hasPriorityBoarding: family.hasPriority,
    checkedBags: terms.checkedBags,
    carryOn: terms.carryOn,
  };
}

function priceKind({ kind, quantity, share, baseMax, levies, leviesSum }: KindTariff, adultBases: readonly number[], currency: string): PassengerPrice {
  const bases = adultBases.map((base) => Math.min(baseMax, Math.round(base * share)));
  const baseFare = money(bases.reduce((sum, base) => sum + base, 0), currency);
  if (levies.shares.length === 0) return { kind, quantity, baseFare, taxes: leviesSum, taxLines: levies.lines };
  const taxLines = withShares(levies, bases, currency);
  const taxes = money(taxLines.reduce((sum, line) => sum + line.amount.value, 0), currency);
  return { kind, quantity, baseFare, taxes, taxLines };
}

/** The amounts, and the shares of these base fares; one line for each code, as a ticket shows it. */
function withShares({ lines, shares }: Levies, bases: readonly number[], currency: string): readonly TaxLine[] {
  const all = [...lines];
  for (const { code, description, share, sliceIndex } of shares) {
    const value = Math.round((bases[sliceIndex] ?? 0) * share);
    const position = all.findIndex((line) => line.code === code);
    const known = all[position];
    if (known) all[position] = { ...known, amount: money(known.amount.value + value, currency) };
    else if (value > 0) all.push({ code, description, amount: money(value, currency) });
  }
  return all;
}
