import type { FlightOffer } from '../../../travel/flight.ts';
import type { PassengerCounts } from '../../../travel/passengers.ts';
import { groupOffers } from './group-offers.ts';
import { mapOffer } from '../mapping/map-offer.ts';
import type { KnownSlices, MappingTools } from '../mapping/map-slices.ts';
import { toOfferKey } from './offer-key.ts';
import { toObject, toQuantity, toText } from '../mapping/read-json.ts';
import { type Seating, seatingOf } from '../mapping/seating.ts';
import { type KnownFlights, readOffer, UnreadableOffer, type UnreadablePart } from '../mapping/wire-offers.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

/** What the answer to a search is mapped with; plain data, which a worker thread can be sent. */
export interface SearchTask {
  readonly passengers: PassengerCounts;
  readonly journeysMax: number;
  /** Under which result set the offers are stored: a part of their keys. */
  readonly resultSet: string;
  /** Real milliseconds since 1970 at which the answer came. */
  readonly receivedAtMs: number;
}

/** A search's answer in our words. Plain JSON data: instants are milliseconds since 1970. */
export interface FoundJourneys {
  readonly searchId: string;
  /** Cheapest first. */
  readonly offers: readonly PackedOffer[];
  /** Journeys beyond the bound. */
  readonly omitted: number;
  /** By fare key: what its seats are found by. */
  readonly seatings: Readonly<Record<string, Seating>>;
  /** Offers that could not be read, by what was wrong with them. */
  readonly unreadable: Readonly<Partial<Record<UnreadablePart, number>>>;
  /** Real milliseconds for which all offers can be sold, counted from the answer. */
  readonly lifeMs: number;
  /** Batches that are still to come; undefined where the answer is all there is. */
  readonly batchesToCome?: number | undefined;
}

/** A value as plain JSON data: instants are milliseconds since 1970. */
type Packed<T> = T extends Date
  ? number
  : T extends readonly (infer Element)[]
    ? readonly Packed<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: Packed<T[Key]> }
      : T;
/** An offer as plain JSON data. */
export type PackedOffer = Packed<FlightOffer>;

/** Maps the text of a search's answer; undefined where it is none. */
export function readSearchBody(text: string, tools: MappingTools, task: SearchTask): FoundJourneys | undefined {
  const body = parse(text);
  return body === undefined ? undefined : mapSearch(body['data'], tools, task);
}

function parse(text: string): JsonObject | undefined {
  try {
    return toObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Maps `data` of a search's answer; undefined where it is none. One bad offer leaves out itself alone. */
export function mapSearch(data: unknown, tools: MappingTools, task: SearchTask): FoundJourneys | undefined {
  const search = toObject(data);
  const searchId = toText(search?.['id']);
  const offers: unknown = search?.['offers'];
  if (search === undefined || searchId === undefined || !Array.isArray(offers)) return undefined;
  const createdAtMs = createdAtOf(search) ?? task.receivedAtMs;
  const unreadable: Partial<Record<UnreadablePart, number>> = {};
  const seatings = new Map<string, Seating>();
  // Most offers are further fares of flights that others have, too: these are read and mapped once.
  const flights: KnownFlights = new Map();
  const slices: KnownSlices = new Map();
  const mapped = offers.flatMap((offer: unknown) => {
    try {
      const wire = readOffer(offer, flights);
      const read = mapOffer(wire, tools, slices);
      if (read.expiresAt !== undefined && read.expiresAt.getTime() <= createdAtMs) throw new UnreadableOffer('expiry');
      seatings.set(wire.id, seatingOf(wire, read));
      return [read];
    } catch (error) {
      if (!(error instanceof UnreadableOffer)) throw error;
      unreadable[error.part] = (unreadable[error.part] ?? 0) + 1;
      return [];
    }
  });
  const { passengers, journeysMax, resultSet } = task;
  const grouped = groupOffers(mapped, { passengers, journeysMax, toOfferKey: (id) => toOfferKey(id, resultSet) });
  // The supplier's own clock on both sides.
  const lives = grouped.offers.map(({ expiresAt }) => (expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - createdAtMs);
  return {
    searchId,
    offers: grouped.offers.map(packOffer),
    omitted: grouped.omitted,
    seatings: Object.fromEntries(
      grouped.offers.flatMap(({ fares }) =>
        fares.flatMap(({ fareKey }) => {
          const seating = seatings.get(fareKey);
          return seating === undefined ? [] : [[fareKey, seating]];
        }),
      ),
    ),
    unreadable,
    lifeMs: Math.min(LIFE_MS_MAX, ...lives),
    batchesToCome: toQuantity(search['remaining_batches']),
  };
}
/** Where no offer says how long it lives. */
const LIFE_MS_MAX = 15 * 60_000;

function createdAtOf(search: JsonObject): number | undefined {
  const createdAt = Date.parse(toText(search['created_at']) ?? '');
  return Number.isNaN(createdAt) ? undefined : createdAt;
}

function packOffer({ expiresAt, slices, ...offer }: FlightOffer): PackedOffer {
  return {
    ...offer,
    ...(expiresAt && { expiresAt: expiresAt.getTime() }),
    slices: slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({
        ...segment,
        depart: { ...segment.depart, instant: segment.depart.instant.getTime() },
        arrive: { ...segment.arrive, instant: segment.arrive.instant.getTime() },
      })),
    })),
  };
}

/** The offer behind its plain data. */
export function unpackOffer({ expiresAt, slices, ...offer }: PackedOffer): FlightOffer {
  return {
    ...offer,
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    slices: slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({
        ...segment,
        depart: { ...segment.depart, instant: new Date(segment.depart.instant) },
        arrive: { ...segment.arrive, instant: new Date(segment.arrive.instant) },
      })),
    })),
  };
}
