import { sql } from 'kysely';
import * as z from 'zod';
import type { Scope } from '../context.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { type ApiKeyId, asId, type OrganizationId, type UserId } from '../platform/ids.ts';
import type { Environment } from './model/api-key.ts';

interface OrganizationRow {
  organization_id: string;
  name: string;
  environment: Environment;
  is_unlimited: boolean;
  created_at: Date;
  requires_second_factor: boolean;
}
interface ApiKeyRow {
  organization_id: string;
  key_id: string;
  key_hash: string;
  prefix: string;
  name: string;
  scopes: unknown;
  quota_calls: number | null;
  rate_per_second: number;
  rate_burst: number;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  created_by: string | null;
  is_mandate_only: boolean;
}
type IdentityTables = { organization: OrganizationRow; api_key: ApiKeyRow };

/** A tenant. */
export interface Organization {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly environment: Environment;
  readonly isUnlimited: boolean;
  readonly createdAt: Date;
  /** Members without a second factor may do nothing here but set one up. */
  readonly requiresSecondFactor: boolean;
}

/** A key without its secret. */
export interface ApiKey {
  readonly organizationId: OrganizationId;
  readonly keyId: ApiKeyId;
  readonly prefix: string;
  readonly name: string;
  /** Undefined means every scope. */
  readonly scopes: readonly Scope[] | undefined;
  /** Calls per rolling 30 days. Undefined means no quota. */
  readonly quotaCalls: number | undefined;
  readonly rate: { readonly perSecond: number; readonly burst: number };
  readonly createdAt: Date;
  /** Undefined for a key of the command line's, or the process's own. */
  readonly createdBy: UserId | undefined;
  readonly lastUsedAt: Date | undefined;
  /** It pays by mandates alone. */
  readonly isMandateOnly: boolean;
}

const StoredScopes = z.array(z.enum(['search', 'book', 'manage'])).nullable();

const tables = (h: Handle) => h.q.withTables<IdentityTables>();

export async function insertOrganization(h: Handle, organization: Organization): Promise<void> {
  await tables(h)
    .insertInto('organization')
    .values({
      organization_id: organization.organizationId,
      name: organization.name,
      environment: organization.environment,
      is_unlimited: organization.isUnlimited,
      created_at: organization.createdAt,
      requires_second_factor: organization.requiresSecondFactor,
    })
    .execute();
}

export async function findOrganization(h: Handle, organizationId: OrganizationId): Promise<Organization | undefined> {
  const row = await tables(h)
    .selectFrom('organization')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && toOrganization(row);
}

