import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { ApiKeyId, OrganizationId } from '../../platform/ids.ts';
import { mayRun } from '../../platform/security/roles.ts';
import { lockOrganization } from '../lock-organization.ts';
import { requireMember } from '../members/require-member.ts';
import { type Acting, recordAct } from '../record-audit.ts';
import { findApiKey } from '../store.ts';
import { findUser } from '../user-store.ts';
import type { LogoFacts, ProfileFacts, SellerProfile } from './model/seller-profile.ts';
import { deleteLogo, saveLogo, saveProfile } from './profile-store.ts';
import { readProfile } from './read-profile.ts';

/** What changing a profile needs of the product. */
type ProfileContext = Pick<App, 'db' | 'clock' | 'sellers'>;

/** What an organization wants to say of itself. */
export interface WantedProfile {
  readonly facts: ProfileFacts;
  /** The version it was made from; undefined: whatever is stored is replaced. */
  readonly version: number | undefined;
}

/**
 * Replaces everything an organization says of itself but its logo, on record. Equal facts change nothing. Throws
 * `state_conflict` where the stored ones are of another version than the caller changed.
 */
export async function changeProfile(
  app: ProfileContext,
  acting: Acting,
  { facts, version }: WantedProfile,
): Promise<SellerProfile> {
  return await changing(app, acting, async (tx, stored) => {
    if (version !== undefined && version !== stored.version)
      throw refuse('state_conflict', {
        message: `The organization is of version ${stored.version}, not ${version}. Read it again, and change that.`,
        keys: { version: stored.version },
      });
    const changed = namesOfChanges(stored, facts);
    if (changed.length === 0) return;
    const { organizationId } = stored;
    const saved = await saveProfile(tx, organizationId, facts, app.clock.now());
    await recordAct(tx, app.clock, acting, {
      action: 'organization.profile_changed',
      target: organizationId,
      detail: { version: saved, changed: [...changed], return_hosts: [...facts.returnHosts] },
    });
  });
}

/** Replaces the logo of an organization, on record; the one that is shown already changes nothing. */
export async function changeLogo(
  app: ProfileContext,
  acting: Acting,
  image: { readonly logo: LogoFacts; readonly bytes: Buffer },
): Promise<SellerProfile> {
  return await changing(app, acting, async (tx, { organizationId, logo }) => {
    if (logo?.hash === image.logo.hash) return;
    await saveLogo(tx, organizationId, image, app.clock.now());
    await recordAct(tx, app.clock, acting, {
      action: 'organization.profile_changed',
      target: organizationId,
      detail: { changed: ['logo'], logo: image.logo.hash },
    });
  });
}

/** Removes the logo of an organization, on record; without one nothing happens. */
export async function removeLogo(app: ProfileContext, acting: Acting): Promise<SellerProfile> {
  return await changing(app, acting, async (tx, { organizationId }) => {
    if (!(await deleteLogo(tx, organizationId))) return;
    await recordAct(tx, app.clock, acting, {
      action: 'organization.profile_changed',
      target: organizationId,
      detail: { changed: ['logo'] },
    });
  });
}

/**
 * Changes come one after the other. A user who was removed a moment ago changes nothing any more, and a key nothing
 * that its maker may not: else every member could, by a key.
 */
async function changing(
  app: ProfileContext,
  { caller }: Acting,
  change: (tx: Tx, stored: SellerProfile) => Promise<void>,
): Promise<SellerProfile> {
  const { organizationId, principal } = caller;
  return await app.db.transaction(async (tx) => {
    if (principal.kind === 'user') await requireMember(tx, caller);
    else {
      await lockOrganization(tx, organizationId);
      await requireMaker(tx, organizationId, principal.keyId);
    }
    await change(tx, await readProfile({ db: tx }, organizationId));
    tx.afterCommit(() => app.sellers.forget(organizationId));
    return await readProfile({ db: tx }, organizationId);
  });
}

/** Throws `role_forbidden` for a key of somebody who may not change the profile themselves. The operator's keys may. */
async function requireMaker(tx: Tx, organizationId: OrganizationId, keyId: ApiKeyId): Promise<void> {
  const maker = (await findApiKey(tx, organizationId, keyId))?.createdBy;
  if (maker === undefined) return;
  const user = await findUser(tx, organizationId, maker);
  if (user === undefined || !mayRun(user.role, PROFILE_CHANGE))
    throw refuse('role_forbidden', {
      message: 'Who made this key may not change the organization. Use a key that an owner or admin has made.',
    });
}
const PROFILE_CHANGE = { operationId: 'replace_organization', tag: 'Account', isWrite: true } as const;

const FACTS = ['name', 'colour', 'support', 'termsUrl', 'privacyUrl', 'legal', 'returnHosts'] as const;

/** Which facts differ, by the names they have on the wire. */
function namesOfChanges(before: ProfileFacts, after: ProfileFacts): readonly string[] {
  return FACTS.filter((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name]))).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** As it is stored: a field that is undefined is one that is not there. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
