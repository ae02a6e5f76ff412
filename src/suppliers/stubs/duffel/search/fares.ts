import { hashText, unitOf } from '../../../../reference/hash.ts';
import { decimalPlaces } from '../../../../travel/money.ts';
import type { ExchangeRates } from '../../../ports/exchange-rates.ts';
import { toAmount } from '../../decimal-amounts.ts';
import type { CabinClass, Condition, Conditions } from '../objects.ts';
import type { Brand, Carrier } from './carriers.ts';
import type { Itinerary } from './itineraries.ts';
import { priceMove, type PriceMoment } from './price-moves.ts';

/** A passenger as prices see one. */
export type FareParty = readonly { readonly age: number | undefined }[];

/** What a journey is priced by. */
export interface PricedJourney {
  readonly carrier: Carrier;
  readonly itineraries: readonly Itinerary[];
  /** One brand for each direction. */
  readonly brands: readonly Brand[];
  readonly cabin: CabinClass;
  readonly party: FareParty;
  /** What the member of a loyalty programme pays of the fare, 1 for nobody in particular. */
  readonly memberFactor: number;
  /** When it is priced, and how prices move. */
  readonly moment: PriceMoment;
}

/** Prices in minor units of the account's currency. */
export interface JourneyPrice {
  readonly total: number;
  readonly base: number;
  readonly tax: number;
}

const CABIN_FACTORS: Readonly<Record<CabinClass, number>> = {
  economy: 1,
  premium_economy: 1.8,
  business: 3.6,
  first: 6,
};
/** An airline whose base and taxes do not add up to its totals: it adds a charge of its own. */
const CHARGING_CARRIER = 'IB';
const carrierChargeEuro = 1.5;
const returnDiscount = 0.9;

/** Prices a journey: the same flights, brands and party cost the same in every search, as long as no prices move. */
export function priceJourney(journey: PricedJourney, currency: string, rates: ExchangeRates): JourneyPrice {
  const { itineraries, brands, carrier } = journey;
  const fares = itineraries.map((itinerary, index) => adultFareEuro(journey, itinerary, brands[index] ?? brands[0]));
  const adultFare = fares.reduce((sum, fare) => sum + fare, 0) * (fares.length > 1 ? returnDiscount : 1);
  const adultTax = itineraries.reduce((sum, { km }) => sum + 12 + km * 0.004, 0);
  const shares = journey.party.map(shareOf).reduce((sum, share) => sum + share, 0);
  const payers = journey.party.filter(({ age }) => age === undefined || age >= 2).length;
  const toMinor = (euro: number): number =>
    Math.round(euro * rates.rate('EUR', currency) * 10 ** decimalPlaces(currency));
  const base = toMinor(adultFare * shares * journey.memberFactor);
  const tax = toMinor(adultTax * payers);
  const charge = carrier.code === CHARGING_CARRIER ? toMinor(carrierChargeEuro * payers) : 0;
  return { base, tax, total: base + tax + charge };
}

function adultFareEuro(journey: PricedJourney, { km, key, legs }: Itinerary, brand: Brand | undefined): number {
  const day = Math.floor((legs[0]?.departs ?? 0) / 1_440);
  const flightFactor = 0.9 + 0.4 * unitOf(hashText(key));
  const dayFactor = 0.85 + 0.5 * unitOf(hashText(`day ${day}`));
  const connectionFactor = legs.length > 1 ? 0.85 : 1;
  const distanceFare = 22 + km * 0.055;
  return (
    distanceFare *
    priceMove(key, legs[0]?.departs ?? 0, journey.moment) *
    CABIN_FACTORS[journey.cabin] *
    (brand?.factor ?? 1) *
    journey.carrier.priceFactor *
    flightFactor *
    dayFactor *
    connectionFactor
  );
}

function shareOf({ age }: FareParty[number]): number {
  if (age === undefined || age >= 16) return 1;
  return age < 2 ? 0.1 : 0.75;
}

/** The conditions of a fare in each direction and of the whole: the strictest, and unknown where one is. */
export function conditionsOf(
  { brands, carrier, party }: Pick<PricedJourney, 'brands' | 'carrier' | 'party'>,
  accountCurrency: string,
  rates: ExchangeRates,
): { readonly whole: Conditions; readonly bySlice: readonly Conditions[] } {
  const currency = carrier.penaltyCurrency ?? accountCurrency;
  const factor = rates.rate('EUR', currency) * 10 ** decimalPlaces(currency) * party.length;
  const present = (rule: Brand['change']): Condition => {
    if (rule === 'unknown') return null;
    if (rule === 'no') return { allowed: false, penalty_amount: null, penalty_currency: null };
    if (rule === null) return { allowed: true, penalty_amount: null, penalty_currency: null };
    return { allowed: true, penalty_amount: toAmount(Math.round(rule * factor), currency), penalty_currency: currency };
  };
  const conditions = (change: Brand['change'], refund: Brand['refund']): Conditions => ({
    change_before_departure: present(change),
    refund_before_departure: present(refund),
  });
  return {
    bySlice: brands.map(({ change, refund }) => conditions(change, refund)),
    whole: conditions(strictest(brands.map(({ change }) => change)), strictest(brands.map(({ refund }) => refund))),
  };
}

function strictest(rules: readonly Brand['change'][]): Brand['change'] {
  if (rules.includes('no')) return 'no';
  if (rules.includes('unknown')) return 'unknown';
  const fees = rules.filter((rule) => typeof rule === 'number');
  return fees.length < rules.length ? null : Math.max(...fees);
}
