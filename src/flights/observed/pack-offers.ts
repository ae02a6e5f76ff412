import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FlightOffer, SegmentPoint } from '../../travel/flight.ts';

/** What is packed of one search. */
export interface PackedSight {
  readonly supplierName: string;
  readonly isWhole: boolean;
  readonly offers: readonly FlightOffer[];
}

/** Changes when what an earlier version of this code has packed could be misread. */
const FORMAT = 1;
/** Far more than six offers take; longer texts are not ours. */
const TEXT_BYTES_MAX = 1024 * 1024;
/** Six offers share most of their text: more effort saves little of it. */
const LEVEL = 3;

/** Offers as compressed JSON: some hundred bytes each. */
export function packOffers(sight: PackedSight): Buffer {
  return deflateRawSync(JSON.stringify({ format: FORMAT, ...sight }), { level: LEVEL });
}

/** The offers behind their bytes; undefined where another version of this code has packed them, or nobody has. */
export function unpackOffers(bytes: Uint8Array): PackedSight | undefined {
  const packed = parse(bytes);
  if (packed?.format !== FORMAT) return undefined;
  return { supplierName: packed.supplierName, isWhole: packed.isWhole, offers: packed.offers.map(reviveOffer) };
}

/** Written by `packOffers`: its format says so. */
type Packed = PackedSight & { readonly format: unknown };

function parse(bytes: Uint8Array): Packed | undefined {
  try {
    const text = inflateRawSync(bytes, { maxOutputLength: TEXT_BYTES_MAX }).toString('utf8');
    const value: Packed = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** JSON has made a text of each instant. */
function reviveOffer(offer: FlightOffer): FlightOffer {
  return {
    ...offer,
    slices: offer.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({
        ...segment,
        depart: revivePoint(segment.depart),
        arrive: revivePoint(segment.arrive),
      })),
    })),
  };
}

function revivePoint(point: SegmentPoint): SegmentPoint {
  return { ...point, instant: new Date(point.instant) };
}
