import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle } from '../platform/db/db.ts';
import { asId, type OrganizationId, type TripId } from '../platform/ids.ts';

interface CheckoutRow {
  organization_id: string;
  checkout_id: string;
  platform_profile: string;
  lines: unknown;
  attribution: unknown;
  shown: unknown;
  is_secured: boolean;
  stays: unknown;
  party: unknown;
  created_at: Date;
}

const Lines = z.record(z.string(), z.string());
const Attribution = z.record(z.string(), z.string()).nullable();
const Shown = z.object({ quoteId: z.string(), total: z.int(), currency: z.string(), contentHash: z.string() });

const Stays = z.object({
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
const Party = z.object({
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

const checkouts = (h: Handle) => h.q.withTables<{ ucp_checkout: CheckoutRow }>();

/** Stores a checkout; one that is there already stays as it is. */
export async function insertCheckout(h: Handle, checkout: StoredCheckout, now: Date): Promise<void> {
  await checkouts(h)
    .insertInto('ucp_checkout')
    .values({
      organization_id: checkout.organizationId,
      checkout_id: checkout.tripId,
      platform_profile: checkout.platformProfile,
      lines: JSON.stringify(checkout.lines),
      attribution: toJson(checkout.attribution),
      shown: null,
      is_secured: checkout.isSecured,
      stays: toJson(checkout.stays),
      party: toJson(checkout.party),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A checkout of an organization; undefined for a trip that was not made over UCP. */
export async function findCheckout(
  h: Handle,
  organizationId: OrganizationId,
  checkoutId: string,
): Promise<StoredCheckout | undefined> {
  const row = await checkouts(h)
    .selectFrom('ucp_checkout')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
  return (
    row && {
      organizationId,
      tripId: asId('trip', row.checkout_id),
      platformProfile: row.platform_profile,
      lines: Lines.parse(row.lines),
      attribution: Attribution.parse(row.attribution) ?? undefined,
      shown: row.shown === null ? undefined : Shown.parse(row.shown),
      isSecured: row.is_secured,
      stays: row.stays === null ? undefined : Stays.parse(row.stays),
      party: row.party === null ? undefined : Party.parse(row.party),
    }
  );
}

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/**
 * What a replacement changes beside the trip: adds the tokens of further items, and stores the platform and what it
 * sends along. An attribution that is not sent again stays.
 */
export async function replaceSession(h: Handle, checkout: Omit<StoredCheckout, 'shown' | 'isSecured'>): Promise<void> {
  const attribution = checkout.attribution === undefined ? {} : { attribution: JSON.stringify(checkout.attribution) };
  await checkouts(h)
    .updateTable('ucp_checkout')
    .set({
      lines: sql`lines || ${JSON.stringify(checkout.lines)}::jsonb`,
      platform_profile: checkout.platformProfile,
      stays: toJson(checkout.stays),
      party: toJson(checkout.party),
      ...attribution,
    })
    .where('organization_id', '=', checkout.organizationId)
    .where('checkout_id', '=', checkout.tripId)
    .execute();
}

/** Stores which quote the platform is being shown. */
export async function recordShown(
  h: Handle,
  { organizationId, tripId }: Pick<StoredCheckout, 'organizationId' | 'tripId'>,
  shown: ShownQuote,
): Promise<void> {
  await checkouts(h)
    .updateTable('ucp_checkout')
    .set({ shown: JSON.stringify(shown) })
    .where('organization_id', '=', organizationId)
    .where('checkout_id', '=', tripId)
    .execute();
}
