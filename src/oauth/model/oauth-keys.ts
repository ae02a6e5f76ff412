import type { KeySet } from '../../platform/security/signing-keys/signing-key.ts';
import { accessTokenSeconds } from './issuer.ts';

/** The keys that tokens are signed with. */
export const OAUTH_KEYS: KeySet = {
  table: 'oauth_signing_key',
  purpose: 'oauth',
  // The life of a token, and as long again for clocks that differ and processes that notice late.
  publishedAfterMs: 2 * accessTokenSeconds * 1_000,
  signsAfterMs: 0,
  command: 'bly admin rotate-oauth-keys',
};
