import type { CaseProblem, DecisionsView } from '../../web/decisions/view.ts';
import { renderDecisions } from '../../web/decisions/render-decisions.ts';
import { answerClosed, factsOf, seeOther } from '../accounts/pages/answer-page.ts';
import { type MemberVisit, withMember, withMemberForm } from '../accounts/pages/with-member.ts';
import { actorOf } from '../identity/record-audit.ts';
import { mayRun } from '../platform/security/roles.ts';
import { Refusal } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { type Decision, decideChange } from '../servicing/engine/decide-change.ts';
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
      const { app, params } = context;
      const { organizationId, now } = visit.acting.caller;
      const key = { organizationId, changeId: params['change_id'] ?? '' };
      const change = await findDecidable(app, key);
      if (change === undefined) return answerCases(context, visit, { problem: { ...key, kind: 'gone' } });
      const decision = readDecision(context.form, change.plan.totalPaid.currency);
      if (typeof decision === 'string') return answerCases(context, visit, { problem: { ...key, kind: decision } });
      try {
        const { caller, request } = visit.acting;
        await decideChange(app, key, decision, { actor: actorOf(caller), now, request });
      } catch (error) {
        if (error instanceof Refusal && error.condition === 'state_conflict')
          return answerCases(context, visit, { problem: { ...key, kind: 'refused' } });
        throw error;
      }
      app.log.info({ changeId: key.changeId, decision: decision.kind, by: visit.user.userId }, 'A change was decided.');
      const decided = change.plan.isCharged === true ? 'refund' : decision.kind;
      return seeOther(context, PATH, { query: { decided } });
    }),
};

/** The pages on which people of the seller decide changes. */
export const decisionPages: readonly PageDeclaration[] = [casesPage, decidePage];

/** A decision as it was typed, or what is wrong with it. */
function readDecision(form: PageContext['form'], currency: string): Decision | CaseProblem['kind'] {
  if (form['decision'] === 'decline') {
    const reason = (form['reason'] ?? '').trim().slice(0, REASON_LENGTH_MAX);
    return reason === '' ? 'reason_missing' : { kind: 'decline', reason };
  }
  const refund = readTypedAmount(form['refund'] ?? '', currency);
  return refund === undefined ? 'amount_invalid' : { kind: 'cancel', refund };
}

function mayDecide({ user }: MemberVisit): boolean {
  return mayRun(user.role, DECIDE);
}

function decidedOf(text: string | undefined): DecisionsView['decided'] {
  return text === 'cancel' || text === 'refund' || text === 'decline' ? text : undefined;
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
