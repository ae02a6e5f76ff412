import type { CabinClass, TaxLine } from '../../src/travel/flight.ts';
import { addMoney, convertMoney, moneyFromMajor } from '../../src/travel/money.ts';
import type { PassengerKind } from '../../src/travel/passengers.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import type { AtlasAirline } from '../../src/reference/atlas.ts';
import type { Market } from '../itineraries/markets.ts';
import { AIRPORT_CHARGE_SHARES, DEFAULT_CHARGES, TAX_RULES, type TaxRule } from './tax-table.ts';

/** What the taxes of one direction depend on. */
export interface TaxedSlice {
  readonly market: Market;
  readonly carrier: AtlasAirline;
  readonly cabin: CabinClass;
}

/** A tax that is a share of a direction's base fare. */
interface ShareLevy {
  readonly code: string;
  readonly description: string;
  readonly share: number;
  /** The direction whose base fare is taxed, by its place on the ticket. */
  readonly sliceIndex: number;
}

/**
 * The taxes and charges of one passenger before the fare is known: amounts, one line for each code, and shares of a
 * base fare.
 */
export interface Levies {
  readonly lines: readonly TaxLine[];
  /** The sum of the lines in minor units. */
  readonly sum: number;
  readonly shares: readonly ShareLevy[];
}

interface Charge {
  readonly code: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
}

const SURCHARGE_KM_MIN = 2500;
const SURCHARGE_USD = { fixed: 18, perKm: 0.011 } as const;
const SURCHARGE_CABIN_FACTORS = {
  economy: 1,
  premium_economy: 1.3,
  business: 1.7,
  first: 1.7,
} as const satisfies Record<CabinClass, number>;
/** Carriers that file their surcharge under YR; all others that have one, under YQ. From general knowledge. */
const YR_CARRIERS: ReadonlySet<string> = new Set(['AF', 'KL', 'TK', 'ET', 'AM', 'AT', 'QR', 'MS', 'RJ', 'VS', 'DL']);
/** Brazil forbids surcharges on tickets from its airports: there the fare holds them. */
const WITHOUT_SURCHARGE = 'BR';

/** Kilometres at which a rule of some country begins or ends. */
const BAND_STARTS: readonly number[] = [
  ...new Set([
    SURCHARGE_KM_MIN,
    ...[...TAX_RULES.values()].flat().flatMap(({ kmMin, kmMax }) => [kmMin ?? 0, (kmMax ?? -1) + 1]),
  ]),
].sort((a, b) => a - b);

/** Markets between the same countries whose length is in one band are taxed by the same rules. */
export function taxBandOf(km: number): number {
  let band = 0;
  while (km >= (BAND_STARTS[band] ?? Number.POSITIVE_INFINITY)) band += 1;
  return band;
}

/**
 * The levies of one passenger for a whole ticket, in its filing currency. A charge in a currency without a rate is left
 * out.
 */
export function ticketLevies(
  slices: readonly TaxedSlice[],
  kind: PassengerKind,
  currency: string,
  rates: ExchangeRates,
): Levies {
  const lines = new Map<string, TaxLine>();
  const shares: ShareLevy[] = [];
  slices.forEach((slice, sliceIndex) => {
    const owed = owedOf(slice, kind);
    for (const { code, description, amount, currency: from } of owed.charges) {
      if (!rates.supports(from)) continue;
      const converted = convertMoney(moneyFromMajor(amount, from), currency, rates.rate(from, currency));
      const known = lines.get(code);
      lines.set(
        code,
        known ? { ...known, amount: addMoney(known.amount, converted) } : { code, description, amount: converted },
      );
    }
    for (const { code, description, share } of owed.shares) shares.push({ code, description, share, sliceIndex });
  });
  // Stored for long: a copy has no room to grow in, what `filter` and `push` make has, for 16 more.
  const merged = [...lines.values()].filter((line) => line.amount.value > 0).slice();
  return { lines: merged, sum: merged.reduce((sum, line) => sum + line.amount.value, 0), shares: shares.slice() };
}

/**
 * An adult's taxes for one direction in US dollars, a sum and a share of the base: for ranking slices before their
 * fares are made.
 */
