import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { AccountResponse, presentAccount, presentUsage, UsageResponse } from './contract.ts';
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
  summary: 'The organization, its credit balance and its environment.',
  description: 'How many credits are left, and whether calls are bounded at all.',
  response: AccountResponse,
  async handle({ app, caller }) {
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
  summary: 'What each key and user has used of the quota, and what was used per day and operation.',
  description:
    'A quota counts the calls of the last 30 days that cost credits; every answer says what is left of it in `X-Quota-Remaining`. A key without quota has the limit null.',
  response: UsageResponse,
  async handle({ app, caller }) {
    return presentUsage(await readUsage(app, caller));
  },
});

export const meteringRoutes: readonly AnyRoute[] = [accountRoute, usageRoute];
