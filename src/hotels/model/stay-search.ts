import type { Money } from '../../travel/money.ts';
import type { RoomParty, StayHotel, StayPlace, StayQuery, StayRate } from '../../travel/stay.ts';
import type { RateMatches } from './match-preferences.ts';
import type { Preferences } from './query-text.ts';

/** The forms in which a request can say where; the first one sent decides, in this order (decision 12). */
export const DESTINATION_FORMS = [
  'hotel_ids',
  'place_id',
  'coordinates',
  'city_name',
  'query',
  'country_code',
] as const;
export type DestinationForm = (typeof DESTINATION_FORMS)[number];

/** A destination as it was understood. */
export interface StayDestination {
  readonly form: DestinationForm;
  /** Forms that were sent beside it and did not decide. */
  readonly formsIgnored: readonly DestinationForm[];
  readonly kind: 'city' | 'airport' | 'country' | 'point' | 'hotels';
  /** Undefined for a bare point and for several hotels. */
  readonly name: string | undefined;
  readonly cityCode: string | undefined;
  readonly countryCode: string | undefined;
  /** Where distances are measured from. */
  readonly point: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly place: StayPlace;
  /** What stands in the text and led here; undefined where no text was read. */
  readonly matched: string | undefined;
  /** Words of the query that nothing was made of. */
  readonly unmatched: string | undefined;
  /** Whether letters of the name had to be forgiven. */
  readonly isCorrected: boolean;
  /** Zones of the place: a day is past when it is past in all of them. */
  readonly zones: readonly [string, ...string[]];
}

/** A hotel search, checked. */
export interface StaySearch {
  readonly query: StayQuery;
  readonly destination: StayDestination;
  readonly nights: number;
  readonly preferences: Preferences;
  readonly currency: string;
  /** For all rooms together, everything that must be paid included. */
  readonly budgetPerNight: Money | undefined;
  readonly filtersApplied: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly supplierTimeoutMs: number;
}

/** A rate with its money in the shown currency, minor units. */
export interface DisplayRate {
  readonly rate: StayRate;
  readonly total: number;
  readonly dueNow: number;
  /** As far as it is stated. */
  readonly dueAtProperty: number;
  /** Whether the property collects nothing beside it. */
  readonly isDueStated: boolean;
  /** Everything the guest pays for the room: due now and at the property. */
  readonly payable: number;
  /** What the organization adds when the room is booked alone, inside `total`, `dueNow` and `payable`; 0: nothing. */
  readonly serviceFee: number;
  readonly matches: RateMatches;
}
/** The rates of the rooms wanted that have the same guests. */
export interface DisplayParty {
  readonly party: RoomParty;
  /** Which of the wanted rooms, from 0. */
  readonly indexes: readonly number[];
  /** Cheapest first. */
  readonly rates: readonly DisplayRate[];
}
/** What all wanted rooms cost together at the least as far as it is stated, minor units of the shown currency. */
export interface LowestStay {
  readonly total: number;
  readonly dueNow: number;
  readonly dueAtProperty: number;
  /** What the organization adds to all rooms as one stay, inside `total` and `dueNow`; 0: nothing. */
  readonly serviceFee: number;
  /** False: the property collects something beside it. */
  readonly isAllStated: boolean;
}
/** What one supplier sells of a hotel. */
export interface DisplaySource {
  readonly supplierId: string;
  /** The supplier's own id of the hotel. */
  readonly hotelId: string;
  readonly parties: readonly DisplayParty[];
  /** Sooner than a rate's usual life where the supplier says so. */
  readonly expiresAt: Date | undefined;
}
/** A hotel as it is answered: one card, by however many suppliers it is sold. */
export interface DisplayHotel {
  /** What is known of it: as one supplier states it, and what that one leaves out as the others do. */
  readonly hotel: StayHotel;
  /** Its suppliers with rooms for all parties, the cheapest first. Rates of two of them cannot be had as one stay. */
  readonly sources: readonly [DisplaySource, ...DisplaySource[]];
  readonly lowest: LowestStay;
  /** Whether every party can have a rate that is all the text asked for. */
  readonly isMatch: boolean;
  /** Rates of it that are above the budget. */
  readonly hiddenRates: number;
  /** From the point asked about. */
  readonly distanceKm: number | undefined;
}
