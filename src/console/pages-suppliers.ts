import { suppliersPage, switchOffPage } from '../../web/console/suppliers-page.ts';
import { AccountResponse } from '../metering/contract.ts';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { AccountList, AccountResource } from '../supplier-accounts/contract.ts';
import { SupplierList, SupplierResource } from '../supplier-accounts/sale/contract.ts';
import { staffForm, staffPage } from './form-page.ts';
import { noticeOf, requireOwner, type StaffDoors, type StaffVisit } from './staff.ts';

const LIST = '/console/suppliers';
const SWITCH = 'switch_supplier_sale';

/** Who serves what is sold, with whose accounts, and how they do; suppliers and accounts are switched off and on. */
export function createSupplierPages(doors: StaffDoors): readonly PageDeclaration[] {
  return [
    staffPage(doors, LIST, LIST, answerList),
    staffPage(doors, `${LIST}/:supplier/off`, LIST, answerOff),
    staffForm(doors, `${LIST}/:supplier/off`, LIST, async (visit, { params, form }) => {
      const body = { for_sale: false, reason: form['reason'] ?? '' };
      await visit.run(SWITCH, SupplierResource, { params: { supplier: params['supplier'] ?? '' }, body });
      return visit.goTo(LIST, 'off');
    }),
    staffForm(doors, `${LIST}/:supplier/on`, LIST, async (visit, { params }) => {
      const input = { params: { supplier: params['supplier'] ?? '' }, body: { for_sale: true } };
      await visit.run(SWITCH, SupplierResource, input);
      return visit.goTo(LIST, 'on');
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

async function answerList(visit: StaffVisit, context: PageContext): Promise<PageAnswer> {
  const [account, { suppliers }, { supplier_accounts: accounts }] = await Promise.all([
    visit.run('account', AccountResponse),
    visit.run('list_suppliers', SupplierList),
    visit.run('list_supplier_accounts', AccountList),
  ]);
  const usesInstallation = account.use_installation_account;
  return visit.page(suppliersPage(visit.facts, { suppliers, usesInstallation, accounts }, noticeOf(context)));
}

async function answerOff(visit: StaffVisit, { params }: PageContext): Promise<PageAnswer> {
  if (!visit.may(SWITCH)) throw refuse('role_forbidden');
  const { suppliers } = await visit.run('list_suppliers', SupplierList);
  const found = suppliers.find(({ supplier }) => supplier === params['supplier']);
  if (found === undefined) throw refuse('resource_not_found', { message: 'No supplier of this name is connected.' });
  return visit.page(switchOffPage(visit.facts, found));
}
