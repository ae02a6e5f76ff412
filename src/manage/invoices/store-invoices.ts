import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { BookingRef, OrganizationId } from '../../platform/ids.ts';
import { type LegalEntity, readLegalEntity } from '../../identity/profile/model/seller-profile.ts';

type InvoiceTables = {
  invoice: { organization_id: string; booking_ref: string; number: number; issued_at: Date; seller: unknown };
};
const db = (h: Handle) => h.q.withTables<InvoiceTables>();

/** An invoice as it was issued. */
export interface Invoice {
  readonly number: number;
  /** The organization's clock. */
  readonly issuedAt: Date;
  /** As they were when it was issued. */
  readonly seller: LegalEntity;
}

/** The invoice of a booking, or undefined. */
export async function findInvoice(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: BookingRef,
): Promise<Invoice | undefined> {
  const row = await db(h)
    .selectFrom('invoice')
    .select(['number', 'issued_at', 'seller'])
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .executeTakeFirst();
  return row && { number: Number(row.number), issuedAt: row.issued_at, seller: readLegalEntity(row.seller) };
}

/** Gives the next number of the organization, which the caller holds until the transaction ends. */
export async function insertNextInvoice(
  tx: Tx,
  organizationId: OrganizationId,
  bookingRef: BookingRef,
  { seller, issuedAt }: Omit<Invoice, 'number'>,
): Promise<void> {
  const { last } = await db(tx)
    .selectFrom('invoice')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('last'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  await db(tx)
    .insertInto('invoice')
    .values({
      organization_id: organizationId,
      booking_ref: bookingRef,
      number: Number(last) + 1,
      issued_at: issuedAt,
      seller: sql`${JSON.stringify(seller)}::jsonb`,
    })
    .execute();
}
