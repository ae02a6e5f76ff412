import type { StatedSchedule } from './cancellation.ts';
import type { IsoDate } from './dates.ts';
import { addMoney, type Money, sumMoney, zeroMoney } from './money.ts';
import type { TravelerRequirements } from './traveler-requirements.ts';

/** Room only; breakfast included (as a gift of the plan); bed and breakfast; half board; full board; all inclusive. */
export const BOARD_TYPES = ['RO', 'BI', 'BB', 'HB', 'FB', 'AI'] as const;
export type BoardType = (typeof BOARD_TYPES)[number];

export const PAYMENT_TYPES = ['pay_now', 'pay_at_property'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** Who sleeps in one room. Ages in whole years on the day of arrival, 0 to 17. */
export interface RoomParty {
  readonly adults: number;
  readonly childrenAges: readonly number[];
}

/** A photo of a hotel or a room, by its address at the supplier. */
export interface StayPhoto {
  readonly url: string;
  /** A smaller one of the same. */
  readonly thumbnailUrl?: string | undefined;
  /** In the supplier's own language; empty or undefined: it says nothing of it. */
  readonly caption?: string | undefined;
}

/** A hotel as lists and trips show it. What is undefined its supplier does not state; it is never none, zero or no. */
export interface StayHotel {
  /** The supplier's own id, unique among all suppliers by a prefix of its own. */
  readonly hotelId: string;
  readonly name: string;
  readonly address: string;
  /** Metropolitan code of the place directory; undefined where it belongs to none. */
  readonly cityCode: string | undefined;
  readonly cityName: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** As the supplier writes it. */
  readonly postCode?: string | undefined;
  /** As the supplier writes it; digits, mostly with the country's prefix. */
  readonly phone?: string | undefined;
  /**
   * IANA zone: dates, check-in times and penalties are judged in it. Where a supplier does not state it,
   * `withHotelZone` takes it from the place directory.
   */
  readonly zone: string | undefined;
  /** 1 to 5. */
  readonly starRating: number | undefined;
  /** Guests' mean, 0 to 10, one decimal. */
  readonly rating: number | undefined;
  readonly reviewCount: number | undefined;
  readonly hotelTypeId: number | undefined;
  /** Undefined for an independent house, and where the supplier does not state a chain. */
  readonly chainId: number | undefined;
  /** An empty list: it has none of those we know. */
  readonly facilityIds: readonly number[] | undefined;
  /** `HH:MM`, local. */
  readonly checkInFrom: string | undefined;
  readonly checkOutUntil: string | undefined;
  /** Its main photo, or that its supplier has none. Absent: the service draws its pictures. */
  readonly photo?: StayPhoto | 'none' | undefined;
}

/** A kind of room of a hotel. What is undefined its supplier does not state. */
export interface StayRoom {
  readonly roomId: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly maxOccupancy: number | undefined;
  readonly maxAdults: number | undefined;
  readonly maxChildren: number | undefined;
  readonly sizeSquareMetres: number | undefined;
  /** As a guest reads it: `1 king bed`. */
  readonly beds: string | undefined;
  readonly amenities: readonly string[] | undefined;
  /** Of a hotel whose pictures are not drawn: a photo of this kind of room, where its supplier has one. */
  readonly photo?: StayPhoto | undefined;
}

/** A tax or charge of one room for the whole stay. */
export interface StayTax {
  readonly description: string;
  /**
   * Undefined where the supplier does not state it, or not in which currency. What the property collects may be in
   * another currency than the total.
   */
  readonly amount: Money | undefined;
  /** False: collected by the property, beside the total. */
  readonly isIncluded: boolean;
}

/**
 * One room of a stay at one price. All money in the supplier's currency, for the whole stay. What is undefined the
 * supplier does not state.
 */
export interface StayRate {
  /** All the supplier needs to find this rate again: hotel, nights, room, guests, board and plan. */
  readonly rateKey: string;
  readonly room: StayRoom;
  readonly party: RoomParty;
  /** Undefined where the supplier states no meals, or words them as none of our types. */
  readonly boardType: BoardType | undefined;
  /** The supplier's own word for the meals, in English, where `boardType` is undefined and it has one. */
  readonly boardName?: string;
  /** As the property calls the plan: `Flexible`, `Advance purchase`. */
  readonly planName: string | undefined;
  readonly paymentType: PaymentType;
  /** With the taxes that are included, without those that are not. */
  readonly total: Money;
  /** What the nights cost, in order; they and the included taxes add up to the total. */
  readonly nights: readonly { readonly date: IsoDate; readonly amount: Money }[] | undefined;
  readonly taxes: readonly StayTax[];
  readonly isRefundable: boolean | undefined;
  readonly cancellation: StatedSchedule;
  /** Rooms of this kind left on the fullest night. */
  readonly roomsLeft: number | undefined;
  /**
   * Rates of several rooms that are sold together and with no others have an equal one. Absent: sold with every rate
   * that has none, either.
   */
  readonly togetherKey?: string;
  /** How many rooms are sold with that key, this one counted: no fewer of them are. Absent: any number is. */
  readonly togetherRooms?: number;
}

/**
 * A rate in bare numbers: all that a place in a list depends on. Sums in minor units of `currency`, for the whole stay.
 */
export interface RateSum {
  /** Equal for the rates of one kind of room of a hotel. */
  readonly room: string;
  /** As `StayRate.roomsLeft`. */
  readonly roomsLeft: number | undefined;
  readonly paymentType: PaymentType;
  readonly currency: string;
  readonly total: number;
  /** Of every tax that is not included, what it comes to. A supplier that does not state one makes no sums. */
  readonly taxesBeside: readonly number[];
}

/** A stay that can be booked: one hotel, the same nights, one to eight rooms. */
export interface Stay {
  readonly hotel: StayHotel;
  readonly checkIn: IsoDate;
  readonly checkOut: IsoDate;
  readonly rates: readonly [StayRate, ...StayRate[]];
  /** What the supplier must know of those in whose names the rooms are booked; absent: nothing more than a name. */
  readonly requirements?: Pick<TravelerRequirements, 'nameLengthMax' | 'needsLatinNames'>;
}

/** What is charged when the stay is booked. */
export function payNowOfStay({ rates }: Stay): Money {
  return sumMoney(rates.map(payNowOfRate), rates[0].total.currency);
}

/** What the property collects as far as it is stated: rates paid there, and the taxes that no rate includes. */
export function dueAtProperty({ rates }: Pick<Stay, 'rates'>): Money {
  return sumMoney(rates.map(dueAtPropertyOfRate), rates[0].total.currency);
}

/** Whether `dueAtProperty` is all that the property collects. */
export function isAllDueStated({ rates }: Pick<Stay, 'rates'>): boolean {
  return rates.every(isAllDueStatedOfRate);
}

/** What is charged when the room is booked. */
export function payNowOfRate({ paymentType, total }: StayRate): Money {
  return paymentType === 'pay_now' ? total : zeroMoney(total.currency);
}

/** What the property collects for one room, as far as it is stated in the currency of the total. */
export function dueAtPropertyOfRate({ paymentType, total, taxes }: StayRate): Money {
  const stated = taxes.flatMap(({ isIncluded, amount }) =>
    !isIncluded && amount?.currency === total.currency ? [amount] : [],
  );
  return addMoney(paymentType === 'pay_now' ? zeroMoney(total.currency) : total, ...stated);
}

/** Whether `dueAtPropertyOfRate` is all that the property collects: no tax of unknown amount or another currency. */
export function isAllDueStatedOfRate({ total, taxes }: Pick<StayRate, 'total' | 'taxes'>): boolean {
  return taxes.every(({ isIncluded, amount }) => isIncluded || amount?.currency === total.currency);
}

/** The only hotels and rates the caller will look at. An empty list or an undefined bound filters nothing. */
export interface StayFilter {
  readonly chainIds: readonly number[];
  /** Hotels that have all of these. */
  readonly facilityIds: readonly number[];
  readonly hotelTypeIds: readonly number[];
  /** Exact, one of these. */
  readonly starRatings: readonly number[];
  readonly ratingMin: number | undefined;
  readonly reviewsMin: number | undefined;
}

/** Whether a filter leaves anything out. */
export function isFiltering({ ratingMin, reviewsMin, ...lists }: StayFilter): boolean {
  return ratingMin !== undefined || reviewsMin !== undefined || Object.values(lists).some((list) => list.length > 0);
}

/** Where hotels are looked for. */
export type StayPlace =
  | { readonly kind: 'city'; readonly cityCode: string }
  | { readonly kind: 'country'; readonly country: string }
  | { readonly kind: 'around'; readonly latitude: number; readonly longitude: number; readonly radiusKm: number }
  | { readonly kind: 'hotels'; readonly hotelIds: readonly string[] }
  /** A place that one supplier alone knows, by its own id: the others have no hotels there. */
  | { readonly kind: 'supplier_place'; readonly supplierId: string; readonly placeId: string };

/** What is stored here of a supplier's hotels at a place. */
export interface StoredHotels {
  /** How many are stored. */
  readonly count: number;
  /** How many of them pass the filter of the query; all where it filters nothing. */
  readonly passing: number;
  /** Of those that pass the ones with most reviews, as many as one search of the supplier looks at. */
  readonly hotelIds: readonly string[];
}

/** What a hotel search asks of a supplier. */
export interface StayQuery {
  readonly place: StayPlace;
  readonly checkIn: IsoDate;
  readonly checkOut: IsoDate;
  /** One entry for each room wanted, 1 to 8. A hotel is answered only when all of them can be had at once. */
  readonly rooms: readonly [RoomParty, ...RoomParty[]];
  /** ISO country of the guests, where the caller says. */
  readonly guestNationality: string | undefined;
  readonly only: StayFilter;
  /** Upper bound of hotels to answer, cheapest first. */
  readonly hotelsMax: number;
  /** For a supplier whose hotels are stored here; absent: how many it has at the place is not known. */
  readonly stored?: StoredHotels | undefined;
}

/** A hotel that has rooms for the whole party on all nights. */
export interface HotelOffer {
  readonly hotel: StayHotel;
  /**
   * Of every room wanted, by its place in the query: what it can be had at, cheapest first. Equal parties share one
   * list.
   */
  readonly ratesOfRooms: readonly (readonly StayRate[])[];
  /**
   * The first of each of these lists, from a supplier that makes the lists only when they are looked at: a search ranks
   * hundreds of hotels by them and shows a page.
   */
  readonly cheapestOfRooms?: readonly RateSum[];
  /** When the supplier stops selling these rates, where that is sooner than our own 20 minutes. */
  readonly expiresAt?: Date;
}

/** Everything that is known of a hotel whatever the nights. */
export interface HotelContent {
  readonly hotel: StayHotel;
  readonly description: string | undefined;
  readonly chainName: string | undefined;
  readonly hotelTypeName: string | undefined;
  /**
   * Undefined where the supplier does not state what the hotel has. One that is none of ours has no number, and the
   * supplier's own name.
   */
  readonly facilities: readonly { readonly facilityId: number | undefined; readonly name: string }[] | undefined;
  readonly policies: readonly { readonly title: string; readonly text: string }[];
  /** Guests' means by what they judged, 0 to 10. */
  readonly reviewBreakdown: readonly { readonly category: string; readonly rating: number }[];
  readonly rooms: readonly StayRoom[];
  /** The photos of its supplier, or how many pictures of the hotel the service draws. */
  readonly pictures: { readonly photos: readonly StayPhoto[] } | { readonly drawn: number };
}
