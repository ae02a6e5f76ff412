import type { App } from '../../context.ts';
import { todayIn } from '../../travel/dates.ts';
import { convertMoney, minorConverter, moneyFromMajor } from '../../travel/money.ts';
import type { HotelOffer, RateSum, RoomParty, StayHotel, StayFilter, StayRate } from '../../travel/stay.ts';
import { distanceKm } from '../model/distance.ts';
import { hasValidRates } from '../model/validate-hotel.ts';
import { cheapestTogether } from '../model/lowest-stay.ts';
import { matchPreferences, type RatePreferences } from '../model/match-preferences.ts';
import { partyKey } from '../model/occupancy.ts';
import { currencyOfCeiling } from '../model/price-ceiling.ts';
import type { LowestStay, ShownHotel, ShownParty, ShownRate, StaySearch } from '../model/stay-search.ts';

/** An offer and who answered it. */
export interface SuppliedHotel {
  readonly supplierId: string;
  readonly offer: HotelOffer;
}
/** A whole result, best first, before limit and offset. */
export interface HotelWindow {
  readonly ranked: readonly RankedHotel[];
  /** Hotels that were answered and do not pass the filters. */
  readonly hiddenHotels: number;
  /** A page of it in full. Rates are read for these hotels alone; a hotel without valid ones is left out. */
  show(from: number, to: number): readonly ShownHotel[];
}
/** All that a hotel's place in the result needs. */
export interface RankedHotel {
  readonly supplied: SuppliedHotel;
  readonly lowest: LowestStay;
  /** Whether every party can have a rate that is all the text asked for. */
  readonly isMatch: boolean;
}

/** Converts, filters and sorts what suppliers answered: what the text asked for first, then cheapest first. */
export function showHotels(
  app: Pick<App, 'rates'>,
  supplied: readonly SuppliedHotel[],
  search: StaySearch,
  now: Date,
): HotelWindow {
  const display = createDisplayContext(app, search, now);
  const ranked: RankedHotel[] = [];
  let hiddenHotels = 0;
  for (const one of supplied) {
    if (search.query.checkIn < todayIn(one.offer.hotel.zone, now)) continue;
    const hotel = rankHotel(one, display);
    if (hotel === undefined) continue;
    if (
      !passes(search.query.only, one.offer.hotel) ||
      (display.budget !== undefined && hotel.lowest.total > display.budget)
    ) {
      hiddenHotels += 1;
      continue;
    }
    ranked.push(hotel);
  }
  ranked.sort(compareHotels);
  const ordered = display.hasPreferences ? matchesFirst(ranked, display) : ranked;
  return {
    ranked: ordered,
    hiddenHotels,
    show: (from, to) =>
      ordered
        .slice(from, to)
        .filter(({ supplied }) => hasValidRates(supplied.offer, display.supports))
        .map((hotel) => showHotel(hotel, search, display)),
  };
}

/**
 * Lists of rates that are read for what a text asked for: so many of the cheapest hotels, fewer where several kinds of
 * rooms are wanted.
 */
const MATCHED_LISTS_MAX = 600;

/** What the text asked for first. A hotel is looked at rate by rate for that, so it is done for the cheapest ones. */
function matchesFirst(ranked: readonly RankedHotel[], display: DisplayContext): readonly RankedHotel[] {
  const count = Math.ceil(MATCHED_LISTS_MAX / display.groups.length);
  const judged = ranked
    .slice(0, count)
    .map((hotel) => ({ ...hotel, isMatch: meetsAllPreferences(hotel.supplied, display) }));
  return [...judged.sort(compareHotels), ...ranked.slice(count)];
}

function meetsAllPreferences(supplied: SuppliedHotel, display: DisplayContext): boolean {
  return (
    hasValidRates(supplied.offer, display.supports) &&
    display.groups.every(({ indexes }) =>
      ratesOf(supplied, indexes).some(
        (rate) => matchPreferences(display.preferences, rate, payableOf(rate, display), display.now).isAll,
      ),
    )
  );
}

/** What all hotels of one search share: what the guest wants, the budget and the conversion of money. */
interface DisplayContext {
  readonly now: Date;
  readonly preferences: RatePreferences;
  readonly hasPreferences: boolean;
  readonly roomCount: number;
  /** Minor units of the shown currency for the whole stay. */
  readonly budget: number | undefined;
  convert(from: string): (value: number) => number;
  readonly supports: (currency: string) => boolean;
  readonly groups: readonly { readonly party: RoomParty; readonly indexes: readonly number[] }[];
}

