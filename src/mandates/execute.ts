import { openCheckout, type OpenCheckout } from '../checkout/open-checkout.ts';
import { type PaymentMeans, paySession } from '../checkout/pay-session.ts';
import { type AgentPaymentState, findPaymentState } from '../checkout/submit-agent-payment.ts';
import type { App, Caller } from '../context.ts';
import type { Payment } from '../payments/model/payment.ts';
import type { Tx } from '../platform/db/db.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import type { ExecutionId } from '../platform/ids.ts';
import { readTrip } from '../trips/read/read-trip.ts';
import { reserveBudget } from './budget.ts';
import { settleExecutionJob } from './jobs.ts';
import { type JudgedTrip, judgeTrip } from './judge-trip.ts';
import type { NamedJudgement } from './model/judge-rules.ts';
import { type ExecutionObstacle, findObstacle, type Proposal } from './model/proposal.ts';
import { requireAgent } from './propose.ts';
import { settleIfKnown, settleMandate } from './settle-executions.ts';
import { findMandateForUpdate } from './store.ts';
import { type Execution, findExecution, listExecutions } from './store-budget.ts';
import { findProposal, type ProposalKey } from './store-proposals.ts';

/** The message for an unknown proposal id. */
export const UNKNOWN_PROPOSAL = 'No proposal has this id.';
/** Attempts of one proposal that are looked through for one that runs or has bought. */
const attemptsSeenMax = 20;

/** An order to buy what was proposed. */
export interface ExecutionRequest {
  readonly proposalId: string;
  /** In memory only. Undefined confirms a total of nothing. */
  readonly token: string | undefined;
}

/** How it went: paid or being paid, or what stands in the way of paying. */
export type ExecutionResult =
  | {
      readonly kind: 'paid';
      readonly proposal: Proposal;
      readonly execution: Execution | undefined;
      readonly state: AgentPaymentState;
    }
  | {
      readonly kind: 'stopped';
      readonly proposal: Proposal;
      readonly obstacle: ExecutionObstacle;
      readonly judgements: readonly NamedJudgement[];
    };

/**
 * Buys what was proposed: quotes it anew, compares it with the proposal and its approval, holds the budget in the
 * transaction that begins the payment's attempt, and pays. Safe to repeat: while an attempt is under way, or once one
 * has bought, it returns how that one stands; after a decline it is another attempt.
 */
export async function execute(app: App, caller: Caller, request: ExecutionRequest): Promise<ExecutionResult> {
  const { organizationId, now } = caller;
  const proposal = await getProposal(app, { organizationId, proposalId: request.proposalId });
  await requireAgent(app, caller, proposal.mandateId);
  const mandate = await settleMandate(app, proposal, now);
  const earlier = await findEarlier(app, caller, proposal);
  if (earlier) return earlier;
  if (proposal.status === 'declined') return stop(proposal, { kind: 'declined' }, proposal.judgements);
  const tolerance = { failOnPriceChange: false, increaseMax: undefined };
  const { onPartial } = mandate.terms;
  const checkout = await openCheckout(app, caller, { tripId: proposal.tripId, tolerance, onPartial });
  app.faults.pass('execute.after_quote');
  const judged = await judgeTrip(app, app.db, mandate, checkout, now);
  const obstacle = obstacleOf(proposal, checkout, judged, now);
  if (obstacle) return stop(proposal, obstacle, judged.judgements);
  try {
    return await pay(app, caller, { proposal, checkout, token: request.token });
  } catch (failure) {
    if (failure instanceof ExecutionStopped) return stop(proposal, failure.obstacle, failure.judgements);
    // Somebody else began to pay between our look and our attempt.
    const isOvertaken = failure instanceof Refusal && failure.condition === 'trip_state_conflict';
    const other = isOvertaken ? await findEarlier(app, caller, proposal) : undefined;
    if (other) return other;
    throw failure;
  }
}

/** A proposal of the organization. Throws 404 for an unknown id and for another organization's. */
export async function getProposal(app: App, key: ProposalKey): Promise<Proposal> {
  const proposal = await findProposal(app.db, key);
  if (proposal === undefined) throw refuse('resource_not_found', { message: UNKNOWN_PROPOSAL });
  return proposal;
}

/** Undoes the attempt that was about to begin: under the mandate's lock it turned out that it may not. */
class ExecutionStopped extends Error {
  readonly obstacle: ExecutionObstacle;
  readonly judgements: readonly NamedJudgement[];

  constructor(obstacle: ExecutionObstacle, judgements: readonly NamedJudgement[]) {
    super(`The execution is stopped: ${obstacle.kind}.`);
    this.name = 'ExecutionStopped';
    this.obstacle = obstacle;
    this.judgements = judgements;
  }
}

