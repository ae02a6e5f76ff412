import type { App } from '../../context.ts';
import type { ServiceFees } from '../../pricing/service-fees.ts';
import { todayIn } from '../../travel/dates.ts';
import type { RateSum, StayHotel, StayRate } from '../../travel/stay.ts';
import { distanceKm } from '../../travel/geography/distance.ts';
import { hasValidRates } from '../model/validate-hotel.ts';
import { cheapestTogether } from '../model/lowest-stay.ts';
import { passesFilter } from '../model/passes-filter.ts';
import { matchPreferences } from '../model/match-preferences.ts';
import type {
  DisplayHotel,
  DisplayParty,
  DisplayRate,
  DisplaySource,
  LowestStay,
  StaySearch,
} from '../model/stay-search.ts';
import {
  createDisplayContext,
  type DisplayContext,
  feeOfRate,
  isDueStated,
  payableOf,
  priceOf,
  type SourcedHotel,
  supplierDueNowOf,
  supplierPriceOf,
} from './price-stays.ts';

/** A whole result, best first, before limit and offset. */
export interface HotelWindow {
  readonly ranked: readonly RankedHotel[];
  /** Hotels that were answered and do not pass the filters. */
  readonly hiddenHotels: number;
  /** A page of it in full. Rates are read for these hotels alone; a hotel without valid ones is left out. */
  displayPage(from: number, to: number): readonly DisplayHotel[];
}
/** What one supplier sells of a hotel, and at the least. */
export interface RankedSource {
  readonly supplied: SourcedHotel;
  readonly lowest: LowestStay;
  /** Whether every party can have a rate that is all the text asked for. */
  readonly isMatch: boolean;
}
/** All that a hotel's place in the result needs. */
export interface RankedHotel {
  readonly hotel: StayHotel;
  /** The cheapest first. */
  readonly sources: readonly [RankedSource, ...RankedSource[]];
}

/**
 * Converts, filters and sorts what suppliers answered: what the text asked for first, then cheapest first. `groups`: of
 * each hotel the entries of all suppliers that sell it.
 */
export function displayHotels(
  app: Pick<App, 'rates'>,
  groups: readonly (readonly SourcedHotel[])[],
  search: StaySearch,
  { now, fees }: { readonly now: Date; readonly fees: ServiceFees },
): HotelWindow {
  const display = createDisplayContext(app, search, now, fees);
  const ranked: RankedHotel[] = [];
  let hiddenHotels = 0;
  for (const group of groups) {
    const found = rankHotel(group, search, display);
    if (found === 'hidden') hiddenHotels += 1;
    else if (found !== undefined) ranked.push(found);
  }
  ranked.sort(compareHotels);
  const ordered = display.hasPreferences ? matchesFirst(ranked, display) : ranked;
  return {
    ranked: ordered,
    hiddenHotels,
    displayPage: (from, to) => ordered.slice(from, to).flatMap((hotel) => displayHotel(hotel, search, display) ?? []),
  };
}

/** Undefined where nobody has rooms for all parties at once, or the day is over there; hidden by filters and budget. */
function rankHotel(
  group: readonly SourcedHotel[],
  { query }: StaySearch,
  display: DisplayContext,
): RankedHotel | 'hidden' | undefined {
  const [first, ...others] = group.flatMap((supplied) => rankSource(supplied, display) ?? []);
  if (first === undefined) return undefined;
  const hotel = joinFacts(first.supplied.offer.hotel, others);
  // Without a zone the day was judged in all zones of the destination.
  if (hotel.zone !== undefined && query.checkIn < todayIn(hotel.zone, display.now)) return undefined;
  const [cheapest, ...dearer] = [first, ...others]
    .filter(({ lowest }) => isWithin(display.budget, lowest))
    .sort((a, b) => a.lowest.total - b.lowest.total);
  return cheapest !== undefined && passesFilter(query.only, hotel)
    ? { hotel, sources: [cheapest, ...dearer] }
    : 'hidden';
}

