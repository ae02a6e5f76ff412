import type { App } from '../context.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { findBuiltInSupplier, type SuppliedKind } from '../suppliers/calls/find-supplier.ts';
import type { AccountCondition } from '../suppliers/common/account-health.ts';
import type { KeyedSupplier, SupplierAccount } from '../suppliers/common/account.ts';
import { SupplierFailure } from '../suppliers/ports/supplier.ts';
import { installationAccount } from './find-accounts.ts';
import { KEYED_SUPPLIERS } from './model/account.ts';

/** A supplier that something is sold through, and how it does. */
export interface SuppliedBy {
  /** `provider` of what it sells. */
  readonly supplier: string;
  readonly kinds: readonly SuppliedKind[];
  readonly condition: Pick<AccountCondition, 'status' | 'since'> & Partial<Pick<AccountCondition, 'lastFailure'>>;
  /** Whose key it is called with; undefined of the sandbox's own, and of a key that cannot be used. */
  readonly account: SupplierAccount | undefined;
}

/** A supplier whose installation's account does not do well. */
export interface SupplyProblem {
  readonly supplier: KeyedSupplier;
  readonly status: AccountCondition['status'];
  readonly problem: string;
  readonly since: Date | undefined;
}

/** What describing suppliers needs of the product. */
export type SupplyContext = Pick<
  App,
  'flightSuppliers' | 'hotelSuppliers' | 'carSuppliers' | 'supplierAccounts' | 'supplierAccountHealth' | 'config'
>;

/** Which suppliers an organization sells through now, each with the kinds it serves. */
export async function describeSupply(
  app: SupplyContext,
  organizationId: OrganizationId,
): Promise<readonly SuppliedBy[]> {
  const described = await Promise.all(
    [...connectedSuppliers(app)].map(async ([supplier, kinds]) => {
      const found = await conditionFor(app, organizationId, supplier, kinds);
      return found && { supplier, kinds, ...found };
    }),
  );
  return described.flatMap((one) => one ?? []);
}

/** What is wrong with the installation's own accounts; empty where nothing is. Nothing of organizations is in it. */
export async function findSupplyProblems(app: SupplyContext): Promise<readonly SupplyProblem[]> {
  const found: SupplyProblem[] = [];
  const connected = connectedSuppliers(app);
  for (const supplier of KEYED_SUPPLIERS.filter((name) => connected.has(name))) {
    const account = installationAccount(app.config, supplier);
    if (account === undefined) continue;
    const { status, since, detail } = await app.supplierAccountHealth.read(account);
    if (status === 'ok' || status === 'unknown') continue;
    found.push({ supplier, status, since, problem: `${WORDS[status]}${detail === undefined ? '' : ` (${detail})`}` });
  }
  return found;
}

const WORDS = {
  degraded: 'answers in part: calls fail, are slowed down, or its balance ran out',
  unauthorised: 'refuses the key: it is wrong, has expired, was suspended or lacks a permission',
  unreachable: 'does not answer: nothing is sold through it until it does',
} as const;

function connectedSuppliers(app: SupplyContext): ReadonlyMap<string, readonly SuppliedKind[]> {
  const kinds = new Map<string, SuppliedKind[]>();
  const connected = { flight: app.flightSuppliers, hotel: app.hotelSuppliers, car: app.carSuppliers } as const;
  for (const kind of ['flight', 'hotel', 'car'] as const)
    for (const { id } of connected[kind]) kinds.set(id, [...(kinds.get(id) ?? []), kind]);
  return kinds;
}

/** Undefined: the organization has no account at this supplier, so it sells nothing of it. */
async function conditionFor(
  app: SupplyContext,
  organizationId: OrganizationId,
  supplier: string,
  kinds: readonly SuppliedKind[],
): Promise<Pick<SuppliedBy, 'condition' | 'account'> | undefined> {
  const keyed = KEYED_SUPPLIERS.find((name) => name === supplier);
  if (keyed === undefined) {
    const isBuiltIn = kinds.every((kind) => findBuiltInSupplier(app, kind)?.id === supplier);
    return { condition: { status: isBuiltIn ? 'ok' : 'unknown', since: undefined }, account: undefined };
  }
  const account = await accountFor(app, keyed, organizationId);
  if (account === 'unusable') return { condition: { status: 'unauthorised', since: undefined }, account: undefined };
  return account && { condition: await app.supplierAccountHealth.read(account), account };
}

async function accountFor(
  app: SupplyContext,
  supplier: KeyedSupplier,
  organizationId: OrganizationId,
): Promise<SupplierAccount | 'unusable' | undefined> {
  try {
    return await app.supplierAccounts.findForSale(supplier, organizationId);
  } catch (error) {
    if (error instanceof SupplierFailure) return 'unusable';
    throw error;
  }
}
