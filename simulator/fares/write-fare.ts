import type { CabinClass, Fare, PassengerPrice, TaxLine } from '../../src/travel/flight.ts';
import { type Money, money } from '../../src/travel/money.ts';
import { type DirectionTerms, fareBasisTail, type TicketConditions, ticketConditions } from './fare-conditions.ts';
import type { FareFamily } from './fare-family.ts';
import type { KindTariff, Tariff, TariffBrand, TicketSlices } from './tariffs.ts';
import { fileMinor } from './filing.ts';
import type { PricedSlice } from './slice-prices.ts';
import { brandUsd, shapeOf, type Stay, stayOf } from '../itineraries/trip-shape.ts';

/** What the fares of one ticket share: what decides prices at once, the rest when a fare is written. */
export class Ticket {
  readonly slices: TicketSlices;
  readonly cabin: CabinClass;
  readonly stay: Stay;
  /** The factor the trip's shape puts on each direction's fare. */
  readonly shape: number;
  readonly #termsOf: (slice: PricedSlice) => DirectionTerms;
  #directions: readonly DirectionTerms[] | undefined;
  #bookingClasses: readonly string[] | undefined;
  #conditions: TicketConditions | undefined;

  constructor(slices: TicketSlices, cabin: CabinClass, termsOf: (slice: PricedSlice) => DirectionTerms) {
    this.slices = slices;
    this.cabin = cabin;
    this.stay = stayOf(slices);
    this.shape = shapeOf(this.stay, slices[0].market);
    this.#termsOf = termsOf;
  }

  get directions(): readonly DirectionTerms[] {
    this.#directions ??= this.slices.map(this.#termsOf);
    return this.#directions;
  }

  get bookingClasses(): readonly string[] {
    this.#bookingClasses ??= this.directions.map(({ bookingClass }) => bookingClass);
    return this.#bookingClasses;
  }

  get conditions(): TicketConditions {
    this.#conditions ??= ticketConditions(this.directions, this.stay);
    return this.#conditions;
  }
}

/** A branded fare of a ticket, written in full. */
export function writeFare(ticket: Ticket, tariff: Tariff, { family, terms }: TariffBrand): Fare {
  const { currency } = tariff.filing;
  const filed = filedBases(ticket, tariff, family);
  const { unrestricted, restricted } = ticket.conditions;
  const basisTail = fareBasisTail(family, ticket.stay);
  return {
    fareKey: family.code,
    brandName: family.name,
    brandCode: family.code,
    cabinClass: ticket.cabin,
    passengerPrices: tariff.kinds.map((kind) => pricePassenger(kind, filed, currency)),
    bookingFees: tariff.bookingFees,
    bookingClasses: ticket.bookingClasses,
    fareBasisCodes: ticket.directions.map(({ basisHead }) => basisHead + basisTail),
    seatsLeft: ticket.slices.reduce((least, { seatsLeft }) => Math.min(least, seatsLeft), Number.POSITIVE_INFINITY),
    total: sumParty(tariff, filed),
    isChangeable: family.change !== undefined,
    isRefundable: family.refund !== undefined,
    isNameChangeable: family.isNameChangeable,
    rules: terms.rules,
    conditions: family.isUnrestricted ? unrestricted : restricted,
    hasSeatSelection: family.hasSeat,
    hasPriorityBoarding: family.hasPriority,
    checkedBags: terms.checkedBags,
    carryOn: terms.carryOn,
  };
}

/** The total of a fare, without writing it: a search sorts by it. */
export function fareTotal(ticket: Ticket, tariff: Tariff, { family }: TariffBrand): Money {
  return sumParty(tariff, filedBases(ticket, tariff, family));
}

/** What the brand is filed at for an adult, in minor units, direction by direction. */
function filedBases({ slices, shape }: Ticket, { filing }: Tariff, family: FareFamily): readonly number[] {
  return slices.map((slice) => fileMinor(filing, brandUsd(slice, shape, family)));
}

/** The booking fees and what every traveler pays. */
function sumParty({ bookingFees, filing, kinds }: Tariff, filed: readonly number[]): Money {
  let total = bookingFees.value;
  for (const kind of kinds) total += kind.quantity * (baseOf(kind, filed) + taxesOf(kind, filed));
  return money(total, filing.currency);
}

function pricePassenger(kind: KindTariff, filed: readonly number[], currency: string): PassengerPrice {
  return {
    kind: kind.kind,
    quantity: kind.quantity,
    baseFare: money(baseOf(kind, filed), currency),
    taxes: money(taxesOf(kind, filed), currency),
    taxLines: linesOf(kind, filed, currency),
  };
}

/** What one traveler of a kind pays of a direction filed at so much for an adult. */
function shareOf({ baseMax, share }: KindTariff, filed: number): number {
  return Math.min(baseMax, Math.round(filed * share));
}

function baseOf(kind: KindTariff, filed: readonly number[]): number {
  let base = 0;
  for (const direction of filed) base += shareOf(kind, direction);
  return base;
}

/** What the lines of `linesOf` add up to, without writing them. */
function taxesOf(kind: KindTariff, filed: readonly number[]): number {
  let taxes = kind.levies.sum;
  for (const { share, sliceIndex } of kind.levies.shares)
    taxes += Math.round(shareOf(kind, filed[sliceIndex] ?? 0) * share);
  return taxes;
}

/**
 * The amounts, and the shares of the base fares; one line for each code, as a ticket shows it. Where no tax is a share,
 * all fares of a tariff have the same lines.
 */
function linesOf(kind: KindTariff, filed: readonly number[], currency: string): readonly TaxLine[] {
  const { lines, shares } = kind.levies;
  if (shares.length === 0) return lines;
  const all = [...lines];
  for (const { code, description, share, sliceIndex } of shares) {
    const value = Math.round(shareOf(kind, filed[sliceIndex] ?? 0) * share);
    const position = all.findIndex((line) => line.code === code);
    const known = all[position];
    if (known) all[position] = { ...known, amount: money(known.amount.value + value, currency) };
    else if (value > 0) all.push({ code, description, amount: money(value, currency) });
  }
  return all;
}
