import type { StayHotel } from '../../../travel/stay.ts';
import { mapHotel } from '../mapping/map-hotel.ts';
import { type LeftOut, mapOffer, type OfferTask, type StoredOffer } from '../mapping/map-offer.ts';
import { WireHotel, WireOffer, WireRatedHotel } from '../mapping/wire-rates.ts';

/** A hotel with its offers, cheapest first, as it is stored. */
export interface RatedHotel {
  /** LiteAPI's own id. */
  readonly id: string;
  readonly hotel: StayHotel;
  readonly offers: readonly StoredOffer[];
}

/** What an answer to a search holds. */
export interface RatedHotels {
  readonly hotels: readonly RatedHotel[];
  /** What was left out, by reason; `hotel` and `place` count hotels, the others offers. */
  readonly leftOut: Readonly<Partial<Record<LeftOut | 'hotel' | 'place', number>>>;
}

/** No hotel has rooms. */
export const NO_HOTELS: RatedHotels = { hotels: [], leftOut: {} };

/**
 * The hotels of an answer, each with the offers that can be sold; a hotel without one, without content or without a
 * place is left out. Undefined where the body is no answer to a search. One offer that cannot be read takes no other
 * with it.
 */
export function readRatesBody(text: string, task: OfferTask): RatedHotels | undefined {
  const body = parseObject(text);
  const data = body?.['data'];
  if (!Array.isArray(data)) return undefined;
  const content = readContent(body?.['hotels']);
  const leftOut = new Map<LeftOut | 'hotel' | 'place', number>();
  const count = (reason: LeftOut | 'hotel' | 'place'): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const hotels = data.flatMap((entry: unknown): readonly RatedHotel[] => {
    const rated = WireRatedHotel.safeParse(entry).data;
    if (rated === undefined) {
      count('hotel');
      return [];
    }
    const offers = readOffers(rated.roomTypes, task, count);
    if (offers.length === 0) return [];
    const wire = content.get(rated.hotelId);
    const hotel = wire && mapHotel(wire);
    if (hotel === undefined) {
      count(wire === undefined ? 'hotel' : 'place');
      return [];
    }
    return [{ id: rated.hotelId, hotel, offers }];
  });
  hotels.sort((a, b) => lowestOf(a) - lowestOf(b));
  return { hotels, leftOut: Object.fromEntries(leftOut) };
}

function readOffers(
  entries: readonly unknown[],
  task: OfferTask,
  count: (reason: LeftOut) => void,
): readonly StoredOffer[] {
  const offers = entries.flatMap((entry) => {
    const wire = WireOffer.safeParse(entry).data;
    const offer = wire === undefined ? 'unreadable' : mapOffer(wire, task);
    if (typeof offer === 'object') return [offer];
    count(offer);
    return [];
  });
  return offers.sort((a, b) => a.total - b.total);
}

function readContent(entries: unknown): ReadonlyMap<string, WireHotel> {
  const all = Array.isArray(entries) ? entries : [];
  return new Map(
    all.flatMap((entry) => {
      const hotel = WireHotel.safeParse(entry).data;
      return hotel === undefined ? [] : [[hotel.id, hotel] as const];
    }),
  );
}

function lowestOf({ offers }: RatedHotel): number {
  return offers[0]?.total ?? Number.POSITIVE_INFINITY;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
