import type { TokenVerifier, VerifierContext } from './token-verifier.ts';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { App, Scope } from '../context.ts';
import { findLiveUser } from '../identity/read-user.ts';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import { createLazyLru } from '../platform/cache/lazy-lru.ts';
import { refuse } from '../platform/errors.ts';
import type { VerifiedUser } from '../platform/http/gate.ts';
import { createExternalVerifier } from './external-issuer.ts';
import { findLiveGrantByHash } from './grant-store.ts';
import { type IssuerName, issuerUrl, readScopes, resourceUrl } from './model/issuer.ts';
import { peekIssuer } from './model/token-text.ts';
import { currentKeys } from './provider-of.ts';

/** A revoked grant and a removed user are refused within this time in every process; the same as for keys. */
const ttlMs = 1_000;
const refreshedMs = 250;
const cachedMax = 10_000;
/** Clocks of our own processes may differ by this much. */
const clockToleranceSeconds = 5;

/** What a token of ours says, once its signature holds. */
const Claims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  jti: z.string(),
  scope: z.string().default(''),
  grant: z.string().min(1),
});
interface Proven {
  readonly userId: string;
  readonly grantHash: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
}

/** Builds the verifier of a process. */
export function createTokenVerifier(app: VerifierContext): TokenVerifier {
  return app.config.oidc === undefined ? createOwnVerifier(app) : createExternalVerifier(app, app.config.oidc);
}

/** For tokens of the two built-in issuers, against our own keys: no process asks itself over the wire. */
function createOwnVerifier(app: VerifierContext): TokenVerifier {
  const proven = createLazyLru<Proven>(cachedMax);
  const holders = createRefreshingCache<{ readonly holder: Omit<VerifiedUser, 'scopes'> | undefined }>({
    read: async (key) => ({ holder: await readHolder(app, key) }),
    ttlMs,
    refreshedMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'a grant could not be looked up again'),
  });

  async function prove(token: string, issuer: IssuerName): Promise<Proven | undefined> {
    const hash = createHash('sha256').update(token).digest('base64url');
    const nowSeconds = app.clock.now().getTime() / 1_000;
    const known = proven.get(hash);
    if (known !== undefined) return known.expiresAt > nowSeconds ? known : undefined;
    const fresh = await checkOwnToken(app, token, issuer);
    if (fresh !== undefined) proven.set(hash, fresh);
    return fresh;
  }
  return {
    async verify(token, surface) {
      const named = peekIssuer(token);
      const issuer = (['mcp', 'cli'] as const).find((name) => issuerUrl(app.config.publicUrl, name) === named);
      if (issuer === undefined) return undefined;
      if (issuer === 'cli' && surface === 'mcp') throw refuseOtherIssuer(app);
      const found = await prove(token, issuer);
      if (found === undefined) return undefined;
      const { holder } = await holders.get(`${found.userId} ${found.grantHash}`);
      return holder && { ...holder, scopes: found.scopes };
    },
  };
}

/**
 * Signature, issuer, audience, time, type and algorithm (RFC 9068, section 4); undefined when one of them is not as it
 * must be.
 */
async function checkOwnToken(app: VerifierContext, token: string, issuer: IssuerName): Promise<Proven | undefined> {
  const { errors, importJWK, jwtVerify } = await import('jose');
  const { publicUrl } = app.config;
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = (await currentKeys(app)).find((candidate) => candidate.kid === kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return await importJWK(key.publicJwk, 'ES256');
      },
      {
        issuer: issuerUrl(publicUrl, issuer),
        audience: resourceUrl(publicUrl, issuer),
        algorithms: ['ES256'],
        typ: 'at+jwt',
        currentDate: app.clock.now(),
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
      },
    );
    const claims = Claims.safeParse(payload);
    if (!claims.success) return undefined;
    const { sub, grant, scope, exp } = claims.data;
    return { userId: sub, grantHash: grant, scopes: readScopes(scope), expiresAt: exp };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The user behind a token, as long as they are here and have not taken the grant back. `key`: user id and grant. */
async function readHolder(app: VerifierContext, key: string): Promise<Omit<VerifiedUser, 'scopes'> | undefined> {
  const [userId = '', grantHash = ''] = key.split(' ');
  const grant = await findLiveGrantByHash(app.db, grantHash, app.clock.now());
  if (grant?.userId !== userId) return undefined;
  // The organization the person had chosen when they allowed it: they may have left it since.
  const user = await findLiveUser(app, grant.organizationId, grant.userId);
  if (user === undefined) return undefined;
  return {
    organizationId: user.organizationId,
    userId: user.userId,
    grant: { hash: grantHash, clientName: grant.clientName },
  };
}

/** Words of spec.md, Authentication 6. */
function refuseOtherIssuer({ config }: Pick<App, 'config'>): Error {
  const metadata = `${config.publicUrl}/.well-known/oauth-protected-resource/mcp`;
  return refuse('credential_invalid', {
    message: 'unexpected iss claim',
    headers: {
      'WWW-Authenticate': `Bearer realm="bly", error="invalid_token", error_description="unexpected iss claim", resource_metadata="${metadata}"`,
    },
  });
}
