import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, Tx } from '../platform/db/db.ts';
import { LITEAPI_PAYMENTS } from '../platform/config-suppliers.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import type { KeyedSupplier } from '../suppliers/common/account.ts';
import type { StoredAccount } from './model/account.ts';

interface AccountRow {
  organization_id: string;
  account_id: string;
  supplier: KeyedSupplier;
  credentials_sealed: string;
  last_four: string;
  has_webhook_secret: boolean;
  is_live: boolean;
  settings: unknown;
  is_enabled: boolean;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}
interface SupplyRow {
  organization_id: string;
  use_installation_account: boolean;
}
type Tables = { supplier_account: AccountRow; organization_supply: SupplyRow };

const StoredSettings = z.object({
  kinds: z.array(z.enum(['flight', 'hotel', 'car'])),
  searches_per_day_max: z.number().optional(),
  paid_from: z.enum(LITEAPI_PAYMENTS).optional(),
});

const tables = (h: Handle) => h.q.withTables<Tables>();

export async function insertAccount(tx: Tx, account: StoredAccount): Promise<void> {
  await tables(tx).insertInto('supplier_account').values(toRow(account)).execute();
}

/** Writes every changeable column of an account. */
export async function updateAccount(tx: Tx, account: StoredAccount): Promise<void> {
  const { organization_id, account_id, created_at, supplier, is_live, ...changeable } = toRow(account);
  await tables(tx)
    .updateTable('supplier_account')
    .set(changeable)
    .where('organization_id', '=', organization_id)
    .where('account_id', '=', account_id)
    .execute();
}

/** One account, deleted ones included, locked until the transaction ends. */
export async function findAccountForUpdate(
  tx: Tx,
  organizationId: OrganizationId,
  accountId: string,
): Promise<StoredAccount | undefined> {
  const row = await tables(tx)
    .selectFrom('supplier_account')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return row && toAccount(row);
}

/** The accounts of an organization that are not deleted, oldest first; `accountsMax` bounds them. */
export async function listAccounts(h: Handle, organizationId: OrganizationId): Promise<readonly StoredAccount[]> {
  const rows = await tables(h)
    .selectFrom('supplier_account')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .orderBy('account_id')
    .execute();
  return rows.map(toAccount);
}

/** An account by its id alone, deleted ones included: a booking or a callback names it. */
export async function findAccountById(h: Handle, accountId: string): Promise<StoredAccount | undefined> {
  const row = await tables(h)
    .selectFrom('supplier_account')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Accounts of any organization that were deleted before an instant, the longest ago first. Housekeeping. */
export async function listDeletedAccounts(h: Handle, before: Date, limit: number): Promise<readonly StoredAccount[]> {
  const rows = await tables(h)
    .selectFrom('supplier_account')
    .selectAll()
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map(toAccount);
}

export async function deleteAccountRow(tx: Tx, organizationId: OrganizationId, accountId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('supplier_account')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Whether the organization sells through the installation's account where it has none of its own; true unless set. */
export async function readUseOfInstallation(h: Handle, organizationId: OrganizationId): Promise<boolean> {
  const row = await tables(h)
    .selectFrom('organization_supply')
    .select('use_installation_account')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.use_installation_account ?? true;
}

export async function writeUseOfInstallation(tx: Tx, organizationId: OrganizationId, isUsed: boolean): Promise<void> {
  await tables(tx)
    .insertInto('organization_supply')
    .values({ organization_id: organizationId, use_installation_account: isUsed })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ use_installation_account: isUsed }))
    .execute();
}

function toRow(account: StoredAccount) {
  const { kinds, searchesPerDayMax, paidFrom } = account.settings;
  const settings = {
    kinds,
    ...(searchesPerDayMax === undefined ? {} : { searches_per_day_max: searchesPerDayMax }),
    ...(paidFrom === undefined ? {} : { paid_from: paidFrom }),
  };
  return {
    organization_id: account.organizationId,
    account_id: account.accountId,
    supplier: account.supplier,
    credentials_sealed: account.credentialsSealed,
    last_four: account.lastFour,
    has_webhook_secret: account.hasWebhookSecret,
    is_live: account.isLive,
    settings: sql`${JSON.stringify(settings)}::text::jsonb`,
    is_enabled: account.isEnabled,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    deleted_at: account.deletedAt ?? null,
  };
}

function toAccount(row: AccountRow): StoredAccount {
  const settings = StoredSettings.parse(row.settings);
  return {
    organizationId: asId('organization', row.organization_id),
    accountId: row.account_id,
    supplier: row.supplier,
    credentialsSealed: row.credentials_sealed,
    lastFour: row.last_four,
    hasWebhookSecret: row.has_webhook_secret,
    isLive: row.is_live,
    settings: {
      kinds: settings.kinds,
      searchesPerDayMax: settings.searches_per_day_max,
      paidFrom: settings.paid_from,
    },
    isEnabled: row.is_enabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at ?? undefined,
  };
}
