import { actorOf } from '../identity/record-audit.ts';
import { openPageKey, sealPageKey } from '../platform/http/input/page-key.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import {
  MandateList,
  MandateParams,
  MandateRequestBody,
  MandateResource,
  MandateRevokeBody,
  MandatesQuery,
  presentMandate,
  readMandateRequest,
} from './contract.ts';
import { revokeMandate } from './end-mandate.ts';
import { listMandates, UNKNOWN_MANDATE } from './read-mandates.ts';
import { requestMandate } from './request-mandate.ts';
import { settleMandate } from './settle-executions.ts';
import { readMandateApproval } from './sign-approval.ts';

const shared = { tag: 'Mandates', access: 'key', scope: 'book', cost: 1 } as const;
const reads = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;

const mandateRequestRoute = defineRoute({
  ...shared,
  operationId: 'mandate_request',
  method: 'POST',
  path: '/v1/mandate_request',
  summary: 'Request a mandate: a budget that an agent may spend by rules',
  description: 'Nothing can be bought with it before an owner of the organization has granted it.',
  isWrite: true,
  isForMandateOnlyKeys: true,
  status: 201,
  body: MandateRequestBody,
  response: MandateResource,
  example: {
    name: 'Conference trips',
    currency: 'EUR',
    budget: 2000,
    per_trip: 600,
    ask_above: 300,
    rules: [{ type: 'cabin_max', cabin: 'economy' }],
    valid_until: '2027-12-31T00:00:00Z',
  },
  refusals: ['resource_not_found', 'currency_unsupported', 'state_conflict'],
  tool: { isReadOnly: false, isIdempotent: false, isDestructive: false },
  async handle({ app, caller, body, request: { idempotency } }) {
    return presentMandate(
      app.config,
      await requestMandate(app, caller, readMandateRequest(body, idempotency)),
      caller.now,
    );
  },
});

const getMandateRoute = defineRoute({
  ...shared,
  operationId: 'get_mandate',
  method: 'GET',
  path: '/v1/mandates/:mandate_id',
  summary: 'Get a mandate and its remaining budget',
  description: 'remaining is what neither is held for purchases under way nor spent.',
  isWrite: false,
  params: MandateParams,
  unknownId: UNKNOWN_MANDATE,
  response: MandateResource,
  refusals: ['resource_not_found'],
  tool: reads,
  async handle({ app, caller, params }) {
    const { organizationId, now } = caller;
    const mandate = await settleMandate(app, { organizationId, mandateId: params.mandate_id }, now);
    return { ...presentMandate(app.config, mandate, now), ...(await readMandateApproval(app, mandate)) };
  },
});

const listMandatesRoute = defineRoute({
  ...shared,
  operationId: 'list_mandates',
  method: 'GET',
  path: '/v1/mandates',
  summary: 'List mandates, newest first',
  description: 'Page with next_page_token.',
  isWrite: false,
  query: MandatesQuery,
  response: MandateList,
  refusals: [],
  tool: reads,
  async handle({ app, caller, query }) {
    const context = `mandates:${caller.organizationId}`;
    const after = openPageKey(app, query.page_token, context)?.id;
    const { mandates, last } = await listMandates(app, caller, { limit: query.limit, after });
    const next = last === undefined ? {} : { next_page_token: sealPageKey(app, last, context) };
    return { mandates: mandates.map((mandate) => presentMandate(app.config, mandate, caller.now)), ...next };
  },
});

const mandateRevokeRoute = defineRoute({
  ...shared,
  operationId: 'mandate_revoke',
  method: 'POST',
  path: '/v1/mandate_revoke',
  summary: 'Revoke a mandate',
  description: 'What is being paid with it already goes its way; nothing further is bought.',
  isWrite: true,
  isForMandateOnlyKeys: true,
  body: MandateRevokeBody,
  response: MandateResource,
  example: { mandate_id: 'mdt_…', reason: 'The conference is off.' },
  refusals: ['resource_not_found'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  async handle({ app, caller, body, request }) {
    const { organizationId, now } = caller;
    const decider = { actor: actorOf(caller), request };
    const revocation = { organizationId, mandateId: body.mandate_id, reason: body.reason, now, decider };
    return presentMandate(app.config, await revokeMandate(app, revocation), now);
  },
});

/** Every operation of this folder. */
export const mandateRoutes: readonly AnyRoute[] = [
  mandateRequestRoute,
  listMandatesRoute,
  getMandateRoute,
  mandateRevokeRoute,
];