/** What the first supplier says of a hotel; what it does not state as the next one that does. */
function joinFacts(first: StayHotel, others: readonly RankedSource[]): StayHotel {
  return others.reduce((hotel, { supplied }) => {
    const stated = Object.entries(hotel).filter(([, fact]) => fact !== undefined);
    return { ...supplied.offer.hotel, ...Object.fromEntries(stated) };
  }, first);
}

/**
 * Lists of rates that are read for what a text asked for: so many of the cheapest hotels, fewer where several kinds of
 * rooms are wanted.
 */
const MATCHED_LISTS_MAX = 600;

/** What the text asked for first. A hotel is looked at rate by rate for that, so it is done for the cheapest ones. */
function matchesFirst(ranked: readonly RankedHotel[], display: DisplayContext): readonly RankedHotel[] {
  const count = Math.ceil(MATCHED_LISTS_MAX / display.groups.length);
  const judged = ranked.slice(0, count).map(({ hotel, sources: [first, ...others] }): RankedHotel => {
    const judge = (source: RankedSource) => ({ ...source, isMatch: meetsAllPreferences(source.supplied, display) });
    return { hotel, sources: [judge(first), ...others.map(judge)] };
  });
  return [...judged.sort(compareHotels), ...ranked.slice(count)];
}

function meetsAllPreferences(supplied: SourcedHotel, display: DisplayContext): boolean {
  return (
    hasValidRates(supplied.offer, display.supports) &&
    display.groups.every(({ indexes }) =>
      ratesOf(supplied, indexes).some(
        (rate) => matchPreferences(display.preferences, rate, priceOf(supplied, rate, display), display.now).isAll,
      ),
    )
  );
}

/**
 * The lowest stay that a supplier sells; undefined where the rooms cannot be had at once. With fees the cheapest rate
 * need not be the first of a list, for what is paid at the property bears none: then the lists are looked at.
 */
function rankSource(supplied: SourcedHotel, display: DisplayContext): RankedSource | undefined {
  const isMatch = !display.hasPreferences;
  const { cheapestOfRooms } = supplied.offer;
  if (display.feeOf === undefined && cheapestOfRooms?.length === display.roomCount && isLeftFor(cheapestOfRooms))
    return { supplied, lowest: addUp(cheapestOfRooms, display), isMatch };
  const chosen = [PRICE_OF_ROOM, ...(display.feeOf !== undefined && display.roomCount > 1 ? [PRICE_WITHOUT_FEE] : [])]
    .flatMap((price) => chooseRates(supplied, display, price) ?? [])
    .map((rates) => sumUp(supplied, rates, display))
    .sort((a, b) => a.total - b.total);
  return chosen[0] && { supplied, lowest: chosen[0], isMatch };
}

/** What a rate is chosen by, in minor units of the shown currency. */
type RateMeasure = (supplied: SourcedHotel, rate: StayRate, display: DisplayContext) => number;
const PRICE_OF_ROOM: RateMeasure = payableOf;
/**
 * Several rooms are one stay with one fee, which the fees of each room alone do not show: a fixed fee counts once. What
 * is cheapest without fees is looked at, too.
 */
const PRICE_WITHOUT_FEE: RateMeasure = (_supplied, rate, display) => supplierPriceOf(rate, display);

/** One list of rates, one for each wanted room; none where they cannot be had at once. */
function chooseRates(
  supplied: SourcedHotel,
  display: DisplayContext,
  measure: RateMeasure,
): readonly [readonly StayRate[]] | undefined {
  const cheapest: StayRate[] = [];
  for (const { indexes } of display.groups) {
    const best = cheapestOf(candidatesOf(supplied, indexes, display), (rate) => measure(supplied, rate, display));
    if (best === undefined) return undefined;
    for (let room = 0; room < indexes.length; room += 1) cheapest.push(best);
  }
  const together =
    areSoldTogether(cheapest) && isLeftFor(cheapest.map(toPick)) ? cheapest : findTogether(supplied, display, measure);
  return together && [together];
}

function ratesOf({ offer }: SourcedHotel, indexes: readonly number[]): readonly StayRate[] {
  return offer.ratesOfRooms[indexes[0] ?? 0] ?? [];
}

