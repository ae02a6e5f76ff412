import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import type { IssuerKey } from './model/verify-chain.ts';

type Ap2Tables = {
  mandate_issuers: { organization_id: string; version: number; issuers: unknown; updated_at: Date };
  ap2_mandate: {
    organization_id: string;
    checkout_id: string;
    reference: string;
    open_reference: string;
    issuer: string;
    presentation_id: string;
    mandate: string;
    presented_at: Date;
    receipt: string | null;
    error: string | null;
  };
};
const db = (h: Handle) => h.q.withTables<Ap2Tables>();
const StoredIssuers = z.array(z.object({ name: z.string(), jwk: z.record(z.string(), z.unknown()) }));

/** Whose signatures an organization takes for a person's word. */
export interface MandateIssuers {
  /** Counts the changes; 0 where none were set. */
  readonly version: number;
  readonly issuers: readonly IssuerKey[];
  readonly updatedAt: Date | undefined;
}

/** The issuers of an organization; none where it never set any. */
export async function readIssuers(h: Handle, organizationId: OrganizationId): Promise<MandateIssuers> {
  const row = await db(h)
    .selectFrom('mandate_issuers')
    .select(['version', 'issuers', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (row === undefined) return { version: 0, issuers: [], updatedAt: undefined };
  return { version: row.version, issuers: StoredIssuers.parse(row.issuers), updatedAt: row.updated_at };
}

/** Replaces the issuers of an organization, as a whole; answers them with their new version. */
export async function saveIssuers(
  tx: Tx,
  organizationId: OrganizationId,
  issuers: readonly IssuerKey[],
  at: Date,
): Promise<MandateIssuers> {
  const content = { issuers: sql`${JSON.stringify(issuers)}::jsonb`, updated_at: at };
  const { version } = await db(tx)
    .insertInto('mandate_issuers')
    .values({ organization_id: organizationId, version: 1, ...content })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((row) => ({ ...content, version: row('mandate_issuers.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return { version, issuers, updatedAt: at };
}

/** A mandate that a checkout is completed with. */
export interface PresentedMandate {
  readonly organizationId: OrganizationId;
  readonly checkoutId: TripId;
  readonly reference: string;
  readonly openReference: string;
  readonly issuer: string;
  /** Names this presentation among those of the checkout. */
  readonly presentationId: string;
  /** The chain as it was presented. */
  readonly mandate: string;
  readonly presentedAt: Date;
  readonly receipt: string | undefined;
  readonly error: string | undefined;
}

/**
 * Stores the mandate of a checkout, in place of one before it that bought nothing. False where what the person signed
 * is used for another checkout, or the checkout's own mandate has bought it.
 */
export async function storeMandate(h: Handle, mandate: Omit<PresentedMandate, 'receipt' | 'error'>): Promise<boolean> {
  const { organizationId, checkoutId, reference, openReference, issuer, presentationId, presentedAt } = mandate;
  const { numInsertedOrUpdatedRows: stored = 0n } = await db(h)
    .insertInto('ap2_mandate')
    .values({
      organization_id: organizationId,
      checkout_id: checkoutId,
      reference,
      open_reference: openReference,
      issuer,
      presentation_id: presentationId,
      mandate: mandate.mandate,
      presented_at: presentedAt,
      receipt: null,
      error: null,
    })
    // Of the checkout, or of what the person signed.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (stored > 0n) return true;
  const { numUpdatedRows: replaced } = await db(h)
    .updateTable('ap2_mandate as own')
    .set({
      reference,
      open_reference: openReference,
      issuer,
      presentation_id: presentationId,
      mandate: mandate.mandate,
      presented_at: presentedAt,
      receipt: null,
      error: null,
    })
    .where('own.organization_id', '=', organizationId)
    .where('own.checkout_id', '=', checkoutId)
    .where((where) => where.or([where('own.error', 'is not', null), where('own.receipt', 'is', null)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ap2_mandate as other')
            .select(sql`1`.as('one'))
            .where('other.organization_id', '=', organizationId)
            .where('other.open_reference', '=', openReference)
            .where('other.checkout_id', '<>', checkoutId)
            .where('other.error', 'is', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return replaced > 0n;
}

/** The mandate of a checkout; undefined where none was accepted. */
export async function findAp2Mandate(
  h: Handle,
  organizationId: OrganizationId,
  checkoutId: TripId,
): Promise<PresentedMandate | undefined> {
  const row = await db(h)
    .selectFrom('ap2_mandate')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();
  return (
    row && {
      organizationId,
      checkoutId,
      reference: row.reference,
      openReference: row.open_reference,
      issuer: row.issuer,
      presentationId: row.presentation_id,
      mandate: row.mandate,
      presentedAt: row.presented_at,
      receipt: row.receipt ?? undefined,
      error: row.error ?? undefined,
    }
  );
}

/** Whether a checkout is not to be paid by a program now: it is secured, and no mandate was accepted for it. */
export async function isMandateMissing(
  h: Handle,
  organizationId: OrganizationId,
  checkoutId: TripId,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ucp_checkout
    where organization_id = ${organizationId} and checkout_id = ${checkoutId} and is_secured and not exists (
      select 1 from ap2_mandate
      where organization_id = ${organizationId} and checkout_id = ${checkoutId} and error is null and receipt is null
    )`.execute(h.q);
  return rows.length > 0;
}

/** Stores what became of the mandate of a checkout, once. An `error` frees what the person signed. */
export async function settleAp2Mandate(
  h: Handle,
  mandate: Pick<PresentedMandate, 'organizationId' | 'checkoutId' | 'presentationId'>,
  { receipt, error }: { readonly receipt: string; readonly error: string | undefined },
): Promise<void> {
  await db(h)
    .updateTable('ap2_mandate')
    .set({ receipt, error: error ?? null })
    .where('organization_id', '=', mandate.organizationId)
    .where('checkout_id', '=', mandate.checkoutId)
    .where('presentation_id', '=', mandate.presentationId)
    .where('receipt', 'is', null)
    .execute();
}
