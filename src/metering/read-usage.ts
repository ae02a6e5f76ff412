import type { App, Caller } from '../context.ts';
import type { ReadHandle } from '../platform/db/db.ts';
import { newKeyQuotaCalls } from '../identity/model/api-key.ts';
import {
  type ApiKey,
  getOrganization,
  listKeys,
  listRevokedKeys,
  type Organization,
} from '../identity/read-organization.ts';
import { findLiveUser } from '../identity/read-user.ts';
import { asId, type CredentialId, ID_PREFIXES, type OrganizationId, type UserId } from '../platform/ids.ts';
import { usesInstallation } from '../supplier-accounts/choose-installation.ts';
import { describeSupply, type SuppliedBy } from '../supplier-accounts/describe-supply.ts';
import { initialCredits } from './counters.ts';
import { countCalls, openWindow, quotaWindowMs, resetsAt } from './model/quota-window.ts';
import { type CountedDay, listDays, listMinutes, listUsedIds, readBalance, sumCallsAfter } from './store.ts';

/** Days and operations that one answer lists at most. */
const daysMax = 1_000;
/** Keys that have ended and users that one answer lists at most. */
const credentialsMax = 200;
const dayLength = 'YYYY-MM-DD'.length;

/** The organization and what it can still spend. */
export interface Account {
  readonly organization: Organization;
  readonly balance: number;
  /** Whether the installation's accounts at suppliers are sold through where there is none of its own. */
  readonly usesInstallation: boolean;
  readonly suppliers: readonly SuppliedBy[];
}
/** What was used of a quota. */
export interface Used {
  readonly used: number;
  /** Undefined without a quota. */
  readonly quota:
    | {
        readonly limit: number;
        readonly remaining: number;
        /** When the oldest counted call stops counting. */
        readonly resetsAt: Date;
      }
    | undefined;
}
/** What a key has used of its quota. */
export interface KeyUsage extends Used {
  readonly key: ApiKey;
  /** A key that has ended is listed as long as its calls count. */
  readonly revokedAt: Date | undefined;
}
/** What a user has used by tokens and sessions, at a new key's limits. */
interface UserUsage extends Used {
  readonly userId: UserId;
  /** Undefined for one who was removed. */
  readonly email: string | undefined;
}
/** Usage per key and user, and per day and operation. */
export interface Usage {
  readonly keys: readonly KeyUsage[];
  readonly users: readonly UserUsage[];
  readonly days: readonly Omit<CountedDay, 'organizationId' | 'keyId'>[];
}

/** The caller's account, exact to the last call. */
export async function readAccount(app: App, caller: Caller): Promise<Account> {
  await app.gate.flush();
  const { organizationId } = caller;
  const [organization, balance, isInstallationUsed, suppliers] = await Promise.all([
    getOrganization(app, organizationId),
    getBalance(app, organizationId),
    usesInstallation(app, organizationId),
    describeSupply(app, organizationId),
  ]);
  return { organization, balance, usesInstallation: isInstallationUsed, suppliers };
}

/** The balance as written; what is counted and not yet written is at most a second's worth. */
async function getBalance(app: Pick<App, 'config' | 'db'>, organizationId: OrganizationId): Promise<number> {
  return await readBalance(app.db, organizationId, initialCredits[app.config.environment]);
}

/** The caller's usage over the quota window; with a replica a moment old. */
export async function readUsage(app: App, caller: Caller): Promise<Usage> {
  await app.gate.flush();
  const { organizationId, now } = caller;
  const since = new Date(now.getTime() - quotaWindowMs);
  const sinceDay = since.toISOString().slice(0, dayLength);
  const rows = await app.reads.ofOrganization(organizationId);
  const usedIds = await listUsedIds(rows, organizationId, { at: since, day: sinceDay }, credentialsMax);
  // An organization without limits counts for the record only, whatever its keys say.
  const quotaOf = (quotaCalls: number | undefined) => (caller.isUnlimited ? undefined : quotaCalls);
  const live = (await listKeys(app, organizationId)).map((key) => ({ key, revokedAt: undefined }));
  const revoked = await listRevokedKeys(app, organizationId, usedIds);
  const keys: KeyUsage[] = [];
  for (const { key, revokedAt } of [...live, ...revoked]) {
    keys.push({
      key,
      revokedAt,
      ...(await readUsed(rows, { organizationId, credentialId: key.keyId, quotaCalls: quotaOf(key.quotaCalls) }, now)),
    });
  }
  const users: UserUsage[] = [];
  for (const userId of usedIds.filter((id) => id.startsWith(ID_PREFIXES.user)).map((id) => asId('user', id))) {
    const user = await findLiveUser(app, organizationId, userId);
    const used = await readUsed(
      rows,
      { organizationId, credentialId: userId, quotaCalls: quotaOf(newKeyQuotaCalls) },
      now,
    );
    users.push({ userId, email: user?.email, ...used });
  }
  return { keys, users, days: await listDays(rows, organizationId, sinceDay, daysMax) };
}

/** What was called on the caller's present day, by operation, exact to the last call. */
export async function readUsedToday(
  app: App,
  { organizationId, now }: Pick<Caller, 'organizationId' | 'now'>,
): Promise<Usage['days']> {
  await app.gate.flush();
  return await listDays(app.db, organizationId, now.toISOString().slice(0, dayLength), daysMax);
}

interface Counted {
  readonly organizationId: OrganizationId;
  readonly credentialId: CredentialId;
  readonly quotaCalls: number | undefined;
}

async function readUsed(
  rows: ReadHandle,
  { organizationId, credentialId: keyId, quotaCalls }: Counted,
  now: Date,
): Promise<Used> {
  const nowMs = now.getTime();
  const since = new Date(nowMs - quotaWindowMs);
  if (quotaCalls === undefined) {
    return {
      used: await sumCallsAfter(rows, { organizationId, keyId }, since.toISOString().slice(0, dayLength)),
      quota: undefined,
    };
  }
  const window = openWindow(await listMinutes(rows, { organizationId, keyId }, since), nowMs);
  const used = countCalls(window, nowMs);
  return {
    used,
    quota: { limit: quotaCalls, remaining: Math.max(0, quotaCalls - used), resetsAt: resetsAt(window, nowMs) },
  };
}
