import type { Scope } from '../context.ts';
import { type ApiKeyId, newId, type OrganizationId } from '../platform/ids.ts';
import type { IdentityContext } from './create-organization.ts';
import { hashApiKey, newApiKeyText, newKeyQuotaCalls, newKeyRate, prefixOfApiKey } from './model/api-key.ts';
import { insertApiKey } from './store.ts';

/** A key to be made. */
export interface NewApiKey {
  readonly organizationId: OrganizationId;
  readonly name: string;
  /** Omitted: every scope. */
  readonly scopes?: readonly Scope[];
  /** Calls per rolling 30 days. */
  readonly quotaCalls?: number;
  readonly rate?: { readonly perSecond: number; readonly burst: number };
  /** This exact text instead of a fresh one (the bootstrap key). */
  readonly text?: string;
}

/** A key as it is shown, once. */
export interface CreatedApiKey {
  readonly key: string;
  readonly keyId: ApiKeyId;
  readonly prefix: string;
}

/** Makes a key. Only its SHA-256 is kept; the answer is the one time it can be read. */
export async function createApiKey(app: IdentityContext, request: NewApiKey): Promise<CreatedApiKey> {
  const key = request.text ?? newApiKeyText(app.config.environment);
  const keyId = newId('apiKey');
  const prefix = prefixOfApiKey(key);
  const { organizationId, name, scopes, quotaCalls = newKeyQuotaCalls, rate = newKeyRate } = request;
  await insertApiKey(app.db, { organizationId, keyId, prefix, name, scopes, quotaCalls, rate, createdAt: app.clock.now(), lastUsedAt: undefined }, hashApiKey(key));
  return { key, keyId, prefix };
}
