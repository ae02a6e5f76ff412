import { sql } from 'kysely';
import type { Handle } from '../platform/db/db.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import {
  Attribution,
  Lines,
  Party,
  Shown,
  type ShownQuote,
  Stays,
  type StoredCheckout,
} from './model/stored-checkout.ts';

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