function createDisplayContext(app: Pick<App, 'rates'>, search: StaySearch, now: Date): DisplayContext {
  const converters = new Map<string, (value: number) => number>();
  const { currency, nights, query, budgetPerNight } = search;
  const preferences = toRatePreferences(app, search);
  let last = { from: '', convert: (value: number) => value };
  return {
    now,
    preferences,
    roomCount: query.rooms.length,
    hasPreferences:
      preferences.boards !== undefined || preferences.payableMax !== undefined || preferences.refund !== undefined,
    budget: budgetPerNight && budgetPerNight.value * nights,
    convert(from) {
      // Rates of one hotel are filed in one currency: most calls ask for the one before.
      if (last.from === from) return last.convert;
      const convert = converters.get(from) ?? minorConverter(from, currency, app.rates.selling(from, currency).rate);
      converters.set(from, convert);
      last = { from, convert };
      return convert;
    },
    supports: (code) => app.rates.supports(code),
    groups: [
      ...Map.groupBy(
        query.rooms.map((party, index) => ({ party, index })),
        ({ party }) => partyKey(party),
      ).values(),
    ].map((rooms) => ({
      party: rooms[0]?.party ?? query.rooms[0],
      indexes: rooms.map(({ index }) => index),
    })),
  };
}

/** The ceiling of the text in the shown currency, for one room and all nights; one in an unknown currency is none. */
function toRatePreferences(app: Pick<App, 'rates'>, { preferences, currency, nights }: StaySearch): RatePreferences {
  const { boards, refund, ceiling } = preferences;
  const ceilingCurrency = ceiling && currencyOfCeiling(ceiling, currency);
  if (ceiling === undefined || ceilingCurrency === undefined || !app.rates.converts(ceilingCurrency, currency))
    return { boards, refund, payableMax: undefined };
  const amount = convertMoney(
    moneyFromMajor(ceiling.amount, ceilingCurrency),
    currency,
    app.rates.rate(ceilingCurrency, currency),
  ).value;
  return { boards, refund, payableMax: ceiling.per === 'night' ? amount * nights : amount };
}

/** The hotel's lowest stay; undefined where the rooms cannot be had at once. */
function rankHotel(supplied: SuppliedHotel, display: DisplayContext): RankedHotel | undefined {
  const isMatch = !display.hasPreferences;
  const { cheapestOfRooms } = supplied.offer;
  if (cheapestOfRooms?.length === display.roomCount && isLeftFor(cheapestOfRooms))
    return { supplied, lowest: addUp(cheapestOfRooms, display), isMatch };
  const cheapest: StayRate[] = [];
  for (const { indexes } of display.groups) {
    const rates = ratesOf(supplied, indexes);
    const best = cheapestOf(rates, display);
    if (best === undefined) return undefined;
    for (let room = 0; room < indexes.length; room += 1) cheapest.push(best);
  }
  const together = isLeftFor(cheapest.map(toPick)) ? cheapest : findTogether(supplied, display);
  return together && { supplied, lowest: sumUp(together, display), isMatch };
}

function ratesOf({ offer }: SuppliedHotel, indexes: readonly number[]): readonly StayRate[] {
  return offer.ratesOfRooms[indexes[0] ?? 0] ?? [];
}

function cheapestOf(rates: readonly StayRate[], display: DisplayContext): StayRate | undefined {
  let best: StayRate | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const rate of rates) {
    const payable = payableOf(rate, display);
    if (payable < lowest) [best, lowest] = [rate, payable];
  }
  return best;
}

/** Nearly always: there are as many rooms of each kind as all wanted rooms together, or no kind is taken twice. */
function isLeftFor(picks: readonly Pick<RateSum, 'room' | 'roomsLeft'>[]): boolean {
  for (const { room, roomsLeft } of picks) {
    if (roomsLeft < picks.length && roomsLeft < picks.filter((other) => other.room === room).length) return false;
  }
  return true;
}

function toPick({ room, roomsLeft }: StayRate): Pick<RateSum, 'room' | 'roomsLeft'> {
  return { room: room.roomId, roomsLeft };
}

function findTogether(supplied: SuppliedHotel, display: DisplayContext): readonly StayRate[] | undefined {
  const choices = display.groups.flatMap(({ indexes }) => {
    const list = ratesOf(supplied, indexes).map((rate) => ({
      roomId: rate.room.roomId,
      roomsLeft: rate.roomsLeft,
      payable: payableOf(rate, display),
      rate,
    }));
    list.sort((a, b) => a.payable - b.payable);
    return indexes.map(() => list);
  });
  return cheapestTogether(choices)?.map(({ rate }) => rate);
}

