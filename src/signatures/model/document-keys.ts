import type { KeySet } from '../../platform/security/signing-keys/signing-key.ts';

/** Keys are read again after this long at most. */
export const KEYS_CACHED_MS = 5_000;
/** Card disputes are raised up to 540 days after the sale; what was signed can be verified this long. */
const PUBLISHED_MONTHS = 24;
const DAYS_A_MONTH = 31;
const DAY_MS = 86_400_000;

/** The keys that quotes and receipts are signed with. */
export const DOCUMENT_KEYS: KeySet = {
  table: 'document_signing_key',
  purpose: 'document_signature',
  publishedAfterMs: PUBLISHED_MONTHS * DAYS_A_MONTH * DAY_MS,
  signsAfterMs: 2 * KEYS_CACHED_MS,
  command: 'bly admin rotate-signing-key',
};
