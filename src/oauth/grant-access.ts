import type { Provider } from 'oidc-provider';
import type { App, Scope } from '../context.ts';
import type { User } from '../identity/model/user.ts';
import { type AuditOrigin, recordAudit } from '../identity/record-audit.ts';
import { hashId } from './adapter.ts';
import { insertGrant } from './grant-store.ts';
import { clientSeconds, type IssuerName, refreshTokenSeconds, resourceUrl } from './model/issuer.ts';
import { extendPayload } from './payload-store.ts';

/** What a user allows, and whom. */
export interface Access {
  readonly issuer: IssuerName;
  readonly user: Pick<User, 'organizationId' | 'userId'>;
  readonly client: { readonly clientId: string; readonly name: string; readonly host: string | undefined };
  readonly scopes: readonly Scope[];
  /** `openid`, `offline_access`: those of the protocol that were asked for. */
  readonly protocolScopes: readonly string[];
  readonly request: AuditOrigin;
}

type AccessContext = Pick<App, 'config' | 'db' | 'clock'>;

/** Puts what a user has allowed on record; answers the library's grant id. Tokens of it work once this has returned. */
export async function grantAccess(app: AccessContext, provider: Provider, access: Access): Promise<string> {
  const { issuer, user, client, scopes, protocolScopes, request } = access;
  const grant = new provider.Grant({ accountId: user.userId, clientId: client.clientId });
  grant.addResourceScope(resourceUrl(app.config.publicUrl, issuer), scopes.join(' '));
  // The library wants scopes that its discovery names allowed on both sides.
  grant.addOIDCScope([...scopes, ...protocolScopes].join(' '));
  const grantId = await grant.save();
  const now = app.clock.now();
  const grantHash = hashId(grantId);
  const clientHash = issuer === 'mcp' ? hashId(client.clientId) : undefined;
  await app.db.transaction(async (tx) => {
    await insertGrant(tx, {
      organizationId: user.organizationId,
      grantHash,
      userId: user.userId,
      issuer,
      clientHash,
      clientName: client.name,
      clientHost: client.host,
      scopes: scopes.join(' '),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + refreshTokenSeconds * 1_000),
    });
    if (clientHash !== undefined)
      await extendPayload(
        tx,
        { issuer, model: 'Client', idHash: clientHash },
        new Date(now.getTime() + clientSeconds * 1_000),
      );
    await recordAudit(tx, app.clock, {
      organizationId: user.organizationId,
      actor: { kind: 'user', id: user.userId },
      action: issuer === 'mcp' ? 'oauth.consent_granted' : 'oauth.device_approved',
      target: grantHash,
      detail: { client: client.name, scopes: [...scopes], ...(client.host === undefined ? {} : { host: client.host }) },
      request,
    });
  });
  return grantId;
}
