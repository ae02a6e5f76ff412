import * as z from 'zod';
import type { App } from '../context.ts';
import { presentAmount } from '../travel/money.ts';
import { AmountShape, DueLaterShape } from '../trips/contract.ts';
import { presentDueLater } from '../trips/present-trip.ts';
import { approvalUrlOf, approvalUrlOfProposal } from './approval-url.ts';
import type { ExecutionResult } from './execute.ts';
import { DECISIONS } from './model/judge-limits.ts';
import type { NamedJudgement } from './model/judge-rules.ts';
import { remainingOf } from './model/mandate.ts';
import type { ExecutionObstacle, Proposal } from './model/proposal.ts';
import { VERDICTS } from './model/verdict.ts';
import type { MadeProposal } from './propose.ts';

const idLengthMax = 64;
const noteLengthMax = 500;
const tokenLengthMax = 512;
const ProposalIdText = z.string().min(1).max(idLengthMax).describe('prp_…');

/** `POST /v1/propose`. */
export const ProposeBody = z.object({
  mandate_id: z.string().min(1).max(idLengthMax).describe('mdt_…'),
  trip_id: z.string().min(1).max(idLengthMax).describe('Complete for checkout.'),
  note: z.string().trim().min(1).max(noteLengthMax).optional().describe('Quoted to the person who decides.'),
});
/** A body that names a proposal alone. */
export const ProposalBody = z.object({ proposal_id: ProposalIdText });
/** `{proposal_id}` in a path. */
export const ProposalParams = z.object({ proposal_id: ProposalIdText });
/** `POST /v1/execute_proposal`. */
export const ExecuteBody = z.object({
  proposal_id: ProposalIdText,
  shared_payment_token: z
    .string()
    .min(1)
    .max(tokenLengthMax)
    .regex(/^[\x21-\x7e]*$/, 'must be a token without spaces')
    .optional()
    .describe('As for submit_agent_payment.'),
});

const JudgementShape = z.looseObject({
  rule: z.string().describe('A limit (budget, per_trip, …) or the type of a rule.'),
  verdict: z.enum(VERDICTS),
  wanted: z.string(),
  found: z.string(),
  excess: AmountShape.optional().describe('By how much it is missed.'),
});
const shared = {
  proposal_id: z.string(),
  mandate_id: z.string(),
  trip_id: z.string(),
  status: z.enum(['open', 'requested', 'approved', 'declined', 'expired']),
  decision: z
    .enum(DECISIONS)
    .describe('within: execute_proposal buys. ask: a person decides first. refused: nobody can approve it.'),
  judgements: z.array(JudgementShape),
  total: AmountShape,
  total_max: AmountShape.describe('The most that may be paid without asking again.'),
  content_hash: z.string(),
  note: z.string().optional(),
  decline_reason: z.string().optional(),
  expires_at: z.iso.datetime(),
  approval_url: z.url().optional().describe('Where an owner decides, while one must.'),
  approval_jws: z.string().optional().describe('The signed approval, once approved; of get_proposal alone.'),
};
/** A proposal on the wire. */
export const ProposalResource = z.looseObject(shared);
/** The answer of `POST /v1/propose`. */
export const ProposeResponse = z.looseObject({
  ...shared,
  quote_id: z.string(),
  quote_jws: z.string(),
  quote_expires_at: z.iso.datetime(),
  due_later: DueLaterShape,
  remaining_before: AmountShape,
  remaining_after: AmountShape.optional().describe('Absent where the budget does not cover it.'),
});
const OUTCOMES = [
  'authorised',
  'processing',
  'requires_action',
  'payment_declined',
  'released',
  'refused',
  'declined',
  'approval_required',
  'approval_expired',
  'reapproval_required',
] as const;
/** The answer of `POST /v1/execute_proposal`. */
export const ExecuteResponse = z.looseObject({
  proposal_id: z.string(),
  trip_id: z.string(),
  outcome: z
    .enum(OUTCOMES)
    .describe(
      'authorised: held or taken, the booking is under way or done. processing: call again. requires_action, payment_declined: a person continues at checkout_url, or execute_proposal again. ' +
        'released: the booking failed and nothing was charged. refused: by a limit or a rule. declined: by a person. approval_required: call approval_request. ' +
        'approval_expired, reapproval_required: propose again.',
    ),
  execution_id: z.string().optional(),
  booking_ref: z.string().optional(),
  trip_status: z.string().optional(),
  decline_reason: z.string().optional(),
  checkout_url: z.string().optional(),
  approval_url: z.url().optional().describe('With approval_required: where an owner decides.'),
  is_content_changed: z.boolean().optional().describe('What is bought, or its terms, differ from the proposal.'),
  excess: AmountShape.optional().describe('By how much it is dearer than total_max.'),
  judgements: z.array(JudgementShape).optional(),
});

