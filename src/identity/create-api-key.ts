import type { Scope } from '../context.ts';
import { type ApiKeyId, newId, type OrganizationId, type UserId } from '../platform/ids.ts';
import type { IdentityContext } from './create-organization.ts';
import { inTransaction } from './in-transaction.ts';
import { ALL_SCOPES, hashApiKey, newApiKeyText, newKeyQuotaCalls, newKeyRate, prefixOfApiKey } from './model/api-key.ts';
import { type Actor, type AuditOrigin, recordAudit, SYSTEM } from './record-audit.ts';
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
  /** Who makes it; omitted: the process itself. */
  readonly actor?: Actor;
  readonly createdBy?: UserId;
  readonly request?: AuditOrigin | undefined;
}

/** A key as it is shown, once. */
export interface CreatedApiKey {
  readonly key: string;
  readonly keyId: ApiKeyId;
  readonly prefix: string;
}

/** Makes a key and puts it on record. Only its SHA-256 is kept; the answer is the one time it can be read. */
export async function createApiKey(app: IdentityContext, wanted: NewApiKey): Promise<CreatedApiKey> {
  const key = wanted.text ?? newApiKeyText(app.config.environment);
  const keyId = newId('apiKey');
  const prefix = prefixOfApiKey(key);
  const { organizationId, name, scopes, quotaCalls = newKeyQuotaCalls, rate = newKeyRate, createdBy, actor = SYSTEM, request } = wanted;
  await inTransaction(app.db, async (tx) => {
    const createdAt = app.clock.now();
    await insertApiKey(tx, { organizationId, keyId, prefix, name, scopes, quotaCalls, rate, createdAt, createdBy, lastUsedAt: undefined }, hashApiKey(key));
    await recordAudit(tx, app.clock, {
      organizationId, actor, action: 'api_key.created', target: keyId, detail: { name, prefix, scopes: [...(scopes ?? ALL_SCOPES)] }, request,
    });
  });
  return { key, keyId, prefix };
}