export function adultTaxesUsd(slice: TaxedSlice, baseUsd: number, rates: ExchangeRates): number {
  const { charges, shares } = owedOf(slice, 'adt');
  let sum = 0;
  for (const { share } of shares) sum += baseUsd * share;
  for (const charge of charges)
    if (rates.supports(charge.currency)) sum += charge.amount * rates.rate(charge.currency, 'USD');
  return sum;
}

/** What one passenger owes for one direction: amounts in their own currencies, and shares of the base fare. */
interface Owed {
  readonly charges: readonly Charge[];
  readonly shares: readonly { readonly code: string; readonly description: string; readonly share: number }[];
}

function owedOf(slice: TaxedSlice, kind: PassengerKind): Owed {
  const { origin, destination } = slice.market;
  const charges: Charge[] = [];
  const shares: { code: string; description: string; share: number }[] = [];
  const collect = (nation: string, on: TaxRule['on']): void => {
    for (const rule of TAX_RULES.get(nation) ?? []) {
      if (!applies(rule, on, slice, kind)) continue;
      const { code, description, share } = rule;
      if (share !== undefined) shares.push({ code, description, share });
      else
        charges.push(
          rule.isAirports ? { ...rule, amount: rule.amount * (AIRPORT_CHARGE_SHARES[origin.size] ?? 1) } : rule,
        );
    }
  };
  collect(origin.nation, 'departure');
  collect(destination.nation, 'arrival');
  if (kind !== 'inf_lap') charges.push(...carriersAndUnlisted(slice));
  return { charges, shares };
}

function carriersAndUnlisted(slice: TaxedSlice): readonly Charge[] {
  const unlisted = TAX_RULES.has(slice.market.origin.nation) ? [] : [defaultCharge(slice.market)];
  const surcharge = surchargeOf(slice);
  return surcharge ? [...unlisted, surcharge] : unlisted;
}

function applies(rule: TaxRule, on: TaxRule['on'], { market, cabin }: TaxedSlice, kind: PassengerKind): boolean {
  if (rule.on !== on) return false;
  if (rule.scope !== 'any' && (rule.scope === 'domestic') !== market.isDomestic) return false;
  if (!isForCabin(rule.cabins, cabin)) return false;
  if (market.km < (rule.kmMin ?? 0) || market.km >= (rule.kmMax ?? Number.POSITIVE_INFINITY) + 1) return false;
  const other = on === 'departure' ? market.destination.nation : market.origin.nation;
  if (rule.between !== undefined && rule.between !== other) return false;
  if (rule.notBetween === other) return false;
  if (kind === 'inf_lap') return rule.hasInfants === true;
  return !(rule.isChildFree && (kind === 'chd' || kind === 'inf_seat'));
}

function isForCabin(cabins: TaxRule['cabins'], cabin: CabinClass): boolean {
  switch (cabins) {
    case undefined:
      return true;
    case 'economy':
      return cabin === 'economy';
    case 'above_economy':
      return cabin !== 'economy';
    case 'rear':
      return cabin === 'economy' || cabin === 'premium_economy';
    case 'front':
      return cabin === 'business' || cabin === 'first';
    default:
      return cabins satisfies never;
  }
}

/** Whether a carrier asks more on top of a fare the longer the market is. */
export function hasSurcharge(market: Market, carrier: AtlasAirline): boolean {
  return (
    !carrier.isLowCost &&
    !market.isDomestic &&
    market.km > SURCHARGE_KM_MIN &&
    market.origin.nation !== WITHOUT_SURCHARGE
  );
}

/** What network carriers ask on top of a long international fare. */
function surchargeOf({ market, carrier, cabin }: TaxedSlice): Charge | undefined {
  if (!hasSurcharge(market, carrier)) return undefined;
  const amount = Math.round((SURCHARGE_USD.fixed + SURCHARGE_USD.perKm * market.km) * SURCHARGE_CABIN_FACTORS[cabin]);
  return {
    code: YR_CARRIERS.has(carrier.code) ? 'YR' : 'YQ',
    description: 'Carrier-imposed surcharge',
    amount,
    currency: 'USD',
  };
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
