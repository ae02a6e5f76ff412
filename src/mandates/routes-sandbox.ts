import { actorOf } from '../identity/record-audit.ts';
import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { SandboxApproveBody, SandboxApproveResponse } from './contract.ts';
import { decideProposal } from './decide-proposal.ts';
import { decideMandate } from './end-mandate.ts';

const sandboxApproveRoute = defineRoute({
  tag: 'Sandbox',
  access: 'key',
  scope: 'manage',
  cost: 0,
  isSandboxOnly: true,
  operationId: 'sandbox_approve',
  method: 'POST',
  path: '/v1/sandbox/approve',
  summary: 'Approve or reject a mandate or a proposal',
  description: 'Sandbox only. In production a signed-in owner decides.',
  isWrite: true,
  body: SandboxApproveBody,
  response: SandboxApproveResponse,
  example: { mandate_id: 'mdt_…', decision: 'approve' },
  refusals: ['resource_not_found', 'state_conflict'],
  tool: { isReadOnly: false, isIdempotent: false, isDestructive: false },
  async handle({ app, caller, body, request }) {
    const { organizationId, now } = caller;
    const decision = { by: 'sandbox', at: now, acr: 'none', reason: body.reason };
    const decider = { actor: actorOf(caller), request };
    const decided_at = now.toISOString();
    const isYes = body.decision === 'approve';
    if (body.proposal_id !== undefined) {
      const key = { organizationId, proposalId: body.proposal_id };
      const { status } = await decideProposal(app, key, body.decision, decision, decider);
      return { proposal_id: body.proposal_id, status, decided_at };
    }
    const key = { organizationId, mandateId: body.mandate_id ?? '' };
    const { status, mandateId } = await decideMandate(app, key, isYes ? 'grant' : 'decline', decision, decider);
    return { mandate_id: mandateId, status, decided_at };
  },
});

/** Operations that play the person in the sandbox. */
export const mandateSandboxRoutes: readonly AnyRoute[] = [sandboxApproveRoute];
