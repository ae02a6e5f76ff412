import { createHash } from 'node:crypto';
import { apportion, type Money, money, sumMoney } from '../../../travel/money.ts';
import { BOARD_TYPES, type BoardType } from '../../../travel/stay.ts';
import { readAmount } from './amounts.ts';
import { mapTerms, type StoredTerms } from './map-terms.ts';
import { toTermsCode } from './terms-code.ts';
import type { WireOffer, WireRate, WireSums, WireTax } from './wire-rates.ts';

/** A tax of a room as it is stored; the amount is absent where it, or its currency, is not stated. */
export interface StoredTax {
  readonly description: string;
  readonly amount?: Money;
  readonly isIncluded: boolean;
}

/** One room of an offer. Sums in minor units of the offer's currency, for the whole stay. */
export interface StoredRate {
  readonly roomId: string;
  readonly name: string;
  readonly maxOccupancy?: number;
  readonly board?: BoardType;
  /** The supplier's own word for the meals, where they are none of our types. */
  readonly boardName?: string;
  readonly retail: number;
  readonly total: number;
  readonly taxes: readonly StoredTax[];
  readonly terms: StoredTerms;
}

/** An offer: all rooms of a stay at one price, as it is stored and compared. */
export interface StoredOffer {
  /** LiteAPI's own: 1,000 characters and more. */
  readonly offerId: string;
  /** A short name of it. */
  readonly handle: string;
  readonly currency: string;
  /** What LiteAPI takes for all rooms. */
  readonly retail: number;
  /** What the guests pay for them: no less than the lowest public price. */
  readonly total: number;
  /** Equal for the same rooms with the same meals. */
  readonly product: string;
  /** `toTermsCode` of all rooms. */
  readonly terms: string;
  /** In the order of the parties that were asked for. */
  readonly rooms: readonly StoredRate[];
}

/** Why an offer is left out. */
export type LeftOut = 'unreadable' | 'package' | 'payment' | 'rooms' | 'price' | 'currency';

/** What an offer is read for. */
export interface OfferTask {
  readonly currency: string;
  /** How many rooms were asked for. */
  readonly roomCount: number;
  readonly now: Date;
}

const HANDLE_LENGTH = 12;
const PRODUCT_LENGTH = 10;
/** What the guest pays here; `PROPERTY_PAY` is settled in a way that LiteAPI does not describe. */
const PAID_HERE = 'NUITEE_PAY';
const PACKAGE = 'package';

/** An offer in our form, or why it cannot be sold: what offers for packages oblige to, LiteAPI does not say. */
export function mapOffer(offer: WireOffer, task: OfferTask): StoredOffer | LeftOut {
  if (offer.rateType === PACKAGE) return 'package';
  if (offer.rates.some((rate) => rate.paymentTypes != null && !rate.paymentTypes.includes(PAID_HERE))) return 'payment';
  const rates = inOrderOfRooms(offer.rates);
  if (rates.length !== task.roomCount) return 'rooms';
  const prices = priceRooms(rates, offer, task.currency);
  if (typeof prices === 'string') return prices;
  const rooms = rates.map((rate, index) => mapRate(rate, prices[index] ?? NOTHING, task));
  return {
    offerId: offer.offerId,
    handle: digest(offer.offerId).slice(0, HANDLE_LENGTH),
    currency: task.currency,
    retail: prices.reduce((sum, { retail }) => sum + retail, 0),
    total: prices.reduce((sum, { total }) => sum + total, 0),
    product: digest(JSON.stringify(rooms.map(sayProduct))).slice(0, PRODUCT_LENGTH),
    terms: toTermsCode(rooms),
    rooms,
  };
}

interface RoomPrice {
  readonly retail: number;
  readonly total: number;
}
const NOTHING: RoomPrice = { retail: 0, total: 0 };

/**
 * What each room costs. The total of the offer is the truth, and no less than its lowest public price is asked; both
 * are shared out among the rooms in proportion to what each costs by itself.
 */
