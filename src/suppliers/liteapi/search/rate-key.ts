import * as z from 'zod';
import { addDays, daysBetween, isIsoDate } from '../../../travel/dates.ts';
import type { StoredOffer } from '../mapping/map-offer.ts';
import type { RatesQuery } from './rates-query.ts';

const SEPARATOR = '~';
/** Changes when keys of an earlier version of this code would be misread. */
const VERSION = 'l1';

/**
 * What a key of ours stands for: one room of an offer. It holds what the offer was, not its id of thousands of
 * characters: that is found in a stored answer, or by asking for the hotel again.
 */
export interface RateKey {
  /** LiteAPI's id of the hotel. */
  readonly hotelId: string;
  readonly ratesQuery: RatesQuery;
  /** The stored answer that the offer was read from. */
  readonly resultSet: string;
  readonly handle: string;
  /** Of rooms for equal parties: the first. */
  readonly room: number;
  readonly product: string;
  readonly terms: string;
  /** Minor units for all rooms: what the guests pay, and what LiteAPI takes. */
  readonly total: number;
  readonly retail: number;
  /** What the offer was prebooked under; undefined before it was priced. */
  readonly prebookId: string | undefined;
}

const Parties = z
  .string()
  .regex(/^\d+(\.\d+)*(_\d+(\.\d+)*)*$/)
  .transform((text) =>
    text.split('_').map((party) => {
      const [adults = 0, ...childrenAges] = party.split('.').map(Number);
      return { adults, childrenAges };
    }),
  );
const Minor = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const Parts = z.tuple([
  z.literal(VERSION),
  z.string().min(1),
  z.string().refine(isIsoDate),
  z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number),
  Parties,
  z.string().regex(/^[A-Z]{2}$/),
  z.string().regex(/^[A-Z]{3}$/),
  z.string(),
  z.string().min(1),
  z.string().regex(/^\d$/).transform(Number),
  z.string(),
  z.string(),
  Minor,
  Minor,
  z.string(),
]);

/** Writes a key. */
export function toRateKey(key: RateKey): string {
  const { checkIn, checkOut, rooms, nationality, currency } = key.ratesQuery;
  const parties = rooms.map(({ adults, childrenAges }) => [adults, ...childrenAges].join('.')).join('_');
  return [
    VERSION,
    key.hotelId,
    checkIn,
    daysBetween(checkIn, checkOut),
    parties,
    nationality,
    currency,
    key.resultSet,
    key.handle,
    key.room,
    key.product,
    key.terms,
    key.total,
    key.retail,
    key.prebookId ?? '',
  ].join(SEPARATOR);
}

/** Reads a key; undefined for a text that is none of this version. */
export function readRateKey(text: string): RateKey | undefined {
  const [head, tail] = splitAt(text.split(SEPARATOR), PREBOOK_AT);
  const read = Parts.safeParse([...head, tail.join(SEPARATOR)]).data;
  if (read === undefined) return undefined;
  const [, hotelId, checkIn, nights, rooms, nationality, currency, resultSet, handle, room, product, terms, total] =
    read;
  const [first, ...others] = rooms;
  if (first === undefined) return undefined;
  return {
    hotelId,
    ratesQuery: { checkIn, checkOut: addDays(checkIn, nights), rooms: [first, ...others], nationality, currency },
    resultSet,
    handle,
    room,
    product,
    terms,
    total,
    retail: read[13],
    prebookId: read[14] === '' ? undefined : read[14],
  };
}
/** The last part is LiteAPI's own, and may hold the separator. */
const PREBOOK_AT = 14;

function splitAt(parts: readonly string[], at: number): readonly [readonly string[], readonly string[]] {
  return [parts.slice(0, at), parts.slice(at)];
}

/** What all keys of an offer share. */
export function keyOfOffer(
  offer: Pick<StoredOffer, 'handle' | 'product' | 'terms' | 'total' | 'retail'>,
  found: Pick<RateKey, 'hotelId' | 'ratesQuery' | 'resultSet'>,
): Omit<RateKey, 'room' | 'prebookId'> {
  const { handle, product, terms, total, retail } = offer;
  return { ...found, handle, product, terms, total, retail };
}
