/** What a derived key is for; a token sealed for one purpose never opens for another (contract, section 1). */
export type SealPurpose = 'offer_token' | 'cookie' | 'stored_replay' | 'webhook_secret' | 'page_token' | 'oauth';

/** Authenticated encryption under BLY_SECRET_KEYS: the first key seals, all open. */
export interface Sealer {
  /** Sealed bytes as base64url. `context` (for instance the organization id) must be given again to open. */
  seal(purpose: SealPurpose, plain: Uint8Array | string, context: string): string;
  /** The bytes, or `undefined` when the text was altered, is of another purpose or another context. */
  open(purpose: SealPurpose, sealed: string, context: string): Buffer | undefined;
  /** Keyed hash (HMAC-SHA256) for look-ups of secrets that must not be stored. */
  keyedHash(purpose: SealPurpose, text: string): string;
}
