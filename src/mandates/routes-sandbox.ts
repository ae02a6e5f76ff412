import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { MandateResource, presentMandate, SandboxApproveBody } from './contract.ts';
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
  summary: 'Decide about a mandate as its owner would on the approval page',
  description: 'Sandbox only. In production a signed-in owner decides.',
  isWrite: true,
  body: SandboxApproveBody,
  response: MandateResource,
  example: { mandate_id: 'mdt_…', decision: 'approve' },
  refusals: ['resource_not_found', 'state_conflict'],
  tool: { isReadOnly: false, isIdempotent: false, isDestructive: false },
  async handle({ app, caller, body }) {
    const { organizationId, now } = caller;
    const decision = { by: 'sandbox', at: now, acr: 'none', reason: body.reason };
    const answer = body.decision === 'approve' ? 'grant' : 'decline';
    return presentMandate(
      await decideMandate(app, { organizationId, mandateId: body.mandate_id }, answer, decision),
      now,
    );
  },
});

/** Operations that play the person in the sandbox. */
export const mandateSandboxRoutes: readonly AnyRoute[] = [sandboxApproveRoute];
