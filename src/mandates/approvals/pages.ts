import type { ApprovalProblem, ApprovalsView } from '../../../web/approvals/view.ts';
import { renderApprovals } from '../../../web/approvals/render-approvals.ts';
import { answerClosed, factsOf, seeOther } from '../../accounts/pages/answer-page.ts';
import { type MemberVisit, withMember, withMemberForm } from '../../accounts/pages/with-member.ts';
import { checkSecondFactor } from '../../accounts/second-factor/check-second-factor.ts';
import { checkSignIn } from '../../accounts/sign-in.ts';
import { actorOf } from '../../identity/record-audit.ts';
import { Refusal } from '../../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { APPROVALS_PATH } from '../approval-url.ts';
import { decideProposal } from '../decide-proposal.ts';
import { decideMandate, revokeMandate } from '../end-mandate.ts';
import type { Decision } from '../model/mandate.ts';
import { viewApprovals, viewMandatesInForce } from './view-approvals.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

const PATH = APPROVALS_PATH;
const REASON_LENGTH_MAX = 500;

/** `GET /account/approvals`: what agents ask to buy, and what an owner needs to decide it. */
const approvalsPage: PageDeclaration = {
  method: 'GET',
  path: PATH,
  handle: (context) =>
    withMember(context, PATH, (visit) =>
      answerApprovals(context, visit, { decided: decidedOf(context.query['decided']) }),
    ),
};

/** `GET /account/approvals/{id}`: one request alone, as answers of the API and mails link to it. */
const approvalPage: PageDeclaration = {
  method: 'GET',
  path: '/account/approvals/:request_id',
  handle: (context) => {
    const id = context.params['request_id'] ?? '';
    return withMember(context, `${PATH}/${encodeURIComponent(id)}`, (visit) =>
      answerApprovals(context, visit, { only: id }),
    );
  },
};

/**
 * `POST /account/approvals/{id}`: an owner's decision about a mandate or a proposal, once. The owner types their
 * password with it, and the code of their second factor: a browser that somebody left open allows nothing. Revoking
 * only takes away, and needs neither.
 */
const decidePage: PageDeclaration = {
  method: 'POST',
  path: '/account/approvals/:request_id',
  handle: (context) =>
    withMemberForm(context, PATH, async (visit) => {
      if (!visit.member.isOwner) return answerClosed(context, 'not_allowed');
      const decided = decidedOf(context.form['decision']);
      if (decided === undefined) return answerClosed(context, 'form_stale');
      const id = context.params['request_id'] ?? '';
      const refused =
        decided === 'revoke' ? undefined : ((await checkPassword(context, visit)) ?? (await checkCode(context, visit)));
      if (refused) return answerApprovals(context, visit, { problem: { id, kind: refused } });
      try {
        await decide(context, visit, { id, decided });
      } catch (error) {
        const isGone = error instanceof Refusal && ['state_conflict', 'resource_not_found'].includes(error.condition);
        if (isGone) return answerApprovals(context, visit, { problem: { id, kind: 'gone' } });
        throw error;
      }
      context.app.log.info({ id, decided, by: visit.user.userId }, 'A request of an agent was decided.');
      return seeOther(context, PATH, { query: { decided } });
    }),
};

/** The pages on which owners decide what agents may buy. */
export const approvalPages: readonly PageDeclaration[] = [approvalsPage, approvalPage, decidePage];

/** Whether the password is that of the one who decides; wrong ones count as those of a sign-in. */
async function checkPassword(
  context: PageContext,
  { user }: MemberVisit,
): Promise<ApprovalProblem['kind'] | undefined> {
  const { app, form, request } = context;
  const password = form['current_password'] ?? '';
  const outcome = await checkSignIn(app, {
    email: user.email ?? '',
    password,
    language: requestedLanguage(context),
    request,
  });
  switch (outcome.kind) {
    case 'right':
      return outcome.user.userId === user.userId ? undefined : 'password_wrong';
    case 'unverified':
    case 'wrong':
      return 'password_wrong';
    case 'locked':
    case 'too_often':
      return 'locked';
    default:
      return outcome satisfies never;
  }
}

/** The code of a second factor, for who has one: asked for only once the password was right. */
async function checkCode(context: PageContext, { user }: MemberVisit): Promise<ApprovalProblem['kind'] | undefined> {
  if (user.secondFactorAt === undefined) return undefined;
  const { app, form, request } = context;
  const outcome = await checkSecondFactor(app, user, {
    code: form['code'] ?? '',
    language: requestedLanguage(context),
    request,
  });
  if (outcome === 'right') return undefined;
  return outcome === 'wrong' ? 'code_wrong' : 'locked';
}

async function decide(
  { app, form }: PageContext,
  { acting, user }: MemberVisit,
  { id, decided }: { readonly id: string; readonly decided: NonNullable<ApprovalsView['decided']> },
): Promise<void> {
  const { organizationId, now } = acting.caller;
  const isYes = decided === 'approve';
  const reason = (form['reason'] ?? '').trim().slice(0, REASON_LENGTH_MAX);
  const decision: Decision = {
    by: user.userId,
    at: now,
    acr: user.secondFactorAt === undefined ? 'pwd' : 'pwd+otp',
    ...(reason === '' ? {} : { reason }),
  };
  const decider = { actor: actorOf(acting.caller), request: acting.request };
  if (decided === 'revoke')
    await revokeMandate(app, { organizationId, mandateId: id, now, reason: undefined, decider });
  else if (id.startsWith('prp_'))
    await decideProposal(app, { organizationId, proposalId: id }, isYes ? 'approve' : 'decline', decision, decider);
  else await decideMandate(app, { organizationId, mandateId: id }, isYes ? 'grant' : 'decline', decision, decider);
}

function decidedOf(text: string | undefined): ApprovalsView['decided'] {
  return text === 'approve' || text === 'decline' || text === 'revoke' ? text : undefined;
}

async function answerApprovals(
  context: PageContext,
  visit: MemberVisit,
  more: Pick<Partial<ApprovalsView>, 'decided' | 'problem'> & { readonly only?: string },
): Promise<PageAnswer> {
  const { only, decided, problem } = more;
  const requests = await viewApprovals(context.app, visit.acting.caller, only);
  const inForce = only === undefined ? await viewMandatesInForce(context.app, visit.acting.caller) : [];
  return {
    status: problem === undefined ? 200 : STATUS_OF[problem.kind],
    html: renderApprovals(factsOf(context), visit.member, {
      requests,
      inForce,
      isOne: only !== undefined,
      asksCode: visit.user.secondFactorAt !== undefined,
      decided,
      problem,
    }),
  };
}

const STATUS_OF = { password_wrong: 422, code_wrong: 422, locked: 429, gone: 409 } as const satisfies Record<
  ApprovalProblem['kind'],
  number
>;