function sumUp(rates: readonly StayRate[], display: DisplayContext): LowestStay {
  let [dueNow, dueAtProperty] = [0, 0];
  for (const rate of rates) {
    const payable = payableOf(rate, display);
    const now = rate.paymentType === 'pay_now' ? display.convert(rate.total.currency)(rate.total.value) : 0;
    dueNow += now;
    dueAtProperty += payable - now;
  }
  return { total: dueNow + dueAtProperty, dueNow, dueAtProperty };
}

/** The lowest stay of rates given as numbers. */
function addUp(sums: readonly RateSum[], display: DisplayContext): LowestStay {
  let [dueNow, total] = [0, 0];
  for (const sum of sums) {
    const toShown = display.convert(sum.currency);
    const price = toShown(sum.total);
    if (sum.paymentType === 'pay_now') dueNow += price;
    total += price;
    for (const tax of sum.taxesBeside) total += toShown(tax);
  }
  return { total, dueNow, dueAtProperty: total - dueNow };
}

/**
 * Everything the guest pays for a room, minor units of the shown currency: the total and the taxes beside it. Each
 * amount is converted by itself, so that what is shown adds up and the trip reaches the same numbers room by room.
 */
function payableOf({ total, taxes }: StayRate, display: DisplayContext): number {
  const toShown = display.convert(total.currency);
  let payable = toShown(total.value);
  for (const { isIncluded, amount } of taxes)
    if (!isIncluded)
      payable +=
        amount.currency === total.currency ? toShown(amount.value) : display.convert(amount.currency)(amount.value);
  return payable;
}

function showHotel(ranked: RankedHotel, { destination }: StaySearch, display: DisplayContext): ShownHotel {
  const { supplierId, offer } = ranked.supplied;
  const parties = showParties(ranked, display);
  return {
    supplierId,
    hotel: offer.hotel,
    parties,
    hiddenRates: countRates(ranked.supplied, display) - countShown(parties),
    lowest: ranked.lowest,
    isMatch: ranked.isMatch,
    distanceKm: destination.point && distanceKm(destination.point, offer.hotel),
    expiresAt: offer.expiresAt,
  };
}

/**
 * The rates of each party, cheapest first; with a budget those a stay within it can have, the other rooms at their
 * cheapest.
 */
function showParties({ supplied, lowest }: RankedHotel, display: DisplayContext): readonly ShownParty[] {
  const slack = (display.budget ?? Number.POSITIVE_INFINITY) - lowest.total;
  return display.groups.map(({ party, indexes }): ShownParty => {
    const rates = ratesOf(supplied, indexes)
      .map((rate) => showRate(rate, display))
      .sort((a, b) => a.payable - b.payable);
    const least = rates[0]?.payable ?? 0;
    return { party, indexes, rates: rates.filter(({ payable }) => payable - least <= slack) };
  });
}

function showRate(rate: StayRate, display: DisplayContext): ShownRate {
  const total = display.convert(rate.total.currency)(rate.total.value);
  const payable = payableOf(rate, display);
  const dueNow = rate.paymentType === 'pay_now' ? total : 0;
  return {
    rate,
    total,
    dueNow,
    dueAtProperty: payable - dueNow,
    payable,
    matches: matchPreferences(display.preferences, rate, payable, display.now),
  };
}

function passes(only: StayFilter, hotel: StayHotel): boolean {
  const { chainIds, facilityIds, hotelTypeIds, starRatings, ratingMin, reviewsMin } = only;
  return (
    (chainIds.length === 0 || (hotel.chainId !== undefined && chainIds.includes(hotel.chainId))) &&
    facilityIds.every((id) => hotel.facilityIds.includes(id)) &&
    (hotelTypeIds.length === 0 || hotelTypeIds.includes(hotel.hotelTypeId)) &&
    (starRatings.length === 0 || starRatings.includes(hotel.starRating)) &&
    (ratingMin === undefined || hotel.rating >= ratingMin) &&
    (reviewsMin === undefined || hotel.reviewCount >= reviewsMin)
  );
}

/** Rates of all parties of a hotel. */
export function countShown(parties: readonly ShownParty[]): number {
  return parties.reduce((count, { rates }) => count + rates.length, 0);
}

function countRates(supplied: SuppliedHotel, { groups }: DisplayContext): number {
  return groups.reduce((count, { indexes }) => count + ratesOf(supplied, indexes).length, 0);
}

function compareHotels(a: RankedHotel, b: RankedHotel): number {
  if (a.isMatch !== b.isMatch) return a.isMatch ? -1 : 1;
  const [one, other] = [a.supplied.offer.hotel, b.supplied.offer.hotel];
  return a.lowest.total - b.lowest.total || other.rating - one.rating || (one.hotelId < other.hotelId ? -1 : 1);
}
