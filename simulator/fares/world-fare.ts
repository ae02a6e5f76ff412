import type {
  CabinClass,
  Fare,
  FareConditions,
  PassengerPrice,
  PenaltyRule,
  BagAllowance,
  TaxLine,
} from '../../src/travel/flight.ts';
import { type Money, money } from '../../src/travel/money.ts';
import type { PassengerKind } from '../../src/travel/passengers.ts';
import { type DirectionTerms, fareBasisTail, type TicketConditions, ticketConditions } from './fare-conditions.ts';
import type { FareFamily } from './fare-families.ts';
import type { KindTariff, Tariff, TariffBrand, TicketSlices } from './fares.ts';
import { fileMinor } from './filing.ts';
import type { PricedSlice } from './slice-prices.ts';
import type { Levies } from './taxes.ts';
import { brandUsd, shapeOf, type Stay, stayOf } from '../itineraries/trip-shape.ts';

/** Numbers that `kindSums` of a fare holds for each kind of passenger: quantity, base fare, taxes. */
const KIND_SUMS = 3;

/**
 * What the fares of one ticket share: what decides prices at once, what a fare works out on its first read.
 */
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

/**
 * A branded fare, priced when it is made; the rest of it is written when it is read. A search makes hundreds and shows
 * twenty. Its fields are those of its class: a copy made by spreading has none of them (`plainFare` copies).
 */
export class WorldFare implements Fare {
  readonly total: Money;
  /** `KIND_SUMS` numbers for each of `passengerPrices`, in minor units of the filing currency. */
  readonly kindSums: readonly number[];
  readonly #ticket: Ticket;
  readonly #tariff: Tariff;
  readonly #brand: TariffBrand;
  #passengerPrices: readonly PassengerPrice[] | undefined;
  #fareBasisCodes: readonly string[] | undefined;

  constructor(ticket: Ticket, tariff: Tariff, brand: TariffBrand) {
    this.#ticket = ticket;
    this.#tariff = tariff;
    this.#brand = brand;
    this.kindSums = sumKinds(ticket, tariff, brand.family);
    let total = tariff.bookingFees.value;
    for (let at = 0; at < this.kindSums.length; at += KIND_SUMS)
      total += ((this.kindSums[at + 1] ?? 0) + (this.kindSums[at + 2] ?? 0)) * (this.kindSums[at] ?? 0);
    this.total = money(total, tariff.filing.currency);
  }

  get fareKey(): string {
    return this.#brand.family.code;
  }
  get brandName(): string {
    return this.#brand.family.name;
  }
  get brandCode(): string {
    return this.#brand.family.code;
  }
  get cabinClass(): CabinClass {
    return this.#ticket.cabin;
  }
  get bookingFees(): Money {
    return this.#tariff.bookingFees;
  }
  get bookingClasses(): readonly string[] {
    return this.#ticket.bookingClasses;
  }
  get isChangeable(): boolean {
    return this.#brand.family.change !== undefined;
  }
  get isRefundable(): boolean {
    return this.#brand.family.refund !== undefined;
  }
  get isNameChangeable(): boolean {
    return this.#brand.family.isNameChangeable;
  }
  get rules(): readonly PenaltyRule[] {
    return this.#brand.terms.rules;
  }
  get hasSeatSelection(): boolean {
    return this.#brand.family.hasSeat;
  }
  get hasPriorityBoarding(): boolean {
    return this.#brand.family.hasPriority;
  }
  get checkedBags(): BagAllowance {
    return this.#brand.terms.checkedBags;
  }
  get carryOn(): BagAllowance {
    return this.#brand.terms.carryOn;
  }

  get seatsLeft(): number {
    return this.#ticket.slices.reduce((least, slice) => Math.min(least, slice.seatsLeft), Number.POSITIVE_INFINITY);
  }

  get conditions(): FareConditions {
    const { unrestricted, restricted } = this.#ticket.conditions;
    return this.#brand.family.isUnrestricted ? unrestricted : restricted;
  }

