import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { chooseInstallation } from '../supplier-accounts/choose-installation.ts';
import { AccountResponse, ChangeAccountRequest, presentAccount, presentUsage, UsageResponse } from './contract.ts';
import { readAccount, readUsage } from './read-usage.ts';

const tool = { isReadOnly: true, isIdempotent: true, isDestructive: false };

const accountRoute = defineRoute({
  operationId: 'account',
  method: 'GET',
  path: '/v1/account',
  tag: 'Account',
  access: 'key',
  cost: 0,
  isWrite: false,
  refusals: [],
  tool,
  summary: 'Get the organization, its credit balance and its environment',
  description: 'How many credits are left, whether calls are bounded at all, and who serves flights, hotels and cars.',
  response: AccountResponse,
  async handle({ app, caller }) {
    return presentAccount(await readAccount(app, caller));
  },
});

const changeAccountRoute = defineRoute({
  operationId: 'update_account',
  method: 'PATCH',
  path: '/v1/account',
  tag: 'Account',
  access: 'user',
  scope: 'manage',
  cost: 0,
  isWrite: true,
  refusals: ['owner_required'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: false },
  summary: "Choose whether the installation's supplier accounts are used",
  description:
    'Owners only. An account of your own that is enabled always comes first. With `false` an organization without one sells nothing of that supplier.',
  body: ChangeAccountRequest,
  response: AccountResponse,
  example: { use_installation_account: false },
  async handle({ app, caller, body, request }) {
    await chooseInstallation(app, { caller, request }, body.use_installation_account);
    return presentAccount(await readAccount(app, caller));
  },
});

const usageRoute = defineRoute({
  operationId: 'usage',
  method: 'GET',
  path: '/v1/usage',
  tag: 'Account',
  access: 'key',
  cost: 0,
  isWrite: false,
  refusals: [],
  tool,
  summary: 'Get API usage by key, user, day and operation',
  description:
    'A quota counts the calls of the last 30 days that cost credits; every answer says what is left of it in `X-Quota-Remaining`. A key without quota has the limit null.',
  response: UsageResponse,
  async handle({ app, caller }) {
    return presentUsage(await readUsage(app, caller));
  },
});

export const meteringRoutes: readonly AnyRoute[] = [accountRoute, changeAccountRoute, usageRoute];
