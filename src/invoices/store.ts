import { sql } from 'kysely';
import { type LegalEntity, readLegalEntity } from '../identity/profile/model/seller-profile.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { money } from '../travel/money.ts';
import {
  type InvoicedBooking,
  type IssuedBody,
  type IssuedDocument,
  type IssuedKind,
  type NewDocument,
  StoredBody,
} from './model/issued-document.ts';

interface DocumentRow {
  organization_id: string;
  booking_ref: string;
  cause: string;
  kind: IssuedKind;
  number: number;
  issued_at: Date;
  seller: unknown;
  currency: string | null;
  total: number | null;
  body: unknown;
}
const db = (h: Handle) => h.q.withTables<{ issued_document: DocumentRow }>();

/** A number that was given before documents were frozen: its body is written when it is next looked at. */
export interface UnfrozenDocument {
  readonly cause: string;
  readonly seller: LegalEntity;
}

/** Every document of a booking in the order of issue, and what of it has no body yet. */
export async function listDocuments(
  h: Handle,
  { organizationId, bookingRef }: InvoicedBooking,
): Promise<{ readonly issued: readonly IssuedDocument[]; readonly unfrozen: readonly UnfrozenDocument[] }> {
  const rows = await db(h)
    .selectFrom('issued_document')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute();
  return {
    issued: rows.flatMap(toDocument),
    unfrozen: rows
      .filter(({ body }) => body === null)
      .map(({ cause, seller }) => ({ cause, seller: readLegalEntity(seller) })),
  };
}

function toDocument(row: DocumentRow): readonly IssuedDocument[] {
  if (row.body === null || row.currency === null || row.total === null) return [];
  return [
    {
      ...StoredBody.parse(row.body),
      kind: row.kind,
      number: Number(row.number),
      cause: row.cause,
      issuedAt: row.issued_at,
      seller: readLegalEntity(row.seller),
      total: money(Number(row.total), row.currency),
    },
  ];
}

/** Gives the next number of its kind, in the organization that the caller holds until the transaction ends. */
export async function insertNext(
  tx: Tx,
  { organizationId, bookingRef }: InvoicedBooking,
  document: NewDocument & {
    readonly seller: LegalEntity;
    readonly issuedAt: Date;
    readonly corrects: readonly number[];
  },
): Promise<void> {
  const { last, latest } = await db(tx)
    .selectFrom('issued_document')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('last'),
      sql<Date>`greatest(max(issued_at), ${document.issuedAt})`.as('latest'),
    ])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', document.kind)
    .executeTakeFirstOrThrow();
  await db(tx)
    .insertInto('issued_document')
    .values({
      organization_id: organizationId,
      booking_ref: bookingRef,
      cause: document.cause,
      kind: document.kind,
      number: Number(last) + 1,
      // Numbers follow the days of issue, whichever transaction looked at the clock first.
      issued_at: latest,
      seller: sql`${JSON.stringify(document.seller)}::jsonb`,
      currency: document.total.currency,
      total: document.total.value,
      body: bodyOf(document),
    })
    .execute();
}

/** Writes the body of a document that has none: once. */
export async function freezeBody(
  tx: Tx,
  { organizationId, bookingRef }: InvoicedBooking,
  document: NewDocument,
): Promise<void> {
  await db(tx)
    .updateTable('issued_document')
    .set({
      currency: document.total.currency,
      total: document.total.value,
      body: bodyOf({ ...document, corrects: [] }),
    })
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .where('cause', '=', document.cause)
    .where('body', 'is', null)
    .execute();
}

function bodyOf({ lines, corrects }: { readonly lines: IssuedBody['lines']; readonly corrects: readonly number[] }) {
  return sql`${JSON.stringify({ lines, corrects })}::jsonb`;
}
