import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, Tx } from '../../platform/db/db.ts';
import { asId, type OrganizationId } from '../../platform/ids.ts';
import {
  type LegalEntity,
  LOGO_MEDIA_TYPES,
  type LogoFacts,
  type ProfileFacts,
  readLegalEntity,
  type SellerProfile,
} from './model/seller-profile.ts';

interface ProfileRow {
  organization_id: string;
  version: number;
  colour: string | null;
  support: unknown;
  terms_url: string | null;
  privacy_url: string | null;
  legal: unknown;
  return_hosts: string[];
  updated_at: Date;
}
interface LogoRow {
  organization_id: string;
  hash: string;
  media_type: string;
  width: number;
  height: number;
  bytes: Uint8Array;
  updated_at: Date;
}
type ProfileTables = {
  organization: { organization_id: string; name: string };
  organization_profile: ProfileRow;
  organization_logo: LogoRow;
};
const db = (h: Handle) => h.q.withTables<ProfileTables>();

const MediaType = z.enum(LOGO_MEDIA_TYPES);
const text = z
  .string()
  .optional()
  .transform((value) => value ?? undefined);
const StoredSupport = z.object({ email: text, phone: text, url: text });
/** The profile of an organization; undefined where there is no such organization. */
export async function findProfile(h: Handle, organizationId: OrganizationId): Promise<SellerProfile | undefined> {
  const row = await db(h)
    .selectFrom('organization')
    .leftJoin('organization_profile as profile', 'profile.organization_id', 'organization.organization_id')
    .leftJoin('organization_logo as logo', 'logo.organization_id', 'organization.organization_id')
    .select([
      'organization.name',
      'profile.version',
      'profile.colour',
      'profile.support',
      'profile.terms_url',
      'profile.privacy_url',
      'profile.legal',
      'profile.return_hosts',
      'logo.hash',
      'logo.media_type',
      'logo.width',
      'logo.height',
      sql<Date | null>`greatest(profile.updated_at, logo.updated_at)`.as('updated_at'),
    ])
    .where('organization.organization_id', '=', organizationId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    organizationId,
    name: row.name,
    colour: row.colour ?? undefined,
    support: StoredSupport.parse(row.support ?? {}),
    termsUrl: row.terms_url ?? undefined,
    privacyUrl: row.privacy_url ?? undefined,
    legal: toLegal(row.legal),
    returnHosts: row.return_hosts ?? [],
    logo: toLogo(row),
    version: row.version ?? 0,
    updatedAt: row.updated_at ?? undefined,
  };
}

/** Replaces what an organization says of itself, its name included; answers the new version. */
export async function saveProfile(
  tx: Tx,
  organizationId: OrganizationId,
  facts: ProfileFacts,
  at: Date,
): Promise<number> {
  await db(tx)
    .updateTable('organization')
    .set({ name: facts.name })
    .where('organization_id', '=', organizationId)
    .where('name', '<>', facts.name)
    .execute();
  const content = {
    colour: facts.colour ?? null,
    support: sql`${JSON.stringify(facts.support)}::jsonb`,
    terms_url: facts.termsUrl ?? null,
    privacy_url: facts.privacyUrl ?? null,
    legal: facts.legal === undefined ? null : sql`${JSON.stringify(facts.legal)}::jsonb`,
    return_hosts: [...facts.returnHosts],
    updated_at: at,
  };
  const { version } = await db(tx)
    .insertInto('organization_profile')
    .values({ organization_id: organizationId, version: 1, ...content })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((row) => ({ ...content, version: row('organization_profile.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Replaces the logo of an organization. */
export async function saveLogo(
  tx: Tx,
  organizationId: OrganizationId,
  { logo, bytes }: { readonly logo: LogoFacts; readonly bytes: Buffer },
  at: Date,
): Promise<void> {
  const content = {
    hash: logo.hash,
    media_type: logo.mediaType,
    width: logo.width,
    height: logo.height,
    bytes,
    updated_at: at,
  };
  await db(tx)
    .insertInto('organization_logo')
    .values({ organization_id: organizationId, ...content })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(content))
    .execute();
}

/** Removes the logo of an organization; false where it has none. */
export async function deleteLogo(tx: Tx, organizationId: OrganizationId): Promise<boolean> {
  const deleted = await db(tx)
    .deleteFrom('organization_logo')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

/** The bytes of an organization's logo, as long as they are those of this hash. */
export async function findLogoBytes(
  h: Handle,
  organizationId: OrganizationId,
  hash: string,
): Promise<{ readonly mediaType: string; readonly bytes: Buffer } | undefined> {
  const row = await db(h)
    .selectFrom('organization_logo')
    .select(['media_type', 'bytes'])
    .where('organization_id', '=', asId('organization', organizationId))
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && { mediaType: row.media_type, bytes: Buffer.from(row.bytes) };
}

function toLogo(row: {
  readonly hash: string | null;
  readonly media_type: string | null;
  readonly width: number | null;
  readonly height: number | null;
}): LogoFacts | undefined {
  if (row.hash === null || row.width === null || row.height === null) return undefined;
  return { hash: row.hash, mediaType: MediaType.parse(row.media_type), width: row.width, height: row.height };
}

function toLegal(stored: unknown): LegalEntity | undefined {
  return stored === null || stored === undefined ? undefined : readLegalEntity(stored);
}
