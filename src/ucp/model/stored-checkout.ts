import * as z from 'zod';
import type { OrganizationId, TripId } from '../../platform/ids.ts';

/** Tokens by the id of the trip's item, as stored. */
export const Lines = z.record(z.string(), z.string());
/** Where a platform's user came from, as stored. */
export const Attribution = z.record(z.string(), z.string()).nullable();
/** `ShownQuote` as stored. */
export const Shown = z.object({ quoteId: z.string(), total: z.int(), currency: z.string(), contentHash: z.string() });

/** `StoredStays` as stored. */
export const Stays = z.object({
  propertyId: z.string(),
  stays: z.array(
    z.object({
      id: z.string(),
      /** Names the rate among those of its item; absent where the offer could not be read any more. */
      rateKey: z.string().optional(),
      from: z.string(),
      to: z.string(),
      occupancy: z
        .object({
          total: z.int(),
          adults: z.int().optional(),
          children: z.int().optional(),
          childAges: z.array(z.int()).optional(),
        })
        .optional(),
    }),
  ),
});
const person = {
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
};
/** `StoredParty` as stored. */
export const Party = z.object({
  booker: z.object(person).optional(),
  guests: z.array(z.object({ id: z.string(), age: z.int().optional(), ...person })),
  /** By the stay of the same index. */
  assignments: z.array(z.array(z.object({ guestId: z.string(), role: z.string().optional() }))),
});

/** The property and the stays that a platform requested. */
export type StoredStays = Readonly<z.infer<typeof Stays>>;
/** Whom a platform named: the booker, the guests, and who sleeps in which stay. */
export type StoredParty = Readonly<z.infer<typeof Party>>;

/** The quote that a platform was shown. */
export type ShownQuote = Readonly<z.infer<typeof Shown>>;

/** What is stored of a checkout beside its trip. */
export interface StoredCheckout {
  readonly organizationId: OrganizationId;
  /** The checkout's id is the trip's. */
  readonly tripId: TripId;
  readonly platformProfile: string;
  /** The token of an offer, or those of the rooms of one stay, by the id of the trip's item. */
  readonly lines: Readonly<Record<string, string>>;
  readonly attribution: Readonly<Record<string, string>> | undefined;
  readonly shown: ShownQuote | undefined;
  /** Not completed without a mandate: the platform and the seller agreed on them when it was made. */
  readonly isSecured: boolean;
  /** Of a booking session of lodging; undefined of a checkout of shopping. */
  readonly stays: StoredStays | undefined;
  /** Of a booking session of lodging, until it is erased. */
  readonly party: StoredParty | undefined;
}
