import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import {
  ChangeParams,
  DecidedResponse,
  DecideRequest,
  ManualChangeList,
  presentCase,
  readDecision,
} from './contract-cases.ts';
import { listManualCases } from '../servicing/manual-cases.ts';
import { decideManualCase } from './manual-changes.ts';

const shared = { tag: 'Servicing', access: 'key', scope: 'manage', cost: 0 } as const;

const listManualChangesRoute = defineRoute({
  ...shared,
  operationId: 'list_manual_changes',
  method: 'GET',
  path: '/v1/manual_changes',
  isWrite: false,
  summary: 'List refunds and changes that need manual review',
  description:
    'Oldest first, at most 100: what you decide, what you give back by hand, and what people at a supplier decide.',
  response: ManualChangeList,
  refusals: [],
  handle: async ({ app, caller }) => ({
    changes: (await listManualCases(app, caller)).map(({ manual }) => presentCase(manual)),
  }),
});

const decideManualChangeRoute = defineRoute({
  ...shared,
  operationId: 'decide_manual_change',
  method: 'POST',
  path: '/v1/manual_changes/:change_id/decide',
  isWrite: true,
  summary: 'Decide a refund that needs manual review',
  description:
    'Owners and admins, signed in: no API key decides. A yes is carried out at the supplier and paid back; a no leaves the booking as it is and is mailed to the traveler with its reason. `settled` says that money which waited was moved by hand.',
  params: ChangeParams,
  unknownId: 'No change of this id waits for a decision.',
  body: DecideRequest,
  response: DecidedResponse,
  example: { decision: 'decline', reason: 'The fare gives nothing back after departure.' },
  refusals: ['resource_not_found', 'state_conflict', 'user_required'],
  async handle({ app, caller, params, body, request }) {
    await decideManualCase(app, { caller, request }, params.change_id, readDecision(body));
    return { change_id: params.change_id, decision: body.decision };
  },
});

/** What waits for people of the seller. */
export const caseRoutes: readonly AnyRoute[] = [listManualChangesRoute, decideManualChangeRoute];
