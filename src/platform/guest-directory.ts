import { type RawBuilder, sql } from 'kysely';
import type { Handle, Tx } from './db/db.ts';
import { asId, type OrganizationId } from './ids.ts';

/** What a guest may hold without an API key: a checkout link or a booking reference. */
export type GuestRefKind = 'session' | 'booking';

/**
 * Enters a reference into the one table that is read across organizations (contract, section 4). False when the
 * reference is taken, which for booking references makes them unique in the whole installation.
 */
export async function registerGuestRef(tx: Tx, kind: GuestRefKind, ref: string, organizationId: OrganizationId): Promise<boolean> {
  const result = await sql`
    insert into guest_directory (kind, ref, organization_id) values (${kind}, ${ref}, ${organizationId}) on conflict do nothing
  `.execute(tx.q);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/**
 * The same entry as a part of another statement (`with listed as (…)`): it answers one row `{ref}`, none when the reference
 * is taken. Saves a round trip where the reference is born together with a row.
 */
export function guestRefEntry(kind: GuestRefKind, ref: string, organizationId: OrganizationId): RawBuilder<{ ref: string }> {
  return sql<{ ref: string }>`(
    insert into guest_directory (kind, ref, organization_id) values (${kind}, ${ref}, ${organizationId}) on conflict do nothing returning ref
  )`;
}

/** The organization a guest's reference belongs to. */
export async function findGuestOrganization(h: Handle, kind: GuestRefKind, ref: string): Promise<OrganizationId | undefined> {
  const result = await sql<{ organization_id: string }>`
    select organization_id from guest_directory where kind = ${kind} and ref = ${ref}
  `.execute(h.q);
  const row = result.rows[0];
  return row && asId('organization', row.organization_id);
}