/** What organizations are called, by id. */
export async function findOrganizationNames(
  h: Handle,
  ids: readonly OrganizationId[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(h)
    .selectFrom('organization')
    .select(['organization_id', 'name'])
    .where('organization_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ organization_id: id, name }) => [id, name]));
}

/** Has an organization ask a second factor of every member, or no longer; false when it is so already. */
export async function setRequiresSecondFactor(
  tx: Tx,
  organizationId: OrganizationId,
  isRequired: boolean,
): Promise<boolean> {
  const updated = await tables(tx)
    .updateTable('organization')
    .set({ requires_second_factor: isRequired })
    .where('organization_id', '=', organizationId)
    .where('requires_second_factor', '=', !isRequired)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Gives an organization the name its first owner has typed. */
export async function setOrganizationName(tx: Tx, organizationId: OrganizationId, name: string): Promise<void> {
  await tables(tx).updateTable('organization').set({ name }).where('organization_id', '=', organizationId).execute();
}

/** The first key that was ever made in an organization, live or not. */
export async function findOldestKey(
  h: Handle,
  organizationId: OrganizationId,
): Promise<{ readonly keyId: ApiKeyId; readonly createdBy: string | undefined; readonly isLive: boolean } | undefined> {
  const row = await tables(h)
    .selectFrom('api_key')
    .select(['key_id', 'created_by', 'revoked_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('key_id')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      keyId: asId('apiKey', row.key_id),
      createdBy: row.created_by ?? undefined,
      isLive: row.revoked_at === null,
    }
  );
}

/**
 * Organizations whose name holds `part` (any, where it is empty), newest first. For the operator: the
 * one list of all of them.
 */
export async function listOrganizations(h: Handle, part: string, limit: number): Promise<readonly Organization[]> {
  const rows = await tables(h)
    .selectFrom('organization')
    .selectAll()
    .where((eb) => eb(eb.fn<number>('strpos', [eb.fn('lower', ['name']), eb.val(part.toLowerCase())]), '>', 0))
    .orderBy('created_at', 'desc')
    .orderBy('organization_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toOrganization);
}

/** Takes the limits of an organization away, or gives them back; false when it does not exist or is so already. */
export async function setUnlimited(h: Handle, organizationId: OrganizationId, isUnlimited: boolean): Promise<boolean> {
  const updated = await tables(h)
    .updateTable('organization')
    .set({ is_unlimited: isUnlimited })
    .where('organization_id', '=', organizationId)
    .where('is_unlimited', '=', !isUnlimited)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

/** Locks the row of the organization until the transaction ends. */
export async function lockOrganizationRow(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tables(tx)
    .selectFrom('organization')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** The oldest organization with limits: the one that keys are made in unless set otherwise. */
export async function findFirstOrganization(h: Handle): Promise<Organization | undefined> {
  const row = await tables(h)
    .selectFrom('organization')
    .selectAll()
    .where('is_unlimited', '=', false)
    .orderBy('created_at')
    .orderBy('organization_id')
    .limit(1)
    .executeTakeFirst();
  return row && toOrganization(row);
}

export async function insertApiKey(h: Handle, key: ApiKey, keyHash: string): Promise<void> {
  await tables(h)
    .insertInto('api_key')
    .values({
      organization_id: key.organizationId,
      key_id: key.keyId,
      key_hash: keyHash,
      prefix: key.prefix,
      name: key.name,
      scopes: key.scopes ? sql`${JSON.stringify(key.scopes)}::jsonb` : null,
      quota_calls: key.quotaCalls ?? null,
      rate_per_second: key.rate.perSecond,
      rate_burst: key.rate.burst,
      created_at: key.createdAt,
      last_used_at: null,
      revoked_at: null,
      created_by: key.createdBy ?? null,
      is_mandate_only: key.isMandateOnly,
    })
    .execute();
}

/**
 * A live key and its organization, by the hash of the key: the one look-up that cannot know the organization
 * beforehand.
 */
export async function findKeyByHash(
  h: Handle,
  keyHash: string,
): Promise<{ readonly key: ApiKey; readonly organization: Organization } | undefined> {
  const row = await tables(h)
    .selectFrom('api_key')
    .innerJoin('organization', 'organization.organization_id', 'api_key.organization_id')
    .selectAll('api_key')
    .select([
      'organization.name as organization_name',
      'organization.environment',
      'organization.is_unlimited',
      'organization.created_at as organization_created_at',
      'organization.requires_second_factor',
    ])
    .where('api_key.key_hash', '=', keyHash)
    .where('api_key.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { organization_id, environment, is_unlimited, requires_second_factor } = row;
  const organization = toOrganization({
    organization_id,
    name: row.organization_name,
    environment,
    is_unlimited,
    created_at: row.organization_created_at,
    requires_second_factor,
  });
  return { key: toApiKey(row), organization };
}

export async function listApiKeys(
  h: Handle,
  organizationId: OrganizationId,
  limit: number,
): Promise<readonly ApiKey[]> {
  const rows = await tables(h)
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .limit(limit)
    .execute();
  return rows.map(toApiKey);
}

/** The live keys a user has made, oldest first. */
export async function listApiKeysBy(
  h: Handle,
  organizationId: OrganizationId,
  createdBy: UserId,
): Promise<readonly ApiKey[]> {
  const rows = await tables(h)
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', createdBy)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toApiKey);
}

/** A live key of an organization. */
export async function findApiKey(
  h: Handle,
  organizationId: OrganizationId,
  keyId: ApiKeyId,
): Promise<ApiKey | undefined> {
  const row = await tables(h)
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row && toApiKey(row);
}

/** Which of these keys have ended, and when. */
export async function listRevokedApiKeys(
  h: Handle,
  organizationId: OrganizationId,
  keyIds: readonly string[],
): Promise<readonly { readonly key: ApiKey; readonly revokedAt: Date }[]> {
  if (keyIds.length === 0) return [];
  const rows = await tables(h)
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key_id', 'in', [...keyIds])
    .where('revoked_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.flatMap((row) => (row.revoked_at ? [{ key: toApiKey(row), revokedAt: row.revoked_at }] : []));
}

export async function existsAnyApiKey(h: Handle): Promise<boolean> {
  const row = await tables(h).selectFrom('api_key').select('key_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Ends a key and answers its hash; undefined when it does not exist or had ended already. */
export async function setKeyRevoked(
  h: Handle,
  organizationId: OrganizationId,
  keyId: ApiKeyId,
  at: Date,
): Promise<string | undefined> {
  const ended = await tables(h)
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('organization_id', '=', organizationId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('key_hash')
    .executeTakeFirst();
  return ended?.key_hash;
}

export async function setKeyLastUsed(
  h: Handle,
  organizationId: OrganizationId,
  keyId: ApiKeyId,
  at: Date,
): Promise<void> {
  await tables(h)
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('organization_id', '=', organizationId)
    .where('key_id', '=', keyId)
    .execute();
}

function toOrganization(row: OrganizationRow): Organization {
  return {
    organizationId: asId('organization', row.organization_id),
    name: row.name,
    environment: row.environment,
    isUnlimited: row.is_unlimited,
    createdAt: row.created_at,
    requiresSecondFactor: row.requires_second_factor,
  };
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    organizationId: asId('organization', row.organization_id),
    keyId: asId('apiKey', row.key_id),
    prefix: row.prefix,
    name: row.name,
    scopes: StoredScopes.parse(row.scopes) ?? undefined,
    quotaCalls: row.quota_calls ?? undefined,
    rate: { perSecond: row.rate_per_second, burst: row.rate_burst },
    createdAt: row.created_at,
    createdBy: row.created_by === null ? undefined : asId('user', row.created_by),
    lastUsedAt: row.last_used_at ?? undefined,
    isMandateOnly: row.is_mandate_only,
  };
}
