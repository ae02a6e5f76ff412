import type { App } from '../context.ts';
import { createBriefMemory } from '../platform/brief-memory.ts';
import type { Identity } from '../platform/http/gate.ts';
import type { ApiKeyId, OrganizationId } from '../platform/ids.ts';
import { ALL_SCOPES, hashApiKey, isOfOtherEnvironment } from './model/api-key.ts';
import { findKeyByHash, setKeyLastUsed } from './store.ts';

/** Longest credential that is looked at. */
const credentialLengthMax = 4_096;
/** Remembered keys; beyond it the least used are looked up again. */
const rememberedMax = 10_000;
/** After this long a remembered key must be looked up before it is believed: a revocation holds everywhere within a second. */
const believedMs = 1_000;
/** From here on it is looked up again in the background: a busy key waits only when the database takes longer than the rest of the second. */
const refreshedMs = 250;

/** Remembers who a key belongs to for at most a second, as a hash: the keys themselves are never kept. */
export interface Authenticator {
  authenticate(credential: string): Promise<Identity | undefined>;
  /** Writes when each key was last used; called now and then, never on a request. */
  flushLastUsed(): Promise<void>;
}

/** A key that is unknown is remembered as such. */
interface Found {
  readonly identity: Identity | undefined;
}

/** Whom a credential belongs to; undefined when it is unknown, revoked or of the other environment. */
export async function authenticate(app: Pick<App, 'gate'>, credential: string): Promise<Identity | undefined> {
  return await app.gate.authenticate(credential);
}

/** Builds the authenticator of a process. */
export function createAuthenticator(app: Pick<App, 'config' | 'db' | 'clock' | 'log'>): Authenticator {
  const keys = createBriefMemory<Found>({
    read: async (hash) => ({ identity: await readIdentity(app, hash) }),
    believedMs, refreshedMs, entriesMax: rememberedMax,
    onRefreshFailed: (err) => app.log.warn({ err }, 'a key could not be looked up again'),
  });
  const lastUsed = new Map<ApiKeyId, { readonly organizationId: OrganizationId; readonly at: Date }>();

  return {
    async authenticate(credential) {
      if (credential.length > credentialLengthMax || isOfOtherEnvironment(credential, app.config.environment)) return undefined;
      const { identity } = await keys.get(hashApiKey(credential));
      // To the minute is enough: the first use since the last write stands for all of them.
      if (identity && !lastUsed.has(identity.keyId)) lastUsed.set(identity.keyId, { organizationId: identity.organizationId, at: app.clock.now() });
      return identity;
    },
    async flushLastUsed() {
      const used = [...lastUsed];
      lastUsed.clear();
      for (const [keyId, { organizationId, at }] of used) await setKeyLastUsed(app.db, organizationId, keyId, at);
    },
  };
}

async function readIdentity(app: Pick<App, 'config' | 'db'>, hash: string): Promise<Identity | undefined> {
  const found = await findKeyByHash(app.db, hash);
  if (!found || found.organization.environment !== app.config.environment) return undefined;
  const { key, organization } = found;
  return {
    organizationId: key.organizationId, keyId: key.keyId, scopes: key.scopes ?? ALL_SCOPES, isUnlimited: organization.isUnlimited,
    environment: organization.environment, quotaCalls: key.quotaCalls, rate: key.rate,
  };
}
