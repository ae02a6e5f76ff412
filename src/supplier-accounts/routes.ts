import { refuseFields } from '../platform/errors.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { addAccount } from './add-account.ts';
import { changeAccount } from './change-account.ts';
import {
  AccountDeleted,
  AccountList,
  AccountParams,
  AccountResource,
  AddAccountRequest,
  ChangeAccountRequest,
  presentSupplierAccount,
} from './contract.ts';
import { isConnected } from './model/account.ts';
import { getAccount, readAccounts, UNKNOWN_ACCOUNT, viewAccount } from './read-accounts.ts';
import { requireKey, requirePayment, requireSoldKinds } from './read-credentials.ts';
import { removeAccount } from './remove-account.ts';

/** Keys of suppliers spend money: API keys and credentials that may only search or book neither see nor change them. */
const shared = { tag: 'Account', access: 'user', scope: 'manage', cost: 0 } as const;
const writes = { isReadOnly: false, isIdempotent: false, isDestructive: false } as const;
const reads = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;

const addAccountRoute = defineRoute({
  ...shared,
  operationId: 'create_supplier_account',
  method: 'POST',
  path: '/v1/supplier_accounts',
  summary: 'Create a supplier account',
  description:
    'Owners only. Your organization then searches and books with its own key instead of the installation’s. The supplier is asked whether the token works before anything is saved: ' +
    'a wrong, suspended or unsuitable one is 422 at `credentials.token` or `.key`, a supplier that does not answer 503. It is never answered again.',
  isWrite: true,
  body: AddAccountRequest,
  response: AccountResource,
  status: 201,
  refusals: ['owner_required', 'state_conflict', 'resource_not_found', 'supplier_unavailable'],
  tool: writes,
  example: { supplier: 'duffel', credentials: { token: 'duffel_live_…' }, settings: { max_searches_per_day: 5_000 } },
  async handle({ app, caller, body, request }) {
    const { supplier, credentials, settings, enabled = true } = body;
    if (!isConnected(supplier, app.config))
      throw refuseFields([
        { path: 'supplier', problem: `is not connected: this installation sells nothing of ${supplier}` },
      ]);
    const token = requireKey(supplier, credentials);
    requireSoldKinds(supplier, settings?.kinds);
    requirePayment({ supplier, token }, settings?.paid_from);
    const account = await addAccount(
      app,
      { caller, request },
      {
        supplier,
        credentials: { token, webhookSecret: credentials.webhook_secret },
        settings: {
          ...(settings?.kinds === undefined ? {} : { kinds: settings.kinds }),
          searchesPerDayMax: settings?.max_searches_per_day ?? undefined,
          paidFrom: settings?.paid_from,
        },
        isEnabled: enabled,
        idempotency: request.idempotency,
      },
    );
    return presentSupplierAccount(app, await viewAccount(app, account));
  },
});

const listAccountsRoute = defineRoute({
  ...shared,
  operationId: 'list_supplier_accounts',
  method: 'GET',
  path: '/v1/supplier_accounts',
  summary: 'List supplier accounts',
  description: 'Disabled ones included, each with how it does; never their keys.',
  isWrite: false,
  response: AccountList,
  refusals: [],
  tool: reads,
  async handle({ app, caller }) {
    const accounts = await readAccounts(app, caller.organizationId);
    return { supplier_accounts: accounts.map((account) => presentSupplierAccount(app, account)) };
  },
});

const getAccountRoute = defineRoute({
  ...shared,
  operationId: 'get_supplier_account',
  method: 'GET',
  path: '/v1/supplier_accounts/:id',
  summary: 'Get a supplier account',
  description: 'Its settings, and whether the supplier takes its key.',
  isWrite: false,
  params: AccountParams,
  unknownId: UNKNOWN_ACCOUNT,
  response: AccountResource,
  refusals: ['resource_not_found'],
  tool: reads,
  async handle({ app, caller, params }) {
    const account = await getAccount(app, caller.organizationId, params.id);
    return presentSupplierAccount(app, await viewAccount(app, account));
  },
});

const changeAccountRoute = defineRoute({
  ...shared,
  operationId: 'update_supplier_account',
  method: 'PATCH',
  path: '/v1/supplier_accounts/:id',
  summary: 'Update, disable or re-enable a supplier account',
  description:
    'Owners only. What is left out stays as it is. A new token is checked first, and must be of the same account at the supplier: what was booked before is looked up with it.',
  isWrite: true,
  params: AccountParams,
  unknownId: UNKNOWN_ACCOUNT,
  body: ChangeAccountRequest,
  response: AccountResource,
  refusals: ['owner_required', 'resource_not_found', 'state_conflict', 'supplier_unavailable'],
  tool: { ...writes, isIdempotent: true },
  example: { enabled: false },
  async handle({ app, caller, params, body, request }) {
    const { credentials, settings, enabled } = body;
    const account = await changeAccount(app, { caller, request }, params.id, {
      credentials,
      webhookSecret: credentials?.webhook_secret,
      kinds: settings?.kinds,
      searchesPerDayMax: settings?.max_searches_per_day,
      paidFrom: settings?.paid_from,
      isEnabled: enabled,
    });
    return presentSupplierAccount(app, await viewAccount(app, account));
  },
});

const removeAccountRoute = defineRoute({
  ...shared,
  operationId: 'delete_supplier_account',
  method: 'DELETE',
  path: '/v1/supplier_accounts/:id',
  summary: 'Delete a supplier account',
  description:
    'Owners only. While open bookings need it this is 409: disable it instead. Its keys are erased within the hour.',
  isWrite: true,
  params: AccountParams,
  unknownId: UNKNOWN_ACCOUNT,
  response: AccountDeleted,
  refusals: ['owner_required', 'resource_not_found', 'state_conflict'],
  tool: { ...writes, isDestructive: true },
  async handle({ app, caller, params, request }) {
    await removeAccount(app, { caller, request }, params.id);
    return { account_id: params.id, deleted: true as const };
  },
});

/** Every operation of this folder. */
export const supplierAccountRoutes: readonly AnyRoute[] = [
  addAccountRoute,
  listAccountsRoute,
  getAccountRoute,
  changeAccountRoute,
  removeAccountRoute,
];
