import type { App } from '../../context.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { SaleSwitch } from '../../suppliers/calls/sale-switches.ts';
import { describeSupply, type SuppliedBy, type SupplyContext } from '../describe-supply.ts';

/** A supplier that an organization may sell through, and whether it does. */
export interface SupplierOverview extends SuppliedBy {
  /** Undefined: it is for sale. */
  readonly off: SaleSwitch | undefined;
  /** Of a supplier that is called with a key. */
  readonly searchesToday: number | undefined;
}

/** The suppliers of an organization with their switches, as the database has them now. */
export async function readSuppliers(
  app: SupplyContext & Pick<App, 'db' | 'saleSwitches' | 'supplierAccountCalls'>,
  organizationId: OrganizationId,
): Promise<readonly SupplierOverview[]> {
  const [supply, off] = await Promise.all([
    describeSupply(app, organizationId),
    app.saleSwitches.readOff(app.db, organizationId),
  ]);
  return await Promise.all(
    supply.map(async (one) => ({
      ...one,
      off: off.find(({ supplier }) => supplier === one.supplier),
      searchesToday: one.account && (await app.supplierAccountCalls.searchesToday(one.account, organizationId)),
    })),
  );
}
