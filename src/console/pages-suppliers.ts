import { suppliersPage } from '../../web/console/suppliers-page.ts';
import { AccountResponse } from '../metering/contract.ts';
import type { PageDeclaration } from '../platform/http/route.ts';
import { AccountList, AccountResource } from '../supplier-accounts/contract.ts';
import { staffForm, staffPage } from './form-page.ts';
import { noticeOf, requireOwner, type StaffDoors } from './staff.ts';

const LIST = '/console/suppliers';

/** Who serves what is sold, with whose accounts, and how they do; owners switch their accounts off for sale. */
export function createSupplierPages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, LIST, LIST, async (visit, context) => {
      const [account, { supplier_accounts: accounts }] = await Promise.all([
        visit.run('account', AccountResponse),
        visit.run('list_supplier_accounts', AccountList),
      ]);
      const { suppliers, use_installation_account: usesInstallation } = account;
      return visit.page(suppliersPage(visit.facts, { suppliers, usesInstallation, accounts }, noticeOf(context)));
    }),
    staffForm(doors, `${LIST}/accounts/:account_id`, LIST, async (visit, { params, form }) => {
      requireOwner(visit);
      const body = { enabled: form['enabled'] === 'yes' };
      const id = params['account_id'] ?? '';
      await visit.run('update_supplier_account', AccountResource, { params: { id }, body });
      return visit.goTo(LIST, 'saved');
    }),
    staffForm(doors, `${LIST}/installation`, LIST, async (visit, { form }) => {
      requireOwner(visit);
      await visit.run('update_account', AccountResponse, {
        body: { use_installation_account: form['use'] === 'yes' },
      });
      return visit.goTo(LIST, 'saved');
    }),
  ];
}
