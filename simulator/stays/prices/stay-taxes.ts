import { LRUCache } from 'lru-cache';
import { convertMoney, money, moneyFromMajor } from '../../../src/travel/money.ts';
import type { RoomParty } from '../../../src/travel/stay.ts';
import type { ExchangeRates } from '../../../src/suppliers/ports/exchange-rates.ts';
import type { CityStock } from '../content/city-columns.ts';
import type { StayCity } from '../content/stay-cities.ts';
import type { StayTables, StayTaxRule } from '../content/stay-tables.ts';
import type { StatedTax } from '../stated-stay.ts';

/** A tax that a hotel's guests owe; sums in minor units of the hotel's currency. */
interface Levy {
  readonly description: string;
  readonly kind: StayTaxRule['kind'];
  /** Of the net price, for `share`. */
  readonly share: number;
  readonly minor: number;
  readonly ageMin: number;
  readonly nightsMax: number;
}

/** The taxes of hotels of one type and stars in a town. */
export interface HotelLevies {
  readonly included: readonly Levy[];
  /** The sum of the included shares. */
  readonly includedShare: number;
  readonly excluded: readonly Levy[];
}

/** What the nights of a rate cost a party, included taxes with them, minor units. */
export interface GrossNights {
  readonly party: RoomParty;
  readonly gross: readonly number[];
}

/** The nights of a rate without the included taxes, and the sum of each of those taxes. */
export interface NetNights {
  readonly nets: readonly number[];
  readonly netTotal: number;
  /** In the order of `HotelLevies.included`. */
  readonly sums: readonly number[];
}

/**
 * Finds the taxes of a hotel. A town's own rules replace its country's, included and excluded ones separately.
 */
export function createLevies(tables: StayTables, rates: ExchangeRates): (stock: CityStock, at: number) => HotelLevies {
  const known = new LRUCache<string, HotelLevies>({ max: LEVIES_KNOWN_MAX });
  /** By town, type and stars: found without putting a key together for every hotel. */
  const byTown = new WeakMap<StayCity, Map<number, HotelLevies>>();
  return ({ city, typeId, stars, filing }, at) => {
    const type = typeId[at] ?? 1;
    const star = stars[at] ?? 3;
    const ofTown = byTown.get(city) ?? new Map<number, HotelLevies>();
    const kindOfHotel = type * STARS_END + star;
    const sameKind = ofTown.get(kindOfHotel);
    if (sameKind) return sameKind;
    byTown.set(city, ofTown);
    const place = city.id.length === 3 ? city.id.toUpperCase() : '';
    const key = `${city.country}/${place}/${star}/${type}/${filing.currency}`;
    const found = known.get(key);
    if (found) {
      ofTown.set(kindOfHotel, found);
      return found;
    }
    const rules = (tables.taxes.get(city.country) ?? []).filter(
      ({ currency }) => currency === '' || rates.supports(currency),
    );
    const sideOf = (isIncluded: boolean): readonly Levy[] => {
      const side = rules.filter((rule) => rule.isIncluded === isIncluded);
      const own = side.filter(({ cityCode }) => cityCode !== '' && cityCode === place);
      return (own.length > 0 ? own : side.filter(({ cityCode }) => cityCode === ''))
        .filter(({ typeIds }) => typeIds.length === 0 || typeIds.includes(type))
        .map((rule) => toLevy(rule, star, filing.currency, rates));
    };
    const included = sideOf(true);
    const levies = {
      included,
      includedShare: included.reduce((sum, { share }) => sum + share, 0),
      excluded: sideOf(false),
    };
    known.set(key, levies);
    ofTown.set(kindOfHotel, levies);
    return levies;
  };
}
const LEVIES_KNOWN_MAX = 5_000;
/** More than a hotel may have stars. */
const STARS_END = 8;

function toLevy(
  { description, kind, amounts, currency, ageMin, nightsMax }: StayTaxRule,
  stars: number,
  filed: string,
  rates: ExchangeRates,
): Levy {
  const amount = amounts[stars - 1] ?? 0;
  const isShare = kind === 'share';
  const minor = isShare ? 0 : convertMoney(moneyFromMajor(amount, currency), filed, rates.rate(currency, filed)).value;
  return { description, kind, share: isShare ? amount : 0, minor, ageMin, nightsMax };
}

/** No fixed charge takes more of a night than this. */
const FIXED_SHARE_MAX = 0.3;

/** Takes the included taxes out of what each night costs: net nights and taxes add up to the gross nights. */
export function netNightsOf({ included, includedShare }: HotelLevies, { party, gross }: GrossNights): NetNights {
  const sums = included.map(() => 0);
  const nets: number[] = [];
  let netTotal = 0;
  for (const [night, full] of gross.entries()) {
    let net = full;
    for (let index = 0; index < included.length; index += 1) {
      const levy = included[index];
      if (levy === undefined) continue;
      const part =
        levy.kind === 'share'
          ? Math.round((full * levy.share) / (1 + includedShare))
          : Math.min(
              Math.floor(full * FIXED_SHARE_MAX),
              night < levy.nightsMax ? levy.minor * payersOf(levy, party) : 0,
            );
      sums[index] = (sums[index] ?? 0) + part;
      net -= part;
    }
    nets.push(net);
    netTotal += net;
  }
  return { nets, netTotal, sums };
}

/** What the hotel collects beside the price, tax by tax. */
export function sumExcluded(
  { excluded }: HotelLevies,
  { party, gross }: GrossNights,
  netTotal: number,
): readonly number[] {
  if (excluded.length === 0) return NO_SUMS;
  return excluded.map((levy) =>
    levy.kind === 'share'
      ? Math.round(netTotal * levy.share)
      : levy.minor * payersOf(levy, party) * Math.min(gross.length, levy.nightsMax),
  );
}
const NO_SUMS: readonly number[] = [];

/** The taxes of a rate as guests read them: those of `sums` that are included, then those beside the price. */
export function writeTaxes(
  { included, excluded }: HotelLevies,
  sums: readonly number[],
  sumsBeside: readonly number[],
  currency: string,
): readonly StatedTax[] {
  const taxes: StatedTax[] = [];
  addLines(taxes, included, sums, { currency, isIncluded: true });
  addLines(taxes, excluded, sumsBeside, { currency, isIncluded: false });
  return taxes;
}

/** Guests old enough, or the one room. */
function payersOf({ kind, ageMin }: Levy, { adults, childrenAges }: RoomParty): number {
  if (kind === 'room_night') return 1;
  let payers = adults;
  for (const age of childrenAges) if (age >= ageMin) payers += 1;
  return payers;
}

function addLines(
  taxes: StatedTax[],
  levies: readonly Levy[],
  sums: readonly number[],
  { currency, isIncluded }: { readonly currency: string; readonly isIncluded: boolean },
): void {
  for (let index = 0; index < levies.length; index += 1) {
    const levy = levies[index];
    const sum = sums[index] ?? 0;
    if (levy !== undefined && sum > 0)
      taxes.push({ description: levy.description, amount: money(sum, currency), isIncluded });
  }
}
