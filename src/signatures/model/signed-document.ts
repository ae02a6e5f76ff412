import type { OrganizationId, TripId } from '../../platform/ids.ts';
import type { SignedObject } from './signed-json.ts';

export type DocumentKind = 'quote' | 'receipt' | 'approval';

/** Names one signed document. */
export interface DocumentName {
  readonly organizationId: OrganizationId;
  readonly kind: DocumentKind;
  /** The quote; of a receipt, a name made of what it says; of an approval, the mandate or the proposal. */
  readonly documentId: string;
}

/** What is to be signed. */
export interface UnsignedDocument extends DocumentName {
  /** Undefined for what is about no trip. */
  readonly tripId: TripId | undefined;
  /** The hash that approvals and disputes name it by. */
  readonly contentHash: string;
  readonly document: SignedObject;
}

/** A document as it was signed, once and for all. */
export interface SignedDocument extends DocumentName {
  readonly tripId: TripId | undefined;
  readonly contentHash: string;
  readonly kid: string;
  readonly jws: string;
  readonly signedAt: Date;
}
