import { createHash } from 'node:crypto';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import * as z from 'zod';
import type { App } from '../context.ts';
import { provisionUser } from '../identity/create-user.ts';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import { createLazyLru } from '../platform/cache/lazy-lru.ts';
import type { OidcConfig } from '../platform/config.ts';
import type { Surface, VerifiedUser } from '../platform/http/gate.ts';
import { TOOL_SETS } from '../platform/mcp-addresses.ts';
import { readScopes } from './model/issuer.ts';
import { peekIssuer } from './model/token-text.ts';
import type { TokenVerifier, VerifierContext } from './token-verifier.ts';

/** Keys are fetched again after this long even when nothing is missing: one that was withdrawn is gone by then. */
const keysLiveMs = 600_000;
/** An unknown key makes us look, but no more often than this: a stranger's tokens must not keep the issuer busy. */
const cooldownMs = 15_000;
const answerBytesMax = 262_144;
const timeoutMs = 5_000;
const ttlMs = 1_000;
const refreshedMs = 250;
const cachedMax = 10_000;
const clockToleranceSeconds = 30;
/** Never `none`, and nothing with a shared secret: anyone who could check such a token could also make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/**
 * RFC 9068's, and what issuers older than it write. An ID token has the client's id as its audience, and is refused by
 * that.
 */
const TYPES: readonly (string | undefined)[] = ['at+jwt', 'application/at+jwt', 'jwt', undefined];

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });
const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  exp: z.number(),
  scope: z.string().optional(),
  scp: z.union([z.string(), z.array(z.string())]).optional(),
  email: z.email().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().max(200).optional().catch(undefined),
});
type Claims = z.infer<typeof Claims>;

/**
 * For tokens of the issuer that stands in for the built-in one. The first valid token of somebody makes them a user,
 * with an organization of their own.
 */
export function createExternalVerifier(app: VerifierContext, oidc: OidcConfig): TokenVerifier {
  const keys = createKeySource(app, oidc);
  const proven = createLazyLru<Claims>(cachedMax);
  const users = createRefreshingCache<Omit<VerifiedUser, 'scopes'>>({
    read: (key) => provision(app, proven.get(key)),
    ttlMs,
    refreshedMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'a user could not be looked up again'),
  });
  return {
    async verify(token, surface) {
      if (peekIssuer(token) !== oidc.issuer) return undefined;
      const key = createHash('sha256').update(`${surface} ${token}`).digest('base64url');
      const known = proven.get(key);
      const claims = known ?? (await checkToken(app, { token, oidc, surface, keys }));
      if (claims === undefined || claims.exp + clockToleranceSeconds <= app.clock.now().getTime() / 1_000)
        return undefined;
      if (known === undefined) proven.set(key, claims);
      return { ...(await users.get(key)), scopes: scopesOf(claims, oidc) };
    },
  };
}

interface TokenCheck {
  readonly token: string;
  readonly oidc: OidcConfig;
  readonly surface: Surface;
  readonly keys: KeySource;
}

async function checkToken(
  app: VerifierContext,
  { token, oidc, surface, keys }: TokenCheck,
): Promise<Claims | undefined> {
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose');
  const mcp = [oidc.mcpAudience, ...TOOL_SETS.map((set) => `${oidc.mcpAudience}/${set}`)];
  const audience = surface === 'mcp' ? mcp : [oidc.audience, ...mcp];
  const check = async (set: JSONWebKeySet): Promise<JWTPayload | undefined> => {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(set), {
      issuer: oidc.issuer,
      audience,
      algorithms: ALGORITHMS,
      currentDate: app.clock.now(),
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub'],
    });
    return TYPES.includes(protectedHeader.typ?.toLowerCase()) ? payload : undefined;
  };
  try {
    const set = await keys.read();
    const payload =
      set &&
      (await check(set).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        const newer = await keys.readAgain();
        return newer && (await check(newer));
      }));
    return Claims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

async function provision(app: VerifierContext, claims: Claims | undefined): Promise<Omit<VerifiedUser, 'scopes'>> {
  if (claims === undefined) throw new Error('a token was forgotten while its user was looked up');
  const { iss, sub, email, email_verified: isVerified, name } = claims;
  // An address that the issuer has not checked may be anybody's.
  const user = await provisionUser(
    app,
    { issuer: iss, subject: sub },
    { email: isVerified === true ? email : undefined, isEmailVerified: isVerified === true, name },
  );
  return { organizationId: user.organizationId, userId: user.userId };
}

/**
 * What the token says, in either spelling; where an issuer knows nothing of our scopes, what the configuration grants
 * everybody.
 */
function scopesOf({ scope, scp }: Claims, oidc: OidcConfig): VerifiedUser['scopes'] {
  return oidc.scopes ?? readScopes([scope ?? '', ...(Array.isArray(scp) ? scp : [scp ?? ''])].join(' '));
}

interface KeySource {
  /** What is known, fetched when it is old. */
  read(): Promise<JSONWebKeySet | undefined>;
  /** Fetched anew, unless that has just been done. */
  readAgain(): Promise<JSONWebKeySet | undefined>;
}

function createKeySource(app: Pick<App, 'outbound' | 'log'>, oidc: OidcConfig): KeySource {
  let known: { readonly set: JSONWebKeySet; readonly at: number } | undefined;
  let requested = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    requested = performance.now();
    const set = await fetchKeys(app, oidc).catch((err: unknown) =>
      app.log.warn({ err, issuer: oidc.issuer }, 'the keys of the OIDC issuer could not be fetched'),
    );
    if (set) known = { set, at: performance.now() };
  };
  const readAgain = async () => {
    if (running === undefined && performance.now() - requested >= cooldownMs)
      running = refresh().finally(() => {
        running = undefined;
      });
    await running;
    return known?.set;
  };
  return {
    readAgain,
    read: async () =>
      known !== undefined && performance.now() - known.at < keysLiveMs ? known.set : await readAgain(),
  };
}

async function fetchKeys(app: Pick<App, 'outbound'>, oidc: OidcConfig): Promise<JSONWebKeySet> {
  const { issuer, jwks_uri: jwksUri } = Discovery.parse(
    await fetchJson(app, `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  );
  if (issuer !== oidc.issuer) throw new Error(`the OIDC issuer calls itself ${issuer}`);
  return Keys.parse(await fetchJson(app, jwksUri));
}

async function fetchJson({ outbound }: Pick<App, 'outbound'>, url: string): Promise<unknown> {
  const answer = await outbound.toTrusted({
    url,
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs,
    responseBytesMax: answerBytesMax,
  });
  if (answer.kind === 'failed') throw new Error(`${url}: ${answer.detail}`);
  if (answer.status !== 200 || answer.isTruncated)
    throw new Error(`${url} answered ${answer.status}${answer.isTruncated ? ', and too much' : ''}`);
  return JSON.parse(answer.body);
}