function priceRooms(rates: readonly WireRate[], offer: WireOffer, currency: string): readonly RoomPrice[] | LeftOut {
  const retails = rates.map(({ retailRate }) => readSum(retailRate.total, currency));
  const known = retails.filter((retail) => typeof retail === 'object');
  if (known.length < retails.length) return retails.includes('currency') ? 'currency' : 'price';
  const shares = known.map(({ value }) => value);
  const sum = sumMoney(known, currency).value;
  const whole = readSum(offer.offerRetailRate, currency) ?? money(sum, currency);
  if (whole === 'currency') return 'currency';
  if (sum <= 0 || whole.value <= 0 || shares.some((share) => share < 0)) return 'price';
  const lowest = rates.map(({ retailRate }) => readSum(retailRate.suggestedSellingPrice, currency));
  const lowestWhole = readSum(offer.suggestedSellingPrice, currency);
  // A lowest price that cannot be compared could be undercut.
  if (lowest.includes('currency') || lowestWhole === 'currency') return 'currency';
  const ofRooms = lowest.reduce<number>(
    (total, one, index) => total + Math.max(typeof one === 'object' ? one.value : 0, shares[index] ?? 0),
    0,
  );
  const sold = Math.max(whole.value, ofRooms, lowestWhole?.value ?? 0);
  const [retail, total] = [apportion(whole.value, shares), apportion(sold, shares)];
  return shares.map((_, index) => ({ retail: retail[index] ?? 0, total: total[index] ?? 0 }));
}

/** The one sum of a list, or the sum that stands alone; undefined where there is none. */
function readSum(sums: WireSums, currency: string): Money | undefined | 'currency' {
  const all = Array.isArray(sums) ? sums : sums == null ? [] : [sums];
  const [first] = all;
  if (first === undefined) return undefined;
  const ours = all.find((sum) => sum.currency === currency);
  return ours === undefined ? 'currency' : readAmount(ours.amount, currency);
}

/** Rates name the room they are for; those that do not stand in its order. */
function inOrderOfRooms(rates: readonly WireRate[]): readonly WireRate[] {
  return rates
    .map((rate, index) => ({ rate, room: rate.occupancyNumber ?? index + 1 }))
    .sort((a, b) => a.room - b.room)
    .map(({ rate }) => rate);
}

function mapRate(rate: WireRate, { retail, total }: RoomPrice, { currency, now }: OfferTask): StoredRate {
  const { name, mappedRoomId, maxOccupancy, retailRate } = rate;
  const board = BOARD_TYPES.find((type) => type === rate.boardType?.toUpperCase());
  const boardName = rate.boardName ?? rate.boardType ?? '';
  return {
    roomId: mappedRoomId == null ? digest(fold(name)).slice(0, PRODUCT_LENGTH) : String(mappedRoomId),
    name,
    ...(typeof maxOccupancy === 'number' && maxOccupancy > 0 ? { maxOccupancy } : {}),
    ...(board === undefined ? {} : { board }),
    ...(board === undefined && boardName !== '' ? { boardName } : {}),
    retail,
    total,
    taxes: (retailRate.taxesAndFees ?? []).map((tax) => mapTax(tax, currency)),
    terms: mapTerms(rate.cancellationPolicies, { retail: money(retail, currency), total: money(total, currency) }, now),
  };
}

/** A tax that is not said to be included is collected by the property. Its currency is never guessed. */
function mapTax({ included, description, amount, currency: named }: WireTax, currency: string): StoredTax {
  const isIncluded = included === true;
  const stated = amount == null || named == null ? undefined : readAmount(amount, named);
  const isKnown = stated !== undefined && stated.value >= 0 && (!isIncluded || stated.currency === currency);
  return { description: description ?? '', ...(isKnown ? { amount: stated } : {}), isIncluded };
}

/** What makes a room with its meals the same product. */
function sayProduct({ name, board, boardName }: StoredRate): readonly string[] {
  return [fold(name), board ?? fold(boardName ?? '')];
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
