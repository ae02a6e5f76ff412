import { distanceKm } from '../../../travel/geography/distance.ts';
import type { StayHotel } from '../../../travel/stay.ts';
import { type ComparableName, comparableName } from './hotel-name.ts';

/** What two suppliers say of a hotel by which it can be recognised. */
export type StatedHotel = Pick<
  StayHotel,
  'name' | 'cityName' | 'latitude' | 'longitude' | 'starRating' | 'phone' | 'postCode'
>;
/** What a supplier says of a hotel, made ready to be compared with many others. */
export interface ComparableHotel {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: ComparableName;
  readonly starRating: number | undefined;
  /** The end of the number, which is the same however country and trunk prefix are written. */
  readonly phone: string | undefined;
  readonly postCode: string | undefined;
}

/** Two entries of one hotel lie at most this far apart: suppliers point at the door, the roof or the street. */
export const SAME_PLACE_KM = 0.15;
/** With one telephone and one name the pins may be this far apart: resorts are large. */
const SAME_GROUNDS_KM = 1;
const STARS_APART_MAX = 1.5;
/** Shorter numbers are extensions or typing errors. */
const PHONE_DIGITS_MIN = 7;
const PHONE_DIGITS_COMPARED = 8;
const TYPO_LENGTH_MIN = 7;

/** Makes what a supplier says of a hotel ready to be compared. */
export function comparableHotel(hotel: StatedHotel): ComparableHotel {
  const { latitude, longitude, starRating } = hotel;
  const digits = hotel.phone?.replace(/\D/g, '') ?? '';
  const postCode = hotel.postCode?.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return {
    latitude,
    longitude,
    starRating,
    name: comparableName(hotel.name, hotel.cityName),
    phone: digits.length < PHONE_DIGITS_MIN ? undefined : digits.slice(-PHONE_DIGITS_COMPARED),
    postCode: postCode === '' ? undefined : postCode,
  };
}

/**
 * Whether two entries of different suppliers are certainly one hotel. A wrong yes sells a guest another house, a wrong
 * no shows one hotel twice: so what is not certain is no.
 *
 * - Within 150 m: names that are equal but for accents, order, generic words, city and brand suffixes, unless both
 *   telephone and post code differ; or one name within the other (`Hotel Adlon`, `Adlon Kempinski`) with one telephone,
 *   or with one post code where a telephone is not stated.
 * - Within 1 km: equal names and one telephone.
 * - Never: with other numbers in the name, with words on one side alone by which houses of a brand differ (`budget`,
 *   `residence`), where both names have words of their own, or two stars apart.
 */
export function isSameHotel(one: ComparableHotel, other: ComparableHotel): boolean {
  const apartKm = distanceKm(one, other);
  if (apartKm > SAME_GROUNDS_KM) return false;
  if (isContradicted(one.name, other.name) || areStarsApart(one.starRating, other.starRating)) return false;
  const [phone, postCode] = [compare(one.phone, other.phone), compare(one.postCode, other.postCode)];
  const likeness = compareNames(one.name, other.name);
  if (apartKm > SAME_PLACE_KM) return likeness === 'equal' && phone === 'equal';
  if (likeness === 'equal') return !(phone === 'different' && postCode === 'different');
  return likeness === 'contained' && (phone === 'equal' || (postCode === 'equal' && phone === 'unknown'));
}

function compare(one: string | undefined, other: string | undefined): 'equal' | 'different' | 'unknown' {
  if (one === undefined || other === undefined) return 'unknown';
  return one === other ? 'equal' : 'different';
}

function isContradicted(one: ComparableName, other: ComparableName): boolean {
  return differ(one.numbers, other.numbers) || differ(one.telling, other.telling);
}

function differ(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size !== other.size || [...one].some((word) => !other.has(word));
}

function areStarsApart(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && Math.abs(one - other) > STARS_APART_MAX;
}

/** `contained`: all words of one name are in the other, which has more. */
function compareNames(one: ComparableName, other: ComparableName): 'equal' | 'contained' | 'different' {
  const [core, otherCore] = [coreOf(one, other), coreOf(other, one)];
  if (core.join('') === otherCore.join('')) return 'equal';
  const [isIn, holds] = [isEachIn(core, otherCore), isEachIn(otherCore, core)];
  if (isIn && holds) return 'equal';
  return isIn || holds ? 'contained' : 'different';
}

/** The words that say which hotel it is: neither city is in them, unless nothing else is there. */
function coreOf({ terms, allTerms, cityTerms }: ComparableName, other: ComparableName): readonly string[] {
  const core = terms.filter((term) => !cityTerms.has(term) && !other.cityTerms.has(term));
  return core.length > 0 ? core : allTerms;
}

function isEachIn(terms: readonly string[], others: readonly string[]): boolean {
  return terms.every((term) => others.some((other) => isAlike(term, other)));
}

/** Equal, or long and one letter apart: missing, added or another one. */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) < TYPO_LENGTH_MIN || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (one[start] === other[start] && start < one.length) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  if (rest.length === otherRest.length) return rest.slice(1) === otherRest.slice(1);
  return rest.length > otherRest.length ? rest.slice(1) === otherRest : rest === otherRest.slice(1);
}