/** All rates; with a budget those alone that are known to cost no more than is stated, where there is one. */
function candidatesOf(
  supplied: SourcedHotel,
  indexes: readonly number[],
  display: DisplayContext,
): readonly StayRate[] {
  const rates = ratesOf(supplied, indexes);
  if (display.budget === undefined) return rates;
  const stated = rates.filter((rate) => isDueStated(rate, display));
  return stated.length === 0 ? rates : stated;
}

function cheapestOf(rates: readonly StayRate[], priceOfRate: (rate: StayRate) => number): StayRate | undefined {
  let best: StayRate | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const rate of rates) {
    const payable = priceOfRate(rate);
    if (payable < lowest) [best, lowest] = [rate, payable];
  }
  return best;
}

/**
 * Nearly always: there are as many rooms of each kind as all wanted rooms together, or no kind is taken twice. Where it
 * is not stated how many are left, the supplier's answer for all rooms at once is taken at its word.
 */
function isLeftFor(picks: readonly Pick<RateSum, 'room' | 'roomsLeft'>[]): boolean {
  for (const { room, roomsLeft = Number.POSITIVE_INFINITY } of picks) {
    if (roomsLeft < picks.length && roomsLeft < picks.filter((other) => other.room === room).length) return false;
  }
  return true;
}

function areSoldTogether(rates: readonly StayRate[]): boolean {
  return rates.every(({ togetherKey }) => togetherKey === rates[0]?.togetherKey);
}

function toPick({ room, roomsLeft }: StayRate): Pick<RateSum, 'room' | 'roomsLeft'> {
  return { room: room.roomId, roomsLeft };
}

function findTogether(
  supplied: SourcedHotel,
  display: DisplayContext,
  measure: RateMeasure,
): readonly StayRate[] | undefined {
  const choices = display.groups.flatMap(({ indexes }) => {
    const list = candidatesOf(supplied, indexes, display).map((rate) => ({
      roomId: rate.room.roomId,
      roomsLeft: rate.roomsLeft ?? Number.POSITIVE_INFINITY,
      togetherKey: rate.togetherKey,
      payable: measure(supplied, rate, display),
      rate,
    }));
    list.sort((a, b) => a.payable - b.payable);
    return indexes.map(() => list);
  });
  return cheapestTogether(choices)?.map(({ rate }) => rate);
}

/** What rates cost as one stay, with the fee on all that is paid now for it. */
function sumUp(supplied: SourcedHotel, rates: readonly StayRate[], display: DisplayContext): LowestStay {
  let [paidNow, dueAtProperty] = [0, 0];
  for (const rate of rates) {
    const now = supplierDueNowOf(rate, display);
    paidNow += now;
    dueAtProperty += supplierPriceOf(rate, display) - now;
  }
  const serviceFee = display.feeOf?.(supplied, paidNow) ?? 0;
  const dueNow = paidNow + serviceFee;
  const isAllStated = rates.every((rate) => isDueStated(rate, display));
  return { total: dueNow + dueAtProperty, dueNow, dueAtProperty, serviceFee, isAllStated };
}

/** The lowest stay of rates given as numbers, where no fee is added. */
function addUp(sums: readonly RateSum[], display: DisplayContext): LowestStay {
  let [dueNow, total] = [0, 0];
  for (const sum of sums) {
    const toShown = display.convert(sum.currency);
    const price = toShown(sum.total);
    if (sum.paymentType === 'pay_now') dueNow += price;
    total += price;
    for (const tax of sum.taxesBeside) total += toShown(tax);
  }
  return { total, dueNow, dueAtProperty: total - dueNow, serviceFee: 0, isAllStated: true };
}

/** What may cost more than is stated is within no budget. */
function isWithin(budget: number | undefined, { total, isAllStated }: LowestStay): boolean {
  return budget === undefined || (isAllStated && total <= budget);
}

