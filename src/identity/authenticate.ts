import type { App } from '../context.ts';
import { createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import type { Credential, Identity, Surface, UserCredentials, VerifiedUser, Visitor } from '../platform/http/gate.ts';
import { type ApiKeyId, asId, type OrganizationId } from '../platform/ids.ts';
import type { UserRole } from '../platform/security/roles.ts';
import { createUnknownKeyGuard } from './keys/guard-unknown-keys.ts';
import {
  ALL_SCOPES,
  hashApiKey,
  isApiKeyText,
  isOfOtherEnvironment,
  newKeyQuotaCalls,
  newKeyRate,
} from './model/api-key.ts';
import { findKeyByHash, findOrganization, type Organization, setKeyLastUsed } from './store.ts';
import { findUser } from './user-store.ts';

/** Longest credential that is looked at. */
const credentialLengthMax = 4_096;
/** Remembered keys; beyond it the least used are looked up again. */
const cachedMax = 10_000;
/**
 * After this long a remembered key must be looked up before it is believed: a revocation holds everywhere within a
 * second.
 */
const ttlMs = 1_000;
/**
 * From here on it is looked up again in the background: a busy key waits only when the database takes longer than the
 * rest of the second.
 */
const refreshedMs = 250;

/** Remembers who a key belongs to for at most a second, as a hash: the keys themselves are never stored. */
export interface Authenticator {
  /** Whom a credential belongs to; undefined when it is unknown, revoked, over or of the other environment. */
  authenticate(credential: Credential, surface: Surface, from?: Visitor): Promise<Identity | undefined>;
  /** Drops what is remembered of the key of this hash. */
  forgetKey(keyHash: string): void;
  /** Writes when each key was last used; called now and then, never on a request. */
  flushLastUsed(): Promise<void>;
}

/** What the authenticator is built from. */
export interface AuthenticatorContext extends Pick<App, 'config' | 'db' | 'clock' | 'log' | 'shared'> {
  readonly users: UserCredentials;
}

/** A key that is unknown is remembered as such. */
interface Found {
  readonly identity: Identity | undefined;
}
interface Membership {
  readonly organization: Organization | undefined;
  readonly role: UserRole | undefined;
}
type KeyIdentity = Identity & { readonly principal: { readonly kind: 'api_key'; readonly keyId: ApiKeyId } };

/** Builds the authenticator of a process. */
export function createAuthenticator(app: AuthenticatorContext): Authenticator {
  const keys = createRefreshingCache<Found & { readonly identity: KeyIdentity | undefined }>({
    read: async (hash) => ({ identity: await readKeyIdentity(app, hash) }),
    ttlMs,
    refreshedMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'a key could not be looked up again'),
  });
  // A token or a session says who somebody was when it was made: anyone who has been removed since is nobody within a
  // second.
  const memberships = createRefreshingCache<Membership>({
    read: (key) => readMembership(app, key),
    ttlMs,
    refreshedMs,
    entriesMax: cachedMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'a member could not be looked up again'),
  });
  const guard = createUnknownKeyGuard<Found & { readonly identity: KeyIdentity | undefined }>(app);
  const lastUsed = new Map<ApiKeyId, { readonly organizationId: OrganizationId; readonly at: Date }>();

  const authenticateKey = async (text: string, from: Visitor | undefined): Promise<Identity | undefined> => {
    if (isOfOtherEnvironment(text, app.config.environment)) return undefined;
    const hash = hashApiKey(text);
    const look = () => keys.get(hash);
    const identity = (await (from === undefined ? look() : guard.read(hash, from, look)))?.identity;
    if (identity === undefined) return undefined;
    const {
      organizationId,
      principal: { keyId },
    } = identity;
    // To the minute is enough: the first use since the last write stands for all of them.
    if (!lastUsed.has(keyId)) lastUsed.set(keyId, { organizationId, at: app.clock.now() });
    return identity;
  };
  const identifyUser = async (user: VerifiedUser | undefined): Promise<Identity | undefined> => {
    if (user === undefined) return undefined;
    const { organization, role } = await memberships.get(`${user.organizationId} ${user.userId}`);
    if (organization?.environment !== app.config.environment || role === undefined) return undefined;
    return { ...userIdentity(user, organization), role };
  };
  return {
    async authenticate(credential, surface, from) {
      if (credential.kind === 'session') return await identifyUser(await app.users.readSession(credential));
      const { text } = credential;
      if (text.length > credentialLengthMax) return undefined;
      return isApiKeyText(text)
        ? await authenticateKey(text, from)
        : await identifyUser(await app.users.verifyToken(text, surface));
    },
    forgetKey(keyHash) {
      keys.forget(keyHash);
    },
    async flushLastUsed() {
      const used = [...lastUsed];
      lastUsed.clear();
      for (const [keyId, { organizationId, at }] of used) await setKeyLastUsed(app.db, organizationId, keyId, at);
    },
  };
}

async function readKeyIdentity(app: Pick<App, 'config' | 'db'>, hash: string): Promise<KeyIdentity | undefined> {
  const found = await findKeyByHash(app.db, hash);
  if (!found || found.organization.environment !== app.config.environment) return undefined;
  const {
    key: { organizationId, keyId, scopes, quotaCalls, rate, isMandateOnly },
    organization: { isUnlimited, environment },
  } = found;
  return {
    organizationId,
    principal: { kind: 'api_key', keyId },
    credentialId: keyId,
    scopes: scopes ?? ALL_SCOPES,
    isUnlimited,
    environment,
    isMandateOnly,
    quotaCalls,
    rate,
  };
}

/**
 * The organization of a live user and their role in it; no role when there is no such user in it, and for one without
 * the second factor that the organization asks for.
 */
async function readMembership({ db }: Pick<App, 'db'>, key: string): Promise<Membership> {
  const [organizationId = '', userId = ''] = key.split(' ');
  const user = await findUser(db, asId('organization', organizationId), asId('user', userId));
  const organization = user && (await findOrganization(db, user.organizationId));
  const lacksFactor = organization?.requiresSecondFactor === true && user?.secondFactorAt === undefined;
  return { organization, role: lacksFactor ? undefined : user?.role };
}

/** Users are counted each for themselves, at a new key's limits (contract, section 4). */
function userIdentity(
  { organizationId, userId, scopes, grant }: VerifiedUser,
  { isUnlimited, environment }: Organization,
): Identity {
  return {
    organizationId,
    principal: { kind: 'user', userId, ...(grant === undefined ? {} : { grant }) },
    credentialId: userId,
    scopes,
    isUnlimited,
    environment,
    isMandateOnly: false,
    quotaCalls: newKeyQuotaCalls,
    rate: newKeyRate,
  };
}
