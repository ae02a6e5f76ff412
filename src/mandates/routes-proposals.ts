import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { asId } from '../platform/ids.ts';
import {
  ExecuteBody,
  ExecuteResponse,
  presentExecution,
  presentMadeProposal,
  presentProposal,
  ProposalBody,
  ProposalParams,
  ProposalResource,
  ProposeBody,
  ProposeResponse,
} from './contract-proposals.ts';
import { requestApproval } from './decide-proposal.ts';
import { execute, getProposal, UNKNOWN_PROPOSAL } from './execute.ts';
import { propose, requireAgent } from './propose.ts';
import { readPurchaseApproval } from './sign-approval.ts';

const shared = { tag: 'Mandates', access: 'key', scope: 'book', cost: 1 } as const;
const quoting = [
  'resource_not_found',
  'mandate_agent_required',
  'trip_not_found',
  'trip_expired',
  'trip_state_conflict',
  'customer_details_missing',
  'offer_unavailable',
  'currency_unsupported',
  'supplier_rejected',
  'supplier_failed',
  'supplier_unavailable',
  'supplier_timeout',
] as const;

const proposeRoute = defineRoute({
  ...shared,
  operationId: 'propose',
  method: 'POST',
  path: '/v1/propose',
  summary: 'Check the purchase of a trip against a mandate',
  description: 'Quotes the trip and judges every limit and rule. Holds and buys nothing.',
  isWrite: true,
  isForMandateOnlyKeys: true,
  takesEndUser: true,
  body: ProposeBody,
  response: ProposeResponse,
  example: { mandate_id: 'mdt_…', trip_id: 'trip_…', note: 'The cheapest nonstop flight on that day.' },
  refusals: quoting,
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: false },
  async handle({ app, caller, body }) {
    const request = { mandateId: body.mandate_id, tripId: asId('trip', body.trip_id), note: body.note };
    return presentMadeProposal(app.config, await propose(app, caller, request), caller.now);
  },
});

const approvalRequestRoute = defineRoute({
  ...shared,
  operationId: 'approval_request',
  method: 'POST',
  path: '/v1/approval_request',
  summary: 'Request approval of a proposal',
  description: 'Read get_proposal for what they said.',
  isWrite: true,
  isForMandateOnlyKeys: true,
  body: ProposalBody,
  response: ProposalResource,
  example: { proposal_id: 'prp_…' },
  refusals: ['resource_not_found', 'mandate_agent_required', 'state_conflict'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: false },
  async handle({ app, caller, body }) {
    const key = { organizationId: caller.organizationId, proposalId: body.proposal_id };
    await requireAgent(app, caller, (await getProposal(app, key)).mandateId);
    return presentProposal(app.config, await requestApproval(app, key, caller.now), caller.now);
  },
});

const executeRoute = defineRoute({
  ...shared,
  operationId: 'execute_proposal',
  method: 'POST',
  path: '/v1/execute_proposal',
  summary: 'Execute a proposal: buy it with its mandate',
  description:
    'Buys only what was proposed, for at most total_max, within the limits and rules or with an approval. Safe to repeat: it never buys twice.',
  isWrite: true,
  isForMandateOnlyKeys: true,
  takesEndUser: true,
  body: ExecuteBody,
  response: ExecuteResponse,
  example: { proposal_id: 'prp_…', shared_payment_token: 'spt_test_ok' },
  refusals: [...quoting, 'quote_expired', 'shared_token_unusable'],
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  async handle({ app, caller, body }) {
    const request = { proposalId: body.proposal_id, token: body.shared_payment_token };
    return presentExecution(app.config, await execute(app, caller, request));
  },
});

const getProposalRoute = defineRoute({
  ...shared,
  operationId: 'get_proposal',
  method: 'GET',
  path: '/v1/proposals/:proposal_id',
  summary: 'Get a proposal and its decision',
  description: 'approved: execute it before expires_at.',
  isWrite: false,
  params: ProposalParams,
  unknownId: UNKNOWN_PROPOSAL,
  response: ProposalResource,
  refusals: ['resource_not_found'],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  async handle({ app, caller, params }) {
    const key = { organizationId: caller.organizationId, proposalId: params.proposal_id };
    const proposal = await getProposal(app, key);
    return { ...presentProposal(app.config, proposal, caller.now), ...(await readPurchaseApproval(app, proposal)) };
  },
});

/** Operations of agents that buy with a mandate. */
export const proposalRoutes: readonly AnyRoute[] = [proposeRoute, approvalRequestRoute, executeRoute, getProposalRoute];
