import { openPageKey, sealPageKey } from '../platform/http/input/page-key.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { presentRequests, readQuery, RequestLogQuery, RequestLogResponse } from './contract.ts';
import { readRequests } from './read-requests.ts';

const requestLogRoute = defineRoute({
  operationId: 'request_log',
  method: 'GET',
  path: '/v1/request_log',
  tag: 'Account',
  access: 'key',
  scope: 'manage',
  cost: 0,
  isWrite: false,
  summary: 'List API calls of the last seven days, newest first',
  description:
    'Every call of your keys and people to the API and over MCP, and what people changed in the console: what was asked, by whom, how it ended, and which limit a 429 met. ' +
    'Bodies, query strings and addresses are never stored. Calls without a good credential are in nobody’s log.',
  query: RequestLogQuery,
  response: RequestLogResponse,
  refusals: [],
  async handle({ app, caller, query: { page_token: token, ...query } }) {
    const { limit: _, ...filter } = query;
    // A token continues the list it was given with.
    const context = `request log ${caller.organizationId} ${JSON.stringify(filter)}`;
    const { last, ...page } = await readRequests(app, caller, {
      ...readQuery(query),
      after: openPageKey(app, token, context),
    });
    return {
      ...presentRequests(page),
      ...(last === undefined ? {} : { next_page_token: sealPageKey(app, last, context) }),
    };
  },
});

/** Every operation of this folder. */
export const requestLogRoutes: readonly AnyRoute[] = [requestLogRoute];
