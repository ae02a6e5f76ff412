import type { CteAfter } from '../platform/db/cte.ts';
import type { Handle } from '../platform/db/db.ts';
import type { Platform } from '../platform/platform.ts';
import type { DocumentSigner } from './document-signer.ts';
import type { DocumentName, SignedDocument, UnsignedDocument } from './model/signed-document.ts';
import { findDocument, insertDocument, replaceDocument, type SignedRow, signedCte } from './store.ts';

type SigningContext = Pick<Platform, 'db' | 'clock'> & { readonly signer: DocumentSigner };

/** Signs a document and stores nothing yet. */
export async function signDocument(
  { signer, clock }: Pick<SigningContext, 'signer' | 'clock'>,
  { document, ...named }: UnsignedDocument,
): Promise<SignedDocument> {
  return { ...named, ...(await signer.sign(document)), signedAt: clock.now() };
}

/** Stores it as a part of the statement that makes it true. */
export function storingCte(signed: SignedDocument): CteAfter<'signed', SignedRow> {
  return (moved) => signedCte(signed, moved);
}

/**
 * The document as it was signed, or signs it now: one that an earlier version made, or that nobody has asked for yet.
 * Of several who ask at once, all are given the same bytes. Where its key is public no longer, after 24 months or
 * because it was stolen, it is signed anew.
 */
export async function signOnce(
  app: SigningContext,
  name: DocumentName,
  describe: () => UnsignedDocument | Promise<UnsignedDocument>,
): Promise<SignedDocument> {
  const stored = await findDocument(app.db, name);
  if (stored !== undefined && (await isPublished(app.signer, stored))) return stored;
  const signed = await signDocument(app, await describe());
  const isFirst =
    stored === undefined ? await insertDocument(app.db, signed) : await replaceDocument(app.db, signed, stored.kid);
  if (isFirst) return signed;
  const first = await findDocument(app.db, name);
  if (first === undefined) throw new Error(`The ${name.kind} ${name.documentId} was signed and is gone.`);
  return first;
}

async function isPublished(signer: DocumentSigner, { kid }: SignedDocument): Promise<boolean> {
  return (await signer.publicKeys()).some((key) => key.kid === kid);
}

/** A document that was signed, or undefined. */
export async function findSignedDocument(h: Handle, name: DocumentName): Promise<SignedDocument | undefined> {
  return await findDocument(h, name);
}
