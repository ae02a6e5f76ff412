import type { CabinClass, TaxLine } from '../../travel/flight.ts';
import { convertMoney, money, type Money, moneyFromMajor } from '../../travel/money.ts';
import type { PassengerKind } from '../../travel/passengers.ts';
import type { ExchangeRates } from '../ports.ts';
import type { AtlasAirline } from './atlas.ts';
import type { Market } from './markets.ts';
import { DEFAULT_CHARGES, TAX_RULES, type TaxRule } from './tax-table.ts';

/** What the taxes of one direction depend on. */
export interface TaxedSlice {
  readonly market: Market;
  readonly carrier: AtlasAirline;
  readonly cabin: CabinClass;
}

interface Charge {
  readonly code: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
}

/** US Transportation tax on domestic base fares. */
const US_DOMESTIC_SHARE = 0.075;
const SURCHARGE_KM_MIN = 2500;

/** The taxes and charges of one passenger for one direction, in the filing currency. `base` is that direction's base fare. */
export function sliceTaxes(slice: TaxedSlice, kind: PassengerKind, base: Money, rates: ExchangeRates): readonly TaxLine[] {
  const lines = chargesOf(slice, kind).map(
    (charge): TaxLine => ({
      code: charge.code,
      description: charge.description,
      amount: convertMoney(moneyFromMajor(charge.amount, charge.currency), base.currency, rates.rate(charge.currency, base.currency)),
    }),
  );
  if (isUsDomestic(slice.market)) {
    lines.push({
      code: 'US',
      description: 'Transportation tax, domestic',
      amount: money(Math.round(base.value * US_DOMESTIC_SHARE), base.currency),
    });
  }
  return lines;
}

/** An adult's taxes for one direction in US dollars: for ranking slices before their fares are made. */
export function adultTaxesUsd(slice: TaxedSlice, baseUsd: number, rates: ExchangeRates): number {
  let sum = isUsDomestic(slice.market) ? baseUsd * US_DOMESTIC_SHARE : 0;
  for (const charge of chargesOf(slice, 'adt')) sum += charge.amount * rates.rate(charge.currency, 'USD');
  return sum;
}

function isUsDomestic(market: Market): boolean {
  return market.isDomestic && market.origin.nation === 'US';
}

function chargesOf({ market, carrier, cabin }: TaxedSlice, kind: PassengerKind): Charge[] {
  const charges: Charge[] = [];
  const isLapInfant = kind === 'inf_lap';
  const departures = TAX_RULES.get(market.origin.nation);
  for (const rule of departures ?? []) if (applies(rule, 'departure', market, cabin, kind)) charges.push(rule);
  for (const rule of TAX_RULES.get(market.destination.nation) ?? []) if (applies(rule, 'arrival', market, cabin, kind)) charges.push(rule);
  if (!departures && !isLapInfant) charges.push(defaultCharge(market));
  if (!carrier.isLowCost && !isLapInfant && !market.isDomestic && market.km > SURCHARGE_KM_MIN) {
    const amount = Math.round((18 + 0.011 * market.km) * (cabin === 'economy' ? 1 : 1.7));
    charges.push({ code: 'YQ', description: 'Carrier-imposed surcharge', amount, currency: 'USD' });
  }
  return charges;
}

function applies(rule: TaxRule, on: TaxRule['on'], market: Market, cabin: CabinClass, kind: PassengerKind): boolean {
  if (rule.on !== on) return false;
  if (rule.scope !== 'any' && (rule.scope === 'domestic') !== market.isDomestic) return false;
  if (rule.cabins && (rule.cabins === 'economy') !== (cabin === 'economy')) return false;
  if (market.km < (rule.kmMin ?? 0) || market.km >= (rule.kmMax ?? Number.POSITIVE_INFINITY) + 1) return false;
  if (kind === 'inf_lap') return rule.hasInfants === true;
  return !(rule.isChildFree && (kind === 'chd' || kind === 'inf_seat'));
}

function defaultCharge(market: Market): Charge {
  const isAfrican = market.origin.subregion === 'Sub-Saharan Africa';
  const amount = market.isDomestic
    ? DEFAULT_CHARGES.domestic
    : isAfrican
      ? DEFAULT_CHARGES.africanInternational
      : DEFAULT_CHARGES.international;
  return { code: market.origin.country, description: 'Airport passenger charge', amount, currency: 'USD' };
}