interface Purchase {
  readonly proposal: Proposal;
  readonly checkout: OpenCheckout;
  readonly token: string | undefined;
}

async function pay(app: App, caller: Caller, purchase: Purchase): Promise<ExecutionResult> {
  const { proposal, checkout, token } = purchase;
  const { organizationId, endUserId } = caller;
  let executionId: ExecutionId | undefined;
  const means: PaymentMeans =
    token === undefined ? { kind: 'nothing', missing: 'shared_payment_token' } : { kind: 'shared_token', token };
  const result = await paySession(app, {
    organizationId,
    tripId: proposal.tripId,
    quoteId: checkout.quote.quoteId,
    means,
    endUserId,
    async onStarted(tx, payment, now) {
      executionId = await reserve(tx, app, purchase, { payment, now });
      app.faults.pass('execute.after_reserve');
    },
  });
  app.faults.pass('execute.after_payment');
  const execution = executionId && (await findExecution(app.db, { organizationId, executionId }));
  if (execution) await settleIfKnown(app, execution, await app.organizationNow(organizationId));
  const { status, declineReason, sessionId } = result;
  return paid(app, caller, proposal, { status, declineReason, sessionId });
}

/**
 * Judges once more under the mandate's lock, which every other execution of the mandate waits for, and holds the
 * budget: of many at once no more are paid than the budget covers, and none after a revocation.
 */
async function reserve(
  tx: Tx,
  app: App,
  { proposal, checkout }: Purchase,
  { payment, now }: { readonly payment: Payment; readonly now: Date },
): Promise<ExecutionId> {
  const mandate = await findMandateForUpdate(tx, proposal);
  const current = await findProposal(tx, proposal);
  if (mandate === undefined || current === undefined) throw refuse('resource_not_found', { message: UNKNOWN_PROPOSAL });
  const judged = await judgeTrip(app, tx, mandate, checkout, now);
  const obstacle = obstacleOf(current, checkout, judged, now);
  if (obstacle) throw new ExecutionStopped(obstacle, judged.judgements);
  const { cost, rate } = judged;
  if (cost === undefined || rate === undefined) throw new Error('A trip within a mandate has a cost in its currency.');
  if (payment.amount.value !== checkout.quote.total.value) throw refuse('quote_expired');
  const { proposalId, tripId, organizationId } = proposal;
  const { paymentId } = payment;
  const executionId = await reserveBudget(tx, mandate, {
    proposalId,
    tripId,
    paymentId,
    amount: cost.value,
    rate,
    now,
  });
  if (executionId === undefined) throw refuse('trip_state_conflict', { keys: { status: 'quoted' } });
  await app.jobs.enqueue(tx, settleExecutionJob, {
    organizationId,
    payload: { execution_id: executionId },
    key: executionId,
    dueAt: new Date(now.getTime() + 30_000),
  });
  return executionId;
}

function obstacleOf(
  proposal: Proposal,
  { quote, signed }: OpenCheckout,
  { decision }: JudgedTrip,
  now: Date,
): ExecutionObstacle | undefined {
  return findObstacle(proposal, { contentHash: signed.contentHash, total: quote.total, decision }, now);
}

/** An attempt of this proposal that runs or has bought, and how the trip's payment stands. */
async function findEarlier(app: App, caller: Caller, proposal: Proposal): Promise<ExecutionResult | undefined> {
  const { organizationId, proposalId } = proposal;
  const executions = await listExecutions(app.db, { organizationId, proposalId, limit: attemptsSeenMax });
  const state = await findPaymentState(app, caller, proposal.tripId);
  if (state === undefined || executions.length === 0) return undefined;
  const isOurs = state.status === 'released' || executions.some(({ status }) => status !== 'released');
  return isOurs ? { kind: 'paid', proposal, execution: executions[0], state } : undefined;
}

async function paid(
  app: App,
  caller: Caller,
  proposal: Proposal,
  attempt: Pick<AgentPaymentState, 'status' | 'declineReason' | 'sessionId'>,
): Promise<ExecutionResult> {
  const { organizationId, proposalId, tripId } = proposal;
  const [execution] = await listExecutions(app.db, { organizationId, proposalId, limit: 1 });
  const { status: tripStatus, bookingRef } = await readTrip(app, caller, tripId);
  return { kind: 'paid', proposal, execution, state: { ...attempt, tripStatus, bookingRef } };
}

function stop(proposal: Proposal, obstacle: ExecutionObstacle, judgements: readonly NamedJudgement[]): ExecutionResult {
  return { kind: 'stopped', proposal, obstacle, judgements };
}
