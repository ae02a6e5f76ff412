import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';

/** Boards by LiteAPI's codes. */
export const BOARDS = {
  RO: 'Room Only',
  BB: 'Bed and Breakfast',
  BI: 'Breakfast Included',
  HB: 'Half Board',
  FB: 'Full Board',
  AI: 'All Inclusive',
} as const;
export type BoardCode = keyof typeof BOARDS;
const BoardCode = z.enum(['RO', 'BB', 'BI', 'HB', 'FB', 'AI']);

/** How a rate is sold: refundable, not refundable, paid at the property, or only as a part of a package. */
const PLANS = ['flexible', 'fixed', 'property', 'package'] as const;
export type Plan = (typeof PLANS)[number];

/** Who sleeps in one room. */
export interface Occupancy {
  readonly adults: number;
  readonly children: readonly number[];
}

/** All that an offer is: its price follows from it. */
const OfferContent = z.object({
  hotelId: z.string(),
  checkin: z.string(),
  checkout: z.string(),
  currency: z.string(),
  nationality: z.string(),
  occupancies: z.array(z.object({ adults: z.number(), children: z.array(z.number()) })),
  /** One room for each occupancy. */
  roomIds: z.array(z.number()),
  board: BoardCode,
  plan: z.enum(PLANS),
  /** Percent on top of the net price. */
  margin: z.number(),
  /** What all rooms cost when the offer was made, in minor units. */
  total: z.number(),
  issuedAt: z.number(),
});
export type OfferContent = z.infer<typeof OfferContent>;

/** Makes the ids of offers, and reads them again. */
export interface OfferSealer {
  /** An opaque text of 879 to 1,571 characters for one room, of 1,000 for each of several rooms. */
  seal(offer: OfferContent, key: string): string;
  /** Undefined for a text that was cut, changed, or is of another key or another run of the stub's seed. */
  open(offerId: string, key: string): OfferContent | undefined;
  /** An opaque text of some 490 characters for one rate of an offer. */
  rateId(offer: OfferContent, room: number): string;
}

const lengthMin = 879;
const lengthRange = 693;
const lengthOfRoom = 1_000;
const rateIdBytes = 366;
const signatureBytes = 16;
const headBytes = 2;
const fillerBytes = 8_192;

/** A sealer whose ids are good under one seed. They hold the whole offer, so that nothing is stored for a search. */
export function createOfferSealer(seed: string): OfferSealer {
  const filler = fill(seed);
  const sign = (bytes: Buffer, key: string): Buffer =>
    createHmac('sha256', `${seed} ${key}`).update(bytes).digest().subarray(0, signatureBytes);
  const numberOf = (text: string): number => createHash('md5').update(text).digest().readUInt32BE();
  return {
    seal(offer, key) {
      const json = Buffer.from(JSON.stringify(offer));
      const number = numberOf(json.toString());
      const rooms = offer.occupancies.length;
      const length = rooms === 1 ? lengthMin + (number % lengthRange) : rooms * lengthOfRoom;
      const head = Buffer.alloc(headBytes);
      head.writeUInt16BE(json.length);
      const rest = Math.max(0, Math.floor((length * 3) / 4) - headBytes - json.length - signatureBytes);
      const from = number % (fillerBytes - rest);
      const bytes = Buffer.concat([head, json, filler.subarray(from, from + rest)]);
      return Buffer.concat([bytes, sign(bytes, key)]).toString('base64');
    },
    open(offerId, key) {
      const all = Buffer.from(offerId, 'base64');
      if (all.length < headBytes + signatureBytes || all.toString('base64') !== offerId) return undefined;
      const bytes = all.subarray(0, -signatureBytes);
      if (!sign(bytes, key).equals(all.subarray(-signatureBytes))) return undefined;
      const length = bytes.readUInt16BE();
      return OfferContent.parse(JSON.parse(bytes.toString('utf8', headBytes, headBytes + length)));
    },
    rateId(offer, room) {
      const number = numberOf(`${room} ${JSON.stringify(offer)}`);
      const from = number % (fillerBytes - rateIdBytes);
      const head = Buffer.alloc(4);
      head.writeUInt32BE(number);
      return Buffer.concat([head, filler.subarray(from, from + rateIdBytes)]).toString('base64');
    },
  };
}

/** Bytes without meaning that make ids as long as the real ones. */
function fill(seed: string): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at * 32 < fillerBytes; at += 1) parts.push(createHash('sha256').update(`${seed} ${at}`).digest());
  return Buffer.concat(parts);
}