  get fareBasisCodes(): readonly string[] {
    if (this.#fareBasisCodes === undefined) {
      const tail = fareBasisTail(this.#brand.family, this.#ticket.stay);
      this.#fareBasisCodes = this.#ticket.directions.map(({ basisHead }) => basisHead + tail);
    }
    return this.#fareBasisCodes;
  }

  get passengerPrices(): readonly PassengerPrice[] {
    this.#passengerPrices ??= this.#tariff.kinds.map((kind, index) => {
      const [, baseFare = 0, taxes = 0] = this.kindSums.slice(index * KIND_SUMS);
      return new WorldPassengerPrice(this.#ticket, this.#tariff, this.#brand.family, { kind, baseFare, taxes });
    });
    return this.#passengerPrices;
  }
}

/** One direction's base fare for one traveler of a kind, in minor units. */
function directionBase(
  kind: KindTariff,
  slice: PricedSlice,
  shape: number,
  { filing }: Tariff,
  family: FareFamily,
): number {
  return shareOf(kind, fileMinor(filing, brandUsd(slice, shape, family)));
}

/** By kind: its number, its base fare, and what its `taxLines` add up to, without writing them. */
function sumKinds({ slices, shape }: Ticket, { kinds, filing }: Tariff, family: FareFamily): readonly number[] {
  const kind = kinds.length === 1 && slices.length === 1 ? kinds[0] : undefined;
  if (kind) return sumsOf(kind, fileMinor(filing, brandUsd(slices[0], shape, family)));
  // Made in its full length: a list that grows takes four times the room, in each of some hundred fares.
  const sums = new Array<number>(kinds.length * KIND_SUMS).fill(0);
  for (let index = 0; index < slices.length; index += 1) {
    const slice = slices[index];
    if (slice) addDirection(sums, kinds, index, fileMinor(filing, brandUsd(slice, shape, family)));
  }
  return sums;
}

/** Adds a direction, filed at so much for an adult. What does not depend on fares comes with the first. */
function addDirection(sums: number[], kinds: readonly KindTariff[], index: number, filed: number): void {
  let at = 0;
  for (const kind of kinds) {
    const base = shareOf(kind, filed);
    let taxes = index === 0 ? kind.levies.sum : 0;
    for (const { share, sliceIndex } of kind.levies.shares) if (sliceIndex === index) taxes += Math.round(base * share);
    sums[at] = kind.quantity;
    sums[at + 1] = (sums[at + 1] ?? 0) + base;
    sums[at + 2] = (sums[at + 2] ?? 0) + taxes;
    at += KIND_SUMS;
  }
}

/** The sum for a single passenger kind in a single direction, as most searches ask for: much quicker. */
function sumsOf(kind: KindTariff, filed: number): readonly number[] {
  const base = shareOf(kind, filed);
  let taxes = kind.levies.sum;
  for (const { share, sliceIndex } of kind.levies.shares) if (sliceIndex === 0) taxes += Math.round(base * share);
  return [kind.quantity, base, taxes];
}

function shareOf({ baseMax, share }: KindTariff, filed: number): number {
  return Math.min(baseMax, Math.round(filed * share));
}

interface KindSums {
  readonly kind: KindTariff;
  readonly baseFare: number;
  readonly taxes: number;
}

/**
 * What one kind of passenger pays: tax lines stand in the answer about one offer, not in lists, and are written when
 * they are read.
 */
class WorldPassengerPrice implements PassengerPrice {
  readonly kind: PassengerKind;
  readonly quantity: number;
  readonly baseFare: Money;
  readonly taxes: Money;
  readonly #ticket: Ticket;
  readonly #tariff: Tariff;
  readonly #family: FareFamily;
  readonly #kind: KindTariff;

  constructor(ticket: Ticket, tariff: Tariff, family: FareFamily, { kind, baseFare, taxes }: KindSums) {
    const {
      filing: { currency },
    } = tariff;
    this.kind = kind.kind;
    this.quantity = kind.quantity;
    this.baseFare = money(baseFare, currency);
    this.taxes = money(taxes, currency);
    this.#ticket = ticket;
    this.#tariff = tariff;
    this.#family = family;
    this.#kind = kind;
  }

  get taxLines(): readonly TaxLine[] {
    const { slices, shape } = this.#ticket;
    const bases = slices.map((slice) => directionBase(this.#kind, slice, shape, this.#tariff, this.#family));
    return withShares(this.#kind.levies, bases, this.#tariff.filing.currency);
  }
}

/** The amounts, and the shares of these base fares; one line for each code, as a ticket shows it. */
function withShares({ lines, shares }: Levies, bases: readonly number[], currency: string): readonly TaxLine[] {
  if (shares.length === 0) return lines;
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
