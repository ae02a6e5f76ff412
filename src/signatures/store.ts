import { type RawBuilder, sql } from 'kysely';
import { type Cte, cte, type WrittenCte } from '../platform/db/cte.ts';
import type { Handle } from '../platform/db/db.ts';
import { preparedSql } from '../platform/db/prepared-sql.ts';
import { asId } from '../platform/ids.ts';
import type { DocumentKind, DocumentName, SignedDocument } from './model/signed-document.ts';

interface DocumentRow {
  organization_id: string;
  kind: DocumentKind;
  document_id: string;
  trip_id: string | null;
  kid: string;
  content_hash: string;
  jws: string;
  signed_at: Date;
}
/** What the part that stores a document returns. */
export type SignedRow = { document_id: string };

const documents = (h: Handle) => h.q.withTables<{ signed_document: DocumentRow }>();
const selectDocument = preparedSql<DocumentRow>(
  'select * from signed_document where organization_id = $1 and kind = $2 and document_id = $3',
);

/** Writes a document as a part of another statement, if and only if `moved`, an earlier part of it, has a row. */
export function signedCte(signed: SignedDocument, moved: Cte): WrittenCte<'signed', SignedRow> {
  return cte(
    'signed',
    sql<SignedRow>`(
    insert into signed_document select signed.* from ${moved.ref}, jsonb_populate_record(null::signed_document, ${JSON.stringify(toRow(signed))}::jsonb) as signed
    returning document_id
  )`,
    inserting(signed),
  );
}

/** Stores a signed document; false where it is there already. */
export async function insertDocument(h: Handle, signed: SignedDocument): Promise<boolean> {
  const { numAffectedRows } = await sql`${inserting(signed)} on conflict do nothing`.execute(h.q);
  return Number(numAffectedRows ?? 0) > 0;
}

function inserting(signed: SignedDocument): RawBuilder<unknown> {
  const row = Object.entries(toRow(signed));
  return sql`insert into signed_document (${sql.join(row.map(([column]) => sql.ref(column)))})
    values (${sql.join(row.map(([, value]) => value))})`;
}

/** Stores a document in the place of one that another key had signed; false where somebody has done so already. */
export async function replaceDocument(h: Handle, signed: SignedDocument, kid: string): Promise<boolean> {
  const { jws, kid: newKid, signed_at } = toRow(signed);
  const replaced = await documents(h)
    .updateTable('signed_document')
    .set({ jws, kid: newKid, signed_at })
    .where('organization_id', '=', signed.organizationId)
    .where('kind', '=', signed.kind)
    .where('document_id', '=', signed.documentId)
    .where('kid', '=', kid)
    .executeTakeFirst();
  return replaced.numUpdatedRows > 0n;
}

/** The document, or undefined. */
export async function findDocument(h: Handle, name: DocumentName): Promise<SignedDocument | undefined> {
  const [row] = await selectDocument(h, [name.organizationId, name.kind, name.documentId]);
  return row && toDocument(row);
}

function toRow(signed: SignedDocument): DocumentRow {
  return {
    organization_id: signed.organizationId,
    kind: signed.kind,
    document_id: signed.documentId,
    trip_id: signed.tripId ?? null,
    kid: signed.kid,
    content_hash: signed.contentHash,
    jws: signed.jws,
    signed_at: signed.signedAt,
  };
}

function toDocument(row: DocumentRow): SignedDocument {
  return {
    organizationId: asId('organization', row.organization_id),
    kind: row.kind,
    documentId: row.document_id,
    tripId: row.trip_id === null ? undefined : asId('trip', row.trip_id),
    kid: row.kid,
    contentHash: row.content_hash,
    jws: row.jws,
    signedAt: row.signed_at,
  };
}
