import { isDeepStrictEqual } from 'node:util';
import type { App } from '../context.ts';
import { requireOwner } from '../identity/members/require-member.ts';
import { type Acting, actorOf, recordAudit } from '../identity/record-audit.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { IssuerKey } from './model/verify-chain.ts';
import { type MandateIssuers, readIssuers, saveIssuers } from './store.ts';

/** Issuers as somebody wants them. */
export interface WantedIssuers {
  readonly issuers: readonly IssuerKey[];
  /** The version they were made from; undefined: whatever is stored is replaced. */
  readonly version: number | undefined;
}

/** The issuers that an organization trusts, as they are stored now. */
export async function getIssuers(app: Pick<App, 'db'>, organizationId: OrganizationId): Promise<MandateIssuers> {
  return await readIssuers(app.db, organizationId);
}

/**
 * Replaces the issuers that the caller's organization trusts, on record. Equal ones change nothing. Throws
 * `owner_required`, `body_invalid` for what is no public key, `state_conflict` where the stored ones are of another
 * version than the caller changed.
 */
export async function replaceIssuers(app: App, acting: Acting, wanted: WantedIssuers): Promise<MandateIssuers> {
  const { caller, request } = acting;
  const { organizationId } = caller;
  await app.db.transaction((tx) => requireOwner(tx, caller));
  await checkKeys(wanted.issuers);
  return await app.db.transaction(async (tx) => {
    await requireOwner(tx, caller);
    const stored = await readIssuers(tx, organizationId);
    if (wanted.version !== undefined && wanted.version !== stored.version)
      throw refuse('state_conflict', {
        message: `The issuers are of version ${stored.version}, not ${wanted.version}. Read them again, and change those.`,
        keys: { version: stored.version },
      });
    if (isDeepStrictEqual(stored.issuers, wanted.issuers)) return stored;
    const saved = await saveIssuers(tx, organizationId, wanted.issuers, app.clock.now());
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: actorOf(caller),
      request,
      action: 'mandate_issuers.changed',
      target: organizationId,
      detail: { version: saved.version, issuers: wanted.issuers.map(({ name }) => name) },
    });
    return saved;
  });
}

async function checkKeys(issuers: readonly IssuerKey[]): Promise<void> {
  const { importJWK } = await import('jose');
  for (const [index, { jwk }] of issuers.entries()) {
    const isKey = await importJWK(jwk, 'ES256').then(
      () => true,
      () => false,
    );
    if (!isKey) throw refuseFields([{ path: `issuers.${index}.jwk`, problem: 'is no point of the curve P-256' }]);
  }
}
