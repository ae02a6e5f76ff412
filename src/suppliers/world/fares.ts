import { sumOfParts } from '../../travel/fare-total.ts';
import type { CabinClass, Fare, FlightAncillary, PassengerPrice, PenaltyRule, TaxLine } from '../../travel/flight.ts';
import { addMoney, decimalPlaces, type Money, money, moneyFromMajor, sumMoney, zeroMoney } from '../../travel/money.ts';
import { PASSENGER_KINDS, type PassengerCounts, type PassengerKind } from '../../travel/passengers.ts';
import type { ExchangeRates } from '../ports.ts';
import { BOOKING_CLASSES } from './cabins.ts';
import { type FareFamily, fareFamilies } from './fare-families.ts';
import { familySetOf } from './markets.ts';
import { seasonOf } from './seasons.ts';
import type { PricedSlice } from './slice-prices.ts';
import { sliceTaxes } from './taxes.ts';
import { brandUsd, tripShape } from './trip-shape.ts';

/** Everything the fares of one ticket are made from. */
export interface Ticket {
  readonly slices: readonly [PricedSlice, ...PricedSlice[]];
  readonly cabin: CabinClass;
  readonly passengers: PassengerCounts;
}

/** Share of the adult base fare each kind of passenger pays; low-cost carriers give no youth or student discount. */
const KIND_SHARES = { adt: 1, chd: 0.75, inf_lap: 0.1, inf_seat: 0.75, youth: 0.92, student: 0.88 } as const satisfies Record<
  PassengerKind,
  number
>;
const LOW_COST_BOOKING_FEE_USD = 6;
const CUT_OFF_MINUTES = { short: 60, long: 120 } as const;
const ANCILLARY_QUANTITY_MAX = 3;

/** Every branded fare of a ticket, cheapest first, in the issuing carrier's filing currency. */
export function buildFares(ticket: Ticket, rates: ExchangeRates): readonly Fare[] {
  const [first] = ticket.slices;
  return fareFamilies(familySetOf(first.carrier, first.market), ticket.cabin).map((family) => buildFare(ticket, family, rates));
}

function buildFare(ticket: Ticket, family: FareFamily, rates: ExchangeRates): Fare {
  const [first] = ticket.slices;
  const currency = first.carrier.currency;
  const shape = tripShape(ticket.slices);
  const adultBases = ticket.slices.map((slice) => roundToStep(brandUsd(slice, shape, family), currency, rates));
  const passengerPrices = PASSENGER_KINDS.filter((kind) => ticket.passengers[kind] > 0).map((kind) =>
    priceKind(ticket, kind, adultBases, rates),
  );
  const bookingFees = first.carrier.isLowCost ? roundToStep(LOW_COST_BOOKING_FEE_USD, currency, rates) : zeroMoney(currency);
  return {
    fareKey: family.code,
    brandName: family.name,
    brandCode: family.code,
    cabinClass: ticket.cabin,
    passengerPrices,
    bookingFees,
    bookingClasses: ticket.slices.map((slice) => classOf(ticket.cabin, slice)),
    fareBasisCodes: ticket.slices.map((slice) => fareBasis(ticket, slice, family)),
    seatsLeft: Math.min(...ticket.slices.map((slice) => slice.seatsLeft)),
    total: sumOfParts(passengerPrices, bookingFees),
    isChangeable: family.changeFeeUsd !== undefined,
    isRefundable: family.refundFeeUsd !== undefined,
    isNameChangeable: family.isNameChangeable,
    rules: rulesOf(ticket, family, rates),
    hasSeatSelection: family.hasSeat,
    hasPriorityBoarding: family.hasPriority,
    checkedBags: {
      pieces: family.checkedPieces,
      weight: family.checkedPieces > 0 ? family.checkedKg : undefined,
      dimensions: family.checkedPieces > 0 ? '158 cm' : undefined,
    },
    carryOn: {
      pieces: family.carryOnPieces,
      weight: family.carryOnKg,
      dimensions: family.carryOnKg < 8 ? '40 x 30 x 20 cm' : '55 x 40 x 23 cm',
    },
  };
}

function priceKind(ticket: Ticket, kind: PassengerKind, adultBases: readonly Money[], rates: ExchangeRates): PassengerPrice {
  const [first] = ticket.slices;
  const currency = first.carrier.currency;
  const isDiscounted = kind === 'youth' || kind === 'student';
  const share = isDiscounted && first.carrier.isLowCost ? 1 : KIND_SHARES[kind];
  const bases = adultBases.map((base) => money(Math.round(base.value * share), currency));
  const lines = ticket.slices.flatMap((slice, index) =>
    sliceTaxes({ market: slice.market, carrier: slice.carrier, cabin: ticket.cabin }, kind, bases[index] ?? zeroMoney(currency), rates),
  );
  return {
    kind,
    quantity: ticket.passengers[kind],
    baseFare: sumMoney(bases, currency),
    taxes: sumMoney(
      lines.map((line) => line.amount),
      currency,
    ),
    taxLines: mergeLines(lines),
  };
}

