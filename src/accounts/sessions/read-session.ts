import { ALL_SCOPES } from '../../identity/model/api-key.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import { refuse } from '../../platform/errors.ts';
import type { Credential, VerifiedUser } from '../../platform/http/gate.ts';
import { findSession, formTokenOf, type SessionContext } from './find-session.ts';

/**
 * Whose session a cookie is; undefined when it is unknown or over, or another site uses it: a link from there takes the
 * cookie along, and the API is nothing that links lead to. Throws `csrf_token_invalid` for a write without the
 * session's token.
 */
export async function readSession(
  app: SessionContext,
  session: Extract<Credential, { readonly kind: 'session' }>,
): Promise<VerifiedUser | undefined> {
  if (session.isFromOtherSite) return undefined;
  const found = await findSession(app, session.cookie);
  if (found === undefined) return undefined;
  const { organizationId, userId } = found.user;
  const isOwn = () => equalSecrets(session.formToken ?? '', formTokenOf(app, session.cookie, organizationId));
  if (!session.isSafe && !isOwn()) throw refuse('csrf_token_invalid');
  return { organizationId, userId, scopes: ALL_SCOPES };
}
