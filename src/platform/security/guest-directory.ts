import { type RawBuilder, sql } from 'kysely';
import { type Cte, cte, type WrittenCte } from '../db/cte.ts';
import type { Handle } from '../db/db.ts';
import { isDistributed } from '../db/distribution/is-distributed.ts';
import { asId, type OrganizationId } from '../ids.ts';

/** What a guest may hold without an API key: a checkout link or a booking reference. */
export type GuestRefKind = 'session' | 'booking';

/**
 * Enters a reference into the one table that is read across organizations (contract, section 4), as a part of the
 * statement that stores what the reference names. The part returns one row `{ref}`, none when the reference is taken,
 * which for booking references makes them unique in the whole installation. With `earlier`, nothing is entered unless
 * that part has a row.
 */
export function guestRefCte(
  kind: GuestRefKind,
  ref: string,
  organizationId: OrganizationId,
  earlier?: Cte,
): WrittenCte<'listed', { ref: string }> {
  const values = sql`${kind}::text, ${ref}::text, ${organizationId}::text`;
  const listing = (rows: RawBuilder<unknown>) =>
    sql`insert into guest_directory (kind, ref, organization_id) ${rows} on conflict do nothing`;
  const alone = listing(sql`values (${values})`);
  if (earlier === undefined) return cte('listed', sql<{ ref: string }>`(${alone} returning ref)`);
  const ifMoved = listing(sql`select ${values} where ${earlier.exists}`);
  return cte('listed', sql<{ ref: string }>`(${ifMoved} returning ref)`, alone);
}

/**
 * Whether a reference is another's: read where the directory's key is unique within an organization only, because its
 * rows lie on several nodes. Of two that draw one reference at the same instant neither is seen: both keep it, and a
 * guest's last name finds one of them.
 */
export async function isTakenElsewhere(h: Handle, kind: GuestRefKind, ref: string): Promise<boolean> {
  return (await isDistributed(h)) && (await findGuestOrganization(h, kind, ref)) !== undefined;
}

/** The organization a guest's reference belongs to. */
export async function findGuestOrganization(
  h: Handle,
  kind: GuestRefKind,
  ref: string,
): Promise<OrganizationId | undefined> {
  const result = await sql<{ organization_id: string }>`
    select organization_id from guest_directory where kind = ${kind} and ref = ${ref}
  `.execute(h.q);
  const row = result.rows[0];
  return row && asId('organization', row.organization_id);
}