/** One line for each code, as a ticket shows it. */
function mergeLines(lines: readonly TaxLine[]): readonly TaxLine[] {
  const merged = new Map<string, TaxLine>();
  for (const line of lines) {
    const known = merged.get(line.code);
    merged.set(line.code, known ? { ...known, amount: addMoney(known.amount, line.amount) } : line);
  }
  return [...merged.values()];
}

/** Fares are filed in round sums: the power of ten nearest to one US dollar. */
function roundToStep(usd: number, currency: string, rates: ExchangeRates): Money {
  const rate = rates.rate('USD', currency);
  const step = Math.max(1, Math.round(10 ** (Math.round(Math.log10(rate)) + decimalPlaces(currency))));
  const minor = moneyFromMajor(usd * rate, currency).value;
  return money(Math.max(1, Math.round(minor / step)) * step, currency);
}

function classOf(cabin: CabinClass, slice: PricedSlice): string {
  return BOOKING_CLASSES[cabin][slice.classIndex]?.code ?? 'Y';
}

/** Class, season (High or Low), days of advance purchase, Return or One way, brand, point of sale: `VL21RLIFR`. */
function fareBasis(ticket: Ticket, slice: PricedSlice, family: FareFamily): string {
  const rung = BOOKING_CLASSES[ticket.cabin][slice.classIndex];
  const season = seasonOf(slice.market.origin.latitude, slice.market.destination.latitude, slice.itinerary.legs[0].day) > 1.04 ? 'H' : 'L';
  const advance = slice.carrier.isLowCost || !rung?.advanceDays ? '' : String(rung.advanceDays).padStart(2, '0');
  return `${rung?.code}${season}${advance}${ticket.slices.length > 1 ? 'R' : 'O'}${family.code.slice(0, 2)}${slice.market.origin.country}`;
}

function rulesOf(ticket: Ticket, family: FareFamily, rates: ExchangeRates): readonly PenaltyRule[] {
  const [first] = ticket.slices;
  const cutOff = first.market.isLongHaul ? CUT_OFF_MINUTES.long : CUT_OFF_MINUTES.short;
  const before = (ruleType: 'change' | 'refund', feeUsd: number | undefined): PenaltyRule => ({
    ruleType,
    isAllowed: feeUsd !== undefined,
    fee: feeUsd ? roundToStep(feeUsd, first.carrier.currency, rates) : undefined,
    minMinutesBeforeDeparture: cutOff,
    maxMinutesBeforeDeparture: undefined,
    maxMinutesAfterDeparture: undefined,
  });
  return [
    before('change', family.changeFeeUsd),
    before('refund', family.refundFeeUsd),
    {
      ruleType: 'no_show',
      isAllowed: false,
      fee: undefined,
      minMinutesBeforeDeparture: undefined,
      maxMinutesBeforeDeparture: cutOff,
      maxMinutesAfterDeparture: undefined,
    },
  ];
}

/** Bags that may be added, per direction. */
export function buildAncillaries(ticket: Ticket, rates: ExchangeRates): readonly FlightAncillary[] {
  return ticket.slices.flatMap((slice, sliceIndex): FlightAncillary[] => {
    const price = (usd: number): Money => roundToStep(usd, ticket.slices[0].carrier.currency, rates);
    const isLowCost = slice.carrier.isLowCost;
    const checked = isLowCost ? 22 + slice.market.km * 0.008 : slice.market.isLongHaul ? 85 : 38;
    const bag: FlightAncillary = {
      ancillaryKey: `bag-${sliceIndex}`,
      type: 'checked_bag',
      description: `Extra checked bag, ${isLowCost ? 20 : 23} kg`,
      sliceIndex,
      weightKg: isLowCost ? 20 : 23,
      price: price(checked),
      quantityMax: ANCILLARY_QUANTITY_MAX,
    };
    if (!isLowCost) return [bag];
    return [
      bag,
      {
        ancillaryKey: `cabin-${sliceIndex}`,
        type: 'carry_on',
        description: 'Large cabin bag, 10 kg',
        sliceIndex,
        weightKg: 10,
        price: price(14 + slice.market.km * 0.004),
        quantityMax: 1,
      },
    ];
  });
}