/** A proposal as it stands at a moment. */
export function presentProposal(
  config: App['config'],
  proposal: Proposal,
  now: Date,
): z.infer<typeof ProposalResource> {
  const { answer, note, status, expiresAt } = proposal;
  const approvalUrl = approvalUrlOfProposal(config, proposal, now);
  return {
    proposal_id: proposal.proposalId,
    mandate_id: proposal.mandateId,
    trip_id: proposal.tripId,
    status: status !== 'declined' && now >= expiresAt ? 'expired' : status,
    decision: proposal.decision,
    judgements: proposal.judgements.map(presentJudgement),
    total: presentAmount(proposal.total),
    total_max: presentAmount(proposal.totalMax),
    content_hash: proposal.contentHash,
    ...(note === undefined ? {} : { note }),
    ...(answer?.reason === undefined ? {} : { decline_reason: answer.reason }),
    expires_at: expiresAt.toISOString(),
    ...(approvalUrl === undefined ? {} : { approval_url: approvalUrl }),
  };
}

/** A proposal that was just made, with its quote and what it would leave of the budget. */
export function presentMadeProposal(
  config: App['config'],
  made: MadeProposal,
  now: Date,
): z.infer<typeof ProposeResponse> {
  const { proposal, mandate, checkout, judged } = made;
  const remaining = remainingOf(mandate);
  const after = judged.cost && remaining.value - judged.cost.value;
  return {
    ...presentProposal(config, proposal, now),
    quote_id: checkout.quote.quoteId,
    quote_jws: checkout.signed.jws,
    quote_expires_at: checkout.quote.expiresAt.toISOString(),
    due_later: presentDueLater(checkout.trip.items),
    remaining_before: presentAmount(remaining),
    ...(after === undefined || after < 0 ? {} : { remaining_after: presentAmount({ ...remaining, value: after }) }),
  };
}

/** How an execution went. */
export function presentExecution(config: App['config'], result: ExecutionResult): z.infer<typeof ExecuteResponse> {
  const { proposal } = result;
  const ids = { proposal_id: proposal.proposalId, trip_id: proposal.tripId };
  if (result.kind === 'stopped') {
    const judgements = result.judgements.map(presentJudgement);
    return { ...ids, ...presentObstacle(config, proposal, result.obstacle), judgements };
  }
  const { status, bookingRef, declineReason, sessionId, tripStatus } = result.state;
  const needsPerson = status === 'requires_action' || status === 'declined';
  return {
    ...ids,
    outcome: status === 'declined' ? 'payment_declined' : status,
    ...(result.execution && { execution_id: result.execution.executionId }),
    trip_status: tripStatus,
    ...(bookingRef === undefined ? {} : { booking_ref: bookingRef }),
    ...(declineReason === undefined ? {} : { decline_reason: declineReason }),
    ...(needsPerson && sessionId !== undefined ? { checkout_url: `${config.publicUrl}/checkout/${sessionId}` } : {}),
  };
}

function presentObstacle(config: App['config'], { answer, proposalId }: Proposal, obstacle: ExecutionObstacle) {
  const outcome = obstacle.kind;
  switch (obstacle.kind) {
    case 'reapproval_required':
      return {
        outcome,
        is_content_changed: obstacle.isContentChanged,
        ...(obstacle.excess && { excess: presentAmount(obstacle.excess) }),
      };
    case 'declined':
      return { outcome, ...(answer?.reason === undefined ? {} : { decline_reason: answer.reason }) };
    case 'approval_required': {
      const url = approvalUrlOf(config, proposalId);
      return { outcome, ...(url === undefined ? {} : { approval_url: url }) };
    }
    case 'refused':
    case 'approval_expired':
      return { outcome };
    default:
      return obstacle satisfies never;
  }
}

function presentJudgement({ excess, ...judgement }: NamedJudgement): z.infer<typeof JudgementShape> {
  return { ...judgement, ...(excess && { excess: presentAmount(excess) }) };
}
