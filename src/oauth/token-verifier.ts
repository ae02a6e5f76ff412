import type { App } from '../context.ts';
import type { Surface, VerifiedUser } from '../platform/http/gate.ts';

/** Checks access tokens. */
export interface TokenVerifier {
  /**
   * Whose token it is and what it may do; undefined for one that is malformed, over, forged or of somebody who is gone.
   * Throws `credential_invalid` for one of the other surface.
   */
  verify(token: string, surface: Surface): Promise<VerifiedUser | undefined>;
}

/** What the verifier is built from. */
export type VerifierContext = Pick<App, 'config' | 'db' | 'clock' | 'log' | 'sealer' | 'outbound'>;
