import type { Provider } from 'oidc-provider';
import type { App } from '../context.ts';
import { type RefreshingCache, createRefreshingCache } from '../platform/cache/refreshing-cache.ts';
import { signingKeyAt, type SigningKey } from '../platform/security/signing-keys/signing-key.ts';
import { canOpenKey, openSigningKey, readSigningKeys } from '../platform/security/signing-keys/signing-keys.ts';
import type { IssuerName } from './model/issuer.ts';
import { OAUTH_KEYS } from './model/oauth-keys.ts';
import { createProvider } from './provider.ts';

/** Keys are read again after this long: a rotation is seen by every process within a second. */
const ttlMs = 1_000;
const refreshedMs = 500;

type ProviderApp = Pick<App, 'config' | 'db' | 'clock' | 'sealer' | 'log' | 'outbound' | 'shared'>;
type KeyApp = Pick<ProviderApp, 'config' | 'db' | 'clock' | 'sealer' | 'log'>;
interface Built {
  readonly provider: Promise<Provider>;
  /** Of which keys, and which of them signs. */
  readonly madeOf: string;
}
interface ProviderState {
  readonly keys: RefreshingCache<{ readonly keys: readonly SigningKey[] }>;
  readonly built: Map<IssuerName, Built>;
}
/** What a process keeps for an app, for as long as there is the app. */
const retained = new WeakMap<object, ProviderState>();

/** The provider of an issuer, with the keys as they are now. */
export async function providerOf(app: ProviderApp, issuer: IssuerName): Promise<Provider> {
  const { built } = stateOf(app);
  const keys = await currentKeys(app);
  const signing = signingKeyAt(keys, app.clock.now());
  const ordered =
    signing === undefined
      ? keys
      : [signing, ...keys.filter((key) => key.kid !== signing.kid && canOpenKey(app, OAUTH_KEYS, key))];
  const madeOf = ordered.map(({ kid }) => kid).join(' ');
  const known = built.get(issuer);
  if (known?.madeOf === madeOf) return await known.provider;
  const provider = createProvider({ app, issuer, keys: ordered.map((key) => openSigningKey(app, OAUTH_KEYS, key)) });
  built.set(issuer, { provider, madeOf });
  // One that could not be built is not stored: the next request tries again.
  provider.catch(() => built.delete(issuer));
  return await provider;
}

/** The installation's keys, at most a second old. */
export async function currentKeys(app: KeyApp): Promise<readonly SigningKey[]> {
  return (await stateOf(app).keys.get('all')).keys;
}

function stateOf(app: KeyApp): ProviderState {
  const known = retained.get(app.config);
  if (known !== undefined) return known;
  const made: ProviderState = {
    keys: createRefreshingCache({
      read: async () => ({ keys: await readSigningKeys(app, OAUTH_KEYS) }),
      ttlMs,
      refreshedMs,
      entriesMax: 1,
      onRefreshFailed: (err) => app.log.warn({ err }, 'the OAuth signing keys could not be read again'),
    }),
    built: new Map(),
  };
  retained.set(app.config, made);
  return made;
}
