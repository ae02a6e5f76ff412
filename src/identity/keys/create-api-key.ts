import type { Scope } from '../../context.ts';
import { type ApiKeyId, newId, type OrganizationId, type UserId } from '../../platform/ids.ts';
import type { IdentityContext } from '../create-organization.ts';
import { runInTransaction } from '../../platform/db/run-in-transaction.ts';
import {
  ALL_SCOPES,
  hashApiKey,
  newApiKeyText,
  newKeyQuotaCalls,
  newKeyRate,
  prefixOfApiKey,
} from '../model/api-key.ts';
import { type Actor, type AuditOrigin, recordAudit, SYSTEM } from '../record-audit.ts';
import { type ApiKey, insertApiKey } from '../store.ts';

/** A key to be made. */
export interface NewApiKey {
  readonly organizationId: OrganizationId;
  readonly name: string;
  /** Omitted: every scope. */
  readonly scopes?: readonly Scope[];
  /** Calls per rolling 30 days; omitted: those of an ordinary new key. */
  readonly quotaCalls?: number | 'unlimited';
  readonly rate?: { readonly perSecond: number; readonly burst: number };
  /** It pays by mandates alone; omitted: as any key does. */
  readonly isMandateOnly?: boolean;
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

/** Makes a key and puts it on record. Only its SHA-256 is stored; the answer is the one time it can be read. */
export async function createApiKey(app: IdentityContext, wanted: NewApiKey): Promise<CreatedApiKey> {
  const text = wanted.text ?? newApiKeyText(app.config.environment);
  const keyId = newId('apiKey');
  const prefix = prefixOfApiKey(text);
  const {
    organizationId,
    name,
    scopes,
    quotaCalls = newKeyQuotaCalls,
    rate = newKeyRate,
    createdBy,
    isMandateOnly = false,
    actor = SYSTEM,
    request,
  } = wanted;
  await runInTransaction(app.db, async (tx) => {
    const createdAt = app.clock.now();
    const key: ApiKey = {
      organizationId,
      keyId,
      prefix,
      name,
      scopes,
      quotaCalls: quotaCalls === 'unlimited' ? undefined : quotaCalls,
      rate,
      createdAt,
      createdBy,
      lastUsedAt: undefined,
      isMandateOnly,
    };
    await insertApiKey(tx, key, hashApiKey(text));
    await recordAudit(tx, app.clock, {
      organizationId,
      actor,
      action: 'api_key.created',
      target: keyId,
      detail: {
        name,
        prefix,
        scopes: [...(scopes ?? ALL_SCOPES)],
        ...(isMandateOnly ? { mandate_only: true } : {}),
      },
      request,
    });
  });
  return { key: text, keyId, prefix };
}