/** Undefined where none of its suppliers has valid rates. */
function displayHotel(
  { hotel, sources }: RankedHotel,
  { destination }: StaySearch,
  display: DisplayContext,
): DisplayHotel | undefined {
  const valid = sources.filter(({ supplied }) => hasValidRates(supplied.offer, display.supports));
  const [first] = valid;
  const [shown, ...others] = valid.map((source) => displaySource(source, display));
  if (first === undefined || shown === undefined) return undefined;
  const answered = valid.reduce((count, { supplied }) => count + countRates(supplied, display), 0);
  const shownSources = [shown, ...others] as const;
  return {
    hotel,
    sources: shownSources,
    hiddenRates: answered - countShown(shownSources),
    lowest: first.lowest,
    isMatch: valid.some(({ isMatch }) => isMatch),
    distanceKm: destination.point && distanceKm(destination.point, hotel),
  };
}

/**
 * The rates of each party, cheapest first; with a budget those a stay within it can have, the other rooms at their
 * cheapest.
 */
function displaySource(source: RankedSource, display: DisplayContext): DisplaySource {
  const { supplierId, offer } = source.supplied;
  const parties = display.groups.map(({ party, indexes }): DisplayParty => {
    const rates = candidatesOf(source.supplied, indexes, display)
      .map((rate) => displayRate(source.supplied, rate, display))
      .sort((a, b) => a.payable - b.payable);
    const least = rates[0];
    if (display.budget === undefined || least === undefined) return { party, indexes, rates };
    const { budget } = display;
    return { party, indexes, rates: rates.filter((rate) => stayWith(source, { rate, least }, display) <= budget) };
  });
  return { supplierId, hotelId: offer.hotel.hotelId, parties, expiresAt: offer.expiresAt };
}

/** What the lowest stay costs with another rate in the place of the cheapest of its party. */
function stayWith(
  { supplied, lowest }: RankedSource,
  { rate, least }: { readonly rate: DisplayRate; readonly least: DisplayRate },
  display: DisplayContext,
): number {
  const dueNow = lowest.dueNow - lowest.serviceFee + withoutFee(rate.dueNow, rate) - withoutFee(least.dueNow, least);
  const dueAtProperty = lowest.dueAtProperty + rate.dueAtProperty - least.dueAtProperty;
  return dueNow + dueAtProperty + (display.feeOf?.(supplied, dueNow) ?? 0);
}

function withoutFee(amount: number, { serviceFee }: DisplayRate): number {
  return amount - serviceFee;
}

function displayRate(supplied: SourcedHotel, rate: StayRate, display: DisplayContext): DisplayRate {
  const price = priceOf(supplied, rate, display);
  const serviceFee = feeOfRate(supplied, rate, display);
  const total = display.convert(rate.total.currency)(rate.total.value) + serviceFee;
  const dueNow = rate.paymentType === 'pay_now' ? total : 0;
  return {
    rate,
    total,
    dueNow,
    dueAtProperty: price.payable - dueNow,
    isDueStated: price.isAllStated,
    payable: price.payable,
    serviceFee,
    matches: matchPreferences(display.preferences, rate, price, display.now),
  };
}

/** Rates of all suppliers and parties of a hotel. */
export function countShown(sources: readonly DisplaySource[]): number {
  return sources.reduce(
    (count, { parties }) => count + parties.reduce((ofSource, { rates }) => ofSource + rates.length, 0),
    0,
  );
}

function countRates(supplied: SourcedHotel, { groups }: DisplayContext): number {
  return groups.reduce((count, { indexes }) => count + ratesOf(supplied, indexes).length, 0);
}

/** By price; at one price what is wholly stated, and better rated, comes first. */
function compareHotels(a: RankedHotel, b: RankedHotel): number {
  const [one, other] = [isMatch(a), isMatch(b)];
  if (one !== other) return one ? -1 : 1;
  const [{ lowest }, { lowest: otherLowest }] = [a.sources[0], b.sources[0]];
  return (
    lowest.total - otherLowest.total ||
    Number(otherLowest.isAllStated) - Number(lowest.isAllStated) ||
    (b.hotel.rating ?? UNRATED) - (a.hotel.rating ?? UNRATED) ||
    (a.hotel.hotelId < b.hotel.hotelId ? -1 : 1)
  );
}

function isMatch({ sources }: RankedHotel): boolean {
  return sources.some((source) => source.isMatch);
}

const UNRATED = -1;
