import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FlightOffer } from '../../travel/flight.ts';
import { packSmall, type Scratch, unpackSmall } from './pack-small.ts';
import { lowestOf } from './select-offers.ts';

/** What is packed of one search. Offers begin with the cheapest. */
export interface PackedOffers {
  readonly supplierName: string;
  readonly isWhole: boolean;
  readonly offers: readonly FlightOffer[];
}

/** The bytes of one search, in two parts: most answers need the cheapest offer alone. */
export interface PackedBytes {
  /** The cheapest offers (`CHEAPEST_WITHIN`), and what is known of the whole, as they lie in an index. */
  readonly cheapestSmall: Buffer | undefined;
  /** The cheapest offers where they are too long for an index; one of the two is there. */
  readonly cheapest: Buffer | undefined;
  /** All others: unreadable without the cheapest. */
  readonly others: Buffer;
}

/** The bytes of one search, as far as they were read. */
export interface ReadBytes {
  readonly cheapestSmall: Uint8Array | undefined;
  readonly cheapest: Uint8Array | undefined;
  /** Undefined: the cheapest alone were read. */
  readonly others: Uint8Array | undefined;
}

/** Changes when what an earlier version of this code has packed could be misread. */
const FORMAT = 2;
/** Everything in one part, as versions before 0.6 have packed it; such rows live for 30 days. */
const WHOLE_FORMAT = 1;
/** Rounding in a caller's currency may change the order of offers that are as near to the cheapest as this. */
const CHEAPEST_WITHIN = 1.01;
/** Far more than six offers take; longer texts are not ours. */
const TEXT_BYTES_MAX = 1024 * 1024;
/** Six offers share most of their text: more effort saves little of it. */
const LEVEL = 3;
/** An offer takes some two kilobytes of text; zlib's own pieces of sixteen are most of the garbage of a calendar. */
const PIECE_BYTES = 4096;

/**
 * Offers as compressed JSON, some hundred bytes each. A calendar of sixty days reads the cheapest alone: unpacking all
 * six took 19 ms of processor time, three quarters of what the whole answer takes.
 */
export function packOffers({ offers, ...rest }: PackedOffers): PackedBytes {
  const [first] = offers;
  const bound = (first === undefined ? 0 : lowestOf(first)) * CHEAPEST_WITHIN;
  const cheapest = offers.filter((offer) => lowestOf(offer) <= bound);
  const text = Buffer.from(JSON.stringify({ format: FORMAT, ...rest, offers: cheapest }));
  const others = JSON.stringify(offers.slice(cheapest.length));
  // Offers of one journey are alike: the cheapest is the dictionary of the others.
  const cheapestSmall = packSmall(text);
  return {
    cheapestSmall,
    cheapest: cheapestSmall === undefined ? deflateRawSync(text, { level: LEVEL }) : undefined,
    others: deflateRawSync(others, { level: LEVEL, dictionary: text }),
  };
}

/**
 * The offers behind their bytes, without the others the cheapest alone. Undefined where another version of this code
 * has packed them, or nobody has.
 */
export function unpackOffers(bytes: ReadBytes, scratch: Scratch): PackedOffers | undefined {
  try {
    const text = unpackCheapest(bytes, scratch);
    if (text === undefined) return undefined;
    const packed: Packed = JSON.parse(text);
    if (packed.format !== FORMAT && packed.format !== WHOLE_FORMAT) return undefined;
    const isWholeText = bytes.others === undefined || packed.format === WHOLE_FORMAT;
    const further = isWholeText ? [] : unpackOthers(bytes.others, Buffer.from(text));
    const { supplierName, isWhole } = packed;
    const offers = [...packed.offers, ...further];
    for (const offer of offers) reviveInstants(offer);
    return { supplierName, isWhole, offers };
  } catch {
    return undefined;
  }
}

/** `cheapest` goes first: an earlier version that replaces a row does not know of the other. */
function unpackCheapest({ cheapestSmall, cheapest }: ReadBytes, scratch: Scratch): string | undefined {
  if (cheapest !== undefined)
    return inflateRawSync(cheapest, { maxOutputLength: TEXT_BYTES_MAX, chunkSize: PIECE_BYTES }).toString('utf8');
  return cheapestSmall && unpackSmall(cheapestSmall, scratch);
}

/** Written by `packOffers`: its format says so. */
type Packed = PackedOffers & { readonly format: unknown };

function unpackOthers(bytes: Uint8Array, dictionary: Buffer): readonly FlightOffer[] {
  const offers: readonly FlightOffer[] = JSON.parse(
    inflateRawSync(bytes, { maxOutputLength: TEXT_BYTES_MAX, dictionary }).toString('utf8'),
  );
  return offers;
}

/** JSON has made a text of each instant. In place: nobody else has the offer, and copies take as long as parsing. */
function reviveInstants({ slices }: FlightOffer): void {
  for (const { segments } of slices) {
    for (const { depart, arrive } of segments) {
      reviveInstant(depart);
      reviveInstant(arrive);
    }
  }
}

function reviveInstant(point: { instant: Date }): void {
  point.instant = new Date(point.instant);
}
