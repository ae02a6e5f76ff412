import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { quantileOf } from './counts/quantile.ts';

/** What one hotel search saw of a city. */
export interface ObservedStays {
  /** Only to be hashed: no row holds it. */
  readonly organizationId: OrganizationId;
  readonly cityCode: string;
  readonly checkIn: IsoDate;
  readonly nights: number;
  /** Of all rooms together. */
  readonly adults: number;
  readonly rooms: number;
  /** The day on the asker's clock. */
  readonly seenOn: IsoDate;
  /**
   * Of each hotel, the least that one night in one room comes to with everything that must be paid, minor units of USD.
   */
  readonly nightly: readonly number[];
}

/** One search on its way to the table. Prices in minor units of USD. */
export interface HeldStay extends Omit<ObservedStays, 'nightly'> {
  readonly lowestPrice: number;
  readonly medianPrice: number;
  /** How many hotels had a room. */
  readonly hotels: number;
  readonly observedAt: Date;
}
/** The row of one search. */
export interface StayObservation extends Omit<HeldStay, 'organizationId'> {
  /** The organization under the key of the month (`caller-key.ts`); undefined counts as nobody. */
  readonly caller: string | undefined;
}

/** The row of a search; undefined where no hotel had a room that costs something. */
export function toStayObservation({ nightly, ...query }: ObservedStays, observedAt: Date): HeldStay | undefined {
  const prices = nightly.filter((price) => price > 0);
  const medianPrice = medianOf(prices);
  return medianPrice === undefined
    ? undefined
    : { ...query, lowestPrice: Math.min(...prices), medianPrice, hotels: prices.length, observedAt };
}

/** The middle of some prices, between the two middle ones rounded to a whole minor unit; undefined for none. */
export function medianOf(prices: readonly number[]): number | undefined {
  return prices.length === 0 ? undefined : quantileOf(new Float64Array(prices).sort(), 0.5);
}

/** What makes two searches the same news: same question, same day, same prices in short. */
export function stayNewsKey({
  cityCode,
  checkIn,
  nights,
  adults,
  rooms,
  seenOn,
  lowestPrice,
  medianPrice,
  hotels,
}: Omit<HeldStay, 'organizationId' | 'observedAt'>): string {
  return [cityCode, checkIn, nights, adults, rooms, seenOn, lowestPrice, medianPrice, hotels].join('|');
}
