import type { App, Caller } from '../context.ts';
import { type ApiKey, getOrganization, listKeys, type Organization } from '../identity/read-organization.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { initialCredits } from './counters.ts';
import { countCalls, openWindow, quotaWindowMs, resetsAt } from './model/quota-window.ts';
import { type CountedDay, listDays, listMinutes, readBalance } from './store.ts';

/** Days and operations that one answer lists at most. */
const daysMax = 1_000;
const dayLength = 'YYYY-MM-DD'.length;

/** The organization and what it can still spend. */
export interface Account {
  readonly organization: Organization;
  readonly balance: number;
}
/** What a key has used of its quota. */
export interface KeyUsage {
  readonly key: ApiKey;
  readonly used: number;
  readonly remaining: number;
  /** When the oldest counted call stops counting. */
  readonly resetsAt: Date;
}
/** Usage per key, and per day and operation. */
export interface Usage {
  readonly keys: readonly KeyUsage[];
  readonly days: readonly Omit<CountedDay, 'organizationId' | 'keyId'>[];
}

/** The caller's account, exact to the last call. */
export async function readAccount(app: App, caller: Caller): Promise<Account> {
  await app.gate.flush();
  const organization = await getOrganization(app, caller.organizationId);
  return { organization, balance: await getBalance(app, caller.organizationId) };
}

/** The balance as written; what is counted and not yet written is at most a second's worth. */
export async function getBalance(app: Pick<App, 'config' | 'db'>, organizationId: OrganizationId): Promise<number> {
  return await readBalance(app.db, organizationId, initialCredits[app.config.environment]);
}

/** The caller's usage over the quota window. */
export async function readUsage(app: App, caller: Caller): Promise<Usage> {
  await app.gate.flush();
  const nowMs = caller.now.getTime();
  const since = new Date(nowMs - quotaWindowMs);
  const keys: KeyUsage[] = [];
  for (const key of await listKeys(app, caller.organizationId)) {
    const window = openWindow(await listMinutes(app.db, key, since), nowMs);
    const used = countCalls(window, nowMs);
    keys.push({ key, used, remaining: Math.max(0, key.quotaCalls - used), resetsAt: resetsAt(window, nowMs) });
  }
  return { keys, days: await listDays(app.db, caller.organizationId, since.toISOString().slice(0, dayLength), daysMax) };
}
