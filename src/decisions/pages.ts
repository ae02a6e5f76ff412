import type { CaseProblem, DecisionsView } from '../../web/decisions/view.ts';
import { renderDecisions } from '../../web/decisions/render-decisions.ts';
import { answerClosed, factsOf, seeOther } from '../accounts/pages/answer-page.ts';
import { type MemberVisit, withMember, withMemberForm } from '../accounts/pages/with-member.ts';
import { actorOf } from '../identity/record-audit.ts';
import { mayRun } from '../platform/security/roles.ts';
import { Refusal } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { type Decision, decideChange } from '../servicing/engine/decide-change.ts';
import { settleByHand } from '../servicing/engine/settle-by-hand.ts';
import { findDecidable } from '../servicing/read-changes.ts';
import { readTypedAmount } from './model/read-amount.ts';
import { viewCases } from './view-cases.ts';

const PATH = '/account/changes';
const REASON_LENGTH_MAX = 500;
/** Who may run this operation may decide here. */
const DECIDE = { operationId: 'decide_manual_change', tag: 'Servicing', isWrite: true } as const;

/** `GET /account/changes`: what waits for people, and what they need to decide it. */
const casesPage: PageDeclaration = {
  method: 'GET',
  path: PATH,
  handle: (context) =>
    withMember(context, PATH, (visit) => answerCases(context, visit, { decided: decidedOf(context.query['decided']) })),
};

/** `POST /account/changes/{change_id}`: what `decide_manual_change` does, for the same people. */
const decidePage: PageDeclaration = {
  method: 'POST',
  path: '/account/changes/:change_id',
  handle: (context) =>
    withMemberForm(context, PATH, async (visit) => {
      if (!mayDecide(visit)) return answerClosed(context, 'not_allowed');
      const { organizationId } = visit.acting.caller;
      const key = { organizationId, changeId: context.params['change_id'] ?? '' };
      const decided = await decide(context, visit, key);
      if (!isDone(decided)) return answerCases(context, visit, { problem: { ...key, kind: decided } });
      context.app.log.info({ ...key, decision: decided, by: visit.user.userId }, 'A change was decided.');
      return seeOther(context, PATH, { query: { decided } });
    }),
};

/** The pages on which people of the seller decide changes. */
export const decisionPages: readonly PageDeclaration[] = [casesPage, decidePage];

/** Takes the decision that was typed; answers what it was, or why it was not taken. */
async function decide(
  { app, form }: PageContext,
  { acting: { caller, request } }: MemberVisit,
  key: Parameters<typeof decideChange>[1],
): Promise<Decided | CaseProblem['kind']> {
  const decider = { actor: actorOf(caller), now: caller.now, request };
  try {
    if (form['decision'] === 'settled') {
      const how = readReason(form);
      if (how === '') return 'reason_missing';
      await settleByHand(app, key, how, decider);
      return 'settled';
    }
    const change = await findDecidable(app, key);
    if (change === undefined) return 'gone';
    const decision = readDecision(form, change.plan.totalPaid.currency);
    if (typeof decision === 'string') return decision;
    await decideChange(app, key, decision, decider);
    return change.plan.isCharged === true ? 'refund' : decision.kind;
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'resource_not_found') return 'gone';
    if (error instanceof Refusal && error.condition === 'state_conflict') return 'refused';
    throw error;
  }
}

function readReason(form: PageContext['form']): string {
  return (form['reason'] ?? '').trim().slice(0, REASON_LENGTH_MAX);
}

/** A decision as it was typed, or what is wrong with it. */
function readDecision(form: PageContext['form'], currency: string): Decision | CaseProblem['kind'] {
  if (form['decision'] === 'decline') {
    const reason = readReason(form);
    return reason === '' ? 'reason_missing' : { kind: 'decline', reason };
  }
  const refund = readTypedAmount(form['refund'] ?? '', currency);
  return refund === undefined ? 'amount_invalid' : { kind: 'cancel', refund };
}

function mayDecide({ user }: MemberVisit): boolean {
  return mayRun(user.role, DECIDE);
}

function decidedOf(text: string | undefined): DecisionsView['decided'] {
  return isDone(text) ? text : undefined;
}

type Decided = NonNullable<DecisionsView['decided']>;

function isDone(text: string | undefined): text is Decided {
  return text === 'cancel' || text === 'refund' || text === 'decline' || text === 'settled';
}

async function answerCases(
  context: PageContext,
  visit: MemberVisit,
  more: Pick<Partial<DecisionsView>, 'decided' | 'problem'>,
): Promise<PageAnswer> {
  const cases = await viewCases(context.app, visit.acting.caller);
  return {
    status: more.problem === undefined ? 200 : STATUS_OF[more.problem.kind],
    html: renderDecisions(factsOf(context), visit.member, {
      cases,
      canDecide: mayDecide(visit),
      decided: more.decided,
      problem: more.problem,
    }),
  };
}

const STATUS_OF = {
  amount_invalid: 422,
  reason_missing: 422,
  refused: 409,
  gone: 409,
} as const satisfies Record<CaseProblem['kind'], number>;
